"""Databases of every earlier version are migrated with all their rows."""

# ruff: noqa: ASYNC240 (a test may wait for a file)

import contextlib
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.common.errors import StoreError
from bot.daily.store import DailyStore
from bot.daily.stored import DailyPlace, DailyScore
from bot.database import sqlite_migrate
from bot.database.database import Database, Statement
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.database.sqlite_migrate import add_functions
from bot.delivery.store import HandMessage, HandMessageStore, LooseMessageStore
from bot.league.ledger import requeue_all
from bot.league.store.rosters import RosterStore
from bot.learn.store import LessonStore
from bot.models.endings import Leaving
from bot.models.stored_messages import ShownMessage
from bot.models.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchPlayer,
    MatchResult,
)
from bot.models.stored_settings import (
    Pings,
    QuietHours,
    SavedRules,
    ServerSettings,
    SlowReminder,
    SlowSettings,
)
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord, Waiting
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.server.store import ServerStore
from bot.stats.store.ledger import LedgerStore
from bot.table.store.earlier_deals import EarlierDeal, EarlierDealStore
from bot.table.store.results import ResultStore
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from bot.table.store.waiting import WaitingStore
from rules.codes import encode
from rules.core.outcome import Ranking
from tests.application.killing import run_self_killing
from tests.database.killed_migration import open_and_be_killed_at
from tests.database.ledgers import leaders, ledger_of
from tests.database.samples import stored_tables

pytestmark = pytest.mark.usefixtures("step_by_step")

DATA = Path(__file__).with_name("data")
MIGRATIONS = sqlite_migrate.migrations()
NEWEST = len(MIGRATIONS)


DEAL = DealResult(
    deal=1,
    dealer=3,
    at=1600000003.0,
    sides=(DealSide((0, 2), 140, 140, 120, 9, 20), DealSide((1, 3), -60, -60, 60, 4, 0)),
    players=(DealPlayer(0, 1001, None), DealPlayer(1, 1002, None)),
    contract=Contract(0, 120, "R", made=True, nest_points=15),
)
KENTUCKY = MatchResult(
    guild_id=501,
    game="kentucky",
    rules_code="1000-4DAG9",
    edition="1988",
    rules_version=1,
    ranking=Ranking.MOST,
    players=(MatchPlayer(0, 0, 1001, "Ann", None, 140, 1, won=True),),
    finished_at=1600000003.0,
    seats=0,
    started_at=1600000001.0,
    deals=1,
)
GOLDEN_10 = MatchResult(
    guild_id=501,
    game="golden10_1988",
    rules_code="16RZ-D0C7-DKHQ",
    edition="1988",
    rules_version=1,
    ranking=Ranking.FEWEST,
    players=(
        MatchPlayer(0, 0, 1001, "Ann", None, 30, None, won=False),
        MatchPlayer(2, 2, 1002, "Ben", "random", 0, 1, won=True),
    ),
    finished_at=1610000010.0,
    seats=3,
    started_at=1610000002.0,
)


def golden_10(version: int) -> MatchResult:
    """The match; since version 35 with the meaning of leaving and a leaver's points."""
    if version < 35:
        return GOLDEN_10
    ann, ben = GOLDEN_10.players
    return replace(GOLDEN_10, players=(ann, replace(ben, left_with=12)), leaving=Leaving.PLAYED)


