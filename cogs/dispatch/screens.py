"""All messages of tables: table message, hands, reminders, votes; updated after each change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from bot.table.desk.shown import ShownSeat, ShownTable, Update
from cogs.dispatch.past_messages import PastMessages
from cogs.evening.boards import EveningBoards
from cogs.framework.showing import Showing
from cogs.hand.messages import Hands
from cogs.hand.nudges import Nudges
from cogs.hand.votes import VoteMessages
from cogs.league.messages import LeagueMessages
from cogs.league.tables import LeagueTables
from cogs.table.messages import TableMessages
from cogs.table.panel import needs_hand
from cogs.table.seat_calls import SeatCalls
from cogs.table.starters import Starters
from cogs.ui.hand_tokens import HandTokens
from cogs.ui.mentions import Mentions
from cogs.ui.refusals import Refusals
from cogs.ui.renderings import Renderings
from cogs.ui.reposts import ChatBelow, RepostNotices
from cogs.ui.side_messages import SideMessages
from rules.core.decisions import Seat
from rules.core.events import DealStarted

if TYPE_CHECKING:
    from bot.client import RookeryBot


LAST_EDITS: Final = 2.0
"""Seconds that the last edits of a process may take."""
SENT_EDITS: Final = 0.5
"""Seconds that they may take if another process waits to take over."""


class _Shown(NamedTuple):
    """Key of a table's last hand render. A different key means its hand messages are stale."""

    revision: int
    asked: frozenset[Seat]
    seats: tuple[ShownSeat, ...]
    until_next_deal: tuple[Seat, ...]
    next_deal_at: float | None
    is_paused: bool

    @classmethod
    def of(cls, table: ShownTable) -> Self:
        """A table's key now: its revision, asked seats, seats, when the next deal is, if it is paused."""
        return cls(
            table.revision,
            frozenset(table.turn.asked),
            table.seats,
            table.turn.until_next_deal,
            table.turn.next_deal_at,
            table.turn.is_paused,
        )


class Screens:
    """Keeps all messages up to date: of tables, hands, votes, reminders, evenings and leagues."""

    def __init__(self, bot: RookeryBot, lost: Callable[[int], None]) -> None:
        """``lost`` is called with the id of a deleted channel."""
        self.chat: Final = ChatBelow(bot.app.settings.chat_below)
        starters, renderings, hand_tokens = Starters(bot), Renderings(), HandTokens(bot)
        self.repost_notices: Final = RepostNotices()
        self.messages: Final = TableMessages(
            bot, self.chat, starters, renderings, self.repost_notices, self._follow_message, lost
        )
        self.hands: Final = Hands(bot, hand_tokens, renderings)
        self.side: Final = SideMessages(bot, renderings, hand_tokens.owners)
        self._refusals: Final = tuple(Refusals() for _ in range(5))
        reminders, votes, calls, past, records = self._refusals
        self.nudges: Final = Nudges(bot, Mentions(bot, self.messages.discard, reminders), self.hands.reaches)
        self.votes: Final = VoteMessages(bot, renderings, votes)
        self.seat_calls: Final = SeatCalls(bot, Mentions(bot, self.messages.discard, calls))
        self.past: Final = PastMessages(bot, starters, renderings, past)
        self.evenings: Final = EveningBoards(bot, self.repost_notices)
        self.leagues: Final = LeagueMessages(bot, self.repost_notices)
        self._league_tables: Final = LeagueTables(bot.app)
        self._shown: dict[int, _Shown] = {}
        places = self.hands, self.messages, self.votes, self.evenings, self.past.correct, self.side
        self.for_handlers: Final = Showing(*places, hand_tokens, renderings, records)

    async def resume(self) -> None:
        """Refresh all messages that went stale while the bot was down, or raise ``StoreError``."""
        await self.messages.resume()
        await self.votes.resume()
        await self.hands.resume()
        await self.past.resume()
        await self.evenings.resume()
        await self.leagues.resume()
        await self._league_tables.resume()

    async def close(self, *, is_over: bool) -> None:
        """Finish what is under way, as far as that can be done in a moment.

        With ``is_over`` another process waits to make all edits that are left; only requests already sent
        are waited for, so that none arrives after one of its.
        """
        seconds = SENT_EDITS if is_over else LAST_EDITS
        await asyncio.gather(
            self.past.close(),
            self.side.close(seconds),
            self.evenings.close(seconds),
            self.leagues.close(),
            self._league_tables.close(),
            self.nudges.close(seconds),
            self.votes.close(seconds),
            self.seat_calls.close(seconds),
            self.hands.close(seconds, is_over=is_over),
            self.messages.close(seconds, is_over=is_over),
        )

    def wake(self, guild_id: int | None = None) -> None:
        """Retry edits that Discord refused, in one server or everywhere."""
        self.messages.wake(guild_id)
        self.evenings.wake()
        self.leagues.wake(guild_id)
        for refusals in self._refusals:
            refusals.wake()
        self.votes.wake(guild_id)

    def forget(self, table_id: int) -> None:
        """Drop what an unloaded table's hands last showed, its picture and, unless in use, its slot."""
        self._shown.pop(table_id, None)
        self.messages.drop_table(table_id)

    async def forget_person(self, user_id: int) -> None:
        """Drop a forgotten user's hands, side messages and seat calls, and redraw messages with the name.

        Raises ``StoreError`` if it cannot be read which messages those are.
        """
        self.hands.forget_person(user_id)
        self.side.forget_person(user_id)
        self.seat_calls.forget_person(user_id)
        self.past.correct()
        await self.evenings.resume()

    def follow(self, update: Update) -> None:
        """Refresh or delete the messages of a table (hands, votes and reminders too) after its change."""
        table, is_playing = update.table, update.table.is_playing
        self.messages.show(table)
        self.nudges.follow(update)
        self.votes.follow(update)
        if any(isinstance(event, DealStarted) and event.deal == 1 for event in update.events):
            self.side.end_lobby(table.id)
            if table.view is not None and needs_hand(table, table.view):
                self.nudges.call(table)
        before = self._shown.pop(table.id, None)
        if not is_playing:
            if not table.in_lobby:
                self.chat.forget(table.place.channel_id)
                self.side.end_table(table.id)
            self.seat_calls.follow(update)
            self.hands.refresh_all(table)
            self.hands.drop_expired()
            return
        shown = self._shown[table.id] = _Shown.of(table)
        if before is None or before.seats != shown.seats:
            self.seat_calls.follow(update)
            self.hands.refresh_all(table)
            return
        if shown == before:
            return
        self.hands.refresh_asked(table, shown.asked - before.asked)

    def _follow_message(self, table: ShownTable) -> None:
        """Post hands that chat has scrolled away again, below the new table message."""
        self.hands.follow(table, lambda message_id: self.chat.has_passed(table.place.channel_id, message_id))
