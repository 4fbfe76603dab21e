"""Cards, card sets and actions as text: printing and reading are inverse."""

from __future__ import annotations

import pickle
import re
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given

from rules.core.actions import PASS, PLAYS, Action, Bid, Discard, Draw, NameTrump, Play, bid, parse_action
from rules.core.cards import BIRD, CARDS, NO_CARDS, Card, CardSet, Color, card, deck, parse_cards
from rules.core.decisions import CHANCE, ChooseCard, ChooseCards, ChooseNumber, DrawByLot, Option
from tests.strategies import actions, card_lists, card_sets, cards, colors, seeds

HELD = CardSet.of(parse_cards("R5 G10 Rook"))


@given(one=cards)
def test_card_reads_back_from_its_text_in_any_case(one: Card) -> None:
    assert Card.parse(str(one)) == Card.parse(f" {str(one).lower()} ") == one
    assert repr(one) == "<card>"


@given(one=cards)
def test_card_has_a_color_and_a_number(one: Card) -> None:
    if one.is_bird:
        assert (one.color, one.rank, str(one.face)) == (None, 0, "Rook")
    else:
        assert one.color is not None
        assert card(one.color, one.rank) is one.face
        assert str(one.face) == f"{one.color.letter}{one.rank}"


@given(several=card_lists)
def test_cards_read_back_in_the_order_written(several: tuple[Card, ...]) -> None:
    assert parse_cards(" ".join(map(str, several))) == several


@given(color=colors)
def test_color_reads_back_from_its_word_and_its_letter(color: Color) -> None:
    assert Color.parse(color.word) is Color.parse(color.letter) is Color.parse(color.word.upper()) is color


@given(action=actions)
def test_action_reads_back_from_its_text(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(held=card_sets, one=cards)
def test_card_set_behaves_as_a_set(held: CardSet, one: Card) -> None:
    listed = list(held)

    assert CardSet.of(listed) == held
    assert sorted(set(listed)) == listed
    assert len(held) == len(listed)
    assert (one in held) == (one in listed)
    assert "R14" not in held
    assert -1 not in held
    assert repr(held) == str(held) == f"<{len(listed)} cards>"
    assert pickle.loads(pickle.dumps((held, one))) == (held, one)


@pytest.mark.parametrize("number", [-1, 171, 10**12])
def test_numbers_out_of_range_are_no_cards(number: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 170"):
        Card(number)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("fly", "That isn't one of your choices."),
        ("", "That isn't one of your choices."),
        ("bid", "A bid is a whole number, like 75."),
        ("bid high", "A bid is a whole number, like 75."),
        ("bid -5", "A bid is a whole number, like 75."),
        ("bid \uff17\uff15", "A bid is a whole number, like 75."),
        ("bid 75 green now", "A bid is a whole number, like 75."),
        ("bid 75 blue", "“blue” is not a color: say red, yellow, green or black."),
        ("trump", "“” is not a color: say red, yellow, green or black."),
        ("play", "“” is not a card: write R14, Y5, G10, B1 … or Rook."),
        ("play R15", "“R15” is not a card: write R14, Y5, G10, B1 … or Rook."),
        ("discard R5 X6", "“X6” is not a card: write R14, Y5, G10, B1 … or Rook."),
        ("deal R5 R0", "“R0” is not a card: write R14, Y5, G10, B1 … or Rook."),
        ("call", "“” is not a card: write R14, Y5, G10, B1 … or Rook."),
        ("trump red twice", "Name a color, or none; “reversed” after it lets the lowest card win."),
        ("bird high", "The bird is top, ten_half or low."),
        ("take both", "Take the card that shows (up) or one from the pile."),
        ("sell", "That needs the number of a seat."),
        ("lead left", "That needs the number of a seat."),
        ("revoke -1", "That needs the number of a seat."),
        ("penalty 1 much talk", "A penalty needs a seat, points and a reason."),
        ("penalty", "A penalty needs a seat, points and a reason."),
    ],
)
def test_invalid_action_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        parse_action(text)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play r14", PLAYS[13]),
        ("play rook", Play(BIRD)),
        ("trump G", NameTrump(Color.GREEN)),
        ("bid 75", Bid(75)),
        ("bid 1000", Bid(1000)),
        ("bid 70 black", Bid(70, Color.BLACK)),
        ("pass", PASS),
    ],
)
def test_cards_and_colors_are_read_in_several_spellings(text: str, action: Action) -> None:
    assert parse_action(text) == action


