"""The laws of RULES 5 that hold in every game without bidding, on matches at random."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.games.kit import SHORTER, TABLES, check_laws, game_of, matches


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_match_equals_its_log_and_no_seat_acts_out_of_turn(key: str, seats: int) -> None:
    game = game_of(key, **SHORTER.get(key, {}))
    for steps in matches(game, seats):
        check_laws(game, steps, Random(seats))
