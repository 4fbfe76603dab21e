"""The lesson service: positions as tables, a computer's advice, and progress."""

from __future__ import annotations

from typing import NamedTuple

from bot.common.errors import Refused
from bot.common.lazy import Lazy
from bot.computers.hints.reasons import Advice
from bot.computers.worker import ComputerPlayers
from bot.database.database import Database
from bot.learn.lessons import GAME, LESSONS, SEATS, position_of
from bot.learn.store import LessonStore
from bot.models.stored_tables import Status
from bot.table.desk.shown import ShownHand, ShownMatch, ShownPlace, ShownSeat, ShownTable, shown_rules
from rules.catalog import find_game
from rules.core.actions import Action

NO_LESSON = "There is no such lesson. `/rook learn` begins with the first."
NO_EXPLANATION = "There's no explanation now. Nothing is lost. Choose again."
NAMES = ("you", "Left", "Partner", "Right")
"""Names of the learner and the others, clockwise."""


class LessonPlace(NamedTuple):
    """A lesson as the learner sees it: its number from 0, the hand, and the answers to choose from."""

    number: int
    hand: ShownHand
    choices: tuple[Action, ...]


class Lessons:
    """Shows lessons, caches a computer's advice on each, and stores which ones a user has done."""

    def __init__(self, database: Database, computers: ComputerPlayers) -> None:
        self._store = LessonStore(database)
        self._computers = computers
        self._known: dict[int, Advice] = {}

    def lesson(self, number: int) -> LessonPlace:
        """A lesson by number, from 0.

        Raises:
            Refused: there is no such lesson.
        """
        if not 0 <= number < len(LESSONS):
            raise Refused(NO_LESSON)
        position, game = position_of(number), find_game(GAME)
        view = position.brief.view
        names = [NAMES[(seat - position.seat) % SEATS] for seat in range(SEATS)]
        table = ShownTable(
            id=0,
            place=ShownPlace(guild_id=0, channel_id=0),
            host_id=0,
            revision=0,
            status=Status.PLAYING,
            seats=tuple(ShownSeat(seat, None, name, computer=True) for seat, name in enumerate(names)),
            rules=shown_rules(game),
            match=ShownMatch(Lazy.known(view.table)),
        )
        return LessonPlace(number, ShownHand(table, Lazy.known(view)), position.choices)

    async def done(self, user_id: int) -> frozenset[int]:
        """The lessons a user has answered, by number from 0.

        Raises:
            StoreError: they cannot be read.
        """
        return frozenset(lesson - 1 for lesson in await self._store.lessons_done(user_id))

    async def note_done(self, user_id: int, number: int) -> None:
        """Store that a user has answered a lesson.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.note_lesson(user_id, number + 1)

    async def advice(self, number: int) -> Advice:
        """A computer's answer to a lesson, and its reasons.

        Raises:
            Refused: there is no such lesson, or no advice now.
        """
        self.lesson(number)
        if number not in self._known:
            advice = await self._computers.advise(position_of(number).brief, number)
            if advice is None:
                raise Refused(NO_EXPLANATION)
            self._known[number] = advice
        return self._known[number]
