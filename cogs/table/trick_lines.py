"""Tricks in lines: in playing order, their winner marked, what they are worth."""

from __future__ import annotations

from typing import Final

from bot.table.desk.shown import ShownTable
from cogs.ui.words import look_of, names_of
from rules.core.views import TrickView

IN_LINES: Final = 4
"""Cards of a trick shown one a line; in a larger one they follow each other."""
BESIDE: Final = "\N{NO-BREAK SPACE}· "
"""Between two cards of a trick: where a phone breaks the line, the dot stays behind."""


def trick_line(table: ShownTable, trick: TrickView) -> str:
    """A trick in one line."""
    return BESIDE.join(_plays(table, trick))


def trick_text(table: ShownTable, trick: TrickView) -> str:
    """A trick in playing order, its winner marked."""
    plays = _plays(table, trick)
    return ("\n" if len(plays) <= IN_LINES else BESIDE).join(plays)


def stand_line(table: ShownTable, trick: TrickView) -> str:
    """Who led to a trick that is under way, who is winning it, and what it is worth."""
    names = names_of(table)
    leader, _ = trick.plays[0]
    is_ahead = "" if trick.winner in {None, leader} else f" · {names[trick.winner]} is winning"
    return f"-# {names[leader]} led{is_ahead} · {table.rules.words.worth(trick)}"


def taker_line(table: ShownTable, trick: TrickView) -> str:
    """Who took a trick, and what it was worth."""
    taker = "" if trick.winner is None else f"{names_of(table)[trick.winner]} took it · "
    return f"-# {taker}{table.rules.words.worth(trick)}"


def last_trick_line(table: ShownTable, trick: TrickView) -> str:
    """The trick before this one: its cards, who took it, and what it was worth."""
    cards = look_of(table).cards(card for _, card in trick.plays)
    taker = "" if trick.winner is None else f" → {names_of(table)[trick.winner]}"
    return f"-# Last trick: {cards}{taker}, {table.rules.words.worth(trick)}"


def _plays(table: ShownTable, trick: TrickView) -> list[str]:
    """Each card with the name of its hand, which a phone does not break apart if it can help it."""
    look, names = look_of(table), names_of(table)
    return [
        "\N{NO-BREAK SPACE}".join((look.card(card), names[hand], *("★" if hand == trick.winner else "")))
        for hand, card in trick.plays
    ]
