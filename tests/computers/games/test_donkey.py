"""The computer player of Donkey folds at once and passes on what it can spare."""

from __future__ import annotations

import pytest

from bot.computers.games.donkey import PASSES_WITH_PAIRS, to_pass
from bot.computers.steady import Steady
from bot.tools.simulate import simulate
from rules.core.actions import Play
from rules.core.cards import CardSet, parse_cards
from rules.games.frame import State
from tests.computers.games.laid_out import answer_at
from tests.rules.games.kit import after, game_of
from tests.rules.games.test_donkey import two_fours


def spared(hand: str, came: str = "") -> str:
    return " ".join(map(str, to_pass(CardSet.of(parse_cards(hand)), list(parse_cards(came)))))


def test_player_with_four_of_a_number_folds_at_once() -> None:
    game, match, deal = two_fours()
    assert answer_at(game, State(match, deal), 0) == "shout"
    assert answer_at(game, State(match, deal), 2).startswith("play")


def test_player_folds_as_soon_as_another_has() -> None:
    game, match, deal = two_fours()
    state, _ = after(game, match, deal, (2, "play R3"), (0, "shout 5"))
    assert [answer_at(game, state, seat) for seat in (1, 2, 3)] == ["shout"] * 3


def test_rarest_number_in_hand_is_passed_on() -> None:
    assert spared("R5 Y5 G5 R9 Y9 B2") == "B2"
    assert spared("R5 Y5 G5 R9 Y9") == "R9 Y9"


def test_number_that_has_just_come_by_is_kept() -> None:
    assert spared("R5 Y5 B2 G3", came="Y3") == "B2"
    assert spared("R5 Y5 B2 G3", came="Y3 R8 R10 R11") == "G3 B2"


def test_number_that_came_by_is_passed_on_without_other_spare_cards() -> None:
    assert spared("R5 Y5 B2 G3", came="Y3 R2") == "G3 B2"


def test_pair_is_given_up_after_many_passes() -> None:
    came = " ".join(["R8"] * (PASSES_WITH_PAIRS + 1))
    assert spared("R5 Y5 G5 R9 Y9 B2", came) == "R9 Y9 B2"
    assert spared("R5 Y5", came) == "R5 Y5"


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_computers_collect_four_of_a_number_within_16_passes(seats: int) -> None:
    """RULES 5: simulated at most 16 passes with sensible players."""
    for seed in range(10):
        steps = list(simulate(game_of("donkey"), [Steady()] * seats, seed))
        chosen = sum(isinstance(step.action, Play) for step in steps)
        assert chosen <= 16 * seats
