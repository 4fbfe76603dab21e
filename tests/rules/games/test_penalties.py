"""Fines of a referee in the games without bidding: points, where a match is won by points."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import OTHER_GAMES
from rules.core.actions import Penalize
from rules.core.decisions import REFEREE
from rules.core.outcome import Ranking
from rules.core.protocol import IllegalAction
from rules.games.frame import State
from tests.rules.games.kit import SHORTER, first_deal, game_of, play

WON_BY_CARDS = {
    "clock",
    "donkey",
    "everlasting",
    "match",
    "old_solitaire",
    "panjandrum_1924",
    "panjandrum_1988",
    "tens",
}


def begun(key: str) -> tuple[Any, State[Any]]:
    """A match with the fewest players, after its first deal was dealt."""
    game = game_of(key, **SHORTER.get(key, {}))
    return game, State(*first_deal(play(game, game.about.seats[0], seed=1)))


@pytest.mark.parametrize("key", sorted(WON_BY_CARDS))
def test_penalty_is_refused_where_points_do_not_decide(key: str) -> None:
    game, state = begun(key)
    with pytest.raises(IllegalAction, match="isn't won by points"):
        game.apply(state, REFEREE, Penalize(0, 2, "too slow"))


@pytest.mark.parametrize("key", sorted(set(OTHER_GAMES) - WON_BY_CARDS))
def test_penalty_counts_in_the_score_where_points_decide(key: str) -> None:
    game, state = begun(key)
    fined, (ruled,) = game.apply(state, REFEREE, Penalize(0, 2, "table talk"))
    assert fined.match.totals == (2 if game.about.ranking is Ranking.FEWEST else -2, *state.match.totals[1:])
    assert ruled in fined.match.sheet
