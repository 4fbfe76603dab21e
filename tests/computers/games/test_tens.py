"""The computer player of Tens slaps tens."""

from __future__ import annotations

import pytest

from rules.core.cards import Card
from rules.games.frame import State
from tests.computers.games.laid_out import answer_at
from tests.rules.games.test_tens import laid_out


@pytest.mark.parametrize("number", [10, 6])
def test_only_the_called_number_is_slapped(number: int) -> None:
    for card in range(14):
        game, match, deal = laid_out("R1 R2", "G1", "B1", pile=f"Y3 {Card(card)}", number=number)
        assert answer_at(game, State(match, deal), 1) == ("shout" if card + 1 == number else "pass")
