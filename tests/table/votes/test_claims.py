"""Claims: a line of play that takes all remaining tricks is found exactly where one exists."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.common.errors import Refused
from bot.computers.brief import AnyLegal, Briefing
from bot.table.match.claims import card_asked, is_settled, may_be_claimed, played_out
from bot.tools.simulate import next_to_act
from rules.bidding.engine import BiddingGame
from rules.catalog import find_game
from rules.core.events import DealScored, TrickTaken
from rules.core.protocol import Game


def endings(game: Game[Any], cards: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Positions of random deals with at most ``cards`` cards in the hand to play, and its seat."""
    seats = 4 if 4 in game.about.seats else game.about.seats[0]
    briefing, state, random = Briefing(game), game.start(seats), Random(seed)
    while decisions := game.decisions(state):
        asked = card_asked(decisions)
        is_near = asked is not None and len(asked[1].held) <= cards and is_settled(game.table_view(state))
        if asked is not None and is_near:
            yield state, asked[0]
        seat = next_to_act(decisions)
        told = briefing.brief(state, seat) if seat >= 0 else None
        action = decisions[seat].sample(random) if told is None else AnyLegal().choose(told, random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)


def is_there_a_way(game: Game[Any], state: Any, ours: frozenset[int]) -> bool:
    """Whether any line of play gives every trick to the given hands; all lines are tried."""
    asked = card_asked(game.decisions(state))
    if asked is None:
        return True
    seat, decision = asked
    for action in decision.answers():
        after, events = game.apply(state, seat, action)
        taken = [event.winner for event in events if isinstance(event, TrickTaken)]
        if all(winner in ours for winner in taken) and is_there_a_way(game, after, ours):
            return True
    return False


@pytest.mark.parametrize(
    ("key", "deals"),
    [
        ("kentucky", 30),
        ("boston", 15),
        ("boston_three", 15),
        ("over_the_top_1918", 25),
        ("high_card_partner", 8),
    ],
)
def test_claim_is_found_exactly_where_it_can_succeed(key: str, deals: int) -> None:
    """A dummy's and a battery's cards are played too, and a called partner's tricks count for the claim."""
    game = find_game(key).with_options({"deals": deals})
    assert isinstance(game, BiddingGame)
    found = refused = 0
    for state, seat in endings(game, 2, 1):
        ours = game.side_hands(state, seat)
        if is_there_a_way(game, state, ours):
            scored, now = [], state
            for who, play in played_out(game, state, seat):
                now, events = game.apply(now, who, play)
                assert all(event.winner in ours for event in events if isinstance(event, TrickTaken))
                scored += [event for event in events if isinstance(event, DealScored)]
            assert len(scored) == 1
            found += 1
        else:
            with pytest.raises(Refused, match="The cards don't allow that"):
                played_out(game, state, seat)
            refused += 1
    assert found > 20
    assert refused > 20


@pytest.mark.parametrize(
    ("key", "may"),
    [
        ("kentucky", True),
        ("tennessee_1988", True),
        ("boston", True),
        ("regular_for_two", False),
        ("high14", False),
    ],
)
def test_tricks_are_claimable_in_games_where_every_hand_becomes_known(key: str, *, may: bool) -> None:
    """Not with a dummy that lies face down to its end, and not in games where no tricks are bid on."""
    assert may_be_claimed(find_game(key)) is may


@pytest.mark.parametrize("key", ["tennessee_1988", "over_the_top_1918", "boston_three"])
def test_no_claim_before_the_last_card_is_drawn_or_turned_up(key: str) -> None:
    """A pile is used up, a battery uncovered, a dummy shown once; that holds to the end."""
    game, random, settled = find_game(key).with_options({"deals": 1}), Random(1), list[bool]()
    state = game.start(game.about.seats[0])
    while decisions := game.decisions(state):
        if card_asked(decisions) is not None:
            settled.append(is_settled(game.table_view(state)))
        seat = next_to_act(decisions)
        state, _ = game.apply(state, seat, decisions[seat].sample(random))
    assert settled == sorted(settled)
    assert len(set(settled)) == 2
