"""Which lessons people have done."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database, Statement, Values

DONE: Final = "INSERT INTO lessons_done (user_id, lesson) VALUES (?, ?) ON CONFLICT DO NOTHING"
LESSONS: Final = "SELECT lesson FROM lessons_done WHERE user_id = ?"


class LessonStore:
    """Lessons people have done, in a database, by number from 1."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note_lesson(self, user_id: int, lesson: int) -> None:
        """Note that somebody has done a lesson."""
        await self._database.write(Statement(DONE, Values((user_id, lesson))))

    async def lessons_done(self, user_id: int) -> frozenset[int]:
        """The lessons somebody has done."""
        rows = await self._database.read(Statement(LESSONS, Values((user_id,))))
        return frozenset(row[0] for row in rows)
