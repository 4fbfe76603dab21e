"""The lobby as it is drawn: empty and full, small and large tables, and every page of the options."""

from __future__ import annotations

import pytest

from bot.play.lobby import Person
from bot.play.lobby_news import LobbyNews
from bot.play.shown import ShownSeat
from cogs.ui.lobby_panel import lobby_panel
from cogs.ui.options_panel import PAGES, option_value, options_panel
from cogs.ui.players_panel import players_panel
from rules.catalog import GAMES, find_game
from tests.cogs.tables import EVERYONE, check_limits, labels, lobby, menus, parts, text

KEYS = sorted(GAMES)
LONG = tuple(mark * 32 for mark in "*_~`*_~`")


def test_an_empty_lobby_offers_every_seat_and_cannot_be_started() -> None:
    view = lobby_panel(lobby())
    assert [label for label in labels(view) if label.startswith("Take seat")] == [
        f"Take seat {n}" for n in range(1, 5)
    ]
    (start,) = [part for part in parts(view) if part.get("label") == "Start"]
    assert start["disabled"]
    assert "4 open" in text(view)


def test_a_full_lobby_offers_no_seat_and_can_be_started() -> None:
    view = lobby_panel(lobby(names=EVERYONE[:4]))
    assert not [label for label in labels(view) if label.startswith("Take seat")]
    (start,) = [part for part in parts(view) if part.get("label") == "Start"]
    assert not start["disabled"]
    assert "**Start** when" in text(view)


def test_the_host_and_the_computers_are_marked() -> None:
    table = lobby(names=("Ann", None, None, None))
    table = table._replace(seats=(*table.seats[:3], ShownSeat(3, None, "Rosie", computer=True)))
    assert "1. **Ann** · host" in text(lobby_panel(table))
    assert "4. **Rosie** 🤖" in text(lobby_panel(table))
    assert "Remove a computer" in labels(lobby_panel(table))


def test_however_many_a_host_has_removed_the_last_of_them_can_be_let_back() -> None:
    removed = tuple(Person(100 + number, f"Guest {number}") for number in range(60))
    table = lobby("doubt", EVERYONE[:8])._replace(lobby_news=LobbyNews((), removed))
    view = players_panel(table)
    check_limits(view)
    assert [label for label in labels(view) if label.startswith("Let ")][-1] == "Let Guest 59 back"
    assert "Here are the last 23 of 60." in text(view)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("names", [LONG, (None,) * 8], ids=["long", "empty"])
def test_the_largest_lobby_of_every_game_fits_a_message(key: str, names: tuple[str | None, ...]) -> None:
    seats = find_game(key).about.seats[-1]
    check_limits(lobby_panel(lobby(key, names[:seats])))


@pytest.mark.parametrize("key", KEYS)
def test_every_option_of_every_game_fits_a_panel(key: str) -> None:
    table = lobby(key, (None,) * find_game(key).about.seats[0])
    for section in PAGES:
        check_limits(options_panel(table, section))
    for spec in table.options:
        view = options_panel(table, spec.section, spec.key)
        check_limits(view)
        assert all(
            sum(bool(option.get("default")) for option in menu["options"]) <= 1 for menu in menus(view)
        )


def test_a_chosen_value_is_the_options_own_and_anything_else_stays_text() -> None:
    by_key = {spec.key: spec for spec in lobby().options}
    assert option_value(by_key["target"], "200") == 200
    assert option_value(by_key["deals"], "None") is None
    assert option_value(by_key["target"], "what") == "what"
