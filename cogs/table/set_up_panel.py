"""The page of *Set up* for game, players, length and house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.server.house_rules import KnownRules, Wanted
from bot.table.desk.shown import ShownTable
from bot.table.lobby.named_rules import LENGTH
from cogs.ui.controls import Verb
from cogs.ui.items import CHOICE_LIMIT, MENU_LIMIT, TableButton, choice, menu, table_button
from cogs.ui.match_kind import CASUAL, COUNTED
from cogs.ui.rules_panel import house_name
from cogs.ui.words import plain_name
from rules.catalog import GAMES, find_game, game_with
from rules.core.about import About
from rules.core.protocol import OptionSpec, OptionValue
from rules.core.words import counted
from rules.difference import house_rules
from rules.presets import PRESETS

GAME: Final = "game"
PLAYERS: Final = "players"
LONG: Final = "long"
HOUSE: Final = "preset"
"""Arguments of the menus."""
ALL_GAMES: Final = "All games"
"""The last entry of the menu of games, and its page."""
BY_THE_BOOK: Final = "→book"
AS_IT_IS: Final = "→own"
"""Values of the entries for no house rules, and for the table's own, unnamed ones.

A server may save rules under any name, but no name has an arrow (``bot/common/text.py``).
"""

_Changes = frozenset[tuple[str, OptionValue]]


class _HouseSet(NamedTuple):
    """An entry of the menu of house rules: label, value, description."""

    name: str
    value: str
    said: str


def set_up_parts(table: ShownTable, known: KnownRules) -> list[ui.Item[Any]]:
    """Menus for game, players, length and house rules (``known``: the server's saved and recent ones)."""
    parts: list[ui.Item[Any]] = [ui.TextDisplay("**Game**"), _games(table, known.recent)]
    if len(table.rules.about.seats) > 1:
        parts += [ui.TextDisplay("**Players**"), _players(table)]
    parts += _length(table)
    parts += [ui.TextDisplay("**House rules**"), _house_rules(table, known), ui.ActionRow(*_buttons(table))]
    return parts


def _games(table: ShownTable, recent: Iterable[Wanted]) -> ui.ActionRow[Any]:
    """The menu of games: recent ones first, then those for this number of seats, last *All games*."""
    played = list(dict.fromkeys(wanted.game for wanted in recent))
    first = [GAMES[key].about for key in dict.fromkeys((*played, table.rules.about.key))]
    others = [game.about for game in GAMES.values() if game.about not in first]
    others.sort(key=lambda one: (len(table.seats) not in one.seats, one.kind != "bidding"))
    choices = [
        game_choice(one, table.rules.about.key, is_recent=one.key in played)
        for one in [*first, *others][: MENU_LIMIT - 1]
    ]
    return menu(table, Verb.CHOOSE, GAME, [*choices, choice(f"{ALL_GAMES} …", ALL_GAMES)])


def game_choice(about: About, key: str, *, is_recent: bool = False) -> discord.SelectOption:
    """The menu entry of a game; ``key`` is the table's game, which is preselected."""
    said = f"Played here recently · {about.summary}" if is_recent else about.summary
    return choice(f"{about.title} ({about.edition})", about.key, said, default=about.key == key)


def value_choices(spec: OptionSpec) -> list[discord.SelectOption]:
    """Menu entries for the usual values of an option and its current one."""
    choices = [choice(one.label, str(one.value), default=one.value == spec.value) for one in spec.choices]
    if not any(one.default for one in choices):
        choices.append(choice(spec.shown, str(spec.value), default=True))
    return choices


def _players(table: ShownTable) -> ui.ActionRow[Any]:
    here = len(table.seats)
    numbers = [choice(counted(n, "player"), str(n), default=n == here) for n in table.rules.about.seats]
    return menu(table, Verb.CHOOSE, PLAYERS, numbers)


def length_spec(table: ShownTable) -> OptionSpec | None:
    """The option that sets the match's length: the number of deals, else the target; None for neither."""
    long = [spec for spec in table.rules.options if spec.key in LENGTH and spec.value is not None]
    return max(long, key=lambda spec: spec.key == "deals", default=None)


def length_of(changes: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options among ``changes`` that set the match's length."""
    return {key: value for key, value in changes.items() if key in LENGTH}


def _length(table: ShownTable) -> list[ui.Item[Any]]:
    spec = length_spec(table)
    if spec is None:
        return []
    usual = tuple(one for one in spec.choices if one.value is not None or spec.key == "deals")
    values = value_choices(spec._replace(choices=usual))
    return [ui.TextDisplay(f"**{spec.label}**"), menu(table, Verb.CHOOSE, LONG, values)]


def _house_rules(table: ShownTable, known: KnownRules) -> ui.ActionRow[Any]:
    """The menu of house rules: by the book, recent ones, the server's saved ones, presets."""
    about, own = table.rules.about, frozenset(table.rules.changes.items())
    sets: dict[_Changes, _HouseSet] = {
        frozenset(): _HouseSet("By the book", BY_THE_BOOK, f"Source: {about.source}")
    }
    sets |= _sets_of(about, known)
    chosen = (
        own
        if own in sets
        else next((one for one in sets if _without_length(one) == _without_length(own)), None)
    )
    choices = [choice(*one, default=changes == chosen) for changes, one in sets.items()]
    if chosen is None:
        said = _changes_line(about.key, table.rules.changes)
        choices.insert(1, choice(house_name(about.key, table.rules.changes), AS_IT_IS, said, default=True))
    return menu(table, Verb.CHOOSE, HOUSE, choices)


def _sets_of(about: About, known: KnownRules) -> dict[_Changes, _HouseSet]:
    """House rules of a game by their changes: recent ones first, then saved ones and presets."""
    named = {
        frozenset(one.options.items()): _HouseSet(
            plain_name(one.name), one.name, _changes_line(about.key, one.options)
        )
        for one in known.saved
        if one.game == about.key
    }
    for preset in PRESETS.values():
        if preset.game == about.key and preset.options:
            shipped = _HouseSet(preset.title, preset.key, preset.summary)
            named.setdefault(frozenset(preset.options.items()), shipped)
    sets = {}
    for one in known.recent:
        changes, name = frozenset(one.options.items()), house_name(about.key, one.options)
        if one.game == about.key and name and len(one.code) <= CHOICE_LIMIT:
            nameless = _HouseSet(name, one.code, _changes_line(about.key, one.options))
            sets[changes] = named.pop(changes, nameless)
    return sets | named


def _without_length(changes: _Changes) -> _Changes:
    """``changes`` without the options for the match's length."""
    return frozenset(one for one in changes if one[0] not in LENGTH)


def _changes_line(key: str, changes: Mapping[str, OptionValue]) -> str:
    """The changes from the rule book in one line."""
    return " · ".join(house_rules(game_with(key, changes), find_game(key)))


def _buttons(table: ShownTable) -> list[TableButton]:
    buttons = []
    if len(table.seats) > 1 and not table.is_slow:
        other, label = ("no", CASUAL) if table.kind.counted else ("yes", COUNTED)
        buttons.append(table_button(table, Verb.COUNTED, f"Make it {label}", argument=other))
    return [*buttons, table_button(table, Verb.ASK_CODE, "Name or code …")]
