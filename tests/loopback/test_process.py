"""The running process as its operator sees it: figures for Prometheus, and its health until it has ended."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.common.metrics import METRICS
from bot.health import pulse_file, pulse_files, report
from tests.application.command import TOKEN, assert_refused, run_bot
from tests.common.test_metrics import figures, free_port
from tests.e2e.play.test_metrics import value
from tests.loopback.local_discord import LocalDiscord
from tests.loopback.stale_club import make_stale, the_bot

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

TABLES = 60


async def test_figures_of_process_tell_of_requests_edits_and_tables(tmp_path: Path) -> None:
    discord, port = LocalDiscord(await make_stale(tmp_path / "club.sqlite3", TABLES)), free_port()
    async with (
        discord.serving(),
        the_bot(discord, tmp_path / "club.sqlite3", ROOKERY_METRICS_PORT=str(port)),
    ):
        await discord.until_edited(TABLES)
        page = await asyncio.to_thread(figures, port)
        (tmp_path / "second").mkdir()
        second = await asyncio.to_thread(
            run_bot, tmp_path / "second", DISCORD_TOKEN=TOKEN, ROOKERY_METRICS_PORT=str(port)
        )

    assert value(page, 'rookery_requests_total{status="200"}') >= TABLES
    assert value(page, "rookery_edit_lateness_seconds_count") >= TABLES - 1, "the last is under way"
    assert sum(value(page, f'rookery_tables{{state="{state}"}}') for state in ("awake", "asleep")) == TABLES
    assert value(page, "rookery_store_seconds_count") > 0
    assert value(page, "rookery_shards") == 1
    assert value(page, "process_resident_memory_bytes") > 10e6
    assert all(f"# TYPE {metric.name.removesuffix('_total')}" in page for metric in METRICS)
    assert_refused(second, "ROOKERY_METRICS_PORT", "Name a free port")


async def until_well(path: Path) -> None:
    """Wait for the first sign of life of a database's process."""
    async with asyncio.timeout(60):
        while not report(path).is_healthy:  # noqa: ASYNC110  (another process's file is no event)
            await asyncio.sleep(0.1)


@pytest.mark.slow
@pytest.mark.parametrize("is_killed", [False, True])
async def test_process_is_well_until_it_is_told_to_stop_or_killed(tmp_path: Path, is_killed: bool) -> None:
    """A polite stop leaves no sign of life; the one that a kill leaves grows old until the next start."""
    path = tmp_path / "club.sqlite3"
    discord = LocalDiscord(await make_stale(path, 30))
    async with discord.serving():
        async with the_bot(discord, path) as process:
            file = pulse_file(path, process.pid)
            await until_well(path)
            process.kill() if is_killed else process.stop()
            await process.ended()
        assert (list(pulse_files(path).values()) == [file]) is is_killed
        if not is_killed:
            assert not report(path).is_healthy
            return
        os.utime(file, (0, 0))  # a minute later
        assert not report(path).is_healthy
        async with the_bot(discord, path) as process:
            await until_well(path)
            assert list(pulse_files(path)) == [process.pid]
