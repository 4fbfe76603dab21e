"""Looks up and shows ``/stats`` answers, for commands and presses alike.

The text is sent at once; a picture is added to the same message when it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.common.errors import Refused, StoreError
from bot.common.text import plain
from bot.delivery.pictures import Picture
from bot.league.service import NAME_LIMIT as LEAGUE_LIMIT
from bot.models.boards import Games, Period
from bot.models.credits import Entrant, Named
from bot.pictures.values import Subject
from cogs.framework.interactions import called, guild_of, show_privately
from cogs.framework.replies import answer_privately, complete_side_message
from cogs.league.standings_panel import heads_of, heads_panel
from cogs.stats.counting_panel import board_counting, rating_counting, record_counting, rivals_counting
from cogs.stats.leaderboard_panel import leaderboard_panel, possible
from cogs.stats.rating_panel import RatingCard, history_of, rating_panel
from cogs.stats.record_panel import Card, chart_of, record_panel
from cogs.stats.rivals_panel import meetings_of, rivals_panel
from cogs.ui.addresses import Address, BoardAddress, RatingAddress, RecordAddress
from cogs.ui.figure_words import shown, shown_plain
from cogs.ui.items import Interaction
from cogs.ui.stats_parts import Scopes, with_counting_note
from cogs.ui.words import safe_name
from rules.catalog import GAMES

TOGETHER: Final = 3
"""Matches together before a partner can be listed as best or worst."""
FIRST_SEEN: Final = (Period.EVER, Period.CASUAL, Period.COMPUTERS)
"""Without a time, the first of these with a match of the player is shown."""
NOTHING: Final = "Those stats are gone. `/stats show` shows what there is."


async def show_record(interaction: Interaction, wanted: RecordAddress | Entrant) -> None:
    """Show a record privately, of an entrant its first one with matches; a chart is added when drawn."""
    app = interaction.client.app
    async with app.stats.moments.of(guild_of(interaction)) as is_counting:
        address = wanted if isinstance(wanted, RecordAddress) else await _first_look(interaction, wanted)
        card = await _card(interaction, address)
    chart = None if card.record is None else chart_of(card, card.record)
    await _show(interaction, is_counting, partial(record_panel, card), chart)


async def show_rivals(interaction: Interaction, wanted: RecordAddress | tuple[Entrant, Entrant]) -> None:
    """Show how two entrants did against each other, privately; a chart is added when drawn."""
    app, guild_id = interaction.client.app, guild_of(interaction)
    async with app.stats.moments.of(guild_id) as is_counting:
        address = wanted if isinstance(wanted, RecordAddress) else await _first_meeting(interaction, *wanted)
        one, other = address.entrants
        rivalry = await app.stats.records.rivalry(guild_id, one, other, address.period, address.games)
        scopes = await scopes_of(interaction, address.period, casual=True)
    names = _name(interaction, one, rivalry.one), _name(interaction, other, rivalry.other)
    draw = partial(rivals_panel, rivalry, names, address, scopes)
    await _show(interaction, is_counting, draw, meetings_of(rivalry))


async def show_rating(interaction: Interaction, wanted: RatingAddress | Entrant) -> None:
    """Show a rating privately, of an entrant that of most matches; its chart is added when drawn."""
    app, guild_id = interaction.client.app, guild_of(interaction)
    async with app.stats.moments.of(guild_id) as is_counting:
        if isinstance(wanted, RatingAddress):
            address = wanted
        else:
            address = await _most_played_rating(interaction, wanted) or RatingAddress(wanted)
        rated = await app.stats.ratings.of(guild_id, address.entrant, address.family, address.season_id)
        steps = await app.stats.ratings.history(guild_id, address.entrant, address.family, address.season_id)
        families = await app.stats.ratings.families(guild_id, address.entrant)
    name = _name(interaction, address.entrant, None if rated is None else rated.who)
    card = RatingCard(name=name, address=address, rated=rated, steps=steps, families=families)
    chart = None if rated is None else history_of(shown_plain(rated.who), steps)
    await _show(interaction, is_counting, partial(rating_panel, card), chart)


async def show_board(interaction: Interaction, address: BoardAddress) -> None:
    """Show a page of the leaderboard privately."""
    address = possible(address)
    app, guild_id = interaction.client.app, guild_of(interaction)
    async with app.stats.moments.of(guild_id) as is_counting:
        found = await app.stats.leaderboards.page(
            guild_id,
            address.competing,
            period=address.period,
            games=address.games,
            order=address.order,
            least=address.least,
            page=address.page,
        )
        scopes = await scopes_of(interaction, address.period)
    await show_privately(
        interaction, with_counting_note(leaderboard_panel(found, address, scopes), is_counting)
    )


async def show_heads(interaction: Interaction, address: BoardAddress) -> None:
    """Show a season's cross table privately; raises ``Refused`` if this server has no such season."""
    app, season_id = interaction.client.app, address.period.season_id
    if season_id is None:
        raise Refused(NOTHING)
    async with app.stats.moments.of(guild_of(interaction)) as is_counting:
        await app.league.leagues.season_by_id(guild_of(interaction), season_id)
        scopes = await scopes_of(interaction, address.period)
        table = await app.league.standings.cross_table(season_id)
    await _show(interaction, is_counting, partial(heads_panel, table, address, scopes), heads_of(table))


