"""Pages made of several reads: all of them as of one moment, on each database."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Any

import pytest

from bot.database.database import Database
from bot.stats.moments import Moment, Moments
from bot.stats.records import Records
from cogs.ui.items import note
from cogs.ui.stats_parts import STILL_COUNTING, as_of
from tests.store.books import Hand, book_of, play, result_of
from tests.store.samples import AWAY, HOME

FOUR = (2001, 2002, 2003, 2004)
MADE = Hand(0, 120, (130, 50))
AT = 1.7e9


async def test_result_stored_between_two_reads_of_one_moment_is_in_neither(database: Database) -> None:
    await play(database, result_of(FOUR, (MADE,), AT))
    await book_of(database).catch_up()
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
    await book_of(database).catch_up()
    after = await records.of(HOME, FOUR[:1])
    assert before is not None
    assert after is not None
    assert after.figures.matches == before.figures.matches + 1


async def test_write_within_a_moment_is_refused_and_the_database_goes_on(database: Database) -> None:
    async with database.one_moment():
        with pytest.raises(RuntimeError, match="nothing is written"):
            await play(database, result_of(FOUR, (MADE,), AT))
    await play(database, result_of(FOUR, (MADE,), AT))


async def test_failed_moment_lets_later_reads_and_writes_through(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.one_moment():
            raise ZeroDivisionError
    await play(database, result_of(FOUR, (MADE,), AT))
    async with database.one_moment(), database.one_moment():
        assert await Records(database).of(HOME, FOUR[:1]) is None


async def test_moment_is_counting_until_the_results_of_the_server_are_booked(database: Database) -> None:
    moments = Moments(database)
    await play(database, result_of(FOUR, (MADE,), AT))
    async with moments.of(HOME) as here, moments.of(AWAY) as elsewhere:
        assert (here, elsewhere) == (Moment(is_counting=True), Moment(is_counting=False))
    await book_of(database).catch_up()
    async with moments.of(HOME) as here:
        assert not here.is_counting


@pytest.mark.parametrize("is_counting", [True, False])
def test_page_says_that_it_is_still_counting(is_counting: bool) -> None:
    shown: Any = as_of(Moment(is_counting), note("The record"))
    assert (STILL_COUNTING in str(shown.to_components())) is is_counting
