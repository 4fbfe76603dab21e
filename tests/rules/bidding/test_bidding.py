"""The auction: Bidding in the general rules of 1988 and of 1924, and the Bidding section of each game."""

from __future__ import annotations

import pytest

from rules.core.actions import Bid, Pass
from rules.core.cards import Color
from rules.core.decisions import ChooseNumber
from rules.core.events import AuctionWon, BidMade, BidPassed, NestSeen, NestTaken, Secret, TrumpNamed
from tests.rules.said import notes
from tests.rules.scene import Scene

A, B, C, D = range(4)


# --- the printed auctions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "bids", "highest"),
    [
        pytest.param("regular_1924", (15, 25, 30, 35, 40), 40, id="BV-1 1924 booklet and leaflet"),
        pytest.param("regular_old", (15, 20, 25, 30, 35), 35, id="BV-2 R-13 Older rule books"),
        pytest.param("regular_1988", (70, 80, 85, 90, 95), 95, id="BV-3 1988 booklet"),
    ],
)
def test_bv1_bv2_bv3_printed_auction_is_won_by_b(key: str, bids: tuple[int, ...], highest: int) -> None:
    """BV-1 (1924, Regular Rook 4), BV-2 (oldest, Regular), BV-3 (1988, Bidding): A, the dealer, bids; B; C
    passes; D; A; B; C is skipped, though the oldest book has him pass again (R-13); D and A pass.
    """
    first, second, third, fourth, fifth = (f"bid {points}" for points in bids)
    scene = Scene(key).deal(dealer=A)
    asked = []
    for line in (first, second, "pass", third, fourth, fifth, "pass", "pass"):
        asked.append(scene.seat)
        scene.do(line)

    assert asked == [A, B, C, D, A, B, D, A]
    assert scene.last == (BidPassed(A), AuctionWon(B, highest))
    assert scene.do("trump green").last == (TrumpNamed(B, Color.GREEN),)


@pytest.mark.parametrize("key", ["regular_1924", "regular_old"])
def test_bv4_dealer_must_open_the_bidding(key: str) -> None:
    """BV-4 (1924, Regular Rook 4: the dealer must bid some number of points divisible by 5)."""
    scene = Scene(key).deal(dealer=A)

    assert scene.seat == A
    assert scene.refused("pass") == "Bid at least 5."
    assert scene.refused("bid 3") == "Bid at least 5."
    assert scene.refused("bid 12").startswith("Bids go up in steps of 5")
    assert AuctionWon(A, 5) in scene.do("bid 5", "pass", "pass", "pass").last


def test_bv5_last_seat_must_bid_the_minimum_or_more() -> None:
    """BV-5 (1988, 1-High): A, B, C pass; D bids 70: refused; 75 is accepted and wins at once."""
    scene = Scene("one_high").deal(dealer=A).do("pass", "pass", "pass")

    assert scene.seat == D
    assert scene.refused("bid 70") == "Bid at least 75, or pass."
    assert AuctionWon(D, 75) in scene.do("bid 75").last


def test_bv6_kentucky_bids_start_left_of_dealer_in_fives() -> None:
    """BV-6 (1988, Official Tournament Rules): dealer A, so B bids first; 72 is refused, 70 accepted."""
    scene = Scene("kentucky").deal(dealer=A)

    assert scene.seat == B
    assert scene.refused("bid 72") == "Bids go up in steps of 5: 70, 75 …"
    assert scene.do("bid 70").last == (BidMade(B, 70),)


def test_bv7_boston_bid_names_a_color_a_higher_bid_may_change() -> None:
    """BV-7 (1988, Boston, Bidding): A "70 green", B "80 black", C and D pass, A "90 red", B passes."""
    scene = Scene("boston").deal(dealer=A).do("bid 70 green", "bid 80 black", "pass", "pass")

    assert scene.refused("bid 95 red") == "Bids go up in steps of 10: 90, 100 …"
    assert scene.do("bid 90 red").last == (BidMade(A, 90, Color.RED, has_color=True),)
    scene.do("pass")
    assert scene.last == (BidPassed(B), AuctionWon(A, 90))
    assert scene.facts["Trump"] == "Red"
    assert scene.refused("trump green", A) == "It isn't your turn."
    assert scene.phase == "Playing"


