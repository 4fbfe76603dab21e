"""The private panel where the host chooses what is played: the game, then its options by section."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.play.choosing import may_be_slow
from bot.play.shown import ShownTable
from cogs.ui.controls import MODAL, Control, Verb
from cogs.ui.items import MENU_LIMIT, TableButton, TableSelect, panel
from cogs.ui.match_kind import CASUAL, COUNTED
from cogs.ui.rules_panel import facts_line, house_rules, in_pages, table_code
from cogs.ui.turn_words import SAID, USUAL
from cogs.ui.words import name_of
from rules.catalog import GAMES, find_game
from rules.core.protocol import OptionSpec, OptionValue
from rules.core.words import counted
from rules.presets import PRESETS

OPTIONS_COLOR: Final = 0x5865F2
GAME: Final = "game"
OTHER_GAME: Final = "othergame"
"""What the two menus of games carry."""
PLAYERS: Final = "players"
PRESET: Final = "preset"
TURNS: Final = "turns"
GAMES_PAGE: Final = "Game"
"""The page on which the game itself is chosen."""
PAGES: Final[Mapping[str, str]] = {
    GAMES_PAGE: "Game",
    "Deck": "Deck",
    "Bidding": "Bidding",
    "Nest": "Nest",
    "Play": "Play",
    "Scoring": "Scoring",
    "Match": "Match",
    "Table": "Table",
}
"""How the pages of the options are called, in their order: the game, then a section each."""


def options_panel(table: ShownTable, section: str = GAMES_PAGE, key: str = "") -> ui.LayoutView:
    """One section of what may be agreed on, with one of its options open."""
    title = f"### Options\n**{table.about.title}** · {facts_line(table.about, table.options)}"
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"{title}\n-# Code: `{table_code(table)}`"),
        _menu(table, Verb.SECTION, "", _pages(table, section)),
    ]
    parts += _game_parts(table) if section == GAMES_PAGE else _section_parts(table, section, key)
    return panel(*parts, color=OPTIONS_COLOR)


def settled_panel(table: ShownTable) -> ui.LayoutView:
    """What is agreed on, for those who do not choose it."""
    lines = [f"### Options\n**{table.about.title}** · {facts_line(table.about, table.options)}"]
    lines += house_rules(table.about.key, table.options, table.changes) or ["By the book."]
    host = table.seat_of(table.host_id)
    who = "The host" if host is None else f"{name_of(host)}, the host,"
    lines.append(f"-# {who} chooses these. *Rules* explains the game.")
    return panel(ui.TextDisplay(in_pages(lines)[0]), color=OPTIONS_COLOR)


def section_of(table: ShownTable, key: str) -> str:
    """The section an option stands in; the first for what is no option of this game."""
    return next((spec.section for spec in table.options if spec.key == key), GAMES_PAGE)


def option_value(spec: OptionSpec, text: str) -> OptionValue:
    """The value a menu's text stands for; the text itself where it is none of the usual ones."""
    return next((choice.value for choice in spec.choices if str(choice.value) == text), text)


def value_modal(control: Control, spec: OptionSpec) -> ui.Modal:
    """Ask for a value the menu does not offer."""
    usual = "" if spec.value is None else str(spec.value)
    return _modal(control, spec.label, "Value", spec.help, usual, 60)


def code_modal(control: Control) -> ui.Modal:
    """Ask for a code or the name of house rules."""
    return _modal(control, "Rules by code or name", "Code or name", "Paste a code someone gave you", "", 100)


def _pages(table: ShownTable, section: str) -> list[discord.SelectOption]:
    used = {GAMES_PAGE, *(spec.section for spec in table.options)}
    return [_choice(name, page, default=page == section) for page, name in PAGES.items() if page in used]


