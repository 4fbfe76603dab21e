"""Figures of files and folders: how large they are, and how many lie together."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import PurePosixPath
from typing import Final

from tests.house.measured import Amount, Measured, most, number_of
from tests.house.sources import Sources

CROWD: Final = 40
"""A folder with more files is large."""
SHORT: Final = 30
"""A file with fewer lines is short."""
ONE_GAME: Final = "bot/computers/games"
"""Files of computer players of one game, which may be short."""
WORD: Final = re.compile(r"\S*[^\W_]\S*")


def large_folders(sources: Sources, *layers: str) -> Measured:
    """The folders of more than forty files."""
    folders = Counter(source.folder for source in sources.of(*layers))
    return number_of(f"{folder} {count}" for folder, count in folders.items() if count > CROWD)


def company(sources: Sources, *layers: str) -> Measured:
    """Number of files in a file's folder, averaged over the files."""
    folders = Counter(source.folder for source in sources.of(*layers))
    mean = sum(count * count for count in folders.values()) / folders.total()
    return Measured(round(mean, 1), most(Amount(count, folder) for folder, count in folders.items()).places)


def longest_file(sources: Sources, *layers: str) -> Measured:
    """Lines of the longest file."""
    return most(Amount(source.lines, source.path) for source in sources.of(*layers))


def short_files(sources: Sources, *layers: str) -> Measured:
    """Files of fewer than thirty lines; ``__init__``, entry points and players of one game are left out."""
    return number_of(
        f"{source.path} {source.lines}"
        for source in sources.of(*layers)
        if source.lines < SHORT
        and not PurePosixPath(source.path).name.startswith("__")
        and source.folder != ONE_GAME
    )


def lines(sources: Sources, *layers: str) -> Measured:
    """Lines of all files of the given layers."""
    return Measured(sum(source.lines for source in sources.of(*layers)))


def lines_of_store_protocols(sources: Sources) -> Measured:
    """Lines of protocols that repeat the methods of stores."""
    amounts = [
        Amount(source.lines, source.path)
        for source in sources.of("bot")
        if re.search(r"/database/(\w+_)?protocol\.py$", source.path)
    ]
    return Measured(sum(amount.number for amount in amounts), most(amounts).places)


def words_of_page(sources: Sources, page: str) -> Measured:
    """Words of a page: runs without a space that have a letter or a digit."""
    return Measured(len(WORD.findall((sources.root / page).read_text(encoding="utf-8"))))
