"""Queues of the ledger: new results, and seasons to rank; each is stored with its cause, so none is lost."""

from __future__ import annotations

from typing import Final

from bot.database.database import Statement, Values, each_with

QUEUE_RESULT: Final = """
    INSERT INTO results_to_book (table_id, changes) VALUES (?, 1)
    ON CONFLICT (table_id) DO UPDATE SET changes = results_to_book.changes + 1
"""
INTO_QUEUE: Final = "results_to_book (table_id, changes)"
"""For tables added in the same transaction, which cannot be queued yet."""
QUEUE_SEASON: Final = """
    INSERT INTO seasons_to_rank (season_id, changes) VALUES (?, 1)
    ON CONFLICT (season_id) DO UPDATE SET changes = seasons_to_rank.changes + 1
"""
DEQUEUE_RESULT: Final = "DELETE FROM results_to_book WHERE table_id = ? AND changes = ?"
DEQUEUE_SEASON: Final = "DELETE FROM seasons_to_rank WHERE season_id = ? AND changes = ? RETURNING season_id"
FINAL: Final = "SELECT season_id FROM final_seasons"
"""Seasons with final standings."""
ALL: Final = (
    "DELETE FROM results_to_book",
    "DELETE FROM seasons_to_rank",
    "INSERT INTO results_to_book (table_id, changes) SELECT table_id, 1 FROM matches",
    f"INSERT INTO seasons_to_rank (season_id, changes) SELECT id, 1 FROM seasons WHERE id NOT IN ({FINAL})",  # noqa: S608 (no user input)
)


def queue_result(table_id: int) -> Statement:
    """Statement that queues a table's new or changed result for the ledger."""
    return Statement(QUEUE_RESULT, Values((table_id,)))


def queue_season(season_id: int) -> Statement:
    """Statement that queues a season's standings: entrants, a forfeit or its end changed them."""
    return Statement(QUEUE_SEASON, Values((season_id,)))


def dequeue_result(table_id: int, changes: int) -> Statement:
    """Statement that takes a result off the queue, unless it has changed again since ``changes``."""
    return Statement(DEQUEUE_RESULT, Values((table_id, changes)))


def dequeue_season(season_id: int, changes: int) -> Statement:
    """Statement that takes a season off the queue and returns its id, unless it changed since ``changes``."""
    return Statement(DEQUEUE_SEASON, Values((season_id, changes)))


def queue_everything() -> list[Statement]:
    """Statements that queue all results, and all seasons that are not final."""
    return each_with(ALL)
