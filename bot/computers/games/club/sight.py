"""One player's knowledge of a deal of Club: the table, the hand and the discards seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.computers.brief import Brief
from rules.core.cards import FACES, RANKS, Card, CardSet
from rules.core.events import HeardEvent
from rules.core.views import Zone
from rules.games.club.events import CardDiscarded, DiscardsBegun, DiscardsTaken, TopCardTaken
from rules.games.club.facts import ClubFacts, Pile
from rules.games.club.melds import Meld, birdies

NO_DISCARDS: Final = Zone(Pile.DISCARDS, None, (), 0)
SHORT: Final = 3
"""Cards in a hand that may all be laid in one turn."""


class Sight(NamedTuple):
    """A deal as one player knows it."""

    hand: CardSet
    own: tuple[Meld, ...]
    """The own side's melds."""
    others: tuple[Meld, ...]
    """All other sides' melds."""
    need: int
    """Points the own side needs to open; 0 once it has."""
    pile: tuple[Card, ...]
    """The discards the player knows, the top card last."""
    discards: int
    stock: int
    seats: int
    is_threatened: bool
    """Whether an opponent may soon go out."""
    unseen: tuple[int, ...]
    """Number of cards not seen in the hand, on the table or among the discards, by face."""

    @property
    def is_late(self) -> bool:
        """Whether the deal may end within a round: by an empty stock, or an opponent who goes out."""
        return self.stock <= 2 * self.seats or self.is_threatened


def unseen_of(unseen: tuple[int, ...], number: int) -> int:
    """Number of cards of a number not seen, from ``unseen`` by face."""
    return sum(unseen[number - 1 : FACES - 1 : RANKS])


def sight_of(brief: Brief) -> Sight:
    """The deal as the player of a brief knows it."""
    view, table = brief.view, brief.view.table
    side, facts = table.seats[view.seat].side, table.facts
    assert side is not None
    assert isinstance(facts, ClubFacts)
    own = facts.melds[side]
    others = tuple(meld for one, laid in enumerate(facts.melds) if one != side for meld in laid)
    discards = next((zone for zone in table.zones if zone.kind == Pile.DISCARDS), NO_DISCARDS)
    heard = pile_heard(brief.heard)
    pile = heard if len(heard) == len(discards.shown) + discards.hidden else discards.shown
    planned = [card for zone in view.zones for card in zone.shown]
    return Sight(
        hand=view.hand,
        own=own,
        others=others,
        need=facts.to_open[side],
        pile=pile,
        discards=len(discards.shown) + discards.hidden,
        stock=sum(zone.hidden for zone in table.zones if zone.kind == Pile.STOCK),
        seats=len(table.seats),
        is_threatened=any(
            info.cards <= SHORT and birdies(facts.melds[info.side]) > 0
            for info in table.seats
            if info.side not in (None, side)
        ),
        unseen=_unseen(
            len(table.seats) // 2,
            (view.hand, CardSet.of((*pile, *planned)), *(meld.cards for meld in (*own, *others))),
        ),
    )


def pile_heard(heard: Iterable[HeardEvent]) -> tuple[Card, ...]:
    """The discard pile by the events of the whole deal, the top card last."""
    pile: list[Card] = []
    for event in heard:
        match event:
            case DiscardsBegun(cards):
                pile += cards
            case CardDiscarded(_, card):
                pile.append(card)
            case TopCardTaken():
                pile.pop()
            case DiscardsTaken():
                pile.clear()
    return tuple(pile)


def _unseen(packs: int, seen: tuple[CardSet, ...]) -> tuple[int, ...]:
    """Number of cards of each face in none of the sets; a card in several sets counts once."""
    left, known = [packs] * FACES, 0
    for cards in seen:
        known |= cards
    for card in CardSet(known):
        left[card.face] -= 1
    return tuple(left)
