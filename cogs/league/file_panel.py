"""Import and export of results: the forms, and a file's problems by line, its question, or *Import*."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

import discord
from discord import ui

from bot.common.text import in_markdown, shortened
from bot.league.files import Checked, Form
from bot.league.paper.dates import unambiguous_date
from bot.league.paper.lines import ReadMatch
from bot.league.paper.reading import MOST_BYTES, Asked, Problem
from bot.league.paper.unclear import NO_ANSWERS, as_argument
from bot.league.paper.values import goes_by_places
from bot.models.stored_league import League, MatchState, Season
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.framework.leagues import league_name
from cogs.league.words import league_page, meant_buttons
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, TableButton
from cogs.ui.modals import choice_field, form
from cogs.ui.words import safe_name
from rules.core.words import counted, signed

SHOWN_PROBLEMS: Final = 20
SHOWN_MATCHES: Final = 15
SHOWN_QUESTIONS: Final = 10
LINE_LIMIT: Final = 150
"""Characters shown of a line; the attached text file has the whole line."""
LEFT_OUT_LIMIT: Final = 300
ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
"""The start of an ISO date, which has only one reading."""
NOTHING: Final = "Nothing was imported. Correct the file and attach it again."
MINE: Final = "mine"
"""Choice of an export of the user's own results. In a control, an empty argument is the whole season."""
FORMS: Final = {Form.CSV: "CSV, for spreadsheets", Form.JSON: "JSON, for programs"}
FILE: Final = f"CSV, up to {MOST_BYTES // 1000:,} kB. It's checked first, line by line."


def import_form(league: League) -> ui.Modal:
    """The form to attach a file of results."""
    file: ui.Label[Any] = ui.Label(text="File of results", description=FILE, component=ui.FileUpload())
    return form("Import results", Control(Verb.LEAGUE_CHECK, league.id, 0), file)


def export_form(league: League, seasons: Sequence[Season], *, is_mine: bool) -> ui.Modal:
    """The form for season, newest first, and kind of file; ``is_mine`` exports only the user's results."""
    numbers = [(str(one.number), f"Season {one.number}") for one in seasons[:MENU_LIMIT]]
    return form(
        "My results" if is_mine else "Export results",
        Control(Verb.LEAGUE_EXPORT, league.id, 0, MINE if is_mine else ""),
        choice_field("Season", numbers),
        choice_field("Kind of file", FORMS.items()),
    )


def checked_panel(checked: Checked) -> ui.LayoutView:
    """A file's problems, else its first ambiguity, else its matches as read with *Import*."""
    if checked.file.problems:
        return _problems_panel(checked)
    if checked.file.questions:
        return _question_panel(checked)
    found = checked.file.matches
    matches = counted(len(found), "match")
    lines = [
        f"{_heading(checked)}\nEvery line is right: {matches}. Nothing is stored yet.",
        "They count at once when you import them, all of them together. They are read like this:",
        *(f"- {shortened(_read_line(checked, one), LINE_LIMIT)}" for one in found[:SHOWN_MATCHES]),
    ]
    if len(found) > SHOWN_MATCHES:
        lines.append(f"-# and {len(found) - SHOWN_MATCHES:,} more, all of them in the attached file")
    control = Control(Verb.LEAGUE_IMPORT, checked.league.id, checked.number, as_argument(checked.answers))
    button = TableButton(control, f"Import {matches}", style=discord.ButtonStyle.success)
    row: ui.ActionRow[Any] = ui.ActionRow(button, *_ask_again(checked))
    text = "\n".join([*lines, *_left_out(checked)])
    return league_page([text], row)


def _question_panel(checked: Checked) -> ui.LayoutView:
    """The question how ambiguous lines are meant, for all lines with the same doubt."""
    doubt = checked.file.questions[0].question.doubt
    alike = [one for one in checked.file.questions if one.question.doubt is doubt]
    lines = [
        _heading(checked),
        f"**{counted(len(alike), 'line')} can be read in two ways.** Nothing is stored yet.",
        *(f"- {shortened(_asked(one), LINE_LIMIT + LINE_LIMIT)}" for one in alike[:SHOWN_QUESTIONS]),
    ]
    if len(alike) > SHOWN_QUESTIONS:
        lines.append(f"-# and {len(alike) - SHOWN_QUESTIONS:,} more")
    lines.append("Choose how to read them. If they aren't alike, correct the file and attach it again.")
    control = Control(Verb.LEAGUE_MEANT, checked.league.id, checked.number)
    buttons: ui.ActionRow[Any] = ui.ActionRow(
        *meant_buttons(control, doubt, checked.answers), *_ask_again(checked)
    )
    return league_page(lines, buttons, _again(checked.league))


def _ask_again(checked: Checked) -> list[TableButton]:
    """The button that drops the answers given so far; an empty list without answers."""
    control = Control(Verb.LEAGUE_MEANT, checked.league.id, checked.number, as_argument(NO_ANSWERS))
    return [TableButton(control, "Choose again")] if checked.answers else []


