"""“As though they don't even know the card that is being called”: play with a secret partner.

High Card Partner: seat 0 declares with black trumps and calls the black 13, which seat 2 holds; it is known
to all once it is played. Seat 1 leads.
"""

from tests.computers.ask import answer
from tests.rules.scene import Scene

HANDS = {
    0: "B14 B12 B11 B10 B9 Rook Y5",
    1: "G14 G9 G8 R11 R12 Y13 Y12",
    2: "B13 G10 G7 R14 R13 Y11 Y10",
    3: "G13 G6 G5 B8 B7 Y9 Y8",
    4: "G11 G12 B6 B5 R5 Y14 Y7",
}


def called(*played: str) -> Scene:
    """The deal after some cards."""
    scene = Scene("high_card_partner", partner_shown="on_play").deal(HANDS, dealer=0).win_auction(0, 100)
    scene.settle("black", keep=HANDS[0].split(), calling="call B13")
    return scene.do(*(f"play {card}" for card in " ".join(played).split()))


SHOWN = ("G8 G7 G13 G11 Rook", "B14 R11 B13 B7 B6")


def test_secret_partner_plays_no_10_on_an_opponents_14() -> None:
    assert answer(called("G14")) == "play G7"


def test_opponent_discards_no_14_on_the_declarers_highest_trump() -> None:
    assert answer(called(SHOWN[0], "B14")) != "play G14"


def test_known_partner_adds_a_counter_to_the_declarers_trump() -> None:
    assert answer(called(*SHOWN, "B12 G9")) in ("play G10", "play Y10", "play R14")


def test_opponent_gives_no_counter_to_the_known_partner() -> None:
    """Seat 2 has won a trick and leads the card that was called; seat 1 has no trump and plays last."""
    scene = called("R12 R14 Y8 R5 Y5", "B13 B7 B5 B9")
    assert scene.seat == 1
    assert answer(scene) != "play G14"
