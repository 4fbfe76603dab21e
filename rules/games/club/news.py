"""What happened in a deal of Club, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.core.cards import Card
from rules.core.events import HeardEvent
from rules.core.words import shown, shown_all, who
from rules.games.club.events import (
    CardDiscarded,
    CardsLaidDown,
    DiscardsBegun,
    DiscardsTaken,
    GoneOut,
    Laid,
    RookLaidOut,
    RookPutBack,
    StockUsedUp,
    TopCardTaken,
)
from rules.games.club.melds import NATURAL_BIRDIE, REGULAR_BIRDIE, SEQUENCE_BIRDIE, THREE, WILDS

BIRDIES: Final = {
    SEQUENCE_BIRDIE: "Birdie",
    NATURAL_BIRDIE: "natural Birdie",
    REGULAR_BIRDIE: "regular Birdie",
}


def sentence(event: HeardEvent) -> str:
    """What happened; empty where it is no event of Club, or seen well enough."""
    return _of_stock(event) or _of_turn(event)


def _of_stock(event: HeardEvent) -> str:
    match event:
        case RookLaidOut(seat, _, is_drawn):
            return (
                f"{who(seat)} draws a Rook and lays it out." if is_drawn else f"{who(seat)} lays out a Rook."
            )
        case RookPutBack():
            return "A Rook, turned up, goes back into the middle of the stock."
        case DiscardsBegun(cards):
            return f"Turned up: {shown_all(cards)}."
        case StockUsedUp():
            return "The stock is used up: the deal is over."
        case _:
            return ""


def _of_turn(event: HeardEvent) -> str:
    match event:
        case DiscardsTaken(seat, cards):
            return f"{who(seat)} takes the discards, {cards} card{'s' if cards > 1 else ''}."
        case TopCardTaken(seat, card, place, birdie):
            return f"{who(seat)} takes only {shown(card)}, onto #{place}.{_birdies([birdie])}"
        case CardsLaidDown(seat, laid):
            down = ", ".join(map(_laid, laid))
            return f"{who(seat)} lays down {down}.{_birdies(one.birdie for one in laid)}"
        case CardDiscarded(seat, card):
            return f"{who(seat)} discards {shown(card)}{_stopping(card)}."
        case GoneOut(seat):
            return f"{who(seat)} goes out."
        case _:
            return ""


def _laid(laid: Laid) -> str:
    cards = shown_all(sorted(laid.cards, key=lambda card: (card.rank, card)))
    return cards if laid.is_new else f"{cards} onto #{laid.place}"


def _birdies(completed: Iterable[int]) -> str:
    """The Birdies that were completed, as sentences to follow."""
    return "".join(f" A {BIRDIES[points]}!" for points in completed if points)


def _stopping(card: Card) -> str:
    if card in WILDS:
        return ", a stop for a whole round"
    return ", a stop" if card.rank == THREE else ""
