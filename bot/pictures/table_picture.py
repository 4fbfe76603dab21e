"""The picture of a table for four: each hand at its seat, the trick in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, Transform

from bot.models.faces import Mark, card_face, color_face
from bot.pictures.canvas import FAINT, INK, SMALL, USUAL, WIDTH, new_canvas, png
from bot.pictures.drawings import Drawing
from bot.pictures.face import patches
from bot.pictures.names import fitted_names
from bot.pictures.sheet import SHEET
from bot.pictures.values import TablePicture
from rules.core.cards import Card

_HEIGHT: Final = 352
_INCH: Final = 100
"""Points of the picture per inch of the figure."""
_HELD: Final = 24
"""Sizes of a card in a hand and in the trick."""
_PLAYED: Final = 52
_ROW: Final = 15
"""The most cards in a row at the top and the bottom."""
_COLUMNS: Final = 3
"""Cards in a row of the side hands."""
_MIDDLE: Final = (WIDTH / 2, 168)


class _Place(NamedTuple):
    """A point of the table, from its upper left corner."""

    left: float
    top: float


def draw_table(table: TablePicture) -> bytes:
    """The table's names, hands, trick and trump as PNG; ``table`` must not be empty."""
    figure, axes = new_canvas(_HEIGHT, table.finding)
    axes.set_axis_off()
    whole = figure.get_figheight() * _INCH
    place = Affine2D().scale(1 / WIDTH, 1 / whole) + figure.transFigure
    is_complete = all(seat.played is not None for seat in table.seats)
    for seat, name, cards, trick in zip(
        table.seats, _NAMES, (_row, _left, _row, _right), _TRICK, strict=True
    ):
        top = _TOPS[name]
        room = min(150, 2 * min(name.left, WIDTH - name.left) - 16)
        text = fitted_names([seat.name], room, USUAL, figure)
        figure.text(
            name.left / WIDTH, (_HEIGHT - name.top) / whole, text, ha="center", va="center", fontsize=USUAL
        )
        for card, at in zip(seat.hand, cards(len(seat.hand), top), strict=False):
            _put(figure, place, _face(table, card), at, _HELD)
        if seat.played is not None:
            _put(figure, place, _face(table, seat.played), trick, _PLAYED)
            if seat.takes:
                spot = (trick.left + _PLAYED / 2) / WIDTH, (_HEIGHT - trick.top - _PLAYED - 9) / whole
                does = "takes it" if is_complete else "winning"
                figure.text(*spot, does, ha="center", va="center", fontsize=SMALL, color=INK)
    if table.trump is not None:
        _put(figure, place, SHEET[Mark.TRUMP], _Place(12, 230), _HELD)
        _put(figure, place, SHEET[color_face(table.trump, blue=table.is_blue)], _Place(40, 230), _HELD)
        figure.text(70 / WIDTH, (_HEIGHT - 242) / whole, "trump", va="center", fontsize=SMALL, color=FAINT)
    return png(figure)


_NAMES: Final = (_Place(200, 332), _Place(52, 84), _Place(200, 10), _Place(348, 84))
"""Centers of the names: at the bottom, then clockwise."""
_TOPS: Final = {_NAMES[0]: 290.0, _NAMES[1]: 98.0, _NAMES[2]: 22.0, _NAMES[3]: 98.0}
_TRICK: Final = (
    _Place(_MIDDLE[0] - _PLAYED / 2, _MIDDLE[1] + 22),
    _Place(_MIDDLE[0] - 82, _MIDDLE[1] - _PLAYED / 2),
    _Place(_MIDDLE[0] - _PLAYED / 2, _MIDDLE[1] - 22 - _PLAYED),
    _Place(_MIDDLE[0] + 30, _MIDDLE[1] - _PLAYED / 2),
)


def _row(number: int, top: float) -> Iterator[_Place]:
    """Places of cards in centered rows."""
    for start in range(0, number, _ROW):
        here = min(_ROW, number - start)
        left = (WIDTH - here * _HELD) / 2
        yield from (_Place(left + place * _HELD, top + start // _ROW * _HELD) for place in range(here))


def _left(number: int, top: float) -> Iterator[_Place]:
    return _block(number, 16, top)


def _right(number: int, top: float) -> Iterator[_Place]:
    return _block(number, WIDTH - 16 - _COLUMNS * _HELD, top)


def _block(number: int, left: float, top: float) -> Iterator[_Place]:
    for place in range(number):
        row, column = divmod(place, _COLUMNS)
        yield _Place(left + column * _HELD, top + row * _HELD)


def _face(table: TablePicture, card: Card) -> Drawing:
    return SHEET[card_face(card, counts=card in table.counters, blue=table.is_blue)]


def _put(figure: Figure, place: Transform, drawing: Drawing, at: _Place, size: float) -> None:
    for patch in patches(drawing, left=at.left, top=_HEIGHT - at.top, size=size, inch=_INCH, place=place):
        figure.add_artist(patch)
