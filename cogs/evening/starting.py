"""The command that opens an evening: progressive, rotating partners, or duplicate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.common.errors import Refused, StoreError
from bot.evening.opening import LEAST_SHARE, WantedEvening, is_for_pairs
from bot.league.evenings import evening_for
from bot.models.evening_kinds import EveningKind
from bot.models.scoring import Method
from bot.server.house_rules import Wanted
from cogs.evening.boards import boards_of
from cogs.evening.panel import evening_panel
from cogs.evening.threads import NO_PRIVATE_THREADS, has_no_private_threads, rights_for
from cogs.framework.extension import NIGHT, Commands, Extension, Topic
from cogs.framework.interactions import channel_of, guild_of, person_of
from cogs.framework.leagues import league_of, season_entered
from cogs.framework.permissions import Who, always
from cogs.framework.rule_choices import choices, complete_game, complete_rules, fixed_choices, wanted_rules
from cogs.ui.answers import answer_of
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.rights import missing_rights, permissions
from rules.catalog import DEFAULT, find_game

NO_THREADS: Final = "This evening opens a thread for each table. Open it in a text channel of this server."
LEAGUE_CHOSE: Final = "The league has chosen the game and its rules. Leave out `game` and `rules`."
NEW_EVENINGS_IN: Final = 600.0
"""Seconds over which a user's new evenings are limited."""
MOST_ROUNDS: Final = 12
MOST_DEALS: Final = 16
KINDS: Final[Mapping[str, str]] = {
    EveningKind.PROGRESSIVE: "Progressive: winners move up, partners change",
    EveningKind.ROTATING: "Rotating: four players, each with each other as partner",
    EveningKind.DUPLICATE: "Duplicate: the same deals at every table, compared",
}
FILLING: Final = {"computers": "Computers fill empty seats", "rests": "Players left over rest in turn"}
PARTNERS: Final = {"drawn": "Drawn by lot", "joined": "As you join: first and second, third and fourth"}
OPTIONS_OF: Final[Mapping[EveningKind, frozenset[str]]] = {
    EveningKind.PROGRESSIVE: frozenset({"rounds", "filling"}),
    EveningKind.ROTATING: frozenset(),
    EveningKind.DUPLICATE: frozenset({"rounds", "partners", "league"}),
}
"""The options of ``/night new`` that only some kinds of evenings have."""


async def complete_duplicate(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete choices of the server's leagues that are scored by duplicate deals."""
    return choices(
        await interaction.client.app.league.leagues.offers(guild_of(interaction), typed, Method.PERCENT)
    )


@app_commands.command(name="new", description="Open an evening at several tables")
@app_commands.describe(
    kind="How the evening is played",
    game="A game for four with partners (default: this server's)",
    rules="A code, named house rules, or this server's saved rules",
    rounds="Number of rounds",
    deals="Deals at each table in a round (default: 4)",
    share=f"Percent of the deals a player needs for a place (default: {LEAST_SHARE})",
    filling="Progressive: what to do with players left over from fours",
    partners="Duplicate: how partners are found (default: drawn by lot)",
    league="Duplicate: a league it counts in, with the league's game and pairs",
)
@app_commands.choices(
    kind=fixed_choices(KINDS), filling=fixed_choices(FILLING), partners=fixed_choices(PARTNERS)
)
@app_commands.autocomplete(game=complete_game, rules=complete_rules, league=complete_duplicate)
async def new(
    interaction: Interaction,
    kind: str,
    game: str | None = None,
    rules: str | None = None,
    rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
    deals: app_commands.Range[int, 1, MOST_DEALS] | None = None,
    filling: str | None = None,
    partners: str | None = None,
    league: str | None = None,
    share: app_commands.Range[int, 0, 100] | None = None,
) -> None:
    """Open an evening of a kind; one of a league only if the user is in its season."""
    draws = None if partners is None else partners == "drawn"
    given = {"rounds": rounds, "filling": filling, "partners": partners, "league": league}
    fitting = OPTIONS_OF[EveningKind(kind)]
    unfit = [name for name, value in given.items() if value is not None and name not in fitting]
    if unfit:
        raise Refused(f"Leave out `{unfit[0]}`: it isn't for evenings of this kind.")
    if league is not None:
        if game is not None or rules is not None:
            raise Refused(LEAGUE_CHOSE)
        found = await league_of(interaction, league)
        season = await season_entered(interaction, found)
        evening = evening_for(found, season, deals=deals, rounds=rounds, draws_pairs=draws)
    else:
        wanted = await wanted_for_evening(interaction, game, rules)
        evening = WantedEvening(
            EveningKind(kind),
            wanted.game,
            wanted.options,
            deals,
            rounds,
            computers_fill=filling != "rests",
            draws_pairs=draws is not False,
        )
    await open_evening(interaction, evening._replace(least_share=share))


async def wanted_for_evening(
    interaction: Interaction, game: str | None = None, rules: str | None = None
) -> Wanted:
    """The game and house rules named for an evening.

    By default the server's default game if two pairs play it, otherwise ``DEFAULT``.
    """
    wanted = await wanted_rules(interaction, game, rules)
    about = find_game(wanted.game).about
    if game is None and rules is None and not is_for_pairs(about):
        return await interaction.client.app.server.house_rules.find(guild_of(interaction), DEFAULT)
    return wanted


async def open_evening(interaction: Interaction, wanted: WantedEvening) -> None:
    """Open an evening in the channel; the reply is its board.

    Raises:
        Refused: the channel has an evening, it cannot be played here, or too many were opened.
    """
    app, host = interaction.client.app, person_of(interaction)
    check_place(interaction, wanted.kind)
    why = "You've opened many evenings in a short time."
    with app.delivery.cooldowns.doing(("night", host.id), NEW_EVENINGS_IN, why, most=app.settings.new_tables):
        evening = await app.evenings.open(guild_of(interaction), channel_of(interaction), host, wanted)
    boards = boards_of(interaction)
    with boards.opening(evening.id):
        try:
            message_id = await answer_of(interaction).send(evening_panel(evening), is_private=False)
            await boards.adopt(evening.id, message_id)
        except (*TROUBLE, StoreError):
            boards.show(evening.id)  # the evening is open, so its board is posted without the reply
            raise


def check_place(interaction: Interaction, kind: EveningKind) -> None:
    """Raise ``Refused`` if no threads can be made here, or the bot lacks permissions, which it names."""
    if kind is not EveningKind.ROTATING and not isinstance(interaction.channel, discord.TextChannel):
        raise Refused(NO_THREADS)
    if kind is EveningKind.DUPLICATE and has_no_private_threads(interaction.channel):
        raise Refused(NO_PRIVATE_THREADS)
    missing = missing_rights(interaction, rights_for(kind))
    if missing:
        raise Refused(
            f"I need {permissions(missing)} in this channel for that. Ask whoever manages the server."
        )


class NewEvenings(Extension):
    """The commands that open evenings."""

    typed: ClassVar = (Commands(NIGHT, Topic.EVENING, always(Who.ANYWHERE), (new,)),)


setup = NewEvenings.setup
