"""The oracle against the printed examples, against records it made itself, and against planted faults."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.oracle import (
    ROWS,
    Auction,
    Battery,
    Place,
    Row,
    after_drawing,
    around,
    battery_order,
    buriable,
    callable_cards,
    camps,
    check_record,
    cut_needed,
    cut_side,
    deal_out,
    deal_scores,
    discard_fault,
    drawable,
    first_leader,
    hand_size,
    legal_bids,
    legal_cards,
    make_record,
    match_over,
    match_winners,
    pack,
    points,
    row_for,
    seat_counts,
    trick_value,
    trick_winner,
    turn_order,
    who_chooses,
    winning_card,
)

KENTUCKY = ROWS["kentucky"]
ONE_HIGH = ROWS["one_high"]
RED_ONE = ROWS["red_one"]
DIXIE = ROWS["dixie_1924"]
BOSTON = ROWS["boston"]
GAMES = list(ROWS)
TABLES = [(key, seats) for key in ROWS for seats in seat_counts(key)]

Json = dict[str, Any]
Record = list[Json]


def of_kind(record: Record, kind: str) -> Iterator[Json]:
    return (line for line in record if line["type"] == kind)


def first(record: Record, kind: str) -> Json:
    return next(of_kind(record, kind))


# --- the printed examples -------------------------------------------------------------------------


def test_packs_and_totals() -> None:
    assert len(pack(KENTUCKY)) == 41
    assert len(pack(ONE_HIGH)) == 57
    assert points(pack(KENTUCKY), KENTUCKY) == 120  # SV-21
    assert points(pack(ONE_HIGH), ONE_HIGH) == 180  # SV-11
    assert points(["R1", "Y5", "G10", "B14", "Rook", "R13"], ONE_HIGH) == 15 + 5 + 10 + 10 + 20


def test_kentucky_is_dealt_with_the_nest_in_between() -> None:  # GV-16
    cards = [str(number) for number in range(41)]
    dealt = deal_out(cards, 3, KENTUCKY)
    hands, nest = dealt.hands, dealt.nest
    assert nest == ["4", "9", "14", "19", "24"]
    assert [hand[0] for hand in hands] == ["0", "1", "2", "3"]
    assert [hand[1] for hand in hands] == ["5", "6", "7", "8"]
    assert [len(hand) for hand in hands] == [9, 9, 9, 9]
    assert hands[3][-1] == "40"


def test_the_last_card_is_the_nest_of_one_high() -> None:
    cards = [str(number) for number in range(57)]
    dealt = deal_out(cards, 0, ONE_HIGH)
    assert dealt.nest == ["56"]
    assert [hand[0] for hand in dealt.hands] == ["3", "0", "1", "2"]


def test_legal_bids() -> None:
    assert legal_bids(0, KENTUCKY) == [70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 120]
    assert legal_bids(110, KENTUCKY) == [115, 120]
    assert legal_bids(120, KENTUCKY) == []
    assert legal_bids(0, ONE_HIGH)[0] == 75
    assert legal_bids(0, ONE_HIGH)[-1] == 200


def test_the_printed_auction() -> None:  # BV-3, with dealer A = seat 0
    auction = Auction(ONE_HIGH, dealer=0)
    for seat, call in [(0, 75), (1, 80), (2, None), (3, 85), (0, 90), (1, 95), (3, None), (0, None)]:
        assert not auction.over()
        assert auction.fault(seat, call) is None
        auction.say(seat, call)
    assert auction.over()
    assert (auction.declarer, auction.high) == (1, 95)


def test_the_last_seat_still_gets_its_turn() -> None:  # BV-5
    auction = Auction(ONE_HIGH, dealer=0)
    for seat in range(3):
        auction.say(seat, None)
    assert not auction.over()
    assert auction.fault(3, 70) is not None
    assert auction.fault(3, 75) is None
    auction.say(3, 75)
    assert auction.over()
    assert auction.declarer == 3


def test_kentucky_bidding_starts_left_of_the_dealer() -> None:  # BV-6
    auction = Auction(KENTUCKY, dealer=0)
    assert auction.turn == 1
    assert auction.fault(0, 70) is not None
    assert auction.fault(1, 72) is not None
    assert auction.fault(1, 70) is None


def test_the_cap_ends_the_auction() -> None:
    auction = Auction(KENTUCKY, dealer=3)
    auction.say(0, 120)
    assert auction.over()


def test_after_four_thrown_in_deals_the_dealer_must_bid() -> None:
    auction = Auction(KENTUCKY, dealer=3, thrown_in=4)
    for seat in range(3):
        assert auction.may_pass()
        auction.say(seat, None)
    assert auction.turn == 3
    assert not auction.may_pass()
    assert Auction(KENTUCKY, dealer=2, thrown_in=3).may_pass()
    assert not Auction(ONE_HIGH, dealer=2, thrown_in=4).may_pass()
    assert Auction(ONE_HIGH, dealer=2, thrown_in=3).may_pass()
    opened = Auction(KENTUCKY, dealer=3, thrown_in=4)
    opened.say(0, 70)
    opened.say(1, None)
    opened.say(2, None)
    assert opened.turn == 3
    assert opened.may_pass()


def test_who_leads_first() -> None:
    assert first_leader(3, 1, KENTUCKY) == 0  # left of the dealer, whoever bid highest
    assert first_leader(3, 1, ONE_HIGH) == 2  # left of the high bidder


def test_the_target_of_each_game() -> None:
    assert (KENTUCKY["target"], ONE_HIGH["target"]) == (300, 500)


@pytest.mark.parametrize(
    ("row", "hand", "led", "legal"),
    [
        (KENTUCKY, "G6 R7 Rook", "R9", "R7 Rook"),  # FV-1
        (KENTUCKY, "G6 R7 Rook", "G9", "G6 Rook"),  # FV-2
        (KENTUCKY, "R7 Rook", "G9", "Rook"),  # FV-3
        (KENTUCKY, "G6 R7", "Rook", "G6"),  # FV-4
        (KENTUCKY, "R7 B8", "Rook", "R7 B8"),  # FV-4
        (KENTUCKY, "G6 B8 Rook", "R9", "G6 B8 Rook"),
        (KENTUCKY, "G6 B8 Rook", None, "G6 B8 Rook"),
        (ONE_HIGH, "Rook Y6 G2", "Y9", "Y6"),  # FV-8
        (ONE_HIGH, "Rook Y6 G2", "G9", "Rook G2"),  # FV-8
        (ONE_HIGH, "Rook Y6", "G9", "Rook"),
        (ONE_HIGH, "Y6 G2", "Rook", "G2"),
        (ONE_HIGH, "Rook Y6 G2", "B9", "Rook Y6 G2"),
    ],
)
def test_legal_cards(row: Row, hand: str, led: str | None, legal: str) -> None:
    assert legal_cards(hand.split(), led, "green", row) == legal.split()


@pytest.mark.parametrize(
    ("row", "cards", "winner"),
    [
        (KENTUCKY, "R9 Rook G14 G5", 1),  # FV-5
        (KENTUCKY, "Rook G14 G5 R14", 0),
        (KENTUCKY, "R9 Y14 R10 B14", 2),
        (KENTUCKY, "R9 Y14 G5 G6", 3),
        (ONE_HIGH, "Y14 Y1 Y2 Y3", 1),  # FV-9
        (ONE_HIGH, "Y14 Rook G2 Y1", 2),  # FV-9
        (ONE_HIGH, "Y14 Rook Y1 B1", 1),
        (ONE_HIGH, "Rook G2 G14 G1", 3),
        (ONE_HIGH, "Rook Y1 B1 R1", 0),
    ],
)
def test_trick_winner(row: Row, cards: str, winner: int) -> None:
    played = list(enumerate(cards.split()))
    assert trick_winner(played, "green", row) == winner


def test_counters_may_not_be_buried_in_one_high() -> None:
    held = ["Y1", "Y5", "Rook", "G10", "B14", "R2", "R3"]
    assert buriable(held, ONE_HIGH) == ["R2", "R3"]
    assert discard_fault(held, ["R2"], ONE_HIGH) is None
    assert buriable(["Y5", "R2", "Rook"], ONE_HIGH) == ["R2"]
    for card in held[:5]:
        assert discard_fault(held, [card], ONE_HIGH) is not None
    assert discard_fault(held, [], ONE_HIGH) is not None
    assert discard_fault(held, ["R2", "R3"], ONE_HIGH) is not None
    assert discard_fault(held, ["R4"], ONE_HIGH) is not None


def test_with_nothing_but_counters_the_lowest_is_buried() -> None:
    held = ["Y1", "Y10", "G5", "Rook", "B5"]
    assert buriable(held, ONE_HIGH) == ["G5", "B5"]
    assert discard_fault(held, ["G5"], ONE_HIGH) is None
    assert discard_fault(held, ["Y10"], ONE_HIGH) is not None
    three: Row = {**ONE_HIGH, "nest": 3}
    held = ["R2", "Y1", "Y10", "G5", "Rook"]
    assert buriable(held, three) == ["R2", "Y10", "G5"]
    assert discard_fault(held, ["R2", "G5", "Y10"], three) is None
    assert discard_fault(["R2", "Y10", "G5", "B5", "Y5"], ["Y5", "G5", "B5"], three) is not None


def test_anything_may_be_buried_in_kentucky() -> None:
    held = ["Rook", "R14", "G10", "B5", "Y6", "Y7"]
    assert buriable(held, KENTUCKY) == held
    assert discard_fault(held, held[:5], KENTUCKY) is None
    assert discard_fault(held, held[:4], KENTUCKY) is not None
    assert discard_fault(held, ["Rook", "Rook", "G10", "B5", "Y6"], KENTUCKY) is not None


def test_short_of_the_bid_is_set_back() -> None:  # SV-22
    tricks = [(0, ["R14", "Y14", "G14", "B14", "Rook", "R10", "Y10", "G10"]), (2, ["R5"])]
    tricks += [(1, ["B10", "Y5", "G5"]), (3, ["R6"])]
    score = deal_scores(tricks, ["B5"], 0, 100, KENTUCKY)
    assert [side["counters"] for side in score["sides"]] == [95, 25]
    assert [side["scored"] for side in score["sides"]] == [-100, 25]
    assert not score["made"]
    made = deal_scores(tricks, ["B5"], 2, 95, KENTUCKY)  # equal is made
    assert made["made"]
    assert [side["scored"] for side in made["sides"]] == [95, 25]


def test_the_nest_goes_with_the_last_trick() -> None:
    tricks = [(0, ["R14"]), (1, ["Y6"])]
    score = deal_scores(tricks, ["Rook", "G5"], 0, 70, KENTUCKY)
    assert [side["counters"] for side in score["sides"]] == [10, 25]


ONE_HIGH_A = ["Rook", "R1", "Y1", "G1", "R14", "B10", "G5", "R2"]  # 20 + 45 + 10 + 10 + 5 = 90
ONE_HIGH_B = ["B1", "Y14", "G14", "B14", "R10", "Y10"]


def one_high_90_v_90(letters: str) -> list[tuple[int, list[str]]]:
    """Counters 90 each; the rest of B's 90 lies in his last trick."""
    a, b = list(ONE_HIGH_A), list(ONE_HIGH_B)
    tricks: list[tuple[int, list[str]]] = []
    for letter in letters:
        mine = a if letter == "A" else b
        tricks.append((0 if letter == "A" else 1, [mine.pop(0)] if mine else ["R3"]))
    return [*tricks[:-1], (tricks[-1][0], [*tricks[-1][1], "G10", "R5", "Y5", "B5"])]


