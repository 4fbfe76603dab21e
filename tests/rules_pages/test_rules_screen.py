"""The rules on one screen: in short with the words of the game, then all of them page by page."""

from __future__ import annotations

import re
from random import Random

import pytest

from cogs.rules_pages.screen import LONGEST_CODE, RulesAddress, explained, rules_page, short_rules, terms_of
from cogs.ui.rules_panel import OUR_READING, rules_texts
from rules.catalog import GAMES, find_game, game_with
from rules.codes import encode
from tests.rules.house.house_rules import valid_rules
from tests.ui.tables import check_limits, labels, menus, text

SCREEN = 1300
"""Characters that fit a phone with the picture below."""
NUMBERED = re.compile(r"\bR-\d")
"""A number in the register of readings, which no player knows."""


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_game_fits_one_screen_and_every_term_a_message(key: str) -> None:
    game = find_game(key)
    for address in (RulesAddress(2**40), RulesAddress(0, "X" * LONGEST_CODE)):
        drawn = short_rules(game, address)
        check_limits(drawn)
        assert len(text(drawn)) <= SCREEN
        assert labels(drawn) == ["All the rules", "Post the rules"]
        offered = [entry["value"] for entry in menus(drawn)[0]["options"]]
        assert offered == [term.word for term in terms_of(game)]
        for word in offered:
            said = explained(game, address, word)
            assert said is not None
            check_limits(said)
            check_limits(rules_page(game, address, 99))
    assert explained(game, RulesAddress(1), "Nonsense") is None


def test_pages_of_all_the_rules_lead_on_and_back() -> None:
    game, address = find_game("kentucky"), RulesAddress(0, encode("kentucky", {}))
    first, last = rules_page(game, address, 1), rules_page(game, address, 99)
    assert labels(first) == ["In short", "Next page"]
    assert labels(last) == ["In short", "Previous page"]
    assert "Source: " in text(last)


def test_first_screen_names_house_rules_and_says_where_they_are() -> None:
    """Bug: a line that leaves one out, like a moon, had nothing on the screen that leads to it."""
    game = game_with("kentucky", {"min_bid": 80, "moon": 100})
    drawn = short_rules(game, RulesAddress(1))
    assert "🔸 2 house rules · listed in *All the rules*" in text(drawn)
    assert "All the rules" in labels(drawn)
    assert "🔸" not in text(short_rules(find_game("kentucky"), RulesAddress(1)))


def test_summary_of_a_changed_game_is_marked_as_the_books() -> None:
    book, longer, house = (
        game_with("cordova", changes) for changes in ({}, {"target": 200}, {"counters": "5:5 10:10"})
    )
    line = "Only the 10, 7, 5 and 2 of trump count."
    for game, said in ((book, line), (longer, line), (house, f"By the book: {line}")):
        screens = short_rules(game, RulesAddress(1)), rules_page(game, RulesAddress(1), 1)
        assert all(text(screen).split("\n")[1].startswith(said) for screen in screens)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_rules_screens_show_no_number_of_a_reading(key: str) -> None:
    game, address = find_game(key), RulesAddress(1)
    shown = [text(short_rules(game, address)), *rules_texts(game)]
    for term in terms_of(game):
        said = explained(game, address, term.word)
        assert said is not None
        shown.append(text(said))
    assert not [one for one in shown if NUMBERED.search(one)]


def test_house_rules_show_no_number_of_a_reading() -> None:
    random = Random(3)
    games = [valid_rules(random)[1] for _ in range(40)]
    assert not [page for game in games for page in rules_texts(game) if NUMBERED.search(page)]


def test_our_reading_is_named_and_explained_when_chosen() -> None:
    game = find_game("kentucky")
    assert "How we play it: The book doesn't say what happens if everyone passes." in "".join(
        rules_texts(game)
    )
    said = explained(game, RulesAddress(1), OUR_READING)
    assert said is not None
    assert "silent or unclear" in text(said)
