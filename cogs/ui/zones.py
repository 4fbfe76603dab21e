"""Zones on the table as text: open hands, piles, the nest; rows (columns, melds) as lines or code blocks."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Final, NamedTuple

from bot.table.desk.shown import ShownTable
from cogs.ui.news import plain, said
from cogs.ui.words import COVERING, SIDE_MARKS, look_of, names_of, plain_names_of
from rules.core.views import TableView, Zone
from rules.core.words import Cell, capitalized, who

WIDTH: Final = 27
"""Characters of a line in a code block that fit on a narrow phone inside a container."""
LETTERS: Final = "ABCDEFGHI"
"""Letters that replace names too long for columns."""
NAME_ROOM: Final = 9
"""Most characters of a player's name in a row's label."""
LABEL_ROOM: Final = 16
"""Most characters of a label in front of a row; a longer one gets its own line."""
EMPTY: Final = "–"
LINES_MOST: Final = 2
"""Up to this many rows are lines with color shapes; more go into a code block, which has none."""
NO_PILE: Final = "▪️"
"""A place without cards. An emoji, as cards are, so that the places below stay in line."""
BETWEEN: Final = "\N{EM SPACE}"
SMALL: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Turns digits into superscript."""
ROOM: Final = 2400
"""Most characters of all rows in a message."""


def hand_zones(table: ShownTable, view: TableView, *, without: Collection[int] = ()) -> list[str]:
    """A text for each face-up hand, without rows and the hand numbers in ``without`` (shown elsewhere)."""
    look = look_of(table)
    zones = [
        zone
        for zone in view.zones
        if zone.shown and zone.seat is not None and zone.seat not in without and not zone.is_row
    ]
    texts = []
    for zone in zones:
        covered = f" · {zone.hidden} covered" if zone.hidden else ""
        title = f"**{_title(table, zone)}**{covered}"
        texts.append("\n".join([title, *look.lines(zone.shown, zone.covering)]))
    if any(zone.covering for zone in zones):
        texts[-1] += f"\n-# {COVERING} covers a card"
    return texts


def piles(table: ShownTable, view: TableView) -> list[str]:
    """A short text for each zone that is no face-up hand and no row: ``Nest 🎴 5``."""
    zones = [zone for zone in view.zones if not zone.is_row and (zone.seat is None or not zone.shown)]
    return [f"{_title(table, zone)} {cards}" for zone in zones if (cards := pile_cards(table, zone))]


def pile_cards(table: ShownTable, pile: Zone) -> str:
    """The cards of a pile, and the number of those that lie face down: ``❤️ R5 + 🎴 4``; empty without any."""
    hidden = f"🎴\N{NO-BREAK SPACE}{pile.hidden}" if pile.hidden else ""
    return " + ".join(filter(None, (look_of(table).cards(pile.shown), hidden)))


def _title(table: ShownTable, zone: Zone) -> str:
    """Title of a zone; its first letter is capitalized, except in a player's name."""
    assert table.view is not None
    if zone.seat is None:
        name = table.rules.words.zone(zone).name
    elif zone.seat < len(table.seats):
        name = f"{who(zone.seat)}'s hand"
    else:
        name = table.rules.words.others(table.view)[zone.seat - len(table.seats)]
    return said(table, capitalized(name))


class _Row(NamedTuple):
    """A row of the code block: heading, label, number of face-down cards, and a text for each card."""

    heading: str
    label: str
    hidden: str
    cells: list[str]


def rows_text(table: ShownTable, zones: Sequence[Zone], room: int = ROOM) -> str:
    """The row zones as text of at most ``room`` characters: the game's board, lines of faces or code blocks.

    Up to two rows are lines with shapes. Without faces, more are code blocks.
    Adjacent rows share a block; a line below explains letters and numbers. Lines too many are cut from the
    bottom of the last block.
    """
    rows = [zone for zone in zones if zone.is_row]
    if not rows:
        return ""
    has_faces, board = bool(look_of(table).faces), table.rules.words.board(zones)
    if has_faces and board and len(drawn := "\n".join(_on_board(table, board))) <= room:
        return drawn
    if len(rows) <= LINES_MOST:
        return "\n".join(_line(table, zone) for zone in rows)[:room]
    if has_faces and len(drawn := "\n".join(_in_faces(table, rows))) <= room:
        return drawn
    names, legend = _names(table, rows)
    notes = [*legend, *(["(2): two more cards below"] if any(zone.hidden for zone in rows) else [])]
    foot = f"\n-# {' · '.join(notes)}" if notes else ""
    blocks = list[str]()
    for is_row, run in groupby(zones, key=lambda zone: zone.is_row):
        if is_row:
            left = room - len(foot) - sum(len(block) + 1 for block in blocks)
            blocks.append(_block([_row(table, zone, names) for zone in run], left))
    return "\n".join(blocks) + foot


def _line(table: ShownTable, zone: Zone) -> str:
    """A row as a line with the shapes of its colors: ``Table ❤️ R8 · ⭐ Y10``."""
    assert table.view is not None
    names = names_of(table)
    label = f"{_heading(table, zone, names)} {_label(table, zone, names)}".strip()
    return f"**{label}** {' · '.join(_cards(table, zone))}"


