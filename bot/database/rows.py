"""Values read back, each looked at for itself: a disk, or another program, may have changed any of them.

What cannot be right is a ``Damaged`` that says which value it was, never what it holds.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn, TypeVar

from bot.database.errors import Damaged

log = logging.getLogger(__name__)

T = TypeVar("T")

LATEST: Final = 1e11
"""Seconds since the epoch that no clock of ours shows."""
MOST_REVISIONS: Final = 2**31 - 1
LARGEST_ID: Final = 2**63 - 1


def damaged(what: str) -> NoReturn:
    """Say which value cannot be read.

    Raises:
        Damaged: always.
    """
    raise Damaged(f"{what} cannot be read.")


def whole(value: object, what: str, least: int = 0, most: int = LARGEST_ID) -> int:
    """A whole number within bounds.

    Raises:
        Damaged: it is none.
    """
    if type(value) is not int or not least <= value <= most:
        damaged(what)
    return value


def moment(value: object, what: str) -> float:
    """A time, in seconds since the epoch.

    Raises:
        Damaged: it is none.
    """
    if not isinstance(value, int | float) or not 0 <= value < LATEST:
        damaged(what)
    return value


def text(value: object, what: str) -> str:
    """A text whose every character is one.

    Raises:
        Damaged: it is none; bytes that are no UTF-8 come as surrogates.
    """
    if type(value) is not str or not is_sound(value):
        damaged(what)
    return value


def from_text(make: Callable[[str], T], value: object, what: str) -> T:
    """What is made of a text: a member of a closed set, or whatever else refuses other texts.

    Raises:
        Damaged: it is no text, or a ``ValueError`` says that it is none of those.
    """
    try:
        return make(text(value, what))
    except ValueError:
        damaged(what)


def or_none(check: Callable[[object, str], T], value: object, what: str) -> T | None:
    """What a check gives, or nothing for nothing."""
    return None if value is None else check(value, what)


def parsed(value: object, what: str) -> Any:  # noqa: ANN401  (JSON holds anything)
    """What a JSON text says.

    Raises:
        Damaged: it is none.
    """
    try:
        return json.loads(text(value, what))
    except (ValueError, RecursionError):
        damaged(what)


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Take whatever goes wrong with values in the block for damage.

    Raises:
        Damaged: something did.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, RecursionError):
        raise Damaged(f"{what} cannot be read.") from None


def sound(read: Callable[..., T], rows: Iterable[Iterable[Any]], what: str) -> list[T]:
    """What those of the rows hold that can be read: a damaged one hides no other, and is passed over."""
    found = []
    for row in rows:
        try:
            with readable(what):
                found.append(read(*row))
        except Damaged as error:
            log.error("%s is passed over: %s", what, error)
    return found


def is_sound(value: str) -> bool:
    """Whether a text has no character that stands for a broken one."""
    return value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)


def legible(value: object) -> str:
    """A text as far as it can be read: for what is only shown."""
    if not isinstance(value, str):
        return ""
    return value.encode(errors="surrogateescape").decode(errors="replace")
