"""The place of a database: the path of a SQLite file, or the address (URL) of a PostgreSQL database."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from pydantic import SecretStr

Place = Path | SecretStr
SCHEMES: Final = ("postgresql://", "postgres://")
HALF_AN_ADDRESS: Final = re.compile(r"[^/\\]*:[^/\\]*@")
"""An address without its scheme, ``user:password@…``: refused, for as a file's name it would be printed."""


def place_of(text: str) -> Place:
    """Parse the setting of a database: a path (symbolic links resolved), or a PostgreSQL address as a secret.

    Raises:
        ValueError: it is an address of another kind; the message does not repeat it.
    """
    if "\0" in text:
        raise ValueError("its name has a character that stands for nothing")
    if text.startswith(SCHEMES):
        return SecretStr(text)
    if "://" in text or HALF_AN_ADDRESS.match(text):
        raise ValueError("it must be a file, or an address that begins with postgresql://")
    path = path_of(text)
    try:
        is_link = path.is_symlink()
    except OSError:
        is_link = False  # opening it will report what is wrong
    # The database's lock and log files stand next to its real file.
    return Path(os.path.realpath(path)) if is_link else path


def path_of(text: str) -> Path:
    """The path a text names, with ``~`` expanded; a ValueError if there is no such home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError("it begins with ~, and there is no such home") from None
