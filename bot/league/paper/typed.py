"""Parses a match as a user types it: players, points, winner."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from bot.common.errors import Refused
from bot.common.typed_numbers import points_in
from bot.league.paper.people import MENTION, Roster, quoted
from bot.league.paper.result import LeagueGame, added_up
from bot.table.lobby.before_match import Person
from rules.core.outcome import Ranking
from rules.core.words import counted

COMMAS: Final = re.compile(r"[,\n]")
"""Separators if there is a comma or line break; other signs are then part of a name, as in Ben (he/him)."""
APART: Final = re.compile(r"\s*(?:[;&+/\n]|\bvs\b\.?|\band\b)\s*(?![^()]*\))", re.IGNORECASE)
"""Separators between players if there is no comma."""


def read_players(written: str, playing: LeagueGame, roster: Roster) -> tuple[tuple[Person, ...], ...]:
    """Players by side: as many names as the game has players, partners next to each other.

    Raises ``Refused`` if the number of names is wrong, or a name is unknown or repeated.
    """
    names = _names(written)
    if len(names) != playing.seats:
        partners = ", partners next to each other" if any(len(seats) > 1 for seats in playing.sides) else ""
        raise Refused(
            f"This league plays with {counted(playing.seats, 'player')}. You named {len(names)}. "
            f"Put a comma between players{partners}."
        )
    found = [roster.find(name) for name in names]
    twice = next((one for one in found if found.count(one) > 1), None)
    if twice is not None:
        raise Refused(f"{quoted(twice.name)} is named twice. Each player has one seat.")
    remaining = iter(found)
    return tuple(tuple(islice(remaining, len(seats))) for seats in playing.sides)


def read_points(written: str, playing: LeagueGame) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Final points by side, and points by deal (empty for a single line, which is the final points).

    Raises:
        Refused: no line, one without a number for each side, or several in a game decided by cards.
    """
    lines = [line for line in written.splitlines() if line.strip()]
    if not lines:
        raise Refused("The points are missing. Give a number for each side, or a line for each deal.")
    read = tuple(_numbers(line, number, playing) for number, line in enumerate(lines, 1))
    if len(read) == 1:
        return read[0], ()
    if playing.ranking is Ranking.CARDS:
        raise Refused("Cards decide this league's game. Give one line: the place of each side.")
    return added_up(read), read


def read_winner(written: str, sides: tuple[tuple[Person, ...], ...], roster: Roster) -> int | None:
    """The side named as winner, by its number or one of its players; None if the text is empty.

    Raises ``Refused`` if there is no such side.
    """
    said = written.strip()
    if not said:
        return None
    if said.isascii() and said.isdigit() and len(said) < len("100"):
        if not 1 <= int(said) <= len(sides):
            raise Refused(f"There's no side {int(said)}. The sides are 1 to {len(sides)}.")
        return int(said) - 1
    winner = roster.find(said)
    found = [number for number, side in enumerate(sides) if winner.id in {one.id for one in side}]
    if not found:
        raise Refused(f"{quoted(said)} didn't play in this match.")
    return found[0]


def _names(written: str) -> list[str]:
    """The names in a text; mentions need no separator."""
    apart = MENTION.sub(lambda found: f"\n{found[0]}\n", written)
    return [name for name in (COMMAS if "," in written else APART).split(apart) if name.strip()]


def _numbers(line: str, number: int, playing: LeagueGame) -> tuple[int, ...]:
    points = points_in(line, len(playing.sides))
    if points is None:
        raise Refused(f"Line {number}, {quoted(line)}, has something other than numbers in it.")
    if len(points) != len(playing.sides):
        many = counted(len(playing.sides), "side")
        raise Refused(
            f"Line {number}, {quoted(line)}, needs {counted(len(playing.sides), 'number')}: {many} play."
        )
    return points
