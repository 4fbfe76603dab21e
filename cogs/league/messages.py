"""The message of each league: posted once, then edited, within Discord's limits on edits."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import discord
from discord import ui

from bot.app import App
from bot.common.background import cut_off
from bot.common.errors import StoreError
from bot.models.stored_league import League
from cogs.framework.leagues import league_name
from cogs.league.panel import SHOWN, LeagueNow, league_panel
from cogs.league.standings_panel import standing_lines
from cogs.ui.controls import base36
from cogs.ui.items import NO_MENTIONS, TROUBLE
from cogs.ui.refusals import UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, Refusals, edit_anywhere, is_refusal
from cogs.ui.reposts import RepostNotices, Reposts

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 30.0
"""Seconds until a failed update is retried."""
LEFT_AWAY: Final = (
    "Something keeps deleting the message of {league}, perhaps another bot, so I don't post it any more. "
    "`/league show` shows you what it says. An organizer posts it again with `/league manage`."
)


class _Paused(NamedTuple):
    """A channel where the update of a league's message is paused, and the timer that resumes it."""

    guild_id: int
    channel_id: int
    alarm: asyncio.TimerHandle


class LeagueMessages:
    """Keeps the messages of all leagues that have a channel up to date."""

    def __init__(self, bot: RookeryBot, repost_notices: RepostNotices) -> None:
        self._bot = bot
        self._repost_notices = repost_notices
        self._leagues = bot.app.league.leagues
        self._wanted: set[int] = set()
        self._at_work: dict[int, asyncio.Task[None]] = {}
        self._posts: Final = Counter[int]()
        """By league id, messages this process has posted; a part of the next message's nonce."""
        self._refusals: Final = Refusals()
        self._reposts: Final = defaultdict[tuple[int, int], Reposts](Reposts)
        """Deletions of messages by others, by league and channel id."""
        self._paused: dict[int, _Paused] = {}
        """By league id, updates that wait for Discord or for a repost."""
        self._stop_listening: Callable[[], None] = lambda: None

    async def resume(self) -> None:
        """Listen for changes, and schedule an update of every message, since changes may have been missed.

        Raises:
            StoreError: the leagues cannot be read.
        """
        self._stop_listening = self._leagues.listen(self.show)
        for league in await self._leagues.posted():
            self.show(league.id)

    async def close(self) -> None:
        """Stop updating messages. The next start updates all of them again."""
        self._stop_listening()
        await cut_off(self._at_work.values())
        for league_id in tuple(self._paused):
            self._end_wait(league_id)

    def wake(self, guild_id: int | None = None) -> None:
        """Retry paused updates soon, in one server or, with None, in all."""
        for league_id, paused in tuple(self._paused.items()):
            if guild_id in {None, paused.guild_id}:
                self._refusals.wake_channel(paused.channel_id)
                self.show(league_id)

    def show(self, league_id: int) -> None:
        """Schedule an update of a league's message."""
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
        """Update a league's message, or schedule a retry; returns seconds until the next update may run."""
        try:
            await self._bring_up_to_date(league_id)
        except (*TROUBLE, StoreError) as error:
            log.info("the message of league %d waits (%s)", league_id, type(error).__name__)
            self._wanted.add(league_id)
            return RETRY_AFTER
        return self._bot.app.settings.edit_interval

    def _wait(self, league: League, channel_id: int, pause: float) -> None:
        """Pause a league's updates for ``pause`` seconds, or until ``show`` or ``wake`` is called."""
        self._end_wait(league.id)
        alarm = asyncio.get_running_loop().call_later(pause, self.show, league.id)
        self._paused[league.id] = _Paused(league.guild_id, channel_id, alarm)

    def _end_wait(self, league_id: int) -> None:
        paused = self._paused.pop(league_id, None)
        if paused is not None:
            paused.alarm.cancel()

    async def _bring_up_to_date(self, league_id: int) -> None:
        """Edit or post a league's message; pause its updates if Discord refuses.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: Discord cannot be reached.
            StoreError: the league cannot be read, or the new message's id not stored.
        """
        league = await self._leagues.current(league_id)
        if league is None or league.channel_id is None:
            return
        if not self._refusals.may_try(league.channel_id):
            self._wait(league, league.channel_id, self._refusals.until_try(league.channel_id))
            return
        if self._is_left_away(league, league.channel_id):
            return
        since = asyncio.get_running_loop().time()
        await self._bot.app.stats.ledger.catch_up()
        now, _ = await league_now(self._bot.app, league)  # a later count calls ``show`` again
        view = league_panel(now)
        outgoing, old = self._bot.app.delivery.outgoing, None
        try:
            async with outgoing.turn(since, league.guild_id):
                if not await self._edit(league, view) and not self._is_left_away(league, league.channel_id):
                    old = await self._post(league, view)
            if old is not None:
                async with outgoing.turn(since, league.guild_id):
                    await self._delete(old)
            self._refusals.end(league.channel_id)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._leagues.lose_channel(league, league.channel_id)
            elif is_refusal(error) and error.code != UNKNOWN_MESSAGE:
                self._refusals.note(league.channel_id)
                self._wait(league, league.channel_id, self._refusals.until_try(league.channel_id))
            else:
                raise

    def _is_left_away(self, league: League, channel_id: int) -> bool:
        """Whether a message that others deleted must not be reposted now; pauses its updates."""
        reposts, key = self._reposts[league.id, channel_id], f"league {league.id}"
        wait = reposts.wait(asyncio.get_running_loop().time())
        if league.message_id is None or wait == 0:
            self._repost_notices.remove(key)
            return False
        if reposts.is_given_up:
            self._repost_notices.add(key, channel_id, LEFT_AWAY.format(league=league_name(league)))
        else:
            self._wait(league, channel_id, wait)
        return True

    async def _edit(self, league: League, view: ui.LayoutView) -> bool:
        """Edit the league's message; returns False if there is none."""
        assert league.channel_id is not None
        reposts, loop = self._reposts[league.id, league.channel_id], asyncio.get_running_loop()
        if league.message_id is None or reposts.is_missing:
            return False
        channel = self._bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        message = channel.get_partial_message(league.message_id)
        edit = partial(message.edit, view=view, allowed_mentions=NO_MENTIONS)
        try:
            await edit_anywhere(self._bot, league.channel_id, edit)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            reposts.note_deletion(loop.time())
            return False
        reposts.note_edit(loop.time())
        return True

    async def _post(self, league: League, view: ui.LayoutView) -> League | None:
        """Post the league's message, with a nonce that keeps Discord from posting it twice.

        Returns the league with the new message if that must be deleted, because the league has been moved to
        another channel in the meantime; otherwise None.
        """
        assert league.channel_id is not None
        number = self._posts[league.id]
        channel = self._bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        nonce = f"lg:{base36(league.id)}:{base36(league.message_id or league.channel_id)}:{number}"
        try:
            message = await channel.send(view=view, nonce=nonce, allowed_mentions=NO_MENTIONS)
        except discord.NotFound:
            self._posts[league.id] += 1  # there was a message with this nonce, and it has been deleted since
            raise
        self._posts[league.id] += 1
        self._reposts[league.id, league.channel_id].note_post(asyncio.get_running_loop().time())
        posted = replace(league, message_id=message.id)
        if not await self._leagues.posted_as(league, league.channel_id, message.id):
            return posted
        if number == 0:
            await self._edit(posted, view)  # an earlier process may have posted this nonce with older content
        return None

    async def _delete(self, league: League) -> None:
        """Delete a message of a league that has been moved; a failure is only logged."""
        if league.channel_id is None or league.message_id is None:
            return
        channel = self._bot.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
        try:
            await channel.get_partial_message(league.message_id).delete()
        except TROUBLE as error:
            log.info("an old message of league %d stays (%s)", league.id, type(error).__name__)


async def league_now(app: App, league: League, number: int | None = None) -> tuple[LeagueNow, bool]:
    """A league's newest season or season ``number``, as its message shows it, and whether it still counts.

    Raises ``Refused`` if there is no such season.
    """
    async with app.stats.moments.of(league.guild_id) as is_counting:
        season = await app.league.leagues.season(league, number)
        roster, played = await app.league.rosters.of(season), await app.league.results.number_in_time(season)
        top = await app.league.standings.page(season.id, 0, SHOWN)
        winners = await app.league.standings.winners(season) if top.is_final else ()
    has_begun = played or top.is_final or any(line.value is not None for line in top.lines)
    standings = standing_lines(top, with_ties=False) if has_begun else []
    return LeagueNow(league, season, roster, standings, played, winners), is_counting
