"""The order of what a message shows: an older state never lands after a newer one.

Discord may carry out two requests in either order that are on their way at the same time. So one at a time is
for each message, and what it shows is read once it may be sent. A press whose message is being edited is
acknowledged at once, and the message shows what came of it when that edit has arrived.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import discord
from discord import ui

from cogs.ui.answers import answer_of

T = TypeVar("T")

MOST_KNOWN: Final = 1000
"""Messages of which the newest press that was answered is known."""

Draw = Callable[[], Awaitable[ui.LayoutView | None]]
"""Draws the newest state of a message; None where there is nothing to show any more."""


@dataclass(eq=False)
class _Drawing:
    """One who draws a message, or waits to: the task, and those who wait for its end."""

    task: asyncio.Task[Any]
    followers: list[asyncio.Task[None]] = field(default_factory=list)

    async def end(self) -> None:
        """Wait until this one has drawn, or its task is done."""
        # A task waits for a task: whoever looks at what the bot waits for sees on whom.
        following = asyncio.create_task(_done(self.task))
        self.followers.append(following)
        try:
            await asyncio.wait([following])
        finally:
            following.cancel()


class Renderings:
    """Lets one request at a time draw a message, known by a number: its own, or its table's."""

    def __init__(self) -> None:
        self._under_way: dict[int, list[_Drawing]] = {}
        """Those who draw each message, in the order they came: the first one draws."""
        self._newest: OrderedDict[int, int] = OrderedDict()
        """The newest interaction that a message was drawn for, by message."""

    def is_under_way(self, drawn: int) -> bool:
        """Whether something is being drawn now."""
        return drawn in self._under_way

    async def drawn(self, drawn: int, draw_and_send: Callable[[], Awaitable[T]]) -> T:
        """Wait until nothing else draws it, then read what it shows and send that; returns what comes."""
        task, line = asyncio.current_task(), self._under_way.setdefault(drawn, [])
        assert task is not None
        own = _Drawing(task)
        line.append(own)
        try:
            while line[0] is not own:
                await line[line.index(own) - 1].end()
            return await draw_and_send()
        finally:
            line.remove(own)
            for follower in own.followers:
                follower.cancel()
            if not line:
                del self._under_way[drawn]

    async def redraw(
        self,
        interaction: discord.Interaction[Any],
        draw: Draw,
        *,
        drawn: int | None = None,
        keeps_files: bool = True,
    ) -> int:
        """Answer a press by drawing the newest state on the pressed message; returns the answer's id.

        ``drawn`` is what others know the message by, else its own id; without ``keeps_files`` its files go.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: it is not shown, or nobody can say.
        """
        assert interaction.message is not None
        message_id = interaction.message.id
        number = message_id if drawn is None else drawn
        answer = answer_of(interaction)
        if self.is_under_way(number):
            await answer.acknowledge()

        async def draw_and_send() -> int:
            view = await draw()
            self._note(message_id, interaction.id)
            if view is not None:
                return await answer.edit(view, keeps_files=keeps_files)
            await answer.accept()
            return message_id

        return await self.drawn(number, draw_and_send)

    async def show(
        self,
        interaction: discord.Interaction[Any],
        view: ui.LayoutView,
        *,
        keeps_files: bool = True,
    ) -> int:
        """Answer a press with this on its message, unless a later press was answered there; returns its id.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: as ``redraw``.
        """
        assert interaction.message is not None
        message_id = interaction.message.id

        async def newest() -> ui.LayoutView | None:
            return None if self._newest.get(message_id, 0) > interaction.id else view

        return await self.redraw(interaction, newest, keeps_files=keeps_files)

    def _note(self, message_id: int, interaction_id: int) -> None:
        """Know the newest press that a message was drawn for."""
        self._newest[message_id] = max(interaction_id, self._newest.pop(message_id, 0))
        if len(self._newest) > MOST_KNOWN:
            self._newest.popitem(last=False)


async def _done(task: asyncio.Task[Any]) -> None:
    await asyncio.wait([task])
