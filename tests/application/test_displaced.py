"""A running bot with a database that is moved, replaced or taken over: it ends, and says how to mend that."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sys
from pathlib import Path

import pytest

from bot.database.backup import back_up
from bot.database.opening import open_database
from bot.table.store.tables import TableStore
from tests.application.command import run_bot
from tests.application.offline_bot import offline_bot
from tests.database.samples import stored_tables
from tests.postgres import PostgresServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be moved")

SOON = 10
"""Seconds within which the process must end."""

QUICK = {"ROOKERY_PACE": "0", "ROOKERY_CARD_FACES": "false"}
"""Settings of a bot that waits before no card, and draws none."""


async def acts(path: Path) -> list[int]:
    """Number of acts of each open table."""
    database = await open_database(path, create=False)
    counts = [len(await TableStore(database).log(table.id)) for table in await stored_tables(database)]
    await database.close()
    return counts


@pytest.mark.slow
def test_bot_ends_if_backup_is_moved_over_its_database(tmp_path: Path) -> None:
    """Before, it continued, was healthy, and the next start lost everything since then."""
    path, backup = tmp_path / "rookery.sqlite3", tmp_path / "backup.sqlite3"
    with offline_bot(tmp_path, 0, **QUICK) as bot:
        asyncio.run(back_up(path, backup, lambda *_: None))
        held = backup.read_bytes()
        backup.rename(path)
        code, _, logged = bot.end(SOON)

    assert code == 2
    assert "was moved, removed or replaced while the bot was running" in logged
    assert "python -m bot restore" in logged
    assert "Traceback" not in logged
    assert path.read_bytes() == held
    assert asyncio.run(acts(path))


def test_bot_ends_if_database_is_moved_and_continues_there(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "rookery.sqlite3", tmp_path / "elsewhere.sqlite3"
    with offline_bot(tmp_path, 0, **QUICK) as bot:
        path.rename(elsewhere)
        code, _, logged = bot.end(SOON)

    assert code == 2
    assert "put that file back and start the bot again" in logged
    assert not path.exists()
    assert asyncio.run(acts(elsewhere))


def test_bot_ends_if_other_bot_opens_database_without_lock_file(tmp_path: Path) -> None:
    path = tmp_path / "rookery.sqlite3"
    with offline_bot(tmp_path, 0, **QUICK) as bot:
        (tmp_path / "rookery.sqlite3-lock").unlink()
        before = asyncio.run(acts(path))
        code, _, logged = bot.end(SOON)

    assert code == 2
    assert "Another Rookery has taken over rookery.sqlite3" in logged
    assert "Traceback" not in logged
    assert asyncio.run(acts(path)) == before


async def test_bot_ends_once_its_session_on_a_server_is_lost(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with postgres.ready() as name:
        address = postgres.address(name).get_secret_value()
        with offline_bot(tmp_path, 0, **QUICK, ROOKERY_DATABASE=address) as bot:
            await postgres.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                f"WHERE datname = '{name}' AND application_name = 'rookery'"
            )
            code, _, logged = await asyncio.to_thread(bot.end, SOON)

    assert code == 2
    assert "The connection to the PostgreSQL server was lost, and the hold on the database" in logged
    assert "Traceback" not in logged


def test_restore_refuses_running_bot_without_lock_file(tmp_path: Path) -> None:
    path, backup = tmp_path / "rookery.sqlite3", tmp_path / "backup.sqlite3"
    with offline_bot(tmp_path, 0, **QUICK) as bot:
        asyncio.run(back_up(path, backup, lambda *_: None))
        refused = [run_bot(tmp_path, "restore", str(backup), "--yes")]
        (tmp_path / "rookery.sqlite3-lock").unlink()
        refused.append(run_bot(tmp_path, "restore", str(backup), "--yes"))
        bot.signal(signal.SIGTERM)
        code, *_ = bot.end(SOON)

    assert code == 0
    assert [(one.returncode, "stop" in one.stderr) for one in refused] == [(2, True)] * 2
    shutil.rmtree(tmp_path / "backups", ignore_errors=True)
