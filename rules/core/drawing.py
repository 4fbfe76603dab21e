"""Drawing for the first deal: high card deals, tied seats draw again (1988, To Choose Dealer; R-10)."""

from __future__ import annotations

from rules.core.actions import Draw
from rules.core.cards import Card
from rules.core.decisions import DrawByLot
from rules.core.events import DealerDrawn
from rules.core.match import Match
from rules.core.quick import new


def draw(match: Match, deck: tuple[Card, ...]) -> DrawByLot:
    """Chance's decision: one of these cards for each seat that still draws for the deal."""
    return DrawByLot(deck, len(match.drawing), Draw)


def drawn(match: Match, cards: tuple[Card, ...]) -> tuple[Match, DealerDrawn]:
    """Apply a draw, a card for each drawing seat: the highest deals; of tied seats only those draw again."""
    by_seat = tuple(zip(match.drawing, cards, strict=True))
    ranks = [card.rank for card in cards]
    highest = max(ranks)
    if ranks.count(highest) > 1:
        tied = tuple([seat for seat, rank in zip(match.drawing, ranks, strict=True) if rank == highest])
        return match._replace(drawing=tied), DealerDrawn(by_seat, None)
    dealer = match.drawing[ranks.index(highest)]
    seats, sides, rivals, order, _, _, *rest = match
    return new(Match, (seats, sides, rivals, order, (), dealer, *rest)), DealerDrawn(by_seat, dealer)
