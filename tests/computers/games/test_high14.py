"""The computer player of High 14."""

from __future__ import annotations

from bot.computers.games.high14 import STYLE
from bot.computers.games.playing_out import COLOR_OF, Trick
from rules.core.cards import Card
from tests.computers.games.laid_out import answer_in_trick
from tests.rules.games.kit import game_of, held

GAME = game_of("high14")


def test_last_player_takes_a_ten_with_a_fourteen() -> None:
    hands = ["R10 G1 G2", "R12 G3 G4", "B14 R2 B1"]
    assert answer_in_trick(GAME, hands, "R10 R12") == "play B14"


def test_fourteen_is_kept_for_a_ten_still_out() -> None:
    hands = ["R9 Y10 Y2", "R3 Y5 Y4", "B14 R2 Y1"]
    assert answer_in_trick(GAME, hands, "R9 R3") == "play R2"


def test_own_ten_of_the_last_player_takes_a_counter() -> None:
    hands = ["R5 G1 G2", "R3 G5 G4", "R10 R2 R13"]
    assert answer_in_trick(GAME, hands, "R5 R3") == "play R10"


def test_ten_is_not_given_to_another() -> None:
    hands = ["Y12 G1 G2", "Y10 Y2 B3", "Y1 B8 R1"]
    assert answer_in_trick(GAME, hands, "Y12") == "play Y2"


def test_fourteen_is_not_spent_on_a_higher_fourteens_trick() -> None:
    hands = ["R14 G10 G2", "R10 R1 G4", "B14 R2 B1"]
    assert answer_in_trick(GAME, hands, "R14 R10") == "play R2"


def test_fourteen_of_the_color_led_is_played_before_another() -> None:
    """It is then void in the color, and keeps the other 14 for a ten."""
    led = Card.parse("G2")
    trick = Trick(COLOR_OF[led], led, 1 << led, to_come=2, is_ours=False)
    assert Card(STYLE.follow(held("G14 B14 B4 Y1"), trick)) == Card.parse("G14")
    assert Card(STYLE.follow(held("G14 R14 R4 Y1"), trick)) == Card.parse("G14")
