"""The drawing process: it runs while pictures are wanted; a message omits one that cannot be drawn."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator

import pytest

from bot.delivery import pictures as service
from bot.delivery.pictures import MOST_WAITING, DrawingProcess
from bot.pictures.alt_text import alt_text
from bot.pictures.values import Form, Subject
from tests.inline import InlinePictures
from tests.pictures.subjects import bids, form, rating

PNG = b"\x89PNG"


@pytest.fixture
async def pictures() -> AsyncIterator[DrawingProcess]:
    pictures = DrawingProcess(time_limit=30)
    yield pictures
    await pictures.close()


def die(subject: Subject) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def dawdle(subject: Subject) -> bytes:
    time.sleep(60)
    raise AssertionError


def stumble(subject: Subject) -> bytes:
    raise RuntimeError(f"with {subject}")


async def test_picture_comes_with_its_alternative_text(pictures: DrawingProcess) -> None:
    drawn = await pictures.of(form("WL"))
    assert drawn == await InlinePictures().of(form("WL"))
    assert drawn is not None
    assert drawn.png.startswith(PNG)
    assert drawn.alt_text == alt_text(form("WL"))


async def test_pictures_are_drawn_one_after_another(pictures: DrawingProcess) -> None:
    drawn = await asyncio.gather(*(pictures.of(rating(number)) for number in range(1, 6)))
    assert len({picture.png for picture in drawn if picture}) == 5


async def test_empty_subject_starts_no_process_and_has_no_picture(pictures: DrawingProcess) -> None:
    assert await pictures.of(Form("Ann", ())) is None
    assert not pictures._process.running


@pytest.mark.parametrize("failure", [die, stumble])
async def test_failed_picture_is_omitted_and_next_one_drawn(
    failure: object,
    pictures: DrawingProcess,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(service, "draw", failure)
    assert await pictures.of(bids(100)) is None
    assert [record.getMessage().startswith("a picture is left out") for record in caplog.records] == [True]
    assert "Ann" not in caplog.text
    monkeypatch.undo()
    assert await pictures.of(bids(100)) is not None


async def test_slow_picture_is_omitted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "draw", dawdle)
    pictures = DrawingProcess(time_limit=1)
    assert await pictures.of(bids(100)) is None
    assert not pictures._process.running
    await pictures.close()


async def test_idle_process_ends_after_a_while() -> None:
    pictures = DrawingProcess(time_limit=30, idle=0.05)
    assert await pictures.of(bids(100)) is not None
    async with asyncio.timeout(10):
        while pictures._process.running:  # noqa: ASYNC110  (a timer of the loop, it sets no event)
            await asyncio.sleep(0.01)
    assert await pictures.of(bids(100)) is not None, "the next one starts another"
    await pictures.close()


async def test_pictures_beyond_queue_limit_are_omitted(pictures: DrawingProcess) -> None:
    asked = [asyncio.create_task(pictures.of(form("W"))) for _ in range(MOST_WAITING + 3)]
    drawn = await asyncio.gather(*asked)
    assert [picture is None for picture in drawn] == [False] * MOST_WAITING + [True] * 3


async def test_process_closes_at_once_while_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "draw", dawdle)
    pictures = DrawingProcess(time_limit=60)
    asking = asyncio.create_task(pictures.of(form("W")))
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        await pictures.close()
        assert await asking is None
    assert await pictures.of(form("W")) is None, "after its end nothing is drawn"
