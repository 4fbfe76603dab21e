"""Drawing for the first deal: the highest card deals, and who is tied draws again (1988; R-10)."""

from __future__ import annotations

from rules.core.actions import Draw
from rules.core.cards import Card
from rules.core.decisions import DrawByLot
from rules.core.events import DealerDrawn
from rules.core.match import Match
from rules.core.quick import new


def draw(match: Match, pack: tuple[Card, ...]) -> DrawByLot:
    """Chance draws one card of these for each seat that may yet become dealer."""
    return DrawByLot(pack, len(match.drawing), Draw)


def drawn(match: Match, cards: tuple[Card, ...]) -> tuple[Match, DealerDrawn]:
    """Whoever has the highest card deals; those who share it draw again (1988, To Choose Dealer; R-10)."""
    by_seat = tuple(zip(match.drawing, cards, strict=True))
    ranks = [card.rank for card in cards]
    highest = max(ranks)
    if ranks.count(highest) > 1:
        tied = tuple([seat for seat, rank in zip(match.drawing, ranks, strict=True) if rank == highest])
        return match._replace(drawing=tied), DealerDrawn(by_seat, None)
    dealer = match.drawing[ranks.index(highest)]
    seats, sides, rivals, order, _, _, *later = match
    return new(Match, (seats, sides, rivals, order, (), dealer, *later)), DealerDrawn(by_seat, dealer)
