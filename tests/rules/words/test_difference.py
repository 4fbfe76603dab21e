"""How is this game different from that one?"""

from __future__ import annotations

import pytest

from rules.catalog import GAMES, find_game, game_with
from rules.difference import NOT_THERE, difference


def test_a_game_does_not_differ_from_itself() -> None:
    for key in GAMES:
        assert difference(find_game(key), find_game(key)) == ()


def test_house_rules_differ_from_the_book_in_what_was_changed() -> None:
    changed = game_with("kentucky", {"target": 500, "first_lead": "declarer"})

    assert difference(changed, find_game("kentucky")) == (
        ("First lead", "The bidder", "Left of the dealer"),
        ("Target", "500", "300"),
    )


def test_the_dixies_differ_as_their_books_do() -> None:
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


def test_what_means_nothing_in_the_other_game_is_marked() -> None:
    rows = {row[0]: row[1:] for row in difference(find_game("kentucky"), find_game("cordova"))}

    assert rows["Selling"] == (NOT_THERE, "Only to the high bidder")
    assert rows["Nest dealt"] == ("A card after each round", NOT_THERE)
    assert rows["Players"] == ("4", "3, 4, 5 or 6")


@pytest.mark.parametrize("key", [*GAMES])
def test_the_other_way_round_is_the_same_difference(key: str) -> None:
    one, other = find_game(key), find_game("kentucky")
    turned = {(label, there, here) for label, here, there in difference(other, one)}

    assert set(difference(one, other)) == turned
