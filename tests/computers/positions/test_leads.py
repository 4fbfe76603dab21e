"""“Irritating is when the partner leads with a trump”: what to lead, and what to leave alone.

Kentucky: 5 to 14 and the Rook on top; seat 0 deals and seat 1 leads; 0 and 2 play 1 and 3.
"""

import pytest

from tests.computers.ask import answer, kentucky
from tests.rules.scene import Scene

LAID = "R5 R6 Y5 Y6 G5"
STRONG = "B14 B13 B12 B11 Rook Y14 G14 Y9 G9"


def defending(own: str) -> Scene:
    """Seat 1 leads against seat 2, who declares with black trumps."""
    return kentucky({1: own, 2: STRONG}, nest=LAID, declarer=2, bid=90, trump="black", lay=LAID)


@pytest.mark.parametrize(
    "own",
    [
        "R10 R7 Y10 Y8 G10 G8 G11 B6 B5",
        "R10 R12 Y10 Y12 G12 G8 G11 B6 B8",
        "R10 R13 R9 Y10 Y13 G12 G8 G11 Y8",
    ],
)
def test_counter_an_opponent_can_take_is_not_led(own: str) -> None:
    counters = {"play R10", "play Y10", "play G10", "play B5"}
    assert answer(defending(own)) not in counters


@pytest.mark.parametrize("own", ["R9 R7 Y13 Y8 G12 G8 G11 B6 B8", "R14 R13 Y12 Y8 G12 G8 B7 B6 B8"])
def test_defender_leads_no_trump_for_the_bidder(own: str) -> None:
    assert not answer(defending(own)).startswith("play B")


def test_bidder_without_the_bird_leads_a_trump_below_the_14() -> None:
    """The bird takes it and its ten points; the 13 brings the bird out as well."""
    hands = {1: "B14 B13 B12 B11 B9 B8 Y14 Y13 G14", 2: "Rook B7", 3: "B5 B6", 0: "B10"}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="black", lay=LAID)
    assert answer(scene) in ("play B13", "play B12", "play B11", "play B9", "play B8")


def test_bidder_stops_leading_trumps_when_only_the_partner_has_some() -> None:
    hands = {
        0: "B5 R8 R9 R11 Y7 Y8 Y9 G7 G8",
        1: "B14 B13 B12 B11 B9 Rook R14 Y14 G14",
        2: "B7 R10 R12 Y10 Y11 G9 G10 G11 G6",
        3: "B8 B10 B6 R13 R7 Y12 Y13 G12 G13",
    }
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="black", lay=LAID)
    scene.do("play B14", "play B7", "play B6", "play B5", "play B13", "play G6", "play B8", "play Y7")
    assert answer(scene) in ("play R14", "play Y14", "play G14")


def test_bidder_leads_no_trump_when_no_other_hand_has_any() -> None:
    hands = {
        0: "B5 B6 R8 R9 R11 Y7 Y8 G7 G8",
        1: "B14 B13 B12 B11 Rook Y14 Y13 G14 R7",
        2: "B7 B8 R10 R12 Y9 Y11 G9 G10 G11",
        3: "B9 B10 R13 R14 Y10 Y12 G12 G13 G6",
    }
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="black", lay=LAID)
    scene.do("play B14", "play B7", "play B9", "play B5", "play B13", "play B8", "play B10", "play B6")
    assert answer(scene) in ("play Y14", "play Y13", "play G14", "play R7")


def returning(partner: str, rest: str) -> Scene:
    """An opponent took the bidder's trump; the bidder's partner, seat 3, won the next trick and leads."""
    hands = {
        0: "B5 R10 R12 R13 Y13 Y7 G10 G13 G6",
        1: "B13 B12 B11 B10 B9 B7 Y14 G14 R7",
        2: f"Rook B14 R8 R9 R11 {rest}",
        3: partner,
    }
    scene = kentucky(hands, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    scene.do("play B12", "play B14", "play B6", "play B5")
    return scene.do("play R9", "play R14", "play R12", "play R7")


@pytest.mark.parametrize(
    ("partner", "rest"),
    [
        ("B8 B6 R14 Y8 Y9 Y10 G7 G8 G9", "Y12 Y11 G12 G11"),
        ("B8 B6 R14 Y8 Y11 Y10 G7 G8 G12", "Y12 Y9 G9 G11"),
        ("B8 B6 R14 Y8 Y9 Y12 Y11 G8 G11", "Y10 G7 G12 G9"),
    ],
)
def test_partners_trump_lead_is_returned(partner: str, rest: str) -> None:
    """The bidder led trumps, an opponent has some left, and the partner has no winner to lead."""
    assert answer(returning(partner, rest)) == "play B8"


def test_14_is_not_led_in_a_color_the_bidder_trumps() -> None:
    """Seat 2 leads; the bidder trumped the green 9 and has trumps left."""
    hands = {
        0: "G7 G8 B5 R8 R10 R13 Y8 Y9 Y11",
        1: "B14 B13 B12 B11 B10 Rook R7 Y13 Y7",
        2: "G14 G12 G9 R14 R12 R9 Y14 B6 B7",
        3: "G13 G10 G6 G11 R11 Y12 Y10 B8 B9",
    }
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="black", lay=LAID)
    scene.do("play R7", "play R14", "play R11", "play R8", "play G9", "play G6", "play G7", "play B10")
    scene.do("play Y13", "play Y14", "play Y12", "play Y8")
    assert answer(scene) != "play G14"
