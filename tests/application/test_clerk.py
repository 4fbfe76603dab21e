"""The clerk's work goes on for as long as the process, whatever goes wrong with a part of it."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from bot.clerk import serve_as_clerk
from bot.common import background
from bot.common.background import cut_off
from bot.maintenance import copies
from tests.table.stage import Stage
from tests.table.standing_time import StandingTime


async def test_unexpected_error_ends_no_work_of_the_clerk(
    stage: Stage, time: StandingTime, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Bug: a backup folder whose network disk was gone ended deletion, forgetting and backups, unheard."""

    def gone(*_: object) -> list[Path]:
        raise OSError(errno.ESTALE, "Stale file handle")

    monkeypatch.setattr(copies, "backups_in", gone)
    monkeypatch.setattr(background, "AGAIN_AFTER", 1)  # before a backup is due
    async with stage.open() as app:
        clerk = asyncio.create_task(serve_as_clerk(app))
        for attempt in (1, 2):
            while caplog.text.count("unexpected OSError") < attempt:
                assert not clerk.done()
                await asyncio.sleep(0)
            time.let_pass(1)
        await cut_off([clerk])
