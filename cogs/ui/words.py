"""Cards, names and totals as text: a face, or letter, number and shape; never a color alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from discord import ui

from bot.common.text import NAMELESS, in_markdown, plain
from bot.models.faces import NO_FACES, Faces, Mark
from bot.table.desk.shown import ShownSeat, ShownTable
from bot.table.lobby.before_match import NAME_LIMIT
from rules.core.cards import CARDS, NO_CARDS, Card, CardSet, Color
from rules.core.decisions import Seat
from rules.core.outcome import SideTotal
from rules.core.views import TableView
from rules.core.words import color_fields, counted, signed

BIRD_SHAPE: Final = "🐦"
REASON_LIMIT: Final = 60
"""Characters of the reason a referee gives for a ruling."""
SIDE_MARKS: Final = ("🔷", "🔶", "🔺", "⬜")
NO_COLOR: Final = "no color"
TURN: Final = "➤"
PLACE: Final = "▫️"
SEPARATOR: Final = "\N{NO-BREAK SPACE}· "
"""Separates two facts that are not broken: if a phone wraps there, the dot stays on the first line."""
COVERING: Final = "▾"
"""Marks a card that lies on a covered one."""
_BLUE_CARD: Final = re.compile(r"\bu(?=\d)", re.IGNORECASE)
_BLUE_WORD: Final = re.compile(r"\bblue\b", re.IGNORECASE)
_NO_COLOR: Final = re.compile(r"\bno[ -]colou?r\b", re.IGNORECASE)


class Look(NamedTuple):
    """How a table's cards and colors are drawn and named."""

    is_blue: bool = False
    """Whether the deck has blue cards instead of yellow ones, as the oldest decks do."""
    faces: Faces = NO_FACES
    """Card faces as emojis; for a missing one, shape, letter and number are shown."""
    counters: CardSet = NO_CARDS
    """Cards that count points: their faces show it."""

    @property
    def shapes(self) -> Mapping[Color, str]:
        """Each color's shape as a Unicode emoji."""
        return _BLUE_SHAPES if self.is_blue else _SHAPES

    @property
    def words(self) -> Mapping[Color, str]:
        """Each color's name."""
        return _BLUE_WORDS if self.is_blue else _WORDS

    @property
    def letters(self) -> Mapping[Color, str]:
        """Each color's letter."""
        return _BLUE_LETTERS if self.is_blue else _LETTERS

    def name(self, card: Card) -> str:
        """A card's letter and number: ``R14``; the bird is ``Rook``."""
        return "Rook" if card.color is None else f"{self.letters[card.color]}{card.rank}"

    def spelled(self, card: Card) -> str:
        """A card without its face: shape and name, ``❤️ R14``."""
        shape = BIRD_SHAPE if card.color is None else self.shapes[card.color]
        return f"{shape}\N{NO-BREAK SPACE}{self.name(card)}"

    def emoji(self, card: Card) -> str:
        """The emoji for a card on a button or menu: its face, else its color's mark or the bird."""
        return self._face(card) or (BIRD_SHAPE if card.color is None else self.mark(card.color))

    def mark(self, color: Color) -> str:
        """The emoji of a color: its drawn one, else its shape."""
        return self.faces.color(color, blue=self.is_blue) or self.shapes[color]

    def card(self, card: Card) -> str:
        """A card in text: its face, else ``❤️ R14``."""
        return self._face(card) or self.spelled(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in one line of text."""
        return (" " if self.faces else " · ").join(map(self.card, cards))

    def lines(self, order: Sequence[Card], covering: Iterable[Card] = ()) -> list[str]:
        """A hand as lines: one with large faces, else one for each bird and each color held.

        Cards in ``covering`` lie on a covered one and get a small triangle.
        """
        below = set(covering)
        if self.faces:
            return [f"# {' '.join(self.card(card) + _mark(card, below) for card in order)}"] if order else []
        lines = [self.card(card) + _mark(card, below) for card in order if card.is_bird]
        for color in Color:
            held = [f"{card.rank}{_mark(card, below)}" for card in order if card.color is color]
            if held:
                lines.append(f"{self.shapes[color]} **{self.letters[color]}** {' · '.join(held)}")
        return lines

    def color(self, color: Color | None) -> str:
        """A color with its shape, or no color: ``🍀 green``."""
        return NO_COLOR if color is None else f"{self.mark(color)} {self.words[color]}"

    @property
    def turn(self) -> str:
        """The mark in front of the players on turn."""
        return self.faces.mark(Mark.TURN) or TURN

    @property
    def place(self) -> str:
        """The mark of an empty place for a card."""
        return self.faces.mark(Mark.EMPTY) or PLACE

    @property
    def fields(self) -> dict[str, str]:
        """Values for the fields of a rules template: cards and colors with faces or shapes."""
        return _fields(self)

    @property
    def plain_fields(self) -> dict[str, str]:
        """Values for the fields of a rules template as plain text, for buttons and menus."""
        return _plain_fields(self.is_blue)

    @property
    def in_words(self) -> Look:
        """This look without drawn faces."""
        return self._replace(faces=NO_FACES)

    def _face(self, card: Card) -> str | None:
        return self.faces.card(card, counts=card in self.counters, blue=self.is_blue)


def _mark(card: Card, below: set[Card]) -> str:
    return COVERING if card in below else ""


_SHAPES: Final = {Color.RED: "❤️", Color.YELLOW: "⭐", Color.GREEN: "🍀", Color.BLACK: "🌑"}
_WORDS: Final = {color: color.word for color in Color}
_LETTERS: Final = {color: color.letter for color in Color}
_BLUE_SHAPES: Final = {**_SHAPES, Color.YELLOW: "💧"}
_BLUE_WORDS: Final = {**_WORDS, Color.YELLOW: "blue"}
_BLUE_LETTERS: Final = {**_LETTERS, Color.YELLOW: "U"}
USUAL: Final = Look()
WITH_BLUE: Final = Look(is_blue=True)


@lru_cache(maxsize=64)
def _fields(look: Look) -> dict[str, str]:
    marks = {color: look.mark(color) for color in Color}
    return {str(card): look.card(card) for card in CARDS} | color_fields(look.words, marks)


@lru_cache
def _plain_fields(is_blue: bool) -> dict[str, str]:
    look = WITH_BLUE if is_blue else USUAL
    return {str(card): look.name(card) for card in CARDS} | color_fields(look.words)


def look_of(table: ShownTable) -> Look:
    """The look of a table's cards; the table must have a view."""
    view = table.view
    assert view is not None
    return Look(view.blue, table.faces, view.counters)


def notation(typed: str) -> str:
    """Typed text in the rules' notation: blue as yellow (``U5``: ``Y5``), no commas, "none" for no color."""
    plain = _BLUE_WORD.sub("yellow", _BLUE_CARD.sub("Y", typed.replace("’", "'")))
    return " ".join(_NO_COLOR.sub("none", plain).replace(",", " ").split())


def name_of(seat: ShownSeat) -> str:
    """The name at a seat, escaped for markdown; ``empty seat`` without a player."""
    if seat.is_empty:
        return "empty seat"
    return safe_name(seat.name)


def safe_name(name: str) -> str:
    """A name, cleaned and escaped for markdown; a stand-in if nothing of it is left."""
    return in_markdown(name, NAME_LIMIT) or NAMELESS


def safe_reason(reason: str) -> str:
    """A referee's typed reason, cleaned and escaped for markdown."""
    return in_markdown(reason, REASON_LIMIT)


def plain_reason(reason: str) -> str:
    """A referee's typed reason, cleaned but not escaped: for text without markdown."""
    return plain(reason, REASON_LIMIT)


def plain_name(name: str) -> str:
    """A name, cleaned but not escaped, for text without markdown; a stand-in if nothing of it is left."""
    return plain(name, NAME_LIMIT) or NAMELESS


def names_of(table: ShownTable) -> Sequence[str]:
    """Names by hand, escaped for markdown: the players' by seat, then those of other hands (a dummy)."""
    return _names(table.seats, _others(table))


def plain_names_of(table: ShownTable) -> Sequence[str]:
    """The names of ``names_of`` for text without markdown: buttons, menus, code blocks."""
    return _plain_names(table.seats, _others(table))


def _others(table: ShownTable) -> tuple[str, ...]:
    view = table.view
    return table.rules.words.others(view) if view else ()


@lru_cache(maxsize=1024)
def _names(seats: tuple[ShownSeat, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    people = tuple(map(name_of, seats))
    return (*people, *(other.format(*people) for other in others))


@lru_cache(maxsize=1024)
def _plain_names(seats: tuple[ShownSeat, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    people = tuple("" if seat.is_empty else plain_name(seat.name) for seat in seats)
    return (*people, *(other.format(*people) for other in others))


def hand_name(table: ShownTable, hand: int) -> str:
    """Name of a hand: ``Ann's hand``, ``the dummy``, ``Ann's battery``."""
    name = names_of(table)[hand]
    return f"{name}'s hand" if hand < len(table.seats) else name


def team_name(table: ShownTable, seats: Sequence[Seat]) -> str:
    """Name of a side, its players: ``Ann & Cleo``."""
    names = names_of(table)
    return " & ".join(names[seat] for seat in seats)


def side_marks(view: TableView) -> dict[Seat, str]:
    """By seat, the mark of its side; empty if each player is alone or sides are not public."""
    sides = [info.side for info in view.seats if info.side is not None]
    if len(set(sides)) == len(sides):
        return {}
    return {
        info.seat: SIDE_MARKS[info.side % len(SIDE_MARKS)] for info in view.seats if info.side is not None
    }


DIGIT: Final = "\N{FIGURE SPACE}"
"""A space as wide as a digit: numbers of different lengths stay in line outside of a code block."""


def in_column(number: int, width: int) -> str:
    """A bold number at the head of a line, in line with others of at most ``width`` characters."""
    text = signed(number)
    return f"{DIGIT * (width - len(text))}**{text}**"


STAR: Final = " · star"
"""After the total of a side that has made a bid of its own, where only then it may win."""


def totals_text(table: ShownTable, totals: Sequence[SideTotal]) -> str:
    """A line for each side with its total, games won if any, and a star."""
    marks = side_marks(table.view) if table.view else {}
    lines = []
    for side in totals:
        mark = f"{marks[side.seats[0]]} " if len(side.seats) > 1 and side.seats[0] in marks else ""
        lines.append(f"{mark}**{signed(side.total)}** {team_name(table, side.seats)}{_games(side)}")
    return "\n".join(lines)


def totals_line(table: ShownTable, totals: Sequence[SideTotal]) -> str:
    """The totals in one line: each side by its mark, or by its names if it has none."""
    marks = side_marks(table.view) if table.view else {}
    told = (
        f"{marks.get(side.seats[0]) or team_name(table, side.seats)} **{signed(side.total)}**{_games(side)}"
        for side in totals
    )
    return f"Score: {SEPARATOR.join(told)}"


def _games(side: SideTotal) -> str:
    """The games a side has won, if any, and its star."""
    games = f" · {counted(side.games, 'game')}" if side.games else ""
    return games + (STAR if side.has_star else "")


def stars_text(totals: Sequence[SideTotal]) -> str:
    """What a star is, as small print in a line of its own, if a side has one; else empty."""
    told = "-# A star is for a bid of your own that you made. No one wins at the target without one."
    return told if any(side.has_star for side in totals) else ""


MOST: Final = 4000
"""Characters of a message: Discord's limit. A face takes about 35 of them."""


def fitting(draw: Callable[[ShownTable], ui.LayoutView], table: ShownTable) -> ui.LayoutView:
    """A message drawn for a table with card faces, or without them if it would be too long."""
    view = draw(table)
    return view if view.content_length() <= MOST else draw(table._replace(faces=NO_FACES))
