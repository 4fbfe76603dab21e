"""A damaged database: the bot starts or says in one sentence why not; only damaged tables stop."""

from __future__ import annotations

import asyncio
import logging
import re
import shutil
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from bot.app import App, open_app
from bot.common.address import Place
from bot.common.errors import NoTable, Refused, StoreError, TableQuarantined
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.delivery.store import HandMessage, HandMessageStore
from bot.league.creation import NewLeague
from bot.league.service import wanted_table
from bot.models.endings import Managed
from bot.server.house_rules import HouseRules, Wanted
from bot.table.lobby.seating import Sit
from bot.table.manager import GameManager
from bot.table.match.standing_in import STAND_IN
from rules.core.protocol import InvalidOption
from tests.application.damage import ALL, LOBBY, OVER, VICTIM, Damage, sql, unchecked_connection
from tests.inline import InlineComputers
from tests.postgres import PostgresServer
from tests.table.people import ANN, BEN, FOUR, GUILD, answer, begin, play_out, seat, settings_for

CARD = re.compile(r"\b[RYGB](1[0-4]|[1-9])\b|\bRook\b")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with three matches in play, a lobby, a finished match, and one of each other kind of row."""
    path = tmp_path_factory.mktemp("sound") / "rookery.sqlite3"
    asyncio.run(fill(path))
    return path


async def fill(place: Place) -> None:
    """Store three matches in play, a lobby, a finished match, and one of each other kind of row."""
    database = await open_database(place)
    manager, random = GameManager(database, random=Random(1)), Random(1)
    for table in (1, 2, 3):
        people = FOUR if table > 1 else FOUR[:3]
        await begin(manager, *people, channel_id=table, kind="steady", target=500 if table == 1 else 300)
        for _ in range(40):
            if not (await manager.reading.shown(table)).turn.waiting_for:
                [played] = [one for one in manager.desk.live_tables if one.record.channel_id == table]
                number = played.computer_to_ask()
                assert number is not None
                decision = played.match.seat_view(number).decision
                assert decision is not None
                await manager.due.act_for_computer(played, number, decision.sample(random), played.revision)
            else:
                await answer(manager, random, table)
    await seat(manager, ANN, BEN, channel_id=LOBBY)
    await begin(manager, *FOUR, channel_id=OVER, deals=1)
    await play_out(manager, random, OVER)
    await HouseRules(database).save(GUILD, "Ours", Wanted("kentucky", {"target": 300}, "Ours"))
    await HouseRules(database).set_default(GUILD, "Ours")
    await HandMessageStore(database).save_hand(HandMessage(2, ANN.id, 70, "a token", 1e10))
    await Remembered(database).set_setting("commands", "c0ffee")
    await manager.close()
    await database.close()


@pytest.fixture
def damaged(sound: Path, path: Path) -> Path:
    shutil.copy(sound, path)
    return path


@pytest.mark.parametrize("damage", [pytest.param(damage, id=damage.name) for damage in ALL])
async def test_only_damaged_tables_are_quarantined(
    damaged: Path, damage: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    damage.harm(damaged)
    before = bytes_of(damaged)
    refusal = ""
    try:
        async with open_app(settings_for(damaged), computers=InlineComputers()) as app:
            await check(app, damage)
    except StoreError as error:
        refusal = str(error)
    if refusal:
        assert damage.may_refuse, refusal
        assert "\n" not in refusal
        assert bytes_of(damaged) == before
    assert not CARD.search(refusal + caplog.text)
    assert "Traceback" not in caplog.text


COUNTED = (range(24, 28), range(68, 72), range(92, 96))
"""Bytes of SQLite's header that opening the file changes: change counters and the number of its process."""


def bytes_of(path: Path) -> bytes:
    """Contents of a file without the bytes that opening it changes."""
    content = bytearray(path.read_bytes())
    for counted in COUNTED:
        content[counted.start : counted.stop] = bytes(len(counted))
    return bytes(content)


async def check(app: App, damage: Damage) -> None:
    """Check that quarantined tables are kept, refuse actions with advice, and can be repaired or closed."""
    await load_all_tables(app)
    if not damage.may_refuse:
        assert {one.id for one in app.tables.reading.quarantined_tables()} <= set(damage.quarantined)
    for table in (1, 2, 3, LOBBY, OVER):
        if table in damage.quarantined and not damage.may_refuse:
            await check_quarantined(app, table, damage)
        elif table not in damage.quarantined:
            await check_sound(app, table)
    await check_other_services(app)


async def load_all_tables(app: App) -> None:
    """Read every open table, as after a start of the bot."""
    for unloaded in app.tables.desk.tables.unloaded_tables:
        with suppress(Refused, StoreError):
            await app.tables.desk.awake(unloaded.channel_id)


