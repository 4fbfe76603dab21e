"""A claim is sure exactly when each deal that could be, however it is played, gives all that is left."""

from __future__ import annotations

from random import Random

import pytest

from bot.computers import claiming
from bot.computers.any_legal import AnyLegal
from bot.computers.briefing import Briefing
from bot.computers.claiming import can_be_claimed, is_sure, rest_of
from bot.tools.simulate import next_to_act
from rules.bidding.engine import BiddingGame
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup, make_setup
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.cards import CardSet, Color, parse_cards
from rules.core.decisions import ChooseCard
from tests.computers.ask import memory_of
from tests.computers.claims_tried import endings, is_sure_in_all, worlds_of


def setups() -> list[Setup]:
    """Every bidding game in which tricks may be claimed, for up to four."""
    found = []
    for key in BIDDING_GAMES:
        game = find_game(key)
        assert isinstance(game, BiddingGame)
        made = [make_setup(game.variant, seats) for seats in game.about.seats if seats <= 4]
        found += [setup for setup in made if can_be_claimed(setup.variant)]
    return found


def agreements(seed: str, number: int, most: int) -> tuple[int, int]:
    """How many of so many claims are sure, and how many not; both ways to look at each say the same."""
    sure = 0
    for rest, worlds in endings(setups(), seed, number, most):
        expected = is_sure_in_all(rest, worlds)
        assert is_sure(rest) is expected, (rest.trick, list(worlds)[:3])
        sure += expected
    return sure, number - sure


def test_a_claim_is_sure_exactly_when_every_deal_says_so() -> None:
    sure, unsure = agreements("claims", 120, 120)
    assert sure > 20
    assert unsure > 20


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_claims_are_sure_exactly_when_every_deal_says_so() -> None:
    sure, unsure = agreements("many claims", 10_000, 2_000)
    assert sure > 2_000
    assert unsure > 2_000


@pytest.mark.parametrize("fault", ["_find_places", "_are_masters"])
def test_a_checker_that_is_wrong_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claiming, fault, lambda *_: fault == "_are_masters")
    with pytest.raises(AssertionError):
        agreements("claims", 120, 120)


def cards(text: str) -> int:
    return int(CardSet.of(parse_cards(text)))


def test_whichever_of_neighboring_cards_a_partner_leads_may_matter() -> None:
    """Black can be led by the partner, low; one beside it, in another hand, takes that."""
    game = find_game("kentucky")
    assert isinstance(game, BiddingGame)
    greens, red = "G6 G7 G9 G10 G12 B6 B10 B11", " R11"
    rest = claiming.Rest(
        make_setup(game.variant, 4).ranking(Order(Color.YELLOW)),
        rounds=((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)),
        ours=(False, True, False, True),
        own=1,
        hand=cards("R7 Y5 G5"),
        counts=(3, 0, 3, 3, 0),
        could=(cards(greens), 0, cards(greens), cards(greens + red), 0),
        trick=(),
        leader=1,
    )
    assert not is_sure(rest)
    assert not is_sure_in_all(rest, worlds_of(rest))


def test_what_needs_too_many_looks_is_not_sure() -> None:
    rest = next(
        rest for rest, worlds in endings(setups(), "sure", 200, 50) if is_sure(rest) and len(rest.trick)
    )
    assert not is_sure(rest, nodes=0)


@pytest.mark.parametrize("key", ["kentucky", "one_high", "regular_old"])
def test_what_a_player_knows_of_a_match_agrees_with_the_deal_as_it_is(key: str) -> None:
    """Near the end of real deals: the hands as they are is always one of the deals that could be."""
    game = find_game(key).with_options({"deals": 2})
    seats, random = game.about.seats[0] if 4 not in game.about.seats else 4, Random(7)
    briefing, state, looked = Briefing(game), game.start(seats), 0
    while decisions := game.decisions(state):
        seat = next_to_act(decisions)
        decision = decisions[seat]
        if seat >= 0 and isinstance(decision, ChooseCard) and len(decision.held) <= 2:
            told = briefing.brief(state, seat)
            rest = rest_of(memory_of(told))
            assert rest is not None
            worlds = worlds_of(rest, 3_000)
            true = [
                frozenset(cards) if hand != seat else frozenset() for hand, cards in enumerate(state.hands)
            ]
            if len(worlds) <= 3_000:
                assert any(list(world[: len(true)]) == true for world in worlds)
                assert is_sure(rest) is is_sure_in_all(rest, worlds)
            looked += 1
        player = briefing.brief(state, seat) if seat >= 0 else None
        action = decision.sample(random) if player is None else AnyLegal().choose(player, random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
    assert looked > 8
