"""The oracle's tricks and scores: as the rule books say."""

import pytest

from tests.oracle import (
    ROWS,
    cut_needed,
    cut_side,
    deal_scores,
    discard_fault,
    discardable,
    legal_cards,
    match_over,
    row_for,
    trick_value,
    winning_card,
)
from tests.oracle.samples import BOSTON, DIXIE, RED_ONE, scored


@pytest.mark.parametrize(
    ("trump", "hand", "led", "legal"),
    [
        ("green", "R1 R9", "R5", "R9"),  # FV-6
        ("green", "R1 Y6", "R5", "R1 Y6"),  # FV-6
        ("green", "R1 Y6", "G5", "R1"),  # FV-6
        ("green", "R1 Rook Y6", "G5", "R1 Rook"),
        ("green", "Rook Y6", "Y5", "Y6"),
        ("green", "G7 Y6", "R1", "G7"),
        ("red", "R1 R9 Y6", "R5", "R1 R9"),
    ],
)
def test_legal_cards_of_the_red_one(trump: str, hand: str, led: str, legal: str) -> None:
    assert legal_cards(hand.split(), led, trump, RED_ONE) == legal.split()


@pytest.mark.parametrize(
    ("key", "trump", "cards", "winner"),
    [
        ("red_one", "red", "R14 Rook R1", "R1"),  # FV-7
        ("red_one", "red", "R14 Rook R13", "Rook"),  # FV-7
        ("red_one", "green", "R14 G14 R1", "R1"),
        ("boston", "none", "Y3 G14 B14", "Y3"),  # FV-10
        ("boston", "none", "Y3 Y9 B14 Y4", "Y9"),
        ("boston", "black", "Y3 Y9 B1 Y4", "B1"),
        ("dixie_1924", "green", "R13 R14 R10", "R14"),
        ("regular_old", "green", "R13 R1 R14 B2", "R14"),
        ("tennessee_1988", "green", "R13 Rook", "Rook"),
        ("cordova", "green", "R13 R14 G2", "G2"),
    ],
)
def test_winning_card_is_the_books(key: str, trump: str, cards: str, winner: str) -> None:
    assert winning_card(cards.split(), trump, ROWS[key]) == winner


def test_every_hand_without_a_rook_follows() -> None:
    assert legal_cards(["R5", "G6"], "R9", "green", BOSTON) == ["R5"]
    assert legal_cards(["Y5", "G6"], "R9", "none", BOSTON) == ["Y5", "G6"]


@pytest.mark.parametrize(
    ("key", "trump", "cards", "value"),
    [
        ("boston", "none", "R5 R10", 25),  # SV-26
        ("boston", "red", "R5 R10", 25),
        ("boston", "black", "R5 R10", 23),
        ("boston", "green", "R5 R10", 21),
        ("boston", "yellow", "R5 R10", 19),
        ("boston_three", "yellow", "R5 R10", 19),
        ("display", "red", "R14 R13", 12),
        ("tennessee_1933", "red", "R14 R5", 17),
        ("tennessee_1988", "red", "Rook R5", 27),
        ("three_handed_1914", "red", "R14 R5 B2", 17),
        ("regular_for_two", "red", "R14 R5 B2", 17),
        ("over_the_top_1918", "red", "R14 R5 B7 B8", 15),
        ("dixie_1912", "red", "R14 R13 R10 R5", 25),
        ("dixie_1988", "red", "R14 R13 R10 R5", 25),
        ("red_one", "red", "R1 Rook R10 R5", 65),
        ("cordova", "red", "R10 R7 R5 R2", 32),  # SV-33
        ("cordova", "red", "R10 B10 B7 B5 G2", 10),
        ("regular_1988", "red", "R10 B7 B5 G2", 15),
    ],
)
def test_value_of_a_trick_includes_its_counters(key: str, trump: str, cards: str, value: int) -> None:
    assert trick_value(cards.split(), ROWS[key], trump) == value


def test_two_cards_may_be_exchanged_in_regular_for_two() -> None:
    row = ROWS["regular_for_two"]
    hand, nest = ["R4", "R5", "R6", "R7"], ["B4", "B5", "B6", "B7", "B8"]
    assert discard_fault(hand + nest, nest, row, nest) is None
    assert discard_fault(hand + nest, ["R4", "R5", "B5", "B6", "B7"], row, nest) is None
    assert discard_fault(hand + nest, ["R4", "R5", "R6", "B6", "B7"], row, nest) is not None
    assert discard_fault(hand + nest, ["R4", "B5", "B6", "B7"], row, nest) is not None


