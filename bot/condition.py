"""The bot's condition: for the health check, in sentences, and as gauges, read while metrics are on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.common import metrics
from bot.computers.first_sights import Trouble
from rules.core.words import counted

if TYPE_CHECKING:  # the health check imports this module and must not load the bot
    from bot.app import App

GAUGES_EVERY: Final = 5.0
"""Seconds between two readings."""


class BackupRecord(NamedTuple):
    """When backups last succeeded and failed, in epoch seconds."""

    made_at: float | None
    """Time of the newest backup; None without one."""
    failed_at: float | None
    """Time of the last failure since then; None if none has failed."""


class Condition(BaseModel):
    """The health check's figures: failures, queues, damaged tables, backups. No names, cards or addresses."""

    model_config = ConfigDict(frozen=True)

    at: float
    """Seconds since the epoch."""
    shards: int = 1
    """Number of Discord's shards that the process has."""
    shards_away: int = 0
    """How many of them are not connected."""
    lost_answers: Mapping[str, int]
    """Answers to presses that failed since the start, by reason: Discord's error code, or ``connection``."""
    first_sights: Mapping[str, int]
    """Computers' answers since the start that were given without a search, by the ``Trouble`` behind it."""
    hands_shown: int
    """Edits of hand messages since the start that were not answers to a press of their owner."""
    hands_merged: int
    """Changes since the start that were merged into a later edit of a hand message."""
    set_aside: int
    """Number of damaged tables, which cannot be read."""
    requests_waiting: int
    """Requests to Discord that are queued."""
    invalid_requests: int
    """Requests that Discord has refused within the last ten minutes."""
    is_stopped: bool
    """Whether there were so many that all requests but answers to presses are held back."""
    backups: BackupRecord | None
    """None if scheduled backups are off."""


async def condition_of(app: App, shards_away: int) -> Condition:
    """What the health check looks at now: failures, queued requests, damaged tables, the last backup."""
    backups = app.maintenance.backups
    return Condition(
        at=app.tables.desk.now.today(),
        shards=len(app.shards.mine),
        shards_away=shards_away,
        lost_answers=dict(app.delivery.lost_answers.counts),
        first_sights=dict(app.maintenance.first_sights.counts),
        hands_shown=app.delivery.hand_counts.shown,
        hands_merged=app.delivery.hand_counts.merged,
        set_aside=len(app.tables.reading.quarantined_tables()),
        requests_waiting=app.delivery.outgoing.waiting,
        invalid_requests=app.delivery.invalid_requests.count,
        is_stopped=app.delivery.invalid_requests.seconds_left() > 0,
        backups=BackupRecord(await backups.newest(), backups.failed_at) if backups else None,
    )


def read_condition(text: str) -> Condition | None:
    """Parse a condition written by a running bot as JSON; None if invalid, such as an older version's."""
    try:
        return Condition.model_validate_json(text)
    except ValidationError:
        return None


def utc_text(at: float) -> str:
    """A time in epoch seconds as the command line prints it: ``2026-11-28 10:30 UTC``."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def told(condition: Condition, when: Callable[[float], str]) -> list[str]:
    """The condition as a list of sentences; ``when`` formats a time in epoch seconds."""
    return [
        *_shards(condition.shards, condition.shards_away),
        _lost_answers(condition.lost_answers),
        _first_sights(condition.first_sights),
        _hands(condition.hands_shown, condition.hands_merged),
        _damaged_tables(condition.set_aside),
        _waiting(condition.requests_waiting),
        _invalid_requests(condition.invalid_requests, is_stopped=condition.is_stopped),
        _backups(condition.backups, when),
    ]


REASONS: Mapping[str, str] = {
    "10008": "the message was gone",
    "10015": "the press was never answered",
    "10062": "too late",
    "40060": "answered already",
    "50027": "the press was too old",
    "429": "Discord was asked too often",
    "connection": "the connection broke",
}
"""Why an answer failed, in words, by reason; any other reason is shown as Discord's error number."""


