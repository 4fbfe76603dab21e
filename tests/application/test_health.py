"""The health check: a healthy bot touches a file, and the command reads the file's age."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app import App, open_app
from bot.common.shards import Shards
from bot.handover import Duty
from bot.health import EVERY, NO_SIGN, NO_SIGN_OF_ONE, STALE_AFTER, Pulse, pulse_file, report
from bot.maintenance.upkeep import Upkeep
from tests.application.command import environment
from tests.inline import InlineComputers
from tests.table.people import settings_for
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase


class Unwritable(Upkeep):
    """Stands in for the upkeep of a database that takes no writes."""

    asked = False

    async def is_writable(self) -> bool:
        self.asked = True
        return False


def touched(path: Path) -> float | None:
    """When the file was last touched; None if it does not exist."""
    file = pulse_file(path)
    return file.stat().st_mtime if file.exists() else None


async def beats(app: App, path: Path, *, shards_away: int = 0) -> bool:
    """Whether the first beat of a pulse touches the file."""
    time = StandingTime()
    waits = asyncio.Event()
    loop = asyncio.get_running_loop()
    call_later = loop.call_at

    def call_at(when: float, *arguments: object, **options: object) -> asyncio.TimerHandle:
        if when >= loop.time() + EVERY:
            waits.set()
        return call_later(when, *arguments, **options)  # type: ignore[arg-type]

    loop.call_at = call_at  # type: ignore[method-assign]
    pulse = asyncio.create_task(Pulse(path).keep(app, lambda: shards_away))
    await waits.wait()
    first = touched(path)
    if first and not shards_away:
        os.utime(pulse_file(path), (0, 0))
        waits.clear()
        time.let_pass(EVERY)
        await waits.wait()
        assert touched(path) != 0, "the second beat was left out"
    pulse.cancel()
    await asyncio.gather(pulse, return_exceptions=True)
    return bool(first)


@pytest.fixture
async def app(database: TroubledDatabase, path: Path) -> AsyncIterator[App]:
    async with open_app(settings_for(path), database=database, computers=InlineComputers()) as app:
        yield app


async def test_connected_bot_with_writable_database_touches_file(app: App, path: Path) -> None:
    assert await beats(app, path)
    assert report(path).is_healthy


async def test_bot_without_discord_gives_no_sign_of_life_and_says_why(app: App, path: Path) -> None:
    assert not await beats(app, path, shards_away=1)
    assert not report(path).is_healthy
    assert "The bot isn't connected to Discord." in report(path).lines


async def test_bot_with_a_lost_shard_is_well_for_a_minute_and_names_it(app: App, path: Path) -> None:
    app = replace(app, duty=Duty(Shards.all(3), app.duty.leases))
    pulse_file(path).write_text("", encoding="utf-8")
    seen_at = touched(path)
    assert await beats(app, path, shards_away=2)
    assert touched(path) == seen_at
    assert report(path).lines[0] == "The bot is well."
    assert "2 of 3 shards are not connected to Discord." in report(path).lines


async def test_bot_with_read_only_database_touches_no_file(
    app: App, database: TroubledDatabase, path: Path
) -> None:
    upkeep = Unwritable(database)

    assert not await beats(replace(app, maintenance=replace(app.maintenance, upkeep=upkeep)), path)
    assert upkeep.asked


async def test_unwritable_health_file_is_logged_and_retried(
    app: App, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    missing = tmp_path / "gone" / "rookery.sqlite3"
    assert not await beats(replace(app, settings=settings_for(missing)), missing)
    assert "no sign of life can be given" in caplog.text


def test_missing_health_file_is_unhealthy(path: Path) -> None:
    assert not report(path).is_healthy
    assert report(path).lines == [NO_SIGN]


async def test_health_check_names_the_reason(app: App, path: Path) -> None:
    app.delivery.lost_answers.note("10062")
    await beats(app, path)
    os.utime(pulse_file(path), None)

    well, seen, *others = report(path).lines

    assert well == "The bot is well."
    assert seen.startswith("Seen 20")
    assert others[0] == "1 answer was lost since the bot started: 1 × too late."


@pytest.mark.parametrize("written", [b"", b"{", b"{}", b"\xff"])
def test_unreadable_health_file_counts_as_healthy(path: Path, written: bytes) -> None:
    pulse_file(path).write_bytes(written)

    assert report(path).is_healthy
    assert report(path).lines == ["The bot is well."]


# Several processes ------------------------------------------------------------------------------------


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SecretStr:
    """A PostgreSQL database's address, with a temporary folder for its pulse files."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    return SecretStr("postgresql://rookery:secret@db.example.org/club")