@pytest.mark.parametrize(
    "key", ["tennessee_1933", "tennessee_1988", "over_the_top_1918", "three_handed_1914", "one_high"]
)
def test_counters_may_not_be_discarded_where_the_nest_is_removed(key: str) -> None:
    row = ROWS[key]
    held = ["R5", "B10", "G14", "R6", "R7", "R8", "R9", "R11"]
    plain = ["R6", "R7", "R8", "R9", "R11"]
    assert discardable(held, row) == plain
    assert discard_fault(held, plain[: row["nest"]], row) is None
    assert discard_fault(held, ["R5", *plain[1 : row["nest"]]], row) is not None


RED = ["R5", "R10", "R14"]
YELLOW = ["Y5", "Y10", "Y14"]
GREEN = ["G5", "G10", "G14"]
BLACK = ["B5", "B10", "B14"]


def tricks_of(**taken: list[list[str]]) -> list[tuple[int, list[str]]]:
    """Tricks by seat: s0=[[..], ..]; the last one named takes the last trick."""
    return [(int(seat[1:]), cards) for seat, tricks in taken.items() for cards in tricks]


def test_regular_rook_scores_a_bid_made_and_failed() -> None:  # SV-2, SV-3
    tricks = tricks_of(
        s0=[["R10", "Y10"]], s2=[["Y5", "R14"]], s3=[["G10", "Y14", "G14"]], s1=[BLACK, ["G5", "R5"]]
    )
    score = deal_scores(tricks, [], 1, 40, ROWS["regular_1924"], trump="red")
    assert not score["made"]
    assert scored(score) == [20, -40, 15, 30]
    made = deal_scores(tricks, [], 1, 35, ROWS["regular_1924"], trump="red")
    assert made["made"]
    assert scored(made) == [20, 35, 15, 30]


def test_odd_cards_go_with_the_last_trick() -> None:
    row = row_for("regular_1988", 3)
    tricks = tricks_of(s0=[RED], s2=[["Y6"]])
    assert scored(deal_scores(tricks, [], 2, 5, row, trump="red", odd=["B14"])) == [25, 0, 10]
    six = row_for("partnership_regular", 6)
    score = deal_scores(tricks_of(s0=[RED, ["R2"]], s3=[["Y6"]]), [], 0, 25, six, odd=["B14", "B5"])
    assert [side["counters"] for side in score["sides"]] == [25, 15]
    cordova = row_for("cordova", 3)
    odd = deal_scores(tricks_of(s0=[["B2"]]), [], 0, 0, cordova, trump="red", odd=["R7", "B7"])
    assert scored(odd) == [15, 0, 0]


def test_partnership_regular_gives_the_20_to_neither_side_on_equal_tricks() -> None:  # SV-5, R-46
    row = ROWS["partnership_regular"]
    a, b = [RED, YELLOW[:2]], [GREEN, BLACK, YELLOW[2:]]
    more = tricks_of(s0=a + [["R2"]] * 6, s1=b + [["R3"]] * 3)
    assert scored(deal_scores(more, [], 0, 60, row)) == [40 + 20, 60]
    equal = tricks_of(s0=a + [["R2"]] * 5, s1=b + [["R3"]] * 4)
    assert scored(deal_scores(equal, [], 0, 40, row)) == [40, 60]


def test_dixie_counts_the_nest_as_a_trick() -> None:  # SV-16, SV-17, SV-18
    seventy = ["R13", "R10", "Y13", "Y10", "G13", "G10", "R5", "Y5"]
    rest = ["B13", "B10", "G5"]
    tricks = tricks_of(s1=[rest] + [["R2"]] * 5, s0=[seventy] + [["R3"]] * 6)
    for key in ("dixie_1912", "dixie_1924", "dixie_1988"):
        score = deal_scores(tricks, ["R4", "R6", "R7", "R8"], 2, 90, ROWS[key])
        assert score["made"]
        assert [side["tricks"] for side in score["sides"]] == [8, 6]
        assert scored(score) == [90, 25]
    failed = tricks_of(s0=[seventy] + [["R3"]] * 5, s1=[rest] + [["R2"]] * 6)
    score = deal_scores(failed, ["B5", "R6", "R7", "R8"], 2, 90, DIXIE)
    assert [side["counters"] for side in score["sides"]] == [70, 30]
    assert scored(score) == [-90, 50]


