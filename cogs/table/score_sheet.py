"""The score sheet of a match: one line for each deal, in columns narrow enough for a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from discord import ui

from bot.models.stored_results import MatchNotes
from bot.table.desk.shown import ShownTable
from cogs.table.recap import ruled_line
from cogs.ui.items import panel
from cogs.ui.words import STAR, Look, look_of, name_of, plain_names_of, stars_text, team_name, totals_text
from cogs.ui.zones import LETTERS, WIDTH, is_narrow
from rules.core.decisions import Seat
from rules.core.events import DealScored, Ruled
from rules.core.scores import ContractScore
from rules.core.views import SheetLine, TableView
from rules.core.words import counted, gained, signed

DEALS_SHOWN: Final = 40
SCORE_COLOR: Final = 0x607D8B
ROOM: Final = 3800
"""Characters of the whole sheet, below Discord's limit of 4,000."""
TOTALS_MOST: Final = 2
"""Most columns with totals."""
NOTES: Final = 5
"""Most rulings listed below the columns."""
MARKS: Final = {"✓": "made", "✗": "not made", "f": "given up", "$": "sold by the dealer", "!": "penalty"}
NEW_GAME: Final = "–"
"""Stands in each column between two games of a match."""


class _Row(NamedTuple):
    """A line of the sheet: deal, bidders, bid, and a text for each column of points."""

    deal: str
    seats: tuple[Seat, ...]
    bid: str
    points: tuple[str, ...]


class _Names(NamedTuple):
    """Names of the columns, and of the bidders by seat."""

    columns: tuple[str, ...]
    bidders: dict[Seat, str]


def score_sheet(table: ShownTable, notes: MatchNotes | None = None) -> ui.LayoutView:
    """The score sheet message; ``notes`` on a match that is over are listed below."""
    view = table.view
    if view is None or not view.sheet:
        return panel(ui.TextDisplay("### Score sheet\nNo deal has been scored yet."), color=SCORE_COLOR)
    columns = _columns(view)
    rows, names, with_totals = _narrowest(table, view, columns)
    legend = _legend(table, view, columns) if names == _letters(columns) else totals_text(table, view.totals)
    head = f"### Score sheet\n-# {view.title} · {table.rules.words.goal(view)}\n{legend}"
    foot = _foot(table, view, rows, with_totals=with_totals)
    if stars := stars_text(view.totals):
        foot += f"\n{stars}"
    if notes is not None and (facts := notes_line(table, notes)):
        foot += f"\n-# {facts}"
    blocks = list(_blocks(rows, names))
    room = (ROOM - len(head) - len(foot)) // sum(len(block[0]) + 1 for block in blocks) - 3
    shown = min(DEALS_SHOWN, max(room, 1))
    earlier = len(rows) - shown
    more = f"\n-# and {counted(earlier, 'earlier line')}" if earlier > 0 else ""
    drawn = "\n\n".join("\n".join((block[0], *block[1:][-shown:])) for block in blocks)
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(head),
        ui.TextDisplay(f"```\n{drawn}\n```"),
        ui.TextDisplay(foot + more),
    ]
    return panel(*parts, color=SCORE_COLOR)


def _columns(view: TableView) -> list[tuple[Seat, ...]]:
    """The seats of each column: sides with a score, and an unranked dummy."""
    dummies = {line.dummy.seats for line in view.scored if line.dummy}
    return [*(side.seats for side in view.totals), *dummies]


def _narrowest(
    table: ShownTable, view: TableView, columns: Sequence[tuple[Seat, ...]]
) -> tuple[list[_Row], _Names, bool]:
    """Rows and names that fit a phone's width, and whether the rows have totals.

    Totals (for up to two columns) and full names are dropped, in favor of letters, until the rows fit.
    """
    named, lettered = _full_names(table, columns), _letters(columns)
    may_be_named = all(map(is_narrow, (*named.columns, *named.bidders.values())))
    for with_totals in (True, False)[len(columns) > TOTALS_MOST :]:
        rows = list(_rows(view, look_of(table), columns, with_totals=with_totals))
        for names in (named, lettered) if may_be_named else (lettered,):
            if _width(rows, names, slice(None)) <= WIDTH:
                return rows, names, with_totals
    return rows, lettered, False


def _rows(
    view: TableView, look: Look, columns: Sequence[tuple[Seat, ...]], *, with_totals: bool
) -> Iterator[_Row]:
    """The rows of the sheet: points in each column, and totals ``with_totals``."""
    wide = max((len(gained(points)) for points, _ in _points(view)), default=0)
    total_wide = max((len(signed(total)) for _, total in _points(view)), default=0)

    def text(points: int, total: int) -> str:
        return f"{gained(points):>{wide}}" + (f" {signed(total):>{total_wide}}" if with_totals else "")

    before: tuple[int, ...] = ()
    for line in view.sheet:
        if any(before) and _starts_from_zero(line):
            yield _Row(NEW_GAME, (), "", (NEW_GAME,) * len(columns))
        before = line.totals if isinstance(line, Ruled) else tuple(side.total for side in line.sides)
        if isinstance(line, Ruled):
            if line.seat is not None:
                cells = [
                    text(line.points, total) if line.seat in seats else ""
                    for seats, total in zip(columns, (*line.totals, 0), strict=False)
                ]
                yield _Row(str(line.deal), (line.seat,), "!", tuple(cells))
            continue
        cells = [text(scored, total) for scored, total in _scored(line)]
        cells += [""] * (len(columns) - len(cells))
        contract = line.contract
        if contract is None:
            yield _Row(str(line.deal), (), "", tuple(cells))
        else:
            bidders = (contract.declarer, *contract.partners)
            yield _Row(str(line.deal), bidders, _bid(contract, look), tuple(cells))


