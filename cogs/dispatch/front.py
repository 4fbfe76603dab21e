"""The front desk: receives presses and submitted forms, and renders tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.common.background import Background
from bot.common.errors import Refused, Stale, StoreError
from bot.models.endings import Ending
from bot.table.reading import TablePlace
from cogs.dispatch.screens import Screens
from cogs.dispatch.under_way import UnderWay
from cogs.framework.interactions import table_at
from cogs.framework.parsing import TOO_LONG, is_too_long
from cogs.framework.replies import NO_SUCH_BUTTON, answer_error, shorten_autocomplete_error
from cogs.ui.answers import answer_of
from cogs.ui.controls import BUTTON, HAND_EXTRAS, IN_HANDS, LIVE, MODAL, SELECT, Control, control_of
from cogs.ui.items import TROUBLE, Handler, Interaction
from cogs.ui.modals import typed_values
from cogs.ui.refusals import is_unknown_channel

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

CLAIMED_AFTER: Final = 1.5
"""Seconds after which a process that is not on duty yet acknowledges an interaction that the one before has
not answered: Discord waits for three.
"""


class Front(commands.Cog):
    """Listens to Discord and tables: redraws messages, dispatches presses, closes tables of lost places."""

    def __init__(self, bot: RookeryBot) -> None:
        self.screens: Final = Screens(bot, self._lose_channel)
        self.under_way: Final = UnderWay()
        self._closing = Background()
        self._bot = bot
        self._tables = bot.app.tables
        self._stop_listening: list[Callable[[], None]] = []

    async def cog_load(self) -> None:
        """Register listeners, and render what changed while the bot was down."""
        self._bot.front = self
        self._bot.screens = self.screens.for_handlers
        self._bot.tree.error(_on_command_error)
        self._bot.tree.interaction_check = self._may_begin  # type: ignore[method-assign]
        logging.getLogger(app_commands.tree.__name__).addFilter(shorten_autocomplete_error)
        self._stop_listening = [
            self._tables.desk.listen(self.screens.follow),
            self._tables.desk.waking.on_unload(self.screens.forget),
            self._bot.app.evenings.listen(self.screens.evenings.show),
            self._bot.app.turns.on_reminder(self.screens.nudges.remind),
            self._bot.app.maintenance.retention.on_messages_to_go(self.screens.past.correct),
            self._bot.app.people.own_data.on_forgotten(self.screens.forget_person),
        ]
        if self._bot.app.duty.begun.is_set():
            try:
                await self.screens.resume()
            except BaseException:
                await self.cog_unload()  # discord.py does not, and the next client has a front of its own
                raise
        # Not as the cog's own listener: discord.py removes those before ``cog_unload``, while presses arrive.
        self._bot.add_listener(self.on_interaction)

    async def take_over(self) -> None:
        """Begin to serve, once the services have resumed: render what changed, answer presses that wait.

        Raises ``StoreError`` if what is shown cannot be read.
        """
        await self.screens.resume()
        self._bot.app.duty.begun.set()
        for shard_id in self._bot.ready_shards.mine:
            await self.on_shard_ready(shard_id)

    async def cog_unload(self) -> None:
        """Stop listening, and end handlers and edits within a time limit; presses are handled until then."""
        for stop in self._stop_listening:
            stop()
        is_over = self._bot.app.duty.is_over
        await self.under_way.close(is_over=is_over)
        await self.screens.close(is_over=is_over)
        self._bot.remove_listener(self.on_interaction)

    async def _handle(self, interaction: Interaction, control: Control | None, values: Sequence[str]) -> None:
        """Run a control's handler; an error becomes a private sentence, and a stale message is redrawn."""
        if not await self._is_ours(interaction):
            return
        self.under_way.handle(interaction)
        if control is None:
            await answer_error(interaction, Refused(NO_SUCH_BUTTON))
            return
        try:
            handler: Handler | None = self._bot.handlers.get(control.verb)
            if handler is None:
                raise Refused(NO_SUCH_BUTTON)
            with self.screens.hands.answering(interaction):
                await handler(interaction, control, values)
        except Exception as error:  # noqa: BLE001  (the last stop before discord.py's log)
            if isinstance(error, Stale):
                await self._redraw_stale(interaction, control)
            await answer_error(interaction, error, control.verb)
        await self.screens.hands.renew_token(interaction, control)
        await self._refresh_pressed(interaction, control)
        await self.screens.repost_notices.tell(interaction)

    async def _refresh_pressed(self, interaction: Interaction, control: Control) -> None:
        """Refresh a pressed public message that still shows controls of a lobby or match."""
        message, channel_id = interaction.message, interaction.channel_id
        if control.verb not in LIVE or message is None or channel_id is None or message.flags.ephemeral:
            return
        try:
            await self.screens.messages.reconcile(channel_id, control.table_id, message.id)
        except StoreError as error:
            log.warning("an old message of channel %d is left as it is: %s", channel_id, error)

    async def _redraw_stale(self, interaction: Interaction, control: Control) -> None:
        """Redraw the message of a stale press."""
        hands = self.screens.hands
        try:
            table = await table_at(interaction, control)
            if control.verb in IN_HANDS | HAND_EXTRAS and hands.may_redraw(interaction):
                with hands.answering(interaction):
                    hand = await self._tables.reading.hand(table.place.channel_id, interaction.user.id)
                    await hands.redraw(interaction, hand)
            else:
                self.screens.messages.show(table)
        except (Refused, StoreError, *TROUBLE):
            return

    async def on_interaction(self, interaction: Interaction) -> None:
        """Track an interaction; handle presses and submitted forms, and refuse what is too long."""
        duty = self._bot.app.duty
        if duty.begun.is_set() and not duty.is_over:
            self.under_way.expect(interaction)
        self._tables.presence.note_press(interaction.channel_id or 0, interaction.user.id)
        data: Any = interaction.data or {}
        if interaction.type is discord.InteractionType.component:
            control = control_of(interaction, (BUTTON, SELECT))
            await self._handle(interaction, control, tuple(data.get("values", ())))
        elif interaction.type is discord.InteractionType.modal_submit:
            if not is_too_long(data):
                await self._handle(interaction, control_of(interaction, (MODAL,)), typed_values(interaction))
            elif await self._is_ours(interaction):
                await answer_error(interaction, Refused(TOO_LONG))

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, _command: object) -> None:
        """Tell a command's user, once each, of the channel's messages the bot no longer reposts."""
        await self.screens.repost_notices.tell(interaction)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count a user's message in a channel that has a table."""
        if self._tables.reading.is_taken(message.channel.id):
            self.screens.chat.note(message)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Retry refused edits, note a shard's servers, close its tables and evenings of lost places."""
        self.screens.wake()
        await self._note_servers()
        shard_of = self._bot.app.shards.of
        for guild_id, channel_id in self._bot.app.evenings.places():
            if shard_of(guild_id) != shard_id:
                continue
            lost = await self._reason_lost(TablePlace(guild_id, channel_id))
            if lost is Ending.NO_SERVER:
                await self._end_evenings(self._bot.app.evenings.lose_server(guild_id))
            elif lost is not None:
                await self._end_evenings(self._bot.app.evenings.lose_channel(channel_id))
        for place in self._tables.reading.places():
            if shard_of(place.guild_id) == shard_id:
                await self._close_if_lost(place)

    async def _end_evenings(self, losing: Awaitable[None]) -> None:
        try:
            await losing
        except StoreError as error:
            log.error("an evening that is out of reach could not be ended: %s", error)

    async def _close_if_lost(self, place: TablePlace) -> None:
        if (ending := await self._reason_lost(place)) is not None:
            await self._close_table(place.channel_id, ending)

    async def _reason_lost(self, place: TablePlace) -> Ending | None:
        """Why a place is lost: no server, or no channel; None if it exists, even hidden, or may exist."""
        if not self._bot.ready_shards.owns(place.guild_id):
            return None
        guild = self._bot.get_guild(place.guild_id)
        if guild is None:
            return Ending.NO_SERVER
        if guild.unavailable or guild.get_channel_or_thread(place.channel_id) is not None:
            return None
        try:
            async with self._bot.app.delivery.outgoing.turn(self._bot.loop.time(), place.guild_id):
                await self._bot.fetch_channel(place.channel_id)
        except TROUBLE as error:
            return Ending.NO_CHANNEL if is_unknown_channel(error) else None
        return None  # an archived thread

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Retry edits that Discord refused."""
        self.screens.wake()

    @commands.Cog.listener()
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_member_update")
    async def on_guild_channel_update(
        self,
        before: discord.abc.GuildChannel | discord.Role | discord.Member,
        after: discord.abc.GuildChannel | discord.Role | discord.Member,
    ) -> None:
        """Retry refused edits: a permission may have come back. Of members, Discord tells only of the bot."""
        self.screens.wake(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry refused edits: a thread may have been opened again, which the client had dropped."""
        self.screens.wake(payload.guild_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry refused edits, and note the bot's servers: it is back in one."""
        log.info("server %d has added the bot", guild.id)
        self.screens.wake(guild.id)
        await self._note_servers()

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry refused edits: a server is back."""
        self.screens.wake(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the evening and close the tables of a deleted channel and its threads, archived ones too."""
        await self._end_evenings(self._bot.app.evenings.lose_channel(channel.id))
        await self._close_table(channel.id)
        for place in self._tables.reading.places():
            if place.guild_id == channel.guild.id:
                await self._close_if_lost(place)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self._close_table(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End evenings and close tables of a server that has removed the bot: no one can play there.

        What was played stays for some days. If the bot comes back, the tables say how they ended.
        """
        log.info("server %d has removed the bot", guild.id)
        await self._end_evenings(self._bot.app.evenings.lose_server(guild.id))
        for place in self._tables.reading.places():
            if place.guild_id == guild.id:
                await self._close_table(place.channel_id, Ending.NO_SERVER)
        await self._note_servers()

    async def _note_servers(self) -> None:
        """Note in which servers the bot is: what is stored of others is deleted some days later."""
        if not self._bot.app.duty.begun.is_set():
            return
        try:
            here = {guild.id for guild in self._bot.guilds}
            await self._bot.app.maintenance.retention.see(here, self._bot.ready_shards)
        except StoreError as error:
            log.warning("the servers could not be noted: %s", error)

    async def _may_begin(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether this process answers a command. If its input is too long to read, its user is told."""
        if not await self._is_ours(interaction):
            return False
        self.under_way.handle(interaction)
        data: Any = interaction.data or {}
        if not is_too_long(data):
            return True
        if interaction.type is not discord.InteractionType.autocomplete:  # nothing is offered
            await answer_error(interaction, Refused(TOO_LONG))
        return False

    async def _is_ours(self, interaction: Interaction) -> bool:
        """Whether this process answers an interaction; before it is on duty, wait until it is.

        Discord sends each to both processes of a hand-over. What the other one has answered is left alone.
        """
        duty = self._bot.app.duty
        if duty.is_over:
            return False
        if duty.begun.is_set():
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(CLAIMED_AFTER):
                await duty.begun.wait()
        if not await answer_of(interaction).claim():
            return False
        await duty.begun.wait()
        self.under_way.expect(interaction)
        return True

    def _lose_channel(self, channel_id: int) -> None:
        """Close the table of a channel that Discord does not know any more."""
        self._closing.begin(self._close_table(channel_id))

    async def _close_table(self, channel_id: int, ending: Ending = Ending.NO_CHANNEL) -> None:
        try:
            await self._tables.close_table(channel_id, ending)
        except Refused:
            return
        except StoreError as error:
            log.error("a table that is out of reach could not be closed: %s", error)


async def _on_command_error(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    await answer_error(interaction, error)


async def setup(bot: RookeryBot) -> None:
    """Add ``Front`` to the bot. discord.py calls a module's function of this name."""
    await bot.add_cog(Front(bot))
