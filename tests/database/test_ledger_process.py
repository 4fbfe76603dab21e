"""A worker process for ratings that dies is replaced, and no match is lost or booked twice."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import TypeVar

import pytest

from bot.common.arithmetic import Arithmetic, NotWorkedOut, at_once
from bot.database.database import Database
from bot.league import ledger
from bot.league import season_tables as ranking
from bot.league.ledger import LedgerKeeper
from tests.database.ledgers import new_season, play, result_of
from tests.database.test_ledger import AT, FOUR, MADE, SET, contents

T = TypeVar("T")
MATCHES = 8
"""More than the limit for rating in the bot's own process."""


class Mortal:
    """A worker for arithmetic that is killed before the questions of the given numbers, from 1."""

    def __init__(self, *deaths: int, is_replaced: bool = False) -> None:
        self._arithmetic = Arithmetic()
        self._deaths = deaths
        self._is_replaced = is_replaced
        """Whether another caller has already had a new worker started by the next question."""
        self.asked = 0

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """Put a question to the worker."""
        self.asked += 1
        if self.asked in self._deaths:
            process = await self._arithmetic.ask(os.getpid)
            os.kill(process, signal.SIGKILL)
            if self._is_replaced:
                await self._other()  # report the death to the worker pool, if that has not noticed
                assert await self._other() != process
        return await self._arithmetic.ask(question, *about)

    async def _other(self) -> int | None:
        try:
            return await self._arithmetic.ask(os.getpid)
        except Exception:  # noqa: BLE001  (it is the one that was killed)
            return -1

    async def close(self) -> None:
        """Close the worker."""
        await self._arithmetic.close()


async def season_played(database: Database) -> None:
    """A season with matches that are not booked yet."""
    _, season = await new_season(database, *((one,) for one in FOUR))
    for number in range(MATCHES):
        hands = (MADE if number % 3 else SET,)
        await play(database, result_of(FOUR, hands, AT + 100 * number), season_id=season.id)


@pytest.mark.parametrize(
    ("death", "is_replaced"),
    [
        pytest.param(1, False, id="while it rates"),
        pytest.param(6, False, id="while it ranks"),
        pytest.param(6, True, id="while it ranks, and another process knows nothing of the table"),
    ],
)
async def test_process_that_dies_is_started_again_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch, death: int, is_replaced: bool
) -> None:
    await season_played(database)
    monkeypatch.setattr(ranking, "FEW", 0)
    monkeypatch.setattr(ranking, "REST", 0)
    mortal = Mortal(death, is_replaced=is_replaced)
    await LedgerKeeper(database, mortal.ask).catch_up()
    await mortal.close()
    assert mortal.asked > death
    found = await contents(database)
    assert not any(found[name] for name in ("results_to_book", "boards_to_rate", "seasons_to_rank"))
    assert len(found["season_lines"]) == len(FOUR)
    assert len(found["rated_entries"]) > MATCHES


async def test_booking_continues_after_an_unexpected_error(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the task ended on such an error, and no match was booked until a restart."""
    await season_played(database)
    monkeypatch.setattr(ledger, "RETRY_AFTER", 0.0)
    errors = [RuntimeError("unexpected"), NotWorkedOut("dead"), NotWorkedOut("dead")]
    answered = asyncio.Event()

    async def ask(question: Callable[..., T], *about: object) -> T:
        if errors:
            raise errors.pop(0)
        answered.set()
        return await at_once(question, *about)

    kept = LedgerKeeper(database, ask)
    kept.start(lambda _: None)
    async with asyncio.timeout(30):
        await answered.wait()
    await kept.close()
    assert not errors