def test_the_printed_set_back() -> None:  # SV-12
    score = deal_scores(one_high_90_v_90("AAAAAAAABBBBBB"), ["R4"], 0, 120, ONE_HIGH)
    assert score == {
        "made": False,
        "sides": [
            {"seats": [0, 2], "counters": 90, "tricks": 8, "bonus": 20, "scored": -120},
            {"seats": [1, 3], "counters": 90, "tricks": 6, "bonus": 0, "scored": 90},
        ],
        "dummy": None,
    }
    made = deal_scores(one_high_90_v_90("AAAAAAAABBBBBB"), ["R4"], 2, 110, ONE_HIGH)
    assert [side["scored"] for side in made["sides"]] == [110, 90]


def test_seven_tricks_each_favor_the_opponents() -> None:  # SV-14, R-45
    tricks = one_high_90_v_90("AAAAAAABBBBBBB")
    assert [side["bonus"] for side in deal_scores(tricks, ["R4"], 0, 90, ONE_HIGH)["sides"]] == [0, 20]
    assert [side["bonus"] for side in deal_scores(tricks, ["R4"], 3, 90, ONE_HIGH)["sides"]] == [20, 0]


def test_the_majority_helps_to_make_the_bid() -> None:
    tricks = one_high_90_v_90("AAAAAAAABBBBBB")
    assert deal_scores(tricks, ["R4"], 0, 110, ONE_HIGH)["made"]
    assert not deal_scores(tricks, ["R4"], 0, 115, ONE_HIGH)["made"]


def test_shooting_the_moon() -> None:  # SV-15, R-44
    cards = [card for card in pack(ONE_HIGH) if card != "R2"]
    tricks = [(0 if i % 2 else 2, cards[4 * i : 4 * i + 4]) for i in range(14)]
    off = deal_scores(tricks, ["R2"], 0, 150, ONE_HIGH)
    assert [side["scored"] for side in off["sides"]] == [200, 0]
    on = deal_scores(tricks, ["R2"], 0, 150, ONE_HIGH, moon=100)
    assert [side["scored"] for side in on["sides"]] == [300, 0]
    assert [side["bonus"] for side in on["sides"]] == [120, 0]
    against = deal_scores(tricks, ["R2"], 1, 75, ONE_HIGH, moon=100)
    assert [side["scored"] for side in against["sides"]] == [300, -75]


def test_counters_buried_of_necessity_go_with_the_last_trick() -> None:
    score = deal_scores([(0, ["R2"]), (1, ["R3"])], ["Y5"], 0, 75, ONE_HIGH)
    assert [side["counters"] for side in score["sides"]] == [0, 5]


@pytest.mark.parametrize(
    ("totals", "played", "deals", "over", "winners"),
    [
        ([295, 120], 9, None, False, [0, 2]),
        ([300, 120], 9, None, True, [0, 2]),
        ([310, 320], 9, None, True, [1, 3]),
        ([310, 310], 9, None, False, [0, 1, 2, 3]),
        ([310, 310], 9, 9, True, [0, 1, 2, 3]),
        ([400, 10], 8, 9, False, [0, 2]),
        ([-10, -20], 20, None, True, [0, 2]),
    ],
)
def test_the_end_of_the_match(
    totals: list[int], played: int, deals: int | None, over: bool, winners: list[int]
) -> None:
    assert match_over(totals, played, 300, deals, 20) is over
    assert match_winners(totals, KENTUCKY) == winners


def test_a_fixed_number_of_deals_is_cut_off_too() -> None:
    assert match_over([0, 0], 20, 300, 30, 20)


# --- the table of games ---------------------------------------------------------------------------

SIZES = """
regular_old 3 56 18+2 0 100, regular_old 4 56 14 0 100, regular_old 5 56 11+1 0 100
regular_old 6 56 9+2 0 100, regular_old 7 56 8 0 100, regular_old 8 56 7 0 100
regular_1924 3 40 13+1 0 100, regular_1924 6 56 9+2 0 100, regular_1988 3 40 13+1 0 100
regular_1988 5 56 11+1 0 100, partnership_regular 4 56 14 0 100, partnership_regular 6 56 9+2 0 100
kentucky 4 41 9 5 120, kentucky_no_rook 4 40 9 4 100, red_one 4 42 9 6 150, one_high 4 57 14 1 180
dixie_1912 4 56 13 4 100, dixie_1912 6 56 9 2 100, dixie_1924 4 56 13 4 100, dixie_1924 6 56 9 2 100
dixie_1988 4 56 13 4 100, dixie_1988 6 56 9 2 100, display 4 56 14 0 100, boston 4 56 14 0 100
boston_three 3 56 14 0 100, tennessee_1933 2 44 11 4 100, tennessee_1988 2 45 11 5 120
over_the_top_1918 2 44 10 4 100, over_the_top_1988 2 44 10 4 100, regular_for_two 2 44 13 5 100
three_handed_1914 3 44 13 5 100, three_handed_display 3 56 14 0 100, high_card_partner 5 41 7 6 120
partnership_six 6 57 8 9 120, cordova 3 56 18+2 0 -, cordova 4 56 14 0 -, cordova 5 56 11+1 0 -
cordova 6 56 9+2 0 -
"""


@pytest.mark.parametrize("text", [part.strip() for part in SIZES.strip().replace("\n", ",").split(",")])
def test_pack_hands_nest_and_counters(text: str) -> None:  # SV-1, 4, 11, 20, 21, 24, 31, 32, 43
    key, seats, size, hand, nest, total = text.split()
    row = row_for(key, int(seats))
    assert len(pack(row)) == len(set(pack(row))) == int(size)
    small, _, odd = hand.partition("+")
    assert (row["hand"], row["odd"], row["nest"]) == (int(small), int(odd or 0), int(nest))
    hands = row["seats"] + (1 if row["dummy"] in ("open", "blind") else 0)
    batteries = 4 * row["battery"]
    assert hands * row["hand"] + row["odd"] + row["nest"] + row["pile"] + batteries == int(size)
    if total != "-":
        assert points(pack(row), row) == int(total)


AUCTIONS = """
regular_old dealer yes 5 5 100, regular_1924 dealer yes 5 5 100, regular_1988 dealer no 5 5 100
partnership_regular dealer yes 5 5 120, kentucky left no 70 5 120, kentucky_no_rook left no 70 5 100
red_one dealer no 5 5 150, one_high dealer no 75 5 200, dixie_1912 left no 70 5 120
dixie_1924 left no 70 5 120, dixie_1988 dealer no 70 5 120, display dealer no 5 5 125
boston dealer no 70 10 240, boston_three dealer no 70 10 240, tennessee_1933 dealer yes 60 5 140
tennessee_1988 dealer no 80 5 160, over_the_top_1918 dealer yes 50 5 100
over_the_top_1988 dealer no 50 5 100, regular_for_two dealer no 30 5 125
three_handed_1914 dealer yes 50 5 125, three_handed_display dealer no 40 5 100
high_card_partner dealer no 5 5 120, partnership_six left no 70 5 120, cordova left no 1 1 31
"""


@pytest.mark.parametrize("text", [part.strip() for part in AUCTIONS.strip().replace("\n", ",").split(",")])
def test_who_opens_and_between_which_bids(text: str) -> None:
    key, opener, forced, low, step, cap = text.split()
    for seats in seat_counts(key):
        row = row_for(key, seats)
        auction = Auction(row, dealer=1)
        assert auction.turn == (1 if opener == "dealer" else 2 % seats)
        assert auction.may_pass() is (forced == "no")
        assert (auction.fault(auction.turn, None) is None) is (forced == "no")
        assert legal_bids(0, row) == list(range(int(low), int(cap) + 1, int(step)))


LEADS = """
regular_old left_of_dealer, regular_1924 left_of_dealer, regular_1988 left_of_bidder
partnership_regular left_of_dealer, kentucky left_of_dealer, kentucky_no_rook left_of_dealer
red_one left_of_dealer, one_high left_of_bidder, dixie_1912 left_of_dealer, dixie_1924 left_of_dealer
dixie_1988 dealer, display left_of_dealer, boston left_of_bidder, boston_three left_of_bidder
tennessee_1933 left_of_bidder, tennessee_1988 left_of_bidder, over_the_top_1918 left_of_bidder
over_the_top_1988 left_of_bidder, regular_for_two left_of_dealer, three_handed_1914 left_of_bidder
three_handed_display left_of_bidder, high_card_partner left_of_dealer, partnership_six left_of_dealer
cordova left_of_dealer
"""


@pytest.mark.parametrize("text", [part.strip() for part in LEADS.strip().replace("\n", ",").split(",")])
def test_the_opening_lead(text: str) -> None:
    key, word = text.split()
    for seats in seat_counts(key):
        for dealer in range(seats):
            for bidder in range(seats):
                expected = {
                    "dealer": dealer,
                    "left_of_dealer": (dealer + 1) % seats,
                    "left_of_bidder": (bidder + 1) % seats,
                }
                assert first_leader(dealer, bidder, row_for(key, seats)) == expected[word]


TARGETS = """
regular_old 200, regular_1924 150, regular_1988 150, partnership_regular 200, kentucky 300
kentucky_no_rook 300, red_one 500, one_high 500, dixie_1912 300, dixie_1924 300, dixie_1988 300, display 200
boston 1000, boston_three 1000, tennessee_1933 250, tennessee_1988 300, over_the_top_1918 200
over_the_top_1988 200, regular_for_two 150, three_handed_1914 200, three_handed_display 200
high_card_partner 500, partnership_six 300, cordova 100
"""


def test_the_targets() -> None:
    printed = [part.split() for part in TARGETS.strip().replace("\n", ",").split(",")]
    assert {key: int(target) for key, target in printed} == {key: row["target"] for key, row in ROWS.items()}
    assert len(printed) == 24


