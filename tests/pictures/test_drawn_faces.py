"""Every card can be read and told from every other one, as small as an emoji, with any color vision."""

from __future__ import annotations

from collections import Counter
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import cast

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.models.faces import BLUE
from bot.pictures.drawings import SIZE
from bot.pictures.face import face_png
from bot.pictures.sheet import SHEET, USUAL
from rules.core.cards import Color
from tests.pictures.seeing import VISIONS, contrast, distance

Color4 = tuple[int, int, int, int]
NUMBERED = [name for name in SHEET if any(letter.isdigit() for letter in name)]
NUMBER, SHAPE = (12, 14, SIZE - 12, 80), (40, 87, SIZE - 40, 119)
"""Area of the number on a card, and of the shape below it."""
READABLE = 4.5
"""Contrast that WCAG 2.2 asks of letters (1.4.3, AA)."""
FAR = 15
"""A distance that is always seen; one of 2.3 is just noticed (Mahy et al., 1994)."""
SMALL = 22
"""Pixels of an emoji in a message."""


drawn_png = cache(face_png)


@cache
def face(name: str) -> Image.Image:
    return Image.open(BytesIO(drawn_png(name))).convert("RGBA")


def main_colors(name: str, box: tuple[int, int, int, int]) -> list[Color4]:
    """The two most frequent colors of a part of a face: the background, and the figure on it."""
    dots = face(name).crop(box).tobytes()
    colors = [cast("Color4", tuple(dots[start : start + 4])) for start in range(0, len(dots), 4)]
    return [color for color, _ in Counter(colors).most_common(2)]


@pytest.mark.parametrize("name", NUMBERED)
def test_number_and_shape_contrast_with_their_background(name: str) -> None:
    for box in (NUMBER, SHAPE):
        one, other = main_colors(name, box)
        assert contrast(one, other) >= READABLE


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("instead", ["yellow", BLUE])
def test_four_colors_differ_with_any_color_vision(vision: str, instead: str) -> None:
    deck = [instead if color is Color.YELLOW else color.word for color in Color]
    fields = {main_colors(f"{color}_9", (20, 20, 30, 110))[0] for color in deck}
    assert len(fields) == len(Color)
    for one, other in combinations(fields, 2):
        assert distance(one, other, vision) >= FAR


def ink(name: str) -> Image.Image:
    """The print of a face without its colors, as small as in a message: white on black."""
    drawn = face(name)
    ground = Image.new("RGBA", drawn.size, drawn.getpixel((SIZE // 2, 11)))
    printed = ImageChops.difference(Image.alpha_composite(ground, drawn), ground).convert("L")
    most = printed.getextrema()[1]
    return printed.point(lambda value: value * 255 // most).resize((SMALL, SMALL), Image.Resampling.LANCZOS)


def test_cards_in_a_message_differ_without_color() -> None:
    printed = {name: ink(name) for name in sorted(USUAL)}
    for one, other in combinations(printed, 2):
        apart = ImageStat.Stat(ImageChops.difference(printed[one], printed[other])).sum[0] / 255
        assert apart >= 5, f"{one} and {other} differ by {apart:.1f} of {SMALL * SMALL} pixels"


def test_faces_keep_to_discords_limits_for_emojis() -> None:
    for name in SHEET:
        assert face(name).size == (128, 128)
        assert len(drawn_png(name)) < 256 * 1024
        seen = face(name).getchannel("A")
        assert {seen.getpixel((across, down)) for across in (0, 127) for down in (0, 127)} == {0}
    assert len({drawn_png(name) for name in SHEET}) == len(SHEET)
