"""Cordova: older rule books (transcribed 2020)."""

from __future__ import annotations

import re

import pytest

from rules.bidding.deck import total_of, value_of
from rules.bidding.rows import CORDOVA
from rules.bidding.scoring import Captures, Result, score
from rules.catalog import find_game, game_with
from rules.core.cards import Card, Color
from rules.core.decisions import ChooseOption
from rules.core.events import AuctionWon, BidPassed, TrumpKept, TrumpSold
from rules.core.protocol import OptionValue
from tests.rules.reaching import fits, reach
from tests.rules.said import labels, notes, readings, sections
from tests.rules.scene import Scene

A, B, C, D = range(4)


def bid_to_15(**options: object) -> Scene:
    """A deals; B bids 10, C 15, D and B pass."""
    scene = Scene("cordova", 4, **options).deal(dealer=A)  # type: ignore[arg-type]
    return scene.do("bid 10", "bid 15", "pass", "pass")


def test_bv9_dealer_sells_trump_to_the_highest_bidder() -> None:
    """BV-9: A sells to C: 15 to A at once; C names trump and owes 15."""
    scene = bid_to_15()
    assert (scene.phase, scene.seat) == ("Selling trump", A)

    scene.do("sell 2")
    assert scene.last == (TrumpSold(A, C, 15), AuctionWon(C, 15))
    assert (scene.phase, scene.seat) == ("Naming trump", C)
    assert scene.facts == {"Trump named by": "{2}, who owes 15"}


def test_bv10_dealer_declines_to_sell_and_owes_the_bid() -> None:
    """BV-10: A names trump and owes 15."""
    scene = bid_to_15().do("keep")

    assert scene.last == (TrumpKept(A, 15), AuctionWon(A, 15))
    assert (scene.phase, scene.seat) == ("Naming trump", A)


def test_dealer_who_keeps_trump_is_not_shown_with_a_bid() -> None:
    """Bug: the table said “bid 15” of the dealer, who must not bid at all."""
    scene = bid_to_15()
    assert (scene.facts, notes(scene.game, scene.table, C)) == ({"Bid": "15 by {2}"}, ["bid 15"])

    scene.do("keep")
    assert scene.facts == {"Trump named by": "{0}, who owes 15"}
    assert notes(scene.game, scene.table, A) == ["dealer", "owing 15"], "it is also said of “You”"


def test_sentences_on_the_declarer_of_cordova_do_not_say_bidder() -> None:
    """Bug: the declarer may be the dealer, who owes another's bid or zero, and was called bidder."""
    tie: dict[str, OptionValue] = {
        "majority": 20,
        "majority_tie": "defenders",
        "target_checked": "each_trick",
    }
    game = game_with("cordova", {**tie, "seats": "4", "nest": 4, "table_talk": "bid", "revoke": "bid"})
    told = " ".join((*sections(game).values(), *readings(game).values(), *map(" ".join, game.words.terms())))

    assert set(re.findall(r"\w+ \w* ?bidder\b", told)) == {"the high bidder"}
    assert "What the player with the right takes counts only once it reaches what is owed." in told
    assert "what is owed for table talk" in told
    assert "loses what is owed, no matter who owes it" in told
    assert "a bid is" not in told


def test_sv33_r47_points_of_a_deal_are_32() -> None:
    """SV-33, R-47: 10 + 15 + 5 + 2, "a total of 32 points which is the maximum score of each hand"."""
    values = {rank: value_of(CORDOVA, Card.parse(f"G{rank}"), Color.GREEN) for rank in range(1, 15)}

    assert {rank: points for rank, points in values.items() if points} == {10: 10, 7: 15, 5: 5, 2: 2}
    assert value_of(CORDOVA, Card.parse("R10"), Color.GREEN) == 0
    assert total_of(CORDOVA, 4) == 32


def test_r47_highest_bid_is_31() -> None:
    """R-47: "as the total possible score is 31, this is, of course, the maximum bid"."""
    scene = Scene("cordova", 4).deal()

    assert scene.refused("bid 32") == "The highest bid is 31."
    assert scene.do("bid 31").phase == "Selling trump"


def test_r47_option_highest_bid_is_all_that_can_be_captured() -> None:
    """R-47, max_bid: also the highest bid in matches of version 1 of the rules."""
    assert AuctionWon(B, 32) in Scene("cordova", 4, max_bid="total").deal().do("bid 32", "sell 1").last
    old = game_with("cordova", {}, 1)
    assert old.changes() == {"max_bid": "total"}
    assert old.meaning() == game_with("cordova", {"max_bid": "total"}).meaning()


def test_r52_rules_say_a_sale_is_paid_after_the_deal() -> None:
    """R-52. Bug: the rules said at once; the points are in the total when the deal is over."""
    bidding, score = (
        next(one for one in find_game("cordova").about.rules if one.heading == heading)
        for heading in ("Bidding", "Score")
    )
    assert "The points are added to the dealer's score." in bidding.text
    assert "at once" not in bidding.text
    assert any("It counts at the end of the deal." in one.text for one in score.ours)
    scene = bid_to_15().do("sell 2")
    assert scene.totals == [0, 0, 0, 0]