async def check_quarantined(app: App, channel_id: int, damage: Damage) -> None:
    if (
        not app.tables.reading.quarantined_tables()
    ):  # even its channel cannot be read: there is no channel to tell
        assert damage.name in {"a channel in words"}
        return
    quarantined = app.tables.reading.quarantined_tables()
    for refused in (app.tables.reading.shown, lambda channel: app.tables.reading.hand(channel, ANN.id)):
        with pytest.raises(TableQuarantined, match="`/rook-admin repair`"):
            await refused(channel_id)
    with pytest.raises(TableQuarantined):
        await app.tables.lobbies.open_table(GUILD, channel_id, ANN)
    if damage.repairable:
        table = await app.tables.damaged.repair(channel_id, 1)
        if table.turn.waiting_for:
            await answer(app.tables, Random(2), channel_id)
        return
    with pytest.raises(Refused, match="`/rook-admin close`"):
        await app.tables.damaged.repair(channel_id, 1)
    assert await app.tables.damaged.close(GUILD, channel_id, 1) in {one.id for one in quarantined}
    with pytest.raises(NoTable):
        await app.tables.reading.shown(channel_id)
    await app.tables.lobbies.open_table(GUILD, channel_id, ANN)


async def check_sound(app: App, channel_id: int) -> None:
    try:
        table = await app.tables.reading.shown(channel_id)
    except NoTable:
        assert channel_id in {OVER, VICTIM}
        return
    if table.turn.waiting_for:
        revision = (await answer(app.tables, Random(3), channel_id)).revision
        assert revision > table.revision


async def check_other_services(app: App) -> None:
    """Check that records and rules answer with what they can read, or with a sentence."""
    with suppress(StoreError):
        await app.stats.ledger.catch_up()
        await app.stats.leaderboards.page(GUILD)
        await app.stats.records.of(GUILD, (ANN.id,))
        await app.stats.records.by_game(GUILD, (ANN.id,))
        await app.maintenance.upkeep.registered_commands()
        await app.delivery.hand_messages.reachable()
        await app.server.house_rules.offers(GUILD, "")
        with suppress(Refused, InvalidOption):
            await app.server.house_rules.usual(GUILD)


async def test_repair_opens_new_table_and_keeps_damaged_log(damaged: Path) -> None:
    """The new table continues after the last good act; the damaged one keeps its whole log, and is closed."""
    rows = "SELECT revision, action FROM actions WHERE table_id = ? ORDER BY revision"
    with unchecked_connection(damaged) as connection:
        log = connection.execute(rows, (VICTIM,)).fetchall()
        broken = "UPDATE actions SET action = CAST(x'62FF' AS TEXT) WHERE table_id = ? AND revision = ?"
        connection.execute(broken, (VICTIM, log[20][0]))

    async with open_app(settings_for(damaged, pace=30), computers=InlineComputers()) as app:
        table = await app.tables.damaged.repair(VICTIM, 1)

    with unchecked_connection(damaged) as connection:
        assert connection.execute(rows, (table.id,)).fetchall() == log[:20]
        connection.text_factory = bytes
        kept = [
            (revision, action.decode(errors="replace"))
            for revision, action in connection.execute(rows, (VICTIM,))
        ]
        assert kept == [*log[:20], (log[20][0], "b\ufffd"), *log[21:]]
        [[status]] = connection.execute("SELECT status FROM tables WHERE id = ?", (VICTIM,))
        assert status == b"cancelled"
        audit = connection.execute("SELECT table_id, user_id, what FROM audit").fetchall()
        assert audit == [(table.id, 1, b"repaired")]


async def test_closing_damaged_table_is_in_audit_list(damaged: Path) -> None:
    with unchecked_connection(damaged) as connection:
        connection.execute("UPDATE tables SET seats = '[{' WHERE id = ?", (VICTIM,))

    async with open_app(settings_for(damaged, pace=30), computers=InlineComputers()) as app:
        await load_all_tables(app)
        assert await app.tables.damaged.close(GUILD, VICTIM, 7, "it is stuck") == VICTIM
        [entry] = await app.server.management.audit(GUILD, 1)

    assert entry[:4] == (GUILD, VICTIM, 7, Managed.CLOSED)
    assert entry.reason == "it is stuck"


async def test_repair_is_undone_if_audit_line_cannot_be_stored(damaged: Path) -> None:
    """A repair or closing and its audit line are stored in one transaction."""
    with unchecked_connection(damaged) as connection:
        connection.execute("UPDATE actions SET action = 'fly' WHERE table_id = ? AND seat = -1", (VICTIM,))
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END"
        )

    async with open_app(settings_for(damaged, pace=30), computers=InlineComputers()) as app:
        await load_all_tables(app)
        for managed in (
            app.tables.damaged.repair(VICTIM, 7),
            app.tables.damaged.close(GUILD, VICTIM, 7),
        ):
            with pytest.raises(StoreError):
                await managed
            assert [one.id for one in app.tables.reading.quarantined_tables()] == [VICTIM]

    with unchecked_connection(damaged) as connection:
        assert connection.execute("SELECT status FROM tables WHERE id = ?", (VICTIM,)).fetchall() == [
            ("playing",)
        ]
        assert connection.execute("SELECT COUNT(*) FROM tables").fetchone() == (5,)


