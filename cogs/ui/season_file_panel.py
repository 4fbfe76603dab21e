"""What came of holding a file against a season: what is wrong in which line, or the button to import it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from bot.services.leagues import League
from bot.services.season_files import Checked, Problem
from bot.text import shortened
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton, panel
from cogs.ui.league_words import LEAGUE_COLOR, league_name
from rules.core.words import counted

SHOWN_PROBLEMS: Final = 20
PROBLEM_LIMIT: Final = 150
"""Characters of a problem that are shown: the file with all of them has the rest."""
NOTHING: Final = "Nothing was imported. Correct the file and attach it again."


def checked_panel(checked: Checked) -> ui.LayoutView:
    """What is wrong with a file; where nothing is, the way to import it."""
    if checked.file.problems:
        return _problems_panel(checked)
    matches = counted(len(checked.file.matches), "match")
    text = (
        f"{_heading(checked)}\nEvery line is right: {matches}. Nothing is stored yet.\n"
        "They count at once when you import them, all of them together."
    )
    control = Control(Verb.LEAGUE_IMPORT, checked.league.id, checked.number)
    button = TableButton(control, f"Import {matches}", style=discord.ButtonStyle.success)
    row: ui.ActionRow[Any] = ui.ActionRow(button)
    return panel(ui.TextDisplay(text), row, color=LEAGUE_COLOR)


def storing_panel(done: int = 0, number: int = 0) -> ui.LayoutView:
    """That matches are being stored: how many of how many are written, once that is known."""
    said = "Checking every line once more, then storing all matches."
    if number:
        said = f"Storing matches: {done:,} of {number:,}. They count once all of them are stored."
    return panel(ui.TextDisplay(said), color=LEAGUE_COLOR)


def imported_panel(checked: Checked) -> ui.LayoutView:
    """That a file was imported; or what is wrong with it by now."""
    if checked.file.problems:
        return _problems_panel(checked)
    matches = counted(len(checked.file.matches), "match")
    text = f"{_heading(checked)}\n**{matches} imported.** `/league results` shows them."
    return panel(ui.TextDisplay(text), color=LEAGUE_COLOR)


def not_imported_panel(league: League, said: str) -> ui.LayoutView:
    """That a file which was checked could not be imported, and why."""
    return panel(ui.TextDisplay(said), _again(league), color=LEAGUE_COLOR)


def has_more(checked: Checked) -> bool:
    """Whether there are more problems than a message shows."""
    problems = checked.file.problems
    return len(problems) > SHOWN_PROBLEMS or any(len(_line(one)) > PROBLEM_LIMIT for one in problems)


def all_problems(checked: Checked) -> bytes:
    """Every problem, as a text file."""
    return "\n".join([*map(_line, checked.file.problems), ""]).encode()


def _problems_panel(checked: Checked) -> ui.LayoutView:
    problems = checked.file.problems
    bad = len({one.line for one in problems})
    wrong = "1 line is wrong" if bad == 1 else f"{bad:,} lines are wrong"
    lines = [_heading(checked), f"**{wrong}.** {NOTHING}"]
    lines += [f"- {shortened(_line(one), PROBLEM_LIMIT)}" for one in problems[:SHOWN_PROBLEMS]]
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"-# and {len(problems) - SHOWN_PROBLEMS:,} more, all of them in the attached file")
    return panel(ui.TextDisplay("\n".join(lines)), _again(checked.league), color=LEAGUE_COLOR)


def _again(league: League) -> ui.ActionRow[Any]:
    """The way to another try."""
    return ui.ActionRow(TableButton(Control(Verb.LEAGUE_ASK_IMPORT, league.id, 0), "Attach another file"))


def _heading(checked: Checked) -> str:
    return f"### {league_name(checked.league)} · Season {checked.season.number} · Import"


def _line(problem: Problem) -> str:
    return f"Line {problem.line:,}: {problem.what}"
