"""SQL of evenings: guests, rounds, seats and scores; only changes are written."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.database.database import Database, Row, SqlValue, Statement, Values, insert
from bot.database.rows import damaged, readable, text, whole
from bot.evening.store.reading import read_evening, read_head, read_round
from bot.models.evening_kinds import EveningStatus
from bot.models.stored_evenings import EveningGuest, EveningHead, EveningRecord, EveningRound, SeasonEvening
from bot.table.store.evenings import save_evening_table
from bot.table.store.result_queue import queue_season

_COLUMNS: Final = (
    "guild_id, channel_id, host_id, kind, status, game, options, deals, most_rounds, created_at, "
    "computers_fill, draws_pairs, is_last_round, ended, ended_at, revision, message_id, is_shown, "
    "season_id, computers_count, least_share"
)
_VALUES: Final = ", ".join("?" * 21)
INSERT_EVENING: Final = f"INSERT INTO evenings ({_COLUMNS}) VALUES ({_VALUES}) RETURNING id"  # noqa: S608 (no user input)
UPDATE_EVENING: Final = f"""
    UPDATE evenings SET ({_COLUMNS}) = ({_VALUES}) WHERE id = ? AND revision = ? RETURNING id
"""  # noqa: S608 (no user input)
SAVE_GUEST: Final = """
    INSERT INTO evening_guests (evening_id, user_id, number, name, is_here) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (evening_id, user_id) DO UPDATE
    SET number = excluded.number, name = excluded.name, is_here = excluded.is_here
"""
REMOVE_GUEST: Final = "DELETE FROM evening_guests WHERE evening_id = ? AND user_id = ?"
CHAIRS: Final = "evening_chairs (evening_id, round, number, chair, user_id)"
EMPTY_CHAIRS: Final = "DELETE FROM evening_chairs WHERE evening_id = ? AND round = ?"
CARDS: Final = "evening_cards (evening_id, deal, action)"
EVENING: Final = """
    SELECT evenings.id, evenings.guild_id, evenings.channel_id, host_id, kind, status, game, options, deals,
        most_rounds, evenings.created_at, computers_fill, draws_pairs, is_last_round, ended, ended_at,
        revision, evenings.message_id, is_shown, least_share,
        seasons.id, leagues.id, leagues.name, seasons.number, entrants, COALESCE(computers_count, computers)
    FROM evenings LEFT JOIN seasons ON seasons.id = evenings.season_id
        LEFT JOIN leagues ON leagues.id = seasons.league_id
    WHERE evenings.id = ?
"""
OPEN_EVENINGS: Final = "SELECT id FROM evenings WHERE status <> 'over' AND {owned} ORDER BY id"
CHANNEL: Final = "SELECT channel_id FROM evenings WHERE id = ?"
END_DAMAGED: Final = """
    UPDATE evenings SET status = 'over', ended = 'called off', ended_at = ?, is_shown = 1, season_id = NULL
    WHERE id = ?
"""
RULE: Final = "UPDATE evenings SET state = ? WHERE id = ? RETURNING id"
NOT_SHOWN: Final = "SELECT id FROM evenings WHERE status = 'over' AND is_shown = 0 AND {owned} ORDER BY id"
GUESTS: Final = """
    SELECT user_id, name, is_here FROM evening_guests WHERE evening_id = ? ORDER BY number
"""
TABLES: Final = """
    SELECT round, number, channel_id, table_id, first_points, second_points, cut, deals FROM evening_tables
    WHERE evening_id = ? ORDER BY round, number
"""
SEATED: Final = """
    SELECT round, number, user_id FROM evening_chairs WHERE evening_id = ? ORDER BY round, number, chair
"""
HEADS: Final = "SELECT id, kind, created_at FROM evenings WHERE channel_id = ? ORDER BY id DESC LIMIT ?"
DEALS_OF_PEOPLE: Final = """
    SELECT deal_players.table_id, user_id, COUNT(*)
    FROM evening_tables JOIN deal_players ON deal_players.table_id = evening_tables.table_id
    WHERE evening_id = ? AND user_id IS NOT NULL AND computer IS NULL
    GROUP BY deal_players.table_id, user_id
