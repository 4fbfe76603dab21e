"""What everyone sees of the piles of Panjandrum; and back again, for whoever has to judge a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rules.core.cards import NO_CARDS, Card, Color
from rules.core.cards import card as card_of
from rules.core.decisions import Seat
from rules.core.views import Mark, Zone
from rules.games.panjandrum.piles import Piles, Tops, pile_of
from rules.games.panjandrum.state import Deal

LIFTED: Final = "Lifted"
FROM_PILE: Final = "From the Delay Pile"
STRAYS: Final = "Waiting under the building piles"
MOVED: Final = Mark("just moved", strong=True)
"""Behind the seat whose card may be called."""


def zones(deal: Deal) -> tuple[Zone, ...]:
    """The Building Piles, the last two cards of each Delay Pile, and the card that is on its way."""
    piles, move = deal.piles, deal.move
    shown = [_building(piles)]
    shown += [
        Zone("Delay", seat, pile[-2:], len(pile[:-2]), is_row=True) for seat, pile in enumerate(piles.delays)
    ]
    if piles.strays != NO_CARDS:
        shown.append(Zone(STRAYS, None, tuple(piles.strays), 0))
    if move is not None:
        shown.append(Zone(LIFTED if move.was_lifted else FROM_PILE, None, (move.card,), 0))
    elif piles.lifted is not None:
        shown.append(Zone(LIFTED, None, (piles.lifted,), 0))
    return tuple(shown)


def _building(piles: Piles) -> Zone:
    tops = tuple(card_of(color, piles.built[color]) for color in Color if piles.built[color])
    return Zone("Building", None, tops, 0, is_row=True)


class Seen(NamedTuple):
    """What the zones of a table say: the tops, the cards below them, and the card that is on its way."""

    tops: Tops
    below: tuple[Card | None, ...]
    """The card under the top of each Delay Pile."""
    strays: frozenset[Card]
    card: Card | None
    """The card lifted, or in a window the one just laid."""
    was_lifted: bool

    def before(self, mover: Seat) -> tuple[Tops, int | None]:
        """What showed before the card was laid, and its place; None for a wrong Building Pile."""
        card, tops = self.card, self.tops
        assert card is not None
        on = next((seat for seat, top in enumerate(tops.delays) if top == card), None)
        delays = [self.below[seat] if seat == on else top for seat, top in enumerate(tops.delays)]
        if not self.was_lifted:
            delays[mover] = card
        if on is not None or card in self.strays:
            return Tops(tops.built, tuple(delays)), on
        built = tuple(number - (color == card.color) for color, number in enumerate(tops.built))
        return Tops(built, tuple(delays)), pile_of(card)


def seen(table: Iterable[Zone], seats: int) -> Seen:
    """Read the zones."""
    built, strays = [0] * len(Color), frozenset[Card]()
    piles: list[tuple[Card, ...]] = [()] * seats
    card, was_lifted = None, False
    for zone in table:
        if zone.seat is not None:
            piles[zone.seat] = zone.shown
        elif zone.is_row:
            for top in zone.shown:
                built[top.color or Color.RED] = top.rank
        elif zone.kind == STRAYS:
            strays = frozenset(zone.shown)
        else:
            (card,), was_lifted = zone.shown, zone.kind == LIFTED
    tops = Tops(tuple(built), tuple(pile[-1] if pile else None for pile in piles))
    below = tuple(pile[-2] if len(pile) > 1 else None for pile in piles)
    return Seen(tops, below, strays, card, was_lifted)