TROUBLES: Mapping[str, str] = {
    Trouble.LATE: "too slow",
    Trouble.DIED: "the process ended",
    Trouble.FAILED: "an error",
    Trouble.ILLEGAL: "an answer the rules don't allow",
}
"""Why a computer answered without a search, in words, by ``Trouble``."""


def _shards(number: int, away: int) -> list[str]:
    if number == 1:
        return ["The bot isn't connected to Discord."] if away else []
    if not away:
        return [f"All {number:,} shards are connected to Discord."]
    return [f"{away:,} of {number:,} shards {'is' if away == 1 else 'are'} not connected to Discord."]


def _lost_answers(counts: Mapping[str, int]) -> str:
    if not counts:
        return "Every answer has reached Discord since the bot started."
    reasons = _by_frequency(counts, lambda why: REASONS.get(why, f"Discord error {why}"))
    total = sum(counts.values())
    return (
        f"{total:,} {'answer was' if total == 1 else 'answers were'} lost since the bot started: {reasons}."
    )


def _first_sights(counts: Mapping[str, int]) -> str:
    if not counts:
        return "Computers have thought through every play since the bot started."
    reasons = _by_frequency(counts, lambda why: TROUBLES.get(why, why))
    answers = counted(sum(counts.values()), "answer")
    return f"Computers gave {answers} without thinking since the bot started: {reasons}."


def _by_frequency(counts: Mapping[str, int], in_words: Callable[[str], str]) -> str:
    most_first = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{number:,} × {in_words(why)}" for why, number in most_first)


def _hands(shown: int, merged: int) -> str:
    if not shown:
        return "No hand message has been updated since the bot started."
    told = f"Hand messages were updated {counted(shown, 'time')} since the bot started."
    if not merged:
        return told
    changes = counted(merged, "more change")
    return f"{told} {changes} went along with the next one."


def _damaged_tables(number: int) -> str:
    if not number:
        return "Every table can be read."
    if number == 1:
        return "1 table is damaged and can't be played. It's kept as it is."
    return f"{number:,} tables are damaged and can't be played. They're kept as they are."


def _waiting(number: int) -> str:
    if not number:
        return "No message is waiting to be sent to Discord."
    return f"{number:,} {'message is' if number == 1 else 'messages are'} waiting to be sent to Discord."


def _invalid_requests(number: int, *, is_stopped: bool) -> str:
    if not number:
        return "Discord has refused no request in the last ten minutes."
    refused = (
        f"Discord has refused {counted(number, 'request')} in the last ten minutes. It bans a bot at 10,000."
    )
    return (
        f"{refused} Until that number is down by half, the bot sends only answers." if is_stopped else refused
    )


def _backups(record: BackupRecord | None, when: Callable[[float], str]) -> str:
    if record is None:
        return "Backups are off."
    last = "There is no backup yet." if record.made_at is None else f"Last backup: {when(record.made_at)}."
    return last if record.failed_at is None else f"{last} A later one failed: {when(record.failed_at)}."


async def keep_gauges(app: App) -> None:
    """Set the gauges every ``GAUGES_EVERY`` seconds, until cancelled."""
    # In the event loop, not when Prometheus asks: its questions are answered in a thread.
    while True:
        set_gauges(app)
        await asyncio.sleep(GAUGES_EVERY)


def set_gauges(app: App) -> None:
    """Set the gauges to the present numbers of shards, leases, tables and requests."""
    tables, delivery = app.tables.desk.tables, app.delivery
    metrics.SHARDS.set(len(app.shards.mine))
    metrics.LOCKS.set(app.duty.leases.number)
    metrics.TABLES.set(len(tables.loaded), "awake")
    metrics.TABLES.set(len(tables.unloaded_tables), "asleep")
    metrics.TABLES.set(len(tables.quarantined_tables), "set_aside")
    metrics.WAITING_REQUESTS.set(delivery.outgoing.waiting)
    metrics.REFUSED_REQUESTS.set(delivery.invalid_requests.count)