"""

CLAMP_TIMES: Final = (
    "UPDATE evenings SET created_at = ? WHERE created_at BETWEEN ? AND 1e15 AND status <> 'over' AND {owned}"
)
CALLED_OFF: Final = """
    SELECT id FROM evenings WHERE status = 'over' AND is_shown = 1 AND created_at < ?
        AND NOT EXISTS (SELECT 1 FROM evening_tables WHERE evening_id = evenings.id)
    ORDER BY id LIMIT ?
"""
EVENING_GOES: Final = (
    "DELETE FROM evening_cards WHERE evening_id = ?",
    "DELETE FROM evening_chairs WHERE evening_id = ?",
    "DELETE FROM evening_guests WHERE evening_id = ?",
    "DELETE FROM evenings WHERE id = ?",
)
"""Deletes an evening without tables."""
_EVENINGS: Final = "SELECT id FROM evenings WHERE guild_id = ?"
DELETE_SERVER: Final = (
    f"DELETE FROM evening_cards WHERE evening_id IN ({_EVENINGS})",  # noqa: S608 (no user input)
    f"DELETE FROM evening_chairs WHERE evening_id IN ({_EVENINGS})",  # noqa: S608 (no user input)
    f"DELETE FROM evening_guests WHERE evening_id IN ({_EVENINGS})",  # noqa: S608 (no user input)
    "DELETE FROM evenings WHERE guild_id = ?",
)
"""Deletes the evenings of a server, after its tables were deleted."""


class EveningStore:
    """Evenings in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_evening(self, evening: EveningRecord) -> EveningRecord:
        """Store a new evening and return it with its id; raises ``ChannelTaken`` if the channel has one."""
        async with self._database.transaction() as run:
            [[evening_id]] = await run(Statement(INSERT_EVENING, Values(_values(evening))))
            stored = replace(evening, id=evening_id)
            for statement in _guests(stored, ()):
                await run(statement)
        return stored

    async def save_evening(
        self, evening: EveningRecord, before: EveningRecord, cards: Mapping[int, str] | None = None
    ) -> None:
        """Store the differences of an evening from ``before``, in one transaction.

        ``cards`` are the deals drawn for all tables, by number. When the evening ends, its season's standings
        are marked to be computed again.

        Raises ``StoreError`` if the stored evening is not ``before``; nothing has changed.
        """
        drawn = [(evening.id, deal, action) for deal, action in (cards or {}).items()]
        await self._database.write(
            *_guests(evening, before.guests),
            *_rounds(evening, before.rounds),
            *insert(CARDS, drawn),
            *_to_rank(evening, before),
            Statement(UPDATE_EVENING, Values((*_values(evening), evening.id, before.revision)), True),
        )

    async def deals_at_evening(self, evening_id: int) -> dict[tuple[int, int], int]:
        """Deals each player ended themselves, by table and user id; raises ``Damaged`` if a row is."""
        rows = await self._database.read(Statement(DEALS_OF_PEOPLE, Values((evening_id,))))
        with readable("who played"):
            return {
                (whole(table, "a table"), whole(who, "a player")): whole(deals, "the deals")
                for table, who, deals in rows
            }

    async def evening(self, evening_id: int) -> EveningRecord | None:
        """The evening with an id, open or over, or None; raises ``Damaged`` if a row of it is damaged."""
        one = Values((evening_id,))
        rows = await self._database.read(Statement(EVENING, one))
        if not rows:
            return None
        guests = await self._database.read(Statement(GUESTS, one))
        tables = await self._database.read(Statement(TABLES, one))
        seats = await self._database.read(Statement(SEATED, one))
        with readable("an evening"):
            known = {
                whole(who, "a guest"): EveningGuest(who, text(name, "a name"), bool(here))
                for who, name, here in guests
            }
            if not known.keys() >= {who for *_, who in seats if who is not None}:
                damaged("who sits where")
            return replace(
                read_evening(rows[0]), guests=tuple(known.values()), rounds=tuple(_read_rounds(tables, seats))
            )

    async def channel_of_evening(self, evening_id: int) -> int:
        """The channel of an evening with other damaged values.

        Raises ``Damaged`` if the channel is damaged, too, or there is no such evening.
        """
        rows = await self._database.read(Statement(CHANNEL, Values((evening_id,))))
        return whole(rows[0][0] if rows else None, "the channel of an evening")

    async def end_damaged_evening(self, evening_id: int, at: float) -> None:
        """End a damaged evening at a time in epoch seconds; it counts in no season."""
        await self._database.write(Statement(END_DAMAGED, Values((at, evening_id))))

    async def clamp_times(self, now: float) -> None:
        """Set creation times of open evenings after ``now`` (epoch seconds) to it: the clock was wrong."""
        await self._database.write(self._database.of_own_servers(CLAMP_TIMES, now, now))

    async def open_evenings(self) -> list[int]:
        """Ids of all open evenings, oldest first."""
        return [row[0] for row in await self._database.read(self._database.of_own_servers(OPEN_EVENINGS))]

    async def evenings_not_shown(self) -> list[int]:
        """Ids of all finished evenings with a board that does not show the end yet, oldest first."""
        return [row[0] for row in await self._database.read(self._database.of_own_servers(NOT_SHOWN))]

    async def evenings_of(self, channel_id: int, limit: int) -> list[EveningHead]:
        """The latest evenings of a channel, newest first, at most ``limit``."""
        rows = await self._database.read(Statement(HEADS, Values((channel_id, limit))))
        with readable("an evening"):
            return [read_head(row) for row in rows]


