"""Mentions for users who wait for a seat: posted once when one is free, deleted when it is taken."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.common.background import Background
from bot.common.errors import StoreError
from bot.table.desk.shown import ShownTable, Update
from cogs.ui.mentions import Mention, Mentions

if TYPE_CHECKING:
    from bot.client import RookeryBot

log = logging.getLogger(__name__)


@dataclass
class _Call(Mention):
    """A mention of the users who wait for a seat."""

    people: tuple[int, ...]


class SeatCalls:
    """Mentions, once, the users who wait for a seat when one is free."""

    def __init__(self, bot: RookeryBot, mentions: Mentions) -> None:
        self._bot = bot
        self._mentions = mentions
        self._calls: dict[int, _Call] = {}
        """The current call, by channel id."""
        self._at_work = Background()

    def follow(self, update: Update) -> None:
        """After a change of a table, mention users who wait if a seat is free; delete a call that is over."""
        table, channel_id = update.table, update.table.place.channel_id
        waiting = self._bot.app.tables.waiting
        told = waiting.pop_waiting(table) if self._mentions.may_be_posted(channel_id) else ()
        standing = self._calls.get(channel_id)
        if standing is not None and (told or not table.free_seats or standing.table.id != table.id):
            self._take_back(channel_id)
        if told:
            call = self._calls[channel_id] = _Call(table, "🪑", f"A seat is free. {_how(table)}", told)
            self._at_work.begin(self._tell(call))

    def forget_person(self, user_id: int) -> None:
        """Delete the calls that mention a user who was forgotten."""
        for channel_id in [there for there, call in self._calls.items() if user_id in call.people]:
            self._take_back(channel_id)

    async def close(self, seconds: float) -> None:
        """Finish the requests under way within some seconds."""
        await self._at_work.finish(seconds)

    def _take_back(self, channel_id: int) -> None:
        self._mentions.take_back(self._calls.pop(channel_id))

    async def _tell(self, call: _Call) -> None:
        waiting, channel_id = self._bot.app.tables.waiting, call.table.place.channel_id
        try:
            await waiting.delete_waiting(channel_id)
        except StoreError as error:
            log.info("those who wait for a seat could not be told (%s)", type(error).__name__)
            waiting.put_back(channel_id, call.people)
            return
        await self._mentions.post(call, call.people)


def _how(table: ShownTable) -> str:
    return "Take it at the table." if table.in_lobby else "*Watch* has a button to ask for it."
