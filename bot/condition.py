"""How the bot is: what went wrong since it started, what waits, when it was last backed up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.computers.first_sights import Trouble
from bot.maintenance.backup_record import BackupRecord
from rules.core.words import counted

if TYPE_CHECKING:  # whoever only reads how the bot is loads no bot for it
    from bot.app import App


class Condition(BaseModel):
    """How the bot is at one moment. It holds nothing secret: neither names nor cards, nor where it stores."""

    model_config = ConfigDict(frozen=True)

    at: float
    """Seconds since the epoch."""
    lost_answers: Mapping[str, int]
    """Answers that did not arrive since the start, by reason: Discord's code, or what happened."""
    first_sights: Mapping[str, int]
    """Answers of computers since the start without a full thought behind them, by what kept it away."""
    hands_shown: int
    """Edits of hands since the start that brought them up to date without a press of their owner."""
    hands_merged: int
    """Changes since the start that were shown on a hand together with a later one."""
    set_aside: int
    """Tables that cannot be read."""
    requests_waiting: int
    """Requests to Discord that wait for their turn."""
    invalid_requests: int
    """Requests that Discord has refused within ten minutes."""
    is_stopped: bool
    """Whether there were so many that everything but answers waits."""
    backups: BackupRecord | None
    """None where none are made by the clock."""


async def condition_of(app: App) -> Condition:
    """Look how the bot is now."""
    return Condition(
        at=app.tables.desk.now.today(),
        lost_answers=dict(app.delivery.lost_answers.counts),
        first_sights=dict(app.maintenance.first_sights.counts),
        hands_shown=app.delivery.hand_counts.shown,
        hands_merged=app.delivery.hand_counts.merged,
        set_aside=len(app.tables.reading.all_set_aside()),
        requests_waiting=app.delivery.outgoing.waiting,
        invalid_requests=app.delivery.invalid_requests.count,
        is_stopped=app.delivery.invalid_requests.seconds_left() > 0,
        backups=None if app.maintenance.backups is None else await app.maintenance.backups.record(),
    )


def read_condition(text: str) -> Condition | None:
    """Read what a running bot has written down; None for what is none, such as an older version's."""
    try:
        return Condition.model_validate_json(text)
    except ValidationError:
        return None


def on_a_clock(at: float) -> str:
    """A moment as the command line shows it."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M} UTC"


def told(condition: Condition, when: Callable[[float], str]) -> list[str]:
    """The condition in sentences; ``when`` shows a moment."""
    return [
        _lost_answers(condition.lost_answers),
        _first_sights(condition.first_sights),
        _hands(condition.hands_shown, condition.hands_merged),
        _set_aside(condition.set_aside),
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
"""What the reasons of lost answers mean; any other is Discord's own trouble, named by its number."""


TROUBLES: Mapping[str, str] = {
    Trouble.LATE: "too slow",
    Trouble.DIED: "the process ended",
    Trouble.FAILED: "an error",
    Trouble.ILLEGAL: "not an allowed answer",
}
"""What the troubles mean for which a computer answered at first sight."""


def _lost_answers(counts: Mapping[str, int]) -> str:
    if not counts:
        return "Every answer has reached Discord since the start."
    reasons = _most_first(counts, lambda why: REASONS.get(why, f"Discord error {why}"))
    total = sum(counts.values())
    return f"{total:,} {'answer was' if total == 1 else 'answers were'} lost since the start: {reasons}."


def _first_sights(counts: Mapping[str, int]) -> str:
    if not counts:
        return "Computers have thought through every answer since the start."
    reasons = _most_first(counts, lambda why: TROUBLES.get(why, why))
    answers = counted(sum(counts.values()), "answer")
    return f"Computers gave {answers} at first sight since the start: {reasons}."


def _most_first(counts: Mapping[str, int], in_words: Callable[[str], str]) -> str:
    most_first = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{number:,} × {in_words(why)}" for why, number in most_first)


def _hands(shown: int, merged: int) -> str:
    if not shown:
        return "No hand has needed an update since the start."
    told = f"Hands got {counted(shown, 'update')} since the start."
    if not merged:
        return told
    changes = f"{merged:,} {'change more was' if merged == 1 else 'changes more were'}"
    return f"{told} {changes} shown together with the next one."


def _set_aside(number: int) -> str:
    if not number:
        return "Every table can be read."
    if number == 1:
        return "1 table is damaged and set aside. It's kept as it is."
    return f"{number:,} tables are damaged and set aside. They're kept as they are."


def _waiting(number: int) -> str:
    if not number:
        return "Nothing waits to be sent to Discord."
    return f"{number:,} {'message waits' if number == 1 else 'messages wait'} to be sent to Discord."


def _invalid_requests(number: int, *, is_stopped: bool) -> str:
    if not number:
        return "Discord has refused nothing in the last ten minutes."
    refused = (
        f"Discord has refused {counted(number, 'request')} in the last ten minutes. It bans a bot at 10,000."
    )
    return f"{refused} Everything but answers waits until they are half." if is_stopped else refused


def _backups(record: BackupRecord | None, when: Callable[[float], str]) -> str:
    if record is None:
        return "Backups are off."
    last = "There is no backup yet." if record.made_at is None else f"Last backup: {when(record.made_at)}."
    return last if record.failed_at is None else f"{last} A later one failed: {when(record.failed_at)}."
