"""Where a database is: a SQLite file, or the address of a PostgreSQL database, perhaps with a password."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from pydantic import SecretStr

Place = Path | SecretStr
SCHEMES: Final = ("postgresql://", "postgres://")
HALF_AN_ADDRESS: Final = re.compile(r"[^/\\]*:[^/\\]*@")
"""How an address begins whose scheme is missing, so that it is shown as no file's name: user:password@…"""


def place_of(text: str) -> Place:
    """The file or the address a text names; the file that a symbolic link leads to.

    What belongs to a database stands beside it under its own name, however it is called here.

    Raises:
        ValueError: it is an address of something else; the message shows none of it.
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
        is_link = False  # what else is wrong with it is said when it is opened
    return Path(os.path.realpath(path)) if is_link else path


def path_of(text: str) -> Path:
    """The path a text names; ``~`` is this user's home, for no shell has read it.

    Raises:
        ValueError: it begins with a home that nobody has.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError("it begins with ~, and there is no such home") from None