def test_usual_bids_are_shared_objects() -> None:
    assert bid(75) is parse_action("bid 75")
    assert bid(77) == Bid(77)
    assert bid(70, Color.RED) == Bid(70, Color.RED)


@pytest.mark.parametrize(
    ("numbers", "bird", "packs", "count"),
    [
        (range(1, 15), False, 1, 56),
        (range(1, 15), True, 1, 57),
        (range(5, 15), True, 1, 41),
        (range(5, 15), False, 1, 40),
        (range(4, 15), False, 1, 44),
        ((1, *range(5, 15)), True, 1, 45),
        (range(1, 15), True, 2, 114),
        (range(1, 15), True, 3, 171),
    ],
)
def test_decks_hold_their_numbers_and_birds(
    numbers: Sequence[int], bird: bool, packs: int, count: int
) -> None:
    """A deck holds its numbers in four colors, the bird or none, once or several times."""
    cards = deck(numbers, bird=bird, packs=packs)

    assert len(set(cards)) == len(cards) == count
    assert sum(card.is_bird for card in cards) == packs * bird
    assert {card.rank for card in cards if not card.is_bird} == set(numbers)
    assert all(cards.count(card) == 1 for card in cards)
    assert {str(card.face) for card in cards} == {str(card).rstrip("'") for card in cards}


def test_second_deck_has_cards_of_the_same_face() -> None:
    """The copy is another card with the same color and number, and one dash."""
    second = Card.parse("R14'")

    assert second != Card.parse("R14")
    assert (second.face, second.color, second.rank) == (Card.parse("R14"), Color.RED, 14)
    assert Card.parse("Rook''").is_bird


def test_full_deck_has_four_colors_and_a_bird() -> None:
    assert len(set(CARDS)) == 57 * 3
    assert len(NO_CARDS) == 0
    assert {card.color for card in CARDS} == {*Color, None}


@given(seed=seeds)
def test_bid_with_a_color_is_one_of_the_answers(seed: int) -> None:
    """A question other games will ask: every bid names a color or none, up to that color's own cap."""
    colors = ((Color.RED, 80), (Color.GREEN, 70), (None, 80))
    question = ChooseNumber(0, 70, 80, 10, (Option(PASS),), colors)
    listed = list(question.answers())

    assert len(listed) == 6
    assert question.sample(Random(seed)) in listed
    assert all(question.accepts(answer) for answer in listed)
    assert question.accepts(Bid(80))
    assert not question.accepts(Bid(80, Color.GREEN))
    assert not question.accepts(Bid(70, Color.BLACK))


def test_choice_of_cards_accepts_a_range_of_numbers_or_an_option() -> None:
    """A question other games will ask: discard up to two cards, or pass."""
    question = ChooseCards(0, HELD, HELD, 0, 2, otherwise=(Option(PASS),))
    listed = list(question.answers())

    assert len(listed) == 1 + 1 + 3 + 3
    assert all(question.accepts(answer) for answer in listed)
    assert all(question.accepts(question.sample(Random(seed))) for seed in range(20))
    assert not question.accepts(Discard(tuple(HELD)))
    assert not question.accepts(Discard(parse_cards("B1")))


def test_choice_of_a_card_accepts_other_actions_than_playing() -> None:
    """A question other games will ask: name a card, by an action of its own for each."""
    actions = tuple(Discard((card,)) for card in CARDS)
    question = ChooseCard(0, HELD, HELD, actions=actions)

    assert list(question.answers()) == [Discard((card,)) for card in HELD]
    assert question.accepts(question.sample(Random(1)))
    assert not question.accepts(PLAYS[next(iter(HELD))])


def test_chance_answers_a_draw_by_lot() -> None:
    question = DrawByLot(deck(range(5, 15), bird=False), 2, Draw)

    assert question.hand == CHANCE
    assert question.accepts(next(iter(question.answers())))
    assert not question.accepts(Draw(parse_cards("R5")))
    assert not question.accepts(Draw(parse_cards("R5 R5")))
    assert not question.accepts(Draw(parse_cards("R5 R1")))
