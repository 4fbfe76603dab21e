"""Cards, names and numbers as text: color letter, number and shape, never a color alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from discord.utils import escape_markdown

from bot.shown import ShownSeat, ShownTable
from rules.cards import Card, Color
from rules.decisions import Seat
from rules.views import SideTotal

SHAPES: Final = {Color.RED: "❤️", Color.YELLOW: "⭐", Color.GREEN: "🍀", Color.BLACK: "🌑"}
BIRD_SHAPE: Final = "🐦"
NAME_LIMIT: Final = 32


def shape_of(card: Card) -> str:
    """The emoji of a card's color, a shape of its own for each, or the bird."""
    return BIRD_SHAPE if card.color is None else SHAPES[card.color]


def card_text(card: Card) -> str:
    """One card: ``❤️ R14``."""
    return f"{shape_of(card)}\N{NO-BREAK SPACE}{card}"


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in a row."""
    return " · ".join(card_text(card) for card in cards)


def hand_lines(order: Sequence[Card]) -> list[str]:
    """A hand, one line a color, as one holds it; empty colors are left out."""
    lines = [card_text(card) for card in order if card.is_bird]
    for color in Color:
        held = [str(card.rank) for card in order if card.color is color]
        if held:
            lines.append(f"{SHAPES[color]} **{color.letter}** {' · '.join(held)}")
    return lines


def name_of(seat: ShownSeat) -> str:
    """Who sits there, safe to show."""
    if seat.is_empty:
        return "empty seat"
    return safe_name(seat.name)


@lru_cache(maxsize=4096)
def safe_name(name: str) -> str:
    """A name that shows as it is, whatever markdown is in it."""
    return escape_markdown(name[:NAME_LIMIT])


def names_of(table: ShownTable) -> list[str]:
    """The names by seat."""
    return [name_of(seat) for seat in table.seats]


def team_name(table: ShownTable, seats: Sequence[Seat]) -> str:
    """A side by its players: ``Ann & Cleo``."""
    names = names_of(table)
    return " & ".join(names[seat] for seat in seats)


def totals_text(table: ShownTable, totals: Sequence[SideTotal]) -> str:
    """Each side and its total, one a line."""
    return "\n".join(f"**{side.total}** {team_name(table, side.seats)}" for side in totals)


def listed(words: Sequence[str]) -> str:
    """``Ann``, ``Ann and Bob``, ``Ann, Bob and Cleo``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def trump_text(text: str) -> str:
    """A color word with its shape: ``🍀 Green``."""
    shape = next((SHAPES[color] for color in Color if color.word == text.lower()), "")
    return f"{shape} {text}".strip()
