"""Lessons: each stops at a question to its learner, and the computer's answer is among the choices."""

from __future__ import annotations

import pytest

from bot.common.errors import Refused
from bot.computers.brief import Brief, decision_of
from bot.computers.hints.reasons import Advice, Discarding, Takes, TriedOut, Worth
from bot.database.database import Database
from bot.learn.lessons import LESSONS, position_of
from bot.learn.service import Lessons
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from cogs.learn.lessons import TEXTS
from rules.core.views import SeatView
from tests.database.samples import ANN, BEN
from tests.inline import InlineComputers

REASONS = (Worth, Discarding, Worth, Takes, TriedOut)


@pytest.mark.parametrize("number", range(len(LESSONS)))
async def test_computers_answer_is_among_choices_and_explained(database: Database, number: int) -> None:
    position, lessons = position_of(number), Lessons(database, InlineComputers())
    decision = decision_of(position.brief)
    assert position.brief.view.seat == position.seat
    assert len(position.choices) in {2, 3}
    assert all(decision.accepts(choice) for choice in position.choices)
    advice = await lessons.advice(number)
    assert advice.action in position.choices
    assert isinstance(advice.reason, REASONS[number])


class CountingComputers(InlineComputers):
    """Computers that count their explanations."""

    asked = 0

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        self.asked += 1
        return await super().advise(brief, seed)


async def test_explanation_of_a_lesson_is_computed_once(database: Database) -> None:
    computers = CountingComputers()
    lessons = Lessons(database, computers)
    assert await lessons.advice(0) == await lessons.advice(0)
    assert computers.asked == 1


async def test_lesson_texts_match_the_lessons(database: Database) -> None:
    assert len(TEXTS) == len(LESSONS) == 5
    for number in (-1, 5):
        with pytest.raises(Refused, match="no such lesson"):
            Lessons(database, InlineComputers()).lesson(number)


@pytest.mark.parametrize("number", range(len(LESSONS)))
async def test_learner_sees_only_their_own_hand(database: Database, number: int) -> None:
    """As at a table: a lesson is a view of one seat."""
    hand = Lessons(database, InlineComputers()).lesson(number).hand
    assert isinstance(hand.view, SeatView)
    assert hand.table.seats[hand.view.seat].name == "you"
    assert not any(zone.shown for zone in hand.view.table.zones)


async def test_completed_lessons_are_kept_until_user_is_forgotten(database: Database) -> None:
    lessons = Lessons(database, InlineComputers())
    assert await lessons.done(ANN) == frozenset()
    for number in (0, 2, 2):
        await lessons.note_done(ANN, number)
    await lessons.note_done(BEN, 4)
    assert await Lessons(database, InlineComputers()).done(ANN) == {0, 2}
    assert (await OwnDataStore(database).data_of(ANN))["lessons"] == [{"lesson": 1}, {"lesson": 3}]
    await PeopleStore(database).begin_forgetting(ANN)
    await PeopleStore(database).end_forgetting(ANN)
    assert await lessons.done(ANN) == frozenset()
    assert await lessons.done(BEN) == {4}
