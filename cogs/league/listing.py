"""The list of a server's leagues, and starting leagues and evenings from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.common.errors import Refused
from bot.common.text import plain
from bot.evening.opening import WantedEvening
from bot.league.creation import NewLeague
from bot.league.service import NAME_LIMIT
from bot.models.credits import Competing
from bot.models.evening_kinds import EveningKind
from bot.models.scoring import Method
from bot.models.stored_league import League
from cogs.evening.starting import open_evening, wanted_for_evening
from cogs.evening.words import TITLES
from cogs.framework.extension import LEAGUE, NIGHT, Extension, Press
from cogs.framework.interactions import guild_of, show_privately
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.framework.permissions import MANAGING, SHOWS, Who, always
from cogs.framework.rule_choices import wanted_rules
from cogs.league.access import check_manager, league_pressed
from cogs.league.commands import show_league
from cogs.league.organizing import create_league
from cogs.league.words import COMPETING, LENGTHS, METHODS, game_line, league_button
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import LABEL_LIMIT, Interaction, panel, rows_of
from cogs.ui.modals import choice_field, form, text_field

NOT_MANAGER: Final = "Only managers of this server start a league."
NOT_OFFERED: Final = "That isn't offered. Open the list again."
SHOWN: Final = 10
"""Leagues that have a button."""
RULES_LIMIT: Final = 100
WEEKS: Final[Mapping[str, str]] = {str(weeks): label for weeks, label in LENGTHS.items()}
"""What is chosen for the length of a season."""


def _league_list_panel(leagues: Sequence[League], *, manages: bool) -> ui.LayoutView:
    """The server's leagues, and buttons to open evenings; with ``manages``, a button starts a league."""
    lines = ["### Leagues and evenings"]
    lines += [f"**{league_name(one)}**\n-# {game_line(one)}" for one in leagues[:SHOWN]]
    if not leagues:
        lines.append("This server has no league yet.")
    elif len(leagues) > SHOWN:
        lines.append("-# `/league show` finds the others.")
    if not manages and not leagues:
        lines.append("-# Whoever manages this server starts one.")
    shown = [league_button(one, Verb.LEAGUE_SHOW, plain(one.name, LABEL_LIMIT)) for one in leagues[:SHOWN]]
    create = league_button(None, Verb.LEAGUE_ASK_NEW, "Start a league", style=discord.ButtonStyle.success)
    evenings = [
        league_button(None, Verb.LEAGUE_NIGHT, said, argument=kind.value) for kind, said in TITLES.items()
    ]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), *rows_of(shown + [create] * manages)]
    parts += [ui.Separator(), ui.TextDisplay("**An evening in this channel**"), *rows_of(evenings)]
    return panel(*parts, color=LEAGUE_COLOR)


def _new_league_form() -> ui.Modal:
    """The form for a new league.

    A form has room for five fields: the rest has buttons later, or options of ``/league create``.
    """
    described = "Or a code of house rules. Empty: this server's game"
    return form(
        "Start a league",
        Control(Verb.LEAGUE_NEW, 0, 0),
        text_field("Name", most=NAME_LIMIT),
        text_field("Game", described, most=RULES_LIMIT, required=False),
        choice_field("What decides the places", METHODS.items()),
        choice_field("Partners", COMPETING.items()),
        choice_field("How long the season lasts", WEEKS.items()),
    )


async def press_list(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the list of the server's leagues."""
    leagues = await interaction.client.app.league.leagues.of_server(guild_of(interaction))
    manages = interaction.permissions.manage_guild
    await show_privately(interaction, _league_list_panel(leagues, manages=manages))


async def press_show(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the message of a league in the list privately."""
    league = await league_pressed(interaction, control)
    await show_league(interaction, league)


async def press_ask_new(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the form for a new league to a manager of the server; refuse others."""
    check_manager(interaction, NOT_MANAGER)
    await answer_of(interaction).show_form(_new_league_form())


async def submit_new(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Start a league from the form, for a manager of the server."""
    check_manager(interaction, NOT_MANAGER)
    name, rules, method, competing, weeks = (*values, "", "", "", "", "")[:5]
    if method not in set(Method) or competing not in set(Competing) or weeks not in WEEKS:
        raise Refused(NOT_OFFERED)
    new = NewLeague(
        name,
        await wanted_rules(interaction, None, rules.strip() or None),
        method=Method(method),
        competing=Competing(competing),
        weeks=int(weeks) or None,
    )
    await create_league(interaction, new)


async def press_evening(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Open an evening of the button's kind with the default options."""
    if control.argument not in set(EveningKind):
        raise Refused(NOT_OFFERED)
    wanted = await wanted_for_evening(interaction)
    kind = EveningKind(control.argument)
    await open_evening(interaction, WantedEvening(kind, wanted.game, wanted.options))


class LeagueList(Extension):
    """Controls of the list of leagues."""

    presses: ClassVar = {
        Verb.LEAGUE_LIST: Press(press_list, SHOWS),
        Verb.LEAGUE_SHOW: Press(press_show, SHOWS),
        Verb.LEAGUE_ASK_NEW: Press(press_ask_new, SHOWS),
        Verb.LEAGUE_NEW: Press(submit_new, MANAGING, LEAGUE.look_up),
        Verb.LEAGUE_NIGHT: Press(press_evening, always(Who.ANYWHERE), NIGHT.look_up),
    }


setup = LeagueList.setup
