"""Tricks as text: cards in playing order, the winner marked, their points."""

from __future__ import annotations

from typing import Final

from bot.table.desk.shown import ShownTable
from cogs.ui.words import look_of, names_of
from rules.core.views import TrickView

IN_LINES: Final = 4
"""Largest trick shown with one card a line; a larger one is shown in one line."""
SEPARATOR: Final = "\N{NO-BREAK SPACE}· "
"""Separates two cards of a trick: if a phone wraps there, the dot stays on the first line."""


def trick_line(table: ShownTable, trick: TrickView) -> str:
    """A trick in one line, in playing order: each card with its player, the winner marked."""
    return SEPARATOR.join(_plays(table, trick))


def trick_text(table: ShownTable, trick: TrickView) -> str:
    """A trick in playing order, its winner marked; one card a line in small tricks."""
    plays = _plays(table, trick)
    return ("\n" if len(plays) <= IN_LINES else SEPARATOR).join(plays)


def stand_line(table: ShownTable, trick: TrickView) -> str:
    """A line on a trick under way: who led, its points, and who is winning if not the leader."""
    names = names_of(table)
    leader, _ = trick.plays[0]
    is_ahead = "" if trick.winner in {None, leader} else f" · {names[trick.winner]} is winning"
    return f"-# {names[leader]} led{is_ahead} · {table.rules.words.worth(trick)}"


def taker_line(table: ShownTable, trick: TrickView) -> str:
    """A line on a finished trick: who took it, its points."""
    taker = "" if trick.winner is None else f"{names_of(table)[trick.winner]} took it · "
    return f"-# {taker}{table.rules.words.worth(trick)}"


def last_trick_line(table: ShownTable, trick: TrickView) -> str:
    """A line on the last trick: its cards, who took it, its points."""
    cards = look_of(table).cards(card for _, card in trick.plays)
    taker = "" if trick.winner is None else f" → {names_of(table)[trick.winner]}"
    return f"-# Last trick: {cards}{taker}, {table.rules.words.worth(trick)}"


def _plays(table: ShownTable, trick: TrickView) -> list[str]:
    """Each card with the name of its hand, joined by no-break spaces."""
    look, names = look_of(table), names_of(table)
    return [
        "\N{NO-BREAK SPACE}".join((look.card(card), names[hand], *("★" if hand == trick.winner else "")))
        for hand, card in trick.plays
    ]
