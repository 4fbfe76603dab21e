"""A table's computers: the menus in which its host chooses their level and personas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands, ui

from bot.computers.kinds import PERSONAS, Persona, Temper
from bot.computers.levels import LEVELS
from bot.table.desk.shown import ShownSeat, ShownTable
from cogs.ui.controls import Verb
from cogs.ui.items import choice, menu
from cogs.ui.words import name_of, plain_name
from rules.core.decisions import Seat
from rules.core.words import capitalized, listed, uncapitalized

LEVEL: Final = "level"
"""Argument of the menu of levels, and its page."""
ABOUT: Final[Mapping[str, str]] = {
    "new": "Knows the rules, but forgets cards and bids too high",
    "family": "Bids like folks at home, and makes about half its bids",
    "club": "Counts most cards, but misjudges a hand now and then",
    "champion": "Remembers every card, and thinks each play through",
}
PERSONA: Final = "persona"
"""Prefix of a persona menu's argument; the seat follows."""
TEMPERS: Final[Mapping[Temper, str]] = {"bold": "a little higher", "cautious": "a little lower"}


def computers_parts(table: ShownTable) -> list[ui.Item[Any]]:
    """The menus of level and personas, with a line on who bids higher or lower than others."""
    here = next((seat.level for seat in table.seats if seat.level is not None), None)
    levels = [
        choice(capitalized(level.title), level.key, ABOUT[level.key], default=level == here)
        for level in LEVELS.values()
    ]
    lines = ["**Computers** · How strong they play."]
    if here is None:
        lines.append("Choosing fills every empty seat.")
    for temper, how in TEMPERS.items():
        bidders = [name_of(seat) for seat in table.seats if seat.persona and seat.persona.temper == temper]
        if bidders:
            lines.append(f"{listed(bidders)} bid{'s' if len(bidders) == 1 else ''} {how} than others.")
    personas = [_persona_menu(table, seat) for seat in table.seats if seat.level is not None]
    return [ui.TextDisplay("\n".join(lines)), menu(table, Verb.CHOOSE, LEVEL, levels), *personas]


def persona_seat(key: str) -> Seat | None:
    """The seat of a persona menu's argument; None for another menu's."""
    number = key.removeprefix(PERSONA)
    return int(number) if number != key and number.isdecimal() else None


def _persona_menu(table: ShownTable, seat: ShownSeat) -> ui.ActionRow[Any]:
    """The menu of personas for a computer's seat."""
    number = seat.seat + 1
    choices = [
        choice(f"Seat {number}: {one.name}", one.key, _bids(one), default=one == seat.persona)
        for one in PERSONAS.values()
    ]
    placeholder = f"Seat {number}: {plain_name(seat.name)}"
    return menu(table, Verb.CHOOSE, f"{PERSONA}{seat.seat}", choices, placeholder=placeholder)


def _bids(persona: Persona) -> str:
    return f"Bids {TEMPERS.get(persona.temper, 'like the level')}"


LEVEL_CHOICES: Final = [
    app_commands.Choice(
        name=f"{capitalized(level.title)}: {uncapitalized(ABOUT[level.key])}", value=level.key
    )
    for level in LEVELS.values()
]
"""The levels as choices of a command."""
