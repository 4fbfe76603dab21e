"""Interrupted forgetting is completed at the next start; expired data is deleted; files are private."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from bot.app import App, open_app
from bot.common.background import cut_off
from bot.common.shards import Shards
from bot.database import backup
from bot.database.backup import back_up, check, restore
from bot.database.database import Insert, Statement
from bot.database.leases import Lease
from bot.database.opening import open_database
from bot.database.sqlite_migrate import add_functions, backup_of, migrations
from bot.maintenance.copies import Copies
from bot.maintenance.retention import Retention
from bot.models.boards import Period
from bot.models.former_players import ONLY_IN_COPIES, Forgetting
from bot.models.stored_messages import LooseMessage
from bot.people.service import LARGEST, Forgotten, _file
from bot.people.store.people import PeopleStore
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.table.lobby.before_match import Person
from bot.table.match.standing_in import STAND_IN
from bot.table.store.tables import TableStore
from tests.application.command import run_bot
from tests.application.offline_bot import offline_bot
from tests.inline import InlineComputers
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, begin, play_out, settings_for
from tests.table.stage import Stage
from tests.table.standing_time import StandingTime
from tests.table.troubled import open_troubled, writes_to

DAY = 86_400.0


async def has_record(app: App, person: Person) -> bool:
    """Whether the ledger has a record of casual matches of a player."""
    await app.stats.ledger.catch_up()
    return await app.stats.records.of(GUILD, (person.id,), Period.CASUAL) is not None


async def test_forgetting_stopped_halfway_is_completed_by_the_next_start(
    path: Path,
) -> None:
    settings = settings_for(path)
    database = await open_troubled(path)
    async with open_app(settings, database=database, computers=InlineComputers(), random=Random(1)) as app:
        await begin(app.tables, *FOUR, deals=1)
        await play_out(app.tables, Random(4))
        with database.refusing(writes_to("leagues")):
            assert await app.people.own_data.forget(ANN.id) is Forgotten.IN_PART
    await database.close()
    async with open_app(settings, computers=InlineComputers(), random=Random(1)) as app:
        await app.people.own_data.retry_until_done()
        assert not await has_record(app, ANN)
        assert await has_record(app, BEN)
    again = await open_database(path)
    assert await PeopleStore(again).being_forgotten() == []
    assert await PeopleStore(again).tables_of(ANN.id) == []
    await again.close()


async def test_unchangeable_backup_does_not_prevent_forgetting_or_further_play(
    path: Path,
) -> None:
    settings = settings_for(path)
    damaged, whole = (path.parent / "backups" / f"rookery-2026010{day}-000000.sqlite3" for day in (1, 2))
    damaged.parent.mkdir()
    async with open_app(settings, computers=InlineComputers(), random=Random(1)) as app:
        await begin(app.tables, *FOUR, deals=1)
        await play_out(app.tables, Random(4))
        await back_up(path, whole, lambda *_: None)
        damaged.write_bytes(b"Dear diary, " * 500)
        assert await app.people.own_data.forget(ANN.id) is Forgotten.BUT_FOR_COPIES
        assert not await has_record(app, ANN)
        await begin(app.tables, *FOUR, deals=1)
        await play_out(app.tables, Random(4))
    damaged.unlink()
    async with open_app(settings, computers=InlineComputers(), random=Random(1)) as app:
        await app.people.own_data.retry_until_done()
        assert await has_record(app, ANN), "what was played since is theirs"
    database = await open_database(path)
    assert await PeopleStore(database).being_forgotten() == []
    await database.close()
    database = await open_database(whole)
    assert await PeopleStore(database).tables_of(ANN.id) == [], "the other backup was changed"
    await database.close()


async def test_late_backup_is_scrubbed_once_the_damaged_one_is_deleted(path: Path) -> None:
    """Only the request to forget the player is left of them in it."""
    damaged, late = (path.parent / "backups" / f"rookery-2026010{day}-000000.sqlite3" for day in (1, 2))
    damaged.parent.mkdir()
    damaged.write_bytes(b"Dear diary, " * 500)
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        await PersonalSettingsStore(app.people.own_data._database).set_in_words(ANN.id, in_words=True)
        assert await app.people.own_data.forget(ANN.id) is Forgotten.BUT_FOR_COPIES
        await back_up(path, late, lambda *_: None)
        damaged.unlink()
        await app.people.own_data.retry_until_done()
    database = await open_database(late)
    assert await PeopleStore(database).being_forgotten() == []
    await database.close()


async def test_backup_under_way_is_scrubbed_once_it_is_finished(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it kept a player who was told that they are forgotten everywhere."""
    copy, told = path.parent / "backups" / "rookery-20260101-000000.sqlite3", list[Forgotten]()
    copy.parent.mkdir()
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        await begin(app.tables, *FOUR, deals=1)

        async def forget_before_check(part: Path) -> None:
            told.append(await app.people.own_data.forget(ANN.id))
            await check(part)

        monkeypatch.setattr(backup, "check", forget_before_check)
        await back_up(path, copy, lambda *_: None)
        assert told == [Forgotten.BUT_FOR_COPIES]
        await app.people.own_data.retry_until_done()
    database = await open_database(copy)
    assert await PeopleStore(database).tables_of(ANN.id) == []
    await database.close()


