"""Near the end of a deal sampled deals are solved exactly, and few possible deals all."""

from __future__ import annotations

from random import Random

import pytest

from bot.computers.bidding_games import worlds
from bot.computers.bidding_games.claiming import rest_of
from bot.computers.bidding_games.playing import ENDS, is_solved, weighed
from bot.computers.bidding_games.worlds import Worlds
from rules.core.cards import CardSet
from tests.computers.ask import memory_of
from tests.computers.claims_tried import worlds_of
from tests.computers.endings_tried import ends, worth_of, worths_of_cards


def test_few_possible_deals_are_all_searched() -> None:
    few = 0
    for end in ends(["kentucky", "partnership_regular", "display"], "few deals", 60, 2):
        memory = memory_of(end.brief)
        rest = rest_of(memory)
        assert rest is not None
        hidden = [hand for hand in range(end.setup.lanes) if not rest.own[hand]]
        expected = {tuple(world[hand] for hand in hidden) for world in worlds_of(rest)}
        if len(worlds_of(rest)) <= ENDS:
            found = Worlds(memory).some(Random(1), ENDS)
            assert len(found) == len(worlds_of(rest))
            assert {tuple(frozenset(CardSet(w.hands[hand])) for hand in hidden) for w in found} == expected
            few += 1
    assert few > 10


def test_deals_that_take_too_long_to_list_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """In dixie_1988 for six, dead ends were searched for three seconds."""
    monkeypatch.setattr(worlds, "STEPS", 1)
    for end in ends(["kentucky", "partnership_regular", "display"], "few deals", 10, 2):
        memory = memory_of(end.brief)
        found = Worlds(memory).some(Random(1), ENDS)
        assert len(found) == ENDS
        assert all(
            cards.bit_count() == count
            for world in found
            for cards, count in zip(world.hands, memory.hands.counts, strict=True)
        )


def test_repeated_weighing_of_cards_gives_the_same_values() -> None:
    for end in ends(["kentucky", "one_high", "boston"], "best", 30, 3):
        memory = memory_of(end.brief)
        assert is_solved(memory)
        gains = dict.fromkeys(end.state.ranking.legal(end.state.hands[memory.seat], end.state.led), 0.0)
        if len(gains) > 1:
            found = weighed(memory, gains)
            assert set(found.worth) == set(gains)
            assert 1 <= found.deals <= ENDS
            assert found == weighed(memory, gains)


def test_card_values_are_exact_when_one_deal_is_possible() -> None:
    """A player that knows every hand gives each card its brute-force value in the real deal."""
    known = 0
    for end in ends(["tennessee_1988", "display", "boston"], "known", 90, 3):
        memory, state = memory_of(end.brief), end.state
        hand = state.order[len(state.trick)]
        gains = dict.fromkeys(state.ranking.legal(state.hands[hand], state.led), 0.0)
        if len(gains) > 1 and len(Worlds(memory).some(Random(1), ENDS)) == 1:
            expected = worths_of_cards(end.setup, state, worth_of(end))
            assert weighed(memory, gains).worth == pytest.approx(expected)
            known += 1
    assert known > 20
