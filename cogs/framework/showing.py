"""What handlers may ask of everything a table is shown on. It is put together in ``cogs.dispatch``.

Handlers lie below what shows tables, so they know it by these protocols.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """The private messages with hands, and of those who look on."""

    def answering(self, interaction: Asked, /) -> AbstractContextManager[None]:
        """While a person's own click is answered, leave that person's hand to the answer."""

    async def send(self, interaction: Asked, hand: ShownHand, draft: Action | None = None, /) -> None:
        """Answer with a hand in a new private message. ``draft`` is an answer not confirmed yet."""

    async def redraw(self, interaction: Asked, hand: ShownHand, draft: Action | None = None, /) -> None:
        """Answer by redrawing the hand that was clicked."""

    async def confirm(self, interaction: Asked, hand: ShownHand, action: Action, /) -> None:
        """Answer a person whose action has been stored."""

    async def acknowledge(self, interaction: Asked, hand: ShownHand, action: Action, /) -> None:
        """Answer a person whose action has been stored, in words alone."""

    async def advise(self, interaction: Asked, hand: ShownHand, advice: Advice, /) -> None:
        """Answer with the hand and a hint."""

    async def watch(self, interaction: Asked, table: ShownTable, /) -> None:
        """Answer an onlooker with the table, which is kept up to date."""

    def refresh(self, table: ShownTable, users: Iterable[int], /) -> None:
        """Redraw the hands of users, soon, as far as they can be reached."""


class TableMessages(Protocol):
    """The public messages of tables."""

    def show(self, table: ShownTable, /, *, repost: bool = False) -> None:
        """Show a table as it now is, soon; with ``repost`` in a new message at the bottom."""

    async def redraw(self, interaction: Asked, table: ShownTable, /) -> None:
        """Answer a press on a table's message by showing there how the table stands."""

    async def catch_up(self, drawn: ShownTable, /) -> None:
        """Show a table again that has changed since an answer was drawn from it."""


class VoteMessages(Protocol):
    """The public messages of votes."""

    def answering(self, table_id: int, proposal: Proposal, /) -> AbstractContextManager[None]:
        """Leave a vote's message to the answer of a press on it until that is given."""

    def keep(self, table: ShownTable, proposal: Proposal, message_id: int, /) -> bool:
        """Bring a message to its end with its vote. Returns whether it is the vote's newest."""

    def newest_panel(self, table: ShownTable, proposal: Proposal, /) -> ui.LayoutView:
        """Draw a vote's message as the vote stands by now, or as it ended."""

    def is_looked_after(self, message_id: int, /) -> bool:
        """Whether a message tells how its vote ended, or will."""


class EveningMessages(Protocol):
    """The public messages of evenings."""

    def opening(self, evening_id: int, /) -> AbstractContextManager[None]:
        """Leave it to an answer to show a new evening first."""

    def show(self, evening_id: int, /) -> None:
        """Show an evening as it now is, soon, and open what it has to open."""

    def try_again(self, evening_id: int, /) -> None:
        """Try again at once what has failed for one evening."""

    def post_again(self, evening_id: int, /) -> bool:
        """Post a board that others have deleted, soon; returns whether that is to be done."""


class PastMessages(Protocol):
    """Messages long in their last form."""

    def correct(self) -> None:
        """Show again, soon, what names a forgotten person, and delete what has expired."""


class Showing(NamedTuple):
    """Everything a table is shown on."""

    hands: HandMessages
    messages: TableMessages
    votes: VoteMessages
    evenings: EveningMessages
    past: PastMessages
    side: SideMessages
    hand_tokens: HandTokens
    renderings: Renderings
    records_refused: Refusals
    """Channels where Discord takes no edit that says that a match with real cards has lapsed."""