def test_r48_only_the_highest_bid_may_be_sold() -> None:
    """R-48: as at an auction."""
    scene = bid_to_15()

    assert scene.answers() == {"sell 2", "keep"}
    assert scene.refused("sell 1") == "Sell to the bidder, or keep the right to name trump."


def test_r48_option_any_bid_may_be_sold() -> None:
    """R-48, sell_any: "for the number of points bid by any of the players"; a refusal is of the highest."""
    scene = bid_to_15(sell_any=True)
    question = scene.decision

    assert isinstance(question, ChooseOption)
    assert labels(scene.game, scene.view(scene.seat), question.options) == [
        "Sell to {2} for 15",
        "Sell to {1} for 10",
        "Keep it and owe 15",
    ]
    assert scene.do("sell 1").last == (TrumpSold(A, B, 10), AuctionWon(B, 10))


# --- scoring ------------------------------------------------------------------------------------------------


def ended(answer: str, took: dict[int, int], **options: object) -> Scene:
    """A deal after the auction to 15, in which the seats took the points `took`."""

    def begin(_: object) -> Scene:
        return bid_to_15(deals=2, **options).do(answer, "trump green")

    return reach(begin, lambda scene: fits(scene, dict(took)))


def test_sv34_r52_sale_is_scored_on_top_of_captured_points() -> None:
    """SV-34, R-52: sold for 15; 10 + 15 for the dealer, and the points of the four add up to 32 + 15.

    The register's own captures (17, 9 and 6) cannot come of the counters 10, 15, 5 and 2; these can.
    """
    scene = ended("sell 2", {A: 10, B: 5, C: 17, D: 0})

    assert scene.points() == [25, 5, 17, 0]
    assert sum(scene.points()) == 32 + 15
    assert scene.contract().sold_for == 15


def test_sv34_captured_points_of_the_register_are_scored() -> None:
    """SV-34: C captures 17, the dealer 9, B 6: 17, 9 and 6 before the sale."""
    record = score(CORDOVA, Result((Captures(9, 4), Captures(6, 4), Captures(17, 6)), declaring=2, bid=15))

    assert [side.scored for side in record.sides] == [9, 6, 17]


def test_sv35_r49_failed_buyer_scores_captures_minus_the_amount() -> None:
    """SV-35, R-49: C owes 15 and captures 12: minus 3."""
    scene = ended("sell 2", {C: 12})

    assert not scene.contract().made
    assert scene.points()[C] == 12 - 15


def test_sv35_r49_option_failed_buyer_loses_the_captures_too() -> None:
    """SV-35, R-49, forfeit: minus 15."""
    assert ended("sell 2", {C: 12}, forfeit=True).points()[C] == -15


def test_bv10_dealer_who_declined_and_fails_loses_the_amount() -> None:
    """BV-10: the amount bid him is deducted from the dealer's score."""
    scene = ended("keep", {A: 10})

    assert scene.points()[A] == 10 - 15
    assert scene.contract().sold_for == 0


def test_r52_sale_is_paid_even_if_the_buyer_fails() -> None:
    """R-52: at once; it counts for the target at the end of the deal."""
    scene = ended("sell 2", {A: 0, C: 12})

    assert scene.points()[A] == 15
    assert scene.totals[A] == 15


# --- the auction --------------------------------------------------------------------------------------------


def test_r50_dealer_without_bids_names_trump_and_owes_nothing() -> None:
    """R-50."""
    scene = Scene("cordova", 4, deals=2).deal(dealer=A).do("pass", "pass", "pass")
    assert scene.last == (BidPassed(D),)
    assert (scene.phase, scene.seat) == ("Naming trump", A)
    assert scene.facts == {"Trump named by": "{0}, who owes nothing"}
    assert notes(scene.game, scene.table, A) == ["dealer", "naming trump"]

    scene.do("trump green").play_out()
    assert scene.contract().made
    assert sum(scene.points()) == 32


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r51_bidding_goes_around_from_the_left_without_the_dealer(players: int) -> None:
    """R-51: once per round, passed is out, raises of one or more; at last the dealer decides."""
    scene = Scene("cordova", players).deal(dealer=A)
    asked = []
    for step in range(players - 1):
        asked.append(scene.seat)
        scene.do(f"bid {step + 1}")
    assert asked == list(range(1, players))
    assert scene.seat == B
    assert scene.refused(f"bid {players - 1}") == f"Bid at least {players}, or pass."
    assert scene.refused("pass", A) == "It isn't your turn."

    scene.do(*["pass"] * (players - 2))
    assert (scene.phase, scene.seat) == ("Selling trump", A)


def test_last_bidder_without_a_rival_gets_a_turn() -> None:
    """R-51: B and C pass; D may bid, and the dealer then sells to him."""
    scene = Scene("cordova", 4).deal(dealer=A).do("pass", "pass")
    assert scene.seat == D

    assert scene.do("bid 1").answers() == {"sell 3", "keep"}
