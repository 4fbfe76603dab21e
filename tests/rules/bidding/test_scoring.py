"""Scoring a deal: the Scoring section of each game, in deals the engine played card by card."""

from __future__ import annotations

import pytest

from rules.bidding.deck import total_of, trick_value, value_of
from rules.bidding.rows import ONE_HIGH, ROWS
from rules.bidding.scoring import Captures, Result, score
from rules.core.cards import Card, Color
from rules.core.events import NestWon
from tests.rules import reaching
from tests.rules.reaching import played
from tests.rules.scene import Scene

ROW = {row.key: row for row in ROWS}


# --- counters and proof totals ------------------------------------------------------------------------------

USUAL = {"R5": 5, "Y10": 10, "G14": 10, "B13": 0, "B9": 0}
ROOK = USUAL | {"Rook": 20}


@pytest.mark.parametrize(
    ("key", "points", "total"),
    [
        pytest.param("regular_old", USUAL, 100, id="SV-1 Regular, oldest"),
        pytest.param("regular_1924", USUAL, 100, id="SV-1 Regular of 1924"),
        pytest.param("regular_1988", USUAL, 100, id="SV-1 The Regular Game"),
        pytest.param("partnership_regular", USUAL, 120, id="SV-5 Partnership Regular"),
        pytest.param("kentucky", ROOK, 120, id="SV-21 Kentucky Discard"),
        pytest.param("kentucky_no_rook", USUAL, 100, id="R-18 without the Rook"),
        pytest.param("red_one", ROOK | {"R1": 30}, 150, id="SV-24 The Red 1"),
        pytest.param("one_high", ROOK | {"R1": 15, "B2": 0}, 200, id="SV-11 1-High"),
        pytest.param("dixie_1912", {"R5": 5, "Y10": 10, "G13": 10, "G14": 0}, 120, id="SV-18 Dixie of 1912"),
        pytest.param("dixie_1924", {"R5": 5, "Y10": 10, "G13": 10, "G14": 0}, 120, id="SV-18 Dixie of 1924"),
        pytest.param("dixie_1988", {"R5": 5, "Y10": 10, "G13": 10, "G14": 0}, 120, id="SV-18 Dixie of 1988"),
        pytest.param("display", USUAL, 128, id="SV-25 Display"),
        pytest.param("tennessee_1933", USUAL, 140, id="SV-8 Tennessee of 1933"),
        pytest.param("tennessee_1988", ROOK, 160, id="SV-9 Tennessee of 1988"),
        pytest.param("over_the_top_1918", USUAL, 100, id="SV-10 Over the Top of 1918"),
        pytest.param("over_the_top_1988", USUAL, 100, id="SV-10 Over the Top of 1988"),
        pytest.param("regular_for_two", USUAL, 126, id="SV-7 Regular for Two"),
        pytest.param("three_handed_1914", USUAL, 126, id="SV-6 Three Handed"),
        pytest.param("three_handed_display", USUAL, 100, id="SV-30 Three-Handed Display"),
        pytest.param("high_card_partner", ROOK, 120, id="SV-31 High Card Partner"),
        pytest.param("partnership_six", ROOK, 120, id="SV-32 Partnership for Six"),
    ],
)
def test_counters_add_up_to_the_proof_total(key: str, points: dict[str, int], total: int) -> None:
    """SV-1, SV-5 to SV-11, SV-18, SV-21, SV-24, SV-25, SV-30 to SV-32: "to prove the count is correct"."""
    for name, value in points.items():
        assert value_of(ROW[key], Card.parse(name), Color.GREEN) == value
    for seats in ROW[key].seats:
        assert total_of(ROW[key], seats) == total


@pytest.mark.parametrize(
    ("trump", "each", "total"),
    [
        pytest.param(None, 10, 240, id="SV-26 no color"),
        pytest.param(Color.RED, 10, 240, id="SV-26 R-32 red, where the book prints 241"),
        pytest.param(Color.BLACK, 8, 212, id="SV-26 black"),
        pytest.param(Color.GREEN, 6, 184, id="SV-26 R-32 green, whose value is missing in the book"),
        pytest.param(Color.YELLOW, 4, 156, id="SV-26 yellow"),
    ],
)
def test_sv26_r32_trump_decides_the_value_of_a_trick(trump: Color | None, each: int, total: int) -> None:
    """SV-26, R-32 (1988, Boston, Scoring): 100 and fourteen tricks; (184 - 100) / 14 = 6."""
    for key in ("boston", "boston_three"):
        assert trick_value(ROW[key], trump) == each
        assert total_of(ROW[key], ROW[key].seats[0], trump) == total == 100 + 14 * each


