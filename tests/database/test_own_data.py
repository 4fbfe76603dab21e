"""The file of a player's own data: each column that names the player is in it, and no other player is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.database.copying import KEYS
from bot.database.database import Database, Statement, Values
from bot.database.opening import open_database
from bot.database.packed_logs import packed
from bot.database.sqlite import IN_MEMORY
from bot.maintenance.copies import forget_unused
from bot.models.stored_tables import LogEntry
from bot.people.service import _file
from bot.people.store.own_data import UNREADABLE, OwnDataStore
from tests.application.damage import sql
from tests.database.samples import ANN, BEN, new_table

CARA: Final = 2**60 + 5
"""A player with an id as large as Discord's."""
NAME: Final = "Cara Who Is Nobody Else"
IDS: Final = {
    "actions": ("user_id",),
    "audit": ("user_id", "removed"),
    "booked_entries": ("first", "second"),
    "daily_attempts": ("user_id",),
    "deal_players": ("user_id",),
    "deals": ("declarer_user",),
    "evening_chairs": ("user_id",),
    "evening_guests": ("user_id",),
    "evenings": ("host_id",),
    "fixtures": ("home_first", "home_second", "away_first", "away_second"),
    "forgetting": ("user_id",),
    "hand_messages": ("user_id",),
    "league_acts": ("user_id", "about"),
    "leagues": ("created_by",),
    "lessons_done": ("user_id",),
    "loose_messages": ("first", "second"),
    "match_players": ("user_id",),
    "pair_requests": ("asker", "asked"),
    "paper_matches": ("recorded_by",),
    "past_messages": ("user_id",),
    "personal_settings": ("user_id",),
    "rated_entries": ("first", "second"),
    "ratings": ("first", "second"),
    "season_credits": ("first", "second"),
    "season_entries": ("first", "second"),
    "season_lines": ("first", "second"),
    "season_sides": ("first", "second"),
    "tables": ("host_id", "ended_by"),
    "tallied_bids": ("first", "second"),
    "tallies": ("first", "second"),
    "waiting": ("user_id",),
}
"""Columns with the id of a player."""
IN_TEXTS: Final = {
    ("tables", "seats"): [{"user_id": CARA, "name": NAME}],
    ("matches", "notes"): {"rulings": [{"kind": "redeal", "by": CARA, "seat": None}]},
    ("paper_matches", "result"): {"players": [{"user_id": CARA, "name": NAME}]},
    ("season_credits", "against"): [[CARA, 7]],
}
"""Columns with a player's id in a text."""
NAMES: Final = {
    ("match_players", "name"): "user_id",
    ("season_entries", "first_name"): "first",
    ("season_entries", "second_name"): "second",
    ("pair_requests", "asker_name"): "asker",
    ("pair_requests", "asked_name"): "asked",
    ("evening_guests", "name"): "user_id",
    ("daily_attempts", "name"): "user_id",
}
"""Columns with a player's name, each with the column of the id."""
OF_THEIR_ROW: Final = {("daily_attempts", "log")}
"""Other columns of a row that record a player's action."""
NOBODYS: Final = """
    action acts against at bid bid_points bids board bonus breaks broken_off cards cards_in_words chair
    changes channel_id closed_at code computer computers computers_count computers_fill counted counters
    counts created_at
    cut day deal dealer deals declared declarer defended defending detail draw drawn draws_pairs due_at
    edition ended ended_at ends_at entrants evening_id expires_at family finished_at first_points fixture
    folded forfeited forfeits former_id game games guild_id has_computers has_hints has_phrases heights how
    id in_threads is_alone is_counted is_exempt is_here is_last_round is_paper is_provisional is_shown
    is_wrong joined_at key kind lays_last_card league_id least_share leaving left_at left_early left_with
    lesson level log lost made margin
    matches matches_before matchpoints mean mean_before message_id most_rounds name name_key nest
    nest_points number opened_at options organiser_role over_bid own par parent_id partner partner_bids
    partner_made period pings place played points points_matches position possible quiet_begins quiet_ends
    quiet_zone ranking reason reasons revision round rules rules_code rules_name rules_version scored scoring
    season_id seat seats second_partner second_points seed setting settled shared shot side side_points since
    size slept_revision slow_reminder sold_for source_id spread spread_before stand_in_deals started_at state
    status table_id team token total tricks trump turn_hours value verdict what won
"""
"""Columns that name no player, or only where the lists above say so."""
LOOSE: Final = """
    SELECT conrelid::regclass::text, conname FROM pg_constraint
    WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace
"""


