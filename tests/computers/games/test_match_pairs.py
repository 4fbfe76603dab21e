"""The computer player of Match and Everlasting turns its card."""

from __future__ import annotations

import pytest

from rules.games.frame import State
from tests.computers.games.laid_out import answer_at
from tests.rules.games.test_match_pairs import laid_out


@pytest.mark.parametrize("key", ["match", "everlasting"])
def test_match_player_turns_its_card(key: str) -> None:
    game, match, deal = laid_out("R7 B1", "G3 B2", "Y9 B3", key=key)
    assert answer_at(game, State(match, deal), 0) == "say turn"
