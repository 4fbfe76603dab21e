"""What a player of Club knows of a deal: the table, his hand and the discards he has seen."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.computers.brief import Brief
from rules.core.cards import FACES, RANKS, Card, CardSet
from rules.core.events import Told
from rules.core.views import Zone
from rules.games.club.melds import Meld, birdies
from rules.games.club.rules import ClubRules
from rules.games.club.scoring import opening
from rules.games.club.words import melds_shown, pile_told

NO_DISCARDS: Final = Zone("Discards", None, (), 0)
SHORT: Final = 3
"""So few cards may all be gone in a turn."""


class Sight(NamedTuple):
    """A deal as one player knows it."""

    hand: CardSet
    own: tuple[Meld, ...]
    """What his side has on the table."""
    others: tuple[Meld, ...]
    """What all other sides have."""
    need: int
    """What his side still needs to open."""
    pile: tuple[Card, ...]
    """The discards that he knows of, the top card last."""
    discards: int
    stock: int
    seats: int
    is_threatened: bool
    """Whether an opponent may soon go out."""
    unseen: tuple[int, ...]
    """How many cards of each face he has not seen in his hand, on the table or among the discards."""

    def unseen_of(self, number: int) -> int:
        """How many cards of a number he has not seen."""
        return sum(self.unseen[number - 1 : FACES - 1 : RANKS])

    @property
    def is_late(self) -> bool:
        """Whether the deal will soon be over."""
        return self.stock <= 2 * self.seats or self.is_threatened


def sight_of(brief: Brief) -> Sight:
    """What a brief tells."""
    view, table = brief.view, brief.view.table
    side = table.seats[view.seat].side
    assert side is not None
    melds = [melds_shown(table, one) for one in range(len(table.totals))]
    own = melds[side]
    others = tuple(meld for one, laid in enumerate(melds) if one != side for meld in laid)
    rules = ClubRules.model_validate(brief.options)
    discards = next((zone for zone in table.zones if zone.kind == "Discards"), NO_DISCARDS)
    told = pile_told(event.text for event in brief.heard if isinstance(event, Told))
    pile = told if len(told) == len(discards.shown) + discards.hidden else discards.shown
    aside = [card for zone in view.zones for card in zone.shown]
    return Sight(
        hand=view.hand,
        own=own,
        others=others,
        need=0 if own else opening(table.totals[side].total, rules.club_over3000_min),
        pile=pile,
        discards=len(discards.shown) + discards.hidden,
        stock=sum(zone.hidden for zone in table.zones if zone.kind == "Stock"),
        seats=len(table.seats),
        is_threatened=any(
            info.cards <= SHORT and birdies(melds[info.side]) > 0
            for info in table.seats
            if info.side not in (None, side)
        ),
        unseen=_unseen(
            len(table.seats) // 2,
            (view.hand, CardSet.of((*pile, *aside)), *(meld.cards for meld in (*own, *others))),
        ),
    )


def _unseen(packs: int, seen: tuple[CardSet, ...]) -> tuple[int, ...]:
    """How many cards of each face are in none of the sets, some of which may hold the same card."""
    left, known = [packs] * FACES, 0
    for cards in seen:
        known |= cards
    for card in CardSet(known):
        left[card.face] -= 1
    return tuple(left)