def test_equal_tricks_of_dixie_follow_the_edition() -> None:  # SV-19, R-21
    tricks = tricks_of(s0=[["R13"]] * 7, s1=[["R2"]] * 6)
    assert cut_needed(tricks, ROWS["dixie_1912"])
    assert cut_needed(tricks, ROWS["dixie_1924"])
    assert not cut_needed(tricks, ROWS["dixie_1988"])
    assert not cut_needed(tricks[1:], ROWS["dixie_1912"])
    assert cut_side(["R9", "B12", "B5", "R1"], DIXIE) == 0
    assert cut_side(["R9", "B12", "B5", "R3"], DIXIE) == 1
    assert cut_side(["R9", "B12", "B5", "R2"], DIXIE) is None
    cut = deal_scores(tricks, [], 0, 70, DIXIE, cut=1)
    assert [side["bonus"] for side in cut["sides"]] == [0, 20]
    new = deal_scores(tricks, [], 1, 70, ROWS["dixie_1988"])
    assert [side["bonus"] for side in new["sides"]] == [20, 0]


def test_six_players_of_dixie_may_tie_at_five() -> None:
    row = row_for("dixie_1912", 6)
    assert cut_needed(tricks_of(s0=[["R2"]] * 5, s1=[["R3"]] * 4), row)
    assert cut_side(["R1", "R2", "R3", "R4", "R5", "R6"], row) == 1


def test_display_doubles_the_opponents_of_a_failing_bidder() -> None:  # SV-25
    a = [RED, YELLOW, ["G5", "G10"]] + [["R2"]] * 2
    b = [["G14"], BLACK] + [["R3"]] * 7
    score = deal_scores(tricks_of(s0=a, s1=b), [], 2, 80, ROWS["display"], trump="red")
    assert [side["counters"] + side["bonus"] for side in score["sides"]] == [75, 53]
    assert scored(score) == [0, 106]
    assert scored(deal_scores(tricks_of(s0=a, s1=b), [], 2, 75, ROWS["display"], trump="red")) == [75, 53]


def test_boston_scores_a_bid_made_and_failed() -> None:  # SV-27, SV-28
    a = [RED, ["Y10", "Y14"]] + [["R2"]] * 6
    b = [GREEN, BLACK, ["Y5"]] + [["R3"]] * 3
    made = deal_scores(tricks_of(s0=a, s1=b), [], 0, 120, BOSTON, trump="red")
    assert made["made"]
    assert scored(made) == [125, 115]
    a = [RED, YELLOW, ["G10"]] + [["R2"]] * 3
    b = [BLACK, ["G5", "G14"]] + [["R3"]] * 6
    short = deal_scores(tricks_of(s0=a, s1=b), [], 0, 120, BOSTON, trump="green")
    assert not short["made"]
    assert [side["counters"] + side["bonus"] for side in short["sides"]] == [96, 88]
    assert scored(short) == [60, 176]


def test_boston_for_three_gives_each_the_score_of_his_side() -> None:
    row = ROWS["boston_three"]
    tricks = tricks_of(s0=[RED, *[["R2"]] * 6], s3=[YELLOW], s1=[GREEN, *[["R3"]] * 3], s2=[BLACK, ["R4"]])
    made = deal_scores(tricks, [], 0, 80, row, trump="yellow")
    assert [side["tricks"] for side in made["sides"]] == [8, 6, 6]
    assert scored(made) == [50 + 32, 50 + 24, 50 + 24]
    assert scored(deal_scores(tricks, [], 0, 90, row, trump="yellow")) == [50, 148, 148]


def test_three_handed_display_scores_a_bid() -> None:  # SV-30, R-36
    row = ROWS["three_handed_display"]
    tricks = tricks_of(s0=[BLACK], s3=[RED, ["Y5", "Y10"]], s1=[GREEN], s2=[["Y14"]])
    made = deal_scores(tricks, [], 0, 60, row, trump="red")
    assert scored(made) == [65, 35, 35]
    assert scored(deal_scores(tricks, [], 0, 70, row, trump="red")) == [-70, 35, 35]


