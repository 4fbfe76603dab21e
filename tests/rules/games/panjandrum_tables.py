"""Tables of Panjandrum laid out for a test."""

from __future__ import annotations

from typing import Any

from rules.core.cards import CardSet, Color, parse_cards
from rules.core.match import Match
from rules.games.panjandrum.deal import Deal
from rules.games.panjandrum.piles import Piles
from tests.rules.games.kit import game_of, match_of

Table = tuple[Any, Match, Deal]


def laid_out(
    *hands: str,
    delays: dict[int, str] | None = None,
    built: str = "",
    strays: str = "",
    key: str = "panjandrum_1988",
    **options: Any,
) -> Table:
    """A game in which seat 0 begins: Hands with the top card first, Delay Piles with the top card last.

    ``built`` are the top cards of the Building Piles.
    """
    seats = len(hands)
    match = match_of(seats)
    tops = {card.color: card.rank for card in parse_cards(built)}
    piles = Piles(
        tuple(parse_cards(hand) for hand in hands),
        tuple(parse_cards((delays or {}).get(seat, "")) for seat in range(seats)),
        tuple(tops.get(color, 0) for color in Color),
        CardSet.of(parse_cards(strays)),
    )
    return game_of(key, **options), match, Deal(piles, 0)


def text(cards: Any) -> str:
    """Some cards as they are written."""
    return " ".join(map(str, cards))
