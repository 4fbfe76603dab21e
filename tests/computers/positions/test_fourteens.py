"""“Your partner will hold the 14s and cause you to lose by not playing”: high cards that must come now.

Kentucky: 5 to 14 and the Rook on top; seat 0 deals and seat 1 leads; 0 and 2 play 1 and 3.
"""

import pytest

from tests.computers.ask import answer, kentucky
from tests.rules.scene import Scene

OTHERS = "R5 R6 G5 Y5 Y6"
DEALT = {
    0: "B5 B6 G14 G7 G8 R10 R11 Y7 Y8",
    1: "B14 B13 B12 B11 Rook Y14 Y13 G13 R9",
    2: "B7 B8 G10 G9 G11 R14 R8 Y9 Y10",
    3: "B9 B10 G12 G6 R12 R13 Y11 Y12 R7",
}


def drawn(*tricks: str) -> Scene:
    """Seat 1 declares with black trumps and has drawn them; then come more tricks."""
    scene = kentucky(DEALT, nest=OTHERS, declarer=1, bid=90, trump="black", lay=OTHERS)
    for trick in ("B14 B7 B9 B5", "B13 B8 B10 B6", *tricks):
        scene.do(*(f"play {card}" for card in trick.split()))
    return scene


def test_14_takes_the_13_that_is_led() -> None:
    assert answer(drawn("G13 G9 G12")) == "play G14"


def test_14_in_second_seat_takes_a_color_not_led_again() -> None:
    assert answer(drawn("Y14 Y9 Y11 Y7", "Y13 Y10 Y12 Y8", "R9")) == "play R14"


def test_14_in_second_seat_takes_the_10_that_is_led() -> None:
    hands = {
        1: "B14 B13 B12 B11 B10 Rook G10 R13 Y13",
        2: "G14 G8 R8 R9 R11 R12 Y12 Y11 Y9",
    }
    laid = "R5 R6 R7 Y5 Y6"
    scene = kentucky(hands, nest=laid, declarer=1, bid=80, trump="black", lay=laid)
    assert answer(scene.do("play G10")) == "play G14"


@pytest.mark.parametrize(
    ("own", "led", "second"),
    [
        ("R14 R10 Y8 Y9 G7 G9 G11 Y11 B5", "R8", "R9"),
        ("R14 R5 Y8 Y9 G7 G9 G11 Y11 B5", "R8", "R12"),
        ("R14 R13 R5 Y8 Y9 G7 G9 Y11 B5", "R8", "R12"),
    ],
)
def test_third_hand_plays_high(own: str, led: str, second: str) -> None:
    """“Stop throwing low on the first trick. Play high.”"""
    hands = {1: f"{led} R11 Y12", 2: f"{second} B14 B13 B12 B11 B10 Rook Y14 G14", 3: own}
    laid = "R6 R7 Y5 Y6 G5"
    scene = kentucky(hands, nest=laid, declarer=2, bid=90, trump="black", lay=laid)
    assert answer(scene.do(f"play {led}", f"play {second}")) in ("play R14", "play R13")


@pytest.mark.parametrize("own", ["Y10 Y13 R8", "Y5 Y13 Y14"])
def test_13_takes_a_12_instead_of_losing_the_10(own: str) -> None:
    """The last player can take the opponent's 12 with a higher card instead of losing a counter."""
    hands = {
        0: f"{own} G8 G9 R9 R11 B5 B6",
        1: "Y7 B14 B13 B12 B11 B10 Rook G6 R13",
        2: "Y11 R12",
        3: "Y12 G7",
    }
    laid = "R5 R6 R7 Y6 G5"
    scene = kentucky(hands, nest=laid, declarer=1, bid=80, trump="black", lay=laid)
    assert answer(scene.do("play Y7", "play Y11", "play Y12")) in ("play Y13", "play Y14")


def test_one_is_played_if_it_is_the_highest() -> None:
    """1-High: last to play on an opponent's 14, with the 1 of the color in hand."""
    hands = {
        0: "R1 R3 R4 B1 B14 B13 B12 B11 B10 B9 Y1 Y14 G2 G3",
        1: "R7 Y2 Y3 Y7 Y8 G4 G6 G7",
        2: "R8 Y4 Y6 Y9",
        3: "R14 Y11 Y12 Y13",
    }
    scene = Scene("one_high").deal(hands, "R2", dealer=0).win_auction(0, 120)
    scene.do("discard R2", "trump black", "play R7", "play R8", "play R14")
    assert answer(scene) == "play R1"


def test_14_is_not_saved_with_two_cards_left() -> None:
    """The opponent leads the 13 of the color: after this trick only trumps are led."""
    scene = drawn("Y14 Y9 Y11 Y7", "Y13 Y10 Y12 Y8", "B12 R8 G6 R10", "B11 G11 R7 R11", "Rook G9 R13 G7")
    assert scene.seat == 1
    assert answer(scene.do("play G13", "play G10", "play G12")) == "play G14"