# --- the old set-back ---------------------------------------------------------------------------------------


def test_sv2_exact_bid_is_made() -> None:
    """SV-2 (1924, Regular Rook 9): B bid 40 and captures 40."""
    scene = played("regular_1924", (1, 40), {1: 40})

    assert scene.contract().made
    assert scene.points()[1] == 40


def test_sv3_failed_bid_scores_nothing_and_the_others_score() -> None:
    """SV-3 (1924, Regular Rook 9): B bid 40 and captures 35; A 20, C 15, D 30."""
    scene = played("regular_1924", (1, 40), {0: 20, 1: 35, 2: 15, 3: 30})

    assert not scene.contract().made
    assert scene.points() == [20, -40, 15, 30]
    assert sum(scene.points()) == 100 - 35 - 40


def test_sv5_most_tricks_score_twenty_and_equal_tricks_none() -> None:
    """SV-5 (1924, Partnership Rook): 8–6 tricks, 45–55 becomes 65–55; on 7–7 only the count cards score."""
    most = played("partnership_regular", (0, 45), {0: (45, 8), 1: (55, 6)})
    assert most.points() == [65, 55]

    equal = played("partnership_regular", (0, 45), {0: (45, 7), 1: (55, 7)})
    assert equal.points() == [45, 55]
    assert [side.bonus for side in equal.captured()] == [0, 0]


def test_r46_partnership_regular_sets_the_side_back() -> None:
    """R-46: silent there, explicit in Dixie; one score a side, and no side gets the 20 on equal tricks."""
    scene = played("partnership_regular", (1, 80), {1: (60, 7), 0: (40, 7)})

    assert scene.points() == [40, -80]
    assert scene.totals == [40, -80]


def test_sv6_three_handed_scores_two_for_each_of_thirteen_tricks() -> None:
    """SV-6 (1914, Three Handed Rook): 100 in count cards and 26 in tricks."""
    scene = played("three_handed_1914", (0, 50), {0: (40, 5)})

    assert sum(scene.points()) == 126
    assert scene.points()[0] == 40 + 10
    assert [side.bonus for side in scene.captured()] == [2 * side.tricks for side in scene.captured()]


def test_three_handed_sets_a_failing_bidder_back() -> None:
    """1914, Three Handed Rook: set back the amount of his bid; others score what they make."""
    scene = played("three_handed_1914", (1, 70), {1: (40, 5)})

    assert scene.points()[1] == -70
    assert scene.points()[0] + scene.points()[2] == 126 - 50


def test_sv12_failed_bid_sets_both_partners_back() -> None:
    """SV-12 (1988, 1-High, Example): bid 120, counters 90 and 20 for tricks: -120; the others 90."""
    scene = played("one_high", (0, 120), {0: (90, 8), 1: (90, 6)})

    assert not scene.contract().made
    assert scene.points() == [-120, 90]
    assert [side.bonus for side in scene.captured()] == [20, 0]
    assert 200 + scene.points()[0] == 80


def test_sv13_made_bid_is_scored_in_full() -> None:
    """SV-13 (1988, 1-High, Example): 125 made, the opponents score the other 75."""
    scene = played("one_high", (0, 120), {0: (105, 8)})

    assert scene.contract().made
    assert scene.points() == [125, 75]


def test_sv14_r45_tied_tricks_give_the_twenty_to_the_opponents() -> None:
    """SV-14, R-45 (1988, 1-High, Scoring): declarer 100 made, opponents 80 + 20."""
    scene = played("one_high", (0, 100), {0: (100, 7)})
    assert scene.contract().made
    assert scene.points() == [100, 100]

    other_way = played("one_high", (1, 100), {0: (100, 7)})
    assert other_way.points() == [120, -100]


# --- shooting the moon --------------------------------------------------------------------------------------

ALL_RED = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14"