async def columns() -> dict[str, dict[str, str]]:
    """Every column of every table, with its type."""
    database = await open_database(IN_MEMORY)
    found = dict[str, dict[str, str]]()
    for table in KEYS:
        rows = await database.read(Statement(f"SELECT name, type FROM pragma_table_info('{table}')"))
        found[table] = dict(rows)
    await database.close()
    return found


def neutral_value(table: str, column: str, kind: str) -> int | float | str:
    """A value that names no player; equal in all rows, so that they join."""
    if (table, column) in IN_TEXTS:
        return "[]"
    if (table, column) == ("daily_attempts", "log"):
        return packed([LogEntry(1, -1, None, "deal", 0.0), LogEntry(2, 0, None, "pass", 0.0)])
    return {"INTEGER": 1, "REAL": 1.0}.get(kind, "x")


async def run(database: Database, statement: str, *values: int | float | str) -> None:
    await database.write(Statement(statement, Values(values)))


async def fill(database: Database) -> None:
    """Insert a row into every table, satisfying its constraints."""
    try:
        for pragma in ("ignore_check_constraints = ON", "foreign_keys = OFF"):
            await database.read(Statement(f"PRAGMA {pragma}"))
    except Exception:  # noqa: BLE001  (the other database)
        constraints = await database.read(Statement(LOOSE))
        async with database.transaction() as alter:
            for table, name in constraints:
                await alter(Statement(f'ALTER TABLE {table} DROP CONSTRAINT IF EXISTS "{name}" CASCADE'))
    for table, kinds in (await columns()).items():
        values = [neutral_value(table, name, kind) for name, kind in kinds.items()]
        await run(database, f"DELETE FROM {table}")
        marks = ", ".join("?" * len(values))
        await run(database, f"INSERT INTO {table} ({', '.join(kinds)}) VALUES ({marks})", *values)


def given(data: dict[str, list[dict[str, object]]]) -> str:
    return json.dumps({kind: rows for kind, rows in data.items() if rows})


async def test_every_column_is_classified_by_whether_it_names_a_person() -> None:
    """Each new column must be added to one of the lists above; if it names a player, the file has it."""
    listed = {(table, name) for table, names in IDS.items() for name in names}
    listed |= {*IN_TEXTS, *NAMES, *OF_THEIR_ROW}
    found = {(table, name) for table, kinds in (await columns()).items() for name in kinds}
    assert {one for one in found - listed if one[1] not in NOBODYS.split()} == set()
    assert listed <= found


async def test_every_column_that_names_a_person_is_in_their_file(database: Database) -> None:
    await fill(database)
    assert given(await OwnDataStore(database).data_of(CARA)) == "{}"
    marks: list[tuple[str, str, int | str]] = [
        (table, name, CARA) for table, names in IDS.items() for name in names
    ]
    marks += [(table, name, json.dumps(value)) for (table, name), value in IN_TEXTS.items()]
    missing = []
    for table, name, value in marks:
        await run(database, f"UPDATE {table} SET {name} = ?", value)
        if given(await OwnDataStore(database).data_of(CARA)) == "{}":
            missing.append((table, name))
        await run(
            database,
            f"UPDATE {table} SET {name} = ?",
            neutral_value(table, name, "TEXT" if value != CARA else "INTEGER"),
        )
    assert missing == []
    for (table, name), of in NAMES.items():
        await run(database, f"UPDATE {table} SET {of} = ?, {name} = ?", CARA, NAME)
        if NAME not in given(await OwnDataStore(database).data_of(CARA)):
            missing.append((table, name))
        await run(database, f"UPDATE {table} SET {of} = 1, {name} = 'x'")
    assert missing == []


async def everything(database: Database) -> Iterator[tuple[str, object]]:
    """Every value of every row of every table, with the name of its table."""
    rows = {table: await database.read(Statement(f"SELECT * FROM {table}")) for table in KEYS}
    return ((table, value) for table, some in rows.items() for row in some for value in row)


