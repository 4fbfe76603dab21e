"""House rules keep their name: on the table, in the result, and in a comparison."""

from __future__ import annotations

import pytest

from cogs.table.lobby_panel import lobby_panel
from cogs.table.panel import table_panel
from cogs.table.starters import starter_text
from cogs.ui.rules_panel import difference_pages, house_name
from rules.catalog import game_with
from rules.presets import PRESETS
from tests.ui.tables import lobby, match, shown, text

BEACH = PRESETS["beach_house"]


@pytest.mark.parametrize("key", PRESETS)
def test_rules_of_a_set_are_called_by_its_title(key: str) -> None:
    preset = PRESETS[key]
    changes = game_with(preset.game, preset.options).changes()
    titles = {one.title for one in PRESETS.values() if one.game == preset.game}
    assert house_name(preset.game, changes) in (titles if changes else {""})


def test_lobby_calls_a_set_by_its_title() -> None:
    table = lobby(BEACH.game)
    changes = game_with(BEACH.game, BEACH.options).changes()
    agreed = table._replace(
        rules=table.rules._replace(changes=changes, options=game_with(BEACH.game, changes).options)
    )
    assert f"**House rules · {BEACH.title}**" in text(lobby_panel(agreed))


@pytest.mark.parametrize(("name", "said"), [("Grandma's", "Grandma's"), ("*" * 32, r"\*" * 32)])
def test_rules_that_the_server_has_saved_go_by_its_name(name: str, said: str) -> None:
    """In the lobby, on the table, in the result, and on a thread's starter message."""
    moments = list(match("kentucky", 1, deals=1, bury_counters=False))
    waiting = lobby("kentucky")
    waiting = waiting._replace(rules=waiting.rules._replace(name=name, changes={"bury_counters": False}))
    waiting = waiting._replace(rules=waiting.rules._replace(options=moments[0].game.options))
    for moment in (moments[0], moments[-1]):
        table = shown(moment)
        table = table._replace(rules=table.rules._replace(name=name))
        assert said in text(table_panel(table)).splitlines()[1]
        assert said in starter_text(table).splitlines()[-1]
    assert f"**House rules · {said}**" in text(lobby_panel(waiting))


def test_changed_rules_are_counted_and_default_rules_have_no_name() -> None:
    assert house_name("kentucky", {"target": 435}) == ""
    assert house_name("kentucky", {"target": 435, "take_back": "never"}) == "1 house rule"
    assert house_name("kentucky", {}) == ""


def test_comparison_marks_the_values_of_the_rule_book() -> None:
    book, house = game_with(BEACH.game, {}), game_with(BEACH.game, BEACH.options)
    [page] = difference_pages(book, house)
    first, second = [line for line in text(page).splitlines() if line.startswith(("🔹 **", "🔸 **"))][:2]
    assert first.endswith("by the book**")
    assert second.endswith(f"{BEACH.title}**")
