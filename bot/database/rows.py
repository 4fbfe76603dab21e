"""Validation of stored values: a disk error, or another program, may have changed any of them.

An invalid value raises ``Damaged``, which names the value (``what``), never its content.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn, TypeVar

from bot.database.database import Damaged

log = logging.getLogger(__name__)

T = TypeVar("T")

LATEST: Final = 1e11
"""Upper bound of valid times, in epoch seconds."""
MOST_REVISIONS: Final = 2**31 - 1
LARGEST_ID: Final = 2**63 - 1


def damaged(what: str) -> NoReturn:
    """Raise ``Damaged`` for the named value."""
    raise Damaged(f"{what} cannot be read.")


def whole(value: object, what: str, least: int = 0, most: int = LARGEST_ID) -> int:
    """Validate a whole number within bounds (inclusive)."""
    if type(value) is not int or not least <= value <= most:
        damaged(what)
    return value


def moment(value: object, what: str) -> float:
    """Validate a time in epoch seconds."""
    if not isinstance(value, int | float) or not 0 <= value < LATEST:
        damaged(what)
    return value


def text(value: object, what: str) -> str:
    """Validate a text: it has no surrogates, which stand for bytes that are no UTF-8."""
    if type(value) is not str or not is_well_typed(value):
        damaged(what)
    return value


def from_text(make: Callable[[str], T], value: object, what: str) -> T:
    """The value that ``make`` parses from a text, such as an enum's; it may raise a ``ValueError``."""
    try:
        return make(text(value, what))
    except ValueError:
        damaged(what)


def or_none(check: Callable[[object, str], T], value: object, what: str) -> T | None:
    """The value validated by ``check``; None for None."""
    return None if value is None else check(value, what)


def parsed(value: object, what: str) -> Any:  # noqa: ANN401  (JSON holds anything)
    """Parse a JSON text."""
    try:
        return json.loads(text(value, what))
    except (ValueError, RecursionError):
        damaged(what)


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Turn a ``ValueError``, ``TypeError`` or ``LookupError`` in the block into ``Damaged``."""
    try:
        yield
    except (ValueError, TypeError, LookupError, RecursionError):
        raise Damaged(f"{what} cannot be read.") from None


def sound(read: Callable[..., T], rows: Iterable[Iterable[Any]], what: str) -> list[T]:
    """The rows parsed by ``read``; damaged rows are logged and skipped."""
    found = []
    for row in rows:
        try:
            with readable(what):
                found.append(read(*row))
        except Damaged as error:
            log.error("%s is passed over: %s", what, error)
    return found


def with_number(key: str, number: int) -> str:
    """LIKE pattern for a JSON text in which a key has a number; not for the last key of an object."""
    return f'%"{key}": {number},%'


def is_well_typed(value: str) -> bool:
    """Whether a text has no surrogate, which would stand for a broken byte."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


def legible(value: object) -> str:
    """A text for display: broken characters replaced, and "" for no text."""
    if not isinstance(value, str):
        return ""
    return value.encode(errors="surrogateescape").decode(errors="replace")
