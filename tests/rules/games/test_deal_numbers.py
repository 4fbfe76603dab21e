"""Numbers of solitaire deals: the same number deals the same cards in every version."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.actions import Deal, Lot
from rules.core.cards import deck, parse_cards
from rules.core.decisions import CHANCE, DrawByLot, PickNumber
from rules.core.protocol import IllegalAction, InvalidOption
from rules.games.solitaire.events import DealNumberShown
from rules.games.solitaire.game import deal_order
from rules.games.solitaire.options import NUMBERS
from tests.rules import said
from tests.rules.games.kit import game_of, play

DECK = deck(range(1, 15), bird=False)
ALONE = ["old_solitaire", "new_solitaire", "clock"]


def first(game: Any, number: int) -> Any:
    """The first deal of a number."""
    state, _ = game.apply(game.start(1), CHANCE, Lot(number))
    return state.deal


def test_deal_number_means_the_same_cards_on_every_machine() -> None:
    assert deal_order(1, DECK)[:5] == parse_cards("R14 G8 Y7 R10 Y13")
    assert deal_order(483_112, DECK)[:5] == parse_cards("R1 B11 R7 Y3 R12")
    assert sorted(deal_order(7, DECK)) == sorted(DECK)


@pytest.mark.parametrize("key", ALONE)
def test_random_deal_number_of_a_solitaire_can_be_dealt_again(key: str) -> None:
    game = game_of(key)
    decision = game.decisions(game.start(1))[CHANCE]
    assert decision == PickNumber(NUMBERS)
    assert decision.sample(Random(1)) in map(Lot, NUMBERS)
    assert first(game, 5) == first(game, 5) != first(game, 6)
    for wrong in (Lot(0), Lot(1_000_001), Deal(DECK)):
        with pytest.raises(IllegalAction):
            game.apply(game.start(1), CHANCE, wrong)


@pytest.mark.parametrize("key", ALONE)
def test_deal_number_is_told_after_the_deal_and_can_be_agreed_on(key: str) -> None:
    steps = play(game_of(key), 1, seed=3)
    number = steps[0].action.number  # type: ignore[union-attr]
    told = [said.told(game_of(key), step.events) for step in steps]
    assert (
        told[-1][-1] == f"That was deal number {number}. To play it again, set it in *Set up*, page *Deck*."
    )
    assert not any(str(number) in text for texts in told[:-1] for text in texts)
    again = game_of(key, deal_number=number)
    assert again.decisions(again.start(1)) == {CHANCE: PickNumber((number,))}
    assert first(again, number) == steps[0].after.deal
    for wrong in (0, 1_000_001):
        with pytest.raises(InvalidOption):
            game_of(key, deal_number=wrong)


def test_deal_number_is_hidden_where_several_play() -> None:
    game = game_of("new_solitaire")
    assert isinstance(game.decisions(game.start(2))[CHANCE], DrawByLot)
    steps = play(game, 2, seed=1)
    assert not any(isinstance(event, DealNumberShown) for step in steps for event in step.events)
