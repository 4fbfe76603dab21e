"""The set-up panel: three questions, recently played games first, the rest in one menu."""

from __future__ import annotations

import pytest

from bot.server.house_rules import NOTHING_KNOWN, KnownRules, Wanted
from bot.table.desk.shown import ShownTable
from cogs.table.options_panel import options_panel
from cogs.table.set_up_panel import ALL_GAMES
from rules.catalog import GAMES, find_game, game_with
from rules.core.protocol import OptionValue
from rules.presets import PRESETS
from tests.ui.tables import check_limits, labels, lobby, menus, text

CROCKER = PRESETS["crocker"].options


def playing(key: str = "kentucky", changes: dict[str, OptionValue] | None = None) -> ShownTable:
    game = game_with(key, changes or {})
    table = lobby(key, (None,) * game.about.seats[0])
    return table._replace(rules=table.rules._replace(options=game.options, changes=game.changes()))


def entries(table: ShownTable, known: KnownRules, place: int) -> list[str]:
    """The entries of a menu, by label."""
    return [entry["label"] for entry in menus(options_panel(table, known=known))[place]["options"]]


def chosen(table: ShownTable, known: KnownRules = NOTHING_KNOWN) -> list[str]:
    """The chosen entry of each menu."""
    return [
        entry["label"]
        for one in menus(options_panel(table, known=known))
        for entry in one["options"]
        if entry.get("default")
    ]


def test_set_up_shows_three_questions_and_a_link_to_the_rest() -> None:
    drawn = options_panel(playing())
    for question in ("**Game**", "**Target**", "**House rules**"):
        assert question in text(drawn)
    assert len(menus(drawn)) == 4
    assert menus(drawn)[-1]["placeholder"] == "More rules"
    assert chosen(playing()) == ["Official Tournament Rook (1988)", "300", "By the book"]
    assert labels(drawn) == ["Make it 🏅 Counted", "Name or code …"]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_questions_fit_for_every_game_with_the_longest_saved_names(key: str) -> None:
    saved = tuple(Wanted(key, {}, f"{number:02}{'W' * 30}") for number in range(50))
    recent = tuple(Wanted(one, {}, "") for one in GAMES)
    check_limits(options_panel(playing(key), known=KnownRules(recent, saved)))


def test_recently_played_games_come_first_and_all_others_behind_one_entry() -> None:
    known = KnownRules((Wanted("boston", {"target": 500}, ""), Wanted("dixie_1988", {}, "")))
    offered = entries(playing(), known, 0)
    assert offered[:3] == ["Boston Rook (1988)", "Dixie Rook (1988)", "Official Tournament Rook (1988)"]
    assert offered[-1] == f"{ALL_GAMES} …"


def test_recent_house_rules_come_before_named_sets_and_each_appears_once() -> None:
    known = KnownRules((Wanted("kentucky", CROCKER, ""), Wanted("kentucky", {"target": 500}, "")))
    offered = entries(playing(), known, 2)
    assert offered[:2] == ["By the book", PRESETS["crocker"].title]
    assert len(offered) == len(set(offered))


def test_rules_saved_by_the_server_go_by_their_name() -> None:
    known = KnownRules(saved=(Wanted("kentucky", CROCKER, "Sundays"), Wanted("boston", {}, "Elsewhere")))
    assert "Sundays" in entries(playing(), known, 2)
    assert "Elsewhere" not in entries(playing(), known, 2)
    assert chosen(playing("kentucky", dict(CROCKER)), known)[-1] == "Sundays"


def test_rules_that_differ_only_in_match_length_are_by_the_book() -> None:
    assert chosen(playing("kentucky", {"target": 435})) == [
        "Official Tournament Rook (1988)",
        "435",
        "By the book",
    ]
    table = playing("kentucky", {"min_bid": 80, "take_back": "consent"})
    assert chosen(table)[-1] == "2 house rules"


def test_number_of_deals_is_asked_only_in_games_that_have_one() -> None:
    assert "**Deals**" in text(options_panel(playing("donkey")))
    drawn = text(options_panel(playing("clock")))
    assert "**Deals**" not in drawn
    assert "**Target**" not in drawn
    assert find_game("clock").about.seats == (1,)
