"""The computer player of Golden 10 and Flip."""

from __future__ import annotations

import pytest

from tests.computers.games.laid_out import answer_in_trick
from tests.rules.games.kit import game_of


@pytest.mark.parametrize("key", ["golden10_1988", "flip"])
def test_red_ten_is_played_on_anothers_trick(key: str) -> None:
    hands = ["G9 B1 B4", "R10 B13 Y2", "G3 B8 Y1"]
    assert answer_in_trick(game_of(key), hands, "G9") == "play R10"


@pytest.mark.parametrize("key", ["golden10_1988", "flip"])
def test_lower_red_card_follows_to_a_red_trick(key: str) -> None:
    hands = ["R7 B1 B4", "R6 R14 Y2", "R3 B8 Y1"]
    assert answer_in_trick(game_of(key), hands, "R7") == "play R6"


def test_unavoidable_trick_is_not_taken_with_the_red_ten() -> None:
    hands = ["R2 B1 B4", "R3 B2 B5", "R10 R4 Y2"]
    assert answer_in_trick(game_of("flip"), hands, "R2 R3") == "play R4"


def test_golden_ten_is_taken_when_red_points_count_against_the_seat() -> None:
    hands = ["Y4 B1 B4", "Y6 B8 B9", "Y10 Y2 G2"]
    captured = {2: "R1 R2 R3 R4 R6 R7 R8 R9 R11 R12"}
    assert answer_in_trick(game_of("golden10_1988"), hands, "Y4 Y6", captured) == "play Y10"


def test_partners_trick_gets_no_red_card() -> None:
    hands = ["G14 B1 B4", "G3 B6 B8", "R10 B13 Y2", "G4 Y1 Y3"]
    assert answer_in_trick(game_of("golden10_1924"), hands, "G14 G3") != "play R10"
    assert answer_in_trick(game_of("golden10_1988"), hands, "G14 G3") == "play R10"


def test_lowest_red_card_is_led() -> None:
    hands = ["R1 R13", "R5 G2", "R6 G3"]
    assert answer_in_trick(game_of("flip"), hands, "") == "play R1"


@pytest.mark.parametrize("key", ["golden10_1988", "flip"])
def test_red_ten_is_discarded_at_once_even_if_it_could_wait(key: str) -> None:
    """No other hand has a red card left, so it could not be led to anyone; still it is discarded."""
    hands = ["Y13 B1", "B14 B2", "R8 R10"]
    assert answer_in_trick(game_of(key), hands, "Y13 B14") == "play R10"


@pytest.mark.parametrize(("before", "played"), [(20, "play Y10"), (0, "play Y2")])
def test_r_55_option_golden_ten_is_taken_for_earlier_deals(before: int, played: str) -> None:
    hands = ["Y4 B1 B4", "R3 B8 B9", "Y10 Y2 G2"]
    cumulative = game_of("golden10_1988", golden_cumulative=True)
    assert answer_in_trick(cumulative, hands, "Y4 R3", totals=(0, 0, before)) == played
    assert answer_in_trick(game_of("golden10_1988"), hands, "Y4 R3", totals=(0, 0, before)) == "play Y2"
