"""The lessons: five of them in Kentucky, in one private message."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Final, NamedTuple

import discord
from discord import app_commands, ui

from bot.common.errors import Refused
from bot.computers.hints.reasons import Advice
from bot.learn.service import LessonPlace
from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic, same_as
from cogs.framework.interactions import show_privately
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.hand.hints import hint_text, imperative
from cogs.table.panel import facts_of
from cogs.table.trick_lines import named_trick_text
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, in_blocks, panel, rows_of
from cogs.ui.news import plain, said
from cogs.ui.words import look_of

LESSON_COLOR: Final = 0x00897B
NO_CHOICE = "That isn't one of the choices. Choose again."


class LessonText(NamedTuple):
    """The words of a lesson: title, the text before the question, and a remark after the answer."""

    title: str
    teaching: str
    remark: str


TEXTS: Final = (
    LessonText(
        "The bid",
        "Four play, you with the partner across from you. Everyone bids how many points their side will "
        "take. "
        "Whoever bids highest gets five more cards, the nest, and names trump. "
        "Fives count 5, tens and fourteens 10, the Rook 20. A side that takes less than it bid is set, and "
        "loses what it bid.",
        "A long color with high cards in it is worth a bid. Start low: the others may push you up.",
    ),
    LessonText(
        "The nest",
        "You have the bid at 90. The five cards of the nest are in your hand now, and five have to go. "
        "They lie face down until the end: whoever takes the last trick takes them, too.",
        "Keep trumps and high cards. Discard a whole color, and you can trump it when someone leads it.",
    ),
    LessonText(
        "Trump",
        "Your discard lies in the nest. Now name trump, the color that beats all others. "
        "The Rook is a trump, too.",
        "Name your longest color. Length counts more than one high card.",
    ),
    LessonText(
        "Following",
        "Red is trump. Follow the color led if you can. If you can't, play any card. "
        "The highest trump takes the trick. The Rook can be played at any time. "
        "Black is led, and you hold none.",
        "A trick with counters is worth a trump. The lowest trump that takes it will do.",
    ),
    LessonText(
        "The last trick and the nest",
        "Black is trump, and no other trump is left but your Rook. Two tricks are left, and you lead. "
        "Whoever takes the last one takes the nest with it.",
        "Save a trump for the last trick: it brings in the nest.",
    ),
)
"""The texts by number of the lesson, from 0."""
DONE: Final = (
    "That's the five lessons. `/rook new` opens a table, and *Hint* in your hand tells you more as you play."
)


def lesson_panel(
    lesson: LessonPlace, done: Collection[int] = (), answer: int | None = None, advice: Advice | None = None
) -> ui.LayoutView:
    """A lesson; ``done`` are the numbers of lessons done, from 0.

    With ``answer``, the index of a choice, it shows ``advice`` and a remark instead of the choices.
    """
    text, table, view = TEXTS[lesson.number], lesson.hand.table, lesson.hand.view
    facts = " · ".join(facts_of(table, view.table))
    head = f"### Lesson {lesson.number + 1} of {len(TEXTS)}: {text.title}"
    lines = [f"-# {facts}"] if facts else []
    trick = view.table.trick
    if trick is not None and trick.plays:
        lines.append(named_trick_text(table, view.table, trick, view.seat))
    if done:
        marks = "".join("✅" if number in done else "▫️" for number in range(len(TEXTS)))
        head += f"\n-# {marks} {len(done)} of {len(TEXTS)} done"
    blocks = [f"{head}\n{text.teaching}", "\n".join([*lines, *look_of(table).lines(view.order)])]
    if answer is None or advice is None:
        blocks.append(f"**{said(table, table.rules.words.question(view))}**")
        return panel(*in_blocks(blocks), *_choices(lesson), *rows_of(_navigation(lesson)), color=LESSON_COLOR)
    chosen = lesson.choices[answer]
    is_same = chosen == advice.action
    told = "That's what the computer does, too." if is_same else "The computer would do something else."
    blocks.append(
        f"You chose: **{said(table, imperative(table, view, chosen))}** {told}\n"
        f"{hint_text(table, view, advice)}\n{text.remark}"
    )
    if len(done) == len(TEXTS):
        blocks.append(DONE)
    again = TableButton(Control(Verb.LEARN, lesson.number, 0), "Choose again")
    return panel(
        *in_blocks(blocks), *rows_of([again, *_navigation(lesson, is_done=True)]), color=LESSON_COLOR
    )


def _choices(lesson: LessonPlace) -> list[ui.ActionRow[Any]]:
    """The buttons of the answers."""
    table, view = lesson.hand.table, lesson.hand.view
    labels = [plain(table, imperative(table, view, action)).rstrip(".") for action in lesson.choices]
    buttons = [
        TableButton(
            Control(Verb.LEARN, lesson.number, 0, f"answer {number}"),
            label,
            style=discord.ButtonStyle.primary,
        )
        for number, label in enumerate(labels)
    ]
    return rows_of(buttons)


def _navigation(lesson: LessonPlace, *, is_done: bool = False) -> list[TableButton]:
    """The buttons to the lessons before and after; the next one in green if this one is done."""
    ways = []
    if lesson.number:
        ways.append(TableButton(Control(Verb.LEARN, lesson.number - 1, 1), "Previous lesson"))
    if lesson.number < len(TEXTS) - 1:
        style = discord.ButtonStyle.success if is_done else discord.ButtonStyle.secondary
        ways.append(TableButton(Control(Verb.LEARN, lesson.number + 1, 1), "Next lesson", style=style))
    return ways


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


@app_commands.command(name="learn", description="Learn to play, in five short lessons only you see")
async def learn(interaction: Interaction) -> None:
    """Show the first lesson the user has not done; the first of all if all are done."""
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
        Verb.LESSONS: Press(same_as(learn), SHOWS),
    }


setup = Learning.setup