async def test_backup_corrects_messages_that_name_a_forgotten_player(path: Path) -> None:
    """Once restored, the bot removes their names from messages that are back, or still there."""
    copy = path.parent / "backups" / "rookery-20260101-000000.sqlite3"
    copy.parent.mkdir()
    told = LooseMessage(70, CHANNEL, GUILD, "daily", first=ANN.id)
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        await app.delivery.loose_messages.note(told)
        await back_up(path, copy, lambda *_: None)
        assert await app.people.own_data.forget(ANN.id) is Forgotten.EVERYWHERE
        await app.delivery.loose_messages.delete(70)
    await restore(copy, path, lambda *_: None)
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        assert await app.delivery.loose_messages.stale() == [told._replace(first=None)]


async def test_restored_backup_seats_a_computer_for_a_forgotten_player(path: Path) -> None:
    copy = path.parent / "backups" / "rookery-20260101-000000.sqlite3"
    copy.parent.mkdir()
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        table = await begin(app.tables, *FOUR, deals=1)
        await back_up(path, copy, lambda *_: None)
        await app.people.own_data.forget(ANN.id)
    await restore(copy, path, lambda *_: None)
    database = await open_database(path)
    kept = await TableStore(database).table(table.id)
    await database.close()
    assert kept is not None
    assert (kept.seats[0].computer, kept.seats[0].is_out, kept.host_id) == (STAND_IN, True, BEN.id)


async def test_one_failed_forgetting_does_not_delay_another(path: Path) -> None:
    settings = settings_for(path)
    database, in_leagues = await open_troubled(path), writes_to("leagues")
    async with open_app(settings, database=database, computers=InlineComputers(), random=Random(1)) as app:
        await begin(app.tables, *FOUR, deals=1)
        await play_out(app.tables, Random(4))
        for who in (ANN, BEN):
            await PeopleStore(database).begin_forgetting(who.id)
        ben_is_forgotten = asyncio.Event()

        def of_ann(one: Statement | Insert) -> bool:
            return isinstance(one, Statement) and in_leagues(one) and ANN.id in one.values

        async def forgotten(user_id: int) -> None:
            ben_is_forgotten.set()

        app.people.own_data.on_forgotten(forgotten)
        with database.refusing(of_ann):
            going_on = asyncio.create_task(app.people.own_data.retry_until_done())
            await asyncio.wait_for(ben_is_forgotten.wait(), 10)
            going_on.cancel()
        assert not await has_record(app, BEN)
        assert ANN.id in {who.user_id for who in await PeopleStore(database).being_forgotten()}
    await database.close()


