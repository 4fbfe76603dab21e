"""Playing the games without bidding to their end: a player answers, or the clock moves the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from rules.catalog import OTHER_GAMES
from rules.codes import encode
from rules.core.actions import Action
from rules.core.protocol import OptionValue
from tests.e2e.players import Club, Player, Reply, SteadyComputers
from tests.e2e.secrecy.secrets import check_screens

Answer = Callable[[Player, Action], Awaitable[Reply]]

WINDOW: Final = 15
"""Seconds of a window to call by the world's own clock."""
CHECKED: Final = 60
"""Number of answers between two checks of all screens."""


def unhurried(key: str, **options: OptionValue) -> str:
    """The rules of a game with some options, as a code; no test waits for the end of a window."""
    known = {spec.key for spec in OTHER_GAMES[key].options}
    window: dict[str, OptionValue] = {"race_window": WINDOW} if "race_window" in known else {}
    return encode(key, window | options)


def short(key: str, deals: int = 1) -> str:
    """The rules of the shortest match of a game, or of one of so many deals, as a code."""
    known = {spec.key for spec in OTHER_GAMES[key].options}
    return unhurried(key, **({"deals": deals} if "deals" in known else {}))


def fewest(key: str) -> int:
    """The fewest players of a game that is not a solitaire, or one."""
    seats = OTHER_GAMES[key].about.seats
    return next((number for number in seats if number > 1), seats[0])


async def play_to_the_end(club: Club, player: Player, answer: Answer) -> None:
    """Let a player answer as a good player would, until the match is over."""
    mind, given = SteadyComputers(3), 0
    while club.has_table:
        if player.seat not in club.table.match.asked:
            await wait_for_the_clock(club)
            continue
        action = mind.answer(club.table.match.brief(player.seat))
        before = club.table.revision
        reply = await answer(player, action)
        after = (await club.app.tables.reading.shown(club.channel_id, finished=True)).revision
        assert after > before, f"{action} was refused: {reply.text}"
        given += 1
        if given < CHECKED:
            check_screens(club)


async def wait_for_the_clock(club: Club) -> None:
    """Let the clock do the next move: close a window, or move a card by rule."""
    wait = club.table.clock.questions.wait
    assert wait is not None, "nobody is asked, and nothing happens"
    await club.world.env.advance_time(wait.seconds + 0.1)


def is_public_answer(club: Club, action: Action) -> bool:
    """Whether an answer has a button on the table message."""
    view = club.table.match.table_view()
    words = club.table.match.game.words
    return view is not None and any(action == call.action and words.call(view, action) for call in view.calls)
