"""Opening a table in the user's channel, for every command that does; the answer is the table message."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Final

import discord

from bot.common.errors import NoTable, Refused, StoreError
from bot.league.service import League, Season, wanted_table
from bot.table.desk.shown import ShownTable
from bot.table.wanted_table import WantedTable
from cogs.framework.interactions import channel_of, guild_of, person_of, screens
from cogs.framework.replies import tell
from cogs.table.lobby_panel import lobby_panel
from cogs.table.panel import needs_hand
from cogs.ui.answers import answer_of
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.rights import missing_rights, permissions

NEEDED: Final = ("view_channel", "send_messages")
OF_AN_EVENING: Final = (
    "An evening is played here, and its next table opens by itself. Open yours in another channel."
)
PUBLIC: Final = frozenset({discord.ChannelType.public_thread, discord.ChannelType.news_thread})
"""Threads started from a message: they have its id."""
NEW_TABLES_IN: Final = 600.0
"""Seconds for which an opened table counts against the limit."""


def limited(interaction: Interaction) -> AbstractContextManager[None]:
    """Context for opening a table; refuses a user who has opened ``new_tables`` in ten minutes."""
    app = interaction.client.app
    why, most = "You've opened many tables in a short time.", app.settings.new_tables
    return app.delivery.cooldowns.doing(("new", interaction.user.id), NEW_TABLES_IN, why, most=most)


async def open_table(interaction: Interaction, wanted: WantedTable) -> ShownTable:
    """Open a table in the channel; the answer is the table message.

    Raises ``Refused`` if there is a table already, the user opened too many, or the bot lacks permissions.
    """
    tables, channel_id = interaction.client.app.tables, channel_of(interaction)
    if interaction.client.app.evenings.tables.holds(channel_id):
        raise Refused(OF_AN_EVENING)
    check_permissions(interaction)
    try:
        taken = await tables.reading.shown(channel_id)
    except NoTable:
        taken = None
    if taken is not None:
        link = _link(taken.place.guild_id, channel_id, taken.place.message_id)
        raise Refused(f"This channel already has a table: {link}")
    with limited(interaction):
        place = guild_of(interaction), channel_id, person_of(interaction)
        table = await tables.lobbies.open_table(*place, wanted, parent_id=_parent_id(interaction), show=False)
    try:
        message_id = await answer_of(interaction).send(lobby_panel(table), is_private=False)
        await tables.set_message(channel_id, message_id, table_id=table.id, revision=table.revision)
    except (*TROUBLE, StoreError):
        screens(interaction).messages.show(table)  # it is open: it is shown in the channel instead
        raise
    screens(interaction).hand_tokens.promise(interaction, table)
    await screens(interaction).messages.catch_up(table)
    return table


async def send_first_hand(interaction: Interaction, begun: ShownTable) -> None:
    """Answer with the hand when a match starts; to users without a seat or need of one, with a sentence."""
    assert begun.view is not None
    if begun.seat_of(interaction.user.id) is not None and needs_hand(begun, begun.view):
        hand = await interaction.client.app.tables.reading.hand(begun.place.channel_id, interaction.user.id)
        await screens(interaction).hands.send(interaction, hand)
    else:
        await tell(interaction, "The match has started.")


async def open_for_season(
    interaction: Interaction, league: League, season: Season, rematch_of: int | None = None
) -> ShownTable:
    """Open a table for a match of a season, with the league's game and rules.

    ``rematch_of``: id of a table that is over; the seats are kept for its players. Raises ``Refused`` as
    ``open_table`` does, and ``InvalidOption`` if the league's game doesn't exist any more.
    """
    return await open_table(interaction, wanted_table(league, season)._replace(rematch_of=rematch_of))


def _parent_id(interaction: Interaction) -> int | None:
    """Id of the parent channel, if this is a public thread the bot made for an earlier table; else None."""
    thread, bot = interaction.channel, interaction.client.user
    if not isinstance(thread, discord.Thread) or thread.type not in PUBLIC:
        return None
    return thread.parent_id if bot is not None and thread.owner_id == bot.id else None


def check_permissions(interaction: Interaction, what: str = "a table") -> None:
    """Raise ``Refused``, with missing permissions, if the bot can't post ``what`` in this channel."""
    missing = missing_rights(interaction, NEEDED)
    if missing:
        raise Refused(
            f"I need {permissions(missing)} in this channel to keep {what} here. "
            "Ask whoever manages the server."
        )


def _link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    if message_id is None:
        return "`/rook table` shows it."
    return f"https://discord.com/channels/{guild_id}/{channel_id}/{message_id}"
