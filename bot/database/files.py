"""The files of a SQLite database, and a check that nothing overwrites them."""

from __future__ import annotations

import contextlib
import glob
import os
import re
from pathlib import Path
from typing import Final

from bot.common.address import Place
from bot.common.errors import StoreError

REPLACED: Final = "-replaced"
"""Suffix of the database file that a restore has replaced."""
RESTORING: Final = "-restoring"
"""Suffix of a restored file until it replaces the database."""
KEEPING: Final = "-keeping"
"""Suffix of the copy of a replaced file until it is complete."""
IN_USE: Final = ("", "-wal", "-shm", "-journal", "-lock")
"""Suffixes of the files of a database in use."""
OWN: Final = re.compile(
    rf"({REPLACED}|{RESTORING}|{KEEPING})?({'|'.join(IN_USE)})|-v\d.*|(\.\d+)?\.alive(\.new)?"
)  # -v…: copies from before migrations; .alive: a process's pulse file
"""Suffixes of all files that belong to a database."""


def sibling(path: Path, ending: str) -> Path:
    """The path with ``ending`` appended to its file name; a StoreError if the path is a folder."""
    if not path.name:
        raise StoreError(f"{path} is a folder: name a file.")
    return path.with_name(path.name + ending)


def in_use(path: Path) -> list[Path]:
    """The paths a database in use may have: its file, logs and lock. Some may not exist."""
    return [sibling(path, ending) for ending in IN_USE]


def earlier_versions(path: Path) -> list[Path]:
    """The existing copies of a database from before its migrations, sorted."""
    return sorted(path.parent.glob(f"{glob.escape(path.name)}-v[0-9]*"))


def keep_apart(kept: Place, target: Place, *endings: str) -> None:
    """Check that writing ``target`` overwrites no file of the database ``kept``, under any spelling of paths.

    ``endings`` are suffixes of temporary files that are written next to the target.

    Raises:
        StoreError: a file would be overwritten.
    """
    if isinstance(kept, Path) and isinstance(target, Path):
        written = [file for ending in ("", *endings) for file in in_use(sibling(target, ending))]
        if any(belongs(file, kept) for file in written):
            raise StoreError(
                f"{kept} and {target} are the same, or one belongs to the other: name another file."
            )
    elif kept == target:
        raise StoreError("Both databases are the same: name another.")


def belongs(file: Path, database: Path) -> bool:
    """Whether a file is the database or one of its files: logs, lock, kept copies, pulse files."""
    with contextlib.suppress(OSError):  # one of them is not there
        if file.samefile(database):
            return True
    return any(
        one.parent == other.parent
        and one.name.startswith(other.name)
        and OWN.fullmatch(one.name.removeprefix(other.name))
        for one in _names(file)
        for other in _names(database)
    )


def _real(path: Path) -> Path:
    """The path with all symbolic links resolved."""
    return Path(os.path.realpath(path))


def _names(path: Path) -> tuple[Path, Path]:
    """Two canonical paths of a file: its own name in the real folder, and the file a link leads to."""
    return _real(path.parent) / path.name, _real(path)