NESTS_AND_FAILURES = """
regular_old - - none setback, regular_1924 - - none setback, regular_1988 - - none setback
partnership_regular - - none setback, kentucky after any top setback, kentucky_no_rook after any none setback
red_one after any second setback, one_high after no_counters low setback
dixie_1912 after any none setback, dixie_1924 after any none setback, dixie_1988 after any none setback
display - - none zero_double, boston - - none counts_double, boston_three - - none counts_double
tennessee_1933 before no_counters none zero_double, tennessee_1988 before no_counters top zero_double
over_the_top_1918 before no_counters none zero_double
over_the_top_1988 before no_counters none zero_double
regular_for_two before two_own none zero_double, three_handed_1914 before no_counters none setback
three_handed_display - - none setback, high_card_partner after any top setback
partnership_six after any top setback, cordova - - none seller
"""


@pytest.mark.parametrize(
    "text", [part.strip() for part in NESTS_AND_FAILURES.strip().replace("\n", ",").split(",")]
)
def test_nest_rook_and_failure(text: str) -> None:
    key, trump, bury, rook, fail = text.split()
    row = ROWS[key]
    assert (row["rook_role"], row["fail"]) == (rook, fail)
    assert ("Rook" in pack(row)) is (rook != "none")
    assert (row["nest"] > 0) is (trump != "-")
    if row["nest"]:
        gone = {"any": "last_trick", "no_counters": "removed", "two_own": "dead"}
        assert (row["trump"], row["bury"], row["nest_to"]) == (trump, bury, gone[bury])


def test_a_game_is_only_for_its_numbers_of_people() -> None:
    assert seat_counts("regular_old") == [3, 4, 5, 6, 7, 8]
    assert seat_counts("regular_1924") == seat_counts("cordova") == [3, 4, 5, 6]
    assert seat_counts("dixie_1988") == seat_counts("partnership_regular") == [4, 6]
    assert seat_counts("boston_three") == [3]
    with pytest.raises(ValueError, match="not for 5 people"):
        row_for("kentucky", 5)
    with pytest.raises(ValueError, match="not for 5 people"):
        row_for("dixie_1924", 5)


def test_threes_sit_alternately() -> None:
    for key in ("partnership_six", "dixie_1912", "partnership_regular"):
        assert row_for(key, 6)["sides"] == [[0, 2, 4], [1, 3, 5]]
    assert row_for("dixie_1912", 4)["sides"] == [[0, 2], [1, 3]]


# --- dealing --------------------------------------------------------------------------------------


def numbered(row: Row) -> list[str]:
    """A stacked pack: each card shows the place at which it is dealt."""
    return [str(number) for number in range(len(pack(row)))]


def test_partnership_for_six_is_dealt_in_eight_rounds_and_a_last_card() -> None:  # GV-16, R-17
    row = ROWS["partnership_six"]
    dealt = deal_out(numbered(row), 5, row)
    assert dealt.nest == ["6", "13", "20", "27", "34", "41", "48", "55", "56"]
    assert dealt.hands[0][:2] == ["0", "7"]
    assert dealt.hands[5][:2] == ["5", "12"]
    assert [len(hand) for hand in dealt.hands] == [8] * 6


def test_dixie_is_dealt_by_edition() -> None:
    new = row_for("dixie_1988", 4)
    assert deal_out(numbered(new), 3, new).nest == ["4", "9", "14", "19"]
    for seats, nest in [(4, ["52", "53", "54", "55"]), (6, ["54", "55"])]:
        old = row_for("dixie_1912", seats)
        assert deal_out(numbered(old), 3, old).nest == nest
    assert deal_out(numbered(DIXIE), 3, DIXIE).hands[0][:2] == ["0", "4"]


def test_odd_cards_are_dealt_from_the_left_of_the_dealer() -> None:
    row = row_for("regular_1924", 3)
    assert [len(hand) for hand in deal_out(numbered(row), 1, row).hands] == [13, 13, 14]
    assert [hand_size(seat, 1, row) for seat in range(3)] == [13, 13, 14]
    row = row_for("cordova", 6)
    assert [len(hand) for hand in deal_out(numbered(row), 4, row).hands] == [10, 9, 9, 9, 9, 10]
    assert [hand_size(seat, 4, row) for seat in range(6)] == [10, 9, 9, 9, 9, 10]


def test_tennessee_is_dealt_hands_nest_pile() -> None:  # SV-8, SV-9
    for key, nest in [("tennessee_1933", 4), ("tennessee_1988", 5)]:
        dealt = deal_out(numbered(ROWS[key]), 0, ROWS[key])
        assert dealt.hands[1][:2] == ["0", "2"]
        assert dealt.hands[0][-1] == "21"
        assert dealt.nest == [str(22 + i) for i in range(nest)]
        assert dealt.pile == [str(22 + nest + i) for i in range(18)]


def test_over_the_top_is_dealt_hands_batteries_nest() -> None:
    row = ROWS["over_the_top_1918"]
    dealt = deal_out(numbered(row), 0, row)
    assert dealt.hands[1][:2] == ["0", "2"]
    assert dealt.batteries[1].down == ["20", "21", "22", "23", "24"]
    assert dealt.batteries[1].up == ["25", "26", "27", "28", "29"]
    assert dealt.batteries[0].down[0] == "30"
    assert dealt.nest == ["40", "41", "42", "43"]


def test_regular_for_two_is_dealt_as_if_for_three() -> None:
    row = ROWS["regular_for_two"]
    dealt = deal_out(numbered(row), 0, row)
    assert (dealt.hands[1][0], dealt.dummy[0], dealt.hands[0][0]) == ("0", "1", "2")
    assert dealt.nest == ["39", "40", "41", "42", "43"]


# --- auctions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "calls", "high"),
    [
        ("regular_1924", [15, 25, None, 30, 35, 40, None, None], 40),  # BV-1
        ("regular_old", [15, 20, None, 25, 30, 35, None, None], 35),  # BV-2, R-13
        ("regular_1988", [70, 80, None, 85, 90, 95, None, None], 95),  # BV-3
    ],
)
def test_the_printed_auctions_of_regular_rook(key: str, calls: list[int | None], high: int) -> None:
    auction = Auction(ROWS[key], dealer=0)
    for seat, call in zip([0, 1, 2, 3, 0, 1, 3, 0], calls, strict=True):
        assert not auction.over()
        assert auction.fault(seat, call) is None
        auction.say(seat, call)
    assert auction.over()
    assert (auction.declarer, auction.high) == (1, high)


def test_the_old_dealer_must_open() -> None:  # BV-4
    auction = Auction(ROWS["regular_1924"], dealer=0)
    assert auction.fault(0, None) is not None
    assert auction.fault(0, 0) is not None
    assert auction.fault(0, 5) is None
    auction.say(0, 5)
    for seat in (1, 2, 3):
        auction.say(seat, None)
    assert auction.over()
    assert auction.declarer == 0


def test_a_boston_bid_names_a_color() -> None:  # BV-7, R-34
    auction = Auction(BOSTON, dealer=0)
    assert auction.fault(0, 70) is not None
    assert auction.fault(0, 75, "green") is not None
    auction.say(0, 70, "green")
    assert auction.fault(1, 70, "none") is not None
    auction.say(1, 80, "black")
    auction.say(2, None)
    auction.say(3, None)
    assert auction.fault(0, 90, "blue") is not None
    assert auction.fault(0, 95, "red") is not None
    assert auction.fault(0, 90, "red") is None
    auction.say(0, 90, "red")
    auction.say(1, None)
    assert auction.over()
    assert (auction.declarer, auction.high, auction.color) == (0, 90, "red")


def test_the_caps_of_boston_go_by_color() -> None:
    caps = {color: legal_bids(0, BOSTON, color)[-1] for color in BOSTON["caps"]}
    assert caps == {"none": 240, "red": 240, "black": 210, "green": 180, "yellow": 150}
    auction = Auction(BOSTON, dealer=0)
    auction.say(0, 150, "yellow")
    assert not auction.over()
    assert auction.fault(1, 160, "yellow") is not None
    auction.say(1, 160, "green")
    auction.say(2, 240, "none")
    assert auction.over()


def test_only_boston_bids_name_a_color() -> None:
    assert Auction(KENTUCKY, dealer=0).fault(1, 70, "red") is not None


def test_the_dealer_of_cordova_takes_no_bid() -> None:  # BV-9, R-51
    auction = Auction(ROWS["cordova"], dealer=0)
    for seat, call in [(1, 10), (2, 15), (3, None), (1, None)]:
        assert not auction.over()
        assert auction.fault(0, 20) is not None
        assert auction.fault(seat, call) is None
        auction.say(seat, call)
    assert auction.over()
    assert (auction.declarer, auction.high) == (2, 15)
    silent = Auction(ROWS["cordova"], dealer=0, thrown_in=9)
    for seat in (1, 2, 3):
        assert silent.may_pass()
        silent.say(seat, None)
    assert silent.over()
    assert silent.declarer is None
    assert legal_bids(30, ROWS["cordova"]) == [31]
    assert legal_bids(31, ROWS["cordova"]) == []


# --- who sits where -------------------------------------------------------------------------------


def test_the_order_with_an_open_dummy_that_nobody_holds() -> None:
    for key in ("boston_three", "three_handed_display"):
        row = ROWS[key]
        order = around((2, "hand"), 0, 1, row)
        assert order == [(2, "hand"), (3, "dummy"), (0, "hand"), (1, "hand")]
        assert around((3, "dummy"), 0, 1, row)[0] == (3, "dummy")
        assert who_chooses((3, "dummy"), 0, 1, row) == 1
        assert camps(1, None, row) == [[1, 3], [0, 2]]


def test_the_dummy_of_display_and_of_boston() -> None:
    display = ROWS["display"]
    assert around((0, "hand"), 3, 0, display) == [(0, "hand"), (1, "dummy"), (2, "hand"), (3, "hand")]
    assert who_chooses((1, "dummy"), 3, 0, display) == 3  # the dealer, though seat 0 bid highest
    assert around((1, "hand"), 3, 0, BOSTON) == [(1, "hand"), (2, "dummy"), (3, "hand"), (0, "hand")]
    assert who_chooses((2, "dummy"), 3, 0, BOSTON) == 0
    assert who_chooses((3, "hand"), 3, 0, BOSTON) == 3


def test_the_blind_dummy_sits_at_the_right_of_the_dealer() -> None:
    row = ROWS["regular_for_two"]
    assert around((1, "hand"), 0, 1, row) == [(1, "hand"), (2, "dummy"), (0, "hand")]
    assert around((2, "dummy"), 0, 1, row) == [(2, "dummy"), (0, "hand"), (1, "hand")]
    assert who_chooses((2, "dummy"), 0, 1, row) == 0  # the dealer, though seat 1 bid highest
    assert camps(1, None, row) == [[0], [1], [2]]


