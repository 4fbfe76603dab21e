"""What a league's organizers do: create, post and settle a league, draw schedules, open seasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.league.creation import NewLeague
from bot.league.service import NAME_LIMIT
from bot.models.credits import Abandoned, Competing
from bot.models.scoring import Method
from bot.models.stored_league import League
from cogs.framework.extension import LEAGUE, Commands, Extension, Press, Topic
from cogs.framework.interactions import channel_of, guild_of, number_in, screens
from cogs.framework.leagues import league_name
from cogs.framework.permissions import MANAGING, ORGANIZING, SHOWS
from cogs.framework.replies import answer_privately
from cogs.framework.rule_choices import complete_rules, fixed_choices, wanted_rules
from cogs.league.access import (
    check_is_open,
    check_manager,
    chosen_role,
    league_pressed,
    organized_pressed,
    organizers_role,
    role_form,
    role_of,
)
from cogs.league.fixtures_panel import TIMES, draw_panel
from cogs.league.panel import created_panel, next_season_panel
from cogs.league.words import ABANDONED, COMPETING, FILL, LENGTHS, METHODS, organizers_text
from cogs.table.opening import check_permissions
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from rules.core.words import counted

ORGANIZERS: Final = "Its members organize the league, besides managers. Empty: no one else does."


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
@app_commands.choices(
    scoring=fixed_choices(METHODS), partners=fixed_choices(COMPETING), unfinished=fixed_choices(ABANDONED)
)
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
    role = organizers_role(interaction, organizers)
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


async def press_post(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Move the league's message to this channel."""
    league = await organized_pressed(interaction, control)
    check_permissions(interaction, "the league's message")
    await interaction.client.app.league.leagues.move(league, channel_of(interaction))
    await answer_privately(interaction, f"{league_name(league)} is posted here, and stays up to date.")
    screens(interaction).correct_past()  # deletes the message in the former channel


async def press_draw(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Draw the schedule after a confirmation, which carries how often each two sides meet; else ask."""
    app, league = interaction.client.app, await organized_pressed(interaction, control)
    if not control.argument:
        season = await app.league.leagues.open_season(league)
        fixtures = await app.league.schedules.of(season)
        await answer_privately(interaction, draw_panel(league, season, fixtures))
        return
    await check_is_open(interaction, league, control.revision)
    times = min(number_in(control), len(TIMES))
    matches = await app.league.schedules.draw(league, interaction.user.id, times)
    rounds = counted(max(one.round for one in matches), "round")
    await answer_privately(
        interaction,
        f"The schedule of {league_name(league)} is drawn: {counted(len(matches), 'match')} in {rounds}. "
        "`/league show what:schedule` shows it. A league match between two sides counts for their next one.",
    )


async def press_next(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open the next season for an organizer; it lasts the weeks the control carries. Without any, ask."""
    league = await organized_pressed(interaction, control)
    if not control.argument:
        await answer_privately(interaction, next_season_panel(league))
        return
    weeks = min(number_in(control), max(LENGTHS)) or None
    season = await interaction.client.app.league.leagues.next_season(league, interaction.user.id, weeks)
    said = f"Season {season.number} of {league_name(league)} is open."
    await answer_privately(interaction, f"{said} Everyone joins again: `/league join`.")


async def press_computers(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Store, for an organizer, whether computers may fill in at new tables, and show the settings."""
    league = await organized_pressed(interaction, control)
    leagues, may_fill = interaction.client.app.league.leagues, bool(control.argument)
    await _show_settings(
        interaction, await leagues.set_computers_allowed(league, interaction.user.id, may_fill)
    )


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
    role_id = organizers_role(interaction, chosen_role(interaction, values))
    leagues = interaction.client.app.league.leagues
    await _show_settings(interaction, await leagues.name_organizers(league, interaction.user.id, role_id))


async def _show_settings(interaction: Interaction, league: League) -> None:
    """Tell the user whether computers may fill in at a league's new tables, and who organizes it."""
    fill, who = FILL[league.computers], organizers_text(league.organizer_role)
    said = f"{league_name(league)}: at new tables {fill}. It's organized by {who}."
    await answer_privately(interaction, said)


class LeagueOrganizing(Extension):
    """Commands and controls of a league's organizers."""

    typed: ClassVar = (Commands(LEAGUE, Topic.ORGANIZING, MANAGING, (create,)),)
    presses: ClassVar = {
        Verb.LEAGUE_POST: Press(press_post, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_DRAW: Press(press_draw, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_NEXT: Press(press_next, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_COMPUTERS: Press(press_computers, ORGANIZING, LEAGUE.look_up),
        Verb.LEAGUE_ASK_ORGANIZERS: Press(press_ask_organizers, SHOWS),
        Verb.LEAGUE_ORGANIZERS: Press(submit_organizers, MANAGING, LEAGUE.look_up),
    }


setup = LeagueOrganizing.setup