@pytest.mark.parametrize(
    ("line", "seat", "sentence"),
    [
        pytest.param("bid 80", C, "Bid at least 85, or pass.", id="BV-8 equal to the current bid"),
        pytest.param("bid 75", C, "Bid at least 85, or pass.", id="BV-8 below the current bid"),
        pytest.param("bid 125", C, "The highest bid is 120.", id="above all there is to win"),
        pytest.param(
            "bid 85 green",
            C,
            "Bid points only. Trump is named later.",
            id="with a color",
        ),
        pytest.param("play R5", C, "Not now. Bid at least 85, or pass.", id="no call"),
        pytest.param("trump red", C, "Not now. Bid at least 85, or pass.", id="too early for the trump"),
        pytest.param("hold", C, "Not now. Bid at least 85, or pass.", id="leaving it to the partner"),
        pytest.param("bid 85", B, "It isn't your turn.", id="BV-8 by a seat that has passed"),
        pytest.param("bid 85", D, "It isn't your turn.", id="BV-8 out of turn"),
        pytest.param("bid 85", A, "It isn't your turn.", id="out of turn, the dealer"),
        pytest.param("bid 85", 7, "It isn't your turn.", id="from no seat at all"),
    ],
)
def test_bv8_illegal_bid_is_refused_without_change(line: str, seat: int, sentence: str) -> None:
    """BV-8 (1988, Bidding). B has passed, C bid 75, D passed, A bid 80."""
    scene = Scene().deal(dealer=A).do("pass", "bid 75", "pass", "bid 80")

    assert scene.refused(line, seat) == sentence


@pytest.mark.parametrize("key", ["dixie_1912", "dixie_1924"])
def test_bv11_dixie_opens_at_70_in_fives(key: str) -> None:
    """BV-11 (1912 and 1924, Dixie, Bidding): in multiples of 5 or 10, such as 75, 80, 90; started at 70."""
    scene = Scene(key).deal(dealer=A)

    assert scene.seat == B
    assert {f"bid {points}" for points in (70, 75, 80, 90)} <= scene.answers()
    assert scene.refused("bid 65") == "Bid at least 70, or pass."
    assert scene.refused("bid 72").startswith("Bids go up in steps of 5")


# --- turns --------------------------------------------------------------------------------------------------


def test_player_who_passed_may_not_bid_again() -> None:
    """1988, Bidding: the turn skips a player who has passed."""
    scene = Scene().deal(dealer=A).do("pass", "bid 70", "pass", "bid 75")

    assert scene.seat == C
    assert scene.do("bid 80").seat == A
    assert [note for info in scene.table.seats for note in scene.marks(info.seat)] == [
        "dealer",
        "bid 75",
        "passed",
        "bid 80",
        "passed",
    ]


def test_high_bidder_is_not_asked_again() -> None:
    """1988, Bidding: bidding continues until no player will bid higher."""
    scene = Scene().deal(dealer=A).do("bid 70", "pass", "pass", "pass")

    assert scene.last[1] == AuctionWon(B, 70)
    assert scene.phase == "Discarding"


@pytest.mark.parametrize(
    ("key", "first"),
    [
        ("kentucky", B),
        ("partnership_six", B),
        ("dixie_1912", B),
        ("cordova", B),
        ("red_one", A),
        ("one_high", A),
        ("regular_1988", A),
        ("display", A),
        ("boston", A),
        ("high_card_partner", A),
        ("tennessee_1933", A),
    ],
)
def test_first_bidder_is_the_books(key: str, first: int) -> None:
    """1988, Bidding: the dealer; Official Tournament Rules, Dixie of 1912, Cordova (R-51): at his left."""
    assert Scene(key).deal(dealer=A).seat == first


