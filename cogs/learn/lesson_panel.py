"""The lesson message: teaching, hand and answers; after an answer a computer's advice."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import discord
from discord import ui

from bot.computers.hints.reasons import Advice
from bot.learn.service import LessonPlace
from cogs.hand.hints import hint_text, imperative
from cogs.learn.lesson_words import DONE, TEXTS
from cogs.table.panel import facts_of
from cogs.table.trick_lines import named_trick_text
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, in_blocks, panel, rows_of
from cogs.ui.news import plain, said
from cogs.ui.words import look_of

LESSON_COLOR: Final = 0x00897B


def lesson_panel(
    lesson: LessonPlace,
    done: Collection[int] = (),
    answer: int | None = None,
    advice: Advice | None = None,
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
