"""``python -m bot backup``, ``restore`` and ``copy-database``: a database to a file, back, and to another."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from bot.common.address import Place, place_of
from bot.common.errors import StoreError
from bot.common.loop import new_runner
from bot.database.backup import Loss, back_up, restore, would_be_lost
from bot.database.copying import copy_database
from bot.database.files import REPLACED, sibling
from rules.core.words import counted

YES: Final = "yes"
LOST: Final = ("table", "act", "saved rule set")
"""Words for the counts of ``Loss``, in its order."""
NOT_RESTORED: Final = 1
GOES_BACK: Final = (
    "Everything else goes back to how it was then: leagues, evenings, daily deals and settings."
)


def add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the argument of ``backup`` to a parser: the file to write."""
    parser.add_argument(
        "target",
        metavar="TO",
        type=Path,
        help="the file to write; an earlier backup of that name is replaced",
    )


def add_restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``restore`` to a parser: the backup, and whether to go ahead without asking."""
    parser.add_argument("source", metavar="FROM", type=Path, help="the backup to go back to")
    parser.add_argument("--yes", action="store_true", help="go ahead without asking")


def run_backup(place: Place, options: argparse.Namespace) -> int:
    """Make a backup and print its path; returns the exit code 0, or a StoreError says why there is none."""
    with working("No backup was made.") as (runner, progress):
        runner.run(back_up(place, options.target, progress.tell))
    print(f"Backed up and checked: {options.target}.")
    return 0


def run_restore(place: Place, options: argparse.Namespace) -> int:
    """Restore a backup after confirmation; returns the exit code, 1 if it was not confirmed.

    Raises:
        StoreError: nothing was restored; the message says why.
    """
    with working("Nothing was restored.") as (runner, progress):
        loss = runner.run(would_be_lost(options.source, place))
        is_there = not isinstance(place, Path) or place.exists()
        print(told(loss) if is_there else f"There is no database {place}, so nothing would be lost.")
        earlier = sibling(place, REPLACED) if isinstance(place, Path) else None
        if earlier and earlier.exists() and not earlier.samefile(options.source):
            print(f"{earlier} is from an earlier restore and would be overwritten: move it to keep it.")
        if not (options.yes or _is_confirmed()):
            print("Nothing was restored.")
            return NOT_RESTORED
        kept = runner.run(restore(options.source, place, progress.tell))
    before = "" if kept is None else f" What was there before is kept in {kept}."
    print(f"Restored from {options.source}.{before}")
    return 0


def told(loss: Loss | str) -> str:
    """Sentences on what a restore would lose; ``loss`` is a text if that is not known."""
    if isinstance(loss, str):
        return f"What would be lost is not known. {loss}"
    if not any(loss):
        return f"No table, act or saved rule set is newer than the backup. {GOES_BACK}"
    lost = [counted(number, what) for number, what in zip(loss, LOST, strict=True) if number]
    return f"Lost would be what is newer than the backup: {', '.join(lost)}. {GOES_BACK}"


def _is_confirmed() -> bool:
    """Whether the user at the terminal types ``yes``; False without a terminal."""
    if not sys.stdin.isatty():
        print(f"Add --{YES} to go ahead.")
        return False
    return input(f"Type {YES} to go ahead: ").strip().lower() == YES


def add_copy_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``copy-database`` to a parser: the database to copy, and the empty one to fill."""
    what = "a SQLite file, or the address of a PostgreSQL database (its password may stand in PGPASSWORD)"
    parser.add_argument("source", metavar="FROM", type=_place, help=f"the database to copy: {what}")
    parser.add_argument("target", metavar="TO", type=_place, help="the database to fill, which must be empty")


def run_copy(options: argparse.Namespace) -> int:
    """Copy a database; returns the exit code 0, or a StoreError says why nothing was copied."""
    with working("Nothing was copied.") as (runner, progress):
        counts = runner.run(copy_database(options.source, options.target, progress.tell))
    copied = ", ".join(f"{table.replace('_', ' ')} {count:,}" for table, count in counts.items() if count)
    print(f"Copied and checked row by row: {copied or 'nothing, for there was nothing'}.")
    return 0


def _place(text: str) -> Place:
    try:
        return place_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


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


@contextmanager
def working(if_stopped: str) -> Iterator[tuple[asyncio.Runner, Progress]]:
    """A runner for the work of the block, and the progress to print, which is erased at its end.

    Raises:
        StoreError: Ctrl-C was pressed; ``if_stopped`` says what that leaves.
    """
    progress = Progress(is_terminal=sys.stdout.isatty())
    try:
        with new_runner() as runner:
            yield runner, progress
    except KeyboardInterrupt:
        raise StoreError(f"Stopped. {if_stopped}") from None
    finally:
        progress.end()
