"""Cards, names and lists as words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.faces import Faces, card_face
from bot.table.desk.shown import ShownSeat
from cogs.ui.news import LONGEST, said, told
from cogs.ui.words import (
    USUAL,
    WITH_BLUE,
    Look,
    hand_name,
    look_of,
    name_of,
    names_of,
    notation,
    plain_name,
    plain_names_of,
    side_marks,
    totals_text,
)
from rules.core.cards import BIRD, CARDS, NO_CARDS, Card, CardSet, Color, parse_cards
from rules.core.decisions import ChooseCard
from rules.core.events import DealStarted
from rules.core.outcome import SideTotal
from rules.core.views import SeatInfo
from rules.core.words import counted, listed
from tests.strategies import cards
from tests.ui.tables import first, shown

SPACE = "\N{NO-BREAK SPACE}"


def seat(name: str, *, user_id: int | None = 1, computer: bool = False) -> ShownSeat:
    return ShownSeat(0, user_id, name, computer)


def test_card_has_shape_letter_and_number_not_color_alone() -> None:
    assert USUAL.card(CARDS[13]) == f"❤️{SPACE}R14"
    assert USUAL.card(BIRD) == f"🐦{SPACE}Rook"


def test_card_of_second_deck_looks_like_the_first() -> None:
    assert USUAL.card(Card.parse("R14'")) == f"❤️{SPACE}R14"
    assert USUAL.card(Card.parse("Rook'")) == f"🐦{SPACE}Rook"
    assert USUAL.lines(parse_cards("R14 R14'")) == ["❤️ **R** 14 · 14"]


@pytest.mark.parametrize("look", [USUAL, WITH_BLUE])
def test_each_color_has_its_own_shape_word_and_letter(look: Look) -> None:
    for by_color in (look.shapes, look.words, look.letters):
        assert len(set(by_color.values())) == len(Color)


def test_yellow_is_blue_if_the_table_says_so() -> None:
    assert WITH_BLUE.card(Card.parse("Y5")) == f"💧{SPACE}U5"
    assert WITH_BLUE.lines(parse_cards("Y5 B7")) == ["💧 **U** 5", "🌑 **B** 7"]
    assert WITH_BLUE.color(Color.YELLOW) == "💧 blue"
    table = shown(first("regular_old", ChooseCard))
    assert table.view is not None
    assert look_of(table)._replace(counters=NO_CARDS) == USUAL
    assert look_of(table.with_view(table.view._replace(blue=True)))._replace(counters=NO_CARDS) == WITH_BLUE


DRAWN = [
    card_face(card, counts=counts) for card in parse_cards("R14 B5 Rook R14'") for counts in (False, True)
]
FACES = Faces({name: f"<:{name}:7>" for name in (*DRAWN, "red")})


def test_card_with_face_is_the_face_and_others_are_words() -> None:
    look = Look(faces=FACES, counters=CardSet.of(parse_cards("R14 Rook R14'")))
    assert look.card(Card.parse("R14")) == look.emoji(Card.parse("R14")) == "<:red_14_counter:7>"
    assert look.card(Card.parse("R14'")) == "<:red_14_second_counter:7>"
    assert look.card(Card.parse("B5")) == "<:black_5:7>"
    assert look.card(Card.parse("G7")) == f"🍀{SPACE}G7"
    assert look.emoji(Card.parse("G7")) == "🍀"
    assert look.color(Color.RED) == "<:red:7> red"
    assert look.color(Color.BLACK) == "🌑 black"
    assert look.fields["R14"] == "<:red_14_counter:7>"


def test_hand_of_faces_is_a_heading_if_discord_enlarges_them() -> None:
    look = Look(faces=FACES)
    order = parse_cards("Rook R14 B5")
    assert look.lines(order) == ["# <:rook:7> <:red_14:7> <:black_5:7>"]
    assert look.lines(order, parse_cards("B5")) == ["# <:rook:7> <:red_14:7> <:black_5:7>▾"]
    assert look.lines(()) == []


def test_text_for_words_only_has_no_face() -> None:
    look = Look(faces=FACES)
    assert look.spelled(Card.parse("R14")) == look.in_words.card(Card.parse("R14")) == f"❤️{SPACE}R14"
    assert look.plain_fields["R14"] == look.name(Card.parse("R14")) == "R14"
    assert "<" not in "".join(look.shapes.values())


def test_overlong_sentence_is_in_words_instead_of_cut_faces() -> None:
    table = shown(first("kentucky", ChooseCard))._replace(faces=FACES)
    assert said(table, "{R14} {B5}") == "<:red_14_counter:7> <:black_5_counter:7>"
    many = " ".join(["{R14}"] * (LONGEST // 10))
    assert said(table, many) == " ".join([f"❤️{SPACE}R14"] * (LONGEST // 10))


def test_sentence_that_begins_with_a_former_player_has_a_capital_letter() -> None:
    """Bug: "a former player deals."."""
    table = shown(first("kentucky", ChooseCard), ("a former player", "bob", "cleo", "dan"))
    assert told(table, DealStarted(1, 0)) == "A former player deals."
    assert told(table, DealStarted(1, 1)) == "bob deals."


@given(cards)
def test_every_card_can_be_read_back_from_its_text(card: Card) -> None:
    for look in (USUAL, WITH_BLUE):
        assert parse_cards(notation(look.card(card).split(SPACE)[1])) == (card.face,)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("u5", "Y5"),
        ("U14, R5", "Y14 R5"),
        ("120 blue", "120 yellow"),
        ("120 No color", "120 none"),
        ("no colour", "none"),
        ("R14’", "R14'"),
        ("  red   reversed ", "red reversed"),
        ("u", "u"),
    ],
)
def test_typed_cards_are_read_as_the_rules_write_them(typed: str, read: str) -> None:
    assert notation(typed) == read


def test_hand_has_a_line_a_color_with_bird_first() -> None:
    order = (BIRD, *parse_cards("R14 R5 G7"))
    assert USUAL.lines(order) == [f"🐦{SPACE}Rook", "❤️ **R** 14 · 5", "🍀 **G** 7"]
    assert USUAL.lines(()) == []


def test_cards_on_covered_ones_are_marked() -> None:
    order = (BIRD, *parse_cards("R14 R5"))
    covering = parse_cards("Rook R5")
    assert USUAL.lines(order, covering) == [f"🐦{SPACE}Rook▾", "❤️ **R** 14 · 5▾"]


def test_cards_in_a_row_are_separated_by_dots() -> None:
    assert USUAL.cards(parse_cards("R14 B5")) == f"❤️{SPACE}R14 · 🌑{SPACE}B5"
    assert USUAL.cards(()) == ""


def test_color_has_its_shape_and_no_color_is_in_words() -> None:
    assert USUAL.color(Color.RED) == "❤️ red"
    assert USUAL.color(None) == "no color"


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


def test_counts_have_singular_and_plural() -> None:
    assert [counted(number, "trick") for number in (0, 1, 2)] == ["0 tricks", "1 trick", "2 tricks"]
    assert [counted(number, "match") for number in (0, 1, 2000)] == ["0 matches", "1 match", "2,000 matches"]


# Hands and sides ----------------------------------------------------------------------------------


def test_hands_beyond_last_seat_have_their_own_names() -> None:
    over_the_top = shown(first("over_the_top_1988", ChooseCard), ("A*n", "Bob"))
    assert list(names_of(over_the_top)) == ["A\\*n", "Bob", "A\\*n's battery", "Bob's battery"]
    assert plain_names_of(over_the_top)[2] == "A*n's battery"
    assert [hand_name(over_the_top, hand) for hand in (1, 3)] == ["Bob's hand", "Bob's battery"]
    assert hand_name(shown(first("boston_three", ChooseCard)), 3) == "the dummy"


def test_braces_in_a_name_are_not_replaced() -> None:
    table = shown(first("over_the_top_1988", ChooseCard), ("{0}{1}{9}", "{}"))
    assert list(names_of(table)) == ["{0}{1}{9}", "{}", "{0}{1}{9}'s battery", "{}'s battery"]


def sides(*indices: int | None) -> list[str]:
    """The marks of seats that belong to these sides."""
    view = shown(first("kentucky", ChooseCard)).view
    assert view is not None
    seats = tuple(SeatInfo(seat, side, 0, 0) for seat, side in enumerate(indices))
    marks = side_marks(view._replace(seats=seats))
    return [marks.get(seat, "") for seat in range(len(indices))]


def test_sides_are_marked_if_they_exist_and_are_known() -> None:
    assert sides(0, 1, 0, 1) == ["🔷", "🔶", "🔷", "🔶"]
    assert sides(0, 1, 2, 0, 1, 2) == ["🔷", "🔶", "🔺"] * 2
    assert sides(0, 1, 2, 3) == [""] * 4  # no partners
    assert sides(None, None, None) == [""] * 3  # not known yet
    assert sides(0, None, 0, None) == ["🔷", "", "🔷", ""]


def test_totals_show_the_side_and_the_games_won() -> None:
    table = shown(first("kentucky", ChooseCard))
    totals = (SideTotal((0, 2), 120, 1), SideTotal((1, 3), -45, 2))
    assert totals_text(table, totals) == "🔷 **120** Ann & Cleo · 1 game\n🔶 **−45** Bob & Dan · 2 games"


# Names --------------------------------------------------------------------------------------------


def test_empty_seat_has_a_name() -> None:
    assert name_of(seat("", user_id=None)) == "empty seat"


def test_computer_keeps_its_name() -> None:
    assert name_of(seat("Rosie", user_id=None, computer=True)) == "Rosie"


@pytest.mark.parametrize("mark", ["*", "_", "~", "`", "|", "\\"])
def test_markdown_in_a_name_is_escaped(mark: str) -> None:
    assert name_of(seat(f"{mark}x{mark}")) == f"\\{mark}x\\{mark}"


def test_name_is_cut_at_32_characters_before_escaping() -> None:
    assert name_of(seat("x" * 100)) == "x" * 32
    assert name_of(seat("*" * 100)) == "\\*" * 32


@given(st.text(max_size=32))
def test_cut_name_is_never_too_long_or_half_escaped(name: str) -> None:
    drawn = name_of(seat(name))
    assert len(drawn) <= 2 * 32 + 1
    assert drawn.replace("\\", "") == plain_name(name).replace("\\", "")