def storing_panel(done: int = 0, number: int = 0) -> ui.LayoutView:
    """The progress of an import: ``done`` of ``number`` matches are stored; 0 while unknown."""
    said = "Checking every line once more, then storing all matches."
    if number:
        said = f"Storing matches: {done:,} of {number:,}. They count once all of them are stored."
    return league_page([said])


def imported_panel(checked: Checked) -> ui.LayoutView:
    """The message after an import, or the problems that the file has by now."""
    if not checked.file.is_right:
        return checked_panel(checked)
    matches = counted(len(checked.file.matches), "match")
    text = f"{_heading(checked)}\n**{matches} imported.** `/league show what:results` shows them."
    return league_page([text])


def not_imported_panel(league: League, said: str) -> ui.LayoutView:
    """The message that an import failed; ``said`` is why."""
    return league_page([said], _again(league))


def rest_of(checked: Checked) -> tuple[str, discord.File] | None:
    """A sentence and a text file of every problem or match; None if the message shows all, or a question."""
    if checked.file.problems:
        said, name, shown = "Every problem of the file.", "problems.txt", SHOWN_PROBLEMS
        lines = [_line(one) for one in checked.file.problems]
    elif not checked.file.questions:
        said, name, shown = "Every match, as it is read.", "matches.txt", SHOWN_MATCHES
        lines = [_read_line(checked, one) for one in checked.file.matches]
    else:
        return None
    if len(lines) <= shown and all(len(line) <= LINE_LIMIT for line in lines):
        return None
    return said, discord.File(BytesIO("\n".join([*lines, ""]).encode()), name)


def _problems_panel(checked: Checked) -> ui.LayoutView:
    problems = checked.file.problems
    bad = len({one.line for one in problems})
    wrong = "1 line is wrong" if bad == 1 else f"{bad:,} lines are wrong"
    lines = [_heading(checked), f"**{wrong}.** {NOTHING}"]
    lines += [f"- {shortened(_line(one), LINE_LIMIT)}" for one in problems[:SHOWN_PROBLEMS]]
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"-# and {len(problems) - SHOWN_PROBLEMS:,} more, all of them in the attached file")
    lines += _left_out(checked)
    return league_page(lines, _again(checked.league, *_ask_again(checked)))


def _again(league: League, *others: TableButton) -> ui.ActionRow[Any]:
    """The row with the button to attach another file."""
    control = Control(Verb.LEAGUE_ASK_IMPORT, league.id, 0)
    return ui.ActionRow(TableButton(control, "Attach another file"), *others)


def _heading(checked: Checked) -> str:
    return f"### {league_name(checked.league)} · Season {checked.season.number} · Import"


def _line(problem: Problem) -> str:
    return f"Line {problem.line:,}: {problem.what}"


def _asked(asked: Asked) -> str:
    first, second = asked.question.readings
    return f"Line {asked.line:,}: {asked.question.written} can be {first} or {second}"


def _read_line(checked: Checked, match: ReadMatch) -> str:
    """A match as it is read: ``Line 2: Dec 31, 2024 (“12/31/2024”) · Ann & Ben 310, Cleo & Dan −60``."""
    result, day = match.result, unambiguous_date(match.when)
    date = day if ISO.match(match.date) else f"{day} (“{in_markdown(match.date, NAME_LIMIT)}”)"
    names = [" & ".join(safe_name(one.name) for one in side) for side in checked.sides_of(match)]
    place = "place " if goes_by_places(checked.league) else ""
    parts = [
        date,
        ", ".join(f"{who} {place}{signed(total)}" for who, total in zip(names, result.totals, strict=True)),
    ]
    parts += [f"{names[result.winner]} won"] if result.winner is not None else []
    parts += [counted(len(result.deals), "deal")] if result.deals else []
    parts += ["broken off"] if result.is_broken_off else []
    parts += [match.state.value] if match.state is not MatchState.COUNTS else []
    return f"Line {match.line:,}: {' · '.join(parts)}"


def _left_out(checked: Checked) -> list[str]:
    """Small lines on the lines and columns left out and on the text encoding; empty if none."""
    file, told = checked.file, list[str]()
    if file.titles:
        lines = ", ".join(f"{line:,}" for line in file.titles)
        told.append(f"{'line' if len(file.titles) == 1 else 'lines'} {lines} (no match)")
    if file.unread:
        names = ", ".join(f"“{in_markdown(name, NAME_LIMIT)}”" for name in file.unread)
        told.append(f"{'column' if len(file.unread) == 1 else 'columns'} {names}")
    said = [f"-# Left out: {'; '.join(told)}"] if told else []
    said += [
        "-# The file isn't UTF-8, so it's read as Windows-1252. Check the accents."
    ] * file.is_windows_text
    return [shortened(line, LEFT_OUT_LIMIT) for line in said]