def test_high_card_partner_scores_a_pair() -> None:  # SV-31
    row = ROWS["high_card_partner"]
    tricks = tricks_of(
        s1=[["R5", "Y5", "G5", "B5", "Y14"]],
        s0=[BLACK[1:], RED[1:], GREEN[1:]],
        s2=[["R6"]],
        s3=[["Rook", "R7"]],
    )
    made = deal_scores(tricks, ["Y10"], 0, 80, row, partners=[3])
    assert [side["counters"] for side in made["sides"]] == [90, 30, 30, 90, 30]
    assert scored(made) == [90, 30, 30, 90, 30]
    assert scored(deal_scores(tricks, ["Y10"], 0, 95, row, partners=[3])) == [-95, 30, 30, -95, 30]
    assert [side["seats"] for side in made["sides"]] == [[0], [1], [2], [3], [4]]


def test_regular_for_two_shows_the_dummy_and_drops_the_nest() -> None:  # SV-29, R-16, R-38
    row = ROWS["regular_for_two"]
    mine = [["R14", "Y14", "G14"], ["R10", "Y10"]] + [["R4"]] * 4
    yours = [["G10", "B14", "R5", "Y5"]] + [["R6"]] * 3
    blind = [["B10", "G5"]] + [["R7"]] * 2
    score = deal_scores(tricks_of(s0=mine, s1=yours, s2=blind), ["B5"], 0, 60, row, trump="red")
    assert scored(score) == [62, 38]
    assert score["dummy"] == {"counters": 15, "tricks": 3, "scored": 21}
    short = deal_scores(tricks_of(s0=mine, s1=yours, s2=blind), ["B5"], 0, 65, row, trump="red")
    assert scored(short) == [0, 76]
    assert short["dummy"] == score["dummy"]


def test_tennessee_and_over_the_top_double_after_a_failed_bid() -> None:
    tricks = tricks_of(s0=[RED, *[["R4"]] * 7], s1=[YELLOW, GREEN, BLACK, *[["R6"]] * 9])
    score = deal_scores(tricks, [], 0, 60, ROWS["tennessee_1933"], trump="red")
    assert [side["tricks"] for side in score["sides"]] == [8, 12]
    assert scored(score) == [0, 2 * (75 + 24)]
    assert scored(deal_scores(tricks, [], 1, 95, ROWS["tennessee_1933"], trump="red")) == [41, 99]
    over = deal_scores(tricks_of(s0=[RED], s1=[YELLOW, GREEN, BLACK]), [], 0, 50, ROWS["over_the_top_1988"])
    assert scored(over) == [0, 150]


def test_three_handed_rook_is_set_back() -> None:  # SV-6
    row = ROWS["three_handed_1914"]
    tricks = tricks_of(s0=[RED] + [["R4"]] * 5, s1=[YELLOW] + [["R6"]] * 3, s2=[GREEN, BLACK, ["R7"]])
    score = deal_scores(tricks, [], 0, 50, row, trump="red")
    assert [side["counters"] + side["bonus"] for side in score["sides"]] == [37, 33, 56]
    assert scored(score) == [-50, 33, 56]


def test_dealer_of_cordova_sells_or_keeps_trump() -> None:  # SV-34, SV-35, R-49, R-52
    row = row_for("cordova", 3)
    tricks = tricks_of(s0=[["R10", "B10"]], s1=[["R5"]], s2=[["R7", "R2", "Y7"]])
    sold = deal_scores(tricks, [], 2, 15, row, trump="red", seller=0)
    assert sold["made"]
    assert scored(sold) == [10 + 15, 5, 17]
    short = deal_scores(tricks, [], 2, 20, row, trump="red", seller=0)
    assert not short["made"]
    assert scored(short) == [10 + 20, 5, 17 - 20]
    kept = deal_scores(tricks, [], 0, 15, row, trump="red")
    assert scored(kept) == [10 - 15, 5, 17]
    unsold = deal_scores(tricks, [], 0, 0, row, trump="red")
    assert unsold["made"]
    assert scored(unsold) == [10, 5, 17]


def test_red_one_is_set_back_below_zero() -> None:
    score = deal_scores(tricks_of(s0=[RED], s1=[["R1", "Rook"]]), ["B14"], 0, 80, RED_ONE, trump="red")
    assert scored(score) == [-80, 60]


def test_match_without_a_target_ends_by_deals_or_the_limit() -> None:
    assert not match_over([900, 0], 5, None, None, 20)
    assert match_over([900, 0], 20, None, None, 20)
    assert match_over([900, 0], 5, None, 5, 20)
