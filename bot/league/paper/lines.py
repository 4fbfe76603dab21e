"""Parses one line of a season file: a match, or all that is wrong or ambiguous in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, TypeVar

from bot.common.errors import Refused
from bot.common.typed_numbers import UNCLEAR, points_in, whole_number
from bot.league.paper.columns import (
    BROKEN_OFF,
    DATE,
    DEALS,
    ENDED,
    FORMULA,
    STATE,
    WINNER,
    Columns,
    unescape_formula,
)
from bot.league.paper.dates import When, is_dated, read_date
from bot.league.paper.duplicates import KnownReports
from bot.league.paper.people import Roster, lined_up, quoted
from bot.league.paper.result import LeagueGame, PaperResult, check, with_settled_winner
from bot.league.paper.unclear import Answers, Question, Unclear
from bot.models.credits import Competing
from bot.models.stored_league import MatchState
from bot.table.lobby.before_match import Person
from bot.table.lobby.lining_up import LineUp
from rules.core.words import counted

T = TypeVar("T")

MOST_CELL: Final = 2_000
"""Most characters in a cell; enough for a long match, deal by deal."""
CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
MENTION_LIKE: Final = re.compile(r"@\w")
"""A user name as typed in Discord."""
BETWEEN_DEALS: Final = re.compile(r"[;|\n]")
COMPUTERS: Final = frozenset({"computer", "a computer", "bot"})


class ReadMatch(NamedTuple):
    """A match of a file: its line, date and result, the entrants it counts for, and its ruling."""

    line: int
    date: str
    """As written in the file."""
    when: When
    result: PaperResult
    line_up: LineUp
    state: MatchState


class ReadLine(NamedTuple):
    """A parsed line: a match, or what is wrong or ambiguous in it."""

    match: ReadMatch | None = None
    wrong: Sequence[str] = ()
    unclear: Sequence[Question] = ()


@dataclass(frozen=True, slots=True)
class FileContext:
    """What a file is read against: the league's game and roster, the time, known matches, and answers."""

    playing: LeagueGame
    competing: Competing
    roster: Roster
    now: float
    """In epoch seconds."""
    known: KnownReports = field(default_factory=KnownReports)
    """Matches the season has and matches that wait to be confirmed."""
    answers: Answers = field(default_factory=dict)


def read_line(number: int, cells: Mapping[str, str], columns: Columns, context: FileContext) -> ReadLine:
    """The match in a line's cells, by column, or else all that is wrong and ambiguous in them."""
    line = _Cells(cells)
    when = line.read(DATE, partial(read_date, now=context.now, answers=context.answers))
    who = partial(_player, roster=context.roster)
    sides = [[line.read(name, who) for name in side] for side in columns.players]
    totals = [line.read(name, _points) for name in columns.points]
    deals = line.read(DEALS, partial(_deals, sides=len(totals)), needed=False)
    winner = line.read(WINNER, partial(_winner, sides=len(totals)), needed=False)
    state = line.read(STATE, _state, needed=False)
    is_broken_off = line.read(ENDED, _ended, needed=False) or False
    if when is None or line.wrong or line.unclear:
        return ReadLine(wrong=line.wrong, unclear=line.unclear)
    seated = context.playing.by_seat([[one for one in side if one is not None] for side in sides])
    points = tuple(total for total in totals if total is not None)
    result = PaperResult(seated, when.at, points, deals or (), winner, is_broken_off)
    try:
        check(result, context.playing)
        line_up = lined_up(result, context.playing, context.competing, context.roster)
        result = with_settled_winner(result, context.playing, context.answers)
    except Unclear as unclear:
        return ReadLine(unclear=[unclear.question])
    except Refused as refusal:
        return ReadLine(wrong=[str(refusal)])
    date = cells[DATE].strip()
    return ReadLine(ReadMatch(number, date, when, result, line_up, state or MatchState.COUNTS))


def is_title(cells: Sequence[str], roster: Roster) -> bool:
    """Whether a row is a title: a single text that is no date, number or player."""
    told = [cell.strip() for cell in cells if cell.strip()]
    return len(told) == 1 and not (is_dated(told[0]) or _is_of_a_match(told[0], roster))


def _is_of_a_match(cell: str, roster: Roster) -> bool:
    """Whether a cell is a number or names a player."""
    if whole_number(cell) is not None:
        return True
    try:
        roster.find(unescape_formula(cell))
    except Refused:
        return False
    return True


class _Cells:
    """The cells of a line by column, collecting errors and ambiguities."""

    def __init__(self, cells: Mapping[str, str]) -> None:
        self._cells = cells
        self.wrong = list[str]()
        self.unclear = list[Question]()

    def read(self, name: str, reader: Callable[[str], T], *, needed: bool = True) -> T | None:
        """A cell's value; None if empty or unreadable. Notes why; an empty cell only if ``needed``."""
        cell = self._cells.get(name, "")
        try:
            _check_text(cell)
            if said := cell.strip():
                return reader(said)
            if needed:
                raise Refused("The cell is empty.")
        except Unclear as unclear:
            self.unclear.append(unclear.question)
        except Refused as refusal:
            self.wrong.append(f"`{name}`: {refusal}")
        return None


def _check_text(cell: str) -> None:
    """Raise ``Refused`` if a cell of any column is too long, or has control characters."""
    if len(cell) > MOST_CELL:
        raise Refused(f"The cell has {len(cell):,} characters. {MOST_CELL:,} is the most.")
    if CONTROL.search(cell):
        raise Refused("The cell has a character that can't be seen, like NUL.")


def _player(cell: str, roster: Roster) -> Person:
    if cell.startswith(FORMULA) and not MENTION_LIKE.match(cell):
        raise Refused(f"{quoted(cell)} begins like a formula.")
    if cell.casefold() in COMPUTERS:
        raise Refused("Matches with computers can't be imported.")
    return roster.find(unescape_formula(cell))


def _points(cell: str) -> int:
    number = whole_number(unescape_formula(cell))
    if number is None and UNCLEAR.fullmatch(cell):
        raise Refused(
            f"{quoted(cell)} can be {cell.partition('.')[0]} or thousands. Write it without the dot."
        )
    if number is None:
        raise Refused(f"{quoted(cell)} isn't a whole number.")
    return number


def _deals(cell: str, sides: int) -> tuple[tuple[int, ...], ...]:
    """Deals separated by semicolons, with each side's points separated by spaces: ``120 60; -95 80``."""
    deals = list[tuple[int, ...]]()
    for number, written in enumerate(
        (one for one in BETWEEN_DEALS.split(unescape_formula(cell)) if one.strip()), 1
    ):
        deal = points_in(written, sides)
        if deal is None:
            raise Refused(f"Deal {number}: {quoted(written)} isn't a whole number for each side.")
        if len(deal) != sides:
            raise Refused(f"Deal {number} needs {counted(sides, 'number')}, written like 120 60.")
        deals.append(deal)
    return tuple(deals)


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