async def test_forgetting_that_another_process_left_is_completed(stage: Stage, time: StandingTime) -> None:
    """Bug: a process that was stopped or killed told no other, and the clerk waited for its next start."""
    async with stage.open() as app:
        people = PeopleStore(stage.database)
        retrying = asyncio.create_task(app.people.own_data.retry_forever())
        assert await app.maintenance.upkeep.is_writable()
        await people.begin_forgetting(ANN.id)
        async with asyncio.timeout(DAY):
            while await people.being_forgotten():
                time.let_pass(60)
        await cut_off([retrying])


async def test_forgetting_that_another_process_completes_is_not_repeated(path: Path) -> None:
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        database = app.people.own_data._database
        await PeopleStore(database).begin_forgetting(ANN.id)
        async with database.leases.alone(Lease.FORGETTING):
            retrying = asyncio.create_task(app.people.own_data.retry_until_done())
            assert await app.maintenance.upkeep.is_writable()
            await PeopleStore(database).end_forgetting(ANN.id)
            await PersonalSettingsStore(database).set_in_words(ANN.id, in_words=True)
        await retrying
        assert await PersonalSettingsStore(database).people_in_words() == {ANN.id}


async def test_player_forgotten_again_during_a_copy_is_another_former_player(path: Path) -> None:
    database = await open_database(path)
    first = await PeopleStore(database).begin_forgetting(ANN.id)
    assert await PeopleStore(database).begin_forgetting(ANN.id) == first
    await PeopleStore(database).end_but_for_copies(ANN.id)
    assert await PeopleStore(database).being_forgotten() == [Forgetting(ANN.id, ONLY_IN_COPIES)]
    second = await PeopleStore(database).begin_forgetting(ANN.id)
    assert second.former_id == first.former_id + 1
    await PeopleStore(database).end_in_copies(ANN.id)
    assert await PeopleStore(database).being_forgotten() == [second], "that is of the database itself"
    await database.close()


async def test_player_is_forgotten_while_the_ledger_is_updated(path: Path) -> None:
    async with open_app(settings_for(path), computers=InlineComputers(), random=Random(1)) as app:
        for _ in range(2):
            await begin(app.tables, *FOUR, deals=1)
            await play_out(app.tables, Random(4))
        assert await has_record(app, ANN)
        forget_at, booking = PeopleStore.forget_at, set[asyncio.Task[None]]()

        async def forget_at_while_booking(store: PeopleStore, table_id: int, who: Forgetting) -> None:
            await forget_at(store, table_id, who)
            if (
                not booking
            ):  # the ledger has the first of two matches for the former player, but not yet the second
                booking.add(asyncio.create_task(app.stats.ledger.catch_up()))
                await asyncio.wait(booking, timeout=0.5)

        with patch.object(PeopleStore, "forget_at", forget_at_while_booking):
            await app.people.own_data.forget(ANN.id)
        await asyncio.gather(*booking)
        assert not await has_record(app, ANN)
        assert await has_record(app, BEN)


async def test_finished_match_still_shows_its_score_sheet(path: Path) -> None:
    times = [1.7e9]
    settings = settings_for(path)
    async with open_app(
        settings, computers=InlineComputers(), random=Random(1), now=lambda: times[-1]
    ) as app:
        table = await begin(app.tables, *FOUR, deals=2)
        over = await play_out(app.tables, Random(4))
        times.append(1.7e9 + (settings.keep_logs + 1) * DAY)
        await app.maintenance.retention.look()
        app.tables.desk.tables.forget_finished()
        recalled = await app.tables.reading.recall(table.place.channel_id, table.id)
        assert recalled.view is not None
        assert over.view is not None
        assert recalled.view.sheet == over.view.sheet
        assert recalled.view.outcome == over.view.outcome


