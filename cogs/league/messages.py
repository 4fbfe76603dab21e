"""The messages of leagues: one for each, posted once and then edited, never more often than Discord likes."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import discord
from discord import ui

from bot.common.background import cut_off
from bot.common.errors import StoreError
from bot.league.service import League
from cogs.league.panel import league_panel
from cogs.league.snapshot import league_now
from cogs.ui.archived import edit_anywhere
from cogs.ui.controls import base36
from cogs.ui.discord_codes import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from cogs.ui.items import NOBODY, TROUBLE
from cogs.ui.refusals import Refusals, is_refusal

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 30.0
"""Seconds until what could not be shown is tried again."""


class _Refused(NamedTuple):
    """A place where Discord does not take the message of a league, and what rings when it may be tried."""

    guild_id: int
    channel_id: int
    alarm: asyncio.TimerHandle


class LeagueMessages:
    """Keeps the message of every league up to date that stands, or is to stand, in a channel."""

    def __init__(self, bot: RookeryBot) -> None:
        self._bot = bot
        self._leagues = bot.app.league.leagues
        self._wanted: set[int] = set()
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._posts: Final = Counter[int]()
        """How often a message of each league was posted by this process."""
        self._refusals: Final = Refusals()
        self._refused: dict[int, _Refused] = {}
        """The leagues that wait until Discord takes their message."""
        self._stop_listening: Callable[[], None] = lambda: None

    async def resume(self) -> None:
        """Listen, and bring every message up to date: nothing tells what has happened meanwhile.

        Raises:
            StoreError: it cannot be read which there are.
        """
        self._stop_listening = self._leagues.listen(self.show)
        for league in await self._leagues.posted():
            self.show(league.id)

    async def close(self) -> None:
        """Stop; what is not shown yet is shown by the next start."""
        self._stop_listening()
        await cut_off(self._at_work.values())
        for league_id in tuple(self._refused):
            self._end_wait(league_id)

    def wake(self, guild_id: int | None = None) -> None:
        """Try again in a moment what was refused, in one server or everywhere: it may be possible now."""
        for league_id, refused in tuple(self._refused.items()):
            if guild_id in {None, refused.guild_id}:
                self._refusals.wake_channel(refused.channel_id)
                self.show(league_id)

    def show(self, league_id: int) -> None:
        """Show a league as it now is, soon."""
        self._wanted.add(league_id)
        self._end_wait(league_id)
        if league_id not in self._at_work:
            self._at_work[league_id] = asyncio.create_task(self._keep(league_id))

    async def _keep(self, league_id: int) -> None:
        try:
            while league_id in self._wanted:
                self._wanted.discard(league_id)
                await asyncio.sleep(await self._work(league_id))
        finally:
            del self._at_work[league_id]

    async def _work(self, league_id: int) -> float:
        """Show a league, or see to it that this is tried again; returns seconds to leave it alone for."""
        try:
            await self._bring_up_to_date(league_id)
        except (*TROUBLE, StoreError) as error:
            log.info("the message of league %d waits (%s)", league_id, type(error).__name__)
            self._wanted.add(league_id)
            return RETRY_AFTER
        return self._bot.app.settings.edit_interval

    def _wait(self, league: League, channel_id: int) -> None:
        """Try again when the channel that has refused it may be tried, or something changes."""
        self._end_wait(league.id)
        pause = self._refusals.until_try(channel_id)
        alarm = asyncio.get_running_loop().call_later(pause, self.show, league.id)
        self._refused[league.id] = _Refused(league.guild_id, channel_id, alarm)

    def _end_wait(self, league_id: int) -> None:
        refused = self._refused.pop(league_id, None)
        if refused is not None:
            refused.alarm.cancel()

    async def _bring_up_to_date(self, league_id: int) -> None:
        """Edit the message, or post it where there is none; later, where Discord says no.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached.
            StoreError: the league cannot be read, or the place of its message stored.
        """
        league = await self._leagues.current(league_id)
        if league is None or league.channel_id is None:
            return
        if not self._refusals.may_try(league.channel_id):
            self._wait(league, league.channel_id)
            return
        since = asyncio.get_running_loop().time()
        await self._bot.app.stats.book.catch_up()
        now, _ = await league_now(self._bot.app, league)  # drawn again once all is counted
        view = league_panel(now)
        outgoing, old = self._bot.app.delivery.outgoing, None
        try:
            async with outgoing.turn(since, league.guild_id):
                if league.message_id is None or not await self._edit(league, view):
                    old = await self._post(league, view)
            if old is not None:
                async with outgoing.turn(since, league.guild_id):
                    await self._discard(old)
            self._refusals.end(league.channel_id)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._leagues.lose_channel(league, league.channel_id)
            elif is_refusal(error) and error.code != UNKNOWN_MESSAGE:
                self._refusals.note(league.channel_id)
                self._wait(league, league.channel_id)
            else:
                raise

    async def _edit(self, league: League, view: ui.LayoutView) -> bool:
        """Edit the message; returns whether it is still there."""
        assert league.channel_id is not None
        assert league.message_id is not None
        channel = self._bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        message = channel.get_partial_message(league.message_id)
        edit = partial(message.edit, view=view, allowed_mentions=NOBODY)
        try:
            await edit_anywhere(self._bot, league.channel_id, edit)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _post(self, league: League, view: ui.LayoutView) -> League | None:
        """Post the message, once: by the nonce Discord knows one it has already, which may show less.

        Returns the league with that message where it is to go again, since it stands elsewhere by now.
        """
        assert league.channel_id is not None
        number = self._posts[league.id]
        channel = self._bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        nonce = f"lg:{base36(league.id)}:{base36(league.message_id or league.channel_id)}:{number}"
        try:
            message = await channel.send(view=view, nonce=nonce, allowed_mentions=NOBODY)
        except discord.NotFound:
            self._posts[league.id] += 1  # there was a message with this nonce, and it has been deleted since
            raise
        self._posts[league.id] += 1
        posted = replace(league, message_id=message.id)
        if not await self._leagues.posted_as(league, league.channel_id, message.id):
            return posted
        if number == 0:
            await self._edit(posted, view)
        return None

    async def _discard(self, league: League) -> None:
        """Delete the message of a league that stands elsewhere by now, as far as Discord lets it."""
        if league.channel_id is None or league.message_id is None:
            return
        channel = self._bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        try:
            await channel.get_partial_message(league.message_id).delete()
        except TROUBLE as error:
            log.info("an old message of league %d stays (%s)", league.id, type(error).__name__)
