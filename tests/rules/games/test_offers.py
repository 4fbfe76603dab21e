"""The options offered: none without an effect; a tie after the last deal, which several games have."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.match import Match, first_match
from tests.rules import said
from tests.rules.games.kit import game_of, play

NEEDS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("tuxedo_old", {"orange": True}, {"race", "race_window"}),
    ("tuxedo_old", {"building": True}, {"multi_build"}),
    ("cribbage", {"end_of_deal_win": True}, {"tie"}),
    ("doubt_1924", {"deals": None}, {"target"}),
    ("doubt_old", {"deals": 4}, {"extra_deal"}),
    ("donkey", {"deals": 3}, {"extra_deal"}),
    ("panjandrum_1988", {"panjandrum_free": True}, {"race", "race_window", "giver_chooses", "accused_gives"}),
    ("match", {"turning": "auto"}, {"pace"}),
]


def offered(game: Any) -> set[str]:
    """The keys of the options a host sees."""
    return {spec.key for spec in game.options}


@pytest.mark.parametrize(("key", "needed", "more"), NEEDS)
def test_option_is_offered_only_where_it_has_an_effect(
    key: str, needed: dict[str, Any], more: set[str]
) -> None:
    assert not more & offered(game_of(key))
    gone = {"target"} if needed.get("deals") and "target" in offered(game_of(key)) else set()
    assert offered(game_of(key, **needed)) == offered(game_of(key)) - gone | more


def test_tie_at_the_target_is_not_offered_where_only_one_player_scores_in_a_deal() -> None:
    """I Doubt It: the first player out of cards alone scores, so no two get there in one deal."""
    game = game_of("doubt_old", tie="shared")
    assert "tie" not in offered(game) | set(game.changes())
    assert "tie" in offered(game_of("high14"))


def test_option_without_effect_is_no_house_rule() -> None:
    assert game_of("tuxedo_1924", race="sealed").changes() == {"race": "sealed"}
    assert game_of("tuxedo_1924", race="sealed", orange=False).changes() == {"orange": False}


# --- a tie after the last deal ---------------------------------------------------------------------------

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
