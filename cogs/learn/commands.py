"""The lessons: five of them in Kentucky, in one private message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from discord import app_commands

from bot.common.errors import Refused
from bot.learn.service import LessonPlace
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.learn.lesson_panel import lesson_panel
from cogs.learn.lesson_words import TEXTS
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

NO_CHOICE = "That isn't one of the choices. Choose again."


async def press_learn(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show a lesson; after an answer also a computer's advice, and mark the lesson as done."""
    lesson, lessons = _lesson(interaction, control.table_id), interaction.client.app.learn.lessons
    user_id = interaction.user.id
    if not control.argument:
        await show_privately(interaction, lesson_panel(lesson, await lessons.done(user_id)))
        return
    number = control.argument.removeprefix("answer ")
    if not (number.isascii() and number.isdigit() and int(number) < len(lesson.choices)):
        raise Refused(NO_CHOICE)
    advice = await lessons.advice(lesson.number)
    await lessons.note_done(user_id, lesson.number)
    done = await lessons.done(user_id)
    await show_privately(interaction, lesson_panel(lesson, done, int(number), advice))


async def press_lessons(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the first lesson the user has not done; the first of all if all are done."""
    await _continue(interaction)


@app_commands.command(name="learn", description="Learn to play, in five short lessons only you see")
async def learn(interaction: Interaction) -> None:
    """Show the first lesson the user has not done; the first of all if all are done."""
    await _continue(interaction)


async def _continue(interaction: Interaction) -> None:
    """Show the first lesson not done, or the first of all if all are done."""
    done = await interaction.client.app.learn.lessons.done(interaction.user.id)
    number = next((number for number in range(len(TEXTS)) if number not in done), 0)
    await show_privately(interaction, lesson_panel(_lesson(interaction, number), done))


def _lesson(interaction: Interaction, number: int) -> LessonPlace:
    """A lesson, with the card faces the user chose."""
    app = interaction.client.app
    lesson = app.learn.lessons.lesson(number)
    table = app.people.settings.seen_by(interaction.user.id, lesson.hand.table)
    return lesson._replace(hand=lesson.hand._replace(table=table))


class Learning(Extension):
    """The command and controls of the lessons."""

    typed: ClassVar = (Commands(ROOK, Topic.ANY_TIME, SHOWS, (learn,), "/rook learn"),)
    presses: ClassVar = {
        Verb.LEARN: Press(press_learn, OF_ONESELF, "/rook learn"),
        Verb.LESSONS: Press(press_lessons, SHOWS),
    }


setup = Learning.setup
