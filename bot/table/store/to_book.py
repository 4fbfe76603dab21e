"""What is to be put into the book: noted in the same unit as the fact, so that no stop can lose it."""

from __future__ import annotations

from typing import Final

from bot.database.database import Statement, Values

TO_BOOK: Final = """
    INSERT INTO results_to_book (table_id, changes) VALUES (?, 1)
    ON CONFLICT (table_id) DO UPDATE SET changes = results_to_book.changes + 1
"""
INTO_BOOK: Final = "results_to_book (table_id, changes)"
"""Of tables that are new in the same unit, so that nothing of theirs can wait already."""
TO_RANK: Final = """
    INSERT INTO seasons_to_rank (season_id, changes) VALUES (?, 1)
    ON CONFLICT (season_id) DO UPDATE SET changes = seasons_to_rank.changes + 1
"""


def to_book(table_id: int) -> Statement:
    """The result of a table is new, or has changed: it was voided, corrected, or is somebody else's."""
    return Statement(TO_BOOK, Values((table_id,)))


def to_rank(season_id: int) -> Statement:
    """The table of a season changes for another reason than a result: who is in it, a forfeit, its end."""
    return Statement(TO_RANK, Values((season_id,)))