def test_r20_first_bidder_of_dixie_depends_on_the_edition() -> None:
    """R-20 (1912 and 1924, Dixie, Bidding: left of the dealer; 1988, General Rules: the dealer)."""
    assert Scene("dixie_1912").deal(dealer=A).seat == Scene("dixie_1924").deal(dealer=A).seat == B
    assert Scene("dixie_1988").deal(dealer=A).seat == A


def test_r20_option_first_bidder_is_chosen() -> None:
    """R-20, first_bidder."""
    assert Scene("dixie_1912", first_bidder="dealer").deal(dealer=A).seat == A
    assert Scene("dixie_1988", first_bidder="left_of_dealer").deal(dealer=A).seat == B


# --- the lowest and the highest bid -------------------------------------------------------------------------

OPENINGS = {
    "kentucky": 70,
    "kentucky_no_rook": 70,
    "red_one": 5,
    "one_high": 75,
    "regular_old": 5,
    "regular_1924": 5,
    "regular_1988": 5,
    "partnership_regular": 5,
    "dixie_1912": 70,
    "dixie_1924": 70,
    "dixie_1988": 70,
    "display": 5,
    "boston": 70,
    "boston_three": 70,
    "tennessee_1933": 60,
    "tennessee_1988": 80,
    "over_the_top_1918": 50,
    "over_the_top_1988": 50,
    "regular_for_two": 30,
    "three_handed_1914": 50,
    "three_handed_display": 40,
    "high_card_partner": 5,
    "partnership_six": 70,
    "cordova": 1,
}
CAPS = {
    "kentucky": 120,
    "kentucky_no_rook": 100,
    "red_one": 150,
    "one_high": 200,
    "regular_old": 100,
    "regular_1924": 100,
    "regular_1988": 100,
    "partnership_regular": 120,
    "dixie_1912": 120,
    "dixie_1924": 120,
    "dixie_1988": 120,
    "display": 125,
    "boston": 240,
    "boston_three": 240,
    "tennessee_1933": 140,
    "tennessee_1988": 160,
    "over_the_top_1918": 100,
    "over_the_top_1988": 100,
    "regular_for_two": 125,
    "three_handed_1914": 125,
    "three_handed_display": 100,
    "high_card_partner": 120,
    "partnership_six": 120,
    "cordova": 31,
}


@pytest.mark.parametrize("key", OPENINGS)
def test_r02_opening_bid_is_the_printed_minimum_or_one_step(key: str) -> None:
    """R-02: where only examples are printed, such as "15 or 20 points or more", the least bid is 5."""
    question = Scene(key).deal().decision

    assert isinstance(question, ChooseNumber)
    assert question.numbers[0] == OPENINGS[key]


def test_r02_option_lowest_bid_is_rounded_up_to_the_step() -> None:
    """R-02, min_bid; a minimum off the step is rounded up to it."""
    assert "bid 15" not in Scene("regular_1924", min_bid=20).deal().answers()
    assert "bid 20" in Scene("regular_1924", min_bid=20).deal().answers()
    assert "bid 20" in Scene("regular_1924", min_bid=17).deal().answers()


@pytest.mark.parametrize("key", CAPS)
def test_r04_bid_for_all_points_ends_the_auction(key: str) -> None:
    """R-04: the cap is the proof total, rounded down to the step."""
    scene = Scene(key).deal()
    bidder, line = scene.seat, f"bid {CAPS[key]}" + (" red" if key.startswith("boston") else "")
    above = line.replace(str(CAPS[key]), str(CAPS[key] + 50))

    assert scene.refused(above).startswith("The highest bid")
    scene.do(line)
    assert scene.phase in ("Selling trump", "Discarding", "Naming trump", "Playing")
    assert key == "cordova" or AuctionWon(bidder, CAPS[key]) in scene.last


def test_r04_bid_one_step_below_the_cap_leaves_one_number() -> None:
    """R-04."""
    scene = Scene().deal(dealer=A).do("bid 115")

    assert scene.answers() == {"pass", "bid 120"}


