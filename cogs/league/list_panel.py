"""The list of a server's leagues, with buttons to start a league or an evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.common.text import plain
from bot.league.service import NAME_LIMIT, League
from cogs.evening.words import TITLES
from cogs.framework.leagues import LEAGUE_COLOR, league_name
from cogs.league.words import COMPETING, METHODS, game_line, league_button
from cogs.ui.controls import Control, Verb
from cogs.ui.items import LABEL_LIMIT, panel, rows_of
from cogs.ui.modals import choice, form

SHOWN: Final = 10
"""Leagues that have a button."""
RULES_LIMIT: Final = 100
LENGTHS: Final = {"0": "Until you close it"} | {str(weeks): f"{weeks} weeks" for weeks in (4, 8, 13, 26, 52)}
"""Weeks a season lasts; 0 for no end."""


def league_list_panel(leagues: Sequence[League], *, manages: bool) -> ui.LayoutView:
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


def new_league_form() -> ui.Modal:
    """The form for a new league.

    A form has room for five fields: the rest has buttons later, or options of ``/league create``.
    """
    name: ui.TextInput[Any] = ui.TextInput(max_length=NAME_LIMIT)
    rules: ui.TextInput[Any] = ui.TextInput(max_length=RULES_LIMIT, required=False)
    described = "Or a code of house rules. Empty: this server's game"
    return form(
        "Start a league",
        Control(Verb.LEAGUE_NEW, 0, 0),
        ui.Label(text="Name", component=name),
        ui.Label(text="Game", description=described, component=rules),
        ui.Label(text="What decides the places", component=choice(METHODS.items())),
        ui.Label(text="Partners", component=choice(COMPETING.items())),
        ui.Label(text="How long the season lasts", component=choice(LENGTHS.items())),
    )
