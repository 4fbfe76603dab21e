"""What a user chooses in a command: its game and rules, by autocomplete, or one of fixed choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from discord import app_commands

from bot.common.errors import Refused
from bot.server.house_rules import Wanted, game_offer, games_like
from cogs.framework.interactions import guild_of
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, Interaction
from rules.catalog import find_game

Key = TypeVar("Key", bound=str)


async def wanted_rules(interaction: Interaction, game: str | None, rules: str | None) -> Wanted:
    """The game and house rules named in a command; by default the server's default game.

    Raises ``InvalidOption`` if no game or rules have that name, ``Refused`` if game and rules do not belong
    together or can't be played any more.
    """
    house, guild_id = interaction.client.app.server.house_rules, guild_of(interaction)
    if rules is None:
        return await (house.usual(guild_id) if game is None else house.find(guild_id, game))
    wanted = await house.find(guild_id, rules)
    if game is not None and (named := find_game(game).about).key != wanted.game:
        title = find_game(wanted.game).about.title
        raise Refused(f"Those rules are for {title}, not for {named.title}. Leave one of the two out.")
    return wanted


async def complete_game(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete choices of games, by part of the name, number of players or partnership."""
    return choices(game_offer(game) for game in games_like(typed))


async def complete_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Autocomplete choices of the server's saved rules, built-in house rules and games."""
    return choices(await interaction.client.app.server.house_rules.offers(guild_of(interaction), typed))


def choices_with(typed: str, offers: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """The offers that have the typed text in their label, as autocomplete choices."""
    wanted = typed.strip().casefold()
    return choices(offer for offer in offers if wanted in offer[0].casefold())


def choices(offers: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Offers (label and value) as autocomplete choices, cut to Discord's limits."""
    return [app_commands.Choice(name=label[:CHOICE_LIMIT], value=value) for label, value in offers][
        :MENU_LIMIT
    ]


def fixed_choices(words: Mapping[Key, str]) -> list[app_commands.Choice[str]]:
    """The choices of a command's option, by value, with the words they are offered in."""
    return [app_commands.Choice(name=said, value=str(value)) for value, said in words.items()]
