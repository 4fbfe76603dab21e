"""The log of a match long over, in little room: what was done, and by which seat."""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterable

from bot.store.protocol import Damaged
from bot.store.stored import LogEntry


def packed(entries: Iterable[LogEntry]) -> str:
    """A log as one text; who did something and when is left out."""
    lines = "\n".join(f"{one.revision} {one.seat} {one.action}" for one in entries)
    return b85encode(zlib.compress(lines.encode(), 9)).decode("ascii")


def unpacked(text: object) -> list[LogEntry]:
    """A log from its text.

    Raises:
        Damaged: it cannot be read.
    """
    try:
        if not isinstance(text, str):
            raise TypeError
        lines = zlib.decompress(b85decode(text)).decode()
        return [_entry(*line.split(" ", 2)) for line in lines.split("\n") if line]
    except (ValueError, TypeError, zlib.error):
        raise Damaged("a packed log cannot be read.") from None


def _entry(revision: str, seat: str, action: str) -> LogEntry:
    return LogEntry(int(revision), int(seat), None, action, 0.0)
