"""The store in memory, for tests and benchmarks: it forgets everything at the end."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from operator import itemgetter

from bot.errors import StoreError
from bot.services.statistics import PlayerStats
from bot.store.protocol import ChannelTaken, Conflict
from bot.store.stored import (
    OPEN,
    DealResult,
    HandMessage,
    LogEntry,
    MatchResult,
    PlayerResult,
    Results,
    SavedRules,
    TableRecord,
)
from rules.core.protocol import OptionValue


class MemoryStore:
    """Tables, their logs, results, private messages, servers' rules and settings in dictionaries."""

    def __init__(self) -> None:
        self._tables: dict[int, TableRecord] = {}
        self._logs: dict[int, dict[int, LogEntry]] = {}
        self._deals: dict[int, dict[int, DealResult]] = {}
        self._matches: dict[int, MatchResult] = {}
        self._hands: dict[int, dict[int, HandMessage]] = {}
        self._rules: dict[int, dict[str, SavedRules]] = {}
        self._default_rules: dict[int, str] = {}
        self._settings: dict[str, OptionValue] = {}
        self._is_closed = False

    async def close(self) -> None:
        """Refuse everything from now on."""
        self._is_closed = True

    async def create_table(self, table: TableRecord) -> TableRecord:
        """Add a table, with an id of its own in place of the one it came with.

        Raises:
            ChannelTaken: the channel has an open table.
        """
        self._check_open()
        table = replace(table, id=len(self._tables) + 1)
        self._check_channel(table)
        self._tables[table.id] = _copy(table)
        for shelf in (self._logs, self._deals, self._hands):
            shelf[table.id] = {}
        return table

    async def save_table(self, table: TableRecord) -> None:
        """Store a table as it now is.

        Raises:
            ChannelTaken: it is open, and so is another table of its channel.
        """
        await self.append(table.id, (), table=table)

    async def append(
        self,
        table_id: int,
        entries: Sequence[LogEntry],
        *,
        results: Results | None = None,
        table: TableRecord | None = None,
    ) -> None:
        """Add actions to a table's log, with what they caused, all or nothing.

        Raises:
            Conflict: a revision is in the log already.
        """
        self._check_open()
        results = results or Results()
        self._check_table(table_id)
        if table:
            self._check_table(table.id)
            self._check_channel(table)
        _check_new(self._logs[table_id], [entry.revision for entry in entries])
        _check_new(self._deals[table_id], [deal.scored.deal for deal in results.deals])
        _check_new(self._matches, [table_id] if results.match else [])

        self._logs[table_id].update((entry.revision, entry) for entry in entries)
        self._deals[table_id].update((deal.scored.deal, deal) for deal in results.deals)
        if results.match:
            self._matches[table_id] = results.match
        if table:
            self._tables[table.id] = _copy(table)

    async def table(self, table_id: int) -> TableRecord | None:
        """One table, open or long closed."""
        self._check_open()
        found = self._tables.get(table_id)
        return None if found is None else _copy(found)

    async def open_tables(self) -> list[TableRecord]:
        """Every lobby and every match in play, oldest first."""
        self._check_open()
        return [_copy(table) for table in self._tables.values() if table.status in OPEN]

    async def open_logs(self) -> dict[int, list[LogEntry]]:
        """The logs of all open tables by table id, in order; a table without actions is left out."""
        return {
            table.id: await self.log(table.id) for table in await self.open_tables() if self._logs[table.id]
        }

    async def log(self, table_id: int) -> list[LogEntry]:
        """One table's log in order."""
        self._check_open()
        return [entry for _, entry in sorted(self._logs.get(table_id, {}).items())]

    async def save_hand(self, hand: HandMessage) -> None:
        """Keep the newest private message of a player at a table."""
        self._check_open()
        self._check_table(hand.table_id)
        self._hands[hand.table_id][hand.user_id] = hand

    async def hands(self, table_id: int) -> list[HandMessage]:
        """The private messages of a table, expired ones included."""
        self._check_open()
        return [hand for _, hand in sorted(self._hands.get(table_id, {}).items())]

    async def purge_hands(self, before: float) -> None:
        """Forget the private messages whose token expired before a time, in epoch seconds."""
        self._check_open()
        for hands in self._hands.values():
            for old in [hand for hand in hands.values() if hand.expires_at < before]:
                del hands[old.user_id]

    async def leaderboard(self, guild_id: int, limit: int) -> list[PlayerStats]:
        """The best of a server by finished matches: most won, then the share won, then points."""
        self._check_open()
        tables = self._tables_of(guild_id)
        people = {player.user_id for _, _, player in self._played(tables)}
        stats = (self._stats(tables, user_id) for user_id in people)
        return sorted((found for found in stats if found), key=_rank)[:limit]

    async def stats(self, guild_id: int, user_id: int) -> PlayerStats | None:
        """What one person has done in a server; None before the first finished deal."""
        self._check_open()
        return self._stats(self._tables_of(guild_id), user_id)

    async def save_rules(self, guild_id: int, rules: SavedRules) -> None:
        """Keep rules of a server under their name, in place of those it had by that name."""
        self._check_open()
        self._rules.setdefault(guild_id, {})[rules.name] = rules

    async def remove_rules(self, guild_id: int, name: str) -> None:
        """Forget rules of a server; nothing happens where it has none by that name."""
        self._check_open()
        self._rules.get(guild_id, {}).pop(name, None)

    async def saved_rules(self, guild_id: int) -> list[SavedRules]:
        """The rules a server has saved, by name."""
        self._check_open()
        return [rules for _, rules in sorted(self._rules.get(guild_id, {}).items())]

    async def default_rules(self, guild_id: int) -> str | None:
        """What a server plays when nobody says otherwise; None if that was never settled."""
        self._check_open()
        return self._default_rules.get(guild_id)

    async def set_default_rules(self, guild_id: int, rules: str | None) -> None:
        """Settle what a server plays when nobody says otherwise; with None nothing is."""
        self._check_open()
        if rules is None:
            self._default_rules.pop(guild_id, None)
        else:
            self._default_rules[guild_id] = rules

    async def setting(self, key: str) -> OptionValue:
        """A remembered value of the application's own; None if never set."""
        self._check_open()
        return self._settings.get(key)

    async def set_setting(self, key: str, value: OptionValue) -> None:
        """Remember a value."""
        self._check_open()
        self._settings[key] = value

    async def is_writable(self) -> bool:
        """Whether a write would succeed now."""
        return not self._is_closed

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("The database is closed.")

    def _check_table(self, table_id: int) -> None:
        if table_id not in self._tables:
            raise StoreError("There is no such table in the database.")

    def _check_channel(self, table: TableRecord) -> None:
        others = (other for other in self._tables.values() if other.id != table.id and other.status in OPEN)
        if table.status in OPEN and any(other.channel_id == table.channel_id for other in others):
            raise ChannelTaken("The channel has an open table already.")

    def _tables_of(self, guild_id: int) -> list[TableRecord]:
        return [table for table in self._tables.values() if table.guild_id == guild_id]

    def _played(self, tables: Iterable[TableRecord]) -> list[tuple[float, int, PlayerResult]]:
        """Who took part in the matches of these tables, by time."""
        matches = [(self._matches[table.id], table.id) for table in tables if table.id in self._matches]
        played = [(match.at, table_id, player) for match, table_id in matches for player in match.players]
        return sorted(played, key=itemgetter(0, 1))

    def _stats(self, tables: Sequence[TableRecord], user_id: int) -> PlayerStats | None:
        played = [player for _, _, player in self._played(tables) if player.user_id == user_id]
        deals = [deal for table in tables for deal in self._deals[table.id].values() if user_id in deal.users]
        if not played and not deals:
            return None
        declared = [deal.scored for deal in deals if deal.users[deal.scored.declarer] == user_id]
        return PlayerStats(
            user_id=user_id,
            name=played[-1].name if played else self._seated_name(tables, user_id),
            matches=len(played),
            won=sum(player.won for player in played),
            points=sum(player.points for player in played),
            bids=len(declared),
            made=sum(scored.made for scored in declared),
        )

    def _seated_name(self, tables: Iterable[TableRecord], user_id: int) -> str:
        """The name at the newest table where the person finished a deal, if still seated there."""
        shared = [
            table for table in tables if any(user_id in deal.users for deal in self._deals[table.id].values())
        ]
        return next((seat.name for seat in shared[-1].seats if seat.user_id == user_id), "")


def _copy(table: TableRecord) -> TableRecord:
    return replace(table, options=dict(table.options))


def _check_new(held: Container[int], numbers: Sequence[int]) -> None:
    if len(set(numbers)) < len(numbers) or any(number in held for number in numbers):
        raise Conflict("The database holds this revision or result already.")


def _rank(stats: PlayerStats) -> tuple[float, ...]:
    return -stats.won, -stats.won / stats.matches, -stats.points, stats.user_id