def make(path: Path, version: int) -> None:
    """Make a database of an earlier version, with sample rows."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        add_functions(connection)
        for step in MIGRATIONS[:version]:
            connection.executescript(step.read_text())
        connection.execute(f"PRAGMA user_version = {version}")
        if version:
            connection.executescript((DATA / f"v{version}.sql").read_text())


def read(path: Path, sql: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def schema(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Columns of every table and every index, independent of the SQL they were made with."""
    things = read(path, "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    described = {"table": "table_xinfo", "index": "index_xinfo", "view": "table_xinfo"}
    return {str(name): read(path, f"PRAGMA {described[str(kind)]}({name})") for kind, name in things}


async def check_contents(database: Database, version: int = NEWEST) -> None:
    """Check the rows of ``data/v*.sql``, read as records."""
    if version >= 2:
        assert await ServerStore(database).saved_rules(501) == [SavedRules("Family", "1000-4DAG-9")]
        assert await ServerStore(database).default_rules(501) == "Family"
        assert (await TableStore(database).log(2))[-1] == LogEntry(
            2, -3, 1009, '{"penalty":40}', 1600000002.0
        )
    ann, computer = SeatRecord(1001, "Ann"), SeatRecord(computer="steady")
    assert await stored_tables(database) == [
        TableRecord(
            1,
            501,
            11,
            1001,
            "kentucky",
            {"target": 300},
            (ann, computer),
            Status.PLAYING,
            2,
            77,
            1700000000.5,
        )
    ]
    assert await TableStore(database).log(1) == [
        LogEntry(1, -1, None, '{"deal":"R1"}', 1700000001.5),
        LogEntry(2, 0, 1001, '{"bid":100}', 1700000002.5),
    ]
    assert await ResultStore(database).deals(2) == [DEAL]
    assert await ResultStore(database).match(2) == KENTUCKY
    if version >= 2:
        assert await ResultStore(database).match(3) == golden_10(version)
    assert await HandMessageStore(database).reachable_hands(0.0) == [
        HandMessage(1, 1001, 70, "token", 1700000900.0)
    ]
    assert await Remembered(database).setting("announce") is True
    assert [(one.message_id, one.kind) for one in await ShownStore(database).shown(1)][:1] == [(77, "table")]
    if version >= 16:
        level = "family" if version >= 29 else None
        settled = ServerSettings(True, Leaving.ALONE, in_threads=True, level=level)
        assert await ServerStore(database).server_settings(501) == settled
    if version >= 15:
        assert await PersonalSettingsStore(database).people_in_words() == {1001}
    if version >= 18:
        assert await PersonalSettingsStore(database).pings() == {1001: Pings.NONE}
    if version >= 20:
        quiet = QuietHours(22 * 60, 8 * 60, "UTC-5")
        assert await PersonalSettingsStore(database).slow_settings() == {
            1001: SlowSettings(SlowReminder.HALF, quiet)
        }
    if version >= 27:
        assert await PersonalSettingsStore(database).people_by_hand() == {1001}
    if version >= 21:
        assert await EarlierDealStore(database).earlier_deal(1) == EarlierDeal(
            2, 1, (1, 0), "draw R14 Y3", "deal R1"
        )
    if version >= 22:
        assert await LessonStore(database).lessons_done(1001) == {2}
        assert await WaitingStore(database).all_waiting(0) == [Waiting(11, 1002, 501, 1600000009.0)]
    if version >= 28:
        ended = await DailyStore(database).daily(DailyPlace(501, 1))
        assert ended is not None
        assert (ended.day, ended.computer) == ("2026-11-22", DailyScore(105, 75))
        assert ended.par == (40 if version >= 30 else None)
        assert await DailyStore(database).daily_days(501, 1001) == ["2026-11-22"]
    if version >= 4:
        assert await ShownStore(database).shown(1) == [
            ShownMessage(77, 1, "table", 2, 2),
            ShownMessage(79, 1, "reminder", 0, 2),
        ]
    if version >= 2:
        assert [one.message_id for one in await ShownStore(database).shown(3)] == [
            78
        ]  # the last of its channel


async def check_quoted_players(database: Database, version: int) -> None:
    """Messages that quote a player name that player since version 31."""
    await LooseMessageStore(database).forget_in_messages(1001)
    assert (74 in {one.message_id for one in await ShownStore(database).stale_past()}) is (version >= 31)


async def where_partners_are_asked(database: Database, version: int) -> None:
    """The message of a request to be partners is stored since version 32."""
    for asked in await RosterStore(database).pair_requests(2):
        assert (asked.channel_id, asked.message_id) == ((11, 80) if version >= 32 else (None, None))


async def threads_are_called_after_people(database: Database, version: int) -> None:
    """Messages outside tables that name people are stored since version 33; thread names are looked up."""
    known = await database.read(Statement("SELECT message_id, kind, first FROM loose_messages"))
    if version >= 33:
        assert known == [(81, "daily", 1001), (82, "asked", None)]
    else:
        assert known == ([(12, "thread", 1001)] if version >= 25 else [])


async def the_referee_may_act(database: Database) -> None:
    """Check that a migrated database takes this version's writes."""
    ruling = LogEntry(3, -3, 1009, "redeal", 1700000003.5)
    await TableStore(database).append(1, [ruling])
    assert (await TableStore(database).log(1))[-1] == ruling


def test_migrations_are_numbered_from_one_without_gaps_and_say_why() -> None:
    numbers = [step.name[:4] for step in MIGRATIONS]

    assert numbers == [f"{number:04}" for number in range(1, NEWEST + 1)]
    assert all(len(step.stem) > len("0001_") for step in MIGRATIONS)


@pytest.mark.parametrize("version", range(NEWEST + 1))
async def test_every_version_is_migrated_with_all_it_holds(tmp_path: Path, path: Path, version: int) -> None:
    make(path, version)
    database = await open_database(path)
    if version:
        await check_contents(database, version)
        await where_partners_are_asked(database, version)
        await threads_are_called_after_people(database, version)
        await the_referee_may_act(database)
        await check_quoted_players(database, version)
        await ledger_of(database).catch_up()
        assert not await LedgerStore(database).pending_results(1), (
            "what was played before there was a book is in it"
        )
        if version >= 2:
            await requeue_all(database)
            lines = await leaders(database, 501)
            assert [(line.who.names, line.figures.won, line.figures.matches) for line in lines] == [
                (("Ben",), 1, 1),
                (("Ann",), 1, 2),
            ]
            assert (lines[1].figures.bids, lines[1].figures.made) == (1, 1)
    await database.close()
    fresh = tmp_path / "fresh.sqlite3"
    await (await open_database(fresh)).close()

    assert schema(path) == schema(fresh)
    if version >= 19:
        assert read(path, "SELECT turn_hours FROM tables WHERE id <= 3 ORDER BY id") == [(0,), (0,), (72,)]
    if version >= 23:
        seeds = read(path, "SELECT seed FROM tables WHERE id <= 3 ORDER BY id")
        assert seeds == [(None,), (None,), ("5eed" * 16,)]
    if version >= 25:
        named = read(path, "SELECT parent_id, rules_name FROM tables WHERE id <= 3 ORDER BY id")
        assert named == [(None, None), (None, None), (11, "Family")]
    if version >= 26:
        allowed = read(path, "SELECT has_hints, has_phrases FROM tables WHERE id <= 3 ORDER BY id")
        assert allowed == [(1, 1), (1, 1), (0, 1)]
    if version >= 7:
        leaving = read(path, "SELECT leaving FROM tables WHERE id <= 3 ORDER BY id")
        assert leaving == [("lost",), ("lost",), ("forfeit" if version >= 35 else "alone",)]
    if version >= 13:
        [at_opening] = read(path, "SELECT computers_count FROM evenings WHERE season_id IS NOT NULL")
        assert at_opening == (int(version >= 38),), "of evenings opened before as the league has it"
    booked = read(path, "SELECT leaving FROM matches WHERE table_id <= 3 ORDER BY table_id")
    known = "played" if version >= 35 else None
    assert booked in ([], [(None,)], [(None,), (known,)]), "what was booked before keeps its result"
    assert read(path, "PRAGMA user_version") == [(NEWEST,)]
    for table in ("tables", "audit", "evenings", "leagues", "seasons", "league_acts", "paper_matches"):
        [(last,)] = read(path, f"SELECT last FROM last_ids WHERE name = '{table}'")
        assert read(path, f"SELECT id FROM {table} WHERE id > {last}") == []
    assert read(path, "PRAGMA foreign_key_check") == []
    assert read(path, "PRAGMA integrity_check") == [("ok",)]


async def test_matches_of_the_second_version_get_sides_and_rules(path: Path) -> None:
    make(path, 2)
    database = await open_database(path)
    club, lost = await ResultStore(database).match(4), await ResultStore(database).match(5)
    await database.close()

    assert club is not None
    assert (club.rules_code, club.seats, club.ranking) == (encode("club", {}), 4, Ranking.MOST)
    assert [(player.seat, player.side, player.won) for player in club.players] == [
        (0, 0, True),
        (1, 1, False),
        (2, 0, True),
    ]
    assert lost is not None
    assert (lost.game, lost.rules_code, lost.edition) == ("a_game_no_longer_known", None, "")
    assert lost.players == (MatchPlayer(1, 1, 1003, "Cleo", None, 7, 1, won=True),)
    assert (lost.started_at, lost.finished_at) == (1630000000.0, 1630000010.0)


@pytest.fixture
def one_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with today's migrations and a new empty one, in place of the real folder."""
    folder = tmp_path / "migrations"
    shutil.copytree(sqlite_migrate.FOLDER, folder)
    monkeypatch.setattr(sqlite_migrate, "FOLDER", folder)
    step = folder / f"{NEWEST + 1:04}_next.sql"
    step.touch()
    return step


async def test_copy_is_kept_of_a_migrated_database(path: Path, one_more: Path) -> None:
    make(path, NEWEST)
    sqlite_migrate.backup_of(path, NEWEST).write_text("left by an earlier attempt")
    one_more.write_text("ALTER TABLE settings ADD COLUMN note TEXT;")
    await (await open_database(path)).close()

    copy = sqlite_migrate.backup_of(path, NEWEST)
    assert "note" in str(schema(path)["settings"])
    assert "note" not in str(schema(copy)["settings"])
    assert read(copy, "PRAGMA user_version") == [(NEWEST,)]
    assert read(copy, "SELECT * FROM actions") == read(path, "SELECT * FROM actions")


async def test_no_copy_is_made_of_a_new_database(path: Path) -> None:
    await (await open_database(path)).close()
    await (await open_database(path)).close()

    assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}-lock"}


