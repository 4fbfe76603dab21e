"""Steady's card play where players complain most: as a partner.

Kentucky throughout: 5 to 14 and the Rook on top; seat 0 deals, so seat 1 leads; 0 and 2 play 1 and 3.
"""

import pytest

from tests.computers.ask import answer, kentucky
from tests.rules.scene import Scene

# Green is led; seat 1 declares, black is trump, and the nest helps no hand.
LAID = "R5 R6 R7 Y5 Y6"
DECLARER = "B14 B13 B12 B11 B10 Rook G6 R13 Y13"

pytestmark = pytest.mark.usefixtures("full_strength")


def green_led(own: str, *, partner: str = "G14", opponent: str = "G7") -> Scene:
    """Seat 0 plays last to a green trick that seat 1 led with the 6."""
    hands = {0: own, 1: DECLARER, 2: f"{partner} R8 R9 R11", 3: f"{opponent} Y9"}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    return scene.do("play G6", f"play {partner}", f"play {opponent}")


def test_counter_is_played_on_the_partners_winner() -> None:
    assert answer(green_led("G10 G8 G9 R12 Y12 R14 Y11")) == "play G10"


def test_void_hand_discards_a_counter_on_the_partners_winner() -> None:
    assert answer(green_led("R10 R12 Y12 Y11 Y10 B5 B6 B7 B8")) in ("play R10", "play Y10")


@pytest.mark.parametrize("own", ["R12 Y12 Y11 Y10 B5 B6 B7 B8 B9", "R14 R12 Y14 Y12 Y11 B6 B7 B8 B9"])
def test_partners_winner_is_not_trumped(own: str) -> None:
    assert not answer(green_led(own)).startswith("play B")


def test_partners_winner_is_not_trumped_by_a_hand_of_high_cards() -> None:
    assert not answer(green_led("R14 R12 Y14 Y12 B5 B6 B7 B8 B9")).startswith("play B")


def test_opponents_winner_is_trumped() -> None:
    taken = answer(green_led("R12 Y12 Y11 Y10 B5 B6 B7 B8 B9", partner="G10", opponent="G14"))
    assert taken.startswith("play B")


def test_winning_14_in_last_seat_is_played() -> None:
    assert answer(green_led("G14 G8 R12 Y12 R14 Y11", partner="G5", opponent="G13")) == "play G14"


def test_winning_14_in_second_seat_is_played_at_once() -> None:
    """Second to play: the color will not go round twice, so now or never."""
    hands = {1: DECLARER, 2: "G14 G12 G9 G8 R8 R9 R11 R12 Y12", 3: "G7 Y7 Y8 Y9"}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    assert answer(scene.do("play G6")) == "play G14"


def test_no_counter_follows_to_an_opponents_winner() -> None:
    assert answer(green_led("G10 G8 R12 Y12 R14 Y11", partner="G9", opponent="G14")) == "play G8"


def test_void_hand_discards_no_counter_on_an_opponents_winner() -> None:
    own = "R10 R12 R14 Y14 Y12 Y11 Y10 Y8 Y7"
    thrown = answer(green_led(own, partner="G9", opponent="G14"))
    assert thrown in ("play R12", "play Y12", "play Y11", "play Y8", "play Y7")


@pytest.mark.parametrize(
    ("own", "partner", "opponent"),
    [("G10 G13 R12", "G9", "G14"), ("G10 G13 Y14", "G8", "G14"), ("G5 G12 G13", "G9", "G14")],
)
def test_no_counter_goes_to_an_opponents_winner_from_a_short_hand(
    own: str, partner: str, opponent: str
) -> None:
    assert answer(green_led(own, partner=partner, opponent=opponent)) not in ("play G5", "play G10")


def test_lowest_card_follows_to_a_lost_trick() -> None:
    assert answer(green_led("G13 G8 R12 Y12 R14 Y11", partner="G9", opponent="G14")) == "play G8"


