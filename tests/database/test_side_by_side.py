"""Processes of one PostgreSQL database side by side: what they insert at once, and versions that differ."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import pytest

from bot.common.errors import Displaced, StoreError
from bot.daily.store import DailyStore
from bot.daily.stored import DailyDeal, DailyPlace
from bot.database import postgres_migrate
from bot.database.database import Database, Statement
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.delivery.store import HandMessage, HandMessageStore
from bot.evening.store.evenings import EveningStore
from bot.league.store.acts import note_act
from bot.league.store.leagues import LeagueStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.models.endings import Managed
from bot.models.shuffles import MatchSeed
from bot.models.stored_league import Did, League, LeagueAct, PaperMatch, Season
from bot.models.stored_settings import AuditEntry
from bot.server.store import note_audit
from bot.table.store.earlier_deals import EarlierDeal, EarlierDealStore
from bot.table.store.seasons import SeasonPlaceStore
from bot.table.store.tables import TableStore, insert_table
from tests.database.leagues import BEGUN, act, new_league
from tests.database.samples import ANN, HOME, an_evening, new_table, stored_tables, table_record
from tests.database.test_recorded_matches import recorded
from tests.postgres import PostgresServer

WRITERS: Final = 2
INSERTS: Final = 400
"""Inserts of a kind by all of them."""
EARLIER: Final = EarlierDeal(1, 1, (0, 1, 2, 3), "", "")

Insert = Callable[[Database, int], Awaitable[object]]
"""Inserts a row by its number among all; returns what must be its own, such as its id."""


@pytest.fixture
async def writers(postgres: PostgresServer, name: str) -> AsyncIterator[list[Database]]:
    opened = [await open_database(postgres.address(name), alone=False) for _ in range(WRITERS)]
    yield opened
    for database in opened:
        await database.close()


@pytest.fixture
async def league(writers: list[Database]) -> tuple[League, Season]:
    await new_table(writers[0], channel_id=10_000)
    return await new_league(writers[0])


async def table(database: Database, number: int) -> int:
    return (await new_table(database, channel_id=number)).id


async def audit_entry(database: Database, number: int) -> None:
    await database.write(note_audit(AuditEntry(HOME, 1, ANN, Managed.RULED, BEGUN + number, "")))


async def evening(database: Database, number: int) -> int:
    return (await EveningStore(database).create_evening(replace(an_evening(), channel_id=number))).id


async def league_with_season_and_act(database: Database, number: int) -> int:
    return (await new_league(database, name=f"League {number}"))[0].id


async def paper_match(database: Database, _: int) -> int:
    return (await PaperMatchStore(database).keep_paper(PaperMatch(0, 1, "{}", ANN, BEGUN))).id


async def daily_deal(database: Database, number: int) -> int:
    day = date(2026, 1, 1) + timedelta(number)
    deal = DailyDeal(DailyPlace(HOME, 0), day.isoformat(), "kentucky", {}, 2, MatchSeed(bytes(32)))
    return (await DailyStore(database).draw_daily(deal)).place.number


KINDS: Final = (table, audit_entry, evening, league_with_season_and_act, paper_match, daily_deal)


async def insert_at_once(writers: list[Database], insert: Insert) -> list[object]:
    """Insert by all writers, a row each at a time; returns the results, or errors, by number."""
    results: list[object] = []
    for number in range(0, INSERTS, WRITERS):
        pair = (insert(writer, number + other) for other, writer in enumerate(writers))
        results += await asyncio.gather(*pair, return_exceptions=True)
    return results


@pytest.mark.usefixtures("league")
@pytest.mark.parametrize("kind", KINDS)
async def test_two_writers_at_once_insert_rows_with_ids_of_their_own(
    writers: list[Database], kind: Insert
) -> None:
    """With MAX(id) + 1, 126 of 400 evenings failed, 154 leagues and 31 paper matches."""
    inserted = await insert_at_once(writers, kind)

    assert [one for one in inserted if isinstance(one, Exception)] == []
    assert kind is audit_entry or len(set(inserted)) == INSERTS


async def test_two_writers_renew_expired_hands_at_once(writers: list[Database]) -> None:
    """With its own hand saved before the expired ones are deleted, each waited for the other's row."""
    stores = [HandMessageStore(writer) for writer in writers]
    tables = [(await new_table(writer, channel_id=number)).id for number, writer in enumerate(writers)]
    for _ in range(40):
        for table_id in tables:
            await stores[0].save_hand(HandMessage(table_id, ANN, 70, "expired", 5.0))
        renewed = (
            store.save_hand(HandMessage(table_id, ANN, 71, "renewed", 500.0), purge_before=100.0)
            for store, table_id in zip(stores, tables, strict=True)
        )
        await asyncio.gather(*renewed)
        assert [hand.token for hand in await stores[0].reachable_hands(0.0)] == ["renewed"] * WRITERS


@pytest.mark.usefixtures("league")
async def test_insert_waits_for_no_row_that_another_writer_has_not_committed(writers: list[Database]) -> None:
    """With MAX(id) + 1, the second writer wanted the same id, waited, and failed."""
    first, second = writers
    table, other = (insert_table(table_record(channel_id)) for channel_id in (1, 2))
    entry = note_audit(AuditEntry(HOME, 1, ANN, Managed.RULED, BEGUN, ""))
    done = note_act(LeagueAct(1, ANN, Did.CHANGED, BEGUN))
    async with first.transaction() as run:
        for statement in (table, entry, done):
            await run(statement)
        for statement in (other, entry, done):
            await second.write(statement)


