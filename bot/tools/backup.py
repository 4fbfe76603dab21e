"""``python -m bot backup`` and ``restore``: the database to one file, and back."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from bot.common.address import Place
from bot.common.errors import StoreError
from bot.common.loop import new_runner
from bot.database.backup import Loss, back_up, restore, would_be_lost
from bot.tools.copy_database import Progress
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
    """Make a backup and print its path; returns the exit code 0.

    Raises:
        StoreError: no backup was made; the message says why.
    """
    progress = Progress(is_terminal=sys.stdout.isatty())
    try:
        with new_runner() as runner:
            runner.run(back_up(place, options.target, progress.tell))
    except KeyboardInterrupt:
        raise StoreError("Stopped. No backup was made.") from None
    finally:
        progress.end()
    print(f"Backed up and checked: {options.target}.")
    return 0


def run_restore(place: Place, options: argparse.Namespace) -> int:
    """Restore a backup after confirmation; returns the exit code, 1 if it was not confirmed.

    Raises:
        StoreError: nothing was restored; the message says why.
    """
    progress = Progress(is_terminal=sys.stdout.isatty())
    try:
        with new_runner() as runner:
            print(told(runner.run(would_be_lost(options.source, place))))
            if not (options.yes or _is_confirmed()):
                print("Nothing was restored.")
                return NOT_RESTORED
            kept = runner.run(restore(options.source, place, progress.tell))
    except KeyboardInterrupt:
        raise StoreError("Stopped. Nothing was restored.") from None
    finally:
        progress.end()
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
