"""Draws every kind of subject. Slow to load: for the drawing process."""

from __future__ import annotations

from typing import assert_never

from bot.pictures.bids_chart import draw_bids
from bot.pictures.canvas import styled
from bot.pictures.cross_table import draw_cross_table
from bot.pictures.form_chart import draw_form
from bot.pictures.rating_chart import draw_rating
from bot.pictures.table_picture import draw_table
from bot.pictures.values import BidHeights, CrossTable, Form, RatingHistory, Subject, TablePicture


def png_of(subject: Subject) -> bytes:
    """The picture of a subject that is not empty, as PNG."""
    with styled():
        match subject:
            case RatingHistory():
                return draw_rating(subject)
            case Form():
                return draw_form(subject)
            case CrossTable():
                return draw_cross_table(subject)
            case BidHeights():
                return draw_bids(subject)
            case TablePicture():
                return draw_table(subject)
            case _:
                assert_never(subject)