def _starts_from_zero(line: SheetLine) -> bool:
    """Whether every total was 0 before a line: after other totals, it is the first of the next game."""
    if isinstance(line, Ruled):
        return all(total in {0, line.points} for total in line.totals)
    return all(side.total == side.scored for side in line.sides)


def _points(view: TableView) -> Iterator[tuple[int, int]]:
    return (pair for line in view.sheet for pair in _scored(line))


def _scored(line: SheetLine) -> Iterator[tuple[int, int]]:
    """Points and total of each column of a line."""
    if isinstance(line, DealScored):
        sides = (*line.sides, *([line.dummy] if line.dummy else []))
        yield from ((side.scored, side.total) for side in sides)
    else:
        yield from ((line.points, total) for total in line.totals)


def _bid(contract: ContractScore, look: Look) -> str:
    """A bid with the letter of its color and the mark of its result: ``85R✓``."""
    trump = "N" if contract.trump is None else look.letters[contract.trump]
    named = "" if contract.folded and contract.trump is None else trump
    bid = "moon" if contract.shot else signed(contract.bid) if contract.bid else "–"
    end = "f" if contract.folded else "✓" if contract.made else "✗"
    return f"{bid}{named}{'$' if contract.sold_for else ''}{end}"


def _full_names(table: ShownTable, columns: Sequence[tuple[Seat, ...]]) -> _Names:
    names = plain_names_of(table)
    return _Names(tuple("&".join(names[seat] for seat in seats) for seats in columns), dict(enumerate(names)))


def _letters(columns: Sequence[tuple[Seat, ...]]) -> _Names:
    letters = tuple(LETTERS[: len(columns)])
    return _Names(
        letters, {seat: letter for seats, letter in zip(columns, letters, strict=True) for seat in seats}
    )


def _legend(table: ShownTable, view: TableView, columns: Sequence[tuple[Seat, ...]]) -> str:
    lines = [f"**{LETTERS[index]}** {team_name(table, seats)}" for index, seats in enumerate(columns)]
    totals = [
        f": **{signed(side.total)}**{f' · {side.games} won' if side.games else ''}{STAR * side.has_star}"
        for side in view.totals
    ]
    return "\n".join(
        line + (totals[index] if index < len(totals) else "") for index, line in enumerate(lines)
    )


def _foot(table: ShownTable, view: TableView, rows: Sequence[_Row], *, with_totals: bool) -> str:
    """The legend of the marks, and the last rulings."""
    used = {mark: meaning for mark, meaning in MARKS.items() if any(mark in row.bid for row in rows)}
    explained = [f"{mark} {meaning}" for mark, meaning in used.items()]
    explained += ["N no color"] if any("N" in row.bid for row in rows) else []
    what = "points" if table.rules.about.ranking.keeps_points else "score"
    explained += [f"{NEW_GAME} next game, from 0"] if any(row.deal == NEW_GAME for row in rows) else []
    explained.append(f"{what}, then total" if with_totals else f"{what} of each deal")
    rulings = (line for line in reversed(view.sheet) if isinstance(line, Ruled))
    notes = [f"\n-# {ruled_line(table, ruled)}" for ruled in islice(rulings, NOTES)]
    return f"-# {' · '.join(explained)}" + "".join(reversed(notes))


def _blocks(rows: Sequence[_Row], names: _Names) -> Iterator[list[str]]:
    """Blocks of lines, each with as many columns as fit a phone's width."""
    start = 0
    while start < len(names.columns):
        end = start + 1
        while end < len(names.columns) and _width(rows, names, slice(start, end + 1)) <= WIDTH:
            end += 1
        yield _aligned(rows, names, slice(start, end))
        start = end


def _width(rows: Sequence[_Row], names: _Names, columns: slice) -> int:
    return len(_aligned(rows, names, columns)[0])


def _aligned(rows: Sequence[_Row], names: _Names, columns: slice) -> list[str]:
    """Aligned lines of equal length, with some of the columns; the first is the header."""
    table = [("#", "", "bid " if any(row.bid for row in rows) else "", *names.columns[columns])]
    for row in rows:
        who = "+".join(names.bidders.get(seat, "") for seat in row.seats)
        table.append((row.deal, who, row.bid, *row.points[columns]))
    widths = [max(len(line[column]) for line in table) for column in range(len(table[0]))]
    return [
        " ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
            if width
        )
        for line in table
    ]


def notes_line(table: ShownTable, notes: MatchNotes) -> str:
    """Notable facts: ``2 deals with a computer for Ann · 1 turn timed out for Ann · 1 ruling``."""
    told = [
        f"{counted(one.deals, 'deal')} with a computer for {name_of(table.seats[one.seat])}"
        for one in notes.stand_ins
        if one.seat < len(table.seats)
    ]
    told += [
        f"{counted(one.times, 'turn')} timed out for {name_of(table.seats[one.seat])}"
        for one in notes.time_outs
        if one.seat < len(table.seats)
    ]
    told += [counted(len(notes.rulings), "ruling")] if notes.rulings else []
    told += [f"{counted(notes.redeals, 'deal')} dealt again by agreement"] if notes.redeals else []
    told += [f"{counted(notes.take_backs, 'play')} taken back"] if notes.take_backs else []
    return " · ".join(told)
