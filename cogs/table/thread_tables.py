"""Opening a table in a thread of its own: a starter message, a thread on it, the table in the thread."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.common.errors import InDoubt, Refused, StoreError
from bot.delivery.shown_messages import LooseMessage
from bot.table.wanted_table import WantedTable
from cogs.evening.threads import THERE_ALREADY, TOO_MANY
from cogs.framework.interactions import channel_of, guild_of, person_of
from cogs.framework.replies import answer_privately, note_naming
from cogs.table.opening import limited, open_table
from cogs.table.starters import opened_text, starter_panel
from cogs.ui.answers import answer_of
from cogs.ui.archived import archive_thread
from cogs.ui.items import TROUBLE, Interaction
from cogs.ui.refusals import is_refusal
from cogs.ui.rights import missing_rights, permissions
from cogs.ui.words import plain_name, safe_name
from rules.catalog import find_game

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
    with limited(interaction):
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
