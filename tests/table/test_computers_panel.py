"""Computer levels: on the host's page, and after the names in the lobby."""

from typing import Any

from discord import ui

from bot.computers.kinds import PERSONAS
from bot.computers.levels import FAMILY, LEVELS
from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.table.computers_panel import ABOUT, LEVEL
from cogs.table.lobby_panel import lobby_panel
from cogs.table.options_panel import PAGES, options_panel
from tests.ui.tables import check_limits, lobby, menus, text


def with_computers(game: str = "kentucky") -> ShownTable:
    table = lobby(game, ("Ann", None, None, None))
    seats = [
        ShownSeat(seat, None, one.name, computer=True, level=FAMILY, persona=one)
        for seat, one in enumerate(list(PERSONAS.values())[1:4], start=1)
    ]
    return table._replace(seats=(table.seats[0], *seats))


def test_level_follows_the_name_of_a_computer() -> None:
    assert "2. **Jack** 🤖 · family" in text(lobby_panel(with_computers()))


def test_game_with_one_computer_strength_shows_no_level() -> None:
    table = with_computers("golden10_1988")
    assert "family" not in text(lobby_panel(table))
    assert PAGES[LEVEL] not in [one["label"] for one in choices(options_panel(table))]


def test_host_chooses_among_all_levels_with_descriptions() -> None:
    view = options_panel(with_computers(), LEVEL)
    check_limits(view)
    levels = [one for one in choices(view) if one["value"] in LEVELS]
    assert [one["label"] for one in levels] == ["New to the game", "Family", "Club", "Champion"]
    assert [one["description"] for one in levels] == list(ABOUT.values())
    assert [one["value"] for one in levels if one.get("default")] == ["family"]
    assert "Jack bids a little higher than others." in text(view)
    assert "Pearl bids a little lower than others." in text(view)


def test_page_without_computers_says_they_take_every_empty_seat() -> None:
    view = options_panel(lobby(names=("Ann", None, None, None)), LEVEL)
    assert "Choosing fills every empty seat." in text(view)


def test_host_chooses_who_sits_on_each_seat_of_a_computer() -> None:
    view = options_panel(with_computers(), LEVEL)
    hazel = [one for one in choices(view) if one["value"] == "hazel"]
    assert [one["label"] for one in hazel] == [f"Seat {number}: Hazel" for number in (2, 3, 4)]
    assert {one["description"] for one in hazel} == {"Bids a little lower"}
    chosen = [one["label"] for one in choices(view) if one["value"] in PERSONAS and one.get("default")]
    assert chosen == ["Seat 2: Jack", "Seat 3: Pearl", "Seat 4: Amos"]
    check_limits(options_panel(lobby("high_card_partner", ("Ann", None, None, None, None)), LEVEL))


def choices(view: ui.LayoutView) -> list[dict[str, Any]]:
    return [one for menu in menus(view) for one in menu["options"]]