async def test_repaired_table_is_sound_after_next_start(damaged: Path) -> None:
    with unchecked_connection(damaged) as connection:
        connection.execute("UPDATE actions SET action = 'fly' WHERE table_id = 1 AND seat = -1")
    async with open_app(settings_for(damaged, pace=30), computers=InlineComputers()) as app:
        shown = await app.tables.damaged.repair(1, 1)

    async with open_app(settings_for(damaged, pace=30), computers=InlineComputers()) as app:
        assert await app.tables.reading.shown(1) == shown
        assert app.tables.reading.quarantined_tables() == ()


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param("UPDATE actions SET action = 'fly' WHERE table_id = 1 AND seat = -1", id="its acts"),
        pytest.param("UPDATE tables SET created_at = 9e999 WHERE id = 1", id="its row"),
    ],
)
async def test_computer_replaces_player_forgotten_while_table_was_damaged(damaged: Path, harm: str) -> None:
    with unchecked_connection(damaged) as connection:
        connection.execute(harm)
    async with open_app(settings_for(damaged), computers=InlineComputers()) as app:
        await load_all_tables(app)
        for channel_id in (2, 3, LOBBY):
            await app.tables.close_table(channel_id)
        await app.people.own_data.forget(ANN.id)
        repaired = await app.tables.damaged.repair(VICTIM, BEN.id)
        assert repaired.host_id == BEN.id
        [table] = [one for one in app.tables.desk.live_tables if one.record.id == repaired.id]
        assert [seat.is_former for seat in table.record.seats] == [True, False, False, False]
        assert table.record.seats[0].computer == STAND_IN


async def test_damaged_table_without_remaining_players_is_not_repaired(damaged: Path) -> None:
    with unchecked_connection(damaged) as connection:
        connection.execute("UPDATE actions SET action = 'fly' WHERE table_id = 1 AND seat = -1")
    async with open_app(settings_for(damaged), computers=InlineComputers()) as app:
        await load_all_tables(app)
        for person in FOUR[:3]:
            await app.people.own_data.forget(person.id)
        with pytest.raises(Refused, match="Everyone who sat at this table is forgotten"):
            await app.tables.damaged.repair(VICTIM, 1)
        assert await app.tables.damaged.close(GUILD, VICTIM, 1, "") == VICTIM


async def test_repaired_league_match_is_a_league_match_at_once(path: Path) -> None:
    """Before, its message called it an ordinary match until the table was read again."""
    async with open_app(settings_for(path, pace=30), computers=InlineComputers()) as app:
        wanted = await app.server.house_rules.find(GUILD, "kentucky")
        league, season = await app.league.leagues.create(GUILD, ANN.id, NewLeague("Tuesday", wanted))
        await app.league.rosters.join(league, ANN)
        of_season = wanted_table(league, season)
        await app.tables.lobbies.open_table(GUILD, VICTIM, ANN, of_season)
        for person in FOUR[1:]:
            await app.tables.lobbies.change_lobby(VICTIM, Sit(person))
        before = await app.tables.lobbies.start(VICTIM, ANN.id)
    with unchecked_connection(path) as connection:
        connection.execute("UPDATE actions SET action = 'fly' WHERE seat = -1")

    async with open_app(settings_for(path, pace=30), computers=InlineComputers()) as app:
        repaired = await app.tables.damaged.repair(VICTIM, ANN.id)

    assert before.kind.season is not None
    assert repaired.kind.season == before.kind.season


@pytest.mark.parametrize(
    ("statement", "repairable"),
    [
        ("UPDATE tables SET seats = '[{' WHERE id = 1", False),
        ("UPDATE tables SET options = '[1]' WHERE id = 1", False),
        ("UPDATE tables SET created_at = 'Infinity' WHERE id = 1", True),
        ("UPDATE actions SET action = 'fly R14' WHERE table_id = 1 AND seat = -1", True),
        ("UPDATE actions SET at = 'NaN' WHERE table_id = 1 AND seat = 0", True),
        ("DELETE FROM actions WHERE table_id = 1 AND seat = 0", True),
    ],
)
async def test_damaged_table_on_postgres_is_quarantined(
    postgres: PostgresServer, statement: str, repairable: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with postgres.ready() as name:
        address = postgres.address(name)
        await fill(address)
        await postgres.run(statement, name)
        async with open_app(settings_for(address), computers=InlineComputers()) as app:
            await check(app, Damage(statement, sql(statement), repairable=repairable))
    assert not CARD.search(caplog.text)
