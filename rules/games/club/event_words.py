"""The events of a deal of Club as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rules.core.cards import Card
from rules.core.events import HeardEvent
from rules.core.words import counted, shown, shown_all, who
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
    SEQUENCE_BIRDIE: "Birdie Sequence",
    NATURAL_BIRDIE: "Natural Birdie",
    REGULAR_BIRDIE: "Regular Birdie",
}


def sentence(event: HeardEvent) -> str:
    """An event as a sentence. Empty if it is no event of Club, or the views show it well enough."""
    return _of_stock(event) or _of_turn(event)


def _of_stock(event: HeardEvent) -> str:
    match event:
        case RookLaidOut(seat, _, is_drawn):
            return f"{who(seat)} {'draws a Rook and lays it down' if is_drawn else 'lays down a Rook'}."
        case RookPutBack():
            return "A Rook is turned over and goes back into the middle of the draw pile."
        case DiscardsBegun(cards):
            return f"{_begun(cards)} to start the discard pile."
        case StockUsedUp():
            return "The draw pile is used up, so the deal is over."
        case _:
            return ""


def _of_turn(event: HeardEvent) -> str:
    match event:
        case DiscardsTaken(seat, cards):
            return f"{who(seat)} takes the discard pile, {counted(cards, 'card')}."
        case TopCardTaken(seat, card, place, birdie):
            return f"{who(seat)} takes only {shown(card)} and adds it to #{place}.{_birdies([birdie])}"
        case CardsLaidDown(seat, laid):
            return f"{who(seat)} {_laid(laid)}.{_birdies(one.birdie for one in laid)}"
        case CardDiscarded(seat, card):
            return f"{who(seat)} discards {shown(card)}{_stopping(card)}."
        case GoneOut(seat):
            return f"{who(seat)} goes out."
        case _:
            return ""


def _begun(cards: Sequence[Card]) -> str:
    """The cards turned over: ``B9 is turned over``, with those beneath it."""
    *beneath, top = cards
    on = f" onto {shown_all(beneath)}" if beneath else ""
    return f"{shown(top)} is turned over{on}"


def _laid(laid: Sequence[Laid]) -> str:
    """The cards laid: ``adds G8 to #2 and melds R7 Y7 G7, B4 B5 B6``."""
    added = [f"{_cards(one)} to #{one.place}" for one in laid if not one.is_new]
    new = [_cards(one) for one in laid if one.is_new]
    parts = [f"{verb} {', '.join(some)}" for verb, some in (("adds", added), ("melds", new)) if some]
    return " and ".join(parts)


def _cards(laid: Laid) -> str:
    return shown_all(sorted(laid.cards, key=lambda card: (card.rank, card)))


def _birdies(completed: Iterable[int]) -> str:
    """A sentence for each Birdie completed; ``completed`` are their points, 0 for none."""
    return "".join(f" That is a {BIRDIES[points]}." for points in completed if points)


def _stopping(card: Card) -> str:
    if card in WILDS:
        return " and stops the pile for a round"
    return " and stops the pile" if card.rank == THREE else ""