def sweep(bid: int, bidder: int, **options: int) -> Scene:
    """A deal of 1-High in which seat 0, with all the trumps but the bird, takes every trick."""
    scene = Scene("one_high", deals=1, **options).deal({0: ALL_RED}, "Y2", dealer=0)
    scene.win_auction(bidder, bid).settle("red", keep=ALL_RED.split())
    while scene.phase == "Playing":
        highest = [card for card in scene.view(0).order if str(card) in scene.choices()]
        scene.do(f"play {highest[0]}" if scene.seat == 0 else str(next(scene.decision.answers())))
    return scene


def test_sv15_r44_option_moon_adds_a_hundred() -> None:
    """SV-15, R-44 (1988, 1-High, Shooting the Moon): all 14 tricks, bid 150: 200 + 100; opponents 0."""
    scene = sweep(150, 0, moon=100)

    assert [side.tricks for side in scene.captured()] == [14, 0]
    assert scene.points() == [300, 0]
    assert scene.captured()[0].bonus == 120


def test_r44_moon_is_off_by_default() -> None:
    """R-44."""
    assert sweep(150, 0).points() == [200, 0]


def test_r44_option_moon_is_for_either_side() -> None:
    """R-44: any side that takes all the tricks."""
    assert sweep(75, 1, moon=100).points() == [300, -75]


def test_r44_option_moon_never_makes_a_bid() -> None:
    """R-44: more than a deal is worth cannot be bid; if it were, the moon would not help."""
    moon = ONE_HIGH.model_copy(update={"moon": 100})
    beyond = score(moon, Result((Captures(180, 14), Captures(0, 0)), declaring=0, bid=205, last=0))

    assert not beyond.made
    assert [side.scored for side in beyond.sides] == [-205, 0]


# --- Dixie --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["dixie_1912", "dixie_1924", "dixie_1988"])
def test_sv16_twenty_for_tricks_count_toward_the_bid(key: str) -> None:
    """SV-16 (1912 and 1924, Dixie, Example): bids 90; 70 in count cards and 20 for most tricks."""
    scene = played(key, (1, 90), {1: (70, 9)})

    assert scene.contract().made
    assert scene.points() == [30, 90]


@pytest.mark.parametrize("key", ["dixie_1912", "dixie_1924", "dixie_1988"])
def test_sv17_bid_fails_without_most_tricks(key: str) -> None:
    """SV-17 (Dixie, Scoring): bid 90, counters 70: minus 90; the opponents score 30 + 20."""
    scene = played(key, (1, 90), {1: (70, 6)})

    assert scene.points() == [50, -90]


@pytest.mark.parametrize(("players", "tricks"), [(4, 14), (6, 10)])
def test_sv18_sv20_nest_counts_as_a_trick_of_the_last_taker(players: int, tricks: int) -> None:
    """SV-18, SV-20 (Dixie): the taker of the last trick takes the nest, which is a trick too; 120 in all."""
    scene = Scene("dixie_1988", players, deals=1).deal().win_auction(0, 70).settle().play_out()
    sides = scene.captured()

    assert sum(side.tricks for side in sides) == tricks
    assert sum(side.counters + side.bonus for side in sides) == 120


# --- Kentucky, The Red 1, Partnership for Six ---------------------------------------------------------------


@pytest.mark.parametrize("key", ["kentucky", "partnership_six"])
def test_sv22_bid_five_points_short_is_set_back(key: str) -> None:
    """SV-22 (1988, Official Tournament Rules, Scoring): bid 100, 95 taken: -100; the opponents 25."""
    scene = played(key, (1, 100), {1: 95})

    assert scene.points() == [25, -100]


def test_exact_bid_is_made_and_more_is_credited_in_full() -> None:
    """1988, Official Tournament Rules, Scoring."""
    assert played("kentucky", (1, 95), {1: 95}).points() == [25, 95]
    assert played("kentucky", (1, 70), {1: 95}).points() == [25, 95]


def test_sv24_red_one_sets_both_partners_back_below_zero() -> None:
    """SV-24 (1988, The Red 1, Scoring): 150 points; set back the bid, even if this gives a minus score."""
    scene = played("red_one", (0, 100), {0: 95})

    assert scene.points() == [-100, 55]
    assert scene.totals == [-100, 55]


def test_tricks_score_nothing_in_kentucky_discard() -> None:
    """1988, Official Tournament Rules: captured tricks have no separate value."""
    assert [side.bonus for side in played("kentucky", (1, 70), {1: 70}).captured()] == [0, 0]


