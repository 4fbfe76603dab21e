"""The Store: what the application asks of any database. One contract test suite serves them all.

Every method is durable when it returns and changes nothing when it raises, unless that is left in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.common.errors import StoreError
from bot.database.book_protocol import BookProtocol
from bot.database.daily_protocol import DailyStored
from bot.database.evening_protocol import EveningsStored
from bot.database.league_protocol import LeagueProtocol
from bot.database.personal import PersonalStore
from bot.models.stored import (
    Asleep,
    AuditEntry,
    DamagedTable,
    HandMessage,
    LogEntry,
    LooseMessage,
    PastMessage,
    SavedRules,
    ServerSettings,
    ShownMessage,
    StaleTable,
    TableRecord,
)
from bot.models.stored_earlier_deals import EarlierDeal
from bot.models.stored_results import DealResult, MatchResult, Results
from rules.core.protocol import OptionValue


class ChannelTaken(StoreError):
    """The channel has an open table already."""


class NameTaken(StoreError):
    """The server has a league of that name already."""


class Conflict(StoreError):
    """It is stored already, like a revision of a log: what is in memory is not what is stored."""


class Damaged(StoreError):
    """What is stored cannot be read; ``str`` says which part of it, never what it holds."""


class Store(PersonalStore, DailyStored, LeagueProtocol, EveningsStored, BookProtocol, Protocol):
    """Tables, their logs, results and what follows, leagues, evenings, messages, rules and settings."""

    async def close(self) -> None:
        """Finish what is in flight and let go of the database."""
        ...

    def one_moment(self) -> AbstractAsyncContextManager[None]:
        """Have all that is read until the block ends be read as of one moment, in one transaction.

        Nothing may be written in the block, and all others wait for its end.
        """
        ...

    async def create_table(
        self, table: TableRecord, season_id: int | None = None, earlier: EarlierDeal | None = None
    ) -> TableRecord:
        """Add a table with an id of its own in place of the one it came with.

        It may be one of a season, or play an earlier deal again.

        Raises:
            ChannelTaken: the channel has an open table.
        """
        ...

    async def earlier_deal(self, table_id: int) -> EarlierDeal | None:
        """The deal that a table plays again; None where it plays its own.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def played_again_at(self, source_id: int) -> list[int]:
        """The tables at which a deal of a table is played again, by number."""
        ...

    async def save_table(self, table: TableRecord) -> None:
        """Store a table as it now is (options, seats, status, revision, message, host)."""
        ...

    async def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> None:
        """Add actions to a table's log, with what they caused, in one transaction.

        Raises:
            Conflict: a revision is in the log already.
        """
        ...

    async def table(self, table_id: int) -> TableRecord | None:
        """One table, open or long closed.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def open_tables(self) -> list[TableRecord]:
        """Every lobby and every match in play that can be read, oldest first."""
        ...

    async def open_tables_of(self, user_id: int) -> list[int]:
        """The lobbies and matches in play that name somebody on a seat, by number, oldest first."""
        ...

    async def every_open_table(self) -> list[TableRecord | DamagedTable]:
        """Every table that is not known to be over, oldest first; each is read for itself."""
        ...

    async def newest_table(self, channel_id: int) -> TableRecord | None:
        """The table that was opened last in a channel, open or closed."""
        ...

    async def sleepers(self) -> list[Asleep | DamagedTable]:
        """Every table that is not known to be over, oldest first: where it is, and when it is due.

        Raises:
            StoreError: not even which tables there are can be read.
        """
        ...

    async def begin_by(self, now: float) -> None:
        """Have nothing that is open begin later than now, in epoch seconds: the machine's clock was set back.

        Raises:
            StoreError: it could not be stored.
        """
        ...

    async def fall_asleep(self, table_id: int, revision: int, due_at: float | None) -> None:
        """Note when something is due at a table that is at a revision, for as long as it stays at that.

        ``due_at`` is in epoch seconds, None for never.
        """
        ...

    async def log(self, table_id: int) -> list[LogEntry]:
        """One table's log in order.

        Raises:
            Damaged: an act of it cannot be read.
        """
        ...

    async def readable_part(self, table_id: int) -> tuple[TableRecord, list[LogEntry]]:
        """A table without what it can do without, and its log up to the first act that cannot be read.

        Raises:
            Damaged: its game, rules, seats or place cannot be read.
        """
        ...

    async def repair(
        self, table: TableRecord, log: Sequence[LogEntry], deals: int, repaired: AuditEntry | None
    ) -> TableRecord:
        """Open a table in place of a damaged one, with a log and its first deals; gives it its number.

        The damaged one is closed, and keeps everything but the results of those deals. If a manager
        has repaired it, that stands in the audit list, under the new number.
        """
        ...

    async def close_damaged(self, closed: AuditEntry) -> None:
        """Close a table without reading it, on a manager's word, which stands in the audit list."""
        ...

    async def deals(self, table_id: int) -> list[DealResult]:
        """The scored deals of a table, in order."""
        ...

    async def match(self, table_id: int) -> MatchResult | None:
        """How the match of a table ended; None while it goes on, and where a casual one was broken off."""
        ...

    async def played_by(self, guild_id: int, user_id: int, limit: int, skip: int = 0) -> list[int]:
        """The tables of a server somebody has played at, by number, the newest first."""
        ...

    async def number_played_by(self, guild_id: int, user_id: int) -> int:
        """At how many tables of a server somebody has played."""
        ...

    async def has_played(self, table_id: int, user_id: int) -> bool:
        """Whether somebody has played at a table."""
        ...

    async def rules_played(self, guild_id: int, limit: int) -> list[str]:
        """The rules of a server's newest matches, as codes, each once, the newest first."""
        ...

    async def save_hand(self, hand: HandMessage) -> None:
        """Keep the newest private message of a player at a table."""
        ...

    async def reachable_hands(self, after: float) -> list[HandMessage]:
        """The private messages of all tables whose token expires after a time, in epoch seconds."""
        ...

    async def purge_hands(self, before: float) -> None:
        """Forget the private messages whose token expired before a time, in epoch seconds."""
        ...

    async def save_shown(self, shown: ShownMessage) -> None:
        """Keep what a message shows; one of the kind ``table`` is its table's message from now on."""
        ...

    async def note_shown(self, revisions: Mapping[int, int]) -> None:
        """Keep at which revision of their tables messages, by their ids, were last shown."""
        ...

    async def note_past(self, message_id: int, table_id: int, user_id: int) -> None:
        """Keep that a message said something in passing at a table, for somebody, if the table is there."""
        ...

    async def finish_shown(self, message_ids: Iterable[int]) -> None:
        """Know of messages that they need not change any more."""
        ...

    async def wrong_past(self) -> list[PastMessage]:
        """The messages that name somebody who is forgotten, or are not in their last form, oldest first."""
        ...

    async def past_is_right(self, message_id: int) -> None:
        """Note that a message names nobody any more who is forgotten."""
        ...

    async def forget_shown(self, message_ids: Iterable[int]) -> None:
        """Forget messages that are gone."""
        ...

    async def forget_messages(self, table_id: int) -> None:
        """Forget all messages of a table: its channel is gone."""
        ...

    async def note_loose(self, message: LooseMessage) -> None:
        """Keep that a message or a thread names people."""
        ...

    async def wrong_loose(self) -> list[LooseMessage]:
        """What names somebody who is forgotten, or is to go, the oldest first."""
        ...

    async def unopened_are_wrong(self, since: int) -> None:
        """Have those threads be put right whose message is newer than another, and that never had a table."""
        ...

    async def loose_is_gone(self, message_id: int) -> None:
        """Know no more of a message or a thread: it names nobody now, or is not there."""
        ...

    async def shown(self, table_id: int) -> list[ShownMessage]:
        """The messages of a table that are still to change, oldest first."""
        ...

    async def reminders(self) -> list[ShownMessage]:
        """All reminders that have not been taken back."""
        ...

    async def stale_tables(self) -> list[StaleTable]:
        """Every table whose messages do not show how it stands, and open ones nobody can see."""
        ...

    async def note_unseen(self, table_id: int, since: float) -> None:
        """Note since when nobody can see a table, in epoch seconds, if that is not known."""
        ...

    async def note_seen(self, table_id: int) -> None:
        """Note that a table can be seen."""
        ...

    async def unseen(self) -> dict[int, float]:
        """Since when nobody can see each table of which that is so, in epoch seconds."""
        ...

    async def save_rules(self, guild_id: int, rules: SavedRules) -> None:
        """Keep rules of a server under their name, in place of those it had by that name."""
        ...

    async def remove_rules(self, guild_id: int, name: str) -> None:
        """Forget rules of a server; nothing happens where it has none by that name."""
        ...

    async def saved_rules(self, guild_id: int) -> list[SavedRules]:
        """The rules a server has saved, by name."""
        ...

    async def default_rules(self, guild_id: int) -> str | None:
        """What a server plays when nobody says otherwise; None if that was never settled."""
        ...

    async def set_default_rules(self, guild_id: int, rules: str | None) -> None:
        """Settle what a server plays when nobody says otherwise; with None nothing is."""
        ...

    async def server_settings(self, guild_id: int) -> ServerSettings:
        """What a server has settled for its new tables; else, or where that cannot be read, the usual."""
        ...

    async def set_server_settings(self, guild_id: int, settings: ServerSettings) -> None:
        """Settle how a server's new tables are."""
        ...

    async def audit(self, guild_id: int, limit: int, skip: int = 0) -> list[AuditEntry]:
        """What managers of a server did, the newest first, without the first so many."""
        ...

    async def setting(self, key: str) -> OptionValue:
        """A remembered value of the application's own; None if never set, and where it cannot be read."""
        ...

    async def set_setting(self, key: str, value: OptionValue) -> None:
        """Remember a value."""
        ...

    def check_held(self) -> None:
        """Check that the database is still this process's, as far as that is known without a wait.

        Raises:
            Displaced: it was moved, replaced or taken over.
        """
        ...

    async def is_writable(self) -> bool:
        """Whether a write would succeed now, for the health check."""
        ...
