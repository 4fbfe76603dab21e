"""The store of lessons done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.database.database import Database, Statement, Values

DONE: Final = "INSERT INTO lessons_done (user_id, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING"
FORGET: Final = "DELETE FROM lessons_done WHERE user_id = ?"
"""Deletes a user's lessons."""
LESSONS: Final = "SELECT lesson FROM lessons_done WHERE user_id = ?"
OWN: Final[Mapping[str, str]] = {
    "lessons": "SELECT lesson FROM lessons_done WHERE user_id = ? ORDER BY 1",
}
"""Queries of a user's own data for export; ? is the user id."""


class LessonStore:
    """Lessons done by users, by number from 1."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note_lesson(self, user_id: int, lesson: int) -> None:
        """Store that a user has done a lesson."""
        await self._database.write(Statement(DONE, Values((user_id, lesson))))

    async def lessons_done(self, user_id: int) -> frozenset[int]:
        """The lessons a user has done."""
        rows = await self._database.read(Statement(LESSONS, Values((user_id,))))
        return frozenset(row[0] for row in rows)
