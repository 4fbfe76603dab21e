"""The exact critic against brute force: its losses are those found by trying every play."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.computers.bidding_games.rollout import Result
from bot.computers.bidding_games.tally import Scores
from bot.computers.brief import Brief, Briefing
from rules.core.actions import Play
from rules.core.cards import Card
from tests.computers.endings_tried import End, ends, worths_of_cards
from tests.strength.critic import LOSS, TRICKS, Critic, Found


class Told:
    """The brief of the seat to play, in place of a match's briefing."""

    def __init__(self, end: End) -> None:
        self._brief = end.brief

    def brief(self, state: Any, seat: int) -> Brief:
        assert seat == state.turn
        return self._brief


def found_of(end: End, card: Card) -> Found:
    """The critic's counts for one card."""
    critic = Critic(end.setup)
    critic.watch(cast("Briefing[Any]", Told(end)), end.state, Play(card))
    return critic.found


def costs(end: End) -> dict[Card, float]:
    """Points of the deal each card costs its side, by brute force."""
    setup, state, _ = end
    scores = Scores(setup, state.ranking, state.contract, state.taken, state.teams)

    def lead(rest: Result) -> list[float]:
        ours, theirs = scores.taken(rest, state.deal.nest)
        return [(ours - theirs) / 2, (theirs - ours) / 2]

    worths = worths_of_cards(setup, state, lead)
    return {card: max(worths.values()) - worth for card, worth in worths.items()}


@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_critic_counts_exactly_the_cards_that_cost_ten_points(key: str) -> None:
    losses = 0
    for end in ends([key], "critic", 40, 3):
        for card, cost in costs(end).items():
            found = found_of(end, card)
            assert found.unsolved == 0
            assert found.losses == (cost >= LOSS), f"{card} costs {cost}"
            assert found.known <= found.losses
            losses += found.losses
    assert losses >= 3


def test_critic_tells_knowable_losses_from_others() -> None:
    """Of the losses near the very end some could be seen by their players, and some could not."""
    known = [
        found_of(end, card).known
        for end in ends(["kentucky"], "known", 60, 2)
        for card, cost in costs(end).items()
        if cost >= LOSS
    ]
    assert set(known) == {0, 1}


def test_critic_ignores_cards_before_the_last_tricks() -> None:
    seen = set()
    for end in ends(["kentucky"], "early", 30, TRICKS + 2):
        left = end.setup.tricks - len(end.state.taken)
        if left > TRICKS:
            seen.add(left)
            for card in end.state.ranking.legal(end.state.hands[end.state.turn], end.state.led):
                assert found_of(end, card) == Found(0, 0, 0)
    assert seen
