"""Cards, names and numbers as text: color letter, number and shape, never a color alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bot.play.lobby import NAME_LIMIT
from bot.play.shown import ShownSeat, ShownTable
from bot.text import NAMELESS, in_markdown, plain
from rules.core.cards import CARDS, Card, Color
from rules.core.decisions import Seat
from rules.core.outcome import SideTotal
from rules.core.views import TableView
from rules.core.words import color_fields, counted, signed

BIRD_SHAPE: Final = "🐦"
REASON_LIMIT: Final = 60
"""Characters of what a referee says a ruling is for."""
SIDE_MARKS: Final = ("🔷", "🔶", "🔺", "⬜")
NO_COLOR: Final = "no color"
COVERING: Final = "▾"
"""Stands behind a card that lies on a covered one."""
_BLUE_CARD: Final = re.compile(r"\bu(?=\d)", re.IGNORECASE)
_BLUE_WORD: Final = re.compile(r"\bblue\b", re.IGNORECASE)
_NO_COLOR: Final = re.compile(r"\bno[ -]colou?r\b", re.IGNORECASE)


class Look(NamedTuple):
    """How the four colors look and are called: the oldest packs have blue cards instead of yellow ones."""

    shapes: Mapping[Color, str]
    words: Mapping[Color, str]
    letters: Mapping[Color, str]

    def name(self, card: Card) -> str:
        """What is printed on a card, the same in every pack: ``R14``."""
        return "Rook" if card.color is None else f"{self.letters[card.color]}{card.rank}"

    def shape(self, card: Card) -> str:
        """The emoji of a card's color, a shape of its own for each, or the bird."""
        return BIRD_SHAPE if card.color is None else self.shapes[card.color]

    def card(self, card: Card) -> str:
        """One card: ``❤️ R14``."""
        return f"{self.shape(card)}\N{NO-BREAK SPACE}{self.name(card)}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in a row."""
        return " · ".join(map(self.card, cards))

    def lines(self, order: Sequence[Card], covering: Iterable[Card] = ()) -> list[str]:
        """A hand, one line a color, as one holds it; empty colors are left out.

        Cards that lie on a covered one have a small triangle.
        """
        below = set(covering)
        lines = [self.card(card) + _mark(card, below) for card in order if card.is_bird]
        for color in Color:
            held = [f"{card.rank}{_mark(card, below)}" for card in order if card.color is color]
            if held:
                lines.append(f"{self.shapes[color]} **{self.letters[color]}** {' · '.join(held)}")
        return lines

    def color(self, color: Color | None) -> str:
        """A color with its shape, or no color: ``🍀 green``."""
        return NO_COLOR if color is None else f"{self.shapes[color]} {self.words[color]}"

    @property
    def fields(self) -> dict[str, str]:
        """Cards and colors for the fields of a template, with their shapes."""
        return _fields(self is WITH_BLUE)

    @property
    def plain_fields(self) -> dict[str, str]:
        """The same where only plain text is shown, as on buttons and in menus."""
        return _plain_fields(self is WITH_BLUE)


def _mark(card: Card, below: set[Card]) -> str:
    return COVERING if card in below else ""


SHAPES: Final = {Color.RED: "❤️", Color.YELLOW: "⭐", Color.GREEN: "🍀", Color.BLACK: "🌑"}
USUAL: Final = Look(SHAPES, {color: color.word for color in Color}, {color: color.letter for color in Color})
WITH_BLUE: Final = Look(
    {**SHAPES, Color.YELLOW: "💧"},
    {**USUAL.words, Color.YELLOW: "blue"},
    {**USUAL.letters, Color.YELLOW: "U"},
)


@lru_cache
def _fields(blue: bool) -> dict[str, str]:
    look = WITH_BLUE if blue else USUAL
    return {str(card): look.card(card) for card in CARDS} | color_fields(look.words, look.shapes)


@lru_cache
def _plain_fields(blue: bool) -> dict[str, str]:
    look = WITH_BLUE if blue else USUAL
    return {str(card): look.name(card) for card in CARDS} | color_fields(look.words)


def look_of(view: TableView) -> Look:
    """How the cards of a table look."""
    return WITH_BLUE if view.blue else USUAL


def notation(typed: str) -> str:
    """What somebody typed as the rules write it: blue is the yellow of other packs, ``U5`` is ``Y5``."""
    plain = _BLUE_WORD.sub("yellow", _BLUE_CARD.sub("Y", typed.replace("’", "'")))
    return " ".join(_NO_COLOR.sub("none", plain).replace(",", " ").split())


def name_of(seat: ShownSeat) -> str:
    """Who sits there, safe to show."""
    if seat.is_empty:
        return "empty seat"
    return safe_name(seat.name)


def safe_name(name: str) -> str:
    """A name that shows as it is in a message, whatever is in it."""
    return in_markdown(name, NAME_LIMIT) or NAMELESS


def safe_reason(reason: str) -> str:
    """What a referee has typed, as it shows in a message."""
    return in_markdown(reason, REASON_LIMIT)


def plain_reason(reason: str) -> str:
    """What a referee has typed, where markdown means nothing."""
    return plain(reason, REASON_LIMIT)


def plain_name(name: str) -> str:
    """A name that shows as it is where markdown means nothing."""
    return plain(name, NAME_LIMIT) or NAMELESS


def names_of(table: ShownTable) -> Sequence[str]:
    """The names by hand: everybody's, then those of the hands after the last seat."""
    return _names(table.seats, _others(table))


def plain_names_of(table: ShownTable) -> Sequence[str]:
    """The names by hand for buttons, menus and code blocks, where markdown means nothing."""
    return _plain_names(table.seats, _others(table))


def _others(table: ShownTable) -> tuple[str, ...]:
    return table.words.others(table.view) if table.view else ()


@lru_cache(maxsize=1024)
def _names(seats: tuple[ShownSeat, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    people = tuple(map(name_of, seats))
    return (*people, *(other.format(*people) for other in others))


@lru_cache(maxsize=1024)
def _plain_names(seats: tuple[ShownSeat, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    people = tuple("" if seat.is_empty else plain_name(seat.name) for seat in seats)
    return (*people, *(other.format(*people) for other in others))


def whose_hand(table: ShownTable, hand: int) -> str:
    """A hand by its owner or by its own name: ``Ann's hand``, ``the dummy``, ``Ann's battery``."""
    name = names_of(table)[hand]
    return f"{name}'s hand" if hand < len(table.seats) else name


def team_name(table: ShownTable, seats: Sequence[Seat]) -> str:
    """A side by its players: ``Ann & Cleo``."""
    names = names_of(table)
    return " & ".join(names[seat] for seat in seats)


def side_marks(view: TableView) -> dict[Seat, str]:
    """The mark of each side's players, where there are sides and everybody may know them."""
    sides = [info.side for info in view.seats if info.side is not None]
    if len(set(sides)) == len(sides):
        return {}
    return {
        info.seat: SIDE_MARKS[info.side % len(SIDE_MARKS)] for info in view.seats if info.side is not None
    }


def totals_text(table: ShownTable, totals: Sequence[SideTotal]) -> str:
    """Each side and its total, one a line."""
    marks = side_marks(table.view) if table.view else {}
    lines = []
    for side in totals:
        games = f" · {counted(side.games, 'game')}" if side.games else ""
        mark = f"{marks[side.seats[0]]} " if len(side.seats) > 1 and side.seats[0] in marks else ""
        lines.append(f"{mark}**{signed(side.total)}** {team_name(table, side.seats)}{games}")
    return "\n".join(lines)


def listed(words: Sequence[str]) -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cleo``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
