"""Logging: one line an event, to standard error, never a card or a token; repeated events are held back."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Final, Literal

LogFormat = Literal["text", "json"]

REPEATED_AFTER: Final = 1.0
"""Seconds between two lines of one kind."""
MOST_KINDS: Final = 1_000
"""Kinds of lines remembered at a time."""
_TEXT: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s%(more)s"
_CONNECTIONS: Final = "discord.shard"
"""Logger that tells of connections; its only errors are of those that are tried again."""
_NO_VOICE: Final = "voice will NOT be supported"


def set_up_logging(level: str, log_format: LogFormat = "text") -> None:
    """Log from a level up; libraries (discord.py, aiohttp …) never below INFO: debug lines show tokens."""
    handler = logging.StreamHandler()
    write_lines(handler, log_format)
    logging.basicConfig(level=level, handlers=[handler])
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))


def write_lines(
    handler: logging.Handler, log_format: LogFormat, now: Callable[[], float] = time.monotonic
) -> None:
    """Set a handler's format, and its filters of lines; ``now`` is a clock in seconds."""
    handler.addFilter(told_briefly)
    handler.addFilter(Repeats(now))
    handler.setFormatter(JsonLines() if log_format == "json" else logging.Formatter(_TEXT))


@dataclass(slots=True)
class _Kind:
    """When the last line of a kind was written, and how many were held back since."""

    written_at: float
    held_back: int = 0


class Repeats(logging.Filter):
    """Handler filter: at most one line a second of each kind, a logger's message template.

    A line tells how many of its kind were held back before it. Lines of level CRITICAL always pass.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, str], _Kind] = {}
        self._lock: Final = Lock()
        """Threads log too, and a handler's own lock is taken only after its filters."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; sets its ``held_back``, and ``more`` as the text for it."""
        # Of several lines only the first is the template: asyncio writes the task below it.
        name, now = (record.name, str(record.msg).partition("\n")[0]), self._now()
        with self._lock:
            kind = self._kinds.get(name)
            if (
                kind is not None
                and now - kind.written_at < REPEATED_AFTER
                and record.levelno < logging.CRITICAL
            ):
                kind.held_back += 1
                return False
            if kind is None and len(self._kinds) >= MOST_KINDS:
                self._kinds.clear()
            self._kinds[name] = _Kind(now)
        held_back = 0 if kind is None else kind.held_back
        vars(record).update(
            held_back=held_back, more=f" (and {held_back:,} more like it)" if held_back else ""
        )
        return True


class JsonLines(logging.Formatter):
    """One JSON object a line: ``time`` (UTC), ``level``, ``logger``, ``message``.

    ``held_back`` (a number) and ``error`` (a traceback) only where there are any.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line of JSON."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if held_back := getattr(record, "held_back", 0):
            line["held_back"] = held_back
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def told_briefly(record: logging.LogRecord) -> bool:
    """Log filter: makes a broken connection a one-line warning; drops the one about missing voice support."""
    error = record.exc_info[1] if record.exc_info else None
    if record.name == _CONNECTIONS and error is not None:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg = f"the connection to Discord broke ({type(error).__name__}). {record.getMessage()}"
        record.args = record.exc_info = None
    return not str(record.msg).endswith(_NO_VOICE)