async def test_copy_before_an_update_is_deleted_in_time_and_on_forgetting(path: Path) -> None:
    await (await open_database(path)).close()
    old, young = backup_of(path, 3), backup_of(path, 4)
    for copy in (old, young):
        copy.write_text("a copy")
    os.utime(old, (1.0e9, 1.0e9))
    database = await open_database(path)
    copies = Copies(path, path.parent / "backups")
    await Retention(database, copies, settings_for(path)).look()
    assert (old.exists(), young.exists()) == (False, True)
    await copies.forget(ANN.id)
    assert not young.exists()
    await database.close()


async def test_forgetting_leaves_no_copy_of_an_earlier_versions_backup(path: Path, tmp_path: Path) -> None:
    await (await open_database(path)).close()
    earlier = tmp_path / "backups" / "rookery-20260101-000000.sqlite3"
    earlier.parent.mkdir()
    with closing(sqlite3.connect(earlier)) as connection:
        add_functions(connection)
        for number, step in enumerate(migrations()[:-1], 1):
            connection.executescript(f"{step.read_text()}; PRAGMA user_version = {number}")
    await Copies(path, earlier.parent).forget(ANN.id)
    assert sorted(file.name for file in earlier.parent.iterdir()) == [earlier.name, f"{earlier.name}-lock"]


async def test_absent_server_expires_and_a_returned_one_does_not(
    path: Path,
) -> None:
    times = [1.7e9]
    settings = settings_for(path)
    async with open_app(
        settings, computers=InlineComputers(), random=Random(1), now=lambda: times[-1]
    ) as app:
        await begin(app.tables, *FOUR, deals=1)
        await play_out(app.tables, Random(4))
        await app.maintenance.retention.see(set(), Shards())
        times.append(times[0] + (settings.keep_servers - 1) * DAY)
        await app.maintenance.retention.look()
        assert await has_record(app, ANN)
        await app.maintenance.retention.see({GUILD}, Shards())
        await app.maintenance.retention.see(set(), Shards())
        times.append(times[-1] + (settings.keep_servers - 1) * DAY)
        await app.maintenance.retention.look()
        assert await has_record(app, ANN)
        times.append(times[-1] + 2 * DAY)
        await app.maintenance.retention.look()
        assert not await has_record(app, ANN)


async def test_expired_server_is_in_no_file(path: Path) -> None:
    times = [1.7e9]
    server, other = 2**60 + 11, 2**60 + 12
    settings = settings_for(path)
    async with open_app(
        settings, computers=InlineComputers(), random=Random(1), now=lambda: times[-1]
    ) as app:
        for number, guild_id in enumerate((server, other)):
            await app.tables.lobbies.open_table(guild_id, CHANNEL + number, ANN)
            await app.server.house_rules.set_default(guild_id, "one_high")
        await app.tables.close_table(CHANNEL)
        await app.maintenance.retention.see({other}, Shards())
        times.append(times[0] + (settings.keep_servers + 1) * DAY)
        await app.maintenance.retention.look()
        files = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert server.to_bytes(8, "big") not in files
    assert other.to_bytes(8, "big") in files


def test_file_too_large_for_discord_is_compressed() -> None:
    small, large = _file({"acts": []}), _file({"acts": ["bid 75"] * (LARGEST // 8)})
    assert small.name.endswith(".json")
    assert large.name.endswith(".zip")
    assert len(large.content) < LARGEST


@pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")
def test_files_of_the_bot_are_private_to_its_user(tmp_path: Path) -> None:
    (tmp_path / "rookery.sqlite3").touch(0o644)  # as an earlier version made it
    with offline_bot(tmp_path, 0, ROOKERY_PACE="0"):
        run_bot(tmp_path, "backup", "copy.sqlite3")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.rglob("*") if file.is_file()}
    assert {"rookery.sqlite3", "rookery.sqlite3-wal", "copy.sqlite3"} <= set(modes)
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}
