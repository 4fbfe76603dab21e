"""Score talk has the arithmetic: what was bid, what was taken, what it brought; in deals really scored."""

from __future__ import annotations

from random import Random

import pytest

from rules.core.words import counted
from tests.rules.reaching import fits, played, reach
from tests.rules.said import said
from tests.rules.scene import Scene, taken_by

A, B, C, D = range(4)
HIGHEST = "Rook R14 R13 R12 R11 R10 R9 R8 R7"
"""A hand of Official Tournament Rook that takes every trick."""


def deal_of(scene: Scene) -> str:
    """The sentence on the contract of the last deal."""
    return said(scene.game.words.event(scene.scored()), blue=scene.table.blue)


def sides_of(scene: Scene) -> list[str]:
    """By side: the words on its points."""
    deal = scene.scored()
    return [said(scene.game.words.why(deal, side)) for side in deal.sides]


# --- a bid made, and a bid set ------------------------------------------------------------------------------


def test_summary_of_a_bid_made_exactly_says_so() -> None:
    scene = played("regular_1924", (B, 40), {B: 40})

    assert deal_of(scene) == "{1} made 40 in green with 40, +40."


def test_summary_of_a_bid_made_with_more_gives_all_points_taken() -> None:
    scene = played("red_one", (A, 95), {0: 105})

    assert deal_of(scene) == "{0} made 95 in green with 105, +105."


def test_summary_of_a_failed_bid_gives_the_points_missing() -> None:
    scene = played("regular_1924", (B, 40), {A: 20, B: 35, C: 15, D: 30})

    assert deal_of(scene) == "{1} bid 40 in green, took 35: set by 5, −40."


def test_summary_counts_the_twenty_for_tricks_toward_the_bid() -> None:
    """SV-12 (1988, 1-High, Example): bid 120, counters 90 and 20 for tricks."""
    scene = played("one_high", (A, 120), {0: (90, 8), 1: (90, 6)})

    assert deal_of(scene) == "{0} bid 120 in green, took 110: set by 10, −120."
    assert sides_of(scene) == ["8 tricks, 90 + 20 points", "6 tricks, 90 points"]


def test_summary_of_a_moon_does_not_count_toward_the_bid() -> None:
    scene = Scene("kentucky", deals=2, moon=100).deal({B: HIGHEST}, dealer=A)
    scene.win_auction(B, 100).settle("red", HIGHEST.split()).play_out()

    assert deal_of(scene) == "{1} made 100 in red with 120, +220."
    assert sides_of(scene) == ["", "9 tricks, 120 + 100 points"]


def test_summary_of_an_equaled_bid_to_be_beaten_says_set() -> None:
    scene = played("regular_1924", (B, 40), {B: 40}, exact_makes=False)

    assert deal_of(scene) == "{1} bid 40 in green, took 40: just the bid, so set, −40."


def test_summary_of_a_bid_without_trump_says_no_color() -> None:
    scene = played("boston", (A, 100), {0: (50, 7)})

    assert deal_of(scene) == "{0} made 100 in no color with 120, +120."


def test_summary_of_a_blue_deck_says_blue() -> None:
    scene = played("regular_old", (B, 40), {B: 40}, trump="yellow", players=4, blue=True)

    assert deal_of(scene) == "{1} made 40 in blue with 40, +40."


def test_summary_has_thousands_commas_and_true_minus_signs() -> None:
    scene = Scene("kentucky", deals=2).deal().win_auction(A, 120).settle().play_out()
    bid = scene.contract()._replace(bid=1250, took=1000)
    side = scene.scored().sides[0]._replace(scored=-1250)
    deal = scene.scored()._replace(contract=bid, sides=(side, *scene.scored().sides[1:]))

    assert said(scene.game.words.event(deal)) == "{0} bid 1,250 in green, took 1,000: set by 250, −1,250."


# --- what a failed bid costs otherwise ----------------------------------------------------------------------


def test_summary_of_a_failed_bid_in_display_doubles_the_opponents() -> None:
    """SV-25 (1988, Display, Scoring)."""
    scene = played("display", (A, 80), {0: (65, 5)})

    assert deal_of(scene) == "{0} bid 80 in green, took 75: set by 5, no points."
    assert sides_of(scene) == ["5 tricks, 65 + 10 points", "9 tricks, 35 + 18 points, counted twice"]
    assert scene.points() == [0, 2 * (35 + 18)]


def test_summary_of_a_failed_bid_in_boston_keeps_the_counters() -> None:
    """SV-28 (1988, Boston, Scoring)."""
    scene = played("boston", (A, "120 green"), {0: (60, 6)})

    assert deal_of(scene) == "{0} bid 120 in green, took 96: set by 24, counters only, +60."
    assert sides_of(scene) == ["6 tricks, 60 + 36 points", "8 tricks, 40 + 48 points, counted twice"]


# --- dummies and partners -----------------------------------------------------------------------------------


def test_summary_for_three_gives_dummy_tricks_to_the_bidder() -> None:
    scene = played("boston_three", (A, "120 green"), {0: 60})
    took = scene.contract().took

    assert took == 60 + scene.captured()[0].bonus
    assert deal_of(scene).startswith(f"{{0}} {'made' if took >= 120 else 'bid'} 120 in green")
    assert str(took) in deal_of(scene)


