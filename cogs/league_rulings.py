"""Rulings on matches of a league: their players dispute them, organizers void, restore, correct them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, Final

from discord import app_commands

from bot.errors import Refused
from bot.services.league_results import SeasonResult
from bot.services.leagues import League
from bot.text import clean, plain
from cogs.extension import Extension
from cogs.groups import LEAGUE
from cogs.league import WHICH
from cogs.league_access import complete_league, league_of, organized
from cogs.replies import answer_privately
from cogs.ui.fixtures_panel import names_by_entrant
from cogs.ui.items import CHOICE_LIMIT, Interaction
from cogs.ui.league_words import league_name, result_line
from cogs.ui.results_panel import details
from cogs.ui.words import REASON_LIMIT

if TYPE_CHECKING:
    from bot.client import RookeryBot

Ruling = Callable[[League, int, int, str], Awaitable[SeasonResult]]
MATCH: Final = "Which match: its number in /league results"
REASON: Final = "Reason (everyone can read it)"
DISPUTED: Final = "is disputed. It counts until an organizer rules on it."
SIDES: Final = "The points of every side, in the order of the seats: 500 320"
NO_POINTS: Final = "Type the points of every side, like `500 320`."


async def complete_match(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The newest matches of the league that is named, or of the only one."""
    app = interaction.client.app
    try:
        league = await league_of(interaction, getattr(interaction.namespace, "league", None))
    except Refused:
        return []
    page = await app.league_results.page(await app.leagues.season(league))
    return [app_commands.Choice(name=_label(one), value=one.match.table_id) for one in page.results]


def _label(one: SeasonResult) -> str:
    names = " · ".join(plain(player.name, 20) for player in one.result.players)
    return f"{one.match.table_id} · {names}"[:CHOICE_LIMIT]


@app_commands.command(name="dispute", description="Ask the organizers to rule on a match you played")
@app_commands.describe(match=MATCH, reason=REASON, league=WHICH)
@app_commands.autocomplete(match=complete_match)
@app_commands.autocomplete(league=complete_league)
async def dispute(
    interaction: Interaction,
    match: int,
    reason: app_commands.Range[str, 1, REASON_LIMIT],
    league: str | None = None,
) -> None:
    """Dispute a match; it counts until it is ruled on."""
    found = await league_of(interaction, league)
    rule = interaction.client.app.league_results.dispute
    await _rule(interaction, found, match, reason, rule, DISPUTED)


@app_commands.command(name="void", description="Have a match count as if it was never played (organizers)")
@app_commands.describe(match=MATCH, reason=REASON, league=WHICH)
@app_commands.autocomplete(match=complete_match)
@app_commands.autocomplete(league=complete_league)
async def void(
    interaction: Interaction,
    match: int,
    reason: app_commands.Range[str, 1, REASON_LIMIT],
    league: str | None = None,
) -> None:
    """Void a match."""
    found = await organized(interaction, league)
    rule = interaction.client.app.league_results.void
    await _rule(interaction, found, match, reason, rule, "is void. `/league restore` brings it back.")


@app_commands.command(name="restore", description="Have a void or disputed match count (organizers)")
@app_commands.describe(match=MATCH, reason=REASON, league=WHICH)
@app_commands.autocomplete(match=complete_match)
@app_commands.autocomplete(league=complete_league)
async def restore(
    interaction: Interaction,
    match: int,
    reason: app_commands.Range[str, 1, REASON_LIMIT],
    league: str | None = None,
) -> None:
    """Have a match count again."""
    found = await organized(interaction, league)
    rule = interaction.client.app.league_results.restore
    await _rule(interaction, found, match, reason, rule, "counts.")


@app_commands.command(name="correct", description="Correct the points of a match (organizers)")
@app_commands.describe(
    match=MATCH,
    points=SIDES,
    reason=REASON,
    league=WHICH,
)
@app_commands.autocomplete(match=complete_match)
@app_commands.autocomplete(league=complete_league)
async def correct(
    interaction: Interaction,
    match: int,
    points: app_commands.Range[str, 1, 60],
    reason: app_commands.Range[str, 1, REASON_LIMIT],
    league: str | None = None,
) -> None:
    """Have a match count with other points."""
    found, numbers = await organized(interaction, league), _numbers(points)

    async def rule(league: League, table_id: int, user_id: int, why: str) -> SeasonResult:
        return await interaction.client.app.league_results.correct(league, table_id, numbers, user_id, why)

    await _rule(interaction, found, match, reason, rule, "counts with these points.")


def _numbers(typed: str) -> tuple[int, ...]:
    """The points somebody typed.

    Raises:
        Refused: they are no numbers.
    """
    words = typed.replace("\N{MINUS SIGN}", "-").replace(",", " ").replace(":", " ").split()
    if not words or not all(
        word.removeprefix("-").isascii() and word.removeprefix("-").isdigit() for word in words
    ):
        raise Refused(NO_POINTS)
    return tuple(map(int, words))


async def _rule(
    interaction: Interaction, league: League, match: int, reason: str, rule: Ruling, said: str
) -> None:
    app, why = interaction.client.app, clean(reason, REASON_LIMIT)
    ruled = await rule(league, match, interaction.user.id, why)
    names = names_by_entrant(await app.rosters.of(await app.leagues.season(league)))
    lines = [
        f"Match {match} of {league_name(league)} {said}",
        result_line(ruled, names),
        f"-# {details(ruled)}",
    ]
    await answer_privately(interaction, "\n".join(lines))


class LeagueRulings(Extension):
    """What is ruled on matches."""

    groups: ClassVar = {LEAGUE: (dispute, void, restore, correct)}


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(LeagueRulings(bot))
