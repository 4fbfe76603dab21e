"""The differences between two games."""

from __future__ import annotations

import pytest

from rules.catalog import GAMES, find_game, game_with
from rules.difference import NOT_THERE, difference


def test_difference_of_a_game_from_itself_is_empty() -> None:
    for key in GAMES:
        assert difference(find_game(key), find_game(key)) == ()


def test_difference_from_the_book_lists_changed_options() -> None:
    changed = game_with("kentucky", {"target": 500, "first_lead": "declarer"})

    assert difference(changed, find_game("kentucky")) == (
        ("First lead", "The bidder leads first", "Left of the dealer leads first"),
        ("Target", "500", "300"),
    )


def test_difference_between_the_dixies_is_their_books() -> None:
    """The penalty alone in 1912 and 1924; bidder, lead, nest and tie too in 1988 (R-19 to R-23)."""
    assert difference(find_game("dixie_1912"), find_game("dixie_1924")) == (
        ("Penalty for a wrong discard", "50 points", "40 points"),
    )
    assert [row[0] for row in difference(find_game("dixie_1924"), find_game("dixie_1988"))] == [
        "First bidder",
        "Nest dealt",
        "First lead",
        "Tie for most tricks",
        "Penalty for a wrong discard",
    ]


def test_difference_marks_options_without_effect_in_the_other_game() -> None:
    rows = {row[0]: row[1:] for row in difference(find_game("kentucky"), find_game("cordova"))}

    assert rows["Selling"] == (NOT_THERE, "Trump is sold only to the high bidder")
    assert rows["Nest dealt"] == ("A card for the nest after each round", NOT_THERE)
    assert rows["Players"] == ("4", "3, 4, 5 or 6")


@pytest.mark.parametrize("key", [*GAMES])
def test_difference_in_reverse_order_swaps_the_values(key: str) -> None:
    one, other = find_game(key), find_game("kentucky")
    turned = {(label, there, here) for label, here, there in difference(other, one)}

    assert set(difference(one, other)) == turned
