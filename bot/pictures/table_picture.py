"""The picture of a table for four: each hand at its seat, the trick in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, Transform

from bot.models.faces import Mark, card_face, color_face
from bot.pictures.canvas import FAINT, INK, SMALL, USUAL, WIDTH, fitted_names, new_canvas, png
from bot.pictures.drawings import Drawing
from bot.pictures.face import patches
from bot.pictures.sheet import SHEET
from bot.pictures.values import TablePicture
from rules.core.cards import Card

_HEIGHT: Final = 352
_INCH: Final = 100
"""Points of the picture per inch of the figure."""
_HELD: Final = 24
"""Sizes of a card in a hand and in the trick."""
_PLAYED: Final = 52
_COLUMNS: Final = 3
"""Cards in a row of the side hands."""
_MIDDLE: Final = (WIDTH / 2, 168)


class _Place(NamedTuple):
    """A point of the table, from its upper left corner."""

    left: float
    top: float


class _Spot(NamedTuple):
    """Where a seat is drawn: the center of its name, the top of its hand, its card in the trick."""

    name: _Place
    top: float
    trick: _Place
    edge: float | None = None
    """The left edge of a hand at the side; None for a hand in centered rows."""


_SPOTS: Final = (
    _Spot(_Place(200, 332), 290, _Place(_MIDDLE[0] - _PLAYED / 2, _MIDDLE[1] + 22)),
    _Spot(_Place(52, 84), 98, _Place(_MIDDLE[0] - 82, _MIDDLE[1] - _PLAYED / 2), edge=16),
    _Spot(_Place(200, 10), 22, _Place(_MIDDLE[0] - _PLAYED / 2, _MIDDLE[1] - 22 - _PLAYED)),
    _Spot(
        _Place(348, 84), 98, _Place(_MIDDLE[0] + 30, _MIDDLE[1] - _PLAYED / 2), WIDTH - 16 - _COLUMNS * _HELD
    ),
)
"""The seats: at the bottom, then clockwise."""


def draw_table(table: TablePicture) -> bytes:
    """The table's names, hands, trick and trump as PNG; ``table`` must not be empty."""
    figure, axes = new_canvas(_HEIGHT, table.finding)
    axes.set_axis_off()
    whole = figure.get_figheight() * _INCH
    place = Affine2D().scale(1 / WIDTH, 1 / whole) + figure.transFigure
    is_complete = all(seat.played is not None for seat in table.seats)
    for seat, spot in zip(table.seats, _SPOTS, strict=True):
        name, trick = spot.name, spot.trick
        room = min(150, 2 * min(name.left, WIDTH - name.left) - 16)
        text = fitted_names([seat.name], room, USUAL, figure)
        figure.text(
            name.left / WIDTH, (_HEIGHT - name.top) / whole, text, ha="center", va="center", fontsize=USUAL
        )
        for card, at in zip(seat.hand, _held(len(seat.hand), spot), strict=True):
            _put(figure, place, _face(table, card), at, _HELD)
        if seat.played is not None:
            _put(figure, place, _face(table, seat.played), trick, _PLAYED)
            if seat.takes:
                below = (trick.left + _PLAYED / 2) / WIDTH, (_HEIGHT - trick.top - _PLAYED - 9) / whole
                does = "takes it" if is_complete else "winning"
                figure.text(*below, does, ha="center", va="center", fontsize=SMALL, color=INK)
    if table.trump is not None:
        _put(figure, place, SHEET[Mark.TRUMP], _Place(12, 230), _HELD)
        _put(figure, place, SHEET[color_face(table.trump, blue=table.is_blue)], _Place(40, 230), _HELD)
        figure.text(70 / WIDTH, (_HEIGHT - 242) / whole, "trump", va="center", fontsize=SMALL, color=FAINT)
    return png(figure)


def _held(number: int, spot: _Spot) -> Iterator[_Place]:
    """Places of the cards of a hand."""
    for place in range(number):
        row, column = (0, place) if spot.edge is None else divmod(place, _COLUMNS)
        edge = (WIDTH - number * _HELD) / 2 if spot.edge is None else spot.edge
        yield _Place(edge + column * _HELD, spot.top + row * _HELD)


def _face(table: TablePicture, card: Card) -> Drawing:
    return SHEET[card_face(card, counts=card in table.counters, blue=table.is_blue)]


def _put(figure: Figure, place: Transform, drawing: Drawing, at: _Place, size: float) -> None:
    for patch in patches(drawing, left=at.left, top=_HEIGHT - at.top, size=size, inch=_INCH, place=place):
        figure.add_artist(patch)
