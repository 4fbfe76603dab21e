"""Cards, names and lists as words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.shown import ShownSeat
from cogs.ui.words import SHAPES, card_text, cards_text, hand_lines, listed, name_of, trump_text
from rules.cards import BIRD, CARDS, Card, Color, parse_cards
from tests.strategies import cards

SPACE = "\N{NO-BREAK SPACE}"


def seat(name: str, *, user_id: int | None = 1, computer: bool = False) -> ShownSeat:
    return ShownSeat(0, user_id, name, computer)


def test_a_card_is_a_shape_a_letter_and_a_number_never_a_color_alone() -> None:
    assert card_text(CARDS[13]) == f"❤️{SPACE}R14"
    assert card_text(BIRD) == f"🐦{SPACE}Rook"


def test_each_color_has_a_shape_of_its_own() -> None:
    assert len(set(SHAPES.values())) == len(Color)


@given(cards)
def test_every_card_can_be_read_back_from_its_text(card: Card) -> None:
    assert parse_cards(card_text(card).split(SPACE)[1]) == (card,)


def test_a_hand_is_one_line_a_color_with_the_bird_in_front_and_no_empty_lines() -> None:
    order = (BIRD, *parse_cards("R14 R5 G7"))
    assert hand_lines(order) == [f"🐦{SPACE}Rook", "❤️ **R** 14 · 5", "🍀 **G** 7"]
    assert hand_lines(()) == []


def test_cards_in_a_row_are_separated_by_dots() -> None:
    assert cards_text(parse_cards("R14 B5")) == f"❤️{SPACE}R14 · 🌑{SPACE}B5"
    assert cards_text(()) == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], ""),
        (["Ann"], "Ann"),
        (["Ann", "Bob"], "Ann and Bob"),
        (["Ann", "Bob", "Cleo"], "Ann, Bob and Cleo"),
    ],
)
def test_names_are_listed_as_in_a_sentence(words: list[str], sentence: str) -> None:
    assert listed(words) == sentence


def test_trump_is_shown_with_its_shape_and_other_words_alone() -> None:
    assert trump_text("Green") == "🍀 Green"
    assert trump_text("nobody yet") == "nobody yet"


def test_an_empty_seat_has_a_name_too() -> None:
    assert name_of(seat("", user_id=None)) == "empty seat"


def test_a_computer_keeps_its_name() -> None:
    assert name_of(seat("Rosie", user_id=None, computer=True)) == "Rosie"


@pytest.mark.parametrize("mark", ["*", "_", "~", "`", "|", "\\"])
def test_markdown_in_a_name_is_escaped(mark: str) -> None:
    assert name_of(seat(f"{mark}x{mark}")) == f"\\{mark}x\\{mark}"


def test_a_name_is_cut_at_thirty_two_characters_before_it_is_escaped() -> None:
    assert name_of(seat("x" * 100)) == "x" * 32
    assert name_of(seat("*" * 100)) == "\\*" * 32


@given(st.text(max_size=32))
def test_no_name_is_ever_too_long_or_ends_in_half_an_escape(name: str) -> None:
    drawn = name_of(seat(name))
    assert len(drawn) <= 2 * 32
    assert drawn.replace("\\", "") == name.replace("\\", "")
