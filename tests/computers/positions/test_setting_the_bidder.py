"""“The bots don't play to set the bidder”: opponents who can set the bid.

Kentucky: 5 to 14 and the Rook on top; seat 0 deals and seat 1 leads; 0 and 2 play 1 and 3.
"""

import pytest

from tests.computers.ask import answer, kentucky
from tests.rules.scene import Scene

LAID = "R5 R6 Y5 Y6 G6"
BIDDER = "B14 B13 B12 B11 B10 G14 Y14 Y13 R13"


def against(bid: int, hands: dict[int, str], *played: str) -> Scene:
    """Seat 1 plays for its bid with black trumps; some cards have been played."""
    scene = kentucky({1: BIDDER, **hands}, nest=LAID, declarer=1, bid=bid, trump="black", lay=LAID)
    return scene.do(*(f"play {card}" for card in " ".join(played).split()))


@pytest.mark.parametrize("bid", [100, 110, 115])
def test_bird_takes_the_trick_that_sets_the_bid(bid: int) -> None:
    """Twenty points are in the trick and the bird counts as many: that sets the bid."""
    hands = {0: "Rook G7 G8 R7 R8 R9 Y7 Y8 Y9", 2: "G10 G9 R10 R11 R12 Y10 Y11 B5 B6", 3: "G5 G11"}
    assert answer(against(bid, hands, "G14 G10 G5")) == "play Rook"


def test_low_trump_takes_the_trick_that_sets_the_bid() -> None:
    hands = {0: "B9 R7 R8 R9 R11 R12 Y7 Y8 Y9", 2: "G10 G9 R10 B5 B6", 3: "Rook G5"}
    assert answer(against(110, hands, "G14 G10 G5")) == "play B9"


def test_void_opponent_adds_no_counter_to_the_bidders_sure_trick() -> None:
    hands = {0: "R10 R7 R8 Y10 Y7 Y8 G10 G7 G8", 2: "Rook B5 B6", 3: "B8 B9"}
    thrown = answer(against(90, hands, "B14 B5 B8"))
    assert thrown not in ("play R10", "play Y10", "play G10")


def test_player_before_the_partners_bird_follows_low() -> None:
    """Seat 2 can only follow low: the 10 waits until the partner has shown that it takes the trick."""
    hands = {0: "Rook G7 G8 R7 R8 R9 Y7 Y8 Y9", 2: "B5 B6 G10 G9 R10 R11 R12 Y10 Y11", 3: "B8 B9"}
    assert answer(against(90, hands, "B14")) in ("play B5", "play B6")


def test_partners_bird_gets_a_counting_trump() -> None:
    hands = {0: "B5 B9 G7 G8 R7 R8 R9 Y7 Y8", 2: "Rook B6", 3: "B8 B7"}
    assert answer(against(90, hands, "B13 Rook B7")) == "play B5"


def test_partners_bird_gets_a_10_from_a_hand_without_trumps() -> None:
    hands = {0: "R10 R7 R8 R9 Y7 Y8 Y9 G7 G8", 2: "Rook B6", 3: "B8 B7"}
    assert answer(against(90, hands, "B13 Rook B7")) == "play R10"