def test_the_called_partner_and_the_other_three() -> None:
    row = ROWS["high_card_partner"]
    assert camps(4, 1, row) == [[4, 1], [0, 2, 3]]
    assert callable_cards(["R5", "R6", "R7", "Rook"], ["R5"], ["R7"]) == ["R6", "Rook"]


@pytest.mark.parametrize(
    ("leader", "order"),
    [
        ((0, "hand"), [(0, "hand"), (1, "hand"), (0, "battery"), (1, "battery")]),
        ((1, "hand"), [(1, "hand"), (0, "hand"), (1, "battery"), (0, "battery")]),
        ((0, "battery"), [(0, "battery"), (1, "battery"), (0, "hand"), (1, "hand")]),  # FV-14
        ((1, "battery"), [(1, "battery"), (0, "battery"), (1, "hand"), (0, "hand")]),
    ],
)
def test_the_order_of_hands_and_batteries(leader: Place, order: list[Place]) -> None:
    assert battery_order(leader) == order
    assert turn_order(leader, 0, 0, ROWS["over_the_top_1988"]) == order


def test_a_covered_card_is_turned_up_when_the_one_on_it_is_played() -> None:
    battery = Battery(up=["R5", "R6", "R7", "R8", "R9"], down=["B5", "B6", "B7", "B8", "B9"])
    battery.play("R7")
    assert battery.exposed() == ["R5", "R6", "B7", "R8", "R9"]
    battery.play("B7")
    assert battery.exposed() == ["R5", "R6", "R8", "R9"]


def test_drawing_from_the_pile() -> None:
    pile = ["R5", "B9", "G4", "Y8"]
    assert drawable(pile, None) == {"up": "R5", "pile": "B9"}
    assert drawable(pile, "up") == {"pile": "B9"}
    assert drawable(pile, "pile") == {"up": "R5"}
    assert after_drawing(pile) == ["G4", "Y8"]


# --- cards of the other games ---------------------------------------------------------------------


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
def test_the_winning_card(key: str, trump: str, cards: str, winner: str) -> None:
    assert winning_card(cards.split(), trump, ROWS[key]) == winner


def test_without_a_rook_everybody_follows() -> None:
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
def test_the_value_of_a_trick(key: str, trump: str, cards: str, value: int) -> None:
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
def test_no_counter_may_be_buried_where_the_nest_is_removed(key: str) -> None:
    row = ROWS[key]
    held = ["R5", "B10", "G14", "R6", "R7", "R8", "R9", "R11"]
    plain = ["R6", "R7", "R8", "R9", "R11"]
    assert buriable(held, row) == plain
    assert discard_fault(held, plain[: row["nest"]], row) is None
    assert discard_fault(held, ["R5", *plain[1 : row["nest"]]], row) is not None


# --- scores of the other games --------------------------------------------------------------------

RED = ["R5", "R10", "R14"]
YELLOW = ["Y5", "Y10", "Y14"]
GREEN = ["G5", "G10", "G14"]
BLACK = ["B5", "B10", "B14"]


def tricks_of(**taken: list[list[str]]) -> list[tuple[int, list[str]]]:
    """Tricks by seat: s0=[[..], ..]; the last one named takes the last trick."""
    return [(int(seat[1:]), cards) for seat, tricks in taken.items() for cards in tricks]


def scored(score: Any) -> list[int]:
    return [side["scored"] for side in score["sides"]]


def test_regular_rook_makes_and_fails() -> None:  # SV-2, SV-3
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


def test_partnership_regular_gives_the_20_to_nobody_when_tricks_are_equal() -> None:  # SV-5, R-46
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


def test_equal_tricks_of_dixie() -> None:  # SV-19, R-21
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


def test_six_at_dixie_may_tie_at_five() -> None:
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


def test_boston_makes_and_fails() -> None:  # SV-27, SV-28
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


def test_three_handed_display() -> None:  # SV-30, R-36
    row = ROWS["three_handed_display"]
    tricks = tricks_of(s0=[BLACK], s3=[RED, ["Y5", "Y10"]], s1=[GREEN], s2=[["Y14"]])
    made = deal_scores(tricks, [], 0, 60, row, trump="red")
    assert scored(made) == [65, 35, 35]
    assert scored(deal_scores(tricks, [], 0, 70, row, trump="red")) == [-70, 35, 35]


def test_high_card_partner() -> None:  # SV-31
    row = ROWS["high_card_partner"]
    tricks = tricks_of(
        s1=[["R5", "Y5", "G5", "B5", "Y14"]],
        s0=[BLACK[1:], RED[1:], GREEN[1:]],
        s2=[["R6"]],
        s3=[["Rook", "R7"]],
    )
    made = deal_scores(tricks, ["Y10"], 0, 80, row, partner=3)
    assert [side["counters"] for side in made["sides"]] == [90, 30, 30, 90, 30]
    assert scored(made) == [90, 30, 30, 90, 30]
    assert scored(deal_scores(tricks, ["Y10"], 0, 95, row, partner=3)) == [-95, 30, 30, -95, 30]
    assert [side["seats"] for side in made["sides"]] == [[0], [1], [2], [3], [4]]


def test_regular_for_two_shows_the_dummy_and_kills_the_nest() -> None:  # SV-29, R-16, R-38
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


def test_tennessee_and_over_the_top_double() -> None:
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


def test_cordova_sells_or_keeps() -> None:  # SV-34, SV-35, R-49, R-52
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
    nobody = deal_scores(tricks, [], 0, 0, row, trump="red")
    assert nobody["made"]
    assert scored(nobody) == [10, 5, 17]


def test_the_red_one_is_set_back_below_zero() -> None:
    score = deal_scores(tricks_of(s0=[RED], s1=[["R1", "Rook"]]), ["B14"], 0, 80, RED_ONE, trump="red")
    assert scored(score) == [-80, 60]


def test_no_target_means_deals_or_the_limit() -> None:
    assert not match_over([900, 0], 5, None, None, 20)
    assert match_over([900, 0], 20, None, None, 20)
    assert match_over([900, 0], 5, None, 5, 20)


# --- clean records --------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_random_matches_are_clean(key: str, seats: int) -> None:
    for seed in range(6):
        record = make_record(key, seed, seats=seats, max_deals=10)
        assert check_record(record) == []
        assert check_record(json.dumps(line) + "\n" for line in record) == []


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_other_ways_to_play_are_clean(key: str, seats: int) -> None:
    for seed in range(2):
        assert check_record(make_record(key, seed, seats=seats, deals=3, target=None)) == []
        assert check_record(make_record(key, seed, seats=seats, target=100, max_deals=20)) == []
        assert check_record(make_record(key, seed, seats=seats, talk=1.0, deals=2)) == []
    assert check_record(make_record(key, 5, seats=seats, target=None, max_deals=3)) == []


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_silent_players_throw_in(key: str, seats: int) -> None:
    quiet = make_record(key, 3, seats=seats, talk=0.0, deals=2)
    row = row_for(key, seats)
    expected = 0 if row["forced"] or row["sale"] else 2 * seats
    assert len(list(of_kind(quiet, "passed_out"))) == expected
    assert check_record(quiet) == []


def test_the_moon_is_clean() -> None:
    assert check_record(make_record("one_high", 1, target=100, moon=100)) == []


def test_a_shared_win_lists_everybody() -> None:
    record = make_record("kentucky", 0, deals=0)
    assert record[-1]["winners"] == [0, 1, 2, 3]
    assert check_record(record) == []


PROOF = """
regular_old 100, regular_1924 100, regular_1988 100, kentucky 120, kentucky_no_rook 100, red_one 150
one_high 200, dixie_1912 120, dixie_1924 120, dixie_1988 120, display 128, tennessee_1933 140
tennessee_1988 160, over_the_top_1918 100, over_the_top_1988 100, three_handed_1914 126
partnership_six 120, cordova 32
"""


@pytest.mark.parametrize("text", [part.strip() for part in PROOF.strip().replace("\n", ",").split(",")])
def test_every_total_is_the_proof_total(text: str) -> None:
    key, total = text.split()
    for seats in seat_counts(key):
        for line in of_kind(make_record(key, 1, seats=seats, deals=8), "score"):
            assert sum(side["counters"] + side["bonus"] for side in line["sides"]) == int(total)


def test_the_proof_totals_that_differ_from_deal_to_deal() -> None:
    for line in of_kind(make_record("partnership_regular", 1, deals=30), "score"):
        total = sum(side["counters"] + side["bonus"] for side in line["sides"])
        assert total == (100 if line["sides"][0]["tricks"] == 7 else 120)
    totals = {"none": 240, "red": 240, "black": 212, "green": 184, "yellow": 156}
    color = ""
    for line in make_record("boston", 1, deals=20):
        color = line["color"] if line["type"] == "bid" else color
        if line["type"] == "score":
            assert sum(side["counters"] + side["bonus"] for side in line["sides"]) == totals[color]
    buried: list[str] = []
    row = ROWS["regular_for_two"]
    for line in make_record("regular_for_two", 1, deals=20):
        buried = line["cards"] if line["type"] == "discard" else buried
        if line["type"] == "score":
            captured = sum(side["counters"] + side["bonus"] for side in line["sides"])
            assert captured + line["dummy"]["scored"] + points(buried, row) == 126


def test_an_unfinished_record() -> None:
    record = make_record("kentucky", 3, deals=2)
    ends = [at for at, line in enumerate(record) if line["type"] == "score"]
    assert check_record(record[: ends[0] + 1], complete=False) == []
    assert check_record(record[: ends[0] + 1]) != []
    assert check_record(record[: ends[0]], complete=False) != []
    assert check_record(record[:-1], complete=False) == []
    assert check_record(record[:-1]) != []


# --- planted faults: finding the place ------------------------------------------------------------


def row_of(record: Record) -> Row:
    return row_for(record[0]["key"], record[0]["seats"])


def deal_of(record: Record, line: Json) -> Json:
    """The deal line before this one."""
    return [other for other in record[: record.index(line)] if other["type"] == "deal"][-1]


def after_each(record: Record) -> Iterator[tuple[int, Json, list[str], str | None, str]]:
    """Every play with its place, the cards there before it, the card that led (None: it leads), the trump."""
    hands: dict[int, list[str]] = {}
    batteries: dict[int, Battery] = {}
    led: str | None = None
    trump = ""
    for at, line in enumerate(record):
        match line["type"]:
            case "deal":
                hands = {int(seat): list(hand) for seat, hand in line["hands"].items()}
                hands[len(hands)] = list(line.get("dummy", []))
                given = line.get("batteries", {})
                batteries = {int(seat): Battery(list(b["up"]), list(b["down"])) for seat, b in given.items()}
            case "bid" | "trump":
                trump, led = line.get("color", ""), None
            case "nest":
                hands[line["seat"]] += line["took"]
            case "discard":
                hands[line["seat"]] = [card for card in hands[line["seat"]] if card not in line["cards"]]
            case "draw":
                hands[line["seat"]].append(line["card"])
            case "trick" | "score":
                led = None
            case "play":
                battery = batteries[line["seat"]] if line["from"] == "battery" else None
                held = battery.exposed() if battery else hands[line["seat"]]
                yield at, line, list(held), led, trump
                if battery:
                    battery.play(line["card"])
                else:
                    held.remove(line["card"])
                led = led or line["card"]


