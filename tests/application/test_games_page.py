"""The page of all games agrees with the catalog."""

from __future__ import annotations

import re
from pathlib import Path

from bot.tools.pages import games_page
from rules.catalog import GAMES

PAGE = Path(__file__).parents[2] / "docs" / "games.md"
RULE_BOOKS = {
    *("regular_old", "regular_1924", "regular_1988", "partnership_regular", "kentucky", "kentucky_no_rook"),
    *("red_one", "one_high", "dixie_1912", "dixie_1924", "dixie_1988", "display", "boston", "boston_three"),
    *("tennessee_1933", "tennessee_1988", "over_the_top_1918", "over_the_top_1988", "regular_for_two"),
    *("three_handed_1914", "three_handed_display", "high_card_partner", "partnership_six", "cordova"),
    *("club", "panjandrum_1924", "panjandrum_1988", "golden10_1924", "golden10_1988", "flip", "high14"),
    *("tuxedo_old", "tuxedo_1924", "doubt_old", "doubt_1924", "donkey", "match", "everlasting", "cribbage"),
    *("tens", "old_solitaire", "new_solitaire", "clock"),
}


def test_games_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == games_page(), "python -m bot games > docs/games.md"


def test_games_page_has_every_game_of_rule_books() -> None:
    assert set(GAMES) == RULE_BOOKS
    assert set(re.findall(r"`(\w+)`", games_page())) >= RULE_BOOKS


def test_games_page_has_two_lines_a_game() -> None:
    for game in GAMES.values():
        assert 40 <= len(game.about.summary) <= 180, game.about.key
