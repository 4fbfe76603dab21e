"""The source of a section: it cites its rule book only if its text is that of the game by the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rules.catalog import GAMES, find_game, game_with
from rules.codes import decode, encode
from rules.core.protocol import Game, InvalidOption, OptionSpec, OptionValue

OPEN: Final[dict[str, tuple[OptionValue, ...]]] = {
    "numbers": ("1-14", "5-14"),
    "counters": ("5:5 10:10 14:10 1:15", "10:20"),
    "trick_points": (1, 3),
    "seats": ("4", "3,4"),
}
"""Two more values of options that are typed instead of chosen."""


def other_values(spec: OptionSpec) -> Iterator[OptionValue]:
    """Every value offered but that in force; of a number also two that are not offered."""
    yield from (choice.value for choice in spec.choices if choice.value != spec.value)
    yield from OPEN.get(spec.key, ())
    offered = [choice.value for choice in spec.choices]
    if any(isinstance(value, int) and not isinstance(value, bool) for value in offered):
        highest = max(value for value in offered if isinstance(value, int))
        yield from (highest + 5, highest + 10)


def with_each_option(key: str) -> Iterator[tuple[dict[str, OptionValue], Game[Any]]]:
    """The game with each of its options at each other value that it can have."""
    for spec in find_game(key).options:
        for value in other_values(spec):
            options = {spec.key: value}
            try:
                yield options, game_with(key, options)
            except InvalidOption:
                continue


@pytest.mark.parametrize("key", GAMES)
def test_section_with_a_source_has_the_books_text(key: str) -> None:
    """The text of a house rule, in full or in short, cites no rule book."""
    book = {(one.heading, one.text, one.short) for one in find_game(key).about.rules}
    tried = 0
    for options, game in with_each_option(key):
        tried += bool(game.changes())
        for one in game.about.rules:
            if one.source:
                assert (one.heading, one.text, one.short) in book, options
    assert tried or not find_game(key).options


@pytest.mark.parametrize("key", GAMES)
def test_unchanged_sections_keep_their_source_under_house_rules(key: str) -> None:
    marks = {one.heading: one.source for one in find_game(key).about.rules}
    book = {(one.heading, one.text, one.short) for one in find_game(key).about.rules}
    for options, game in with_each_option(key):
        for one in game.about.rules:
            if (one.heading, one.text, one.short) in book:
                assert one.source == marks[one.heading], options


@pytest.mark.parametrize(
    ("key", "options", "heading"),
    [
        ("tuxedo_1924", {"tie_share": 0}, "Scoring"),
        ("tuxedo_1924", {"target": 200}, "End"),
        ("club", {"target": 2000}, "End"),
        ("club", {"club_teams": "threes"}, "Partners"),
        ("golden10_1988", {"deals": 12}, "End"),
        ("golden10_1988", {"partners_at_four": True}, "Deal"),
        ("golden10_1988", {"partners_at_four": True}, "Scoring"),
        ("new_solitaire", {"hold_back": True}, "Turn"),
        ("high14", {"deals": 4}, "End"),
        ("doubt_old", {"deals": 4}, "End"),
        ("donkey", {"deals": 3}, "End"),
        ("cribbage", {"deals": 4}, "End"),
        ("kentucky", {"deals": 4}, "End"),
    ],
)
def test_section_changed_by_a_house_rule_has_no_source(
    key: str, options: dict[str, OptionValue], heading: str
) -> None:
    def mark(game: Game[Any]) -> str:
        return next(one.source for one in game.about.rules if one.heading == heading)

    assert mark(find_game(key))
    assert not mark(game_with(key, options))
    assert not mark(game_with(*decode(encode(key, options))))


def test_six_players_in_two_sides_are_not_all_told_to_sit_opposite() -> None:
    told = game_with("club", {"club_teams": "threes"}).about.rules[0].text
    assert "With four, partners sit opposite each other." in told
