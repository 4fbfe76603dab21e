"""The health check: a bot that is well touches a file, and the command looks how old it is."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app import App, open_app
from bot.computers.worker import InlineComputers
from bot.health import EVERY, NO_SIGN, STALE_AFTER, is_healthy, keep_pulse, pulse_file, report
from bot.maintenance.upkeep import Upkeep
from tests.application.command import environment
from tests.table.people import settings_for
from tests.table.standing_time import StandingTime
from tests.table.troubled import TroubledDatabase


class Unwritable(Upkeep):
    """Upkeep of a database that takes no writes."""

    asked = False

    async def is_writable(self) -> bool:
        self.asked = True
        return False


def touched(path: Path) -> float | None:
    """When the file was last touched; None if it is not there."""
    file = pulse_file(path)
    return file.stat().st_mtime if file.exists() else None


async def beats(app: App, path: Path, *, connected: Callable[[], bool] = lambda: True) -> bool:
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
    pulse = asyncio.create_task(keep_pulse(app, connected))
    await waits.wait()
    first = touched(path)
    if first is not None:
        os.utime(pulse_file(path), (0, 0))
        waits.clear()
        time.let_pass(EVERY)
        await waits.wait()
        assert touched(path) != 0, "the second beat was left out"
    pulse.cancel()
    await asyncio.gather(pulse, return_exceptions=True)
    return first is not None


@pytest.fixture
async def app(database: TroubledDatabase, path: Path) -> AsyncIterator[App]:
    async with open_app(settings_for(path), database=database, computers=InlineComputers()) as app:
        yield app


async def test_a_connected_bot_with_a_writable_database_shows_signs_of_life(app: App, path: Path) -> None:
    assert await beats(app, path)
    assert is_healthy(path)


async def test_a_bot_without_discord_shows_none(app: App, path: Path) -> None:
    assert not await beats(app, path, connected=lambda: False)
    assert not is_healthy(path)


async def test_a_bot_whose_database_takes_no_writes_shows_none(
    app: App, database: TroubledDatabase, path: Path
) -> None:
    upkeep = Unwritable(database)

    assert not await beats(replace(app, maintenance=replace(app.maintenance, upkeep=upkeep)), path)
    assert upkeep.asked


async def test_a_sign_that_cannot_be_written_is_logged_and_tried_again(
    app: App, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gone = tmp_path / "gone" / "rookery.sqlite3"
    assert not await beats(replace(app, settings=settings_for(gone)), gone)
    assert "no sign of life can be given" in caplog.text


def test_a_bot_that_was_never_there_is_not_healthy(path: Path) -> None:
    assert not is_healthy(path)
    assert report(path) == [NO_SIGN]


async def test_the_health_check_tells_what_went_wrong(app: App, path: Path) -> None:
    app.delivery.lost_answers.note("10062")
    await beats(app, path)
    os.utime(pulse_file(path), None)

    well, seen, *others = report(path)

    assert well == "The bot is well."
    assert seen.startswith("Seen 20")
    assert others[0] == "1 answer was lost since the bot started: 1 × too late."


@pytest.mark.parametrize("written", [b"", b"{", b"{}", b"\xff"])
def test_a_sign_that_says_nothing_is_a_sign_all_the_same(path: Path, written: bytes) -> None:
    pulse_file(path).write_bytes(written)

    assert is_healthy(path)
    assert report(path) == ["The bot is well."]


def test_databases_on_servers_have_signs_of_their_own_that_show_no_password() -> None:
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
def test_a_sign_of_life_is_good_for_a_minute(path: Path, age: float, healthy: bool) -> None:
    pulse_file(path).touch()
    made = pulse_file(path).stat().st_mtime

    assert is_healthy(path, now=lambda: made + age) is healthy


def test_a_sign_is_given_often_enough_that_one_may_be_late() -> None:
    assert 3 * EVERY < STALE_AFTER


ASK = """
import runpy, sys
try:
    runpy.run_module("bot.health", run_name="__main__")
except SystemExit as end:
    print(end.code, sorted({"bot.app", "discord", "rules.catalog"} & set(sys.modules)))
"""


def test_a_container_asks_without_loading_a_bot(tmp_path: Path) -> None:
    """On a small machine that would take seconds, twice a minute."""

    def ask(**settings: str) -> str:
        asked = [sys.executable, "-c", ASK]
        return subprocess.run(
            asked, cwd=tmp_path, env=environment(**settings), stdout=subprocess.PIPE, text=True, check=True
        ).stdout

    assert ask() == f"{NO_SIGN}\n1 []\n"
    pulse_file(tmp_path / "rookery.sqlite3").touch()
    assert ask() == "The bot is well.\n0 []\n"
    assert ask(ROOKERY_PACE="fast") == "2 []\n"
