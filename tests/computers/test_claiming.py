"""A claim is sure exactly if it wins every trick in each possible deal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.computers.bidding_games import claiming
from bot.computers.bidding_games.claiming import Rest, can_be_claimed, is_sure, rest_of
from bot.computers.brief import AnyLegal, Briefing
from bot.table.match.claims import is_settled
from bot.tools.simulate import next_to_act
from rules.bidding.engine import BiddingGame
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.cards import CardSet, Color, parse_cards
from rules.core.decisions import ChooseCard
from tests.computers.ask import memory_of
from tests.computers.claims_tried import endings, is_sure_in_all, ours_in, worlds_of


def setups() -> list[Setup]:
    """The setups of all bidding games with claims, for up to four seats."""
    found = []
    for key in BIDDING_GAMES:
        game = find_game(key)
        assert isinstance(game, BiddingGame)
        made = [Setup(game.variant, seats) for seats in game.about.seats if seats <= 4]
        found += [setup for setup in made if can_be_claimed(setup.variant)]
    return found


def agreements(seed: str, number: int, most: int) -> tuple[int, int]:
    """The numbers of sure and unsure claims among ``number``; asserts that both checkers agree."""
    sure = 0
    for rest, worlds in endings(setups(), seed, number, most):
        expected = is_sure_in_all(rest, worlds)
        assert is_sure(rest) is expected, (rest.trick, list(worlds)[:3])
        sure += expected
    return sure, number - sure


def test_claim_is_sure_exactly_when_it_wins_in_every_possible_deal() -> None:
    sure, unsure = agreements("claims", 120, 120)
    assert sure > 20
    assert unsure > 20


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_ten_thousand_claims_are_sure_exactly_when_every_deal_wins() -> None:
    sure, unsure = agreements("many claims", 10_000, 400)
    assert sure > 2_000
    assert unsure > 2_000


@pytest.mark.parametrize("fault", ["_find_places", "_are_masters"])
def test_wrong_claim_checker_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claiming, fault, lambda *_: fault == "_are_masters")
    with pytest.raises(AssertionError):
        agreements("claims", 120, 120)


def cards(text: str) -> int:
    return int(CardSet.of(parse_cards(text)))


def test_claim_depends_on_which_neighboring_card_the_partner_leads() -> None:
    """The partner can lead a low black card; a black neighbor in another hand takes it."""
    game = find_game("kentucky")
    assert isinstance(game, BiddingGame)
    greens, red = "G6 G7 G9 G10 G12 B6 B10 B11", " R11"
    rest = claiming.Rest(
        Setup(game.variant, 4).ranking(Order(Color.YELLOW)),
        rounds=((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)),
        ours=(False, True, False, True),
        own=(False, True, False, False),
        held=(0, cards("R7 Y5 G5"), 0, 0),
        follows=(True,) * 4,
        counts=(3, 0, 3, 3, 0),
        could=(cards(greens), 0, cards(greens), cards(greens + red), 0),
        trick=(),
        leader=1,
    )
    assert not is_sure(rest)
    assert not is_sure_in_all(rest, worlds_of(rest))


@pytest.mark.parametrize("is_declarers", [True, False])
@pytest.mark.parametrize(
    ("called", "second", "third", "is_for"),
    [
        ("B6", "R9 B6", "G8 B5", True),
        ("B5", "R9 B6", "G8 B5", False),
        ("B6", "R9 B6 B5", "G8 B6 B5", None),
    ],
    ids=["partner takes it", "other takes it", "nobody knows"],
)
def test_trick_only_the_called_card_can_take_counts_for_its_holder(
    called: str, second: str, third: str, is_for: bool | None, *, is_declarers: bool
) -> None:
    """Red 9 takes one trick and yellow 14 the other; the called card tells the side of red 9's holder."""
    game = find_game("high_card_partner")
    assert isinstance(game, BiddingGame)
    rest = claiming.Rest(
        Setup(game.variant, 5).ranking(Order(Color.YELLOW)),
        rounds=((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)),
        ours=(False, True, not is_declarers, not is_declarers),
        own=(False, True, False, False),
        held=(0, cards("R5 Y14"), 0, 0),
        follows=(True,) * 4,
        counts=(2, 0, 2, 2, 0),
        could=(cards("G6 G7"), 0, cards(second), cards(third), 0),
        trick=(),
        leader=1,
        called=cards(called),
        is_declarers=is_declarers,
    )
    expected = is_for is is_declarers
    assert is_sure_in_all(rest, worlds_of(rest)) is expected
    assert is_sure(rest) is expected


def test_claim_beyond_the_node_limit_is_not_sure() -> None:
    rest = next(
        rest for rest, worlds in endings(setups(), "sure", 200, 50) if is_sure(rest) and len(rest.trick)
    )
    assert not is_sure(rest, nodes=0)


GAMES_TRIED = (
    "kentucky",
    "one_high",
    "regular_old",
    "display",
    "boston",
    "boston_three",
    "tennessee_1988",
    "over_the_top_1918",
    "high_card_partner",
)
"""Games of hands alone, open dummies, a draw pile, batteries, and a called partner."""


@pytest.mark.parametrize("key", GAMES_TRIED)
def test_real_deal_is_among_the_deals_a_player_holds_possible(key: str) -> None:
    """Near the end of real deals the real hands are always among the possible deals."""
    game = find_game(key).with_options({"deals": 2})
    assert isinstance(game, BiddingGame)
    seats, random = game.about.seats[0] if 4 not in game.about.seats else 4, Random(7)
    briefing, state, looked = Briefing(game), game.start(seats), 0
    while decisions := game.decisions(state):
        seat = next_to_act(decisions)
        decision = decisions[seat]
        if seat >= 0 and isinstance(decision, ChooseCard) and len(decision.held) <= 2:
            rest = rest_of(memory_of(briefing.brief(state, seat)))
            assert (rest is not None) is is_settled(game.table_view(state))
            looked += rest is not None and agrees(rest, state, game.side_hands(state, seat))
        player = briefing.brief(state, seat) if seat >= 0 else None
        action = decision.sample(random) if player is None else AnyLegal().choose(player, random)
        state, events = game.apply(state, seat, action)
        briefing.hear(events)
    assert looked > 3


def agrees(rest: Rest, state: Any, takers: frozenset[int]) -> bool:
    """Assert that both checkers agree and hold the real deal possible; False for too many deals."""
    worlds = worlds_of(rest, 3_000)
    if len(worlds) > 3_000:
        return False
    true = [
        frozenset() if is_own else frozenset(cards)
        for cards, is_own in zip(state.hands, rest.own, strict=True)
    ]
    [world] = [world for world in worlds if list(world[:-1]) == true]
    assert ours_in(rest, world) == takers
    assert is_sure(rest) is is_sure_in_all(rest, worlds)
    return True
