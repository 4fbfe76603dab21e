"""Where a database is: a SQLite file, or the address of a PostgreSQL database, perhaps with a password."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

Place = Path | SecretStr

SCHEMES = ("postgresql://", "postgres://")


def place_of(text: str) -> Place:
    """The file or the address a text names.

    Raises:
        ValueError: it is an address of something else; the message shows none of it.
    """
    if "\0" in text:
        raise ValueError("its name has a character that stands for nothing")
    if text.startswith(SCHEMES):
        return SecretStr(text)
    if "://" in text:
        raise ValueError("it must be a file, or an address that begins with postgresql://")
    return Path(text)
