"""Exports everything stored of one user, without naming other people."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from bot.daily import store as daily
from bot.daily.stored import PERSON
from bot.database.database import Damaged, Database, Statement, Values
from bot.database.packed_logs import unpacked
from bot.database.rows import damaged, is_well_typed, parsed, with_number
from bot.delivery import store as messages
from bot.evening.store import people as evening
from bot.league.store import people as league
from bot.learn import store as learn
from bot.people.store import people, personal_settings
from bot.server import store as server
from bot.stats.store import people as ledger
from bot.table.store import people as tables
from bot.table.store.people import ACT, FEW, PACKED_WITH, pages
from rules.core.decisions import Seat

KINDS: Final[Mapping[str, str]] = {
    name: sql
    for room in (tables, server, league, ledger, evening, personal_settings, learn, daily, messages, people)
    for name, sql in room.OWN.items()
}
"""What is selected of a user in all rooms, by name; each ``?`` is the user's id.

Opponents are *rivals*: ``against`` is points in a daily deal.
"""
UNREADABLE: Final = "This is damaged and can't be read."
"""Stands for a value that no JSON file can hold, and for damaged data."""
NAMED: Final = re.compile(r"(?:(\w+) LIKE )?\?")
"""A user's id in a statement: a value, or part of the JSON text in a named column."""
IN_TEXT: Final[Mapping[str, Callable[[int], str]]] = {
    "seats": partial(with_number, "user_id"),
    "result": partial(with_number, "user_id"),
    "notes": partial(with_number, "by"),
    "against": "%{}%".format,
}
"""How to find a user's id in the JSON of each column."""

Entry = dict[str, Any]


class OwnDataStore:
    """Queries for a user's data."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def data_of(self, user_id: int) -> dict[str, list[Entry]]:
        """Everything stored of one user, by kind, as JSON values; no tokens.

        Damaged values are marked and hide no others.
        """
        found = {name: await self._given_out(sql, user_id) for name, sql in KINDS.items()}
        found["acts"] = []
        async for first, last in pages(self._database):
            found["acts"] += await self._given_out(ACT, user_id, first, last)
        found["packed_acts"] = []
        async for first, last in pages(self._database, FEW):
            found["packed_acts"] += await self._packed_acts(user_id, first, last)
        return found

    async def knows(self, user_id: int) -> bool:
        """Whether any data about a user is stored."""
        return any((await self.data_of(user_id)).values())

    async def _packed_acts(self, user_id: int, first: int, last: int) -> list[Entry]:
        try:
            rows = await self._database.read(Statement(PACKED_WITH, Values((first, last, user_id))))
        except Damaged:
            return [{"damaged": UNREADABLE}]
        return [_acts_at(*row) for row in rows]

    async def _given_out(self, sql: str, user_id: int, *values: int) -> list[Entry]:
        named = [IN_TEXT[found[1]](user_id) if found[1] else user_id for found in NAMED.finditer(sql)]
        try:
            rows = await self._database.read(Statement(sql, Values((*values, *named[len(values) :]))))
        except Damaged:
            return [{"damaged": UNREADABLE}]
        columns = sql.partition("FROM ")[0].strip().removeprefix("SELECT ").split(",")
        names = [re.split(r"\.| AS ", column.strip())[-1] for column in columns]
        return [
            {name: _exported(name, value, user_id) for name, value in zip(names, row, strict=True)}
            for row in rows
        ]


def _exported(name: str, value: Any, user_id: int) -> Any:  # noqa: ANN401  (a row holds anything)
    """A value as it is exported."""
    if isinstance(value, bytes) or (isinstance(value, float) and not math.isfinite(value)):
        return UNREADABLE
    try:
        return OWN_PARTS[name](value, user_id) if name in OWN_PARTS else _sound(value)
    except Damaged:
        return UNREADABLE


def _sound(value: object) -> object:
    return UNREADABLE if isinstance(value, str) and not is_well_typed(value) else value


def _own_part(text: object, user_id: int) -> Any:  # noqa: ANN401  (JSON holds anything)
    """A JSON text with other people's parts replaced by None."""
    return _without_others(parsed(text, "what names someone"), user_id)


def _without_others(value: Any, user_id: int) -> Any:  # noqa: ANN401
    if isinstance(value, list):
        return [_without_others(one, user_id) for one in value]
    if not isinstance(value, dict):
        return _sound(value)
    own = {name: _without_others(one, user_id) for name, one in value.items()}
    people = [value[name] for name in ("user_id", "by") if name in value]
    if not people or user_id in people:
        return own
    return own.get("kept")  # another player's seat may be kept for this user


def _own_ids(text: object, user_id: int) -> list[list[int | None]]:
    """Opponents by id, with None in place of everyone but the user."""
    entries = parsed(text, "who was played against")
    if not isinstance(entries, list) or not all(isinstance(entry, list) for entry in entries):
        damaged("who was played against")
    return [[one if one == user_id else None for one in entry] for entry in entries]


def _own_acts(text: object, _: int) -> list[Entry]:
    """The user's acts in a daily deal; chance and the computers' acts would reveal hidden hands."""
    return _acts_of(text, PERSON)


def _acts_at(table_id: int, seat: Seat, text: object) -> Entry:
    """The acts of the user's seat in a finished match with a packed log."""
    try:
        acts: object = _acts_of(text, seat)
    except Damaged:
        acts = UNREADABLE
    return {"table_id": table_id, "seat": seat, "acts": acts}


def _acts_of(text: object, seat: Seat) -> list[Entry]:
    own = [entry for entry in unpacked(text) if entry.seat == seat]
    return [{"revision": entry.revision, "action": _sound(entry.action)} for entry in own]


OWN_PARTS: Final[Mapping[str, Callable[[Any, int], Any]]] = {
    "seats": _own_part,
    "result": _own_part,
    "notes": _own_part,
    "rivals": _own_ids,
    "log": _own_acts,
}
"""How to export columns that name other people, too."""