@pytest.fixture
def other_process() -> Iterator[subprocess.Popen[bytes]]:
    """Another process, running until the end of the test."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


def kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def test_sick_process_is_not_hidden_by_a_well_one(
    club: SecretStr, other_process: subprocess.Popen[bytes]
) -> None:
    pulse_file(club).touch()
    sick = pulse_file(club, other_process.pid)
    sick.touch()
    assert report(club).is_healthy

    os.utime(sick, (0, 0))

    assert not report(club).is_healthy
    assert set(report(club).lines) == {
        f"Process {os.getpid()} is well.",
        NO_SIGN_OF_ONE.format(other_process.pid),
    }


def test_process_that_never_got_well_is_sick(club: SecretStr, other_process: subprocess.Popen[bytes]) -> None:
    """Without a file from its start on, another process's would hide it."""
    pulse_file(club, other_process.pid).touch()
    Pulse(club).begin()

    assert not report(club).is_healthy


def test_killed_process_is_sick_until_another_starts(
    club: SecretStr, other_process: subprocess.Popen[bytes]
) -> None:
    pulse_file(club, other_process.pid).touch()
    Pulse(club).begin()
    assert pulse_file(club, other_process.pid).exists(), "it runs"

    kill(other_process)
    pulse_file(club).touch()
    os.utime(pulse_file(club, other_process.pid), (0, 0))
    assert not report(club).is_healthy

    Pulse(club).begin()
    pulse_file(club).touch()
    assert report(club).is_healthy
    assert report(club).lines == ["The bot is well."]


def test_politely_stopped_process_is_not_asked_any_more(
    club: SecretStr, other_process: subprocess.Popen[bytes]
) -> None:
    pulse = Pulse(club)
    pulse.begin()
    pulse_file(club, other_process.pid).touch()

    pulse.end()

    assert report(club).is_healthy
    pulse_file(club, other_process.pid).unlink()
    assert report(club).lines == [NO_SIGN]
    assert list(pulse_file(club).parent.iterdir()) == []


def test_process_of_sqlite_file_replaces_every_earlier_one(
    path: Path, other_process: subprocess.Popen[bytes]
) -> None:
    """In a container the bot is process 1, which runs outside of it, too."""
    pulse_file(path, other_process.pid).touch()
    other = path.with_name("other.sqlite3")
    pulse_file(other, other_process.pid).touch()

    Pulse(path).begin()
    pulse_file(path).touch()

    assert report(path).lines == ["The bot is well."]
    assert report(other).is_healthy


def test_postgres_health_files_differ_and_show_no_password() -> None:
    ours, same, other = (
        pulse_file(SecretStr(f"postgresql://{who}@db.example.org/{name}"))
        for who, name in (("rookery:secret", "one"), ("someone:else", "one"), ("rookery:secret", "two"))
    )

    assert ours == same != other
    assert ours.parent.is_dir()
    assert "secret" not in str(ours)


@pytest.mark.parametrize(
    ("age", "healthy"), [(0, True), (STALE_AFTER - 1, True), (STALE_AFTER, False), (-STALE_AFTER, False)]
)
def test_health_file_is_valid_for_a_minute(path: Path, age: float, healthy: bool) -> None:
    pulse_file(path).touch()
    made = pulse_file(path).stat().st_mtime

    assert report(path, now=lambda: made + age).is_healthy is healthy


def test_health_file_interval_allows_one_late_touch() -> None:
    assert 3 * EVERY < STALE_AFTER


ASK = """
import runpy, sys
try:
    runpy.run_module("bot.health", run_name="__main__")
except SystemExit as end:
    print(end.code, sorted({"bot.app", "discord", "rules.catalog"} & set(sys.modules)))
"""


def test_container_health_check_does_not_import_bot(tmp_path: Path) -> None:
    """On a small machine the import takes seconds, twice a minute."""

    def ask(**settings: str) -> str:
        asked = [sys.executable, "-c", ASK]
        return subprocess.run(
            asked, cwd=tmp_path, env=environment(**settings), stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    assert ask() == f"{NO_SIGN}\n1 []\n"
    pulse_file(tmp_path / "rookery.sqlite3").touch()
    assert ask() == "The bot is well.\n0 []\n"
    assert ask(ROOKERY_PACE="fast") == "2 []\n"
