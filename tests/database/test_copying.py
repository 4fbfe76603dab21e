"""A database copied to another kind and back is equal row by row; what cannot be copied whole is refused."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.database.copying import KEYS, Tell, copy, copy_database
from bot.database.database import Statement, Values
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.database.sqlite import IN_MEMORY
from tests.application.command import run_bot
from tests.database.ledgers import record_of
from tests.database.samples import new_table, stored_tables
from tests.database.thousand import fill
from tests.postgres import PostgresServer

pytestmark = pytest.mark.usefixtures("short_waits")
ROOT = Path(__file__).parents[2]
PASSWORD = "Pa55word-that-nobody-may-read"
TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'"


def silence(work: str, table: str, done: int, count: int) -> None:
    """Ignore reported progress."""


@pytest.fixture
async def address(postgres: PostgresServer) -> AsyncIterator[SecretStr]:
    """Address of an empty database on a server."""
    async with postgres.database() as name:
        yield postgres.address(name)


async def make_file(path: Path, matches: int = 8) -> Path:
    """A file with some matches; filled in memory, which is quicker."""
    database = await open_database(IN_MEMORY)
    await fill(database, matches)
    target = await open_database(path, test=False)
    await copy(database, target, silence)
    await target.close()
    await database.close()
    return path


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of a file, read without the bot's code."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        names = connection.execute(TABLES).fetchall()
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for (name,) in names}


async def holds(place: Place) -> dict[str, int]:
    """Number of rows of each table of a database."""
    database = await open_database(place, test=False)
    counts = {
        table: (await database.read(Statement(f"SELECT COUNT(*) FROM {table}")))[0][0] for table in KEYS
    }
    await database.close()
    return counts


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_thousand_matches_copied_there_and_back_are_equal_row_by_row(
    tmp_path: Path, address: SecretStr
) -> None:
    first = await make_file(tmp_path / "first.sqlite3", 1000)
    there = await copy_database(first, address, silence)
    back = await copy_database(address, tmp_path / "second.sqlite3", silence)

    before = contents(first)
    assert contents(tmp_path / "second.sqlite3") == before
    assert there == back == {table: len(rows) for table, rows in before.items()}
    assert there["tables"] > 1000
    assert min(there.values()) > 0, "every kind of thing was copied"
    database = await open_database(address)
    assert (await new_table(database)).id == there["tables"] + 1
    await database.close()


async def test_progress_is_reported_from_first_to_last_row_of_every_table(
    tmp_path: Path, address: SecretStr
) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3", 30)
    told: list[tuple[str, str, int, int]] = []

    def tell(*progress: object) -> None:
        told.append(progress)  # type: ignore[arg-type]

    counts = await copy_database(path, address, tell)

    for work in ("copying", "checking"):
        assert {(table, done) for what, table, done, count in told if (what, done) == (work, count)} == {
            (table, count) for table, count in counts.items() if count
        }
    assert all(0 < done <= count for _, _, done, count in told)


async def test_every_table_is_copied_and_has_a_key() -> None:
    database = await open_database(IN_MEMORY, test=False)
    tables = await database.read(Statement(TABLES))
    for table, key in KEYS.items():
        rows = await database.read(Statement(f"SELECT name, pk FROM pragma_table_info('{table}')"))
        assert tuple(name for name, place in rows if place) == key
        assert tuple(name for name, _ in rows)[: len(key)] == key
    await database.close()

    assert {name for (name,) in tables} == set(KEYS)


async def test_id_of_a_deleted_row_is_used_by_no_copy(tmp_path: Path, address: SecretStr) -> None:
    path, there = await make_file(tmp_path / "rookery.sqlite3"), tmp_path / "there.sqlite3"
    database = await open_database(path)
    deleted = (await new_table(database, channel_id=99)).id
    await database.write(Statement("DELETE FROM tables WHERE id = ?", Values((deleted,))))
    await database.close()
    await copy_database(path, address, silence)
    await copy_database(address, there, silence)

    for place in (path, address, there):
        database = await open_database(place)
        assert (await new_table(database, channel_id=99)).id == deleted + 1
        await database.close()


async def test_target_that_holds_data_is_left_alone(tmp_path: Path, address: SecretStr) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3")
    for target in (address, tmp_path / "other.sqlite3"):
        database = await open_database(target)
        table = await new_table(database)
        await database.close()

        with pytest.raises(StoreError, match="holds data already"):
            await copy_database(path, target, silence)

        database = await open_database(target)
        assert await stored_tables(database) == [table]
        assert await Remembered(database).setting("commands") is None
        await database.close()


async def test_target_on_which_a_bot_only_started_counts_as_empty(tmp_path: Path, address: SecretStr) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3")
    database = await open_database(address)
    await Remembered(database).set_setting("commands", "another bot's")
    await database.close()

    await copy_database(path, address, silence)

    database = await open_database(address)
    assert await Remembered(database).setting("commands") == "0123456789abcdef"
    await database.close()


async def test_copying_is_refused_while_a_bot_uses_either_database(
    tmp_path: Path, address: SecretStr
) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3")
    for used in (path, address):
        database = await open_database(used)
        with pytest.raises(StoreError, match="Another Rookery is using"):
            await copy_database(path, address, silence)
        await database.close()
    assert sum((await holds(address)).values()) == 1, "what the bot itself remembers"


async def test_missing_source_is_neither_copied_nor_created(tmp_path: Path, address: SecretStr) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        await copy_database(tmp_path / "missing.sqlite3", address, silence)
    (tmp_path / "empty.sqlite3").touch()
    for nothing in (tmp_path / "empty.sqlite3", address):
        with pytest.raises(StoreError, match="holds nothing of Rookery's"):
            await copy_database(nothing, tmp_path / "new.sqlite3", silence)
    assert not (tmp_path / "missing.sqlite3").exists()


async def test_database_is_not_copied_to_itself(tmp_path: Path, address: SecretStr) -> None:
    for place in (await make_file(tmp_path / "rookery.sqlite3"), address):
        with pytest.raises(StoreError, match="are the same"):
            await copy_database(place, place, silence)


async def test_database_is_not_copied_onto_its_own_files(tmp_path: Path) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3")
    (tmp_path / "link").symlink_to(path.name)
    before = contents(path)
    for name in ("link", "rookery.sqlite3-lock", "rookery.sqlite3-wal", "rookery.sqlite3-v30"):
        with pytest.raises(StoreError, match="the same, or one belongs to the other"):
            await copy_database(path, tmp_path / name, silence)
    assert contents(path) == before


def stop_at(work: str, table: str) -> Tell:
    """A progress function that cancels the copying at a table."""

    def tell(doing: str, with_table: str, done: int, count: int) -> None:
        copying = asyncio.current_task()
        assert copying is not None
        if (doing, with_table) == (work, table):
            copying.cancel()

    return tell


@pytest.mark.parametrize(
    ("work", "table"), [("copying", "actions"), ("copying", "settings"), ("checking", "match_players")]
)
async def test_interrupted_copy_has_copied_nothing(
    tmp_path: Path, address: SecretStr, work: str, table: str
) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3")
    for target in (address, tmp_path / "other.sqlite3"):
        with pytest.raises(asyncio.CancelledError):
            await asyncio.create_task(copy_database(path, target, stop_at(work, table)))

        assert set((await holds(target)).values()) == {0}
    assert sum((await holds(path)).values()) > 100


async def test_row_that_changes_in_copying_is_found_and_nothing_copied(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    path = await make_file(tmp_path / "rookery.sqlite3")
    async with postgres.ready() as name:
        await postgres.run(
            """
            CREATE FUNCTION rounded() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN IF NEW.revision = 5 THEN NEW.at := round(NEW.at); END IF; RETURN NEW; END $$;
            CREATE TRIGGER rounding BEFORE INSERT ON actions FOR EACH ROW EXECUTE FUNCTION rounded()
            """,
            name,
        )
        with pytest.raises(StoreError, match="A row of actions did not come out as it was"):
            await copy_database(path, postgres.address(name), silence)
        await postgres.run("DROP TRIGGER rounding ON actions", name)
        await postgres.run(
            """
            CREATE FUNCTION lost() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN IF NEW.seat = 1 THEN RETURN NULL; END IF; RETURN NEW; END $$;
            CREATE TRIGGER losing BEFORE INSERT ON match_players FOR EACH ROW EXECUTE FUNCTION lost()
            """,
            name,
        )
        with pytest.raises(StoreError, match="A row of match_players did not come out"):
            await copy_database(path, postgres.address(name), silence)

        assert set((await holds(postgres.address(name))).values()) == {0}


async def test_file_of_an_earlier_version_is_migrated_and_copied(tmp_path: Path, address: SecretStr) -> None:
    data = Path(__file__).with_name("data") / "v1.sql"
    path = tmp_path / "rookery.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        first = ROOT / "bot" / "database" / "migrations" / "sqlite" / "0001_tables_and_results.sql"
        connection.executescript(f"{first.read_text()} PRAGMA user_version = 1; {data.read_text()}")
    await copy_database(path, address, silence)

    database = await open_database(address)
    ann = await record_of(database, 1001, guild_id=501)
    assert ann is not None
    assert (ann.who.names, ann.figures.won) == (("Ann",), 1)
    await database.close()


# The command


async def test_command_reports_progress_and_what_was_copied(tmp_path: Path, address: SecretStr) -> None:
    await make_file(tmp_path / "rookery.sqlite3")

    command = ("copy-database", "rookery.sqlite3", address.get_secret_value())
    ended = await asyncio.to_thread(run_bot, tmp_path, *command)

    assert ended.returncode == 0, ended.stderr
    *progress, last = ended.stdout.splitlines()
    assert "Copying tables: 12 of 12" in progress
    assert "Checking match players: " in ended.stdout
    assert last.startswith("Copied and checked row by row: tables 12, ")
    assert ended.stderr == ""


async def test_command_refuses_in_one_line_and_shows_no_password(tmp_path: Path) -> None:
    await make_file(tmp_path / "rookery.sqlite3")
    for target, why in (
        (f"postgresql://rookery:{PASSWORD}@127.0.0.1:1/rookery", "does not answer"),
        ("rookery.sqlite3", "are the same"),
    ):
        ended = await asyncio.to_thread(run_bot, tmp_path, "copy-database", "rookery.sqlite3", target)
        assert ended.returncode == 2
        assert ended.stderr.count("\n") == 1
        assert why in ended.stderr
        assert PASSWORD not in ended.stdout + ended.stderr

    ended = await asyncio.to_thread(
        run_bot, tmp_path, "copy-database", "rookery.sqlite3", f"mysql://u:{PASSWORD}@host/db"
    )
    assert ended.returncode == 2
    assert "begins with postgresql://" in ended.stderr
    assert PASSWORD not in ended.stderr