def rule_evening(evening: SeasonEvening) -> Statement:
    """The statement that stores whether an evening counts in its season."""
    return Statement(RULE, Values((evening.state, evening.id)), must_find=True)


def _to_rank(evening: EveningRecord, before: EveningRecord) -> Iterator[Statement]:
    if evening.season is not None and EveningStatus.OVER is evening.status is not before.status:
        yield queue_season(evening.season.season_id)


def _guests(evening: EveningRecord, before: Sequence[EveningGuest]) -> Iterator[Statement]:
    known = {guest.user_id: (number, guest) for number, guest in enumerate(before, start=1)}
    for number, guest in enumerate(evening.guests, start=1):
        if known.pop(guest.user_id, None) != (number, guest):
            values = (evening.id, guest.user_id, number, guest.name, guest.is_here)
            yield Statement(SAVE_GUEST, Values(values))
    for user_id in known:
        yield Statement(REMOVE_GUEST, Values((evening.id, user_id)))


def _rounds(evening: EveningRecord, before: Sequence[EveningRound]) -> Iterator[Statement]:
    """Statements for the changes of rounds: new rounds, and tables opened or scored."""
    for number, present in enumerate(evening.rounds, start=1):
        was = before[number - 1] if number <= len(before) else EveningRound(())
        if present == was:
            continue
        yield from (
            save_evening_table(evening.id, number, table)
            for table in present.tables
            if table not in was.tables
        )
        seats = list(_seats(evening.id, number, present))
        if seats != list(_seats(evening.id, number, was)):
            yield Statement(EMPTY_CHAIRS, Values((evening.id, number)))
            yield from insert(CHAIRS, seats)


def _seats(evening_id: int, number: int, present: EveningRound) -> Iterator[tuple[SqlValue, ...]]:
    for table in present.tables:
        for seat, user_id in enumerate(table.seats):
            yield evening_id, number, table.number, seat, user_id
    for seat, user_id in enumerate(present.rests):
        yield evening_id, number, 0, seat, user_id


def _read_rounds(tables: Sequence[Row], seats: Sequence[Row]) -> Iterator[EveningRound]:
    seated: dict[tuple[int, int], list[int | None]] = defaultdict(list)
    for number, table, user_id in seats:
        seated[number, table].append(user_id)
    for number in range(1, 1 + max((row[0] for row in tables), default=0)):
        yield read_round(number, [row[1:] for row in tables if row[0] == number], seated)


def _values(evening: EveningRecord) -> tuple[SqlValue, ...]:
    return (
        *(evening.guild_id, evening.channel_id, evening.host_id, evening.kind, evening.status),
        *(evening.game, json.dumps(evening.options), evening.deals, evening.most_rounds, evening.created_at),
        *(evening.computers_fill, evening.draws_pairs, evening.is_last_round),
        *(evening.ended, evening.ended_at, evening.revision, evening.message_id, evening.is_shown),
        *((None, None) if evening.season is None else (evening.season.season_id, evening.season.computers)),
        evening.least_share,
    )
