"""“Why did you throw that?”: cards that a partner does not understand, and what is played in their place.

Kentucky, where 5, 10 and 14 count: seat 0 deals and seat 1 leads; 0 and 2 play 1 and 3.
"""

from typing import Final

import pytest

from bot.computers.bidding_games.puzzling import puzzles
from rules.core.decisions import ChooseCard
from tests.computers.ask import answer, ask, kentucky, remembered
from tests.rules.scene import Scene
from tests.strength.frozen_steady import FrozenChampion

DECLARER: Final = "G14 G13 G12 G11 G10 R6 R7 B14 B13"
LAID: Final = "R5 Y5 Y6 B5 B6"


def drawn(own: str) -> Scene:
    """Seat 1 has drawn green trumps with the 13, which seat 0 let hold, and leads the 11 to seat 2."""
    hands = {0: "G8 G9", 1: DECLARER, 2: own, 3: "G6 G7"}
    scene = kentucky(hands, nest=LAID, declarer=1, bid=90, trump="green", lay=LAID)
    return scene.do("play G13", "play G5", "play G6", "play G8", "play G11")


def puzzling(scene: Scene) -> set[str]:
    """The cards that puzzle the partner of the seat that is asked."""
    assert isinstance(scene.decision, ChooseCard)
    return {str(card) for card in puzzles(remembered(scene), list(scene.decision.cards))}


def test_14_is_not_discarded_on_a_trump_the_partner_let_hold() -> None:
    scene = drawn("G5 R14 R8 R9 Y7 Y8 B7 B9 Y12")
    assert puzzling(scene) == {"R14"}
    assert answer(scene) != "play R14"


def test_14s_that_would_puzzle_the_partner_are_kept() -> None:
    scene = drawn("G5 Y14 Y10 R10 R14 B10 Y9 Y13 Y11")
    assert {"Y14", "R14"} <= puzzling(scene)
    assert answer(scene) in ("play Y9", "play Y11", "play Y13")


def test_second_hand_with_the_12_and_the_13_throws_no_5_on_the_2() -> None:
    """1-High: the 5 beats the 2 that is led, and hardly holds."""
    own = "R13 R12 R5 Y2 Y3 Y4 G2 G3 G4 B2 B3 B4 Y6 G6"
    lead = "R2 G14 G13 G12 G11 G10 G9 G8 Y13 Y12 B13 B12 B11 B10"
    scene = Scene("one_high").deal({1: lead, 2: own}, "B9").win_auction(0, 105)
    scene.do("discard B9", "trump green")
    assert scene.seat == 1
    scene.do("play R2")
    assert puzzling(scene) == {"R5"}
    assert answer(scene) != "play R5"


@pytest.mark.parametrize(
    ("hands", "nest", "declarer", "bid", "trump", "plays", "thrown", "kept"),
    [
        pytest.param(
            {
                0: "Y7 Y9 Y14 G9 G11 B6 B8 B9 B10",
                1: "R6 R11 Y6 Y8 Y10 Y12 B7 B12 B14",
                2: "R9 R13 Y5 Y11 G5 G12 G13 G14 B5",
                3: "R7 R8 R12 R14 Y13 G8 B11 B13 Rook",
            },
            "R5 R10 G6 G7 G10",
            1,
            90,
            "yellow",
            "Y8",
            "Y5",
            "Y11",
            id="the 5 on the first trump lead",
        ),
        pytest.param(
            {
                0: "R5 R9 R11 R14 Y9 G5 G9 B7 B10",
                1: "R7 Y7 Y11 R8 G6 G10 G11 G14 B13",
                2: "Y5 Y6 Y14 B6 B8 B9 B12 B14 Rook",
                3: "R10 R12 Y8 Y12 Y13 G8 G13 B5 B11",
            },
            "R6 R13 Y10 G7 G12",
            2,
            95,
            "black",
            "R7 B6 R12 R5 B14",
            "B5",
            "B11",
            id="the 5 on the highest trump of the color",
        ),
        pytest.param(
            {
                0: "R5 R9 Y7 Y13 G8 B7 B9 B10 B11",
                1: "G6 G7 G9 G10 G12 G14 B8 B12 B14",
                2: "R6 R8 R12 R14 Y8 Y11 G5 G13 Rook",
                3: "R7 R10 R13 Y5 Y6 Y9 Y14 G11 B13",
            },
            "R11 Y10 Y12 B5 B6",
            1,
            100,
            "green",
            "G12",
            "G5",
            "G13",
            id="the 5 though the 13 takes the 12",
        ),
        pytest.param(
            {
                0: "R5 R7 R9 R11 R12 Y10 G5 G9 B9",
                1: "R6 Y5 Y8 Y13 G11 B5 B8 B11 B12",
                2: "R8 Y6 Y9 Y12 G6 G8 G10 B7 B13",
                3: "R13 R14 Y14 G7 G12 G13 G14 B14 Rook",
            },
            "R10 Y7 Y11 B6 B10",
            3,
            90,
            "green",
            "Y13 Y6 Y14 Y10 G12",
            "G5",
            "G9",
            id="the 5 under the 12",
        ),
    ],
)
def test_counter_the_frozen_champion_threw_is_kept(
    hands: dict[int, str], nest: str, declarer: int, bid: int, trump: str, plays: str, thrown: str, kept: str
) -> None:
    scene = kentucky(hands, nest=nest, declarer=declarer, bid=bid, trump=trump, lay=nest)
    scene.do(*(f"play {card}" for card in plays.split()))
    assert thrown in puzzling(scene)
    assert str(ask(scene, FrozenChampion())) == f"play {thrown}"
    assert answer(scene) == f"play {kept}"


def test_equal_side_card_is_led_instead_of_a_needless_trump() -> None:
    """The partner has the last three trumps. A 9 in 10 chance of some at the opponents' counted as
    certain."""
    hands = {
        0: "Y7 Y8 Y11 Y14 G6 G7 G9 G10 Rook",
        1: "R5 R6 R7 R10 Y5 G12 G13 B10 B12",
        2: "R13 Y6 Y9 Y12 Y13 G5 G11 B6 B9",
        3: "R8 R14 Y10 G8 G14 B5 B8 B13 B14",
    }
    laid = "R9 R11 R12 B7 B11"
    scene = kentucky(hands, nest=laid, declarer=0, bid=95, trump="yellow", lay=laid)
    plays = "R5 R13 R14 Y7 Y14 Y5 Y6 Y10"
    scene.do(*(f"play {card}" for card in plays.split()))
    assert str(ask(scene, FrozenChampion())) == "play Y11"
    assert answer(scene) == "play G6"
