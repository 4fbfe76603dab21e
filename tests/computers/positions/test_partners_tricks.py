"""“Why do the bots keep cutting over your books?”: play to a trick the partner is winning.

Kentucky: 5 to 14 and the Rook on top; seat 0 deals and seat 1 leads; 0 and 2 play 1 and 3.
"""

import pytest

from tests.computers.ask import answer, kentucky
from tests.rules.scene import Scene

LAID = "R5 R6 Y5 Y6 G5"
DECLARER = "B14 B13 B12 B11 B10 B9 Y14 Y13 G14"


def partner_leads(led: str, second: str, own: str = DECLARER, trump: str = "black") -> Scene:
    """Seat 3 declares; its partner leads the first trick."""
    hands = {1: f"{led} Y7 Y8", 2: f"{second} G7", 3: own}
    scene = kentucky(hands, nest=LAID, declarer=3, bid=90, trump=trump, lay=LAID)
    return scene.do(f"play {led}", f"play {second}")


def test_declarer_does_not_trump_the_partners_14() -> None:
    assert not answer(partner_leads("R14", "R8")).startswith("play B")


def test_declarer_trumps_an_opponents_10_on_a_low_card() -> None:
    assert answer(partner_leads("R7", "R10")).startswith("play B")


def test_10_is_played_on_the_partners_14() -> None:
    own = "B14 B13 B12 B11 B10 B9 Y14 R10 R8"
    assert answer(partner_leads("R14", "R9", own)) == "play R10"


def test_counting_trump_is_played_on_the_partners_bird() -> None:
    own = "B14 B13 B12 B10 B8 Y14 Y13 G14 R8"
    assert answer(partner_leads("Rook", "B7", own)) in ("play B10", "play B14")


@pytest.mark.parametrize("own", ["R10 R8 Y12 Y9 G10 G8 G9 G12 G11", "R10 R12 Y10 Y9 G8 G9 G13 G12 G11"])
def test_void_hand_discards_a_10_on_the_partners_bird(own: str) -> None:
    hands = {1: "Rook B14 B13 B12 B11 R7 Y7 Y8 G7", 2: "B7 B8", 3: own}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="black", lay=LAID)
    assert answer(scene.do("play Rook", "play B7")) in ("play R10", "play Y10", "play G10")


def test_10_is_not_played_on_a_partners_card_that_hardly_holds() -> None:
    """The 11, 12, 13 and 14 are out, and an opponent has yet to play."""
    own = "R10 R8 Y12 Y9 G8 G9 G12 G11 B5"
    hands = {1: "R9 B14 B13 B12 B11 Rook Y7 Y8 G7", 2: "R7 B8", 3: own}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="black", lay=LAID)
    assert answer(scene.do("play R9", "play R7")) != "play R10"


def trumped_by_partner(own: str) -> Scene:
    """Seat 1 leads the red 14, seat 2 trumps it low, seat 3 follows: seat 0 is last."""
    hands = {0: own, 1: "R14 R13 Y7", 2: "B7 B8 Y8 Y9 Y11 G7 G8 G9 G11", 3: "R8 R9 B14 B13 B12 B11"}
    scene = kentucky(hands, nest=LAID, declarer=3, bid=90, trump="black", lay=LAID)
    return scene.do("play R14", "play B7", "play R8")


def test_partners_trump_is_not_overtrumped() -> None:
    assert not answer(trumped_by_partner("B5 B6 B9 B10 Y12 Y13 Y14 G12 G13")).startswith("play B")


def test_counter_is_discarded_on_the_partners_trump() -> None:
    assert answer(trumped_by_partner("B6 B9 Y10 Y12 Y13 G10 G12 G13 G6")) in ("play Y10", "play G10")


def test_bird_is_not_played_on_the_partners_trick() -> None:
    """Twenty points lie there, and they are the partner's already."""
    hands = {
        0: "Rook G8 G9 R12 Y12 Y11 Y9 R9 R8",
        1: "G6 B14 B13 B12 B11 B10",
        2: "G14 R7",
        3: "G10 Y7",
    }
    scene = kentucky(hands, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    assert answer(scene.do("play G6", "play G14", "play G10")) in ("play G8", "play G9")


def test_one_high_partners_1_gets_a_counter_and_no_trump() -> None:
    hands = {
        0: "B1 B14 B13 B12 B11 B10 B9 Y1 Y14 G1 G14 R4 Y2 G2",
        1: "R1 R14 R3 Y3 Y4 G3 G4 B2 Y6 G6 B6 Y9 G9 R6",
        2: "R2 Y13 G13",
        3: "Y10 Y12 Y8 Y7 G10 G12 G8 G7 B3 B4 B7 Y11 G11 B8",
    }
    scene = Scene("one_high").deal(hands, "R5", dealer=0).win_auction(0, 120)
    scene.do("discard G2", "trump black", "play R1", "play R2")
    assert answer(scene) in ("play Y10", "play G10")


@pytest.mark.parametrize("own", ["R5 R10 Y12 Y11 Y9 G8 G9 G11 B5", "R5 R10 R14 Y12 Y11 Y9 G8 G9 B5"])
def test_least_counter_is_given_if_one_must_go_to_an_opponent(own: str) -> None:
    hands = {0: own, 1: "R7 B14 B13 B12 B11 B10", 2: "R8 Y7", 3: "Rook R9"}
    laid = "R6 Y5 Y6 G5 G6"
    scene = kentucky(hands, nest=laid, declarer=1, bid=80, trump="black", lay=laid)
    assert answer(scene.do("play R7", "play R8", "play Rook")) == "play R5"