def test_bird_is_not_played_to_a_trick_without_points() -> None:
    hands = {0: "Rook G8 G9 R12 Y12", 1: "B14 B13 B12 B11 B10 G6 G7", 2: "G11 R8", 3: "G12 Y7"}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    assert answer(scene.do("play G6", "play G11", "play G12")) in ("play G8", "play G9")


def test_bird_takes_a_trick_full_of_points() -> None:
    hands = {0: "Rook G5 R12 Y12", 1: "B14 B13 B12 B11 B10 G14 G7", 2: "G6 R8", 3: "G10 Y7"}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    assert answer(scene.do("play G14", "play G6", "play G10")) == "play Rook"


def drawing(declarer: str, partner: str, *tricks: str) -> Scene:
    """Seat 1 declares with black trumps; each opponent was dealt one."""
    hands = {0: "B7 G6 G7 G8 G9 R6 R8 R9 R11", 1: declarer, 2: "B8 Y7 Y8 Y9 Y11 R12 R13 Y12 Y13", 3: partner}
    laid = "Y5 Y6 R5 R7 G5"
    scene = kentucky(hands, nest=laid, declarer=1, bid=80, trump="black", lay=laid)
    for trick in tricks:
        scene.do(*(f"play {card}" for card in trick.split()))
    return scene


def test_declarer_leads_trumps_first() -> None:
    scene = drawing("B14 B13 B12 B11 Rook R14 Y14 G14 G13", "B5 B6 B9 B10 G10 G11 G12 R10 Y10")
    assert answer(scene) in ("play B14", "play B13", "play B12", "play B11")


def test_declarer_stops_leading_trumps_when_opponents_have_none() -> None:
    scene = drawing(
        "B14 B13 B12 B11 Rook R14 Y14 G14 G13",
        "B5 B6 B9 B10 G10 G11 G12 R10 Y10",
        "B14 B8 B5 B7",
        "B13 Y7 B6 G6",
    )
    assert answer(scene) in ("play R14", "play Y14", "play G14", "play G13")


def test_declarer_without_the_bird_leads_a_high_trump() -> None:
    scene = drawing("B13 B12 B11 B9 B10 B6 R14 Y14 G14", "B5 G10 G11 G12 R10 Y10 G13")
    assert answer(scene) in ("play B13", "play B12", "play B11")


def test_declarers_partner_leads_no_trump() -> None:
    hands = {1: "B5 B6 B9 R8 R9 R11 Y7 Y8 G9", 3: "B14 B13 B12 B11 Rook R14 Y14 G14 G13"}
    scene = kentucky(hands, nest=LAID, declarer=3, bid=80, trump="black", lay=LAID)
    assert not answer(scene).startswith("play B")


def test_bird_is_kept_for_the_last_trick_and_the_nest() -> None:
    """Two cards left, the bird and a loser: the loser first, or the nest is lost."""
    hands = {
        0: "B5 B6 B7 G6 G7 G8 G9 R8 R9",
        1: "B14 B13 B12 B11 Rook R14 Y14 G14 Y7",
        2: "B8 B9 B10 Y8 Y9 Y11 R11 R12 G11",
        3: "R13 Y12 Y13 G10 G12 G13 R10 Y10 Y5",
    }
    laid = "R5 R6 R7 Y6 G5"
    scene = kentucky(hands, nest=laid, declarer=1, bid=80, trump="black", lay=laid)
    scene.do(*["play B14", "play B8", "play R13", "play B5", "play B13", "play B9", "play Y12", "play B6"])
    scene.do(*["play B12", "play B10", "play G12", "play B7", "play B11", "play Y8", "play G10", "play R8"])
    scene.do(*["play R14", "play R11", "play R10", "play R9", "play G14", "play G11", "play G13", "play G6"])
    scene.do(*["play Y14", "play Y9", "play Y5", "play G7"])
    assert answer(scene) == "play Y7"
