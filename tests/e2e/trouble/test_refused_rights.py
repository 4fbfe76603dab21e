"""A channel where the bot may not write any more: other servers are not slowed, and its table waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.models.endings import Ending
from bot.table.desk.shown import ShownTable
from bot.table.lobby.before_match import Person
from bot.table.lobby.seating import AddComputers
from bot.table.match.standing_in import STAND_IN
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from cogs.ui.refusals import WOKEN_AFTER
from tests.database.samples import stored_tables
from tests.e2e.players import Club, Reply, a_club
from tests.e2e.worlds import Call

PACE = 10.0
"""Longer than a test waits in real time."""
HOUR = 3600


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, pace=PACE, pause_after=0, invalid_requests=9_000) as club:
        yield club


async def tables_of_computers(club: Club, number: int) -> list[ShownTable]:
    """Matches left to computers by their hosts, each in a channel of its own."""
    tables, begun = club.app.tables, []
    for place in range(number):
        channel = club.world.guild.create_text_channel(f"table-{place}")
        host = Person(10_000 + place, f"Host {place}")
        with club.world.as_bot():
            await tables.lobbies.open_table(club.world.guild.id, channel.id, host)
            await tables.lobbies.change_lobby(channel.id, AddComputers(host.id, STAND_IN, None))
            await tables.lobbies.start(channel.id, host.id)
            begun.append(await tables.presence.leave(channel.id, host.id, STAND_IN))
    await club.world.env.advance_time(PACE)
    return begun


async def let_pass(club: Club, seconds: float) -> None:
    """Let time pass in steps short enough for SimCord's timeout."""
    for _ in range(int(seconds // 1800)):
        await club.world.env.advance_time(1800)


def requests(club: Club, since: int) -> Counter[str]:
    """Number of requests for each channel."""
    calls = club.world.env.http_requests[since:]
    return Counter(call.path.split("/")[2] for call in calls if call.path.startswith("/channels/"))


def forbid_all(club: Club) -> None:
    for call in (Call.POST_MESSAGE, Call.EDIT_MESSAGE, Call.DELETE_MESSAGE):
        club.world.make_fail(call, status=403, code=50013, times=None)


@pytest.mark.timeout(240)
async def test_hour_without_send_permission_costs_few_requests_a_table(club: Club) -> None:
    begun = await tables_of_computers(club, 8)
    before = len(club.world.env.http_requests)
    forbid_all(club)

    await let_pass(club, HOUR)

    made = requests(club, before)
    assert set(made) == {str(table.place.channel_id) for table in begun}
    assert max(made.values()) < 20


async def acts(club: Club, table_id: int) -> int:
    """Number of stored acts of a match; leaves the table unloaded."""
    return len(await TableStore(club.database).log(table_id))


async def test_computers_pause_while_table_cannot_be_shown(
    club: Club,
) -> None:
    await club.begin_with_computers()
    table_id = club.table.record.id
    await club["Ann"].command("leave")
    forbid_all(club)
    await club.world.env.advance_time(2 * PACE)
    hidden = await acts(club, table_id)

    await let_pass(club, HOUR)
    assert await acts(club, table_id) == hidden

    club.world.end_trouble()
    await club.world.forbid_bot(attach_files=False)  # Discord reports changes in a channel
    await club.world.env.advance_time(WOKEN_AFTER + 2 * PACE)
    assert await acts(club, table_id) > hidden
    assert "Paused" not in (await club.table_message()).text()


async def test_player_with_a_hand_may_continue_and_is_answered(club: Club) -> None:
    await club.begin_with_computers()
    ann, table_id = club["Ann"], club.table.record.id
    forbid_all(club)
    await club.world.env.advance_time(2 * PACE)

    for _ in range(3):
        await ann.command("hand")
        await club.world.env.advance_time(10 * PACE)
        assert club.table.people_asked() == (ann.seat,)
        before = await acts(club, table_id)
        assert ann.decision is not None
        await ann.answer_by_command(club.sensible(ann.decision, Random(1)))
        assert await acts(club, table_id) > before


@pytest.mark.parametrize("refused", [(Call.POST_MESSAGE, Call.EDIT_MESSAGE), (Call.POST_MESSAGE,)])
async def test_players_continuing_by_hands_are_not_reminded_if_refused(
    tmp_path: Path, refused: tuple[Call, ...]
) -> None:
    async with a_club(tmp_path, remind_after=60, turn_limit=180, invalid_requests=9_000) as club:
        await club.begin()
        before = len(club.world.env.http_requests)
        for call in refused:
            club.world.make_fail(call, status=403, code=50013, times=None)
        for _ in range(15):
            await club.world.env.advance_time(70)
            await club.asked.answer_by_command(club.sensible(club.asked.decision, Random(1)))  # type: ignore[arg-type]
        calls = club.world.env.http_requests[before:]
        posts = [call for call in calls if call.method == "POST" and call.path.startswith("/channels/")]
        assert len(posts) < 4


async def test_votes_ending_without_permission_cost_one_request(tmp_path: Path) -> None:
    async with a_club(tmp_path, invalid_requests=9_000) as club:
        await club.begin()
        before = len(club.world.env.http_requests)
        forbid_all(club)
        for _ in range(15):
            await club["Ann"].command("ask", what="deal again")
            await club["Bob"].command("ask", what="close")
            await club.asked.move("pass")  # which ends one vote, and counts against the other
            await club.world.env.advance_time(130)
        assert sum(requests(club, before).values()) < 20


async def test_match_hidden_for_a_day_ends_without_a_loser(club: Club) -> None:
    """A restart does not reset the day; the message says so once the channel can be reached again."""
    await club.begin(counted=True)
    table_id = club.table.record.id
    await club["Ann"].command("leave")
    forbid_all(club)
    await club.asked.move("pass")
    await let_pass(club, 12 * HOUR)
    await club.restart()
    forbid_all(club)
    await let_pass(club, 11 * HOUR)
    assert await stored_tables(club.database)

    await let_pass(club, 2 * HOUR)
    ended = await TableStore(club.database).table(table_id)
    assert ended is not None
    assert ended.ended is Ending.UNSEEN
    assert await ResultStore(club.database).match(table_id) is None, "no deal was scored, so it is no match"

    club.world.end_trouble()
    await club.world.forbid_bot(attach_files=False)
    await club.world.env.advance_time(WOKEN_AFTER)
    assert "couldn't be shown here for a day" in (await club.table_message()).text()


async def test_day_of_hidden_match_restarts_after_it_was_shown(club: Club) -> None:
    await club.begin()
    for _ in range(2):
        forbid_all(club)
        await club.asked.move("pass")
        await let_pass(club, 13 * HOUR)
        club.world.end_trouble()
        await club.restart()
        await club.world.env.advance_time(WOKEN_AFTER)
    assert await stored_tables(club.database)


async def test_flapping_permissions_cost_a_try_in_ten(club: Club) -> None:
    await tables_of_computers(club, 1)
    forbid_all(club)
    await club.world.env.advance_time(2 * PACE)
    before = len(club.world.env.http_requests)

    changes, between = 60, WOKEN_AFTER / 2
    for change in range(changes):
        await club.world.forbid_bot(attach_files=bool(change % 2))
        await club.world.env.advance_time(between)

    assert sum(requests(club, before).values()) <= 2 * (changes * between / WOKEN_AFTER + 1)


async def test_manager_reads_missing_permissions_of_a_channel(club: Club) -> None:
    status, channel = "rook-admin status", club.world.channel
    assert (
        "I have every permission I need here."
        in Reply(club.world, await club.world.owner.slash(channel, status)).text
    )
    await club.world.forbid_bot(attach_files=False, create_private_threads=False)
    said = Reply(club.world, await club.world.owner.slash(channel, status)).text
    assert "Without **Attach Files** a table shows no picture" in said
    assert "Without **Create Private Threads** no evening of duplicate deals" in said
