"""The oracle's table of games, and how it deals, bids and seats: as the rule books say."""

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
    callable_cards,
    camps,
    deal_out,
    deck,
    drawable,
    first_leader,
    hand_size,
    legal_bids,
    points,
    row_for,
    seat_counts,
    turn_order,
    who_chooses,
)
from tests.oracle.samples import BOSTON, DIXIE, KENTUCKY

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
def test_sizes_of_deck_hands_and_nest_are_the_books(text: str) -> None:  # SV-1, 4, 11, 20, 21, 24, 31, 32, 43
    key, seats, size, hand, nest, total = text.split()
    row = row_for(key, int(seats))
    assert len(deck(row)) == len(set(deck(row))) == int(size)
    small, _, odd = hand.partition("+")
    assert (row["hand"], row["odd"], row["nest"]) == (int(small), int(odd or 0), int(nest))
    hands = row["seats"] + (1 if row["dummy"] in ("open", "blind") else 0)
    batteries = 4 * row["battery"]
    assert hands * row["hand"] + row["odd"] + row["nest"] + row["pile"] + batteries == int(size)
    if total != "-":
        assert points(deck(row), row) == int(total)


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
def test_first_bidder_and_range_of_bids_are_the_books(text: str) -> None:
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
def test_opening_lead_is_the_books(text: str) -> None:
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


def test_target_of_each_game_is_the_books() -> None:
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
def test_nest_rook_and_failed_bid_follow_the_books(text: str) -> None:
    key, trump, discards, rook, fail = text.split()
    row = ROWS[key]
    assert (row["rook_role"], row["fail"]) == (rook, fail)
    assert ("Rook" in deck(row)) is (rook != "none")
    assert (row["nest"] > 0) is (trump != "-")
    if row["nest"]:
        expected = {"any": "last_trick", "no_counters": "removed", "two_own": "dead"}
        assert (row["trump"], row["discards"], row["nest_to"]) == (trump, discards, expected[discards])


def test_game_is_only_for_its_numbers_of_players() -> None:
    assert seat_counts("regular_old") == [3, 4, 5, 6, 7, 8]
    assert seat_counts("regular_1924") == seat_counts("cordova") == [3, 4, 5, 6]
    assert seat_counts("dixie_1988") == seat_counts("partnership_regular") == [4, 6]
    assert seat_counts("boston_three") == [3]
    with pytest.raises(ValueError, match="not for 5 people"):
        row_for("kentucky", 5)
    with pytest.raises(ValueError, match="not for 5 people"):
        row_for("dixie_1924", 5)


def test_sides_of_three_sit_alternately() -> None:
    for key in ("partnership_six", "dixie_1912", "partnership_regular"):
        assert row_for(key, 6)["sides"] == [[0, 2, 4], [1, 3, 5]]
    assert row_for("dixie_1912", 4)["sides"] == [[0, 2], [1, 3]]


def numbered(row: Row) -> list[str]:
    """A stacked deck: each card shows the place at which it is dealt."""
    return [str(number) for number in range(len(deck(row)))]


def test_partnership_for_six_deals_eight_rounds_and_a_last_card() -> None:  # GV-16, R-17
    row = ROWS["partnership_six"]
    dealt = deal_out(numbered(row), 5, row)
    assert dealt.nest == ["6", "13", "20", "27", "34", "41", "48", "55", "56"]
    assert dealt.hands[0][:2] == ["0", "7"]
    assert dealt.hands[5][:2] == ["5", "12"]
    assert [len(hand) for hand in dealt.hands] == [8] * 6


def test_deal_of_dixie_depends_on_the_edition() -> None:
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


def test_deal_of_tennessee_is_hands_nest_pile() -> None:  # SV-8, SV-9
    for key, nest in [("tennessee_1933", 4), ("tennessee_1988", 5)]:
        dealt = deal_out(numbered(ROWS[key]), 0, ROWS[key])
        assert dealt.hands[1][:2] == ["0", "2"]
        assert dealt.hands[0][-1] == "21"
        assert dealt.nest == [str(22 + i) for i in range(nest)]
        assert dealt.pile == [str(22 + nest + i) for i in range(18)]


def test_deal_of_over_the_top_is_hands_batteries_nest() -> None:
    row = ROWS["over_the_top_1918"]
    dealt = deal_out(numbered(row), 0, row)
    assert dealt.hands[1][:2] == ["0", "2"]
    assert dealt.batteries[1].down == ["20", "21", "22", "23", "24"]
    assert dealt.batteries[1].up == ["25", "26", "27", "28", "29"]
    assert dealt.batteries[0].down[0] == "30"
    assert dealt.nest == ["40", "41", "42", "43"]