# --- planted faults of all games ------------------------------------------------------------------

Plant = Callable[[Record], int]


def illegal_play(record: Record) -> int:
    row = row_of(record)
    for at, line, held, led, trump in after_each(record):
        if line["from"] == "dummy" and row["dummy"] == "blind":
            continue
        wrong = [card for card in held if card not in legal_cards(held, led, trump, row)]
        if wrong:
            line["card"] = wrong[0]
            return at
    raise LookupError


def card_of_another(record: Record) -> int:
    at = record.index(first(record, "play"))
    record[at]["card"] = next(card for card in record[at + 1 :] if card["type"] == "play")["card"]
    return at


def card_played_before(record: Record) -> int:
    plays = [(at, line) for at, line in enumerate(record) if line["type"] == "play"]
    there = (plays[0][1]["seat"], plays[0][1]["from"])
    at, late = next((at, line) for at, line in plays[1:] if (line["seat"], line["from"]) == there)
    late["card"] = plays[0][1]["card"]
    return at


def in_first(kind: str, **changes: Any) -> Plant:
    """A fault that changes fields of the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line.update(changes)
        return record.index(line)

    return plant


def without_first(kind: str) -> Plant:
    """A fault that leaves out the first line of a kind."""

    def plant(record: Record) -> int:
        at = record.index(first(record, kind))
        del record[at]
        return at

    return plant


def other_seat(kind: str, name: str) -> Plant:
    """A fault that moves a seat on by one in the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] = (line[name] + 1) % record[0]["seats"]
        return record.index(line)

    return plant


def more(kind: str, name: str) -> Plant:
    """A fault that adds 5 to a number in the first line of a kind."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] += 5
        return record.index(line)

    return plant


def side_number(name: str) -> Plant:
    def plant(record: Record) -> int:
        line = first(record, "score")
        line["sides"][1][name] += 1
        return record.index(line)

    return plant


def wrong_opening_leader(record: Record) -> int:
    return other_seat("play", "seat")(record)


def wrong_leader(record: Record) -> int:
    at = record.index(first(record, "trick"))
    line = first(record[at:], "play")
    line["seat"] = (line["seat"] + 1) % record[0]["seats"]
    return record.index(line)


def bid_too_low(record: Record) -> int:
    line = first(record, "bid")
    line["points"] = row_of(record)["min_bid"] - row_of(record)["step"]
    return record.index(line)


def bid_off_the_step(record: Record) -> int:
    if row_of(record)["step"] == 1:
        raise LookupError
    return more_by(1)(record)


def bid_above_the_cap(record: Record) -> int:
    return more_by(row_of(record)["step"] * 100)(record)


def more_by(number: int) -> Plant:
    def plant(record: Record) -> int:
        line = first(record, "bid")
        line["points"] += number
        return record.index(line)

    return plant


def bid_not_higher(record: Record) -> int:
    bids = [at for at, line in enumerate(record) if line["type"] == "bid"]
    at = next(at for at in bids if record[at - 1]["type"] == "bid")
    record[at]["points"] = record[at - 1]["points"]
    return at


def bid_by_a_passed_seat(record: Record) -> int:
    """A seat that has passed comes back over the next one's bid."""
    for at in range(2, len(record) - 2):
        if [line["type"] for line in record[at : at + 3]] in (
            ["pass", "bid", "bid"],
            ["pass", "bid", "pass"],
        ):
            late = {**record[at + 1], "seat": record[at]["seat"]}
            late["points"] += row_of(record)["step"]
            record.insert(at + 2, late)
            return at + 2
    raise LookupError


def first_speaker_is_skipped(record: Record) -> int:
    record[2]["seat"] = (record[2]["seat"] + 1) % record[0]["seats"]
    return 2


def one_less_discarded(record: Record) -> int:
    line = first(record, "discard")
    line["cards"].pop()
    return record.index(line)


def one_more_discarded(record: Record) -> int:
    line = first(record, "discard")
    line["cards"].append(line["cards"][0])
    return record.index(line)


def another_nest_taken(record: Record) -> int:
    line = first(record, "nest")
    line["took"][0] = "none"
    return record.index(line)


def duplicated_card(record: Record) -> int:
    hands = record[1]["hands"]
    hands["0"][0] = hands["1"][0]
    return 1


def one_card_more(record: Record) -> int:
    hands = record[1]["hands"]
    hands["0"].append(hands["1"].pop())
    return 1


def made_and_failed(record: Record) -> int:
    line = first(record, "score")
    line["made"] = not line["made"]
    return record.index(line)


def losers_win(record: Record) -> int:
    record[-1]["winners"] = [seat for seat in range(record[0]["seats"]) if seat not in record[-1]["winners"]]
    return len(record) - 1


def other_final_totals(record: Record) -> int:
    record[-1]["totals"][0] += 5
    return len(record) - 1


def goes_on_after_the_target(record: Record) -> int:
    """With the target at what the best side has after its first deal above zero."""
    for at, line in enumerate(record):
        if line["type"] == "score":
            totals = [side["total"] for side in line["sides"]]
            best = max(totals)
            if best > 0 and totals.count(best) == 1 and record[at + 1]["type"] == "deal":
                record[0]["options"]["target"] = best
                return at + 1
    raise LookupError


def stops_before_the_target(record: Record) -> int:
    record[0]["options"].update(target=100000, max_deals=1000)
    return len(record) - 1


def wrong_next_dealer(record: Record) -> int:
    line = list(of_kind(record, "deal"))[1]
    line["dealer"] = (line["dealer"] + 1) % record[0]["seats"]
    return record.index(line)


def deal_skipped(record: Record) -> int:
    line = list(of_kind(record, "deal"))[1]
    line["deal"] += 1
    return record.index(line)


def unknown_line(record: Record) -> int:
    record.insert(2, {"type": "chat", "seat": 0})
    return 2


def after_the_end(record: Record) -> int:
    record.append({"type": "pass", "seat": 0})
    return len(record) - 1


def part_of_another_game(record: Record) -> int:
    """A pile, batteries, a dummy and odd cards in a deal that has none."""
    for name in ("pile", "batteries", "dummy", "odd"):
        record[1].setdefault(name, [])
    return 1


FAULTS: dict[str, tuple[Plant, str]] = {
    "illegal play": (illegal_play, "may not play"),
    "card of another": (card_of_another, "not in his hand"),
    "card played before": (card_played_before, "not in his hand"),
    "wrong winner of a trick": (other_seat("trick", "winner"), "winner should be"),
    "trick won from elsewhere": (in_first("trick", **{"from": "nest"}), "from should be"),
    "wrong points of a trick": (more("trick", "points"), "points should be"),
    "wrong cards in a trick": (in_first("trick", cards=["R14", "R13", "R12", "R11"]), "cards should be"),
    "wrong opening leader": (wrong_opening_leader, "seat should be"),
    "wrong leader": (wrong_leader, "seat should be"),
    "chosen by another": (other_seat("play", "by"), "by should be"),
    "played from nowhere": (in_first("play", **{"from": "nest"}), "from should be"),
    "bid too low": (bid_too_low, "may not bid"),
    "bid off the step": (bid_off_the_step, "may not bid"),
    "bid above the cap": (bid_above_the_cap, "may not bid"),
    "bid not higher": (bid_not_higher, "may not bid"),
    "bid by a passed seat": (bid_by_a_passed_seat, "has passed"),
    "first speaker skipped": (first_speaker_is_skipped, "seat"),
    "wrong owner of the nest": (other_seat("nest", "seat"), "seat should be"),
    "another nest": (another_nest_taken, "the nest is"),
    "nest not taken": (without_first("nest"), "nest line should come"),
    "discard by another": (other_seat("discard", "seat"), "seat should be"),
    "one card less discarded": (one_less_discarded, "were discarded"),
    "one card more discarded": (one_more_discarded, "were discarded"),
    "trump named by another": (other_seat("trump", "seat"), "seat should be"),
    "trump not named": (without_first("trump"), "trump line should come"),
    "no such trump": (in_first("trump", color="none"), "not a color"),
    "made and failed exchanged": (made_and_failed, "made should be"),
    "wrong counters": (side_number("counters"), "counters should be"),
    "wrong number of tricks": (side_number("tricks"), "tricks should be"),
    "wrong bonus": (side_number("bonus"), "bonus should be"),
    "wrong score": (side_number("scored"), "scored should be"),
    "wrong total": (side_number("total"), "total should be"),
    "wrong declarer": (other_seat("score", "declarer"), "declarer should be"),
    "wrong bid": (more("score", "bid"), "bid should be"),
    "wrong winner of the match": (losers_win, "the winners are"),
    "wrong final totals": (other_final_totals, "totals should be"),
    "match goes on after the target": (goes_on_after_the_target, "the match is over"),
    "match stops before the target": (stops_before_the_target, "deal line should come"),
    "wrong dealer": (wrong_next_dealer, "dealer should be"),
    "wrong number of a deal": (deal_skipped, "deal should be"),
    "duplicated card": (duplicated_card, "not the pack"),
    "uneven hands": (one_card_more, "was dealt"),
    "part of another game": (part_of_another_game, "should"),
    "unknown line": (unknown_line, "should come here"),
    "line after the end": (after_the_end, "nothing may follow"),
}


def has_place(name: str, row: Row) -> bool:
    """Can the fault be planted in this game at all?"""
    if "nest" in name or "discard" in name:
        return row["nest"] > 0
    if "trump" in name:
        return row["trump"] != "bid"
    if name == "bid by a passed seat":
        return row["seats"] - (1 if row["sale"] else 0) > 2
    if name == "bid off the step":
        return row["step"] > 1
    return True


@cache
def some_match(key: str, seats: int, seed: int, talk: float = 0.6) -> str:
    """A clean record, as text, so that nobody changes it."""
    record = make_record(key, seed, seats=seats, talk=talk, target=None, max_deals=6)
    assert check_record(record) == []
    return json.dumps(record)


