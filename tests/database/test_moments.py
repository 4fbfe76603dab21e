"""Pages made of several reads show one snapshot, on each database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from dataclasses import replace
from inspect import iscoroutinefunction
from typing import Any, Final

import pytest

from bot.common.errors import Refused
from bot.database.database import Database
from bot.evening.service import Evenings
from bot.evening.store.evenings import EveningStore
from bot.models.stored_evenings import TableScore
from bot.replay.service import Replays
from bot.stats.histories import Histories
from bot.stats.records import Moments, Records
from bot.stats.store.ledger import LedgerStore
from bot.table.manager import GameManager
from cogs.ui.items import note
from cogs.ui.stats_parts import STILL_COUNTING, with_counting_note
from tests.database.ledgers import Hand, ledger_of, play, result_of
from tests.database.samples import AWAY, HOME, begun_evening

FOUR = (2001, 2002, 2003, 2004)
MADE = Hand(0, 120, (130, 50))
AT = 1.7e9


async def test_result_stored_between_two_reads_of_one_snapshot_is_in_neither(database: Database) -> None:
    await play(database, result_of(FOUR, (MADE,), AT))
    await ledger_of(database).catch_up()
    records = Records(database)
    async with database.one_moment():
        before = await records.of(HOME, FOUR[:1])
        another_user = Context()
        storing = asyncio.create_task(play(database, result_of(FOUR, (MADE,), AT + 9)), context=another_user)
        for _ in range(20):
            await asyncio.sleep(0)
        assert await records.of(HOME, FOUR[:1]) == before
        assert not storing.done()
    await storing
    await ledger_of(database).catch_up()
    after = await records.of(HOME, FOUR[:1])
    assert before is not None
    assert after is not None
    assert after.figures.matches == before.figures.matches + 1


async def test_write_within_a_snapshot_is_refused_and_the_database_still_works(database: Database) -> None:
    async with database.one_moment():
        with pytest.raises(RuntimeError, match="nothing is written"):
            await play(database, result_of(FOUR, (MADE,), AT))
    await play(database, result_of(FOUR, (MADE,), AT))


async def test_failed_snapshot_lets_later_reads_and_writes_through(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.one_moment():
            raise ZeroDivisionError
    await play(database, result_of(FOUR, (MADE,), AT))
    async with database.one_moment(), database.one_moment():
        assert await Records(database).of(HOME, FOUR[:1]) is None


async def test_tasks_started_in_a_snapshot_read_from_it(database: Database) -> None:
    async with database.one_moment():
        numbers = await asyncio.gather(*(LedgerStore(database).number_pending() for _ in range(5)))
    assert numbers == [0] * 5


async def test_cancelled_snapshot_lets_later_reads_and_writes_through(database: Database) -> None:
    begun = asyncio.Event()

    async def read_endlessly() -> None:
        async with database.one_moment():
            begun.set()
            await asyncio.Event().wait()

    reading = asyncio.create_task(read_endlessly())
    await begun.wait()
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    await play(database, result_of(FOUR, (MADE,), AT))
    assert await LedgerStore(database).number_pending() == 1


async def test_card_read_during_booking_is_whole_or_says_it_is_counting(
    database: Database,
) -> None:
    """Bug: a record was read while the ledger was updated between its figures and its form."""
    for number in range(3):
        await play(database, result_of(FOUR, (MADE,), AT + number))
    booking = asyncio.create_task(ledger_of(database).catch_up())
    while not booking.done():
        async with Moments(database).of(HOME) as is_counting:
            record = await Records(database).of(HOME, FOUR[:1])
        assert record is None or record.figures.matches == len(record.form)
        assert is_counting or (record is not None and record.figures.matches == 3)
    await booking


async def test_snapshot_is_counting_until_the_servers_results_are_booked(database: Database) -> None:
    moments = Moments(database)
    await play(database, result_of(FOUR, (MADE,), AT))
    async with moments.of(HOME) as here, moments.of(AWAY) as elsewhere:
        assert (here, elsewhere) == (True, False)
    await ledger_of(database).catch_up()
    async with moments.of(HOME) as here:
        assert not here


@pytest.mark.parametrize("is_counting", [True, False])
def test_page_says_that_it_is_still_counting(is_counting: bool) -> None:
    shown: Any = with_counting_note(note("The record"), is_counting=is_counting)
    assert (STILL_COUNTING in str(shown.to_components())) is is_counting


class _ConcurrentWriter:
    """A database in which another user stores a row after the first read."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.storing: asyncio.Task[int] | None = None
        self.stored_between = False

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.database, name)
        return self._reading(found) if iscoroutinefunction(found) else found

    def _reading(self, read: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def reading(*args: Any) -> Any:
            found = await read(*args)
            if self.storing is None:
                storing = play(self.database, result_of(FOUR, (MADE,), AT + 9))
                self.storing = asyncio.create_task(storing, context=Context())
                await asyncio.wait({self.storing}, timeout=0.2)
            self.stored_between |= self.storing.done()
            return found

        return reading


async def _history(database: Any, table_id: int) -> object:
    return await Histories(database).page(HOME, FOUR[0], 0)


async def _replay(database: Any, table_id: int) -> object:
    with suppress(Refused):  # no cards of it are kept
        await Replays(database).of(table_id, HOME, 1, FOUR[0])
    return None


async def _evening(database: Any, table_id: int) -> object:
    evening = await begun_evening(database.database)
    return await Evenings(database, GameManager(database.database)).shown(evening.id)


async def _deal_page(database: Any, table_id: int) -> object:
    evening = await begun_evening(database.database)
    over = evening.with_table(replace(evening.tables[0], score=TableScore((60, 60), 1, 1)))
    await EveningStore(database.database).save_evening(replace(over, revision=2), evening)
    with suppress(Refused):  # no cards of it are kept
        await Evenings(database, GameManager(database.database)).deal_sheet(evening.id, 1)
    return None


PAGES: Final = (_history, _replay, _evening, _deal_page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.strip("_"))
async def test_page_of_several_reads_is_one_snapshot(
    database: Database, page: Callable[[Any, int], Awaitable[object]]
) -> None:
    """Bug: others stored results between the reads it was made of."""
    writer = _ConcurrentWriter(database)
    await page(writer, await play(database, result_of(FOUR, (MADE,), AT)))
    assert writer.storing is not None
    assert not writer.stored_between
    await writer.storing