def test_summary_gives_a_blind_dummy_its_own_points() -> None:
    """R-38: shown and not ranked."""
    scene = Scene("regular_for_two", deals=1).deal().win_auction(B, 60).settle().play_out()
    deal = scene.scored()

    assert deal.dummy is not None
    taken = taken_by(deal.dummy)
    told = said(scene.game.words.why(deal, deal.dummy))
    assert told == f"{counted(taken.tricks, 'trick')}, {taken.counters} + {counted(taken.bonus, 'point')}"


def five(call: str, bid: int, took: int) -> Scene:
    """Five players; the bidder has called a card, and the side took so much."""

    def begin(_: Random) -> Scene:
        hands = {0: "G13 G12 G11", 3: "G14 R14"}
        scene = Scene("high_card_partner", deals=2, partner_card="any")
        scene.deal(hands, "R5 R6 R7 R8 R9 R10", dealer=0)
        return scene.win_auction(0, bid).do("discard R5 R6 R7 R8 R9 R10", "trump green", f"call {call}")

    return reach(begin, lambda scene: fits(scene, {0: took}))


def test_called_partners_both_score_what_the_pair_took() -> None:
    """SV-31 (1988, High Card Partner, Scoring)."""
    scene = five("G14", 80, 85)

    assert deal_of(scene) == "{0} & {3} made 80 in green with 85, +85 each."
    assert scene.points() == [85, 35, 35, 85, 35]


def test_called_partners_are_both_set_back() -> None:
    scene = five("G14", 90, 85)

    assert deal_of(scene) == "{0} & {3} bid 90 in green, took 85: set by 5, −90 each."


def test_declarer_of_an_own_called_card_plays_alone() -> None:
    scene = five("G13", 60, 50)

    assert deal_of(scene) == "{0} alone bid 60 in green, took 50: set by 10, −60."


# --- the moon, giving up, the target, a renege --------------------------------------------------------------


def moon(*, made: bool) -> Scene:
    """A deal in which a player shoots the moon, with a hand that cannot fail or cannot do it."""
    scene = Scene("kentucky", deals=2, shoot=True).deal({B if made else C: HIGHEST}, dealer=A)
    while scene.seat != B:
        scene.do("pass")
    scene.do("shoot")
    return scene.settle("red", HIGHEST.split()).play_out()


def test_summary_of_a_moon_made_says_every_trick() -> None:
    scene = moon(made=True)

    assert scene.contract().made
    assert deal_of(scene) == f"{{1}} shot the moon in red and took every trick: +{scene.points()[1]}."


def test_summary_of_a_moon_missed_says_a_trick_was_lost() -> None:
    scene = moon(made=False)

    assert not scene.contract().made
    assert deal_of(scene) == "{1} shot the moon in red and lost a trick: −120."


@pytest.mark.parametrize(
    ("fold", "others"), [("opponents_nothing", ""), ("opponents_all", "all the points of the deal")]
)
def test_giving_up_loses_the_bid(fold: str, others: str) -> None:
    scene = Scene("kentucky", deals=2, fold=fold).deal(dealer=A).win_auction(B, 85)
    scene.do("fold")

    assert deal_of(scene) == "{1} bid 85 and gave up: −85."
    assert sides_of(scene) == [others, ""]


def test_own_dummy_scores_nothing_when_the_bidder_gives_up() -> None:
    """Bug: the dummy was told to have all the points of the deal, like the opponent."""
    scene = Scene("regular_for_two", deals=2, fold="opponents_all").deal(dealer=A).win_auction(A, 30)
    scene.do("trump green", "fold")

    dummy = scene.scored().dummy
    assert dummy is not None
    assert (scene.points(), dummy.scored) == ([-30, 126], 0)
    assert said(scene.game.words.why(scene.scored(), dummy)) == ""


def test_own_dummy_scores_nothing_by_a_renege() -> None:
    """Bug: the dummy was told to have all the points of the deal, like the opponent."""
    scene = Scene("regular_for_two", deals=2, revoke=100).deal(dealer=A).win_auction(A, 30).settle()
    scene.rule(f"revoke {B}")

    dummy = scene.scored().dummy
    assert dummy is not None
    assert (scene.points(), dummy.scored) == ([100, -100], 0)


def test_target_reached_by_others_leaves_the_bid_undecided() -> None:
    def begin(random: Random) -> Scene:
        scene = Scene("regular_1988", target=10, target_checked="each_trick").draw(0).shuffle(random)
        return scene.win_auction(0, 60).settle()

    scene = reach(begin, lambda scene: bool(scene.state.match.sheet) and scene.contract().stopped)

    took = scene.contract().took
    assert (
        deal_of(scene) == f"{{0}} bid 60 in green, took {took} before the target ended the deal: no points."
    )


