"""The lobby panel: empty and full, small and large tables, and every page of options."""

from __future__ import annotations

import re

import pytest
from discord import ButtonStyle

from bot.table.desk.shown import ShownSeat
from bot.table.lobby.before_match import PEOPLE_ONLY, Person
from bot.table.lobby.news import LobbyNews
from cogs.table.lobby_panel import lobby_panel
from cogs.table.more import more_panel
from cogs.table.options_panel import PAGES, TURNS, option_value, options_panel
from cogs.table.seats import players_panel
from cogs.ui.words import SIDE_MARKS
from rules.catalog import GAMES, find_game
from tests.ui.tables import EVERYONE, check_limits, labels, lobby, menus, parts, text

KEYS = sorted(GAMES)
LONG = tuple(mark * 32 for mark in "*_~`*_~`")


def test_empty_lobby_offers_a_seat_on_each_side_without_start() -> None:
    view = lobby_panel(lobby())
    assert labels(view) == ["Sit", "Sit", "Fill with computers", "Start", "Set up", "More"]
    (start,) = [part for part in parts(view) if part.get("label") == "Start"]
    assert start["disabled"]
    assert "4 seats are open" in text(view)


def test_full_lobby_offers_no_seat_and_can_be_started() -> None:
    view = lobby_panel(lobby(names=EVERYONE[:4]))
    assert labels(view) == ["Other partners", "Start", "Set up", "More"]
    (start,) = [part for part in parts(view) if part.get("label") == "Start"]
    assert not start["disabled"]
    assert "**Start** when" in text(view)


def test_host_and_computers_are_marked() -> None:
    table = lobby(names=("Ann", None, None, None))
    table = table._replace(seats=(*table.seats[:3], ShownSeat(3, None, "Rosie", computer=True)))
    assert "1. **Ann** · host" in text(lobby_panel(table))
    assert "4. **Rosie** 🤖" in text(lobby_panel(table))
    assert "Remove a computer" in labels(more_panel(table, table.seats[0], decides=True))
    assert "Remove a computer" not in labels(more_panel(table, None, decides=False))


def test_seats_show_who_would_be_partners() -> None:
    table = lobby(names=("Ann", None, None, None))
    assert labels(lobby_panel(table))[:2] == ["Sit with Ann", "Sit"]
    table = lobby(names=("Ann", "Bob", "Cleo", None))
    assert labels(lobby_panel(table))[0] == "Sit with Bob"
    table = lobby("partnership_six", ("Ann", None, "Cleo", None, None, None))
    assert labels(lobby_panel(table))[:2] == ["Sit with Ann and Cleo", "Sit"]


def test_partners_are_those_of_the_match_that_begins() -> None:
    """Six play Club in three pairs, who sit opposite; five play Golden 10 without partners."""
    table = lobby("club", ("Ann", "Bob", None, None, None, None))
    assert labels(lobby_panel(table))[:3] == ["Sit with Ann", "Sit with Bob", "Sit"]
    lines = text(lobby_panel(table)).split("\n")
    marks = [line[0] for line in lines if re.match(r". \d\. ", line)]
    assert marks == [*SIDE_MARKS[:3], *SIDE_MARKS[:3]]
    four, five = (lobby("golden10_1924", EVERYONE[:number]) for number in (4, 5))
    assert "Other partners" in labels(lobby_panel(four))
    assert "Other partners" not in labels(lobby_panel(five))


def test_equivalent_seats_are_one_button() -> None:
    assert labels(lobby_panel(lobby("regular_1988", ("Ann", None, None))))[0] == "Sit"


def test_lone_player_is_shown_no_partners() -> None:
    assert "1924 rules · 1 player\n" in text(lobby_panel(lobby("new_solitaire", ("Ann",))))
    assert "2 players · everyone for themselves" in text(lobby_panel(lobby("new_solitaire", ("Ann", "Bob"))))


def test_start_is_green_when_possible_and_gray_when_not() -> None:
    for names in (EVERYONE[:4], ("Ann", "Bob", None, None)):
        buttons = [part for part in parts(lobby_panel(lobby(names=names))) if part["type"] == 2]
        (start,) = [button for button in buttons if button["label"] == "Start"]
        green = [button["label"] for button in buttons if button["style"] == ButtonStyle.success.value]
        assert green == ([] if start.get("disabled") else ["Start"])
        assert start.get("disabled", False) is (None in names)
        assert all(button["style"] != ButtonStyle.danger.value for button in buttons)


def test_counted_match_offers_no_computers_and_cannot_start_with_one() -> None:
    table = lobby(names=("Ann", "Bob", "Cleo", None))
    table = table._replace(kind=table.kind._replace(counted=True))
    assert "Fill with computers" not in labels(lobby_panel(table))
    table = table._replace(seats=(*table.seats[:3], ShownSeat(3, None, "Rosie", computer=True)))
    (start,) = [part for part in parts(lobby_panel(table)) if part.get("label") == "Start"]
    assert start["disabled"]
    assert PEOPLE_ONLY in text(lobby_panel(table))
    table = table._replace(seats=(*table.seats[:2], ShownSeat(2, None, "", computer=False), table.seats[3]))
    assert PEOPLE_ONLY in text(lobby_panel(table)), "another player is no help"
    assert "Take a seat" not in text(lobby_panel(table))


def test_last_removed_player_can_be_let_back_after_any_number() -> None:
    removed = tuple(Person(100 + number, f"Guest {number}") for number in range(60))
    table = lobby("doubt", EVERYONE[:8])
    table = table._replace(lobby=table.lobby._replace(news=LobbyNews((), removed)))
    view = players_panel(table)
    check_limits(view)
    assert [label for label in labels(view) if label.startswith("Let ")][-1] == "Let Guest 59 back"
    assert "Here are the last 23 of 60." in text(view)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("names", [LONG, (None,) * 8], ids=["long", "empty"])
def test_largest_lobby_of_every_game_fits_a_message(key: str, names: tuple[str | None, ...]) -> None:
    seats = find_game(key).about.seats[-1]
    check_limits(lobby_panel(lobby(key, names[:seats])))


@pytest.mark.parametrize("key", KEYS)
def test_every_option_of_every_game_fits_a_panel(key: str) -> None:
    table = lobby(key, (None,) * find_game(key).about.seats[0])
    for section in PAGES:
        check_limits(options_panel(table, section))
    for spec in table.rules.options:
        view = options_panel(table, spec.section, spec.key)
        check_limits(view)
        assert all(
            sum(bool(option.get("default")) for option in menu["options"]) <= 1 for menu in menus(view)
        )


def test_chosen_value_is_the_options_own_and_anything_else_stays_text() -> None:
    by_key = {spec.key: spec for spec in lobby().rules.options}
    assert option_value(by_key["target"], "200") == 200
    assert option_value(by_key["deals"], "None") is None
    assert option_value(by_key["target"], "what") == "what"


def test_set_up_offers_slow_turns_or_counting_but_not_both() -> None:
    """Refused combinations are not offered."""
    casual = lobby(names=("Ann", "Bob", "Cleo", "Dan"))
    quick, slow, ranked = (
        str(parts(options_panel(table)))
        for table in (
            casual,
            casual._replace(turn=casual.turn._replace(hours=8)),
            casual._replace(kind=casual.kind._replace(counted=True)),
        )
    )
    assert ["Time for a turn" in page for page in (quick, slow, ranked)] == [True, True, False]
    assert ["Make it" in page for page in (quick, slow, ranked)] == [True, False, True]
    assert "A turn may take 8 hours" in str(parts(options_panel(casual, TURNS)))
