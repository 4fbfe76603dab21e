"""Pages of questions in *Set up*: they fit Discord's limits, and the whole rule shows no identifier."""

from __future__ import annotations

import re

import pytest

from bot.table.desk.shown import ShownTable
from cogs.rules_pages.screen import posted_rules
from cogs.table.options_panel import questions_panel
from cogs.table.questions_panel import WHO, WHOLE, asked_at
from cogs.ui.rules_panel import CHANGED, whole_rule
from rules.bidding.house.offered import OFFERED
from rules.catalog import GAMES, game_with
from rules.core.protocol import InvalidOption, OptionValue
from rules.presets import PRESETS
from tests.ui.tables import check_limits, labels, lobby, menus, text


def set_up(key: str, changes: dict[str, OptionValue] | None = None) -> ShownTable:
    game = game_with(key, changes or {})
    table = lobby(key, (None,) * game.about.seats[0])
    return table._replace(rules=table.rules._replace(options=game.options, changes=game.changes()))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_page_of_every_game_fits(key: str) -> None:
    table = set_up(key)
    for page in asked_at(table, WHO).pages:
        asked = asked_at(table, page)
        view = questions_panel(table, asked)
        check_limits(view)
        assert "Name or code …" in labels(view)
        assert len(menus(view)) == 1 + bool(asked.entries)


def test_unknown_page_is_the_first_one() -> None:
    assert asked_at(set_up("kentucky"), "ask-weather").page == WHO


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_posted_rules_mark_what_is_not_the_books_and_show_no_identifier(key: str) -> None:
    game = game_with(PRESETS[key].game, PRESETS[key].options)
    view = posted_rules(game, game.about.seats[0])
    check_limits(view)
    said = text(view)
    assert labels(view) == []
    assert not re.search(r"[a-z]_[a-z]", said)
    for spec in game.options:
        if spec.key in game.changes():
            assert f"{CHANGED}**{spec.label}**: {spec.shown}" in said
    assert (CHANGED in said) == bool(game.changes())


def test_rules_with_more_changes_than_fit_are_one_message() -> None:
    changes = dict[str, OptionValue]()
    for row in OFFERED:
        for choice in reversed(row.choices):
            try:
                game_with("kentucky", {**changes, row.key: choice.value})
            except InvalidOption:
                continue
            changes[row.key] = choice.value
            break
    said = whole_rule(game_with("kentucky", changes), 4)
    assert len(said) < 4000
    assert len(game_with("kentucky", changes).changes()) > 30
    check_limits(questions_panel(set_up("kentucky", changes), asked_at(set_up("kentucky", changes), WHOLE)))
