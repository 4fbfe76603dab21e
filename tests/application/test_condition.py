"""The bot's condition, as values and as sentences."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import App, open_app
from bot.common.settings import Settings
from bot.condition import BackupRecord, Condition, condition_of, read_condition, told, utc_text
from bot.delivery.requests import Outgoing
from bot.maintenance.backups import Backups
from tests.inline import InlineComputers
from tests.table.troubled import TroubledDatabase

NOTHING_WRONG = Condition(
    at=0,
    lost_answers={},
    first_sights={},
    hands_shown=0,
    hands_merged=0,
    set_aside=0,
    requests_waiting=0,
    invalid_requests=0,
    is_stopped=False,
    backups=None,
)
NOON = 1_767_268_800.0


@pytest.fixture
async def app(database: TroubledDatabase, path: Path) -> AsyncIterator[App]:
    settings = Settings(_env_file=None, database=path)
    async with open_app(settings, database=database, computers=InlineComputers()) as app:
        yield app


def lines(**changes: object) -> list[str]:
    return told(NOTHING_WRONG.model_copy(update=changes), utc_text)


async def test_freshly_started_bot_reports_no_condition(app: App) -> None:
    condition = await condition_of(app, 0)

    expected = {"at": condition.at, "backups": BackupRecord(None, None)}
    assert condition == NOTHING_WRONG.model_copy(update=expected)


async def test_errors_are_counted_and_restored_from_stored_report(app: App) -> None:
    for reason in ("10062", "10062", "connection"):
        app.delivery.lost_answers.note(reason)

    condition = await condition_of(app, 0)

    assert condition.lost_answers == {"10062": 2, "connection": 1}
    assert read_condition(condition.model_dump_json()) == condition


@pytest.mark.parametrize(
    ("shards", "away", "told_first"),
    [
        (1, 0, "Every answer has reached Discord since the bot started."),
        (1, 1, "The bot isn't connected to Discord."),
        (6, 0, "All 6 shards are connected to Discord."),
        (6, 1, "1 of 6 shards is not connected to Discord."),
        (6, 2, "2 of 6 shards are not connected to Discord."),
    ],
)
def test_shards_that_are_not_connected_are_counted(shards: int, away: int, told_first: str) -> None:
    assert lines(shards=shards, shards_away=away)[0] == told_first


async def test_exhausted_request_budget_makes_requests_wait() -> None:
    outgoing = Outgoing(1)

    async def take_turn() -> None:
        async with outgoing.turn(0):
            pass

    turns = [asyncio.create_task(take_turn()) for _ in range(3)]
    await turns[0]
    assert outgoing.waiting == 2

    turns[1].cancel()
    await asyncio.wait([turns[1]])
    assert outgoing.waiting == 1

    turns[2].cancel()


async def test_condition_names_newest_backup_and_later_failure(app: App, path: Path) -> None:
    times = [NOON]
    folder = path.parent / "backups"
    backups = Backups(path, folder, every=1, keep=1, now=lambda: times[-1])
    assert (await backups.newest(), backups.failed_at) == (None, None)
    await backups.make_if_due()
    assert (await backups.newest(), backups.failed_at) == (NOON, None)

    away = folder.rename(path.parent / "elsewhere")
    folder.write_text("no folder")
    times.append(NOON + 7200)
    await backups.make_if_due()
    folder.unlink()
    away.rename(folder)
    assert (await backups.newest(), backups.failed_at) == (NOON, NOON + 7200)

    await backups.make_if_due()
    assert (await backups.newest(), backups.failed_at) == (NOON + 7200, None)


def test_sound_bot_reports_that_all_is_well() -> None:
    assert lines() == [
        "Every answer has reached Discord since the bot started.",
        "Computers have thought through every play since the bot started.",
        "No hand message has been updated since the bot started.",
        "Every table can be read.",
        "No message is waiting to be sent to Discord.",
        "Discord has refused no request in the last ten minutes.",
        "Backups are off.",
    ]


def test_condition_reports_problems_with_numbers_and_reasons() -> None:
    assert lines(
        lost_answers={"503": 1, "10062": 1200},
        first_sights={"died": 1, "late": 1200},
        hands_shown=1200,
        hands_merged=1,
        set_aside=2,
        requests_waiting=1,
        invalid_requests=2100,
        is_stopped=True,
        backups=BackupRecord(NOON, NOON),
    ) == [
        "1,201 answers were lost since the bot started: 1,200 × too late, 1 × Discord error 503.",
        "Computers gave 1,201 answers without thinking since the bot started: "
        "1,200 × too slow, 1 × the process ended.",
        "Hand messages were updated 1,200 times since the bot started. "
        "1 more change went along with the next one.",
        "2 tables are damaged and can't be played. They're kept as they are.",
        "1 message is waiting to be sent to Discord.",
        "Discord has refused 2,100 requests in the last ten minutes. It bans a bot at 10,000. "
        "Until that number is down by half, the bot sends only answers.",
        "Last backup: 2026-01-01 12:00 UTC. A later one failed: 2026-01-01 12:00 UTC.",
    ]
    assert lines(first_sights={"failed": 1, "illegal": 1, "new": 1})[1] == (
        "Computers gave 3 answers without thinking since the bot started: "
        "1 × an error, 1 × an answer the rules don't allow, 1 × new."
    )
    assert lines(first_sights={"failed": 1})[1] == (
        "Computers gave 1 answer without thinking since the bot started: 1 × an error."
    )
    assert lines(hands_shown=1)[2] == "Hand messages were updated 1 time since the bot started."
    assert lines(set_aside=1)[3] == "1 table is damaged and can't be played. It's kept as it is."
    assert lines(backups=BackupRecord(None, None))[6] == "There is no backup yet."
