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


def test_bv9_the_dealer_sells_to_the_highest_bidder() -> None:
    """BV-9: A sells to C: 15 to A at once; C names trump and owes 15."""
    scene = bid_to_15()
    assert (scene.phase, scene.seat) == ("Selling trump", A)

    scene.do("sell 2")
    assert scene.last == (TrumpSold(A, C, 15), AuctionWon(C, 15))
    assert (scene.phase, scene.seat) == ("Naming trump", C)
    assert scene.facts == {"Trump named by": "{2}, who owes 15"}


def test_bv10_the_dealer_declines_and_owes_the_bid() -> None:
    """BV-10: A names trump and owes 15."""
    scene = bid_to_15().do("keep")

    assert scene.last == (TrumpKept(A, 15), AuctionWon(A, 15))
    assert (scene.phase, scene.seat) == ("Naming trump", A)


def test_a_dealer_who_keeps_trump_has_not_bid_bug() -> None:
    """The table said “bid 15” of the dealer, who must not bid at all."""
    scene = bid_to_15()
    assert (scene.facts, notes(scene.game, scene.table, C)) == ({"Bid": "15 by {2}"}, ["bid 15"])

    scene.do("keep")
    assert scene.facts == {"Trump named by": "{0}, who owes 15"}
    assert notes(scene.game, scene.table, A) == ["dealer", "owes 15"]


def test_no_sentence_takes_whoever_names_trump_for_the_bidder_bug() -> None:
    """It may be the dealer, who owes another's bid or nothing; of what the house rules add, too."""
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


def test_sv33_r47_a_deal_counts_32() -> None:
    """SV-33, R-47: 10 + 15 + 5 + 2, "a total of 32 points which is the maximum score of each hand"."""
    values = {rank: value_of(CORDOVA, Card.parse(f"G{rank}"), Color.GREEN) for rank in range(1, 15)}

    assert {rank: points for rank, points in values.items() if points} == {10: 10, 7: 15, 5: 5, 2: 2}
    assert value_of(CORDOVA, Card.parse("R10"), Color.GREEN) == 0
    assert total_of(CORDOVA, 4) == 32


def test_r47_the_highest_bid_is_31() -> None:
    """R-47: "as the total possible score is 31, this is, of course, the maximum bid"."""
    scene = Scene("cordova", 4).deal()

    assert scene.refused("bid 32") == "The highest bid is 31."
    assert scene.do("bid 31").phase == "Selling trump"


def test_r47_option_as_much_is_bid_as_can_be_captured() -> None:
    """R-47, max_bid: what a match of the first version of the rules is played by as well."""
    assert AuctionWon(B, 32) in Scene("cordova", 4, max_bid="total").deal().do("bid 32", "sell 1").last
    old = game_with("cordova", {}, 1)
    assert old.changes() == {"max_bid": "total"}
    assert old.meaning() == game_with("cordova", {"max_bid": "total"}).meaning()


def test_r52_the_rules_say_when_a_sale_is_paid() -> None:
    """They said at once; the points are in the total when the deal is over (R-52)."""
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
    """A deal after the auction to 15, in which everybody took what is wanted."""

    def begin(_: object) -> Scene:
        return bid_to_15(deals=2, **options).do(answer, "trump green")

    return reach(begin, lambda scene: fits(scene, dict(took)))


def test_sv34_r52_the_sale_counts_and_everybody_scores_what_he_captures() -> None:
    """SV-34, R-52: sold for 15; 10 + 15 for the dealer, and the points of the four add up to 32 + 15.

    The register's own captures (17, 9 and 6) cannot come of the counters 10, 15, 5 and 2; these can.
    """
    scene = ended("sell 2", {A: 10, B: 5, C: 17, D: 0})

    assert scene.points() == [25, 5, 17, 0]
    assert sum(scene.points()) == 32 + 15
    assert scene.contract().sold_for == 15


def test_sv34_the_sum_of_the_register() -> None:
    """SV-34: C captures 17, the dealer 9, B 6: 17, 9 and 6 before the sale."""
    record = score(CORDOVA, Result((Captures(9, 4), Captures(6, 4), Captures(17, 6)), declaring=2, bid=15))

    assert [side.scored for side in record.sides] == [9, 6, 17]


def test_sv35_r49_who_fails_keeps_his_captures_and_loses_the_amount() -> None:
    """SV-35, R-49: C owes 15 and captures 12: minus 3."""
    scene = ended("sell 2", {C: 12})

    assert not scene.contract().made
    assert scene.points()[C] == 12 - 15


def test_sv35_r49_option_the_captures_are_lost_too() -> None:
    """SV-35, R-49, forfeit: minus 15."""
    assert ended("sell 2", {C: 12}, forfeit=True).points()[C] == -15


def test_bv10_a_dealer_who_declined_and_fails_loses_the_amount() -> None:
    """BV-10: the amount bid him is deducted from his score."""
    scene = ended("keep", {A: 10})

    assert scene.points()[A] == 10 - 15
    assert scene.contract().sold_for == 0


def test_r52_the_sale_pays_even_if_the_buyer_fails() -> None:
    """R-52: at once; it counts for the target at the end of the deal."""
    scene = ended("sell 2", {A: 0, C: 12})

    assert scene.points()[A] == 15
    assert scene.totals[A] == 15


# --- the auction --------------------------------------------------------------------------------------------


def test_r50_where_nobody_bids_the_dealer_names_trump_and_owes_nothing() -> None:
    """R-50."""
    scene = Scene("cordova", 4, deals=2).deal(dealer=A).do("pass", "pass", "pass")
    assert scene.last == (BidPassed(D),)
    assert (scene.phase, scene.seat) == ("Naming trump", A)
    assert scene.facts == {"Trump named by": "{0}, who owes nothing"}

    scene.do("trump green").play_out()
    assert scene.contract().made
    assert sum(scene.points()) == 32


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_r51_bidding_goes_around_from_the_dealers_left_without_him(players: int) -> None:
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


def test_the_last_bidder_without_a_rival_still_gets_his_turn() -> None:
    """R-51: B and C pass; D may bid, and the dealer then sells to him."""
    scene = Scene("cordova", 4).deal(dealer=A).do("pass", "pass")
    assert scene.seat == D

    assert scene.do("bid 1").answers() == {"sell 3", "keep"}
