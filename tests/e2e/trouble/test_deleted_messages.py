"""A table message that others delete: posted again with growing pauses, then only for a user who asks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest

from cogs.evening import boards as evening_boards
from cogs.league import messages as league_messages
from cogs.table.messages import LEFT_AWAY
from cogs.ui.reposts import PAUSES, STANDS
from tests.e2e.league.test_evenings import night
from tests.e2e.league.test_league_season import create, manage
from tests.e2e.players import Club, a_club
from tests.e2e.trouble.test_moving_down import BELOW, chat
from tests.e2e.worlds import Seen

STEP: Final = 5.0
"""Seconds between two answers at the table."""
LONG: Final = 120
"""Number of answers in ten minutes; without a limit, another bot would have deleted some hundred messages."""
MINUTE: Final = 60.0
"""Seconds between two answers of players who take their time."""


def standing(club: Club) -> list[Seen]:
    """The table messages of the channel."""
    return [seen for seen in club.messages() if {"My hand", "Start"} & set(seen.buttons())]


async def answer(club: Club, random: Random, after: float = STEP) -> None:
    """Let the asked player give any answer, after some seconds."""
    await club.world.env.advance_time(after)
    asked = club.asked
    assert asked.decision is not None
    with club.world.as_bot():
        await club.app.tables.play.act(club.channel_id, asked.id, asked.decision.sample(random))
    await club.world.env.settle()


async def play_while_deleted(club: Club, answers: int, step: float = STEP) -> list[float]:
    """Play on while another bot deletes every table message; returns the time of each post, in seconds."""
    random, posted_at = Random(4), list[float]()
    for number in range(answers):
        for seen in standing(club):
            posted_at.append(number * step)
            await club.world.delete_as_admin(seen)
        await answer(club, random, step)
    return posted_at


@pytest.mark.slow
async def test_message_deleted_at_once_is_posted_with_growing_pauses(
    club: Club,
) -> None:
    await club.begin(deals=5)

    posted_at = await play_while_deleted(club, LONG)

    gaps = [later - earlier for earlier, later in pairwise(posted_at)]
    assert len(posted_at) == 1 + len(PAUSES)  # the first message, and each one posted again
    assert gaps == sorted(gaps)
    assert posted_at[-1] < LONG * STEP / 2 + sum(PAUSES)
    assert standing(club) == []


async def begin_without_message(club: Club) -> None:
    """Start a match, and delete its message for half an hour: it is not posted any more."""
    await club.begin(deals=5)
    assert len(await play_while_deleted(club, 30, MINUTE)) == 1 + len(PAUSES)
    assert standing(club) == []


def told(club: Club, name: str) -> int:
    """Number of messages that tell a player how to have the table posted."""
    return sum(seen.text() == LEFT_AWAY for seen in club[name].messages())


@pytest.mark.timeout(120)
async def test_users_are_told_once_how_to_repost_the_table(club: Club) -> None:
    await begin_without_message(club)

    await club["Ann"].command("hand")
    await club["Ann"].command("hand")
    await club["Bob"].command("show", what="score")
    await club["Eve"].command("help")

    assert [told(club, name) for name in ("Ann", "Bob", "Cleo", "Eve")] == [1, 1, 0, 1]
    reply = await club["Cleo"].command("table")
    assert "Here's the table again." in reply.text
    assert len(standing(club)) == 1
    assert told(club, "Cleo") == 0


@pytest.mark.slow
@pytest.mark.timeout(120)
async def test_message_posted_on_request_and_deleted_is_not_reposted_unasked(club: Club) -> None:
    await begin_without_message(club)
    await club["Cleo"].command("table")
    assert len(await play_while_deleted(club, 40)) == 1
    await club["Ann"].command("hand")
    assert told(club, "Ann") == 1


@pytest.mark.slow
@pytest.mark.timeout(120)
async def test_message_deleted_after_a_while_is_posted_again_at_once(club: Club) -> None:
    await begin_without_message(club)
    await club["Cleo"].command("table")
    random = Random(5)
    for _ in range(int(STANDS / STEP) + 5):
        await answer(club, random)
    assert len(standing(club)) == 1
    assert len(await play_while_deleted(club, 4)) >= 2


@pytest.mark.slow
@pytest.mark.timeout(120)
async def test_end_of_match_is_posted_although_table_message_stopped(club: Club) -> None:
    await begin_without_message(club)
    while club.has_table:
        await club.play_on()
        await club.world.env.settle()
    assert any("🏆" in seen.text() for seen in club.messages())


async def test_messages_moved_down_by_chat_are_no_deletions(tmp_path: Path) -> None:
    async with a_club(tmp_path, chat_below=BELOW) as club:
        await club.begin(deals=5)
        random = Random(6)
        for _ in range(2 * len(PAUSES)):
            await chat(club, BELOW)
            await answer(club, random)
        [message] = standing(club)
        await club.world.delete_as_admin(message)
        await answer(club, random)
        assert len(standing(club)) == 1


# Boards of evenings, messages of leagues ------------------------------------------------------


def boards(club: Club) -> list[Seen]:
    """The boards of evenings in the channel."""
    return [seen for seen in club.messages() if "My table" in seen.buttons() or "Join" in seen.buttons()]


def league_messages_of(club: Club) -> list[Seen]:
    """The messages of leagues in the channel."""
    return [seen for seen in club.messages() if seen.text().startswith("## 🏅")]


async def change_while_deleted(
    club: Club, found: Callable[[Club], list[Seen]], changes: tuple[str, str], times: int
) -> list[float]:
    """Let Bob change a message while another bot deletes it; returns the times of its posts, in seconds."""
    posted_at, commands = list[float](), cycle(changes)
    for number in range(times):
        for seen in found(club):
            posted_at.append(number * STEP)
            await club.world.delete_as_admin(seen)
        await club["Bob"].typed(next(commands))
        await club.world.env.advance_time(STEP)
        await club.world.env.settle()
    return posted_at


def check_growing_pauses(posted_at: list[float]) -> None:
    """Check the first message and each one posted again: with growing pauses."""
    gaps = [later - earlier for earlier, later in pairwise(posted_at)]
    assert len(posted_at) == 1 + len(PAUSES)
    assert gaps == sorted(gaps)


@pytest.mark.timeout(120)
async def test_deleted_board_is_posted_with_growing_pauses_and_by_command(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=2, deals=1)
    changes = ("night join", "night leave")
    check_growing_pauses(await change_while_deleted(club, boards, changes, LONG))
    assert boards(club) == []

    def told(name: str) -> int:
        return sum(seen.text() == evening_boards.LEFT_AWAY for seen in club[name].messages())

    await night(club, "Eve", "join")
    await night(club, "Eve", "leave")
    assert told("Eve") == 1
    assert "The board is posted again" in (await night(club, "Cleo", "board")).text
    await club.world.env.settle()
    assert len(boards(club)) == 1
    assert told("Cleo") == 0
    assert "posted again" not in (await night(club, "Cleo", "board")).text
    assert len(await change_while_deleted(club, boards, changes, 20)) == 1


async def test_evening_without_board_opens_tables_and_announces_its_end(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    for name in ("Bob", "Cleo", "Dan"):
        await night(club, name, "join")
    await change_while_deleted(club, boards, ("night leave", "night join"), LONG)
    await night(club, "Ann", "start")
    await club.world.env.settle()
    shown = await club.app.evenings.shown(await club.app.evenings.newest(club.channel_id))
    assert [table.channel_id is not None for table in shown.tables] == [True]
    assert boards(club) == []
    await night(club, "Ann", "end")
    with club.world.as_bot():
        await club.app.evenings.score(shown.id, 1, club["Ann"].id)
    await club.world.env.advance_time(STEP)
    await club.world.env.settle()
    [final] = [seen for seen in club.messages() if "Progressive" in seen.text()]
    assert "My table" not in final.buttons()


@pytest.mark.timeout(120)
async def test_deleted_league_message_is_posted_with_growing_pauses(
    club: Club,
) -> None:
    await create(club)
    changes = ("league join", "league leave")
    check_growing_pauses(await change_while_deleted(club, league_messages_of, changes, LONG))
    assert league_messages_of(club) == []
    text = league_messages.LEFT_AWAY.format(league="Tuesday League")
    await club["Eve"].typed("league join")
    await club["Eve"].typed("league leave")
    assert sum(seen.text() == text for seen in club["Eve"].messages()) == 1
    await manage(club, "post")
    await club.world.env.advance_time(STEP)
    await club.world.env.settle()
    assert len(league_messages_of(club)) == 1
    assert len(await change_while_deleted(club, league_messages_of, changes, 20)) == 1