@pytest.mark.parametrize(("offender", "points"), [(B, "−85"), (A, "no points")])
def test_renege_of_any_seat_ends_the_deal(offender: int, points: str) -> None:
    """SV-23, R-27 (1988, Penalties)."""
    scene = Scene(deals=9).deal(dealer=A).win_auction(B, 85).settle()
    scene.rule(f"revoke {offender}")

    assert deal_of(scene) == f"{{1}} bid 85 in green. A renege by {{{offender}}} ended the deal: {points}."


# --- selling trump ------------------------------------------------------------------------------------------


def cordova(answer: str, took: dict[int, int]) -> Scene:
    """A deal of Cordova after the auction to 15, in which the seats took the points `took`."""

    def begin(_: Random) -> Scene:
        scene = Scene("cordova", 4, deals=2).deal(dealer=A).do("bid 10", "bid 15", "pass", "pass")
        return scene.do(answer, "trump green")

    return reach(begin, lambda scene: fits(scene, dict(took)))


def test_bought_trump_is_made_with_the_buyers_points() -> None:
    """SV-34, R-52."""
    scene = cordova("sell 2", {A: 10, B: 5, C: 17, D: 0})

    assert deal_of(scene) == "{2} bought trump from {0} for 15 in green, made it with 17: +17."
    assert sides_of(scene)[A].endswith("10 points, +15 for trump")


def test_failed_buyer_is_set_by_the_points_missing() -> None:
    """SV-35, R-49."""
    scene = cordova("sell 2", {C: 12})

    assert deal_of(scene) == "{2} bought trump from {0} for 15 in green, took 12: set by 3, −3."


def test_dealer_who_keeps_trump_owes_the_bid() -> None:
    scene = cordova("keep", {A: 10})

    assert deal_of(scene) == "{0} kept trump for 15 in green, took 10: set by 5, −5."


def test_r50_dealer_without_bids_owes_nothing() -> None:
    """Register R-50, Cordova."""
    scene = (
        Scene("cordova", 4, deals=2).deal(dealer=A).do("pass", "pass", "pass").do("trump green").play_out()
    )
    points = scene.points()[A]

    gained = f"+{points}" if points else "no points"
    assert deal_of(scene) == f"{{0}} named green, owing nothing, took {points}: {gained}."


def test_dealer_who_owes_nothing_and_gives_up_has_named_no_trump() -> None:
    """Bug: the sentence read “named no color”."""
    scene = Scene("cordova", 4, seats="4", nest=4, fold="opponents_nothing", deals=2).deal(dealer=A)
    scene.do("pass", "pass", "pass", "fold")

    assert deal_of(scene) == "{0} kept trump, owing nothing and gave up: no points."


@pytest.mark.parametrize("failure", ["deducted", "opponents_doubled"])
def test_r50_declarer_who_owes_nothing_is_never_set(failure: str) -> None:
    """R-50: without a point it was “just the bid, so set”, where exactly the bid is not enough."""

    def begin(random: Random) -> Scene:
        scene = Scene("cordova", 4, deals=2, exact_makes=False, failure=failure).draw(A).shuffle(random)
        return scene.do("pass", "pass", "pass").do("trump green")

    scene = reach(begin, lambda scene: fits(scene, {A: 0}))

    assert deal_of(scene) == "{0} named green, owing nothing, took 0: no points."
    assert sum(scene.points()) == 32


# --- deals without a score, games without bids --------------------------------------------------------------


def test_summary_of_a_deal_thrown_in_gives_the_reason() -> None:
    scene = Scene("kentucky").deal(dealer=A).do("pass", "pass", "pass", "pass")
    (told,) = [said(scene.game.words.event(event)) for event in scene.last[-1:]]  # type: ignore[arg-type]

    assert told == "Everyone passed, so the deal is thrown in."


def test_summary_of_a_penalty_gives_points_and_reason() -> None:
    scene = Scene("kentucky").deal(dealer=A).rule("penalty 2 1000 table talk").rule("penalty 1 5 {0} {x} so")
    scene.rule("redeal")
    told = [said(scene.game.words.event(event)) for event in scene.table.sheet]

    assert told == [
        "−1,000 for {2}: table talk",
        "−5 for {1}: {0} {x} so",
        "The deal doesn't count. The cards are dealt again.",
    ]


def test_price_of_trump_is_not_called_all_the_points() -> None:
    """Bug: the buyer gave up and the others score zero, so the dealer has the price alone."""
    scene = Scene("cordova", seats="4", numbers="1-14", nest=4, fold="opponents_nothing", deals=1)
    scene.deal(dealer=A).do("bid 10", "pass", "pass", "sell 1", "fold")

    assert scene.points() == [10, -10, 0, 0]
    assert deal_of(scene) == "{1} bought trump from {0} for 10 and gave up: −10."
    assert sides_of(scene) == ["+10 for trump", "", "", ""]


def test_price_of_trump_and_all_the_points_are_both_told() -> None:
    scene = Scene(
        "cordova", seats="2", numbers="2,5-10,14", nest=4, trump="before_nest", fold="opponents_all", deals=1
    )
    scene.deal(dealer=A).do("bid 10", "sell 1", "trump red", "fold")

    assert scene.points() == [10 + 32, -10]
    assert sides_of(scene) == ["+10 for trump, all the points of the deal", ""]
