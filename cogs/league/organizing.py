"""What a league's organizers do: create, post, change, schedule, rule forfeits, open the next season."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.common.text import clean
from bot.league.creation import NewLeague
from bot.league.schedules import Absent
from bot.league.service import NAME_LIMIT, Competing, League
from bot.models.credits import Abandoned
from bot.models.scoring import Method
from cogs.framework.extension import LEAGUE, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, guild_of, screens
from cogs.framework.leagues import league_name
from cogs.framework.permissions import MANAGING, ORGANIZING, SHOWS
from cogs.framework.replies import answer_privately
from cogs.framework.rule_choices import complete_rules, wanted_rules
from cogs.league.access import (
    check_manager,
    check_organizers_role,
    chosen_role,
    league_pressed,
    organized_pressed,
    role_form,
    role_of,
)
from cogs.league.fixtures_panel import SIDES, draw_panel, names_by_entrant
from cogs.league.panel import created_panel
from cogs.league.words import (
    ABANDONED,
    COMPETING,
    FILL,
    METHODS,
    agreeing,
    named,
    organizers_text,
)
from cogs.table.opening import check_permissions
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.words import REASON_LIMIT
from rules.core.words import counted

METHOD_CHOICES: Final = [
    app_commands.Choice(name=said, value=method.value) for method, said in METHODS.items()
]
ABANDONED_CHOICES: Final = [
    app_commands.Choice(name=said, value=abandoned.value) for abandoned, said in ABANDONED.items()
]
COMPETING_CHOICES: Final = [
    app_commands.Choice(name=said, value=competing.value) for competing, said in COMPETING.items()
]
ORGANIZERS: Final = "Its members organize the league, besides managers. Empty: no one else does."
PLAYED_NOW: Final = "It's being played right now. Once it's over, its result counts instead."
ABSENT_CHOICES: Final = [app_commands.Choice(name=said, value=str(value)) for value, said in SIDES.items()]


@app_commands.command(name="create", description="Start a league in this server")
@app_commands.describe(
    name="What it's called",
    rules="A game, a code, named house rules or saved rules (default: this server's game)",
    seats="Number of players at a table (default: 4 where the game allows)",
    scoring="What decides the places (default: wins)",
    weeks="How long the season lasts (default: until you close it)",
    partners="Whether partners stay together (default: free)",
    computers="Whether computers may fill in (default: no)",
    least="How many matches you play before you have a place (default: none)",
    unfinished="How a match broken off early counts (default: leaving loses)",
    organizers="A role whose members organize it, besides managers",
)
@app_commands.choices(scoring=METHOD_CHOICES, partners=COMPETING_CHOICES, unfinished=ABANDONED_CHOICES)
@app_commands.autocomplete(rules=complete_rules)
@app_commands.checks.has_permissions(manage_guild=True)
async def create(
    interaction: Interaction,
    name: app_commands.Range[str, 1, NAME_LIMIT],
    rules: str | None = None,
    seats: app_commands.Range[int, 2, 8] | None = None,
    scoring: str = Method.MATCH_POINTS.value,
    weeks: app_commands.Range[int, 1, 104] | None = None,
    partners: str = Competing.PLAYERS.value,
    computers: bool = False,
    least: app_commands.Range[int, 0, 100] = 0,
    unfinished: str = Abandoned.LEAVERS_LOSE.value,
    organizers: discord.Role | None = None,
) -> None:
    """Create a league and its first season, for a manager of the server."""
    if organizers is not None:
        check_organizers_role(interaction, organizers)
    role = None if organizers is None else organizers.id
    new = NewLeague(
        name,
        await wanted_rules(interaction, None, rules),
        seats,
        Method(scoring),
        weeks,
        Competing(partners),
        computers,
        role,
        least,
        Abandoned(unfinished),
    )
    await create_league(interaction, new)


async def create_league(interaction: Interaction, new: NewLeague) -> None:
    """Create a league, and tell the user its settings and the next step."""
    league, season = await interaction.client.app.league.leagues.create(
        guild_of(interaction), interaction.user.id, new
    )
    await answer_privately(interaction, created_panel(league, season))


async def show_settings(interaction: Interaction, league: League) -> None:
    """Tell the user whether computers may fill in at a league's new tables, and who organizes it."""
    fill, who = FILL[league.computers], organizers_text(league.organizer_role)
    said = f"{league_name(league)}: at new tables {fill}. It's organized by {who}."
    await answer_privately(interaction, said)


async def ask_to_draw(interaction: Interaction, found: League) -> None:
    """Ask how often each two sides meet in the open season's schedule, and whether to replace one."""
    app = interaction.client.app
    season = await app.league.leagues.open_season(found)
    fixtures = await app.league.schedules.of(season)
    await answer_privately(interaction, draw_panel(found, season, fixtures))


