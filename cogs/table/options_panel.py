"""The private panel where the host sets up the table: questions first, then all options by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord import ui

from bot.common.text import shortened
from bot.server.house_rules import NOTHING_KNOWN, KnownRules
from bot.table.desk.shown import ShownTable
from bot.table.lobby.choosing import SETTLED, may_be_slow
from bot.table.lobby.computers import has_levels
from cogs.table.computers_panel import LEVEL, computers_parts, persona_seat
from cogs.table.lobby_panel import allowed_lines, may_fill
from cogs.table.questions_panel import ASK, WHO, WHOLE, Asked, question_parts
from cogs.table.set_up_panel import ALL_GAMES, GAME, game_choice, set_up_parts, value_choices
from cogs.ui.controls import Control, Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, TableButton, choice, menu, panel, rows_of, table_button
from cogs.ui.match_kind import SAID, USUAL
from cogs.ui.modals import form, text_field
from cogs.ui.rules_panel import facts_line, house_rules, in_pages, table_code
from cogs.ui.words import name_of
from rules.catalog import GAMES, find_game
from rules.core.protocol import OptionSpec, OptionValue

OPTIONS_COLOR: Final = 0x5865F2
OTHER_GAME: Final = "othergame"
"""Argument of the menu of games without bidding."""
TURNS: Final = "turns"
"""Argument of the menu of times for a turn, and its page."""
ALLOWED: Final = "allowed"
"""The page of hints and phrases."""
HINTS: Final = "hints"
PHRASES: Final = "phrases"
"""Arguments of its buttons; with ``OFF`` in front, they turn it off."""
OFF: Final = "-"
FIRST_PAGE: Final = "Game"
"""The page of game and house rules, as in a control's argument."""
PAGES: Final[Mapping[str, str]] = {
    WHO: "How you play",
    WHOLE: "The whole rule",
    FIRST_PAGE: "Game and house rules",
    ALL_GAMES: "All games",
    "Deck": "Deck",
    "Bidding": "Bidding",
    "Nest": "Nest",
    "Play": "Play",
    "Scoring": "Scoring",
    "Match": "Match",
    "Table": "Table",
    TURNS: "Time for a turn",
    LEVEL: "Computers",
    ALLOWED: "Hints and phrases",
}
"""Titles of the pages in order: the first and last question, game, the options' sections, other settings."""


def options_panel(
    table: ShownTable,
    section: str = FIRST_PAGE,
    key: str = "",
    known: KnownRules = NOTHING_KNOWN,
    above: Sequence[ui.Item[Any]] = (),
) -> ui.LayoutView:
    """The panel at page ``section``, with option ``key`` open; ``known`` are the server's house rules.

    ``above``: items on top, such as why a value was refused.
    """
    title = f"{_title(table)}\n-# Code: `{table_code(table)}`"
    parts: list[ui.Item[Any]] = [ui.TextDisplay(title), *above]
    if section == FIRST_PAGE:
        is_open = table.kind.settled is None
        questions: list[ui.Item[Any]] = set_up_parts(table, known) if is_open else [ui.TextDisplay(SETTLED)]
        return panel(*parts, *questions, _pages(table, section), color=OPTIONS_COLOR)
    parts.append(_pages(table, section))
    if section == ALL_GAMES:
        parts += _all_games(table)
    elif section == TURNS:
        parts.append(_turns(table))
    elif section == LEVEL:
        parts += computers_parts(table)
    elif section == ALLOWED:
        parts += _allowed_parts(table)
    else:
        parts += _section_parts(table, section, key)
    return panel(*parts, color=OPTIONS_COLOR)


def questions_panel(table: ShownTable, asked: Asked) -> ui.LayoutView:
    """The panel at a page of questions, or at the whole rule."""
    parts = [ui.TextDisplay("### Set up"), *question_parts(table, asked), _pages(table, asked.page)]
    return panel(*parts, color=OPTIONS_COLOR)


def settled_panel(table: ShownTable) -> ui.LayoutView:
    """The house rules and settings without controls, for players who don't decide them; one page at most."""
    lines = [_title(table)]
    lines += house_rules(table.rules.about.key, table.rules.options, table.rules.changes) or ["By the book."]
    lines += allowed_lines(table)
    host = table.seat_of(table.host_id)
    who = "The host" if host is None else f"{name_of(host)}, the host,"
    chosen = f"{who} chooses these." if table.kind.settled is None else SETTLED
    lines.append(f"-# {chosen} *Rules* explains the game.")
    return panel(ui.TextDisplay(in_pages(lines)[0]), color=OPTIONS_COLOR)


def _title(table: ShownTable) -> str:
    about = table.rules.about
    return f"### Set up\n**{about.title}** · {facts_line(about, table.rules.options)}"


def section_of(table: ShownTable, key: str) -> str:
    """The page of an option or setting; the first page for any other key."""
    if key in {TURNS, LEVEL, ALLOWED} or key.startswith(ASK):
        return key
    if persona_seat(key) is not None:
        return LEVEL
    return next((spec.section for spec in table.rules.options if spec.key == key), FIRST_PAGE)


def option_value(spec: OptionSpec, text: str) -> OptionValue:
    """The offered value of an option with this text; else the text itself, to be parsed later."""
    return next((choice.value for choice in spec.choices if str(choice.value) == text), text)


