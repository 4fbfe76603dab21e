"""The order of what a message shows: an older state never lands after a newer one.

Discord may carry out two requests in either order that are on their way at the same time. So one at a time is
for each message, and what it shows is read once it may be sent. A press whose message is being edited is
acknowledged at once, and the message shows what came of it when that edit has arrived.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import discord
from discord import ui

from cogs.ui.answers import answer_of

MOST_KNOWN: Final = 1000
"""Messages of which the newest press that was answered is known."""

Draw = Callable[[], Awaitable[ui.LayoutView | None]]
"""Draws the newest state of a message; None where there is nothing to show any more."""


@dataclass
class _Line:
    """Those who draw one message, one after another."""

    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class Renderings:
    """Lets one request at a time draw a message, known by a number: its own, or its table's."""

    def __init__(self) -> None:
        self._lines: dict[int, _Line] = {}
        self._newest: OrderedDict[int, int] = OrderedDict()
        """The newest interaction that a message was drawn for, by message."""

    def is_under_way(self, drawn: int) -> bool:
        """Whether something is being drawn now."""
        return drawn in self._lines

    @asynccontextmanager
    async def drawing(self, drawn: int) -> AsyncIterator[None]:
        """Wait until nothing else draws it; read what it shows, and send that, within."""
        line = self._lines.setdefault(drawn, _Line())
        line.users += 1
        try:
            async with line.turn:
                yield
        finally:
            line.users -= 1
            if not line.users:
                del self._lines[drawn]

    async def redraw(
        self,
        interaction: discord.Interaction[Any],
        draw: Draw,
        *,
        drawn: int | None = None,
        keeps_files: bool = True,
    ) -> None:
        """Answer a press by drawing the newest state on the message that was pressed.

        ``drawn`` is what others know the message by, else its own id; without ``keeps_files`` its files go.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: it is not shown, or nobody can say.
        """
        assert interaction.message is not None
        number = interaction.message.id if drawn is None else drawn
        answer = answer_of(interaction)
        if self.is_under_way(number):
            await answer.acknowledge()
        async with self.drawing(number):
            view = await draw()
            if view is None:
                await answer.accept()
            else:
                await answer.edit(view, keeps_files=keeps_files)

    async def show(
        self,
        interaction: discord.Interaction[Any],
        view: ui.LayoutView,
        *,
        keeps_files: bool = True,
    ) -> None:
        """Answer a press with this on its message, unless a later press has been answered there.

        Raises:
            discord.DiscordException, aiohttp.ClientError, OSError: as ``redraw``.
        """
        assert interaction.message is not None
        message_id = interaction.message.id

        async def newest() -> ui.LayoutView | None:
            if self._newest.get(message_id, 0) > interaction.id:
                return None
            self._newest[message_id] = interaction.id
            self._newest.move_to_end(message_id)
            if len(self._newest) > MOST_KNOWN:
                self._newest.popitem(last=False)
            return view

        await self.redraw(interaction, newest, keeps_files=keeps_files)
