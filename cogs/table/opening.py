"""Opening a table in the user's channel, or in a thread made from a starter message there."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from typing import Final

import discord
from discord import app_commands

from bot.common.errors import InDoubt, NoTable, Refused, StoreError
from bot.league.service import wanted_table
from bot.models.stored_league import League, Season
from bot.models.stored_messages import LooseMessage
from bot.table.desk.shown import ShownTable
from bot.table.opening import WantedTable
from cogs.evening.threads import THERE_ALREADY, TOO_MANY
from cogs.framework.interactions import channel_of, guild_of, person_of, screens
from cogs.framework.replies import answer_privately, note_naming, tell
from cogs.table.lobby_panel import lobby_panel
from cogs.table.panel import needs_hand
from cogs.table.starters import opened_text, starter_panel
from cogs.ui.answers import answer_of
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.refusals import archive_thread, is_refusal
from cogs.ui.rights import missing_rights, permissions
from cogs.ui.words import plain_name, safe_name
from rules.catalog import find_game

NEEDED: Final = ("view_channel", "send_messages")
OF_AN_EVENING: Final = (
    "An evening is played here, and its next table opens by itself. Open yours in another channel."
)
PUBLIC: Final = frozenset({discord.ChannelType.public_thread, discord.ChannelType.news_thread})
"""Threads started from a message: they have its id."""
NEW_TABLES_IN: Final = 600.0
"""Seconds for which an opened table counts against the limit."""
HERE: Final = "here"
THREAD: Final = "thread"
PLACES: Final = [
    app_commands.Choice(name="Here", value=HERE),
    app_commands.Choice(name="A thread of its own", value=THREAD),
]
"""Places for a table as choices of a command."""
NAME_LIMIT: Final = 100
"""Characters of a thread's name: Discord's limit."""
MINUTES_TO_ARCHIVE: Final = 7 * 24 * 60
RIGHTS: Final = ("view_channel", "create_public_threads", "send_messages_in_threads")
NO_RIGHT: Final = (
    "The table is in this channel: to open a thread I need {permissions}. Ask whoever manages the server."
)
NO_THREADS: Final = "The table is right here: a thread can be opened only in a server's text channel."
NO_THREAD_NOW: Final = (
    "Discord didn't open a thread, so there is no table. `/rook new place:` *Here* opens one in this channel."
)
TOO_MANY_THREADS: Final = (
    "This server has too many open threads, so there is no table. "
    "`/rook new place:` *Here* opens one in this channel."
)


def _limited(interaction: Interaction) -> AbstractContextManager[None]:
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
    with suppress(NoTable):
        taken = await tables.reading.shown(channel_id)
        where = "`/rook table` shows it." if taken.place.message_id is None else table_link(taken)
        is_open = taken.in_lobby and any(seat.is_empty and seat.kept is None for seat in taken.seats)
        hint = "\n*Sit* there takes a free seat." if is_open else ""
        raise Refused(f"This channel already has a table: {where}{hint}")
    with _limited(interaction):
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


def table_link(table: ShownTable) -> str:
    """The URL of a table's message, or of its channel while it has no message."""
    place = f"https://discord.com/channels/{table.place.guild_id}/{table.place.channel_id}"
    return place if table.place.message_id is None else f"{place}/{table.place.message_id}"


async def open_in_thread(interaction: Interaction, wanted: WantedTable, *, is_asked: bool) -> None:
    """Open a table in a thread of its own; if there can be none, in the channel, with a notice.

    ``is_asked``: whether the user chose a thread (else it is the server's setting). If the table can't be
    opened, its starter message is deleted and its thread archived; then raises ``Refused``,
    ``InvalidOption``, ``StoreError`` or one of ``TROUBLE``.
    """
    missing = missing_rights(interaction, RIGHTS)
    has_threads = isinstance(interaction.channel, discord.TextChannel)
    if not has_threads or missing:
        await open_table(interaction, wanted)
        if missing and has_threads:
            await answer_privately(interaction, NO_RIGHT.format(permissions=permissions(missing)))
        elif is_asked:
            await answer_privately(interaction, NO_THREADS)
        return
    tables, guild_id, host = interaction.client.app.tables, guild_of(interaction), person_of(interaction)
    await tables.lobbies.check_new(guild_id, host, wanted)
    with _limited(interaction):
        about = find_game(wanted.game).about
        starter = starter_panel(opened_text(about, safe_name(host.name)))
        starter_id = await answer_of(interaction).send(starter, is_private=False)
        try:
            place = starter_id, channel_of(interaction), guild_id
            await note_naming(interaction, LooseMessage(*place, "thread", first=host.id))
            await _make_thread(interaction, starter_id, f"{about.title} with {plain_name(host.name)}")
            await tables.lobbies.open_table(
                guild_id, starter_id, host, wanted, parent_id=channel_of(interaction)
            )
        except InDoubt:  # the table may be there
            raise
        except (Refused, StoreError, *TROUBLE):
            await _clean_up(interaction, starter_id)
            raise


async def _make_thread(interaction: Interaction, starter_id: int, name: str) -> None:
    """Make a thread from the starter message, with the host in it; it gets the message's id.

    Raises ``Refused`` if Discord refuses a thread, else one of ``TROUBLE``.
    """
    channel = interaction.client.get_partial_messageable(
        channel_of(interaction), guild_id=guild_of(interaction)
    )
    try:
        thread = await channel.get_partial_message(starter_id).create_thread(
            name=name[:NAME_LIMIT], auto_archive_duration=MINUTES_TO_ARCHIVE
        )
    except discord.HTTPException as error:
        if error.code == THERE_ALREADY:  # the thread was made, and the response lost
            return
        if not is_refusal(error) and error.code != TOO_MANY:
            raise
        raise Refused(TOO_MANY_THREADS if error.code == TOO_MANY else NO_THREAD_NOW) from None
    with suppress(*TROUBLE):  # the host finds the thread by its starter message
        await thread.add_user(discord.Object(interaction.user.id))


async def _clean_up(interaction: Interaction, starter_id: int) -> None:
    """Delete the starter message of a table that was not opened, and archive its thread if any."""
    with suppress(*TROUBLE):
        await answer_of(interaction).take_back()
    with suppress(*TROUBLE):
        await archive_thread(interaction.client, starter_id)