def _game_parts(table: ShownTable) -> list[ui.Item[Any]]:
    about = table.about
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay("**Game** · `/table options game:` finds one by name."),
        _games_menu(table, GAME, "Games with bidding", with_bidding=True),
        _games_menu(table, OTHER_GAME, "Other games", with_bidding=False),
    ]
    if len(about.seats) > 1:
        counts = [
            _choice(counted(number, "player"), str(number), default=number == len(table.seats))
            for number in about.seats
        ]
        parts.append(_menu(table, Verb.CHOOSE, PLAYERS, counts))
    if may_be_slow(about):
        turns = [
            _choice(USUAL, "0", "For playing in one sitting", default=not table.is_slow),
            *(
                _choice(f"A turn may take {said}", str(hours), default=hours == table.turn_hours)
                for hours, said in SAID.items()
            ),
        ]
        parts.append(_menu(table, Verb.CHOOSE, TURNS, turns))
    presets = [
        _choice(preset.title, key, preset.summary) for key, preset in list(PRESETS.items())[:MENU_LIMIT]
    ]
    parts.append(_menu(table, Verb.CHOOSE, PRESET, presets, placeholder="House rules by name"))
    buttons = [TableButton(Control(Verb.ASK_CODE, table.id, table.revision), "Paste a code …")]
    if table.changes:
        buttons.append(TableButton(Control(Verb.BOOK, table.id, table.revision), "By the book"))
    if len(table.seats) > 1:
        other, label = ("no", CASUAL) if table.counted else ("yes", COUNTED)
        control = Control(Verb.COUNTED, table.id, table.revision, other)
        buttons.append(TableButton(control, f"Make it {label}"))
    parts.append(ui.ActionRow(*buttons))
    return parts


def _games_menu(
    table: ShownTable, argument: str, placeholder: str, *, with_bidding: bool
) -> ui.ActionRow[Any]:
    """The games of a kind, first those for as many as sit here."""
    games = [game.about for game in GAMES.values() if (game.about.kind == "bidding") == with_bidding]
    games.sort(key=lambda about: len(table.seats) not in about.seats)
    choices = [
        _choice(
            f"{about.title} ({about.edition})",
            about.key,
            about.summary,
            default=about.key == table.about.key,
        )
        for about in games[:MENU_LIMIT]
    ]
    return _menu(table, Verb.CHOOSE, argument, choices, placeholder=placeholder)


def _section_parts(table: ShownTable, section: str, key: str) -> list[ui.Item[Any]]:
    specs = [spec for spec in table.options if spec.section == section][:MENU_LIMIT]
    lines = [f"{'🔸' if spec.key in table.changes else '▫️'} {spec.label}: **{spec.shown}**" for spec in specs]
    parts: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines) or "Nothing to choose here.")]
    if specs:
        choices = [_choice(spec.label, spec.key, spec.shown, default=spec.key == key) for spec in specs]
        parts.append(_menu(table, Verb.OPTION, section, choices, placeholder="Change an option"))
    spec = next((spec for spec in specs if spec.key == key), None)
    if spec is not None:
        book = next((one.shown for one in find_game(table.about.key).options if one.key == key), None)
        said = f"\n-# By the book: {book}" if book and spec.key in table.changes else ""
        parts.append(ui.TextDisplay(f"**{spec.label}** · {spec.help}{said}"))
        parts.append(_menu(table, Verb.CHOOSE, spec.key, _values(spec)))
        if not all(isinstance(choice.value, bool) for choice in spec.choices):
            other = Control(Verb.OTHER_VALUE, table.id, table.revision, spec.key)
            parts.append(ui.ActionRow(TableButton(other, "Another value …")))
    return parts


def _values(spec: OptionSpec) -> list[discord.SelectOption]:
    """The usual values and the one that holds, at most as many as a menu takes."""
    choices = [
        _choice(choice.label, str(choice.value), default=choice.value == spec.value)
        for choice in spec.choices
    ]
    if not any(choice.default for choice in choices):
        choices.append(_choice(spec.shown, str(spec.value), default=True))
    while len(choices) > MENU_LIMIT:
        choices.remove(next(choice for choice in reversed(choices) if not choice.default))
    return choices


def _choice(
    label: str, value: str | None = None, description: str | None = None, *, default: bool = False
) -> discord.SelectOption:
    return discord.SelectOption(
        label=_short(label),
        value=label if value is None else value,
        description=_short(description) if description else None,
        default=default,
    )


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"


def _menu(
    table: ShownTable,
    verb: Verb,
    argument: str,
    choices: list[discord.SelectOption],
    *,
    placeholder: str = "",
) -> ui.ActionRow[Any]:
    control = Control(verb, table.id, table.revision, argument)
    return ui.ActionRow(TableSelect(control, choices, placeholder=placeholder))


def _modal(control: Control, title: str, label: str, description: str, usual: str, most: int) -> ui.Modal:
    """A form of one line; stopped before it is sent, as every panel is."""
    modal = ui.Modal(title=title[:45], timeout=None, custom_id=control.custom_id(MODAL))
    line: ui.TextInput[Any] = ui.TextInput(default=usual or None, min_length=1, max_length=most)
    modal.add_item(ui.Label(text=label, description=_short(description), component=line))
    modal.stop()
    return modal
