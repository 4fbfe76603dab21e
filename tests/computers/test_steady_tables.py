"""Steady at tables with dummies, batteries, a draw pile or a secret partner."""

import pytest

from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.catalog import find_game
from rules.core.events import DealScored
from rules.core.views import ZoneKind
from tests.computers.ask import answer
from tests.rules.scene import Scene


def boston(dummy: str, own: str, left: str, right: str) -> Scene:
    """Seat 0 declares with red trumps and plays the hand of seat 2 too; seat 1 leads."""
    scene = Scene("boston").deal({0: own, 1: left, 2: dummy, 3: right}, dealer=0)
    return scene.win_auction(0, "100 red")


OWN = "R14 R13 R12 R11 R10 R9 Y14 Y13 Y12 G14 G13 G12 B13 B12"
LEFT = "B14 B11 B9 B7 B6 G11 G9 G7 Y11 Y9 Y7 R1 R2 R3"
RIGHT = "R4 R5 B10 B1 G10 G1 G2 G3 Y10 Y1 Y2 Y3 Y4 B2"
DUMMY = "R6 R7 R8 B3 B4 B5 B8 G4 G5 G6 G8 Y5 Y6 Y8"


def test_dummy_plays_a_counter_to_a_trick_the_declarers_hand_takes() -> None:
    """Green is led; the dummy's 5 goes to the 14 in the hand that plays last."""
    scene = boston(DUMMY, OWN, LEFT, RIGHT).do("play G7")
    assert answer(scene) == "play G5"


def test_dummy_plays_no_counter_on_an_opponents_winner() -> None:
    scene = boston(DUMMY, OWN, LEFT, RIGHT).do("play B14")
    assert answer(scene) in ("play B3", "play B4", "play B8")


def test_defender_does_not_lead_a_counter_into_the_open_dummy() -> None:
    """The dummy's black 14 lies open behind him: his 10 waits."""
    dummy = "B14 B12 R7 R8 B3 B4 B8 G4 G5 G6 G8 Y5 Y6 Y8"
    left = "B10 B11 B9 B7 B6 G11 G9 G7 Y11 Y9 Y7 R1 R2 R3"
    right = "R4 R5 R6 B5 B1 G10 G1 G2 G3 Y10 Y1 Y2 Y3 Y4"
    own = "R14 R13 R12 R11 R10 R9 Y14 Y13 Y12 G14 G13 G12 B13 B2"
    scene = boston(dummy, own, left, right).do("play G7", "play G4", "play G1", "play G14", "play R14")
    scene.do("play R1", "play R7", "play R4", "play G13")
    assert answer(scene) != "play B10"


def test_battery_plays_a_14_that_is_sure_to_win() -> None:
    """Over the Top: the second battery plays last, and sees that its 14 wins the 10."""
    hands = {
        0: "R14 R13 R12 R11 R9 R8 R7 Y4 Y6 B4",
        1: "G7 G10 B5 B6 B7 B8 Y7 Y8 Y9 Y10",
        2: "G4 Y5 B9 B11 B12 G5 Y11 B10 R4 R5",
        3: "B13 Y12 G6 R6 Y13 G14 G8 Y14 B14 G11",
    }
    scene = Scene("over_the_top_1988").deal(hands, dealer=0).win_auction(0, 60).do("trump red")
    scene.lay_any("R14", "R13", "R12", "R11", "R9", "R8", "R7")
    assert scene.seat == 1
    own = {str(card) for card in scene.zone(ZoneKind.BATTERY, 3).shown}
    assert "G14" in own
    scene.do("play G10")
    while scene.decision.hand != 3:
        scene.do(answer(scene))
    assert answer(scene) == "play G14"


def test_tennessee_face_up_card_is_taken_only_if_a_trump() -> None:
    hands = {0: "R14 R13 R12 Y14 Y13 Y12", 1: "Y4 Y5 Y6 Y7 Y8 Y9 G4 G5 G6 G7 G8"}
    for shown, taken in (("R11", "take up"), ("B4", "take pile")):
        scene = Scene("tennessee_1933").deal(hands, pile=shown, dealer=0).win_auction(0, 60)
        scene.settle("red", keep=("R14", "R13", "R12", "Y14", "Y13", "Y12")).do("play Y4", "play Y14")
        assert scene.phase == "Drawing a card"
        assert answer(scene) == taken


def test_secret_partner_plays_a_high_trump_on_the_declarers_trick() -> None:
    """High Card Partner: only seat 2, who holds the called black 13, knows that he plays with seat 0."""
    hands = {
        0: "B14 B12 B11 B10 B9 Rook Y5",
        1: "G14 G9 G8 R11 R12 Y13 Y12",
        2: "B13 G10 G7 R14 R13 Y11 Y10",
        3: "G13 G6 G5 B8 B7 Y9 Y8",
        4: "G11 G12 B6 B5 R5 Y14 Y7",
    }
    scene = Scene("high_card_partner", partner_shown="on_play").deal(hands, dealer=0).win_auction(0, 100)
    scene.settle("black", keep=hands[0].split(), calling="call B13")
    scene.do("play Y13", "play Y10", "play Y9", "play Y7", "play Rook", "play B14", "play G9")
    assert scene.seat == 2
    assert answer(scene) == "play B13"


def test_player_without_partners_adds_no_counter_to_anothers_trick() -> None:
    """Regular Rook: the last player cannot take the trick; his 10 stays at home."""
    hands = {0: "G10 G8 R2 R3", 1: "G14 R14 R13 R12 R11 R10 R9 R8", 2: "G7", 3: "G9"}
    scene = Scene("regular_1988", 4).deal(hands, dealer=0).win_auction(0, 40).do("trump yellow")
    scene.do("play G14", "play G7", "play G9")
    assert answer(scene) in ("play G3", "play G8")


@pytest.mark.parametrize("key", ["kentucky", "regular_1988", "tennessee_1988", "cordova", "boston_three"])
def test_matches_between_steady_players_end_within_forty_deals(key: str) -> None:
    """A table of steady players reaches the target long before the deals run out."""
    game = find_game(key)
    steps = simulate(game, [Steady()] * game.about.seats[0], "end")
    assert sum(isinstance(event, DealScored) for step in steps for event in step.events) < 40