async def show_counting(interaction: Interaction, address: Address) -> None:
    """Explain privately how a message's figures are counted; raises ``Refused`` if they no longer exist."""
    async with interaction.client.app.stats.moments.of(guild_of(interaction)) as is_counting:
        view = await _counting(interaction, address)
    await answer_privately(interaction, with_counting_note(view, is_counting))


async def _counting(interaction: Interaction, address: Address) -> ui.LayoutView:
    app, guild_id = interaction.client.app, guild_of(interaction)
    match address:
        case BoardAddress():
            return board_counting(address)
        case RatingAddress(entrant, family, season_id):
            rated = await app.stats.ratings.of(guild_id, entrant, family, season_id)
            if rated is None:
                raise Refused(NOTHING)
            return rating_counting(shown(rated.who), rated)
        case RecordAddress((one, other), period, games):
            return rivals_counting(await app.stats.records.rivalry(guild_id, one, other, period, games))
        case RecordAddress((entrant,), period, games):
            record = await app.stats.records.of(guild_id, entrant, period, games)
            if record is None:
                raise Refused(NOTHING)
            return record_counting(shown(record.who), address, record, TOGETHER)
        case _:
            raise Refused(NOTHING)


async def scopes_of(interaction: Interaction, period: Period, *, casual: bool = False) -> Scopes:
    """Periods, games and season names to choose from in this server; ``casual`` adds the casual periods."""
    records, guild_id = interaction.client.app.stats.records, guild_of(interaction)
    periods = await records.periods(guild_id)
    games = await records.games(guild_id, period)
    seasons = await _season_names(interaction) if any(one.season_id for one in (*periods, period)) else {}
    apart = (Period.CASUAL, Period.COMPUTERS) if casual else ()
    kinds = (*(one for one in periods if one == Period.EVER), *apart)
    return Scopes((*kinds, *(one for one in periods if one != Period.EVER)), games, seasons)


async def _season_names(interaction: Interaction) -> dict[int, str]:
    """Names of the seasons of this server, by id; a league that cannot be read is left out."""
    leagues, names = interaction.client.app.league.leagues, dict[int, str]()
    for league in await leagues.of_server(guild_of(interaction)):
        with suppress(StoreError):
            for season in await leagues.seasons(league):
                names[season.id] = f"{plain(league.name, LEAGUE_LIMIT)}, season {season.number}"
    return names