def test_deal_of_regular_for_two_is_for_three() -> None:
    row = ROWS["regular_for_two"]
    dealt = deal_out(numbered(row), 0, row)
    assert (dealt.hands[1][0], dealt.dummy[0], dealt.hands[0][0]) == ("0", "1", "2")
    assert dealt.nest == ["39", "40", "41", "42", "43"]


@pytest.mark.parametrize(
    ("key", "calls", "high"),
    [
        ("regular_1924", [15, 25, None, 30, 35, 40, None, None], 40),  # BV-1
        ("regular_old", [15, 20, None, 25, 30, 35, None, None], 35),  # BV-2, R-13
        ("regular_1988", [70, 80, None, 85, 90, 95, None, None], 95),  # BV-3
    ],
)
def test_printed_auctions_of_regular_rook_are_accepted(key: str, calls: list[int | None], high: int) -> None:
    auction = Auction(ROWS[key], dealer=0)
    for seat, call in zip([0, 1, 2, 3, 0, 1, 3, 0], calls, strict=True):
        assert not auction.over()
        assert auction.fault(seat, call) is None
        auction.say(seat, call)
    assert auction.over()
    assert (auction.declarer, auction.high) == (1, high)


def test_dealer_of_1924_must_open() -> None:  # BV-4
    auction = Auction(ROWS["regular_1924"], dealer=0)
    assert auction.fault(0, None) is not None
    assert auction.fault(0, 0) is not None
    assert auction.fault(0, 5) is None
    auction.say(0, 5)
    for seat in (1, 2, 3):
        auction.say(seat, None)
    assert auction.over()
    assert auction.declarer == 0


def test_boston_bid_names_a_color() -> None:  # BV-7, R-34
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


def test_highest_bid_of_boston_depends_on_the_color() -> None:
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


def test_dealer_of_cordova_does_not_bid() -> None:  # BV-9, R-51
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


def test_open_spare_hand_plays_in_its_seat_for_the_bidder() -> None:
    for key in ("boston_three", "three_handed_display"):
        row = ROWS[key]
        order = around((2, "hand"), 0, 1, row)
        assert order == [(2, "hand"), (3, "dummy"), (0, "hand"), (1, "hand")]
        assert around((3, "dummy"), 0, 1, row)[0] == (3, "dummy")
        assert who_chooses((3, "dummy"), 0, 1, row) == 1
        assert camps(1, [], row) == [[1, 3], [0, 2]]


def test_dummy_is_played_by_the_dealer_in_display_and_the_bidder_in_boston() -> None:
    display = ROWS["display"]
    assert around((0, "hand"), 3, 0, display) == [(0, "hand"), (1, "dummy"), (2, "hand"), (3, "hand")]
    assert who_chooses((1, "dummy"), 3, 0, display) == 3  # the dealer, though seat 0 bid highest
    assert around((1, "hand"), 3, 0, BOSTON) == [(1, "hand"), (2, "dummy"), (3, "hand"), (0, "hand")]
    assert who_chooses((2, "dummy"), 3, 0, BOSTON) == 0
    assert who_chooses((3, "hand"), 3, 0, BOSTON) == 3


def test_blind_dummy_sits_at_the_right_of_the_dealer() -> None:
    row = ROWS["regular_for_two"]
    assert around((1, "hand"), 0, 1, row) == [(1, "hand"), (2, "dummy"), (0, "hand")]
    assert around((2, "dummy"), 0, 1, row) == [(2, "dummy"), (0, "hand"), (1, "hand")]
    assert who_chooses((2, "dummy"), 0, 1, row) == 0  # the dealer, though seat 1 bid highest
    assert camps(1, [], row) == [[0], [1], [2]]


def test_called_partner_joins_the_declarer_against_the_other_three() -> None:
    row = ROWS["high_card_partner"]
    assert camps(4, [1], row) == [[4, 1], [0, 2, 3]]
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
def test_order_of_hands_and_batteries_is_the_books(leader: Place, order: list[Place]) -> None:
    assert battery_order(leader) == order
    assert turn_order(leader, 0, 0, ROWS["over_the_top_1988"]) == order


def test_covered_card_is_turned_up_when_the_upper_one_is_played() -> None:
    battery = Battery(up=["R5", "R6", "R7", "R8", "R9"], down=["B5", "B6", "B7", "B8", "B9"])
    battery.play("R7")
    assert battery.exposed() == ["R5", "R6", "B7", "R8", "R9"]
    battery.play("B7")
    assert battery.exposed() == ["R5", "R6", "R8", "R9"]


def test_drawn_card_is_the_open_one_or_the_top_of_the_pile() -> None:
    pile = ["R5", "B9", "G4", "Y8"]
    assert drawable(pile, None) == {"up": "R5", "pile": "B9"}
    assert drawable(pile, "up") == {"pile": "B9"}
    assert drawable(pile, "pile") == {"up": "R5"}
    assert after_drawing(pile) == ["G4", "Y8"]
