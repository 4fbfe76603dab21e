"""Autocomplete choices of the matches and evenings of a league that a ruling can be about."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from itertools import islice
from typing import Final

from discord import app_commands

from bot.common.errors import Refused
from bot.common.text import plain
from bot.league.evenings import EveningResult, is_by_evenings
from bot.league.results import SeasonResult
from bot.models.stored_league import Season
from cogs.framework.leagues import league_of
from cogs.league.fixtures_panel import names_by_entrant
from cogs.league.results_panel import Ruling, rulings_on
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, Interaction

PAGES: Final = 4
"""Pages of results that are searched, newest first."""

Choices = list[app_commands.Choice[int]]


async def complete_disputed(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete choices of the newest matches or evenings that the user can dispute."""
    return await _results(interaction, typed, Ruling.DISPUTE)


async def complete_ruled(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Autocomplete choices of the matches or evenings that the chosen ruling can be about."""
    what = getattr(interaction.namespace, "what", None)
    if what == "forfeit":
        return await _fixtures(interaction, typed)
    return await _results(interaction, typed, Ruling(what)) if what in set(Ruling) else []


async def _results(interaction: Interaction, typed: str, ruling: Ruling) -> Choices:
    """Choices of the newest matches or evenings of a league that a ruling can be about."""
    season = await _season(interaction)
    if season is None:
        return []
    doer = interaction.user.id
    found = [
        one
        async for one in _newest(interaction, season)
        if ruling in rulings_on(one, organizes=True) and (ruling is not Ruling.DISPUTE or one.concerns(doer))
    ]
    return _choices(typed, map(_labelled, found))


async def _fixtures(interaction: Interaction, typed: str) -> Choices:
    """Autocomplete choices of the unplayed matches on a league's schedule, in order."""
    app, season = interaction.client.app, await _season(interaction)
    if season is None:
        return []
    roster = names_by_entrant(await app.league.rosters.of(season))
    sides = {who: " & ".join(plain(name, 20) for name in names) for who, names in roster.items()}
    left = [one.match for one in await app.league.schedules.of(season) if not one.is_played]
    return _choices(
        typed, ((one.number, f"{sides.get(one.home, '')} – {sides.get(one.away, '')}") for one in left)
    )


async def _season(interaction: Interaction) -> Season | None:
    """The open season of the league typed so far, or of the only league; None if there is none."""
    try:
        league = await league_of(interaction, getattr(interaction.namespace, "league", None))
        return await interaction.client.app.league.leagues.open_season(league)
    except Refused:
        return None


async def _newest(interaction: Interaction, season: Season) -> AsyncIterator[SeasonResult | EveningResult]:
    """Results of a season, newest first, up to ``PAGES`` pages."""
    app = interaction.client.app
    results = app.league.evenings if is_by_evenings(season) else app.league.results
    for number in range(PAGES):
        page = await results.page(season, number)
        for one in page.lines:
            yield one
        if number + 1 >= page.pages:
            break


def _labelled(one: SeasonResult | EveningResult) -> tuple[int, str]:
    """The number of a match or evening, and its players' names."""
    if isinstance(one, EveningResult):
        return one.evening.id, " · ".join(plain(name, 20) for name in one.names.values())
    return one.match.table_id, " · ".join(plain(player.name, 20) for player in one.result.players)


def _choices(typed: str, labelled: Iterable[tuple[int, str]]) -> Choices:
    """Choices with a number that begins with the typed text or a name that contains it."""
    wanted = typed.strip().casefold()
    fitting = (
        app_commands.Choice(name=f"{number} · {names}"[:CHOICE_LIMIT], value=number)
        for number, names in labelled
        if str(number).startswith(wanted) or wanted in names.casefold()
    )
    return list(islice(fitting, MENU_LIMIT))