def must_report(key: str, plant: Plant, words: str, *, seats: int | None = None, times: int = 2) -> None:
    """Plant the fault in the first few records that have a place for it.

    The first disagreement must be on the right line and in the right words.
    """
    planted = 0
    for seed in range(60):
        record = json.loads(some_match(key, seats or ROWS[key]["seats"], seed))
        try:
            at = plant(record)
        except (LookupError, StopIteration):
            continue
        faults = check_record(record)
        assert faults
        assert faults[0].startswith(f"line {at + 1}: ")
        assert words in faults[0]
        planted += 1
        if planted == times:
            return
    pytest.fail("there was no place for the fault")


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_reported(key: str, name: str) -> None:
    if not has_place(name, ROWS[key]):
        return
    plant, words = FAULTS[name]
    must_report(key, plant, words)


@pytest.mark.parametrize(("key", "seats"), [table for table in TABLES if table[1] not in (2, 4)])
def test_planted_faults_are_reported_at_other_tables(key: str, seats: int) -> None:
    for name, (plant, words) in FAULTS.items():
        if has_place(name, row_for(key, seats)) and not name.startswith("match"):
            must_report(key, plant, words, seats=seats, times=1)


# --- planted faults of some games -----------------------------------------------------------------


def score_where(record: Record, made: bool) -> Json:
    """The first score of a deal that was made, or failed."""
    return next(line for line in of_kind(record, "score") if line["made"] is made)


def scored_otherwise(made: bool, who: str, change: Callable[[Json, Json], int]) -> Plant:
    """The record gives the declarer's side, or another one, what `change` says instead."""

    def plant(record: Record) -> int:
        line = score_where(record, made)
        for side in line["sides"]:
            value = change(side, line)
            if (line["declarer"] in side["seats"]) is (who == "declarer") and value != side["scored"]:
                side["total"] += value - side["scored"]
                side["scored"] = value
                return record.index(line)
        raise LookupError

    return plant


def all_earned(side: Json, line: Json) -> int:
    return int(side["counters"] + side["bonus"])


def set_back(side: Json, line: Json) -> int:
    return int(-line["bid"])


def only_counters(side: Json, line: Json) -> int:
    return int(side["counters"])


def doubled(side: Json, line: Json) -> int:
    return 2 * all_earned(side, line)


def dealer_passes_after_throw_ins(record: Record) -> int:
    """R-03; for records of silent players, whose dealer opens of necessity."""
    line = first(record, "bid")
    at = record.index(line)
    record[at] = {"type": "pass", "seat": line["seat"]}
    return at


def buried_counter(record: Record) -> int:
    """A counter instead of a card without points."""
    row = row_of(record)
    line = first(record, "discard")
    deal = deal_of(record, line)
    hand = [*deal["hands"][str(line["seat"])], *deal["nest"]]
    line["cards"][0] = next(card for card in hand if points([card], row) > 0)
    return record.index(line)


def missing_majority(record: Record) -> int:
    for line in of_kind(record, "score"):
        for side in line["sides"]:
            if side["bonus"] and line["made"]:
                side.update(bonus=0, scored=side["scored"] - 20, total=side["total"] - 20)
                return record.index(line)
    raise LookupError


def majority_of_equal_tricks(record: Record) -> int:
    """The 20 are given to a side, or to the other side, though tricks were equal."""
    for line in of_kind(record, "score"):
        if line["sides"][0]["tricks"] == line["sides"][1]["tricks"]:
            for side in line["sides"]:
                side["bonus"] = 20 - side["bonus"]
            return record.index(line)
    raise LookupError


def nest_to_the_other_side(record: Record) -> int:
    """The counters in the nest are given to the side that lost the last trick."""
    row = row_of(record)
    buried = 0
    for at, line in enumerate(record):
        if line["type"] == "discard":
            buried = points(line["cards"], row)
        if line["type"] == "score" and line["made"] and buried:
            last = record[at - 1]["winner"]
            for side in line["sides"]:
                by = -buried if last in side["seats"] else buried
                side["counters"] += by
            return at
    raise LookupError


def odd_cards_kept(record: Record) -> int:
    """Whoever has an odd card keeps its points, or they are lost."""
    left: set[str] = set()
    trump = ""
    row = row_of(record)
    for at, line in enumerate(record):
        match line["type"]:
            case "deal":
                left = {card for hand in line["hands"].values() for card in hand}
            case "trump":
                trump = line["color"]
            case "play":
                left.discard(line["card"])
            case "score":
                lost = points(sorted(left), row, trump)
                if lost:
                    last = record[at - 1]["winner"]
                    next(side for side in line["sides"] if last in side["seats"])["counters"] -= lost
                    return at
    raise LookupError


def odd_card_to_the_wrong_player(record: Record) -> int:
    """The dealer has the extra card that belongs to the player at his left."""
    hands, dealer = record[1]["hands"], record[1]["dealer"]
    hands[str(dealer)].append(hands[str((dealer + 1) % record[0]["seats"])].pop())
    return 1


def nest_before_trump(record: Record) -> int:
    """The three lines in the other order."""
    at = record.index(first(record, "nest"))
    if record[at - 1]["type"] == "trump":
        record[at - 1 : at + 2] = [record[at], record[at + 1], record[at - 1]]
        return at - 1
    record[at : at + 3] = [record[at + 2], record[at], record[at + 1]]
    return at


def first_draw(record: Record) -> int:
    return record.index(first(record, "draw"))


def other_card_drawn(record: Record) -> int:
    """The winner takes the second card of the pile below the top."""
    at = first_draw(record)
    record[at]["card"] = deal_of(record, record[at])["pile"][2]
    return at


def blind_draw_mismatch(record: Record) -> int:
    """The other player gets a card that is not the one left for him."""
    at = first_draw(record) + 1
    record[at]["card"] = deal_of(record, record[at])["pile"][3]
    return at


def both_draw_the_same(record: Record) -> int:
    at = first_draw(record)
    record[at + 1].update({"from": record[at]["from"]}, card=record[at]["card"])
    return at + 1


def loser_draws_first(record: Record) -> int:
    at = first_draw(record)
    for line in record[at : at + 2]:
        line["seat"] = 1 - line["seat"]
    return at


def drawing_left_out(record: Record) -> int:
    at = first_draw(record)
    del record[at : at + 2]
    return at


def stale_card_turned_up(record: Record) -> int:
    """In the second drawing the card of the first one is drawn again."""
    at = [at for at, line in enumerate(record) if line["type"] == "draw"][2]
    record[at]["card"] = deal_of(record, record[at])["pile"][0 if record[at]["from"] == "up" else 1]
    return at


def batteries_before_hands(record: Record) -> int:
    """After a lead from a hand the batteries play too early."""
    at = record.index(first(record, "play"))
    record[at + 1 : at + 4] = [record[at + 2], record[at + 3], record[at + 1]]
    return at + 1


def hands_before_batteries(record: Record) -> int:
    """After a lead from a battery the hands play too early."""
    for at, line in enumerate(record):
        if line["type"] == "trick" and line["from"] == "battery" and record[at + 1]["type"] == "play":
            one, two, three, four = record[at + 1 : at + 5]
            record[at + 1 : at + 5] = [three, four, one, two]
            return at + 1
    raise LookupError


def hand_leads_for_the_battery(record: Record) -> int:
    for at, line in enumerate(record):
        if line["type"] == "trick" and line["from"] == "battery":
            line["from"] = "hand"
            return at
    raise LookupError


def covered_card_played(record: Record) -> int:
    line = next(line for line in of_kind(record, "play") if line["from"] == "battery")
    line["card"] = deal_of(record, line)["batteries"][str(line["seat"])]["down"][0]
    return record.index(line)


def fives_in_the_battery(record: Record) -> int:
    battery = record[1]["batteries"]["0"]
    battery["up"].append(battery["down"].pop())
    return 1


def first_dummy(record: Record, **changes: Any) -> int:
    line = next(line for line in of_kind(record, "play") if line["from"] == "dummy")
    line.update(changes)
    return record.index(line)


def dummy_plays_itself(record: Record) -> int:
    line = next(line for line in of_kind(record, "play") if line["from"] == "dummy")
    return first_dummy(record, by=line["seat"])


def dummy_played_by(who: str) -> Plant:
    """By the dealer, or by the declarer, where it is the other one's to play."""

    def plant(record: Record) -> int:
        dealer = declarer = -1
        for at, line in enumerate(record):
            dealer = line["dealer"] if line["type"] == "deal" else dealer
            declarer = line["seat"] if line["type"] == "bid" else declarer
            wrong = dealer if who == "dealer" else declarer
            if line["type"] == "play" and line["from"] == "dummy" and line["by"] != wrong:
                line["by"] = wrong
                return at
        raise LookupError

    return plant


def dummy_played_from_a_hand(record: Record) -> int:
    return first_dummy(record, **{"from": "hand"})


def dummy_out_of_its_place(record: Record) -> int:
    """The person who plays after the dummy plays before it."""
    for at, line in enumerate(record):
        following = record[at + 1 : at + 2]
        if line["type"] == "play" and line["from"] == "dummy" and following[0]["type"] == "play":
            record[at], record[at + 1] = record[at + 1], line
            return at
    raise LookupError


def dummy_chooses(record: Record) -> int:
    """The blind dummy's second card is played instead of its top card."""
    line = next(line for line in of_kind(record, "play") if line["from"] == "dummy")
    return first_dummy(record, card=deal_of(record, line)["dummy"][1])


def three_own_cards_exchanged(record: Record) -> int:
    line = first(record, "discard")
    hand, nest = deal_of(record, line)["hands"][str(line["seat"])], deal_of(record, line)["nest"]
    line["cards"] = [*hand[:3], *nest[:2]]
    return record.index(line)


def dead_counters_credited(record: Record) -> int:
    """The counters of the nest are given to the taker of the last trick."""
    row = row_of(record)
    buried = 0
    for at, line in enumerate(record):
        if line["type"] == "discard":
            buried = points(line["cards"], row)
        if line["type"] == "score" and buried and record[at - 1]["winner"] < 2:
            line["sides"][record[at - 1]["winner"]]["counters"] += buried
            return at
    raise LookupError


def dummy_score(name: str) -> Plant:
    def plant(record: Record) -> int:
        line = first(record, "score")
        line["dummy"][name] += 2
        return record.index(line)

    return plant


def dummy_score_missing(record: Record) -> int:
    line = first(record, "score")
    del line["dummy"]
    return record.index(line)


def dummy_gets_a_side(record: Record) -> int:
    line = first(record, "score")
    line["sides"].append({**line["sides"][0], "seats": [record[0]["seats"]]})
    return record.index(line)


def higher_than_the_color_allows(record: Record) -> int:
    """R-33: 160 in yellow, though 240 is allowed in red."""
    line = first(record, "bid")
    line.update(points=160, color="yellow")
    return record.index(line)


def trump_named_again(record: Record) -> int:
    """Boston: the color of the winning bid is final."""
    at = record.index(first(record, "play"))
    record.insert(at, {"type": "trump", "seat": record[at]["seat"], "color": "red"})
    return at


