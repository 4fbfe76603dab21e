"""``python -m bot doctor``: each fault of a database in a line; the database changes only if asked to."""

from __future__ import annotations

import argparse
import asyncio
import shutil
from pathlib import Path
from random import Random

import pytest

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.database.opening import open_database
from bot.database.remembered import Remembered
from bot.database.sqlite import IN_MEMORY
from bot.models.endings import CHOICES, Leaving
from bot.models.stored_settings import ServerSettings
from bot.server.store import ServerStore
from bot.table.manager import GameManager
from bot.table.store.results import ResultStore
from bot.tools import doctor
from bot.tools.copies import Progress
from bot.tools.doctor import examine
from bot.tools.rebuild import rebuild
from tests.application.damage import ALL, OVER, VICTIM, Damage, act, column, root_of, sql
from tests.application.test_damage import CARD, fill
from tests.postgres import PostgresServer
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, answer, begin


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "rookery.sqlite3"
    asyncio.run(fill(path))
    asyncio.run(rebuild(path, Progress(is_terminal=False)))
    return path


@pytest.fixture
def damaged(sound: Path, path: Path) -> Path:
    shutil.copy(sound, path)
    return path


def run(path: Place, capsys: pytest.CaptureFixture[str], repair: int | None = None) -> tuple[int, list[str]]:
    """Run the command; returns its exit code and what it printed."""
    code = doctor.run(path, argparse.Namespace(repair=repair))
    return code, capsys.readouterr().out.splitlines()


def test_sound_database_is_reported_as_well(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(damaged, capsys) == (0, ["All is well."])


@pytest.mark.parametrize("damage", [pytest.param(damage, id=damage.name) for damage in ALL])
async def test_every_damage_is_found_without_changes(damaged: Path, damage: Damage) -> None:
    damage.harm(damaged)
    before = damaged.read_bytes()  # noqa: ASYNC240
    try:
        findings = await examine(damaged)
    except StoreError as error:
        findings = [str(error)]

    assert findings, damage.name
    assert not any(CARD.search(finding) or "\n" in finding for finding in findings)
    for table in damage.quarantined:
        if not damage.may_refuse:
            assert any(finding.startswith(f"Table {table}: ") for finding in findings)
    assert damaged.read_bytes() == before  # noqa: ASYNC240


async def test_damaged_evening_page_hides_no_other_finding(damaged: Path) -> None:
    column("seats", "[")(damaged)
    for name in ("evenings", "one_evening_a_channel"):
        root_of(name)(damaged)
    findings = await examine(damaged)
    assert any(finding.startswith("The evenings cannot be read.") for finding in findings)
    assert any(finding.startswith(f"Table {VICTIM}: ") for finding in findings)


def test_repaired_table_leaves_sound_database(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    act("action", "fly R14")(damaged)
    code, lines = run(damaged, capsys)
    what_to_do = f"Bring it back: python -m bot doctor --repair {VICTIM}"
    assert (code, lines) == (1, [f"Table {VICTIM}: Its acts do not fit the rules. {what_to_do}"])

    assert run(damaged, capsys, VICTIM) == (
        0,
        [f"Table {VICTIM} goes on as table 6, with 5 of its acts. It is kept as it was."],
    )
    assert run(damaged, capsys) == (0, ["All is well."])


def test_repair_leaves_sound_table_unchanged(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(damaged, capsys, VICTIM) == (0, [f"Table {VICTIM} is not damaged. Nothing was changed."])
    with pytest.raises(StoreError, match="is closed"):
        run(damaged, capsys, OVER)
    with pytest.raises(StoreError, match="no table 99"):
        run(damaged, capsys, 99)


def test_unrepairable_table_is_reported(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    column("seats", "[{")(damaged)

    code, [line] = run(damaged, capsys, VICTIM)
    assert code == 1
    assert "Too much of this table is damaged" in line


def test_result_that_differs_from_its_acts_is_found(
    damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql("UPDATE match_players SET points = points + 5 WHERE seat = 0")(damaged)

    code, [line] = run(damaged, capsys)
    assert code == 1
    assert line == f"Table {OVER}: The result stored is not what its acts lead to. It is left as it is."


def test_results_not_in_ledger_yet_are_no_fault(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = "to be put into standings and statistics. The bot does that while it runs."
    sql("INSERT INTO results_to_book (table_id, changes) SELECT table_id, 1 FROM matches LIMIT 1")(damaged)
    assert run(damaged, capsys) == (0, [f"1 match waits {told}", "All is well."])
    sql("UPDATE match_players SET points = points + 5 WHERE seat = 0")(damaged)
    code, [wrong, news] = run(damaged, capsys)
    assert (code, news) == (1, f"1 match waits {told}")
    assert "is not what its acts lead to" in wrong


async def test_doctor_examines_database_of_running_bot(damaged: Path) -> None:
    database = await open_database(damaged)
    assert await examine(damaged) == []
    assert await Remembered(database).is_writable()
    await database.close()


async def test_doctor_examines_postgres_database(postgres: PostgresServer) -> None:
    async with postgres.ready() as name:
        address = postgres.address(name)
        await fill(address)
        assert await examine(address) == []
        await postgres.run("UPDATE tables SET seats = '[{' WHERE id = 1", name)
        await postgres.run("UPDATE actions SET action = 'fly' WHERE table_id = 2 AND seat = -1", name)
        findings = await examine(address)
    assert [finding.split(":")[0] for finding in findings] == ["Table 1", "Table 2"]


async def test_missing_table_or_database_is_named() -> None:
    with pytest.raises(StoreError, match="There is no database"):
        await examine(IN_MEMORY.with_name("nowhere.sqlite3"))


def test_repair_of_missing_database_creates_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        run(tmp_path / "nowhere.sqlite3", capsys, VICTIM)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("leaving", CHOICES)
async def test_counted_match_with_absent_players_has_no_finding(path: Path, leaving: Leaving) -> None:
    """Before, the doctor reported the result as damaged if the side of an absent player had won."""
    database = await open_database(path)
    await ServerStore(database).set_server_settings(GUILD, ServerSettings(counted=True, leaving=leaving))
    manager = GameManager(database, random=Random(7))
    won_by_leavers = 0
    for leaver in (ANN, BEN):
        table = await begin(manager, *FOUR, deals=1)
        await manager.presence.leave(CHANNEL, leaver.id, "steady")
        await finish(manager)
        match = await ResultStore(database).match(table.id)
        assert match is not None
        won_by_leavers += any(one.place == 1 and one.is_away for one in match.players)
    await manager.close()
    await database.close()

    assert won_by_leavers
    assert await examine(path) == []


async def finish(manager: GameManager) -> None:
    """Play a match to its end; a computer answers for players who are away."""
    random = Random(3)
    while manager.desk.live_tables:
        [table] = manager.desk.live_tables
        seat = table.computer_to_ask()
        if seat is None:
            await answer(manager, random)
        else:
            decision = table.match.asked[seat]
            await manager.due.act_for_computer(table, seat, decision.sample(random), table.revision)
