"""The computer player of Panjandrum plays by the rules, and calls every mistake and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.actions import PASS, Action, Shout
from rules.core.decisions import CHANCE, CLOCK
from rules.games.frame import State
from tests.computers.games.laid_out import answer_at
from tests.rules.games.kit import after, game_of
from tests.rules.games.panjandrum_tables import laid_out
from tests.rules.games.test_panjandrum_free import MOVES, free, lifted_and_laid


def test_card_is_laid_on_the_player_closest_to_winning() -> None:
    table = laid_out("R8 B2", "Y2 Y3 Y4 Y5", "Y13", delays={1: "B7", 2: "G9"})
    state, _ = after(*table, (0, "say lift"))
    assert answer_at(table[0], state, 0) == "put 2 R8"


def test_with_calls_the_delay_pile_is_played_before_lifting() -> None:
    game, match, deal = free("B2 B3", "Y2 Y3", "G2 G3", delays={0: "R8", 2: "G9"})
    assert answer_at(game, State(match, deal), 0) == "put 2 R8"


def test_with_calls_building_comes_before_laying_on_an_opponent() -> None:
    table = free("R8 B3", "Y2 Y3", "G2 G3", delays={2: "G9"}, built="R7")
    assert answer_at(table[0], State(*table[1:]), 0) == "say lift"
    state, _ = after(*table, (0, "say lift"))
    assert answer_at(table[0], state, 0) == "put 10 R8"


def test_with_calls_a_card_that_fits_nowhere_is_kept() -> None:
    table = free("R8 B3", "Y2 Y3", "G2 G3", delays={2: "G4"}, built="R3")
    state, _ = after(*table, (0, "say lift"))
    assert answer_at(table[0], state, 0) == "put 0 R8"


@pytest.mark.parametrize(("put", "delays", "built", "is_wrong"), MOVES)
def test_panjandrum_is_called_exactly_on_a_mistake(
    put: str, delays: dict[int, str], built: str, is_wrong: bool
) -> None:
    table = free(delays=delays, built=built)
    state = lifted_and_laid(table, put)
    assert answer_at(table[0], state, 3) == ("shout" if is_wrong else "pass")


@pytest.mark.parametrize("options", [{}, {"flip_at_next_turn": True, "giver_chooses": False}])
def test_calls_are_right_on_every_move_of_random_matches(options: dict[str, Any]) -> None:
    game, random = game_of("panjandrum_1988", panjandrum_free=True, **options), Random(1)
    checked = 0
    for seats in (3, 4, 5):
        state = game.start(seats)
        while decisions := game.decisions(state):
            seat = CHANCE if CHANCE in decisions else max(decisions)
            action: Action = decisions[seat].sample(random)
            if CLOCK in decisions:
                checked += 1
                is_called = answer_at(game, state, seat) == "shout"
                assert is_called == state.deal.move.is_wrong
                action = Shout(checked) if is_called and random.random() < 0.2 else PASS
            state, _ = game.apply(state, seat, action)
    assert checked > 200


def test_giver_gives_the_delay_piles_top_unless_it_can_be_laid() -> None:
    table = free(delays={1: "B11 B4", 2: "G9", 3: "B3"}, giver_chooses=True)
    state = lifted_and_laid(table, "put 0 R8")
    state, _ = after(table[0], *state, (3, "shout 1"), (1, "pass"), (2, "pass"))
    assert answer_at(table[0], state, 1) == "say hand"
    table = free(delays={1: "B11 B4", 2: "G9"}, giver_chooses=True)
    state = lifted_and_laid(table, "put 0 R8")
    state, _ = after(table[0], *state, (3, "shout 1"), (1, "pass"), (2, "pass"))
    assert answer_at(table[0], state, 1) == "say pile"
