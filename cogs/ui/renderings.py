"""Serializes edits of each message, so that an older state never overwrites a newer one.

Discord may carry out two concurrent requests in either order. So each message gets one request at a time, and
its content is read only when the request may be sent. A press on a message under edit is acknowledged at
once, and its message redrawn after that edit.
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
"""Messages for which the newest answered press is kept."""

Draw = Callable[[], Awaitable[ui.LayoutView | None]]
"""Draws the newest state of a message; returns None if it has no content any more."""


@dataclass(eq=False)
class _Drawing:
    """A task that draws a message or waits to, and the tasks that wait for it."""

    task: asyncio.Task[Any]
    followers: list[asyncio.Task[None]] = field(default_factory=list)

    async def end(self) -> None:
        """Wait until this drawing has ended, or its task is done."""
        # A task of its own, so that a dump of waiting tasks shows what each one waits for.
        following = asyncio.create_task(_wait_for(self.task))
        self.followers.append(following)
        try:
            await asyncio.wait([following])
        finally:
            following.cancel()


class Renderings:
    """Queues edits, one at a time for each message, by a key: the message's id, or its table's."""

    def __init__(self) -> None:
        self._queues: dict[int, list[_Drawing]] = {}
        """By key: drawings in the order they came; the first one is drawing."""
        self._newest: OrderedDict[int, int] = OrderedDict()
        """By message id: the newest interaction the message was drawn for."""

    def is_under_way(self, key: int) -> bool:
        """Whether a drawing with this key is under way."""
        return key in self._queues

    async def take_turn(self, key: int, draw_and_send: Callable[[], Awaitable[T]]) -> T:
        """Call ``draw_and_send`` after all earlier drawings with this key; returns its result."""
        task, queue = asyncio.current_task(), self._queues.setdefault(key, [])
        assert task is not None
        own = _Drawing(task)
        queue.append(own)
        try:
            while queue[0] is not own:
                await queue[queue.index(own) - 1].end()
            return await draw_and_send()
        finally:
            queue.remove(own)
            for follower in own.followers:
                follower.cancel()
            if not queue:
                del self._queues[key]

    async def redraw(
        self,
        interaction: discord.Interaction[Any],
        draw: Draw,
        *,
        key: int | None = None,
        keeps_files: bool = True,
    ) -> int:
        """Answer a press by drawing the newest state on the pressed message; returns the answer's id.

        ``key`` is the message's key, by default its id; without ``keeps_files`` its files are removed. Raises
        one of ``TROUBLE`` if the answer failed, or may have.
        """
        assert interaction.message is not None
        message_id = interaction.message.id
        key = message_id if key is None else key
        answer = answer_of(interaction)
        if self.is_under_way(key):
            await answer.acknowledge()

        async def draw_and_send() -> int:
            view = await draw()
            self._note(message_id, interaction.id)
            if view is not None:
                return await answer.edit(view, keeps_files=keeps_files)
            await answer.accept()
            return message_id

        return await self.take_turn(key, draw_and_send)

    async def show(
        self, interaction: discord.Interaction[Any], view: ui.LayoutView, *, keeps_files: bool = True
    ) -> int:
        """Answer a press by showing ``view`` on its message, unless a later press was answered there.

        Returns the answer's id and raises as ``redraw`` does.
        """
        assert interaction.message is not None
        message_id = interaction.message.id

        async def newest() -> ui.LayoutView | None:
            return None if self._newest.get(message_id, 0) > interaction.id else view

        return await self.redraw(interaction, newest, keeps_files=keeps_files)

    def _note(self, message_id: int, interaction_id: int) -> None:
        """Note the newest press a message was drawn for."""
        self._newest[message_id] = max(interaction_id, self._newest.pop(message_id, 0))
        if len(self._newest) > MOST_KNOWN:
            self._newest.popitem(last=False)


async def _wait_for(task: asyncio.Task[Any]) -> None:
    await asyncio.wait([task])