async def _card(interaction: Interaction, address: RecordAddress) -> Card:
    app, guild_id = interaction.client.app, guild_of(interaction)
    (entrant,), period, games = address.entrants, address.period, address.games
    record = await app.stats.records.of(guild_id, entrant, period, games)
    rating_address = await _rating_address(interaction, address)
    rated = None
    if rating_address is not None:
        rated = await app.stats.ratings.of(guild_id, entrant, rating_address.family, rating_address.season_id)
    is_player, is_of_all = len(entrant) == 1, games == Games.ALL
    return Card(
        name=_name(interaction, entrant, None if record is None else record.who),
        address=address,
        record=record,
        scopes=await scopes_of(interaction, period, casual=True),
        partners=await app.stats.records.partners(guild_id, entrant[0], period, games, least=TOGETHER)
        if is_player
        else (),
        rating=rated,
        rating_address=None if rated is None else rating_address,
        by_game=await app.stats.records.by_game(guild_id, entrant, period) if is_of_all else (),
        titles=await app.league.standings.titles_of(guild_id, *entrant),
    )


async def _rating_address(interaction: Interaction, address: RecordAddress) -> RatingAddress | None:
    """The rating that goes with a record: of all time in a family of games, or of a season; else None."""
    (entrant,), period, games = address.entrants, address.period, address.games
    if period.season_id is not None:
        return RatingAddress(entrant, season_id=period.season_id)
    if period != Period.EVER:
        return None
    if games.one_game is not None:
        game = GAMES.get(games.one_game)
        return None if game is None else RatingAddress(entrant, game.about.kind)
    if games.one_family is not None:
        return RatingAddress(entrant, games.one_family)
    return await _most_played_rating(interaction, entrant)


async def _most_played_rating(interaction: Interaction, entrant: Entrant) -> RatingAddress | None:
    """The rating in the family of games with the most matches; None if unrated."""
    families = await interaction.client.app.stats.ratings.families(guild_of(interaction), entrant)
    return RatingAddress(entrant, families[0]) if families else None


async def _first_look(interaction: Interaction, entrant: Entrant) -> RecordAddress:
    """The record of counted matches, else of casual ones; of one game if they played only one."""
    records, guild_id = interaction.client.app.stats.records, guild_of(interaction)
    for period in FIRST_SEEN:
        if played := await records.by_game(guild_id, entrant, period):
            games = Games.game(played[0][0]) if len(played) == 1 else Games.ALL
            return RecordAddress((entrant,), period, games)
    return RecordAddress((entrant,))


async def _first_meeting(interaction: Interaction, one: Entrant, other: Entrant) -> RecordAddress:
    """The rivalry in counted matches, else in casual ones."""
    records, guild_id = interaction.client.app.stats.records, guild_of(interaction)
    for period in FIRST_SEEN:
        if await records.have_met(guild_id, one, other, period):
            return RecordAddress((one, other), period)
    return RecordAddress((one, other))


def _name(interaction: Interaction, entrant: Entrant, who: Named | None) -> str:
    """The escaped name of a player or pair: as last stored, else as Discord has it.

    A user who is neither in the command nor the one who pressed becomes a mention, which Discord fills in.
    """
    if who is not None and all(who.names):
        return shown(who)
    options = [value for _, value in interaction.namespace]
    users = [user for user in (interaction.user, *options) if isinstance(user, discord.User | discord.Member)]
    known = {user.id: safe_name(called(user)) for user in users}
    return " & ".join(known.get(user_id, f"<@{user_id}>") for user_id in entrant)


async def _show(
    interaction: Interaction,
    is_counting: bool,
    draw: Callable[[Picture | None], ui.LayoutView],
    chart: Subject | None,
) -> None:
    """Show a message privately, then add its chart when drawn, unless a newer message has replaced it."""
    await show_privately(interaction, with_counting_note(draw(None), is_counting))
    picture = None if chart is None else await interaction.client.app.delivery.pictures.of(chart)
    if picture is not None:
        await complete_side_message(interaction, with_counting_note(draw(picture), is_counting), picture)