def test_r04_option_highest_bid_is_none_or_a_number() -> None:
    """R-04, max_bid: none, or a number."""
    scene = Scene(max_bid="none").deal(dealer=A).do("bid 120", "bid 125", "pass", "pass")
    assert scene.seat == B
    assert AuctionWon(C, 500) in scene.do("bid 130", "bid 500", "pass").last

    capped = Scene(max_bid=103).deal(dealer=A)
    assert capped.refused("bid 105") == "The highest bid is 100."
    assert AuctionWon(B, 100) in capped.do("bid 100").last


@pytest.mark.parametrize(
    ("color", "cap"), [("none", 240), ("red", 240), ("black", 210), ("green", 180), ("yellow", 150)]
)
def test_r33_boston_has_a_highest_bid_for_each_color(color: str, cap: int) -> None:
    """R-33 (1988, Boston, Scoring): 240, 240, 212, 184 and 156 points, rounded down to the tens."""
    scene = Scene("boston").deal()
    suffix = "" if color == "none" else f" {color}"

    assert f"bid {cap}{suffix}" in scene.answers()
    name = "no color" if color == "none" else color
    assert scene.refused(f"bid {cap + 10}{suffix}") == f"The highest bid in {name} is {cap}."


def test_r33_cap_of_a_cheap_color_does_not_end_the_auction() -> None:
    """R-33: the auction ends early only at a bid that no other can beat."""
    scene = Scene("boston").deal(dealer=A).do("bid 150 yellow")

    assert scene.seat == B
    assert not any(answer.endswith("yellow") for answer in scene.answers())
    assert "bid 160 green" in scene.answers()
    assert AuctionWon(B, 240) in scene.do("bid 240").last
    assert scene.facts["Trump"] == "No color"


def test_r34_same_number_in_another_color_is_not_a_higher_bid() -> None:
    """R-34 (1988, Boston; General Rules: a player must bid higher)."""
    scene = Scene("boston").deal(dealer=A).do("bid 100 yellow")

    assert scene.refused("bid 100 red") == scene.refused("bid 100") == "Bid at least 110, or pass."
    assert scene.do("bid 110").last == (BidMade(B, 110, None, has_color=True),)


# --- after the auction --------------------------------------------------------------------------------------


def test_nest_is_shown_to_the_declarer_alone() -> None:
    """1988, Additional Comments 1."""
    scene = Scene().deal(nest="R5 Y6 G7 B8 Rook", dealer=A).do("bid 70", "pass", "pass", "pass")
    secrets = [event for event in scene.last if isinstance(event, Secret)]

    assert [(secret.to, type(secret.event)) for secret in secrets] == [(B, NestSeen)]
    assert NestTaken(B, 5) in scene.last
    assert len(scene.hand(B)) == 14
    assert [(zone.hidden, zone.shown) for zone in scene.table.zones] == [(0, ())]


def test_auction_without_a_nest_is_followed_by_trump() -> None:
    """1988, The Regular Game."""
    scene = Scene("regular_1988").deal(dealer=A).do("bid 70", "pass", "pass", "pass")

    assert scene.last == (BidPassed(D), AuctionWon(A, 70))
    assert scene.phase == "Naming trump"
    assert scene.table.zones == scene.view(A).zones == ()


def test_bid_with_a_color_names_it_in_its_text() -> None:
    assert str(Bid(70, Color.GREEN)) == "bid 70 green"
    assert str(Pass()) == "pass"


def test_table_without_a_bid_says_so() -> None:
    scene = Scene().deal(dealer=A)
    assert scene.facts == {}
    assert scene.do("pass").facts == {"": "No bid yet"}
    assert scene.do("bid 70").facts == {"Bid": "70 by {2}"}


def test_note_on_a_player_who_held_is_said_of_you_as_well() -> None:
    """Bug: their own hand read “You: holds for partner”."""
    scene = Scene("kentucky", passing="pass_partner").deal(dealer=0).do("bid 70", "pass", "hold")
    assert notes(scene.game, scene.table, 3) == ["holding for partner"]
