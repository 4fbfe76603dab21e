"""The sheet of faces: which faces there are, and the names of their emojis."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from bot.models.faces import NO_FACES, Faces, Mark, card_face, color_face
from bot.pictures import sheet
from bot.pictures.sheet import EMOJI_NAMES, SHEET, USUAL, emoji_name
from rules.catalog import GAMES, find_game
from rules.core.cards import CARDS, FACES, Card, Color


@pytest.mark.parametrize("blue", [False, True])
def test_every_card_color_and_mark_has_a_face(blue: bool) -> None:
    for card in CARDS:
        if not blue or card < FACES:
            assert card_face(card, blue=blue) in SHEET
    assert {color_face(color, blue=blue) for color in Color} <= set(SHEET)
    assert set(Mark) <= set(SHEET)


def test_every_counter_of_every_game_has_a_face_that_shows_it() -> None:
    views = [game.table_view(game.start(game.about.seats[0])) for game in map(find_game, GAMES)]
    counters = {card for view in views for card in view.counters}
    assert counters
    for card in counters:
        assert card_face(card, counts=True) in SHEET
        assert card_face(card, counts=True, blue=True) in SHEET or card >= FACES


def test_third_deck_looks_like_the_second() -> None:
    assert card_face(Card.parse("G7''")) == card_face(Card.parse("G7'")) == "green_7_second"


def test_emoji_names_are_readable_and_valid_on_discord() -> None:
    assert card_face(Card.parse("R14"), counts=True) == "red_14_counter"
    assert card_face(Card.parse("Y5'"), blue=True) == "blue_5_second"
    for face, name in EMOJI_NAMES.items():
        assert name.startswith(f"{face}_")
        assert re.fullmatch(r"[a-z0-9_]{2,32}", name)
    assert len(set(EMOJI_NAMES.values())) == len(SHEET)


def test_emoji_name_changes_with_its_face(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = emoji_name("red_14")
    first, *rest = SHEET["red_14"]
    monkeypatch.setattr(sheet, "SHEET", {"red_14": (first._replace(color="#b5122c"), *rest)})
    assert emoji_name("red_14") != before


def test_emoji_names_are_the_same_in_every_process() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from bot.pictures.sheet import EMOJI_NAMES; print(*EMOJI_NAMES.values())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == list(EMOJI_NAMES.values())


def test_usual_faces_are_57_cards_with_counters_and_colors() -> None:
    plain = {name for name in USUAL if not name.endswith("_counter")}
    assert plain == {card_face(card) for card in CARDS[:FACES]} | {color.word for color in Color}
    assert next(iter(SHEET)) in USUAL


def test_card_without_emoji_has_no_face() -> None:
    card = Card.parse("R14")
    assert NO_FACES.card(card) is None
    assert not NO_FACES
    known = Faces({"red_14": "<:red_14_a19b:1>", "red": "<:red_0000:2>", Mark.TURN: "<:turn_0000:3>"})
    assert known.card(card) == "<:red_14_a19b:1>"
    assert known.card(card, counts=True) is None
    assert known.color(Color.RED) == "<:red_0000:2>"
    assert known.color(Color.GREEN) is None
    assert known.mark(Mark.TURN) == "<:turn_0000:3>"
