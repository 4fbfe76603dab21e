"""PostgreSQL itself: databases opened, migrated or refused, and no secret shown."""

from __future__ import annotations

import asyncio
import logging
import shutil
import traceback
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest
from pydantic import SecretStr

from bot.common.errors import StoreError
from bot.database import postgres_migrate, postgres_session
from bot.database.database import Database, Statement
from bot.database.opening import open_database
from bot.database.sqlite import IN_MEMORY
from bot.delivery.store import HandMessage, HandMessageStore
from bot.models.stored_tables import LogEntry
from bot.table.store.tables import TableStore
from tests.application.killing import run_self_killing
from tests.database.killed_migration import open_and_be_killed_before
from tests.database.line import open_line
from tests.database.samples import ANN, SECRET_ACTION, SECRET_TOKEN, entries, new_table, stored_tables
from tests.postgres import OWNER, PostgresServer

PASSWORD = "Pa55word-that-nobody-may-read"


async def value(database: Database, sql: str) -> object:
    [[found]] = await database.read(Statement(sql))
    return found


@pytest.fixture
async def guarded(postgres: PostgresServer, name: str) -> AsyncIterator[SecretStr]:
    """Address of a database on a port of this machine, with a password."""
    await postgres.run(f"CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '{PASSWORD}'")
    yield SecretStr(f"postgresql://guarded:{PASSWORD}@127.0.0.1:{postgres.port}/{name}")
    await postgres.run("DROP ROLE guarded")


# Opening


async def test_stored_data_is_there_after_closing_and_opening(postgres: PostgresServer, empty: str) -> None:
    database = await open_database(postgres.address(empty))
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1, 2))
    await database.close()

    again = await open_database(postgres.address(empty))
    assert await stored_tables(again) == [table]
    assert await TableStore(again).log(table.id) == entries(1, 2)
    await again.close()


async def test_acknowledged_write_is_on_disk_despite_the_servers_defaults(server: Database) -> None:
    assert await value(server, "SHOW synchronous_commit") == "on"
    assert await value(server, "SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit'") == "off"


async def test_server_notices_an_unreachable_bot_within_half_a_minute(guarded: SecretStr) -> None:
    database = await open_database(guarded)
    idle, interval, count = [
        int(str(await value(database, f"SHOW tcp_keepalives_{what}")))
        for what in ("idle", "interval", "count")
    ]
    await database.close()

    assert 0 < idle + interval * count <= 30


async def test_start_after_a_kill_does_not_wait_for_the_old_requests(
    postgres: PostgresServer, name: str
) -> None:
    async with open_line(postgres.socket) as line:
        database = await open_database(line.address(name))
        asking = asyncio.create_task(database.read(Statement("SELECT pg_sleep(600)::text")))
        while not await postgres.rows("SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'", name):
            assert not asking.done()
        line.cut()  # as the system does for a process that has ended
        await (await open_database(postgres.address(name))).close()

        with pytest.raises(StoreError):
            await asking
        with pytest.raises(StoreError):
            await stored_tables(database)


async def test_server_that_cannot_detect_lost_clients_is_still_used(
    postgres: PostgresServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_session, "DETECT_DEAD_CLIENT", "SET client_connection_check_interval = -1")
    database = await open_database(postgres.address(name))
    await new_table(database)
    await database.close()