@pytest.mark.parametrize("place", range(max(map(len, IDS.values()))))
async def test_no_column_of_any_table_names_a_forgotten_player(database: Database, place: int) -> None:
    await fill(database)
    for table, names in IDS.items():
        await run(database, f"UPDATE {table} SET {names[min(place, len(names) - 1)]} = ?", CARA)
    for (table, name), value in IN_TEXTS.items():
        await run(database, f"UPDATE {table} SET {name} = ?", json.dumps(value))
    for (table, name), of in NAMES.items():
        await run(database, f"UPDATE {table} SET {name} = ? WHERE {of} = ?", NAME, CARA)
    assert await OwnDataStore(database).knows(CARA)
    assert str(CARA) in str(list(await everything(database)))
    await forget_unused(database, CARA)
    named = {table for table, value in await everything(database) if str(CARA) in str(value) or value == NAME}
    assert named == set()
    assert not await OwnDataStore(database).knows(CARA)


async def test_data_file_has_only_own_actions_of_a_daily_deal(database: Database) -> None:
    await fill(database)
    await run(database, "UPDATE daily_attempts SET user_id = ?", CARA)
    [one] = (await OwnDataStore(database).data_of(CARA))["daily_deals"]
    assert one["log"] == [{"revision": 2, "action": "pass"}]


async def test_data_file_has_only_own_seat_of_an_old_match(database: Database) -> None:
    await fill(database)
    await run(database, "UPDATE match_players SET user_id = ?, seat = 2", CARA)
    acts = [LogEntry(1, -1, None, "deal R1", 0.0), LogEntry(2, 1, None, "pass", 0.0)]
    await run(
        database, "UPDATE packed_logs SET log = ?", packed([*acts, LogEntry(3, 2, None, "bid 75", 0.0)])
    )
    data = await OwnDataStore(database).data_of(CARA)
    own = [{"revision": 3, "action": "bid 75"}]
    assert data["packed_acts"] == [{"table_id": 1, "seat": 2, "acts": own}]
    await run(database, "UPDATE packed_logs SET log = 'torn'")
    assert [one["acts"] for one in (await OwnDataStore(database).data_of(CARA))["packed_acts"]] == [
        UNREADABLE
    ]


async def test_others_at_the_same_table_are_not_in_the_file(database: Database) -> None:
    await fill(database)
    others = {"user_id": BEN, "name": "Ben"}
    seats = [others, {**others, "kept": {"user_id": CARA, "name": NAME}}, {"user_id": CARA, "kept": others}]
    await run(database, "UPDATE tables SET seats = ?", json.dumps(seats))
    [table] = (await OwnDataStore(database).data_of(CARA))["tables"]
    assert table["seats"] == [None, {"user_id": CARA, "name": NAME}, {"user_id": CARA, "kept": None}]


@pytest.mark.parametrize(
    ("table", "name", "kind"), [("daily_attempts", "log", "daily_deals"), ("tables", "seats", "tables")]
)
async def test_unreadable_row_is_reported_and_the_rest_exported(
    database: Database, table: str, name: str, kind: str
) -> None:
    await fill(database)
    await run(database, "UPDATE daily_attempts SET user_id = ?", CARA)
    await run(database, "UPDATE tables SET host_id = ?", CARA)
    await run(database, f"UPDATE {table} SET {name} = '[{{'")
    data = await OwnDataStore(database).data_of(CARA)
    assert data[kind][0][name] == UNREADABLE
    assert data["tables"][0]["channel_id"] == data["daily_deals"][0]["guild_id"] == 1


@pytest.mark.parametrize(
    ("name", "value"), [("game", "x'ff00'"), ("game", "CAST(x'61ff' AS TEXT)"), ("created_at", "9e999")]
)
async def test_value_no_file_can_hold_is_reported_and_the_rest_exported(
    path: Path, name: str, value: str
) -> None:
    database = await open_database(path)
    table = await new_table(database)
    await run(database, "UPDATE tables SET host_id = ?", ANN)
    await database.close()
    sql(f"UPDATE tables SET {name} = {value}")(path)
    database = await open_database(path)
    data = json.loads(_file(await OwnDataStore(database).data_of(ANN)).content)
    await database.close()
    assert [(one["id"], one[name]) for one in data["tables"]] == [(table.id, UNREADABLE)]
