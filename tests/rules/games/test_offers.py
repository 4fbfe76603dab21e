"""The options offered: none that has no effect with the others as they are."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.kit import game_of

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
