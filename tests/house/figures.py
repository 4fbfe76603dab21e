"""Every figure with its bound. A change that improves one lowers its bound here."""

from __future__ import annotations

from typing import NamedTuple

from tests.house import classes, files, rooms, words
from tests.house.classes import Classes
from tests.house.measured import Measured
from tests.house.sources import PRODUCT, Sources

NAMED = 12
"""The most places named of a figure over its bound."""


class Figure(NamedTuple):
    """A figure held to a bound."""

    name: str
    measured: Measured
    bound: float

    @property
    def holds(self) -> bool:
        """Whether it is within its bound."""
        return self.measured.number <= self.bound

    def __str__(self) -> str:
        return f"{self.name}: {self.measured.number:,g} (≤ {self.bound:,g}: {'ok' if self.holds else 'OVER'})"


def figures(sources: Sources) -> list[Figure]:
    """All figures of a checkout."""
    found = Classes(sources)
    return [
        Figure("large folders of the product", files.large_folders(sources, *PRODUCT), 0),
        Figure("files in the folder of a file", files.company(sources, *PRODUCT), 13.9),
        Figure("large folders of the tests", files.large_folders(sources, "tests"), 0),
        Figure("files in the folder of a test", files.company(sources, "tests"), 22.8),
        Figure("shared values used by fewer than three rooms", rooms.seldom_used_values(sources), 0),
        Figure("rooms that write one SQL table", rooms.writers(sources), 1),
        Figure("SQL tables of several writers", rooms.tables_of_several_writers(sources), 0),
        Figure("imports against the order of subjects", rooms.against_order(sources), 0),
        Figure("imports in a circle inside a room", rooms.circles_in_rooms(sources), 0),
        Figure("public methods of a class of bot or cogs", classes.public_methods(found, "bot", "cogs"), 26),
        Figure("public methods of a class of rules", classes.public_methods(found, "rules"), 40),
        Figure("ancestors of a class of bot or cogs", classes.ancestors(found, "bot", "cogs"), 2),
        Figure("fields of a class of bot or cogs", classes.fields(found, "bot", "cogs"), 15),
        Figure("parameters of a function", classes.parameters(sources, *PRODUCT), 8),
        Figure("lines of a file of bot or cogs", files.longest_file(sources, "bot", "cogs"), 397),
        Figure("short files of bot and cogs", files.short_files(sources, "bot", "cogs"), 0),
        Figure("lines of store protocols", files.lines_of_store_protocols(sources), 0),
        Figure("lines of bot and cogs", files.lines(sources, "bot", "cogs"), 68_002),
        Figure("odd words in 1,000 lines of bot", words.odd_words(sources, "bot"), 0.1),
        Figure("odd words in 1,000 lines of cogs", words.odd_words(sources, "cogs"), 0),
        Figure("odd words in 1,000 lines of rules", words.odd_words(sources, "rules"), 0.4),
        Figure("odd words in 1,000 lines of tests", words.odd_words(sources, "tests"), 0),
        Figure("odd names of tests", words.odd_test_names(sources), 0),
        Figure("words of README.md", files.words_of_page(sources, "README.md"), 1000),
        Figure("words of docs/architecture.md", files.words_of_page(sources, "docs/architecture.md"), 1425),
    ]
