"""Five lessons in Kentucky, on two prepared deals."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from bot.computers.brief import Brief, Briefing
from rules.catalog import find_game
from rules.core.actions import Action, parse_action
from rules.core.decisions import CHANCE, Seat

GAME: Final = "kentucky"
SEATS: Final = 4

_STRONG: Final = (
    "draw R14 R6 R7 R8",
    " ".join(
        (
            "deal",
            "R14 R7 R9 R11 Rook R13 Y5 Y14 Y8 R6 R12 Y9 Y13 Y11",
            "G5 R10 Y12 B14 G6 B7 R8 G8 G13 G10 Y10 G14 G11 G9",
            "G12 G7 B5 B6 B8 B12 B9 Y7 B10 Y6 B11 R5 B13",
        )
    ),
    *("bid 70", "bid 75", "bid 80", "bid 85", "bid 90", "pass", "pass", "pass"),
    *("discard Y10 Y6 B7 B12 G5", "trump red"),
    *("play R8", "play R7", "play R9", "play R11"),
    *("play G6", "play G7", "play G11", "play G13"),
    *("play Y14", "play Y8", "play G14", "play Y9"),
    *("play B6", "play B10"),
)
"""A deal with a strong hand on seat 1, up to a trick it can trump."""
_LAST: Final = (
    "draw R14 R9 Y12 R11",
    " ".join(
        (
            "deal",
            "R5 G6 G12 R14 Rook R13 G10 Y10 Y5 R10 R12 B6 Y11 R6",
            "B12 B14 G11 G9 B11 R11 B5 B8 B13 G7 Y12 G8 Y13 R9",
            "Y9 R8 Y8 Y7 B10 Y14 G14 G5 B9 B7 R7 Y6 G13",
        )
    ),
    *("bid 70", "bid 75", "bid 80", "bid 85", "bid 90", "pass", "pass", "bid 95", "pass"),
    *("discard G7 G13 Y5 Y9 Y12", "trump black"),
    *("play G8", "play G14", "play G9", "play R10"),
    *("play R7", "play R9", "play R11", "play R8"),
    *("play B12", "play B14", "play B6", "play B13"),
    *("play Y14", "play Y8", "play Y10", "play B9"),
    *("play B10", "play B5", "play B8", "play Y6"),
    *("play B11", "play B7", "play G10", "play Y7"),
    *("play R14", "play R12", "play G6", "play Y11"),
)
"""A deal in which seat 0, the declarer, leads with two cards left."""


class _Lesson(NamedTuple):
    """A deal up to the learner's turn, and the answers to choose from."""

    log: tuple[str, ...]
    choices: tuple[Action, ...]


def _lesson(log: tuple[str, ...], acts: int, *choices: str) -> _Lesson:
    return _Lesson(log[:acts], tuple(map(parse_action, choices)))


LESSONS: Final = (
    _lesson(_STRONG, 2, "pass", "bid 70", "bid 120"),
    _lesson(_STRONG, 10, "discard Y10 Y6 B7 B12 G5", "discard R6 R8 Y6 G5 B7", "discard G14 G7 G5 Y10 Rook"),
    _lesson(_STRONG, 11, "trump red", "trump green", "trump black"),
    _lesson(_STRONG, len(_STRONG), "play R6", "play R14", "play Rook"),
    _lesson(_LAST, len(_LAST), "play R6", "play Rook"),
)
"""The lessons: bid, nest, trump, following, the last trick and the nest."""


class Position(NamedTuple):
    """The position at which a lesson asks."""

    seat: Seat
    brief: Brief
    """What the learner's seat may know."""
    choices: tuple[Action, ...]


@cache
def position_of(number: int) -> Position:
    """The position of a lesson, by number from 0."""
    lesson, game = LESSONS[number], find_game(GAME)
    state, briefing = game.start(SEATS), Briefing(game)
    for line in lesson.log:
        (seat,) = game.decisions(state)
        state, events = game.apply(state, seat, parse_action(line))
        briefing.hear(events)
    (seat,) = game.decisions(state)
    assert seat != CHANCE
    return Position(seat, briefing.brief(state, seat), lesson.choices)