def value_modal(control: Control, spec: OptionSpec) -> ui.Modal:
    """The form to type an option's value, also one the menu lacks; the current value is filled in."""
    described, usual = shortened(spec.help, CHOICE_LIMIT), "" if spec.value is None else str(spec.value)
    return form(spec.label[:45], control, text_field("Value", described, most=60, least=1, value=usual))


def code_modal(control: Control) -> ui.Modal:
    """The form for a code or the name of house rules."""
    described = "Such as “Jeff, 700 points”, or a code someone gave you"
    return form("Rules by code or name", control, text_field("Code or name", described, most=100, least=1))


def _pages(table: ShownTable, section: str) -> ui.ActionRow[Any]:
    """The menu of pages that have a choice for this table."""
    turns = [TURNS] if may_be_slow(table.rules.about) and not table.kind.counted else []
    is_theirs = may_fill(table) or any(seat.computer for seat in table.seats)
    levels = [LEVEL] if is_theirs and has_levels(table.rules.about) else []
    played = (
        {WHO, WHOLE, ALL_GAMES, *turns, *(spec.section for spec in table.rules.options)}
        if table.kind.settled is None
        else set()
    )
    used = {FIRST_PAGE, ALLOWED, *levels, *played}
    is_first = section in {FIRST_PAGE, WHO, WHOLE}
    pages = [
        choice(name, page, default=page == section)
        for page, name in PAGES.items()
        if page in used and not (is_first and page == section)
    ]
    return menu(table, Verb.SECTION, "", pages, placeholder="More rules")


def _all_games(table: ShownTable) -> list[ui.Item[Any]]:
    return [
        ui.TextDisplay("`/table setup game:` finds one by name."),
        _games_menu(table, GAME, "Games with bidding", with_bidding=True),
        _games_menu(table, OTHER_GAME, "Other games", with_bidding=False),
    ]


def _turns(table: ShownTable) -> ui.ActionRow[Any]:
    """The menu of times for a turn: as usual, or hours and days."""
    usual = choice(USUAL, "0", "For playing in one sitting", default=not table.is_slow)
    slow = [
        choice(f"A turn may take {said}", str(hours), default=hours == table.turn.hours)
        for hours, said in SAID.items()
    ]
    return menu(table, Verb.CHOOSE, TURNS, [usual, *slow])


def _games_menu(
    table: ShownTable, argument: str, placeholder: str, *, with_bidding: bool
) -> ui.ActionRow[Any]:
    """A menu of games with or without bidding; those for this number of seats come first."""
    games = [game.about for game in GAMES.values() if (game.about.kind == "bidding") == with_bidding]
    games.sort(key=lambda about: len(table.seats) not in about.seats)
    choices = [game_choice(about, table.rules.about.key) for about in games[:MENU_LIMIT]]
    return menu(table, Verb.CHOOSE, argument, choices, placeholder=placeholder)


def _section_parts(table: ShownTable, section: str, key: str) -> list[ui.Item[Any]]:
    specs = [spec for spec in table.rules.options if spec.section == section][:MENU_LIMIT]
    lines = [
        f"{'🔸' if spec.key in table.rules.changes else '▫️'} {spec.label}: **{spec.shown}**" for spec in specs
    ]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines) or "Nothing to choose here.")]
    if specs:
        choices = [choice(spec.label, spec.key, spec.shown, default=spec.key == key) for spec in specs]
        parts.append(menu(table, Verb.OPTION, section, choices, placeholder="Change an option"))
    spec = next((spec for spec in specs if spec.key == key), None)
    if spec is not None:
        book = next((one.shown for one in find_game(table.rules.about.key).options if one.key == key), None)
        said = f"\n-# By the book: {book}" if book and spec.key in table.rules.changes else ""
        parts.append(ui.TextDisplay(f"**{spec.label}** · {spec.help}{said}"))
        parts.append(menu(table, Verb.CHOOSE, spec.key, value_choices(spec)))
        if not spec.is_closed:
            other = table_button(table, Verb.OTHER_VALUE, "Another value …", argument=spec.key)
            parts.append(ui.ActionRow(other))
    if table.rules.changes:
        parts.append(ui.ActionRow(table_button(table, Verb.BOOK, "By the book")))
    return parts


def _allowed_parts(table: ShownTable) -> list[ui.Item[Any]]:
    """Settings and buttons of hints (no button if counted) and of phrases (none with a single seat)."""
    allowed, lines, buttons = table.talk.allowed, [], []
    if table.kind.counted:
        lines.append("**A counted match has no hints.**")
    else:
        on, button = _switch(table, HINTS, is_on=allowed.hints)
        lines.append(f"**Hints are {on}.** *Hint* in a hand says what a computer would do.")
        buttons.append(button)
    if len(table.seats) > 1:
        on, button = _switch(table, PHRASES, is_on=allowed.phrases)
        lines.append(f"**Phrases are {on}.** *Say …* in a hand says “Nice bid” and the like.")
        buttons.append(button)
    return [ui.TextDisplay("\n".join(lines)), *rows_of(buttons)]


def _switch(table: ShownTable, what: str, *, is_on: bool) -> tuple[str, TableButton]:
    """A setting's state, "on" or "off", and the button that changes it."""
    now, other, to = ("on", "off", f"{OFF}{what}") if is_on else ("off", "on", what)
    return now, table_button(table, Verb.ALLOW, f"Turn {what} {other}", argument=to)
