"""What is offered while somebody types which match of a league they mean: those it can be done to."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from itertools import islice
from typing import Any, Final

from discord import app_commands

from bot.common.errors import Refused
from bot.common.text import plain
from bot.league.evening_results import EveningResult
from bot.league.evenings import is_by_evenings
from bot.league.results import SeasonResult
from bot.league.service import Season
from cogs.league.access import league_of
from cogs.league.fixtures_panel import names_by_entrant
from cogs.league.match_panel import Ruling, rulings_on
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, Interaction

PAGES: Final = 4
"""Pages of results that are looked through, from the newest on."""

Choices = list[app_commands.Choice[int]]
Complete = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]


def completing(ruling: Ruling) -> Complete:
    """Offer the newest matches, or evenings, of a league that can be ruled on like that."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        season = await _season(interaction)
        if season is None:
            return []
        doer = interaction.user.id
        found = [one async for one in _newest(interaction, season) if _is_possible(ruling, one, doer)]
        return _choices(typed, map(_labelled, found))

    return complete


async def complete_fixture(interaction: Interaction, typed: str) -> Choices:
    """The matches on the schedule of a league that have not been played, in order."""
    app, season = interaction.client.app, await _season(interaction)
    if season is None:
        return []
    names = names_by_entrant(await app.league.rosters.of(season))
    left = [one.match for one in await app.league.schedules.of(season) if not one.is_played]
    sides = {one.number: (_side(names.get(one.home, ())), _side(names.get(one.away, ()))) for one in left}
    return _choices(typed, ((number, " – ".join(both)) for number, both in sides.items()))


async def _season(interaction: Interaction) -> Season | None:
    """The open season of the league that is named, or of the only one; None where there is none so far."""
    try:
        league = await league_of(interaction, getattr(interaction.namespace, "league", None))
        return await interaction.client.app.league.leagues.open_season(league)
    except Refused:
        return None


async def _newest(interaction: Interaction, season: Season) -> AsyncIterator[SeasonResult | EveningResult]:
    """What was played in a season, the newest first, as far as it is looked through."""
    app = interaction.client.app
    results = app.league.evenings if is_by_evenings(season) else app.league.results
    for number in range(PAGES):
        page = await results.page(season, number)
        for one in page.results:
            yield one
        if number + 1 >= page.pages:
            break


def _is_possible(ruling: Ruling, one: SeasonResult | EveningResult, doer: int) -> bool:
    if ruling is Ruling.DISPUTE and not one.concerns(doer):
        return False
    if ruling is Ruling.CORRECT:
        return isinstance(one, SeasonResult) and one.result.ranking.keeps_points
    state = one.evening.state if isinstance(one, EveningResult) else one.match.state
    return ruling in rulings_on(state, organizes=True)


def _labelled(one: SeasonResult | EveningResult) -> tuple[int, str]:
    """Its number, and who played."""
    if isinstance(one, EveningResult):
        return one.evening.id, " · ".join(plain(name, 20) for name in one.names.values())
    return one.match.table_id, " · ".join(plain(player.name, 20) for player in one.result.players)


def _side(names: Sequence[str]) -> str:
    return " & ".join(plain(name, 20) for name in names)


def _choices(typed: str, labelled: Iterable[tuple[int, str]]) -> Choices:
    """Those that what was typed fits: their number begins with it, or a name has it."""
    wanted = typed.strip().casefold()
    fitting = (
        app_commands.Choice(name=f"{number} · {names}"[:CHOICE_LIMIT], value=number)
        for number, names in labelled
        if str(number).startswith(wanted) or wanted in names.casefold()
    )
    return list(islice(fitting, MENU_LIMIT))
