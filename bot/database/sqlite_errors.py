"""SQLite's and the file system's errors as sentences for the operator that say what to do."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import Final

from bot.common.errors import Busy, Displaced, StoreError
from bot.database.database import ChannelTaken, Conflict, Damaged

ONE_A_CHANNEL: Final = ("tables.channel_id", "evenings.channel_id")
"""Columns named in the error if a channel would get a second open table or evening."""
FULL: Final = "The disk is full: make room for {path}. Nothing was stored."
NOT_WRITABLE: Final = "{path} cannot be written: check the rights of the file and of its folder."
TAKEN_OVER: Final = (
    "Another Rookery has taken over {path}. This one stops and stores nothing more. Run only one bot on a "
    "database, and leave the file {path}-lock where it is."
)
REFUSED: Final = "{path}: the file system refused ({why})."
NOT_HELD: Final = "settings.value"
"""The column named in the error if another process has taken over the file."""


def refused(error: OSError) -> str:
    """The sentence for an error of the file system, with ``{path}`` and perhaps ``{why}`` to fill in."""
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return FULL
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return NOT_WRITABLE
    return REFUSED


def explain(error: sqlite3.Error, path: Path) -> StoreError:  # noqa: PLR0911  (a sentence for each kind)
    """The ``StoreError`` for an error of SQLite, with a sentence on the cause and what to do."""
    # SQLite's own message is never shown: it may quote a row, and so a deck.
    code = getattr(error, "sqlite_errorcode", 0)
    match code:
        case sqlite3.SQLITE_CONSTRAINT_NOTNULL if str(error).endswith(NOT_HELD):
            return Displaced(TAKEN_OVER.format(path=path))
        case sqlite3.SQLITE_CONSTRAINT_UNIQUE if str(error).endswith(ONE_A_CHANNEL):
            return ChannelTaken("The channel has an open table already.")
        case sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY | sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            return Conflict("The database holds this action or result already.")
        case sqlite3.SQLITE_IOERR_SHMSIZE:  # the first file that grows when a full disk's database is opened
            return StoreError(FULL.format(path=path))
    match code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return StoreError(FULL.format(path=path))
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{path} is not a database: name another file.")
        case sqlite3.SQLITE_CORRUPT:
            return Damaged(f"{path} is damaged: restore a backup that isn't (python -m bot restore).")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Busy(f"Another program keeps {path} locked: close it. Nothing was stored.")
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreError(NOT_WRITABLE.format(path=path))
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return StoreError(f"{path}: the database refused ({name}).")
