"""One line of a season's file: the match it tells of, or everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeVar

from bot.errors import Refused
from bot.paper.columns import BROKEN_OFF, DATE, DEALS, ENDED, FORMULA, STATE, WINNER, Columns, meant
from bot.paper.dates import read_date
from bot.paper.line_up import lined_up
from bot.paper.people import Roster, quoted
from bot.paper.result import LeagueGame, PaperResult, Sitting, by_seat, check, tellings
from bot.play.lining_up import LineUp
from bot.store.stored_league import Competing, MatchState, PlayedMatch
from rules.core.words import counted

T = TypeVar("T")

MOST_CELL: Final = 2_000
"""Characters of a cell: a long match, deal by deal, fits in."""
POINTS: Final = re.compile(r"[-+]?\d{1,6}")
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
MENTION_LIKE: Final = re.compile(r"\s*@\w")
"""A name as one types it in Discord."""
COMPUTERS: Final = frozenset({"computer", "a computer", "bot"})

MatchKey = tuple[int, tuple[int | None, ...], tuple[int | None, ...]]
"""What makes two matches the same: the second they were played in, who sat where, the points."""


class ReadMatch(NamedTuple):
    """A match of a file."""

    line: int
    result: PaperResult
    line_up: LineUp
    state: MatchState


@dataclass(frozen=True, slots=True)
class Terms:
    """What the matches of a file are held against."""

    playing: LeagueGame
    competing: Competing
    roster: Roster
    stored: Collection[MatchKey]
    """The matches that the season has."""
    now: float
    """In epoch seconds."""


def key_of(result: PaperResult) -> MatchKey:
    """What makes a match the same as another."""
    return int(result.at), tuple(one.user_id for one in result.players), result.totals


def keys_of_stored(played: PlayedMatch, playing: LeagueGame) -> Iterator[MatchKey]:
    """What makes a stored match the same as another: one that was corrected is two."""
    for points in tellings(played, playing):
        yield int(played.at), played.players, points


def read_line(
    number: int, names: Sequence[str], cells: Sequence[str], columns: Columns, terms: Terms
) -> tuple[ReadMatch | None, list[str]]:
    """The match of a line; or nothing, and what is wrong."""
    if len(cells) != len(names):
        return None, [f"It has {counted(len(cells), 'cell')} for {counted(len(names), 'column')}."]
    if wrong := [f"{name}: {what}" for name, cell in zip(names, cells, strict=True) if (what := _harm(cell))]:
        return None, wrong
    line = _Cells({name: meant(cell.strip()) for name, cell in zip(names, cells, strict=True)}, wrong)
    at = line.read(DATE, partial(read_date, now=terms.now))
    who = partial(_player, roster=terms.roster)
    sides = [[line.read(name, who) for name in side] for side in columns.players]
    totals = [line.read(name, _points) for name in columns.points]
    deals = line.read(DEALS, partial(_deals, sides=len(totals)), needed=False)
    winner = line.read(WINNER, partial(_winner, sides=len(totals)), needed=False)
    state = line.read(STATE, _state, needed=False)
    is_broken_off = line.read(ENDED, _ended, needed=False) or False
    if at is None or wrong:
        return None, wrong
    seated = by_seat(terms.playing, [[one for one in side if one is not None] for side in sides])
    points = tuple(total for total in totals if total is not None)
    result = PaperResult(seated, at, points, deals or (), winner, is_broken_off)
    try:
        check(result, terms.playing)
        line_up = lined_up(result, terms.playing, terms.competing, terms.roster)
    except Refused as refusal:
        return None, [str(refusal)]
    return ReadMatch(number, result, line_up, state or MatchState.COUNTS), []


class _Cells:
    """The cells of a line by their columns, and what is wrong with them."""

    def __init__(self, cells: Mapping[str, str], wrong: list[str]) -> None:
        self._cells = cells
        self._wrong = wrong

    def read(self, name: str, reader: Callable[[str], T], *, needed: bool = True) -> T | None:
        """What a cell says; None where it is empty or cannot be read."""
        cell = self._cells.get(name, "")
        try:
            if cell:
                return reader(cell)
            if needed:
                raise Refused("The cell is empty.")
        except Refused as refusal:
            self._wrong.append(f"{name}: {refusal}")
        return None


def _harm(cell: str) -> str | None:
    """What is wrong with a cell whatever its column is."""
    if len(cell) > MOST_CELL:
        return f"The cell has {len(cell):,} characters. {MOST_CELL:,} is the most."
    if CONTROL.search(cell):
        return "The cell has a character that can't be seen, like NUL."
    if cell.strip().startswith(FORMULA) and not (MENTION_LIKE.match(cell) or POINTS.fullmatch(cell.strip())):
        return f"{quoted(cell)} begins like a formula."
    return None


def _player(cell: str, roster: Roster) -> Sitting:
    if cell.casefold() in COMPUTERS:
        raise Refused("Matches with computers can't be imported.")
    return roster.find(cell)


def _points(cell: str) -> int:
    number = cell.replace("−", "-")
    if not (number.isascii() and POINTS.fullmatch(number)):
        raise Refused(f"{quoted(cell)} isn't a whole number.")
    return int(number)


def _deals(cell: str, sides: int) -> tuple[tuple[int, ...], ...]:
    """Deals set apart by semicolons, in them the points of the sides by spaces: ``120 60; -95 80``."""
    deals = tuple(tuple(map(_points, deal.split())) for deal in cell.split(";") if deal.strip())
    for number, deal in enumerate(deals, 1):
        if len(deal) != sides:
            raise Refused(f"Deal {number} needs {counted(sides, 'number')}, written like 120 60.")
    return deals


def _winner(cell: str, sides: int) -> int:
    if not (cell.isascii() and cell.isdigit() and 1 <= int(cell[:3]) <= sides):
        raise Refused(f"{quoted(cell)} is no side. The sides are 1 to {sides}.")
    return int(cell) - 1


def _ended(cell: str) -> bool:
    if cell.casefold() != BROKEN_OFF:
        raise Refused(
            f"{quoted(cell)} isn't “{BROKEN_OFF}”. Leave the cell empty for a match that was played out."
        )
    return True


def _state(cell: str) -> MatchState:
    try:
        return MatchState(cell.casefold())
    except ValueError:
        raise Refused(f"{quoted(cell)} isn't one of {', '.join(MatchState)}.") from None
