"""What is to be put into the book: noted in the same unit as the fact, so that no stop can lose it."""

from __future__ import annotations

from typing import Final

from bot.database.database import Statement, Values, each_with
from bot.models.stored_book import Unbooked, Unranked

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
IS_BOOKED: Final = "DELETE FROM results_to_book WHERE table_id = ? AND changes = ?"
IS_RANKED: Final = "DELETE FROM seasons_to_rank WHERE season_id = ? AND changes = ?"
_FINAL: Final = "SELECT season_id FROM final_seasons"
ALL: Final = (
    "DELETE FROM results_to_book",
    "DELETE FROM seasons_to_rank",
    "INSERT INTO results_to_book (table_id, changes) SELECT table_id, 1 FROM matches",
    f"INSERT INTO seasons_to_rank (season_id, changes) SELECT id, 1 FROM seasons WHERE id NOT IN ({_FINAL})",  # noqa: S608
)


def to_book(table_id: int) -> Statement:
    """The result of a table is new, or has changed: it was voided, corrected, or is somebody else's."""
    return Statement(TO_BOOK, Values((table_id,)))


def to_rank(season_id: int) -> Statement:
    """The table of a season changes for another reason than a result: who is in it, a forfeit, its end."""
    return Statement(TO_RANK, Values((season_id,)))


def is_booked(result: Unbooked) -> Statement:
    """A result is booked, unless it has changed meanwhile."""
    return Statement(IS_BOOKED, Values(result))


def is_ranked(unranked: Unranked) -> Statement:
    """The table of a season is made, unless something has changed meanwhile."""
    return Statement(IS_RANKED, Values(unranked))


def all_to_book() -> list[Statement]:
    """All results are to be booked, and the tables made of all seasons that are not final."""
    return each_with(ALL)