def _in_faces(table: ShownTable, rows: Iterable[Zone]) -> Iterator[str]:
    """A line of card faces for each row, with the heading of their side or group above."""
    names, above = names_of(table), ""
    for row in rows:
        heading = _heading(table, row, names)
        if heading and heading != above:
            yield f"**{heading}**"
        above = heading
        yield " ".join(filter(None, (_label(table, row, names), *_cards(table, row))))


def _cards(table: ShownTable, row: Zone) -> list[str]:
    """A row's cards in text: the number of those that lie face down, then the others; a dash without any."""
    look = look_of(table)
    hidden = [f"🎴\N{NO-BREAK SPACE}{row.hidden}"] if row.hidden else []
    return [*hidden, *(look.card(card) + COVERING * (card in row.covering) for card in row.shown)] or [EMPTY]


def _on_board(table: ShownTable, lines: Sequence[Sequence[Cell]]) -> Iterator[str]:
    """Lines of cells: how many cards lie below in small digits, then those seen; large without a name."""
    for line in lines:
        if any(cell.name for cell in line):
            yield " ".join(_cell(table, cell) for cell in line)
        else:
            yield f"## {BETWEEN.join(_cell(table, cell) for cell in line)}"
    if any(cell.hidden and cell.cards for line in lines for cell in line):
        yield f"-# {str(2).translate(SMALL)} two more cards below"


def _cell(table: ShownTable, cell: Cell) -> str:
    below = str(cell.hidden).translate(SMALL) if cell.hidden else ""
    cards = below + " ".join(map(look_of(table).card, cell.cards)) if cell.cards else "🎴" * bool(below)
    name = f"**{said(table, cell.name)}**" if cell.name else ""
    return " ".join(filter(None, (cards, name))) or NO_PILE


def _names(table: ShownTable, rows: Iterable[Zone]) -> tuple[Sequence[str], Sequence[str]]:
    """Players' names for labels, and a legend; letters for names if one doesn't fit."""
    names = plain_names_of(table)
    if all(zone.seat is None and zone.builder is None for zone in rows):
        return names, []
    if all(len(name) <= NAME_ROOM and is_narrow(name) for name in names):
        return names, []
    legend = [f"{letter} {name}" for letter, name in zip(LETTERS, names_of(table), strict=False)]
    return list(LETTERS), legend


def _row(table: ShownTable, zone: Zone, names: Sequence[str]) -> _Row:
    assert table.view is not None
    look = look_of(table)
    cells = [look.name(card) + (COVERING if card in zone.covering else "") for card in zone.shown]
    hidden = f"({zone.hidden})" if zone.hidden else ""
    heading = _heading(table, zone, plain_names_of(table), block=True)
    return _Row(heading, _label(table, zone, names), hidden, cells or ([] if hidden else [EMPTY]))


def _heading(table: ShownTable, zone: Zone, names: Sequence[str], *, block: bool = False) -> str:
    """Heading of a group of zones: their side's players, or the game's own name for the group.

    In a code block (``block``) a side is its mark if a name has wide characters.
    """
    assert table.view is not None
    if zone.side is None:
        return plain(table, table.rules.words.zone(zone).heading)
    seats = sorted(info.seat for info in table.view.seats if info.side == zone.side)
    players = " & ".join(names[seat] for seat in seats)
    fits = not block or all(is_narrow(names[seat]) for seat in seats)
    return players if fits else SIDE_MARKS[zone.side % len(SIDE_MARKS)]


def _label(table: ShownTable, zone: Zone, names: Sequence[str]) -> str:
    assert table.view is not None
    name = table.rules.words.zone(zone).name.format(*names, **look_of(table).plain_fields)
    return name if zone.seat is None else f"{names[zone.seat]} {name}".strip()


def _block(rows: Sequence[_Row], room: int) -> str:
    """A code block of rows in columns of at most ``room`` characters; long rows are wrapped and indented."""
    hidden = max(len(row.hidden) for row in rows)
    wide = max((len(row.label) for row in rows if len(row.label) <= LABEL_ROOM), default=1)
    cell = max((len(text) for row in rows for text in row.cells), default=0)
    lines, heading = list[str](), ""
    for row in rows:
        if row.heading != heading:
            lines += wrap(row.heading, WIDTH)
        label, heading = row.label, row.heading
        if len(label) > wide:
            lines += wrap(label, WIDTH)
            label = ""
        front = f"{label:<{wide}} {row.hidden:>{hidden}}" if hidden else label
        lines += _lines(front.rstrip(), wide + bool(hidden) + hidden, row.cells, cell)
    most = max(1, room // (WIDTH + 1) - 1)
    if len(lines) > most:
        lines[most - 1 :] = ["…"]
    return "```\n" + "\n".join(lines) + "\n```"


def _lines(front: str, margin: int, cells: Sequence[str], cell: int) -> Iterator[str]:
    most = max(1, (WIDTH - margin) // (cell + 1))
    for start in range(0, max(len(cells), 1), most):
        shown = " ".join(text.ljust(cell) for text in cells[start : start + most])
        yield f"{front if start == 0 else '':<{margin}} {shown}".rstrip()


def is_narrow(name: str) -> bool:
    """Whether each character is one column wide in a code block, and none is a backtick."""
    return "`" not in name and all(
        unicodedata.east_asian_width(letter) in ("Na", "N") and unicodedata.category(letter)[0] in "LNPZS"
        for letter in name
    )