async def draw_schedule(interaction: Interaction, found: League, times: int) -> None:
    """Draw a schedule in which each two sides of the open season meet ``times`` times."""
    matches = await interaction.client.app.league.schedules.draw(found, interaction.user.id, times)
    rounds = counted(max(one.round for one in matches), "round")
    await answer_privately(
        interaction,
        f"The schedule of {league_name(found)} is drawn: {counted(len(matches), 'match')} in {rounds}. "
        "`/league show what:schedule` shows it. A league match between two sides counts for their next one.",
    )


async def rule_absent(
    interaction: Interaction, found: League, which: int | str, absent: str, reason: str
) -> None:
    """Store who stayed away from a scheduled match, or "none" to take such a ruling back.

    ``which`` is the match's number, or its key.

    Raises:
        Refused: ``absent`` is no choice, or the schedule does not allow the ruling.
    """
    if absent not in SIDES:
        raise Refused("Choose who stayed away.")
    app, why = interaction.client.app, clean(reason, REASON_LIMIT)
    who = Absent(absent) if absent in set(Absent) else None
    ruled = await app.league.schedules.forfeit(found, which, who, interaction.user.id, why)
    season = await app.league.leagues.season(found)
    names = names_by_entrant(await app.league.rosters.of(season))
    sides = {Absent.HOME: (ruled.home,), Absent.AWAY: (ruled.away,), Absent.BOTH: (ruled.home, ruled.away)}
    away = " and ".join(named(one, names[one]) for one in sides.get(who, ())) if who else ""
    match = f"Match {ruled.number}"
    said = f"{match} is forfeited by {away}." if who else f"{match} is open again: no one stayed away."
    is_played = who is not None and await app.league.schedules.is_under_way(season, ruled)
    await answer_privately(interaction, f"{said} {PLAYED_NOW}" if is_played else said)


async def remove_entry(interaction: Interaction, found: League, user_id: int, reason: str) -> None:
    """Remove a player, with a fixed partner, from a league's open season."""
    why, rosters = clean(reason, REASON_LIMIT), interaction.client.app.league.rosters
    entry = await rosters.take_out(found, user_id, interaction.user.id, why)
    who, play = named(entry.entrant, entry.names), agreeing(entry.entrant, "play")
    await answer_privately(interaction, f"{who} no longer {play} in {league_name(found)}. Results stay.")


async def start_next_season(interaction: Interaction, found: League, weeks: int | None) -> None:
    """Open a league's next season, which ends after ``weeks`` or, with None, when it is closed."""
    season = await interaction.client.app.league.leagues.next_season(found, interaction.user.id, weeks)
    said = f"Season {season.number} of {league_name(found)} is open."
    await answer_privately(interaction, f"{said} Everyone joins again: `/league join`.")


async def press_post(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Move the league's message to this channel."""
    league = await organized_pressed(interaction, control)
    check_permissions(interaction, "the league's message")
    await interaction.client.app.league.leagues.move(league, channel_of(interaction))
    await answer_privately(interaction, f"{league_name(league)} is posted here, and stays up to date.")
    screens(interaction).correct_past()  # deletes the message in the former channel


async def press_ask_organizers(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for the organizer role, with the present one, to a manager; refuse others."""
    league = await league_pressed(interaction, control)
    check_manager(interaction)
    role = None if league.organizer_role is None else role_of(interaction, league.organizer_role)
    await answer_of(interaction).show_form(
        role_form("Organizers", Control(Verb.LEAGUE_ORGANIZERS, league.id, 0), ORGANIZERS, role)
    )


async def submit_organizers(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store the organizer role, for a manager; if none is chosen, only managers organize the league."""
    league = await league_pressed(interaction, control)
    check_manager(interaction)
    role = chosen_role(interaction, values)
    if role is not None:
        check_organizers_role(interaction, role)
    role_id = None if role is None else role.id
    leagues = interaction.client.app.league.leagues
    await show_settings(interaction, await leagues.name_organizers(league, interaction.user.id, role_id))


class LeagueOrganizing(Extension):
    """Commands and controls of a league's organizers."""

    typed: ClassVar = (Commands(LEAGUE, Topic.ORGANIZING, MANAGING, (create,)),)
    presses: ClassVar = {
        Verb.LEAGUE_POST: Press(press_post, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_ORGANIZERS: Press(press_ask_organizers, SHOWS),
        Verb.LEAGUE_ORGANIZERS: Press(submit_organizers, MANAGING, LEAGUE.look_up),
    }


setup = LeagueOrganizing.setup