async def test_migration_that_fails_changes_nothing(path: Path, one_more: Path) -> None:
    make(path, NEWEST)
    before = schema(path)
    one_more.write_text("DELETE FROM settings; ALTER TABLE settings ADD COLUMN note TEXT; SELECT nonsense;")

    with pytest.raises(StoreError, match="the database refused"):
        await open_database(path)
    one_more.unlink()
    assert schema(path) == before
    database = await open_database(path)
    await check_contents(database)
    await database.close()


@pytest.mark.timeout(180)
async def test_migration_killed_at_any_step_continues_from_there(path: Path) -> None:
    """Killed before the copy, before each step's commit, and before the cleanup."""
    make(path, 1)
    run_self_killing(open_and_be_killed_at, (path, "VACUUM INTO", 1))
    assert read(path, "PRAGMA user_version") == [(1,)]
    for version in range(1, NEWEST):
        run_self_killing(open_and_be_killed_at, (path, "COMMIT", 2 if version > 1 else 1))
        assert read(path, "PRAGMA user_version") == [(max(1, version),)]
        assert read(path, "PRAGMA integrity_check") == [("ok",)]
    run_self_killing(open_and_be_killed_at, (path, "VACUUM", 2))
    assert read(path, "PRAGMA user_version") == [(NEWEST,)]
    database = await open_database(path)
    await check_contents(database, 1)
    await database.close()


async def test_newer_schema_is_refused_and_left_alone(path: Path) -> None:
    make(path, NEWEST)
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    before = path.read_bytes()

    with pytest.raises(StoreError, match="newer Rookery"):
        await open_database(path)
    assert path.read_bytes() == before