def test_last_trick_takes_the_nest() -> None:
    """1988, Official Tournament Rules: any counters found in it count for the taker of the last trick."""
    scene = Scene(deals=1).deal({1: "R5 R10 R14 Y5"}, nest="Y10", dealer=0).win_auction(1, 70)
    scene.do("discard R5 R10 R14 Y5 Y10", "trump black").play_out()
    won = scene.last[-3]

    assert isinstance(won, NestWon)
    assert (won.points, scene.contract().nest_points) == (40, 40)
    assert set(map(str, won.cards)) == {"R5", "R10", "R14", "Y5", "Y10"}
    assert won.winner == scene.state.taken[-1].winner
    captured = [0, 0]
    for trick in scene.state.taken:
        captured[trick.winner % 2] += trick.points
    captured[scene.state.taken[-1].winner % 2] += 40
    assert [side.counters for side in scene.captured()] == captured


# --- the doubled failure ------------------------------------------------------------------------------------


def test_sv25_display_side_that_fails_scores_nothing_and_the_others_double() -> None:
    """SV-25 (1988, Display, Scoring): bid 80, 5 tricks and 65 are 75; the opponents score (18 + 35) × 2."""
    scene = played("display", (0, 80), {0: (65, 5)})

    assert scene.points() == [0, 106]
    made = played("display", (0, 75), {0: (65, 5)})
    assert made.points() == [75, 53]


def test_sv27_boston_bid_made() -> None:
    """SV-27 (1988, Boston, Scoring): red, bid 120; 8 tricks and 45 are 125; the opponents 60 + 55."""
    scene = played("boston", (0, "120 red"), {0: (45, 8)})

    assert scene.points() == [125, 115]
    assert sum(scene.points()) == 240


def test_sv28_boston_bid_short() -> None:
    """SV-28 (1988, Boston, Scoring): green, bid 120; 6 tricks and 60 are 96: 60 and 2 × (48 + 40)."""
    scene = played("boston", (0, "120 green"), {0: (60, 6)})

    assert not scene.contract().made
    assert scene.points() == [60, 176]


@pytest.mark.parametrize(
    "key", ["tennessee_1933", "tennessee_1988", "over_the_top_1918", "over_the_top_1988"]
)
def test_failing_bidder_of_two_scores_nothing_and_the_other_doubles(key: str) -> None:
    """1918 Over the Top, 1933 and 1988 Tennessee, Scoring."""
    scene = played(key, (1, 100), {1: 60})
    other = scene.captured()[0]

    assert scene.points() == [2 * (other.counters + other.bonus), 0]


@pytest.mark.parametrize(("key", "total"), [("tennessee_1933", 140), ("tennessee_1988", 160)])
def test_sv8_sv9_twenty_tricks_score_two_points_each(key: str, total: int) -> None:
    """SV-8, SV-9 (1933 and 1988, Tennessee, Scoring)."""
    scene = Scene(key, deals=1).deal().win_auction(1, 80).settle().play_out()
    sides = scene.captured()

    assert sum(side.tricks for side in sides) == 20
    assert sum(side.counters + side.bonus for side in sides) == total


def test_score_items_recount_the_deal() -> None:
    scene = Scene(deals=2).deal(dealer=2).win_auction(3, 70).settle("green").play_out()
    deal, contract = scene.scored(), scene.contract()

    assert (deal.deal, deal.dealer) == (1, 2)
    assert (contract.declarer, contract.bid, contract.trump) == (3, 70, Color.GREEN)
    assert [side.seats for side in deal.sides] == [(0, 2), (1, 3)]
    assert [side.total for side in deal.sides] == scene.totals


def test_equal_tricks_score_no_bonus_where_the_rule_book_says_so() -> None:
    """R-45, majority_tie."""
    unawarded = played("one_high", (0, 75), {0: (90, 7)}, majority_tie="nobody")

    assert [side.bonus for side in unawarded.captured()] == [0, 0]


def test_search_for_an_impossible_deal_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stage of these tests: no side can take 3 points of these counters."""
    monkeypatch.setattr(reaching, "DEALS", 2)
    with pytest.raises(AssertionError, match="no such deal"):
        played("kentucky", (1, 70), {0: 3})
