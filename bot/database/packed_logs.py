"""Compressed logs of old matches: actions and seats, without users and times."""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from bot.database.database import Damaged
from bot.models.stored_tables import LogEntry
from rules.core.decisions import Seat

UNREADABLE: Final = "a packed log cannot be read."


def packed(entries: Iterable[LogEntry]) -> str:
    """Compress a log to one text, without users and times."""
    lines = "\n".join(f"{one.revision} {one.seat} {one.action}" for one in entries)
    return b85encode(zlib.compress(lines.encode(), 9)).decode("ascii")


def unpacked(text: object) -> list[LogEntry]:
    """The entries of a compressed log, with None for users and 0 for times; ``Damaged`` if it is none."""
    return _entries(_lines(text))


def with_acts_changed(text: str, seat: Seat, change: Callable[[str], str]) -> str:
    """A compressed log with ``change`` applied to every action of a seat; ``Damaged`` if it is none."""
    lines = _lines(text)
    if f" {seat} " not in lines:
        return text
    before = _entries(lines)
    after = [replace(one, action=change(one.action)) if one.seat == seat else one for one in before]
    return text if after == before else packed(after)


def _lines(text: object) -> str:
    try:
        if not isinstance(text, str):
            raise TypeError
        return zlib.decompress(b85decode(text)).decode()
    except (ValueError, TypeError, zlib.error):
        raise Damaged(UNREADABLE) from None


def _entries(lines: str) -> list[LogEntry]:
    try:
        return [_entry(*line.split(" ", 2)) for line in lines.split("\n") if line]
    except (ValueError, TypeError):
        raise Damaged(UNREADABLE) from None


def _entry(revision: str, seat: str, action: str) -> LogEntry:
    return LogEntry(int(revision), int(seat), None, action, 0.0)