def trick_value_of_another_color(record: Record) -> int:
    """Boston: a trick is counted as in no color, though another color was bid."""
    color = ""
    for at, line in enumerate(record):
        color = line["color"] if line["type"] == "bid" else color
        if line["type"] == "trick" and color in ("black", "green", "yellow"):
            line["points"] = trick_value(line["cards"], BOSTON, "none")
            return at
    raise LookupError


def highest_card_of_a_color_that_is_no_trump(record: Record) -> int:
    """Boston without a color: a high card thrown away takes the trick."""
    color = ""
    for at, line in enumerate(record):
        color = line["color"] if line["type"] == "bid" else color
        if line["type"] == "trick" and color == "none":
            cards = line["cards"]
            best = max(cards, key=lambda card: int(card[1:]))
            if best[0] != cards[0][0]:
                play = record[at - 4 + cards.index(best)]
                if play["seat"] != line["winner"]:
                    line["winner"] = play["seat"]
                    return at
    raise LookupError


def partner_card(where: str) -> Plant:
    """The declarer calls a card that he holds, or that he buried."""

    def plant(record: Record) -> int:
        line = first(record, "partner")
        at = record.index(line)
        buried = first(record, "discard")["cards"]
        last_deal = [line for line in record[:at] if line["type"] == "deal"][-1]
        hand = [*last_deal["hands"][str(line["seat"])], *last_deal["nest"]]
        line["card"] = buried[0] if where == "nest" else next(card for card in hand if card not in buried)
        return at

    return plant


def partner_not_set_back(record: Record) -> int:
    """The called partner of a failing declarer keeps what the side captured."""
    line = score_where(record, made=False)
    for side in line["sides"]:
        if side["scored"] == -line["bid"] and line["declarer"] not in side["seats"]:
            side["total"] += side["counters"] - side["scored"]
            side["scored"] = side["counters"]
            return record.index(line)
    raise LookupError


def other_partner(record: Record) -> int:
    """Somebody else is scored as the partner."""
    line = first(record, "score")
    sides = line["sides"]
    mine = sides[line["declarer"]]
    partner = next(s for s in sides if s is not mine and s["counters"] == mine["counters"])
    foe = next(s for s in sides if s["counters"] != mine["counters"])
    for name in ("counters", "tricks", "bonus", "scored", "total"):
        partner[name], foe[name] = foe[name], partner[name]
    return record.index(line)


def dealer_bids(record: Record) -> int:
    """Cordova: the dealer takes part in the auction."""
    at = record.index(first(record, "bid"))
    dealer = deal_of(record, record[at])["dealer"]
    record.insert(at, {"type": "bid", "seat": dealer, "points": 1})
    return at


def thrown_in_without_a_bid(record: Record) -> int:
    """Cordova: if nobody bids, the dealer names trump all the same."""
    for at, line in enumerate(record):
        if line["type"] == "pass" and record[at + 1]["type"] == "trump":
            record[at + 1] = {"type": "passed_out"}
            return at + 1
    raise LookupError


def sale(kind: str, name: str, by: int) -> Plant:
    """A number of the first sell or keep line is changed."""

    def plant(record: Record) -> int:
        line = first(record, kind)
        line[name] = (line[name] + by) % record[0]["seats"] if name != "points" else line[name] + by
        return record.index(line)

    return plant


def after_sale(kind: str, who: str, change: Callable[[int, int], int]) -> Plant:
    """The dealer, or the buyer, scores something else than he should after a sale."""

    def plant(record: Record) -> int:
        deal: Json = {}
        for at, line in enumerate(record):
            if line["type"] in ("sell", "keep"):
                deal = line
            if line["type"] == "score" and deal and deal["type"] == kind:
                if who == "dealer":
                    side = line["sides"][deal["seat"]]
                    wanted = True
                else:
                    side = line["sides"][line["declarer"]]
                    wanted = not line["made"]
                value = change(side["scored"], line["bid"])
                if wanted and value != side["scored"]:
                    side["total"] += value - side["scored"]
                    side["scored"] = value
                    return at
        raise LookupError

    return plant


def counters_of_all_colors(record: Record) -> int:
    """Cordova: a ten that is not of the trump color is counted."""
    trump = ""
    for at, line in enumerate(record):
        trump = line["color"] if line["type"] == "trump" else trump
        if line["type"] == "trick":
            others = [card for card in line["cards"] if card[1:] == "10" and card[0] != trump[0].upper()]
            if others:
                line["points"] += 10
                return at
    raise LookupError


def cut_left_out(record: Record) -> int:
    at = record.index(first(record, "cut"))
    while record[at]["type"] == "cut":
        del record[at]
    return at


def last_cut_to_the_other_side(record: Record) -> int:
    """The 20 go to the side that cut lower."""
    at = record.index(first(record, "cut"))
    line = first(record[at:], "score")
    for side in line["sides"]:
        side["bonus"] = 20 - side["bonus"]
    return record.index(line)


def cut_cards_changed(record: Record) -> int:
    """Other cards are cut, so that the other side has the higher sum."""
    at = record.index(first(record, "cut"))
    line = first(record[at:], "score")
    winner = 0 if line["sides"][0]["bonus"] else 1
    end = record.index(line)
    for seat in range(record[0]["seats"]):
        record[end - record[0]["seats"] + seat]["card"] = "R2" if seat % 2 == winner else "R13"
    return end


def equal_cut_decides(record: Record) -> int:
    """R-25: equal sums, and nobody cuts again."""
    at = record.index(first(record, "cut"))
    end = record.index(first(record[at:], "score"))
    for line in record[end - record[0]["seats"] : end]:
        line["card"] = "R7"
    return end


def cut_without_a_tie(record: Record) -> int:
    """Tricks were not equal, but the players cut."""
    for at, line in enumerate(record):
        if line["type"] == "score" and line["sides"][0]["tricks"] != line["sides"][1]["tricks"]:
            record.insert(at, {"type": "cut", "seat": 0, "card": "R7"})
            return at
    raise LookupError


def nest_is_no_trick(record: Record) -> int:
    """Dixie: the nest is left out of the count of tricks."""
    for at, line in enumerate(record):
        if line["type"] == "score":
            winner = [trick for trick in record[:at] if trick["type"] == "trick"][-1]["winner"]
            next(side for side in line["sides"] if winner in side["seats"])["tricks"] -= 1
            return at
    raise LookupError


def lead_ignores(record: Record) -> int:
    """The Red 1 is played where its holder could follow."""
    row = row_of(record)
    for at, line, held, led, trump in after_each(record):
        if led and "R1" in held and "R1" not in legal_cards(held, led, trump, row):
            line["card"] = "R1"
            return at
    raise LookupError


def wrong_cards_dealt(record: Record) -> int:
    """A low card lies in the pack that was to be removed."""
    record[1]["hands"]["0"][0] = "G2"
    return 1