async def test_both_databases_have_the_same_tables(postgres: PostgresServer, name: str) -> None:
    kinds = {"BIGINT": "INTEGER", "DOUBLE PRECISION": "REAL"}
    found = await postgres.rows(
        "SELECT table_name, column_name, upper(data_type), is_nullable = 'NO' "
        "FROM information_schema.columns "
        "WHERE table_schema = 'public' AND table_name NOT IN ('rookery', 'last_ids')",
        name,
    )
    theirs = {(table, column, kinds.get(kind, kind), strict) for table, column, kind, strict in found}
    indexes = await postgres.rows("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'", name)
    sqlite = await open_database(IN_MEMORY)
    ours = await sqlite.read(
        Statement(
            'SELECT m.name, c.name, c.type, c."notnull" OR c.pk > 0 '
            "FROM sqlite_master AS m, pragma_table_info(m.name) AS c "
            "WHERE m.type = 'table' AND m.name <> 'sqlite_sequence'"
        )
    )
    our_indexes = await sqlite.read(
        Statement("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    )
    await sqlite.close()

    assert theirs == {(*column, bool(strict)) for *column, strict in ours}
    assert {index for (index,) in indexes if not index.endswith("_pkey")} == {
        index for (index,) in our_indexes
    }


async def refusal(address: SecretStr) -> str:
    """The message that refuses a database; checked to have no password in any traceback."""
    with pytest.raises(StoreError) as refused:
        await open_database(address)
    assert PASSWORD not in "".join(traceback.format_exception(refused.value))
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("who", ["guarded:wrong", "guarded", "nobody:{0}", "guarded:{0}!"])
async def test_wrong_password_is_refused_and_the_right_one_is_not(guarded: SecretStr, who: str) -> None:
    address = guarded.get_secret_value().replace(f"guarded:{PASSWORD}", who.format(PASSWORD))

    assert "does not let this user in: check user and password" in await refusal(SecretStr(address))
    await (await open_database(guarded)).close()


async def test_missing_database_is_refused_by_name(postgres: PostgresServer) -> None:
    assert "no such database: create it" in await refusal(postgres.address(PASSWORD))


@pytest.mark.parametrize(
    "where",
    [
        "@127.0.0.1:1/rookery",
        "@no-such-host.invalid/rookery",
        "@/rookery?host=/no/such/folder",
    ],
)
async def test_unresponsive_server_is_named_as_the_reason(where: str) -> None:
    assert "does not answer: check that it runs" in await refusal(
        SecretStr(f"postgresql://rookery:{PASSWORD}{where}")
    )


@pytest.mark.parametrize(
    "rest",
    [
        f"rookery:1/{PASSWORD}@localhost/rookery",
        f"rookery:{PASSWORD}/1@localhost/rookery",
        f"rookery:{PASSWORD}#@localhost/rookery",
        f"rookery@localhost:{PASSWORD}/rookery",
        f"rookery@localhost/rookery?sslmode={PASSWORD}",
        f"[{PASSWORD}",
    ],
)
async def test_unreadable_address_is_refused_and_not_shown(rest: str) -> None:
    said = await refusal(SecretStr(f"postgresql://{rest}"))

    assert "address cannot be read" in said or "does not answer" in said


async def test_another_programs_database_is_refused_and_left_alone(
    postgres: PostgresServer, empty: str
) -> None:
    for recipe in ("CREATE TABLE recipes (name TEXT)", "CREATE TABLE rookery (bird TEXT)"):
        await postgres.run(recipe, empty)
        assert "another program's" in await refusal(postgres.address(empty))
    assert sorted(
        await postgres.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", empty)
    ) == [
        ("recipes",),
        ("rookery",),
    ]


async def test_tables_of_an_extension_do_not_make_a_database_foreign(
    postgres: PostgresServer, empty: str
) -> None:
    try:
        await postgres.run("CREATE EXTENSION pg_stat_statements", empty)
    except Exception:  # noqa: BLE001
        pytest.skip("this PostgreSQL came without its extensions")
    await (await open_database(postgres.address(empty))).close()


async def test_newer_schema_is_refused_and_left_alone(postgres: PostgresServer, name: str) -> None:
    await postgres.run("UPDATE rookery SET version = version + 1, least_writer = version + 1", name)
    before = await postgres.rows("SELECT * FROM rookery", name)

    said = await refusal(postgres.address(name))
    assert "written by a newer Rookery" in said
    assert said.endswith("or name an empty one and restore a backup made before.")
    assert await postgres.rows("SELECT * FROM rookery", name) == before


async def test_user_who_may_not_create_tables_is_told_what_to_do(
    postgres: PostgresServer, empty: str
) -> None:
    await postgres.run("CREATE ROLE guest LOGIN")
    await postgres.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC", empty)
    address = postgres.address(empty).get_secret_value().replace(f"{OWNER}@", "guest@")

    assert "make the user its owner" in await refusal(SecretStr(address))
    await postgres.run("DROP ROLE guest")


async def test_server_that_takes_no_writes_is_refused(postgres: PostgresServer, name: str) -> None:
    await postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")

    assert "takes no writes" in await refusal(postgres.address(name))


async def test_migration_that_fails_changes_nothing(
    postgres: PostgresServer,
    empty: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "0001_half.sql").write_text("CREATE TABLE half (id INTEGER); SELECT nonsense;")
    monkeypatch.setattr(postgres_migrate, "FOLDER", tmp_path)

    assert "UndefinedColumnError" in await refusal(postgres.address(empty))
    assert await postgres.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", empty) == []


async def test_older_schema_is_migrated_on_opening(
    postgres: PostgresServer,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    steps = [step.read_text() for step in postgres_migrate.migrations()]
    for number, step in enumerate([*steps, "ALTER TABLE settings ADD COLUMN note TEXT;"], start=1):
        (tmp_path / f"{number:04}_step.sql").write_text(step)
    monkeypatch.setattr(postgres_migrate, "FOLDER", tmp_path)
    await (await open_database(postgres.address(name))).close()

    assert await postgres.rows("SELECT version FROM rookery", name) == [(len(steps) + 1,)]
    assert await postgres.rows("SELECT note FROM settings WHERE key = 'none'", name) == []


async def test_rows_of_a_database_without_sequences_keep_their_ids_and_new_ones_follow(
    postgres: PostgresServer, empty: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    steps = postgres_migrate.migrations()
    for step in steps[: [step.stem for step in steps].index("0035_ids_of_rows")]:
        shutil.copy(step, tmp_path)
    monkeypatch.setattr(postgres_migrate, "FOLDER", tmp_path)
    earlier = await postgres.connect(empty)
    await postgres_migrate.migrate(earlier, 0)
    await earlier.close()
    await postgres.run(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, game, options, seats, status, revision, "
        "created_at) VALUES (41, 1, 1, 1, 'kentucky', '{}', '[]', 'finished', 0, 1)",
        empty,
    )
    monkeypatch.undo()

    database = await open_database(postgres.address(empty))
    assert (await new_table(database)).id == 42
    last = await database.read(Statement("SELECT name, last FROM last_ids ORDER BY name"))
    assert last == [("paper_matches", 4_000_000_000_000), ("tables", 42)]
    await database.close()


@pytest.mark.parametrize("step", [step.name for step in postgres_migrate.migrations()])
async def test_migration_killed_at_any_step_changes_nothing_and_the_next_completes(
    postgres: PostgresServer, empty: str, step: str
) -> None:
    run_self_killing(open_and_be_killed_before, (postgres.address(empty), step))
    assert await postgres.rows("SELECT 1 FROM pg_tables WHERE schemaname = 'public'", empty) == []
    await (await open_database(postgres.address(empty))).close()
    assert await postgres.rows("SELECT version FROM rookery", empty) == [
        (len(postgres_migrate.migrations()),)
    ]


# Secrets


@pytest.mark.parametrize(
    ("entry", "hand"),
    [
        pytest.param(LogEntry(1, 0, None, SECRET_ACTION, 1.5), None, id="taken-revision"),
        pytest.param(LogEntry(2, -5, None, SECRET_ACTION, 1.5), None, id="no-such-seat"),
        pytest.param(LogEntry(2, 0, 2**63, SECRET_ACTION, 1.5), None, id="number-too-large"),
        pytest.param(LogEntry(2**31, 0, 1, SECRET_ACTION, 1.5), None, id="revision-too-large"),
        pytest.param(LogEntry(2, 0, None, SECRET_ACTION + "\ud800", 1.5), None, id="broken-text"),
        pytest.param(LogEntry(2, 0, None, SECRET_ACTION + "\0", 1.5), None, id="a-zero"),
        pytest.param(LogEntry(2, 0, None, cast("str", SECRET_ACTION.encode()), 1.5), None, id="no-text"),
        pytest.param(None, HandMessage(9, ANN, 70, SECRET_TOKEN, 1.5), id="no-such-table"),
        pytest.param(None, HandMessage(1, ANN, 2**63, SECRET_TOKEN, 1.5), id="token-beside-too-large"),
    ],
)
async def test_no_error_shows_a_card_or_a_token(
    server: Database, entry: LogEntry | None, hand: HandMessage | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table = await new_table(server)
    await TableStore(server).append(table.id, [LogEntry(1, 0, None, "first", 1.5)])
    with pytest.raises(StoreError) as refused:
        await (
            TableStore(server).append(table.id, [entry])
            if entry
            else HandMessageStore(server).save_hand(cast("HandMessage", hand))
        )

    shown = "".join(traceback.format_exception(refused.value)) + caplog.text
    assert SECRET_ACTION not in shown
    assert SECRET_TOKEN not in shown
    assert await TableStore(server).log(table.id) == [LogEntry(1, 0, None, "first", 1.5)]


async def test_no_repr_shows_the_password(postgres: PostgresServer, name: str) -> None:
    address = SecretStr(f"{postgres.address(name).get_secret_value()}&password={PASSWORD}")
    database = await open_database(address)
    shown = [repr(thing) for thing in (address, database, database, vars(database))]
    assert PASSWORD not in "".join(shown)
    await database.close()
