"""Parts shared by the messages of the statistics: names of scopes, menus, pictures, buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final, NamedTuple, TypeVar

import discord
from discord import ui

from bot.common.text import escaped
from bot.delivery.pictures import Picture
from bot.models.boards import Games, Period
from cogs.ui.addresses import BoardAddress, RecordAddress
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, TableButton, TableSelect
from rules.catalog import GAMES as ALL_GAMES
from rules.core.about import Kind
from rules.core.words import capitalized

PERIOD: Final = "period"
GAMES: Final = "games"
PICTURE_NAME: Final = "chart.png"
NONE_HERE: Final = "No counted matches here yet. `/rook new counted:True` opens a table for one."
NOT_FOUND: Final = "There's no match for that. Choose another time below, or another game."
STILL_COUNTING: Final = "-# Still counting: the newest results aren't in here yet. Look again in a moment."
FAMILIES: Final[Mapping[Kind, str]] = {
    "bidding": "games with bidding",
    "tricks": "games of tricks",
    "melding": "games of melds",
    "capturing": "games of capturing",
    "counting": "games of counting",
    "calling": "games of calling",
    "matching": "games of matching",
    "patience": "solitaires",
}
"""Names of the families of games."""
KINDS: Final[Mapping[Period, str]] = {
    Period.EVER: "all time",
    Period.CASUAL: "casual matches",
    Period.COMPUTERS: "with computers",
}
"""Names of the periods without dates."""
Filtered = RecordAddress | BoardAddress
Choice = TypeVar("Choice", bound=Games | Period)


class Scopes(NamedTuple):
    """Periods and games a server has figures for."""

    periods: Sequence[Period] = ()
    games: Sequence[Games] = ()
    seasons: Mapping[int, str] = {}
    """Names of the server's seasons by id, not escaped."""


NO_SCOPES: Final = Scopes()


def period_name(period: Period, seasons: Mapping[int, str]) -> str:
    """Name of a period: ``all time``, ``2026``, ``November 2026``, or a season's."""
    if period.season_id is not None:
        return seasons.get(period.season_id, "a season")
    if period in KINDS:
        return KINDS[period]
    year, _, month = period.key.partition("-")
    return f"{datetime(int(year), int(month), 1, tzinfo=UTC):%B} {year}" if month else year


def games_name(games: Games) -> str:
    """Name of a selection of games: ``all games``, ``games with bidding``, or a game's title."""
    if games.one_family is not None:
        return next((name for kind, name in FAMILIES.items() if kind == games.one_family), games.one_family)
    game = ALL_GAMES.get(games.one_game or "")
    if game is not None:
        return f"{game.about.title} ({game.about.edition})"
    return games.one_game or "all games"


def is_of_all(address: Filtered) -> bool:
    """Whether an address selects all time and all games."""
    return address.period == Period.EVER and address.games == Games.ALL


def scope_line(address: Filtered, scopes: Scopes) -> str:
    """A small line with period and games: ``November 2026 · all games``."""
    period = capitalized(period_name(address.period, scopes.seasons))
    return f"-# {escaped(period)} · {escaped(games_name(address.games))}"


def menus(verb: Verb, address: Filtered, scopes: Scopes) -> list[ui.ActionRow[Any]]:
    """A menu of periods and one of games; each is left out if it has one entry."""
    periods = {
        str(_first_page(replace(address, period=one))): period_name(one, scopes.seasons)
        for one in _with(scopes.periods, address.period)
    }
    games = {
        str(_first_page(replace(address, games=one))): games_name(one)
        for one in _with(scopes.games, address.games)
    }
    now = str(_first_page(address))
    return [
        ui.ActionRow(_menu(Control(verb, 0, 0, name), choices, now))
        for name, choices in ((PERIOD, periods), (GAMES, games))
        if len(choices) > 1
    ]


def _with(found: Sequence[Choice], chosen: Choice) -> list[Choice]:
    """The first entries, as many as a menu holds, with the chosen one among them."""
    first = list(found[:MENU_LIMIT])
    return first if chosen in first else [*first[: MENU_LIMIT - 1], chosen]


def _first_page(address: Filtered) -> Filtered:
    return replace(address, page=0) if isinstance(address, BoardAddress) else address


def _menu(control: Control, choices: Mapping[str, str], now: str) -> TableSelect:
    options = [
        discord.SelectOption(label=capitalized(name)[:CHOICE_LIMIT], value=value, default=value == now)
        for value, name in choices.items()
    ]
    return TableSelect(control, options)


def explain_button(argument: str) -> TableButton:
    """The button that opens the explanation of how figures are counted."""
    return TableButton(Control(Verb.COUNTING, 0, 0, argument), "How is this counted?")


def gallery(picture: Picture | None) -> list[ui.Item[Any]]:
    """A picture as a message part (the caller attaches the file); an empty list for None."""
    if picture is None:
        return []
    item = discord.MediaGalleryItem(f"attachment://{PICTURE_NAME}", description=picture.alt_text)
    return [ui.MediaGallery(item)]


def file_of(picture: Picture) -> discord.File:
    """The file to send with a message that shows the picture."""
    return discord.File(BytesIO(picture.png), PICTURE_NAME)


def with_counting_note(view: ui.LayoutView, is_counting: bool) -> ui.LayoutView:
    """A view of figures, with a line added if they still lack some results of the server."""
    if is_counting:
        view.add_item(ui.TextDisplay(STILL_COUNTING))
    return view
