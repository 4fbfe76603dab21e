"""Pictures as drawn: complete, of one width, legible on a phone, and the same for the same values."""

from __future__ import annotations

import subprocess
import sys
import warnings
from dataclasses import replace
from io import BytesIO
from itertools import chain, pairwise

import pytest
from PIL import Image, ImageColor

from bot.pictures import canvas
from bot.pictures.canvas import drawable
from bot.pictures.drawing import png_of
from bot.pictures.values import (
    MOST_BARS,
    CrossTable,
    Form,
    FormBar,
    MatchEnd,
    RatingHistory,
    Subject,
    grouped,
)
from tests.pictures.subjects import NAMES, SUBJECTS, bids, cross_table, form, rating

HIGHEST = 440
"""Maximum height on a phone's screen of width 400: a picture and the text above it are visible at once."""


def opened(subject: Subject) -> Image.Image:
    return Image.open(BytesIO(png_of(subject))).convert("RGB")


@pytest.mark.parametrize("name", SUBJECTS)
def test_picture_is_complete_and_as_wide_as_a_phone(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # matplotlib warns of a letter it cannot draw, or of too little room
        picture = opened(SUBJECTS[name])
    assert picture.width == 1000
    assert picture.height <= HIGHEST * 2.5
    right, bottom = picture.width - 1, picture.height - 1
    across = ((column, row) for column in range(picture.width) for row in (0, bottom))
    down = ((column, row) for column in (0, right) for row in range(picture.height))
    paper = ImageColor.getrgb(canvas.PAPER)
    assert {picture.getpixel(place) for place in chain(across, down)} == {paper}, "something is cut off"


def test_same_values_give_the_same_bytes() -> None:
    assert png_of(rating(30)) == png_of(rating(30))
    assert png_of(rating(30)) != png_of(rating(31))


def _luminance(color: str) -> float:
    parts = (value / 255 for value in ImageColor.getrgb(color)[:3])
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (canvas.INK, canvas.PAPER),
        (canvas.FAINT, canvas.PAPER),
        *((canvas.PAPER, ground) for ground in (canvas.GOOD, canvas.BAD, canvas.EVEN)),
    ],
)
def test_letters_contrast_with_their_background(text: str, ground: str) -> None:
    dark, light = sorted(map(_luminance, (text, ground)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2.2, 1.4.3


def test_won_and_lost_bids_differ_without_colors() -> None:
    """The bar of a bid that was made is of one gray, that of one that went set is hatched."""
    inside = (200, 200, 500, 210)
    made, failed = (opened(bids(100, made=one, failed=1 - one)).convert("L").crop(inside) for one in (1, 0))
    assert len(made.getcolors() or ()) == 1
    assert len(failed.getcolors() or ()) > 1


def test_bar_of_a_forfeited_match_shows_no_points() -> None:
    """Bug: a match won by forfeit looked as high as the biggest loss was low."""
    lost = FormBar(MatchEnd.LOST, -210)
    forfeited, even = (Form("Ann", (lost, FormBar(MatchEnd.WON, margin))) for margin in (None, 0))
    assert png_of(forfeited) == png_of(even)


def test_names_are_drawn_in_letters_of_the_font() -> None:
    assert [drawable(name) for name in ("Zoë 🚀", "שרה לוי", "Юлия", "$x$")] == [
        "Zoë",
        "שרה לוי",
        "Юлия",
        "$x$",
    ]
    assert [drawable(name) for name in ("王小明", "अनिल", "🎉🎉", "")] == [""] * 4


def test_cross_table_shows_the_first_sixteen() -> None:
    assert len(cross_table(18).top.names) == 16
    assert cross_table(18).top.left_out == 2
    alone = replace(cross_table(18).top, left_out=0)
    assert png_of(cross_table(18)) != png_of(alone), "that there are more is said"


def test_empty_statistics_give_no_picture() -> None:
    assert RatingHistory("Ann", ()).is_empty
    assert form("").is_empty
    assert bids().is_empty
    assert bids(100, made=0, failed=0).is_empty
    assert CrossTable((("Ann",),), ((None,),)).is_empty
    assert CrossTable((), ()).is_empty
    assert not any(subject.is_empty for subject in SUBJECTS.values())


@pytest.mark.parametrize("heights", [[100], range(70, 205, 5), range(0, 100_000, 7), [-50, 0, 9_999]])
def test_bids_are_grouped_to_fit_a_phone_without_loss(heights: list[int]) -> None:
    groups = grouped(bids(*heights).heights)
    assert len(groups) <= MOST_BARS
    assert sum(group.bids for group in groups) == 4 * len(heights)
    assert [group.lowest for group in groups] == sorted(group.lowest for group in groups)
    assert all(one.highest < other.lowest for one, other in pairwise(groups))


def test_bot_does_not_import_matplotlib() -> None:
    program = "import sys, bot.app; print('matplotlib' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_every_picture_name_is_tested() -> None:
    assert {name for entry in cross_table(18).names for name in entry} == set(NAMES)
