"""The record of a match: one JSON object a line, so that anyone can check it without our code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.actions import Action, Deal
from rules.cards import Card
from rules.events import (
    BidMade,
    BidPassed,
    CardPlayed,
    DealScored,
    DealStarted,
    DiscardSeen,
    Event,
    HandDealt,
    MatchWon,
    NestSeen,
    PassedOut,
    Secret,
    SideScore,
    TrickTaken,
    TrumpNamed,
)
from rules.protocol import Game

Line = dict[str, object]


def rules_line(game: Game[Any], seats: int) -> Line:
    """The first line: the game and every parameter of it."""
    return {"type": "rules", "key": game.about.key, "seats": seats, "options": game.parameters()}


def lines(action: Action, events: tuple[Event, ...]) -> Iterator[Line]:
    """The lines of one action: a deal with all its cards, then what happened, in order."""
    bare = [event.event if isinstance(event, Secret) else event for event in events]
    if isinstance(action, Deal):
        started = next(event for event in bare if isinstance(event, DealStarted))
        yield _deal(action, started, [event for event in bare if isinstance(event, HandDealt)])
    for event in bare:
        line = _line(event)
        if line is not None:
            yield line


def _deal(action: Deal, started: DealStarted, dealt: Iterable[HandDealt]) -> Line:
    """The cards of every hand; what is in no hand lies in the nest."""
    hands = {str(hand.seat): _names(hand.cards) for hand in dealt}
    held = {card for hand in hands.values() for card in hand}
    return {
        "type": "deal",
        "deal": started.deal,
        "dealer": started.dealer,
        "hands": hands,
        "nest": [name for name in _names(action.cards) if name not in held],
    }


def _line(event: object) -> Line | None:  # noqa: PLR0911 - one line for each type
    """The line of an event; None for what the record does not tell, or tells elsewhere."""
    match event:
        case BidMade(seat, points, None):
            return {"type": "bid", "seat": seat, "points": points}
        case BidMade(seat, points, color) if color is not None:
            return {"type": "bid", "seat": seat, "points": points, "color": color.word}
        case BidPassed(seat):
            return {"type": "pass", "seat": seat}
        case PassedOut():
            return {"type": "passed_out"}
        case NestSeen(seat, taken):
            return {"type": "nest", "seat": seat, "took": _names(taken)}
        case DiscardSeen(seat, laid):
            return {"type": "discard", "seat": seat, "cards": _names(laid)}
        case TrumpNamed(seat, color):
            return {"type": "trump", "seat": seat, "color": color.word}
        case CardPlayed(seat, by, card):
            return {"type": "play", "seat": seat, "by": by, "from": "hand", "card": str(card)}
        case TrickTaken(winner, _, cards, points):
            return {"type": "trick", "winner": winner, "cards": _names(cards), "points": points}
        case DealScored():
            return _score(event)
        case MatchWon(winners, totals):
            return {"type": "match", "winners": list(winners), "totals": list(totals)}
        case _:
            return None


def _score(scored: DealScored) -> Line:
    return {
        "type": "score",
        "declarer": scored.declarer,
        "bid": scored.bid,
        "made": scored.made,
        "sides": [_side(side) for side in scored.sides],
    }


def _side(side: SideScore) -> Line:
    return {
        "seats": list(side.seats),
        "counters": side.counters,
        "tricks": side.tricks,
        "bonus": side.bonus,
        "scored": side.scored,
        "total": side.total,
    }


def _names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
