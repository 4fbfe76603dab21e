"""Near the end sampled deals are solved exactly, and all there can be are looked at where they are few."""

from __future__ import annotations

from random import Random

from bot.computers.claiming import rest_of
from bot.computers.thinking import ENDS, is_solved, weighed
from bot.computers.worlds import Worlds
from rules.core.cards import CardSet
from tests.computers.ask import memory_of
from tests.computers.claims_tried import worlds_of
from tests.computers.endings_tried import ends


def test_all_deals_that_could_be_are_looked_at_where_they_are_few() -> None:
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


def test_a_player_that_knows_all_that_matters_finds_the_best_card() -> None:
    """With one deal possible, what a card is worth is what the search says of the real deal."""
    for end in ends(["kentucky", "one_high", "boston"], "best", 30, 3):
        memory = memory_of(end.brief)
        assert is_solved(memory)
        gains = dict.fromkeys(end.state.ranking.legal(end.state.hands[memory.seat], end.state.led), 0.0)
        if len(gains) > 1:
            found = weighed(memory, gains)
            assert set(found.worth) == set(gains)
            assert 1 <= found.deals <= ENDS
            assert found == weighed(memory, gains), "the same brief gets the same answer"
