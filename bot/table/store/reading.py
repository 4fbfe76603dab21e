"""Parsers of table and log rows, and seats as JSON. Each value is checked: a disk may have damaged any."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from bot.database.database import Damaged, Row
from bot.database.rows import (
    LARGEST_ID,
    LATEST,
    MOST_REVISIONS,
    damaged,
    from_text,
    is_well_typed,
    moment,
    or_none,
    parsed,
    text,
    whole,
)
from bot.models.endings import Allowed, Ending, Leaving
from bot.models.shuffles import MatchSeed
from bot.models.stored_tables import (
    OPEN,
    Away,
    DamagedTable,
    Kept,
    LogEntry,
    SeatRecord,
    Settled,
    Status,
    TableRecord,
    UnloadedTable,
)
from rules.core.protocol import OptionValue

LOWEST_SEAT: Final = -3
MOST_SEATS: Final = 100
WHETHER_IT_COUNTS: Final = "whether it counts"
WHAT_IS_ALLOWED: Final = "what its players may do"
SETTLED: Final = frozenset(Settled)
MOST_HOURS: Final = 1_000
"""Far beyond what a turn may take at any table."""
ALWAYS_STORED: Final = ("user_id", "name", "computer")
"""Fields stored for every seat; others only if they differ from the default."""
DEFAULTS: Final = asdict(SeatRecord())


def read_table(row: Row) -> TableRecord:
    """The table a row holds.

    Raises:
        Damaged: it cannot be read.
    """
    table_id, guild, channel, host, game, options, seats, status, revision, message, created_at, *more = row
    version, counted, leaving, ended, ended_by, settled, turn_hours, seed, parent_id, rules_name, *allowed = (
        more
    )
    return TableRecord(
        id=whole(table_id, "the number"),
        guild_id=whole(guild, "the server"),
        channel_id=whole(channel, "the channel"),
        host_id=whole(host, "the host"),
        game=text(game, "the game"),
        options=read_options(options),
        seats=read_seats(seats),
        status=from_text(Status, status, "the status"),
        revision=_revision(revision),
        message_id=or_none(whole, message, "the message"),
        created_at=moment(created_at, "the time it was opened"),
        rules_version=whole(version, "the version of the rules", least=1),
        counted=bool(whole(counted, WHETHER_IT_COUNTS, most=1)),
        leaving=from_text(Leaving, leaving, "what leaving means"),
        ended=or_none(partial(from_text, Ending), ended, "how it ended"),
        ended_by=or_none(whole, ended_by, "who closed it"),
        settled=or_none(partial(from_text, Settled), settled, "who may play"),
        turn_hours=_hours(turn_hours),
        seed=or_none(partial(from_text, MatchSeed.read), seed, "what decides its shuffles"),
        parent_id=or_none(whole, parent_id, "the channel of its thread"),
        rules_name=or_none(text, rules_name, "what its rules are called"),
        allowed=Allowed(*(bool(whole(one, WHAT_IS_ALLOWED, most=1)) for one in allowed)),
    )


def read_unloaded(row: Row) -> UnloadedTable | DamagedTable:
    """The index entry of a table from its row; a ``DamagedTable`` if its place cannot be read."""
    table_id, guild, channel, slept, due_at, *revisions = row
    if type(guild) is not int or type(channel) is not int:
        return DamagedTable(table_id, _if_whole(channel), "its place cannot be read.")
    known = [revision for revision in revisions if type(revision) is int]
    is_due = due_at is None or isinstance(due_at, int | float)
    is_known = type(slept) is int and slept == max(known, default=None) and is_due
    return UnloadedTable(table_id, guild, channel, is_known, due_at if is_known else None)


def table_or_damaged(row: Row) -> TableRecord | DamagedTable:
    """The table a row holds; a ``DamagedTable`` with its readable ids if it cannot be parsed."""
    try:
        return read_table(row)
    except Damaged as error:
        table_id, _, channel, *_ = row
        return DamagedTable(table_id, _if_whole(channel), str(error))


def _if_whole(value: object) -> int | None:
    return value if type(value) is int else None


def mended_table(row: Row, log: Sequence[LogEntry]) -> TableRecord:
    """The table of a damaged row, with defaults for unreadable optional values.

    Raises:
        Damaged: a required value cannot be read.
    """
    table_id, guild, channel, host, game, options, seats, status, revision, message, created_at, *more = row
    version, counted, leaving, _, _, settled, turn_hours, _, parent_id, _, *allowed = more
    people = [seat.user_id for seat in read_seats(seats) if seat.user_id is not None]
    usual = Status.PLAYING if log else Status.LOBBY
    return read_table(
        (
            *(table_id, guild, channel, _or_else(host, people[0] if people else 0, whole)),
            *(game, options, seats, status if status in OPEN else usual.value),
            _or_else(revision, 0, _revision),
            _or_else(message, None, whole),
            _or_else(created_at, log[0].at if log else 0.0, moment),
            version,
            counted if counted in {0, 1} else 0,
            leaving if leaving in {one.value for one in Leaving} else Leaving.LOST.value,
            *(None, None, settled if settled in SETTLED else None),
            _or_else(turn_hours, 0, _hours),
            *(None, _or_else(parent_id, None, whole), None),
            *(one if one in {0, 1} else 1 for one in allowed),
        )
    )


def _or_else(value: object, otherwise: object, check: Callable[[object, str], object]) -> object:
    try:
        return check(value, "a value")
    except Damaged:
        return otherwise


def _hours(value: object, what: str = "how long a turn may take") -> int:
    return whole(value, what, most=MOST_HOURS)


def _revision(value: object, what: str = "the count of changes") -> int:
    return whole(value, what, most=MOST_REVISIONS)


def read_entry(row: Row) -> LogEntry:
    """The log entry a row holds.

    Raises:
        Damaged: it cannot be read.
    """
    revision, seat, user_id, action, at = row
    if not (
        type(revision) is int
        and 0 <= revision <= MOST_REVISIONS
        and type(seat) is int
        and LOWEST_SEAT <= seat < MOST_SEATS
        and (user_id is None or (type(user_id) is int and 0 <= user_id <= LARGEST_ID))
        and type(action) is str
        and is_well_typed(action)
        and isinstance(at, int | float)
        and 0 <= at < LATEST
    ):
        damaged("an act")
    return LogEntry(revision, seat, user_id, action, at)


def read_options(value: object) -> dict[str, OptionValue]:
    """A table's house rules, from JSON.

    Raises:
        Damaged: they cannot be read.
    """
    options = parsed(value, "the rules agreed on")
    if not isinstance(options, dict) or not all(_is_option(one) for one in options.values()):
        damaged("the rules agreed on")
    return options


def _is_option(value: object) -> bool:
    return value is None or isinstance(value, bool | int) or (isinstance(value, str) and is_well_typed(value))


def written_seats(seats: Iterable[SeatRecord]) -> str:
    """The seats of a table as JSON."""
    return json.dumps([_written(seat) for seat in seats])


def _written(seat: SeatRecord) -> dict[str, object]:
    return {
        name: value
        for name, value in asdict(seat).items()
        if name in ALWAYS_STORED or value != DEFAULTS[name]
    }


def read_seats(value: object) -> tuple[SeatRecord, ...]:
    """The seats of a table, from JSON.

    Raises:
        Damaged: there are no seats, or one cannot be read.
    """
    seats = parsed(value, "the seats")
    if not isinstance(seats, list) or not seats:
        damaged("the seats")
    return tuple(map(_seat, seats))


def _seat(value: Any) -> SeatRecord:  # noqa: ANN401  (JSON holds anything)
    if not isinstance(value, dict) or not set(ALWAYS_STORED) <= set(value) <= set(DEFAULTS):
        damaged("the seats")
    return SeatRecord(
        user_id=or_none(whole, value["user_id"], "the seats"),
        name=text(value["name"], "the seats"),
        computer=or_none(text, value["computer"], "the seats"),
        time_deal=whole(value.get("time_deal", 0), "the seats"),
        time_used=moment(value.get("time_used", 0.0), "the seats"),
        ran_out=whole(value.get("ran_out", 0), "the seats"),
        is_out=value.get("is_out", False) is True,
        is_former=value.get("is_former", False) is True,
        timed_out=whole(value.get("timed_out", 0), "the seats"),
        kept=or_none(_kept, value.get("kept"), "the seats"),
        left_with=or_none(partial(whole, least=-LARGEST_ID), value.get("left_with"), "the seats"),
        away=or_none(_away, value.get("away"), "the seats"),
    )


def _kept(value: object, what: str) -> Kept:
    if not isinstance(value, dict) or set(value) != {"user_id", "name"}:
        damaged(what)
    return Kept(whole(value["user_id"], what), text(value["name"], what))


def _away(value: object, what: str) -> Away:
    if not isinstance(value, dict) or set(value) != {"since", "is_late"}:
        damaged(what)
    return Away(moment(value["since"], what), value["is_late"] is True)
