"""``/stats``: records, rivals, ratings and leaderboards of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.common.errors import Refused
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing, Entrant
from cogs.framework.extension import STATS, Commands, Extension, Press, Topic
from cogs.framework.permissions import SHOWS
from cogs.framework.rule_choices import choices_with, fixed_choices
from cogs.stats.leaderboard_panel import ordered
from cogs.stats.views import (
    scopes_of,
    show_board,
    show_counting,
    show_heads,
    show_rating,
    show_record,
    show_rivals,
)
from cogs.ui.addresses import MOST_LEAST, BoardAddress, RatingAddress, RecordAddress, read_address
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction
from cogs.ui.stats_parts import FAMILIES, games_name, period_name
from rules.core.words import capitalized

WHEN: Final = "All time, a month, a year or a season (choose from the list)"
WHAT: Final = "One game, or games of a kind (choose from the list)"
NO_SUCH_TIME: Final = "There are no stats for that time. Choose one from the list."
NO_SUCH_GAME: Final = "There are no stats for that game. Choose one from the list."
NO_BOARD: Final = "Only counted matches are on a leaderboard. `/stats show` shows the others."
TWO: Final = "Name two different players."
FOUR: Final = "Name two pairs: four different players."


async def _offer_time(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Complete a time: any period with figures."""
    return await _times(interaction, typed, casual=True)


async def _offer_counted_time(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Complete a time: periods with a leaderboard."""
    return await _times(interaction, typed, casual=False)


async def _offer_game(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Complete a game or a kind of games played here."""
    scopes = await scopes_of(interaction, Period.EVER)
    return choices_with(typed, ((capitalized(games_name(one)), one.key) for one in scopes.games))


@app_commands.command(
    name="show", description="Show how a player or a pair is doing, alone or against rivals"
)
@app_commands.describe(
    player="Whose record (default: your own)",
    partner="That player's partner: how the two do together",
    rival="How they do against this player",
    rival_partner="The rival's partner, for two pairs",
    time=WHEN,
    game=WHAT,
)
@app_commands.rename(rival_partner="rival-partner")
@app_commands.autocomplete(time=_offer_time, game=_offer_game)
async def show(
    interaction: Interaction,
    player: discord.User | None = None,
    partner: discord.User | None = None,
    rival: discord.User | None = None,
    rival_partner: discord.User | None = None,
    time: str | None = None,
    game: str | None = None,
) -> None:
    """Show the record of a player or a pair; with a ``rival``, how they do against that player or pair."""
    one, is_any = _entrant(player or interaction.user, partner), time is None and game is None
    if rival is None:
        if rival_partner is not None:
            raise Refused(FOUR)
        wanted = None if is_any else RecordAddress((one,), _period(time), _games(game))
        await show_record(interaction, wanted or one)
        return
    if (partner is None) is not (rival_partner is None):
        raise Refused(FOUR)
    other = _entrant(rival, rival_partner)
    if set(one) & set(other):
        raise Refused(TWO if len(one) == 1 else FOUR)
    wanted = None if is_any else RecordAddress((one, other), _period(time), _games(game))
    await show_rivals(interaction, wanted or (one, other))


@app_commands.command(name="rating", description="Show a rating, and how it got there")
@app_commands.describe(
    player="Whose rating (default: your own)",
    partner="A partner, for the rating of the pair",
    games="The kind of games (default: the most played)",
)
@app_commands.choices(
    games=fixed_choices({kind: capitalized(name) for kind, name in FAMILIES.items() if kind != "patience"})
)
async def rating(
    interaction: Interaction,
    player: discord.User | None = None,
    partner: discord.User | None = None,
    games: str | None = None,
) -> None:
    """Show the rating of a player (default: the user) or pair, by default in their most played games."""
    entrant = _entrant(player or interaction.user, partner)
    await show_rating(interaction, RatingAddress(entrant, games) if games else entrant)


@app_commands.command(name="leaderboard", description="Show this server's leaderboard")
@app_commands.describe(
    of="Players or pairs",
    by="What it's ranked by",
    time=WHEN,
    game=WHAT,
    least="How many matches a player needs to be listed",
)
@app_commands.choices(
    of=fixed_choices({one: one.capitalize() for one in Competing}),
    by=fixed_choices({Order.WINS: "Matches won", Order.SHARE: "Share won", Order.RATING: "Rating"}),
)
@app_commands.autocomplete(time=_offer_counted_time, game=_offer_game)
async def leaderboard(
    interaction: Interaction,
    of: str = Competing.PLAYERS.value,
    by: str = Order.WINS.value,
    time: str | None = None,
    game: str | None = None,
    least: app_commands.Range[int, 0, MOST_LEAST] | None = None,
) -> None:
    """Show the first page of the leaderboard; refuses periods that have none."""
    period = _period(time)
    if not period.has_leaderboard:
        raise Refused(NO_BOARD)
    address = ordered(BoardAddress(Competing(of), period=period, games=_games(game)), Order(by))
    await show_board(interaction, address if least is None else replace(address, least=least))


async def press_record(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the record the control leads to, else the user's own."""
    address = _address(control, values)
    if address:
        await show_record(interaction, RecordAddress.read(address))
    else:
        await show_record(interaction, (interaction.user.id,))


async def press_rivals(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show two rivals in the period or game that was chosen."""
    await show_rivals(interaction, RecordAddress.read(_address(control, values), entrants=2))


async def press_rating(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the rating the control leads to."""
    await show_rating(interaction, RatingAddress.read(_address(control, values)))


async def press_leaderboard(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the leaderboard page the control leads to."""
    await show_board(interaction, BoardAddress.read(_address(control, values)))


async def press_heads(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a season's cross table of its best players or pairs."""
    await show_heads(interaction, BoardAddress.read(control.argument))


async def press_counting(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Explain how the figures of a message are counted."""
    await show_counting(interaction, read_address(control.argument))


def _address(control: Control, values: Sequence[str]) -> str:
    """The address that was chosen in a menu, else the button's."""
    return values[0] if values else control.argument


def _entrant(one: discord.abc.User, partner: discord.abc.User | None) -> Entrant:
    if partner is None:
        return (one.id,)
    if one.id == partner.id:
        raise Refused(TWO)
    return tuple(sorted((one.id, partner.id)))


def _period(typed: str | None) -> Period:
    period = Period.EVER if typed is None else Period.parse(typed)
    if period is None:
        raise Refused(NO_SUCH_TIME)
    return period


def _games(typed: str | None) -> Games:
    games = Games.ALL if typed is None else Games.parse(typed)
    if games is None:
        raise Refused(NO_SUCH_GAME)
    return games


async def _times(interaction: Interaction, typed: str, *, casual: bool) -> list[app_commands.Choice[str]]:
    """Completions for a time; ``casual`` adds the casual periods."""
    scopes = await scopes_of(interaction, Period.EVER, casual=casual)
    names = ((capitalized(period_name(one, scopes.seasons)), one.key) for one in scopes.periods)
    return choices_with(typed, names)


class Stats(Extension):
    """The ``/stats`` commands and their buttons."""

    typed: ClassVar = (Commands(STATS, Topic.STATS, SHOWS, (show, rating, leaderboard)),)
    presses: ClassVar = {
        Verb.RECORD: Press(press_record, SHOWS),
        Verb.RIVALS: Press(press_rivals, SHOWS),
        Verb.RATING: Press(press_rating, SHOWS),
        Verb.LEADERBOARD: Press(press_leaderboard, SHOWS),
        Verb.HEADS: Press(press_heads, SHOWS),
        Verb.COUNTING: Press(press_counting, SHOWS),
    }


setup = Stats.setup
