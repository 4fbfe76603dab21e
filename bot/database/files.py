"""The files of a database, and that nothing else is written over any of them."""

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
"""What a restored file is called that was in its place before."""
RESTORING: Final = "-restoring"
"""What a file is called that is about to take the place of another."""
KEEPING: Final = "-keeping"
"""What the copy of a file that is about to be replaced is called until it is whole."""
IN_USE: Final = ("", "-wal", "-shm", "-journal", "-lock")
"""What a file in use consists of, by what follows its name."""
OWN: Final = re.compile(
    rf"({REPLACED}|{RESTORING}|{KEEPING})?({'|'.join(IN_USE)})|-v\d.*|\.alive(\.new)?"
)  # the copies before updates, and the signs of life
"""What follows a database's name in the names of all that belongs to it."""


def beside(path: Path, ending: str) -> Path:
    """The file whose name is that of another and an ending.

    Raises:
        StoreError: the path names no file.
    """
    if not path.name:
        raise StoreError(f"{path} is a folder: name a file.")
    return path.with_name(path.name + ending)


def in_use(path: Path) -> list[Path]:
    """A file with all that stands beside it while it is used."""
    return [beside(path, ending) for ending in IN_USE]


def earlier_versions(path: Path) -> list[Path]:
    """The copies that were kept of a file before it was brought up to date."""
    return sorted(path.parent.glob(f"{glob.escape(path.name)}-v[0-9]*"))


def keep_apart(kept: Place, target: Place, *endings: str) -> None:
    """Check that what is written is nothing of a database that is to be kept, however both are spelled.

    What stands beside the target under one of the endings meanwhile is written, too.

    Raises:
        StoreError: it is.
    """
    if isinstance(kept, Path) and isinstance(target, Path):
        written = [file for ending in ("", *endings) for file in in_use(beside(target, ending))]
        if any(belongs(file, kept) for file in written):
            raise StoreError(
                f"{kept} and {target} are the same, or one belongs to the other: name another file."
            )
    elif kept == target:
        raise StoreError("Both databases are the same: name another.")


def belongs(file: Path, database: Path) -> bool:
    """Whether a file is a database itself or anything of its own."""
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


def real(path: Path) -> Path:
    """The file that a path leads to over all symbolic links."""
    return Path(os.path.realpath(path))


def _names(path: Path) -> tuple[Path, Path]:
    """A path without detours: of the name itself, which may be a link's, and of the file it leads to."""
    return real(path.parent) / path.name, real(path)
