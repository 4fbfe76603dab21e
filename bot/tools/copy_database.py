"""``python -m bot copy-database FROM TO``: copies a database to another, such as SQLite to PostgreSQL."""

from __future__ import annotations

import argparse
import sys
from typing import Literal

from bot.common.address import Place, place_of
from bot.common.errors import StoreError
from bot.common.loop import new_runner
from bot.database.copying import copy_database


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments to a parser: the database to copy, and the empty one to fill."""
    what = "a SQLite file, or the address of a PostgreSQL database (its password may stand in PGPASSWORD)"
    parser.add_argument("source", metavar="FROM", type=_place, help=f"the database to copy: {what}")
    parser.add_argument("target", metavar="TO", type=_place, help="the database to fill, which must be empty")


def run(options: argparse.Namespace) -> int:
    """Copy a database; returns the exit code 0.

    Raises:
        StoreError: nothing was copied; the message says why.
    """
    progress = Progress(is_terminal=sys.stdout.isatty())
    try:
        with new_runner() as runner:
            counts = runner.run(copy_database(options.source, options.target, progress.tell))
    except KeyboardInterrupt:
        raise StoreError("Stopped. Nothing was copied.") from None
    finally:
        progress.end()
    copied = ", ".join(f"{count:,} {table.replace('_', ' ')}" for table, count in counts.items() if count)
    print(f"Copied and checked row by row: {copied or 'nothing, for there was nothing'}.")
    return 0


class Progress:
    """Prints progress: on a terminal in one line that is overwritten, else one line per finished table."""

    def __init__(self, *, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self._width = 0

    def tell(
        self, work: Literal["copying", "checking", "booking"], table: str, done: int, count: int
    ) -> None:
        """Print how many rows of a table are done; without a terminal only once all are."""
        line = f"{work.capitalize()} {table.replace('_', ' ')}: {done:,} of {count:,}"
        if self._is_terminal:
            print(f"\r{line:<{self._width}}", end="", flush=True)
            self._width = len(line)
        elif done == count:
            print(line, flush=True)

    def end(self) -> None:
        """Erase the progress line on a terminal."""
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="")


def _place(text: str) -> Place:
    try:
        return place_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
