"""Trump named with the lowest card winning (house rule): the order of the numbers, the bird and the red 1.

Source: card-game-rules, Rook: the cards rank in descending order, and "the Rook is always the lowest ranked
trump" even so. So a bird that is the highest or the lowest trump by name stays so, one between two
numbers turns around with them.
"""

from __future__ import annotations

import pytest

from rules.bidding.engine import BiddingGame
from rules.bidding.ranking import Order, Ranking, make_ranking
from rules.bidding.trick import captured
from rules.bidding.variant import Variant
from rules.bidding.words.sections import describe
from rules.catalog import game_with
from rules.core.actions import Bird, NameTrump
from rules.core.cards import Color, parse_cards
from rules.core.protocol import InvalidOption, OptionValue
from tests.rules.scene import Scene


def variant(**options: OptionValue) -> Variant:
    """Kentucky with all the numbers, where the lowest card may win."""
    game = game_with("kentucky", {"numbers": "1-14", "no_trump": "reversed", **options})
    assert isinstance(game, BiddingGame)
    return game.variant


def reversed_ranking(rules: Variant, bird: Bird | None = None) -> Ranking:
    """The ranking of the cards with black as trump and the lowest winning."""
    return make_ranking(rules, 4, Order(Color.BLACK, bird, lowest_wins=True))


def taker(ranking: Ranking, trick: str) -> str:
    """The card that takes a trick."""
    cards = tuple(parse_cards(trick))
    return str(cards[captured(ranking, ranking.suit[cards[0]], cards)[0]])


def beaten_by_the_bird(rules: Variant, bird: Bird | None = None) -> set[int]:
    """The numbers of trump that the bird beats."""
    ranking = reversed_ranking(rules, bird)
    return {number for number in range(1, 15) if taker(ranking, f"B{number} Rook") == "Rook"}


def test_bird_at_ten_and_a_half_loses_to_lower_trumps() -> None:
    """Bug: the Rook took this trick."""
    scene = Scene("kentucky", rook="ten_half", rook_plays="as_trump", no_trump="reversed").deal(
        {1: "Rook", 2: "R13", 3: "B6", 0: "B8"}, dealer=0
    )
    scene.win_auction(1, 70).lay_any().act(NameTrump(Color.BLACK, lowest_wins=True))
    assert taker(reversed_ranking(variant(rook="ten_half")), "Rook R13 B6 B8") == "B6"
    assert taker(scene.state.ranking, "Rook R13 B6 B8") == "B6"


@pytest.mark.parametrize("high", [1, 14])
@pytest.mark.parametrize(
    ("rook", "bird", "beaten"),
    [
        pytest.param("top", None, set(range(1, 15)), id="the highest trump stays the highest"),
        pytest.param("low", None, set(), id="the lowest trump stays the lowest"),
        pytest.param("ten_half", None, {11, 12, 13, 14}, id="between 10 and 11 it turns around"),
        pytest.param("dealer_chooses", "top", set(range(1, 15)), id="chosen as the highest"),
        pytest.param("dealer_chooses", "low", set(), id="chosen as the lowest"),
        pytest.param("dealer_chooses_any", "ten_half", {11, 12, 13, 14}, id="chosen between 10 and 11"),
    ],
)
def test_bird_beats_other_cards_when_the_lowest_wins(
    rook: str, bird: Bird | None, beaten: set[int], high: int
) -> None:
    highest = {1} if "ten_half" in (rook, bird) and high == 1 else set()

    assert beaten_by_the_bird(variant(rook=rook, high=high), bird) == beaten | highest


def test_numbers_are_reversed_except_the_red_1() -> None:
    ranking = reversed_ranking(variant(red_one=True))

    assert taker(ranking, "G9 G5 G14 G7") == "G5"
    assert taker(ranking, "G5 B14 B2 G1") == "B2"
    assert taker(ranking, "B2 Rook R1 B1") == "R1"
    assert taker(reversed_ranking(variant(high=1)), "G1 G14 G13") == "G13"


@pytest.mark.parametrize("rook", ["none", "top", "low", "ten_half", "dealer_chooses", "dealer_chooses_any"])
@pytest.mark.parametrize("no_trump", ["no", "yes", "reversed", "reversed_alone"])
def test_rules_describe_the_bird_when_the_lowest_wins(rook: str, no_trump: str) -> None:
    nest = 5 if rook != "none" else 4
    rules = variant(rook=rook, no_trump=no_trump, nest=nest)
    told = dict(describe(rules)).get("The Rook", "")
    assert ("when the lowest card wins" in told.lower()) is (
        rook != "none" and no_trump.startswith("reversed")
    )
    if "any other trump beats it" in told:
        assert beaten_by_the_bird(rules) == set()
    if "It stays the highest trump" in told:
        assert beaten_by_the_bird(rules) == set(range(1, 15))
    if "the 10 of trump beats it and it beats the 11" in told:
        beaten = beaten_by_the_bird(rules, "ten_half")
        assert 10 not in beaten
        assert 11 in beaten


def test_red_1_is_told_to_stay_highest_where_the_lowest_may_win() -> None:
    sentence = "It stays the highest trump even when the lowest card wins."

    assert sentence in dict(describe(variant(red_one=True)))["The red 1"]
    assert sentence not in dict(describe(variant(red_one=True, no_trump="yes")))["The red 1"]


def test_lowest_card_may_win_without_trump_alone() -> None:
    scene = Scene("kentucky", no_trump="reversed_alone").deal({}).win_auction(1, 70).lay_any()
    offered = {str(action) for action in scene.decision.answers()}
    assert offered == {
        "trump red",
        "trump yellow",
        "trump green",
        "trump black",
        "trump none",
        "trump none reversed",
    }
    scene.do("trump none reversed")
    assert taker(scene.state.ranking, "G9 G5 B14 G7") == "G5"


def test_lowest_card_winning_without_trump_alone_is_refused_with_trump_in_the_bid() -> None:
    with pytest.raises(InvalidOption, match="“Trump named” with the bid can't also let the lowest card win"):
        game_with("boston", {"no_trump": "reversed_alone"})