FAULTS_OF_SOME_GAMES: list[tuple[str, list[str], Plant, str]] = [
    (
        "buried counter",
        ["one_high", "tennessee_1933", "tennessee_1988", "over_the_top_1918", "three_handed_1914"],
        buried_counter,
        "Count Card",
    ),
    ("missing majority", ["one_high", "dixie_1912", "partnership_regular"], missing_majority, "bonus should"),
    (
        "the 20 of equal tricks",
        ["one_high", "dixie_1912", "dixie_1924", "dixie_1988", "partnership_regular"],
        majority_of_equal_tricks,
        "bonus should",
    ),
    (
        "majority without reason",
        ["kentucky", "regular_1988", "red_one", "display", "partnership_six"],
        side_number("bonus"),
        "bonus should",
    ),
    (
        "nest to the other side",
        ["kentucky", "kentucky_no_rook", "red_one", "dixie_1924", "dixie_1988", "partnership_six"],
        nest_to_the_other_side,
        "counters should",
    ),
    (
        "failing declarer keeps his points",
        ["regular_old", "kentucky", "red_one", "dixie_1912", "three_handed_1914", "three_handed_display"],
        scored_otherwise(False, "declarer", all_earned),
        "scored should",
    ),
    (
        "failing declarer set back instead of nothing",
        ["display", "tennessee_1933", "over_the_top_1988", "regular_for_two", "boston"],
        scored_otherwise(False, "declarer", set_back),
        "scored should",
    ),
    (
        "opponents not doubled",
        ["display", "boston", "boston_three", "tennessee_1988", "over_the_top_1918", "regular_for_two"],
        scored_otherwise(False, "other", all_earned),
        "scored should",
    ),
    (
        "opponents doubled after a made bid",
        ["display", "boston", "tennessee_1988", "over_the_top_1918", "regular_for_two"],
        scored_otherwise(True, "other", doubled),
        "scored should",
    ),
    (
        "opponents doubled after a set-back",
        ["regular_1924", "three_handed_1914", "high_card_partner", "three_handed_display"],
        scored_otherwise(False, "other", doubled),
        "scored should",
    ),
    (
        "failing Boston declarer credited with his tricks",
        ["boston", "boston_three"],
        scored_otherwise(False, "declarer", all_earned),
        "scored should",
    ),
    (
        "Boston opponents without their tricks",
        ["boston", "boston_three"],
        scored_otherwise(False, "other", lambda side, line: 2 * only_counters(side, line)),
        "scored should",
    ),
    (
        "trump and nest in the wrong order",
        ["kentucky", "dixie_1912", "one_high", "tennessee_1933", "over_the_top_1988", "three_handed_1914"],
        nest_before_trump,
        "should come here",
    ),
    ("another card drawn", ["tennessee_1933", "tennessee_1988"], other_card_drawn, "card should"),
    ("blind draw mismatch", ["tennessee_1933", "tennessee_1988"], blind_draw_mismatch, "card should"),
    ("both draw the same card", ["tennessee_1988"], both_draw_the_same, "may draw from"),
    ("the loser draws first", ["tennessee_1988"], loser_draws_first, "seat should"),
    ("nobody draws", ["tennessee_1988"], drawing_left_out, "draw line should"),
    ("a stale card is drawn", ["tennessee_1988"], stale_card_turned_up, "card should"),
    ("pile too short", ["tennessee_1988"], in_first("deal", pile=[]), "the pile was dealt"),
    ("no pile", ["tennessee_1988"], in_first("deal", pile=None), "pile should"),
    (
        "batteries before hands",
        ["over_the_top_1918", "over_the_top_1988"],
        batteries_before_hands,
        "should be",
    ),
    (
        "hands before batteries",
        ["over_the_top_1918", "over_the_top_1988"],
        hands_before_batteries,
        "should be",
    ),
    ("hand wins for the battery", ["over_the_top_1988"], hand_leads_for_the_battery, "from should"),
    (
        "covered battery card",
        ["over_the_top_1918", "over_the_top_1988"],
        covered_card_played,
        "not in his battery",
    ),
    ("six cards face up", ["over_the_top_1988"], fives_in_the_battery, "was dealt 6"),
    ("no battery", ["over_the_top_1988"], in_first("deal", batteries={"0": {}}), "one battery for each"),
    (
        "the dummy plays itself",
        ["display", "boston", "boston_three", "three_handed_display", "regular_for_two"],
        dummy_plays_itself,
        "by should",
    ),
    ("the dummy of Display played by the declarer", ["display"], dummy_played_by("declarer"), "by should"),
    (
        "the dummy played by the dealer",
        ["boston", "boston_three", "three_handed_display"],
        dummy_played_by("dealer"),
        "by should",
    ),
    ("the blind dummy played by the declarer", ["regular_for_two"], dummy_played_by("declarer"), "by should"),
    (
        "the dummy played from a hand",
        ["display", "boston", "boston_three", "three_handed_display", "regular_for_two"],
        dummy_played_from_a_hand,
        "from should",
    ),
    (
        "the dummy out of its place",
        ["boston_three", "three_handed_display", "regular_for_two"],
        dummy_out_of_its_place,
        "seat should",
    ),
    (
        "no dummy dealt",
        ["boston_three", "three_handed_display", "regular_for_two"],
        in_first("deal", dummy=[]),
        "the dummy was dealt 0",
    ),
    ("the blind dummy chooses", ["regular_for_two"], dummy_chooses, "top card"),
    ("three own cards exchanged", ["regular_for_two"], three_own_cards_exchanged, "from his own hand"),
    ("dead counters credited", ["regular_for_two"], dead_counters_credited, "counters should"),
    ("wrong counters of the dummy", ["regular_for_two"], dummy_score("counters"), "counters should"),
    ("wrong tricks of the dummy", ["regular_for_two"], dummy_score("tricks"), "tricks should"),
    ("wrong score of the dummy", ["regular_for_two"], dummy_score("scored"), "scored should"),
    ("score of the dummy missing", ["regular_for_two"], dummy_score_missing, "should be an object"),
    (
        "the dummy gets a side",
        ["boston_three", "three_handed_display", "regular_for_two"],
        dummy_gets_a_side,
        "sides",
    ),
    ("a dummy's score without a blind dummy", ["boston"], in_first("score", dummy={}), "should be no dummy"),
    (
        "a bid higher than its color allows",
        ["boston", "boston_three"],
        higher_than_the_color_allows,
        "may not",
    ),
    ("a bid without a color", ["boston", "boston_three"], in_first("bid", color=None), "must name a color"),
    ("a bid in blue", ["boston"], in_first("bid", color="blue"), "must name a color"),
    ("a color in a bid", ["kentucky", "display", "cordova"], in_first("bid", color="red"), "no color"),
    ("the color is changed after the bid", ["boston", "boston_three"], trump_named_again, "should come here"),
    ("tricks of another color", ["boston", "boston_three"], trick_value_of_another_color, "points should"),
    ("trump without a color", ["boston"], highest_card_of_a_color_that_is_no_trump, "winner should"),
    ("own card called", ["high_card_partner"], partner_card("hand"), "no other hand"),
    ("buried card called", ["high_card_partner"], partner_card("nest"), "no other hand"),
    ("removed card called", ["high_card_partner"], in_first("partner", card="R1"), "no other hand"),
    ("partner called by another", ["high_card_partner"], other_seat("partner", "seat"), "seat should"),
    ("no partner called", ["high_card_partner"], without_first("partner"), "partner line should"),
    ("partner not set back", ["high_card_partner"], partner_not_set_back, "scored should"),
    ("another partner scored", ["high_card_partner"], other_partner, "should be"),
    ("the dealer bids", ["cordova"], dealer_bids, "takes no part"),
    ("thrown in without a bid", ["cordova"], thrown_in_without_a_bid, "trump line should"),
    ("sold below the bid", ["cordova"], sale("sell", "points", -1), "points should"),
    ("kept for another amount", ["cordova"], sale("keep", "points", 1), "points should"),
    ("sold to another", ["cordova"], sale("sell", "to", 1), "to should"),
    ("sold by another", ["cordova"], sale("sell", "seat", 1), "seat should"),
    ("kept by another", ["cordova"], sale("keep", "seat", 1), "seat should"),
    ("neither sold nor kept", ["cordova"], without_first("sell"), "sell or keep line"),
    ("sale not paid", ["cordova"], after_sale("sell", "dealer", lambda scored, bid: scored - bid), "scored"),
    (
        "sale paid twice",
        ["cordova"],
        after_sale("sell", "dealer", lambda scored, bid: scored + bid),
        "scored",
    ),
    (
        "failing buyer forgiven",
        ["cordova"],
        after_sale("sell", "owner", lambda scored, bid: scored + bid),
        "scored",
    ),
    (
        "failing dealer forgiven",
        ["cordova"],
        after_sale("keep", "owner", lambda scored, bid: scored + bid),
        "scored",
    ),
    (
        "failing owner loses his counters",
        ["cordova"],
        scored_otherwise(False, "declarer", set_back),
        "scored should",
    ),
    ("counters of all colors", ["cordova"], counters_of_all_colors, "points should"),
    ("nobody cuts", ["dixie_1912", "dixie_1924"], cut_left_out, "cut line should"),
    ("the lower cut wins", ["dixie_1912", "dixie_1924"], last_cut_to_the_other_side, "bonus should"),
    ("other cards cut", ["dixie_1912", "dixie_1924"], cut_cards_changed, "should be"),
    ("an equal cut decides", ["dixie_1912", "dixie_1924"], equal_cut_decides, "cut line should"),
    ("one side cuts alone", ["dixie_1912"], other_seat("cut", "seat"), "seat should"),
    ("no such card cut", ["dixie_1912"], in_first("cut", card="Rook"), "not in the pack"),
    ("a cut without a tie", ["dixie_1912", "dixie_1988", "kentucky"], cut_without_a_tie, "score line should"),
    ("the nest is no trick", ["dixie_1912", "dixie_1924", "dixie_1988"], nest_is_no_trick, "tricks should"),
    ("the Red 1 played at any time", ["red_one"], lead_ignores, "may not play"),
    (
        "a removed card dealt",
        [
            "kentucky",
            "red_one",
            "tennessee_1933",
            "over_the_top_1918",
            "three_handed_1914",
            "regular_for_two",
        ],
        wrong_cards_dealt,
        "not the pack",
    ),
    (
        "the dealer passes who must bid",
        ["regular_old", "regular_1924", "partnership_regular", "tennessee_1933", "three_handed_1914"],
        dealer_passes_after_throw_ins,
        "may not pass",
    ),
]


@pytest.mark.parametrize(
    ("key", "plant", "words"),
    [
        pytest.param(key, plant, words, id=f"{name}-{key}")
        for name, keys, plant, words in FAULTS_OF_SOME_GAMES
        for key in keys
    ],
)
def test_a_planted_fault_of_some_games_is_reported(key: str, plant: Plant, words: str) -> None:
    must_report(key, plant, words)


def test_dixie_faults_with_six() -> None:
    for plant in (last_cut_to_the_other_side, cut_cards_changed):
        must_report("dixie_1912", plant, "should be", seats=6, times=1)
    must_report("dixie_1924", cut_left_out, "cut line should", seats=6, times=1)


def test_odd_cards_with_three_and_six() -> None:
    for key, seats in [("regular_1988", 3), ("regular_old", 3), ("cordova", 3), ("partnership_regular", 6)]:
        must_report(key, odd_cards_kept, "counters should", seats=seats, times=1)
        must_report(key, odd_card_to_the_wrong_player, "dealt", seats=seats, times=1)
        for number in (None, 0, 3):
            must_report(key, in_first("deal", odd=number), "odd should", seats=seats, times=1)


@pytest.mark.parametrize("key", [key for key, row in ROWS.items() if not row["forced"] and not row["sale"]])
def test_the_dealer_who_may_not_pass_is_reported(key: str) -> None:
    for seed in range(2):
        record = make_record(key, seed, talk=0.0, deals=1)
        at = dealer_passes_after_throw_ins(record)
        faults = check_record(record)
        assert faults[0].startswith(f"line {at + 1}: ")
        assert "may not pass" in faults[0]


@pytest.mark.parametrize("key", GAMES)
def test_wrong_lines_are_reported(key: str) -> None:
    record = make_record(key, 1, max_deals=3)
    assert check_record([]) != []
    assert check_record(["not json"]) == ["line 1: this is not JSON"]
    assert check_record(["[]"]) == ["line 1: this is not a JSON object"]
    assert check_record([{**record[0], "key": "whist"}, *record[1:]]) != []
    assert check_record([{**record[0], "options": None}, *record[1:]]) != []
    assert check_record([{**record[0], "seats": 9}, *record[1:]]) == [f"line 1: {key} is not for 9 people"]


@pytest.mark.parametrize("key", GAMES)
def test_the_result_of_a_faulty_deal_is_believed(key: str) -> None:
    """One fault is told once: the deals after it are judged on their own."""
    record = make_record(key, 1, talk=0.7, target=None, max_deals=5)
    tricks = [at for at, line in enumerate(record) if line["type"] == "trick"]
    for at in (tricks[0], tricks[-1]):
        record[at]["points"] += 5
    assert len(check_record(record)) == 2


# --- every small change of a record ---------------------------------------------------------------


def changed(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, in every way tried."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value - 1
        yield str(value)
        yield None
    elif isinstance(value, str):
        yield value + "x"
        yield None
    elif isinstance(value, list):
        yield None
        if value:
            yield value[1:]
            yield [*value, value[0]]
            for at, part in enumerate(value):
                for new in changed(part):
                    yield [*value[:at], new, *value[at + 1 :]]
    elif isinstance(value, dict):
        yield None
        for name, part in value.items():
            yield {other: value[other] for other in value if other != name}
            for new in changed(part):
                yield {**value, name: new}


@pytest.mark.parametrize("key", GAMES)
def test_no_small_change_escapes(key: str) -> None:
    """Change, drop, repeat or swap any line: something must disagree."""
    record = make_record(key, 4, talk=0.7, deals=1)
    free = ["bid"] if ROWS[key]["step"] == 1 else []  # where any number higher than the last will do
    for at, line in enumerate(record[1:], start=1):
        for new in changed(line):
            if new is not None and line["type"] not in free:
                assert check_record([*record[:at], new, *record[at + 1 :]]), (line, new)
        assert check_record([*record[:at], *record[at + 1 :]]), line
        assert check_record([*record[: at + 1], *record[at:]]), line
        if at + 1 < len(record):
            assert check_record([*record[:at], record[at + 1], line, *record[at + 2 :]]), line
