"""A tie after a fixed number of deals: the win is shared or, by an option, another hand is played."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.match import Match, first_match
from tests.rules import said
from tests.rules.games.kit import game_of, play

GAMES = ("club", "cribbage", "high14", "doubt_old", "tuxedo_old", "tuxedo_1924", "donkey")
EVERY = pytest.mark.parametrize("key", GAMES)
DEALS = 3


def tied_at(game: Any, seats: int, scored: int) -> Match:
    """A match in which all sides have 2 points after ``scored`` deals."""
    match = first_match(seats, game.sides(seats))
    return match._replace(scored=scored, played=scored, totals=(2,) * len(match.sides))


@EVERY
def test_tie_is_shared_or_plays_another_deal(key: str) -> None:
    seats = 3 if key != "club" else 4
    shared, another = (game_of(key, deals=DEALS, extra_deal=extra) for extra in (False, True))
    tied = tied_at(another, seats, DEALS)

    assert shared.winners(tied) == tuple(range(seats))
    assert another.winners(tied) is None
    later = tied._replace(scored=DEALS + 1, played=DEALS + 1)
    assert another.winners(later) is None
    ahead = later._replace(totals=(3, *later.totals[1:]))
    assert another.winners(ahead) == another.sides(seats)[0]


@EVERY
def test_tie_after_the_last_deal_is_shared_at_the_limit_of_deals(key: str) -> None:
    seats = 3 if key != "club" else 4
    game = game_of(key, deals=DEALS, extra_deal=True)
    assert game.winners(tied_at(game, seats, 200)) == tuple(range(seats))


@EVERY
def test_tie_after_the_last_deal_is_told_and_offered_only_with_a_number_of_deals(key: str) -> None:
    game = game_of(key, deals=DEALS, extra_deal=True)
    assert "another deal is played, up to 200 deals." in said.readings(game)["R-06"]
    assert "share the win" in said.readings(game_of(key, deals=DEALS))["R-06"]
    assert "extra_deal" in {option.key for option in game.options}
    without = game_of(key, deals=1) if key in {"donkey", "doubt_old"} else game_of(key)
    assert "extra_deal" not in {option.key for option in without.options}


def test_match_with_a_tie_goes_beyond_its_deals() -> None:
    """Among forty matches of one deal of High 14 some are tied."""
    longest = max(
        len(play(game_of("high14", deals=1, extra_deal=True), 3, seed)[-1].after.match.sheet)
        for seed in range(40)
    )
    assert longest > 1