async def test_two_writers_link_tables_to_their_own_season_and_earlier_deal(
    writers: list[Database], league: tuple[League, Season]
) -> None:
    _, season = league

    async def linked(database: Database, number: int) -> tuple[int, int]:
        again = replace(EARLIER, deal=number + 1)
        table = await TableStore(database).create_table(table_record(number), season.id, again)
        return table.id, number + 1

    inserted = await insert_at_once(writers, linked)
    for one in inserted:
        assert isinstance(one, tuple), one
        table_id, deal = one
        earlier = await EarlierDealStore(writers[0]).earlier_deal(table_id)
        assert earlier is not None
        assert earlier.deal == deal
        assert await SeasonPlaceStore(writers[0]).season_match(table_id) is not None


async def test_two_writers_import_matches_under_numbers_of_their_own(
    writers: list[Database], league: tuple[League, Season]
) -> None:
    _, season = league

    async def imported(database: Database, number: int) -> tuple[int, ...]:
        matches = [recorded(season, at=BEGUN + 1000 * number + one) for one in range(3)]
        done = act(Did.IMPORTED, *league)
        return tuple(await PaperMatchStore(database).import_matches(matches, done))

    inserted = await insert_at_once(writers, imported)
    assert [one for one in inserted if isinstance(one, Exception)] == []
    for number, ids in enumerate(inserted):
        assert isinstance(ids, tuple)
        listed = ", ".join(map(str, ids))
        times = await writers[0].read(
            Statement(
                f"SELECT finished_at, created_at FROM matches JOIN tables ON id = table_id "
                f"WHERE id IN ({listed}) ORDER BY id"
            )
        )
        assert times == [(BEGUN + 1000 * number + one,) * 2 for one in range(3)]


async def test_two_seasons_of_two_leagues_opened_at_once_have_two_ids(writers: list[Database]) -> None:
    leagues = [(await new_league(writers[0], name=f"League {number}"))[0] for number in range(20)]
    for season in await writers[0].read(Statement("SELECT id FROM seasons")):
        made = LeagueAct(leagues[0].id, ANN, Did.CLOSED, BEGUN)
        await LeagueStore(writers[0]).close_season(season[0], made)
    opened = await asyncio.gather(
        *(
            LeagueStore(writers[number % 2]).open_season(
                Season(0, league.id, 2, "{}", BEGUN), LeagueAct(league.id, ANN, Did.OPENED, BEGUN)
            )
            for number, league in enumerate(leagues)
        )
    )
    assert len({season.id for season in opened}) == 20


# Versions


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a migration of a newer version in place, and takes it away again where it is empty."""
    folder = tmp_path / "migrations"
    shutil.copytree(postgres_migrate.FOLDER, folder)
    step = folder / f"{len(postgres_migrate.migrations()) + 1:04}_newer.sql"

    def put(sql: str) -> None:
        monkeypatch.setattr(postgres_migrate, "FOLDER", folder)
        if sql:
            step.write_text(sql)
        else:
            step.unlink()

    return put


EXPAND: Final = "ALTER TABLE settings ADD COLUMN note TEXT;"
CONTRACT: Final = "UPDATE rookery SET least_writer = (SELECT version FROM rookery) + 1;"


async def test_process_one_version_behind_writes_and_restarts_along_with_a_newer_one(
    postgres: PostgresServer, name: str, newer: Callable[[str], None]
) -> None:
    behind = await open_database(postgres.address(name), alone=False)
    newer(EXPAND)
    ahead = await open_database(postgres.address(name), alone=False)
    newer("")
    assert await ahead.read(Statement("SELECT note FROM settings WHERE key = 'none'")) == []
    for database in (behind, ahead):
        await new_table(database, channel_id=id(database))
        assert await Remembered(database).is_writable()
    await behind.close()

    again = await open_database(postgres.address(name), alone=False)
    assert len(await stored_tables(again)) == 2
    [[version]] = await postgres.rows("SELECT version FROM rookery", name)
    assert version == len(postgres_migrate.migrations()) + 1
    for database in (again, ahead):
        await database.close()


async def test_process_below_the_least_writer_writes_nothing_more_and_is_refused(
    postgres: PostgresServer, name: str, newer: Callable[[str], None]
) -> None:
    behind = await open_database(postgres.address(name), alone=False)
    newer(CONTRACT)
    ahead = await open_database(postgres.address(name), alone=False)
    newer("")

    for _ in range(2):
        with pytest.raises(Displaced, match="A newer Rookery has changed this PostgreSQL database"):
            await new_table(behind)
    with pytest.raises(Displaced):
        behind.check_held()
    await behind.close()
    with pytest.raises(StoreError, match="was written by a newer Rookery"):
        await open_database(postgres.address(name), alone=False)
    await new_table(ahead)
    await ahead.close()


async def test_two_processes_that_start_at_once_migrate_once(postgres: PostgresServer, empty: str) -> None:
    opened = await asyncio.gather(*(open_database(postgres.address(empty), alone=False) for _ in range(4)))
    assert await postgres.rows("SELECT version FROM rookery", empty) == [
        (len(postgres_migrate.migrations()),)
    ]
    for database in opened:
        await database.close()


async def test_session_of_a_server_without_the_timeouts_is_refused(
    postgres: PostgresServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.postgres_session.OLDEST_SERVER", 99)

    with pytest.raises(StoreError, match="too old: Rookery needs version 14 or newer"):
        await open_database(postgres.address(name))
