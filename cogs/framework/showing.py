"""The messages on show, as handlers use them. ``cogs.dispatch`` puts them together.

Protocols stand for classes of rooms above their callers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

import discord
from discord import ui

from bot.computers.hints.reasons import Advice
from bot.table.desk.agreement import Proposal
from bot.table.desk.shown import ShownHand, ShownTable
from cogs.ui.hand_tokens import HandTokens
from cogs.ui.refusals import Refusals
from cogs.ui.renderings import Renderings
from cogs.ui.side_messages import SideMessages
from rules.core.actions import Action

Asked = discord.Interaction[Any]


class HandMessages(Protocol):
    """Private messages with hands, and of onlookers."""

    def answering(self, interaction: Asked, /) -> AbstractContextManager[None]:
        """Hold back updates of a user's hand while a press of theirs is answered."""

    async def send(self, interaction: Asked, hand: ShownHand, draft: Action | None = None, /) -> None:
        """Reply with a hand in a new private message. ``draft`` is an unconfirmed action."""

    async def redraw(self, interaction: Asked, hand: ShownHand, draft: Action | None = None, /) -> None:
        """Reply by redrawing the pressed hand message, or with a new one if that can't show the hand."""

    async def confirm(self, interaction: Asked, hand: ShownHand, action: Action, /) -> None:
        """Reply to a stored action with the hand."""

    async def acknowledge(self, interaction: Asked, hand: ShownHand, action: Action, /) -> None:
        """Accept a press with a public result, without a message to its user."""

    async def advise(self, interaction: Asked, hand: ShownHand, advice: Advice, /) -> None:
        """Reply with the hand and a hint."""

    async def watch(self, interaction: Asked, table: ShownTable, /) -> None:
        """Reply to an onlooker with the table, which is kept up to date."""

    def refresh(self, table: ShownTable, users: Iterable[int], /) -> None:
        """Schedule a redraw of users' hands, as far as they can be edited."""


class TableMessages(Protocol):
    """Public messages of tables."""

    def show(self, table: ShownTable, /, *, repost: bool = False) -> None:
        """Schedule an update of a table's message; with ``repost`` as a new message."""

    async def redraw(self, interaction: Asked, table: ShownTable, /) -> None:
        """Reply to a press on a table's message by redrawing it."""

    async def catch_up(self, drawn: ShownTable, /) -> None:
        """Schedule an update if the table has changed since ``drawn``."""


class VoteMessages(Protocol):
    """Public messages of votes."""

    def answering(self, table_id: int, proposal: Proposal, /) -> AbstractContextManager[None]:
        """Hold back updates of a vote's message while a press on it is answered."""

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int, /) -> bool:
        """Keep a vote's message up to date; returns whether it is the vote's newest."""

    def newest_panel(self, table: ShownTable, proposal: Proposal, /) -> ui.LayoutView:
        """The content of a vote's message now, or after its end."""

    def is_tracked(self, message_id: int, /) -> bool:
        """Whether a message is kept up to date, or shows its vote's end."""


class Showing(NamedTuple):
    """The objects that show and update a bot's messages, by kind."""

    hands: HandMessages
    messages: TableMessages
    votes: VoteMessages
    evenings: object
    """The evenings' boards. Only ``cogs.evening`` uses them, by their class."""
    correct_past: Callable[[], None]
    """Schedules edits of past messages that name forgotten users, and deletions of expired ones."""
    side: SideMessages
    hand_tokens: HandTokens
    renderings: Renderings
    records_refused: Refusals
    """Channels where Discord refused to edit the message of an expired match with real cards."""
