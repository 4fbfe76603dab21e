"""``python -m bot backup`` and ``restore``: output, questions and exit codes."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.database.backup import Loss
from bot.database.files import REPLACED
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.table.manager import GameManager
from bot.tools.copies import GOES_BACK, told
from tests.application.command import assert_refused, environment, run_bot
from tests.database.samples import stored_tables
from tests.database.thousand import fill
from tests.table.people import ANN, seat

FILE = "rookery.sqlite3"


async def a_table(path: Path, channel_id: int) -> None:
    database = await open_database(path)
    manager = GameManager(database)
    await manager.resume()
    await seat(manager, ANN, channel_id=channel_id)
    await manager.close()
    await database.close()


async def many_matches(path: Path) -> None:
    database = await open_database(path)
    await fill(database, 60)
    await database.close()


def size(path: Path) -> int:
    """Size of a file in bytes; 0 if it does not exist."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


async def tables(path: Path) -> int:
    database = await open_database(path)
    found = len(await stored_tables(database))
    await database.close()
    return found


def test_backup_restored_elsewhere_has_same_tables(tmp_path: Path) -> None:
    path = tmp_path / FILE
    asyncio.run(a_table(path, 1))
    made = run_bot(tmp_path, "backup", "copy.sqlite3")
    assert made.returncode == 0
    assert re.fullmatch(r"Copying pages: (\d+) of \1\nBacked up and checked: copy.sqlite3.\n", made.stdout)
    asyncio.run(a_table(path, 2))

    asked = run_bot(tmp_path, "restore", "copy.sqlite3")
    assert asked.returncode == 1
    lost = f"Lost would be what is newer than the backup: 1 table. {GOES_BACK}\n"
    assert asked.stdout == f"{lost}Add --yes to go ahead.\nNothing was restored.\n"
    assert asyncio.run(tables(path)) == 2

    done = run_bot(tmp_path, "restore", "copy.sqlite3", "--yes")
    assert done.returncode == 0
    kept = f"What was there before is kept in {FILE}{REPLACED}."
    assert done.stdout.startswith(f"{lost}Copying pages: ")
    assert done.stdout.endswith(f"\nRestored from copy.sqlite3. {kept}\n")
    assert asyncio.run(tables(path)) == 1
    assert asyncio.run(tables(tmp_path / f"{FILE}{REPLACED}")) == 2


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="other systems keep open files where they are")
def test_killed_backup_keeps_previous_one_and_blocks_no_other(tmp_path: Path) -> None:
    path, copy = tmp_path / FILE, tmp_path / "copy.sqlite3"
    asyncio.run(many_matches(path))
    assert run_bot(tmp_path, "backup", copy.name).returncode == 0
    before, part = copy.read_bytes(), tmp_path / "copy.sqlite3-part"
    killed = 0
    for share in (0.01, 0.2, 0.4, 0.6, 0.8, 1.0):
        with subprocess.Popen(
            [sys.executable, "-m", "bot", "backup", copy.name],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.DEVNULL,
        ) as process:
            while process.poll() is None and size(part) < share * len(before):
                os.sched_yield()
            process.kill()
        killed += process.returncode != 0
        if process.returncode:
            assert copy.read_bytes() == before
    assert killed >= 3
    assert run_bot(tmp_path, "backup", copy.name).returncode == 0
    assert not part.exists()
    assert run_bot(tmp_path, "restore", copy.name, "--yes").returncode == 0


def test_restore_replaces_missing_database(tmp_path: Path) -> None:
    asyncio.run(a_table(tmp_path / FILE, 1))
    run_bot(tmp_path, "backup", "copy.sqlite3")
    (tmp_path / FILE).unlink()

    done = run_bot(tmp_path, "restore", "copy.sqlite3", "--yes")
    assert done.returncode == 0
    assert done.stdout.startswith(f"There is no database {FILE}, so nothing would be lost.\n")
    assert done.stdout.endswith("\nRestored from copy.sqlite3.\n")
    assert asyncio.run(tables(tmp_path / FILE)) == 1


def test_restore_tells_before_it_overwrites_what_an_earlier_one_has_kept(tmp_path: Path) -> None:
    """Bug: the second restore lost the database from before the first, without a word."""
    asyncio.run(a_table(tmp_path / FILE, 1))
    run_bot(tmp_path, "backup", "copy.sqlite3")
    told = f"{FILE}-replaced is from an earlier restore and would be overwritten: move it to keep it.\n"
    assert told not in run_bot(tmp_path, "restore", "copy.sqlite3", "--yes").stdout
    assert told in run_bot(tmp_path, "restore", "copy.sqlite3").stdout
    assert told not in run_bot(tmp_path, "restore", f"{FILE}-replaced").stdout


def test_restore_refuses_file_that_is_not_a_backup(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann, " * 1000)
    asyncio.run(a_table(tmp_path / FILE, 1))

    assert_refused(run_bot(tmp_path, "restore", "letter.txt", "--yes"), "is not a database")
    assert_refused(run_bot(tmp_path, "restore", "nothing.sqlite3", "--yes"), "There is no database")
    assert_refused(run_bot(tmp_path, "backup", "nowhere/copy.sqlite3"), "There is no folder nowhere")


async def test_restore_refuses_database_of_running_bot(tmp_path: Path) -> None:
    database = await open_database(tmp_path / FILE)
    for target in (f"./{FILE}", f"{FILE}-lock"):
        for command in (("backup", target), ("copy-database", FILE, target), ("restore", target, "--yes")):
            refused = await asyncio.to_thread(run_bot, tmp_path, *command)
            assert_refused(refused, "the same, or one belongs to the other")
    await Remembered(database).set_setting("commands", "the last")
    await database.close()
    database = await open_database(tmp_path / FILE)
    assert await Remembered(database).setting("commands") == "the last"
    await database.close()


def test_doctor_runs_as_a_command(tmp_path: Path) -> None:
    asyncio.run(a_table(tmp_path / FILE, 1))

    looked = run_bot(tmp_path, "doctor")
    assert (looked.returncode, looked.stdout) == (0, "All is well.\n")


def test_restore_counts_in_words_what_would_be_lost() -> None:
    assert told(Loss(2, 1300, 1)).endswith(f": 2 tables, 1,300 acts, 1 saved rule set. {GOES_BACK}")
    assert told("It is damaged.") == "What would be lost is not known. It is damaged."
    assert told(Loss(0, 0, 0)).endswith(f" is newer than the backup. {GOES_BACK}")
