"""The health check: a bot that is well touches a file, and the command looks how old it is."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.health import EVERY, STALE_AFTER, is_healthy, keep_pulse, pulse_file
from bot.services.upkeep import Upkeep
from bot.store.protocol import Store
from bot.store.store import SqlStore
from tests.bot.standing_time import StandingTime
from tests.bot.stores import TroubledStore


class Watched(SqlStore):
    """A store that says each time it was asked whether it is writable."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store._database)
        self.asked = asyncio.Event()
        self.answer = True

    async def is_writable(self) -> bool:
        self.asked.set()
        return self.answer and await super().is_writable()


def touched(path: Path) -> float | None:
    """When the file was last touched; None if it is not there."""
    file = pulse_file(path)
    return file.stat().st_mtime if file.exists() else None


async def beats(store: Store, path: Path, *, connected: Callable[[], bool] = lambda: True) -> bool:
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
    pulse = asyncio.create_task(keep_pulse(Upkeep(store), path, connected))
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


async def test_a_connected_bot_with_a_writable_database_shows_signs_of_life(
    store: TroubledStore, path: Path
) -> None:
    assert await beats(store, path)
    assert is_healthy(path)


async def test_a_bot_without_discord_shows_none(store: TroubledStore, path: Path) -> None:
    assert not await beats(store, path, connected=lambda: False)
    assert not is_healthy(path)


async def test_a_bot_whose_database_takes_no_writes_shows_none(store: TroubledStore, path: Path) -> None:
    watched = Watched(store)
    watched.answer = False

    assert not await beats(watched, path)
    assert watched.asked.is_set()


async def test_a_sign_that_cannot_be_written_is_logged_and_tried_again(
    store: TroubledStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert not await beats(store, tmp_path / "gone" / "rookery.sqlite3")
    assert "no sign of life can be given" in caplog.text


def test_a_bot_that_was_never_there_is_not_healthy(path: Path) -> None:
    assert not is_healthy(path)


def test_databases_on_servers_have_signs_of_their_own_that_show_no_password() -> None:
    ours, same, other = (
        pulse_file(SecretStr(f"postgresql://{who}@db.example.org/{name}"))
        for who, name in (("rookery:secret", "one"), ("someone:else", "one"), ("rookery:secret", "two"))
    )

    assert ours == same != other
    assert ours.parent.is_dir()
    assert "secret" not in str(ours)


@pytest.mark.parametrize(("age", "healthy"), [(0, True), (STALE_AFTER - 1, True), (STALE_AFTER, False)])
def test_a_sign_of_life_is_good_for_a_minute(path: Path, age: float, healthy: bool) -> None:
    pulse_file(path).touch()
    made = pulse_file(path).stat().st_mtime

    assert is_healthy(path, now=lambda: made + age) is healthy


def test_a_sign_is_given_often_enough_that_one_may_be_late() -> None:
    assert 3 * EVERY < STALE_AFTER
