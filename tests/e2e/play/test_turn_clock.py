"""The turn clock, and players who leave, come back and end a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.models.stored_tables import Status
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from tests.database.samples import stored_tables
from tests.e2e.players import Club, a_club, controls
from tests.e2e.worlds import Call, Seen

REMINDER, LIMIT, PACE = 60, 180, 30


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, pace=PACE, remind_after=REMINDER, turn_limit=LIMIT) as club:
        await club.begin()
        yield club


def reminders(club: Club) -> list[Seen]:
    return [seen for seen in club.messages() if "Your turn:" in seen.text()]


async def wait(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


async def hears(club: Club, event: str) -> None:
    """Report a change of the connection to Discord to the bot."""
    with club.world.as_bot():
        club.world.env.bot.dispatch(f"shard_{event}", 0)
    await wait(club, 1)


async def test_player_who_delays_the_table_is_mentioned_once(slow: Club) -> None:
    await wait(slow, REMINDER - 1)
    assert not reminders(slow)
    await wait(slow, 2)
    (reminder,) = reminders(slow)
    mentioned = [user["id"] for user in reminder.payload["mentions"]]
    assert mentioned == [str(slow.asked.id)]
    assert f"<@{slow.asked.id}>" in reminder.text()
    await wait(slow, LIMIT - REMINDER - 10)
    assert [seen.id for seen in reminders(slow)] == [reminder.id]


async def test_lost_connection_stops_clock_and_reminders(slow: Club) -> None:
    await hears(slow, "disconnect")
    await wait(slow, 10 * LIMIT)
    assert not reminders(slow)
    assert not slow.table.record.seats[slow.asked.seat].is_away
    await hears(slow, "resumed")
    await wait(slow, LIMIT + 1)
    assert any(seat.is_away for seat in slow.table.record.seats)


async def test_reminder_is_deleted_with_its_turn_and_next_is_separate(slow: Club) -> None:
    first = slow.asked
    await wait(slow, REMINDER + 1)
    await first.press_hand("70")
    assert not reminders(slow)
    await wait(slow, REMINDER + 1)
    (reminder,) = reminders(slow)
    assert f"<@{slow.asked.id}>" in reminder.text()
    assert f"<@{first.id}>" not in reminder.text()


async def test_others_leaving_and_returning_keeps_the_reminder(slow: Club) -> None:
    await wait(slow, REMINDER + 1)
    (reminder,) = reminders(slow)
    other = slow.others(slow.asked)[0]
    await other.command("leave")
    await wait(slow, 5)
    await other.press("My hand")
    await wait(slow, 5)
    assert [seen.id for seen in reminders(slow)] == [reminder.id]


async def test_reminder_posted_after_the_answer_is_deleted(slow: Club) -> None:
    await wait(slow, REMINDER - 0.5)
    slow.world.make_fail(Call.DELETE_MESSAGE)
    await wait(slow, 1)
    await slow.asked.press_hand("70")  # the reminder cannot be deleted: the game continues
    await wait(slow, REMINDER + 1)
    (reminder,) = reminders(slow)  # the old one has been deleted by then
    assert f"<@{slow.asked.id}>" in reminder.text()
    await slow.asked.press_hand("Pass")
    assert not reminders(slow)


@pytest.mark.parametrize(
    ("game", "how"), [("donkey", "press *My hand*"), ("panjandrum_1988", "buttons on the table")]
)
async def test_reminder_says_where_to_answer(tmp_path: Path, game: str, how: str) -> None:
    async with a_club(tmp_path, remind_after=REMINDER) as club:
        await club.sit_down(game=game)
        await club.everyone[0].press("Start")
        await wait(club, REMINDER + 1)
        (reminder,) = reminders(club)
        assert how in reminder.text()


async def test_without_turn_limit_players_are_reminded_and_not_replaced(tmp_path: Path) -> None:
    async with a_club(tmp_path, remind_after=REMINDER, turn_limit=0) as club:
        await club.begin()
        await wait(club, REMINDER + 1)
        assert len(reminders(club)) == 1
        await wait(club, 10 * LIMIT)
        assert len(reminders(club)) == 1
        await club.load_tables()
        assert not any(who.is_away for who in club.table.record.seats)


async def test_computer_replaces_player_after_limit_until_my_hand(slow: Club) -> None:
    player = slow.asked
    seat, revision = player.seat, slow.table.revision
    await wait(slow, LIMIT + 1)
    assert slow.table.record.seats[seat].is_away
    assert "(away)" in (await slow.table_message()).text()
    assert not reminders(slow)
    await wait(slow, PACE + 1)
    log = await TableStore(slow.database).log(slow.table.record.id)
    assert log[-1].revision > revision
    assert log[-1].user_id is None
    assert log[-1].seat == seat
    await player.press("My hand")
    assert not slow.table.record.seats[seat].is_away
    assert "(away)" not in (await slow.table_message()).text()


async def test_player_back_before_computers_answer_has_remaining_time(slow: Club) -> None:
    player = slow.asked
    await wait(slow, LIMIT + 1)
    await player.press("My hand")
    await wait(slow, LIMIT / 6 - 2)
    assert slow.asked is player
    assert not slow.table.record.seats[player.seat].is_away
    assert not reminders(slow)
    await player.press_hand("70")
    assert slow.asked is not player


async def test_leaving_and_returning_uses_one_time_bank(slow: Club) -> None:
    """Each return began a new turn, and three others waited without a limit."""
    cheat, revision = slow.asked, slow.table.record.revision
    log = await TableStore(slow.database).log(slow.table.record.id)
    for _ in range(20):
        await cheat.command("leave")
        await wait(slow, PACE / 3)
        await cheat.press("My hand")
        await wait(slow, PACE / 3)
        if slow.table.record.seats[cheat.seat].is_away:
            break
    await wait(slow, PACE + 1)

    assert slow.table.record.revision > revision
    entry = (await TableStore(slow.database).log(slow.table.record.id))[len(log)]
    assert (entry.seat, entry.user_id) == (cheat.seat, None)
    assert entry.at - log[-1].at <= LIMIT / 6 + LIMIT + 2 * PACE
    hand = await cheat.press("My hand")
    assert "*My hand* takes your seat back in the next deal" in hand.text
    assert "(away until the next deal)" in (await slow.table_message()).text()


async def test_absent_player_returns_by_answering_in_old_hand(slow: Club) -> None:
    player = slow.asked
    await player.command("leave")
    assert slow.table.record.seats[player.seat].is_away
    refused = await player.command("leave")
    assert "A computer is playing for you" in refused.sentence
    await player.move("70")
    assert not slow.table.record.seats[player.seat].is_away
    assert (await TableStore(slow.database).log(slow.table.record.id))[-1].user_id == player.id


async def test_player_leaves_by_button_and_returns_by_my_hand(slow: Club) -> None:
    player = slow.others(slow.asked)[1]
    more = (await player.press("More")).seen
    reply = await player.press("Leave", on=more)
    assert "*My hand* takes your seat back" in reply.sentence
    assert slow.table.record.seats[player.seat].is_away
    await player.press("My hand")
    assert not slow.table.record.seats[player.seat].is_away


async def test_majority_of_those_present_ends_match_without_winner(slow: Club) -> None:
    ann, bob, cleo, dan, _ = slow.everyone
    table_id = slow.table.record.id
    await dan.command("leave")
    more = (await ann.press("More")).seen
    noted = await ann.press("End the match", on=more)
    assert "Yes: Ann\nWaiting for: Bob and Cleo" in noted.text
    assert "No: Bob\nWaiting for: Cleo" in (await bob.press("No", on=noted.seen)).text
    over = await cleo.press("Yes", on=noted.seen)
    assert "The match is over.\n-# Yes: Ann and Cleo\n-# No: Bob" in over.text
    assert not slow.has_table
    assert "ended by agreement" in (await slow.table_message()).text()
    assert [control.label for control in controls(await slow.table_message())] == ["New table"]
    assert await ResultStore(slow.database).match(table_id) is None
    assert await ResultStore(slow.database).deals(table_id) == []
    await wait(slow, 10 * LIMIT)
    assert not reminders(slow)
    assert all(record.id != table_id for record in await stored_tables(slow.database))


async def test_continuing_the_match_counts_against_its_end(slow: Club) -> None:
    first, others = slow.asked, slow.others(slow.asked)
    await others[0].command("ask", what="close")
    await first.press_hand("70")
    assert f"Played on: {first.name.capitalize()}" in (await others[1].command("ask", what="close")).text
    assert slow.table.record.status is Status.PLAYING


async def test_unanswered_vote_ends_in_two_minutes_and_says_so(slow: Club) -> None:
    ann, *_ = slow.everyone
    noted = await ann.command("ask", what="close")
    assert "Anyone who hasn't answered <t:" in noted.text
    await wait(slow, 121)
    assert not slow.table.voting.votes
    [message] = [seen for seen in slow.messages() if "The match goes on." in seen.text()]
    assert not list(controls(message))


async def test_host_leaving_the_lobby_makes_next_player_host(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:
        ann, bob, _, _, _ = club.everyone
        await ann.command("new")
        await bob.take_seat(2)
        await ann.press_in_more("Leave")
        assert "**Bob** · host" in (await club.table_message()).text()
        assert "Only the table's host" in (await ann.command("ask", what="close")).sentence
        await bob.press_in_more("Leave")
        assert not club.has_table
        assert "closed before the match" in (await club.table_message()).text()


async def test_computers_finish_the_match_after_all_have_left(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:
        await club.begin(deals=1)
        for player in club.seated:
            await player.command("leave")
        assert not club.has_table
        assert "🏆" in (await club.table_message()).text()
