"""The state of a deal of Club, dealing and drawing (1988, Club 2 and 10)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeVar

from rules.core.cards import NO_CARDS, Card, CardSet
from rules.core.dealing import dealt_out, hand_events
from rules.core.decisions import Seat
from rules.core.events import NO_ONE, CardsSeen, Event, Secret, TableLaid
from rules.core.match import Match
from rules.games.club.events import CardsDrawn, DiscardsBegun, RookLaidOut, RookPutBack
from rules.games.club.facts import Pile
from rules.games.club.melds import BIRDS, THREE, Meld, birdies
from rules.games.club.scoring import BIRDIES
from rules.games.frame import DealStep, replaced

T = TypeVar("T")
HAND: Final = 13
Stage = Literal["draw", "meld", "discard"]


class Deal(NamedTuple):
    """Hands, stock, discards, the melds of each side, and the melds the player in turn plans."""

    hands: tuple[CardSet, ...]
    """By seat. Planned cards stay in the hand until they are laid."""
    stock: tuple[Card, ...]
    """The next card first."""
    pile: tuple[Card, ...]
    """The discards, the top card last."""
    melds: tuple[tuple[Meld, ...], ...]
    """By side, in the order they were laid."""
    rooks: tuple[tuple[Card, ...], ...]
    """By side, the Rooks laid out."""
    turn: Seat
    turns: int = 0
    """Number of turns that are over."""
    stage: Stage = "draw"
    plan: tuple[Meld, ...] = ()
    """In stage ``meld``, the melds of the side with the planned cards. Only the player sees it."""
    takes_pile: bool = False
    """Whether laying the plan takes the discard pile."""
    drawn: CardSet = NO_CARDS
    """Cards the player has drawn and taken in this turn."""
    stop: Seat | None = None
    """The seat that stops the pile by a wild card, until its next turn; None without one."""

    @property
    def top(self) -> Card | None:
        """The top card of the discard pile; None if it is empty."""
        return self.pile[-1] if self.pile else None

    @property
    def is_stopped(self) -> bool:
        """Whether no one may take discards, neither the pile nor its top card (R-71)."""
        return self.top is None or self.top.rank <= THREE or self.stop is not None

    def __repr__(self) -> str:
        return f"<deal, {len(self.stock)} cards in the stock>"


def pile_cards(deal: Deal) -> int:
    """Number of discards that laying the plan brings to the hand: all but the top; 0 if it takes no pile."""
    return len(deal.pile) - 1 if deal.takes_pile else 0


def planned_cards(deal: Deal, side: int) -> CardSet:
    """Cards the player in turn plans to lay, not yet in melds of ``side``; none outside stage ``meld``."""
    if deal.stage != "meld":
        return NO_CARDS
    return CardSet(_cards(deal.plan) & ~_cards(deal.melds[side]))


def free_cards(deal: Deal, side: int) -> CardSet:
    """The cards not planned yet: of the player's hand, and with ``takes_pile`` the top discard, too."""
    cards = deal.hands[deal.turn]
    if deal.takes_pile:
        cards = CardSet(cards | 1 << deal.pile[-1])
    return CardSet(cards & ~planned_cards(deal, side))


def _cards(melds: tuple[Meld, ...]) -> int:
    return sum(meld.cards for meld in melds)  # a sum of masks is a union: no card is in two melds


def may_go_out(melds: tuple[Meld, ...]) -> bool:
    """Whether a player of the side with these melds may empty the hand: it has two Birdies (R-72)."""
    return birdies(melds) >= BIRDIES


def lay_out(match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
    """Deal 13 cards each, lay out and replace all Rooks (R-66), and turn up cards until one is above 3."""
    hands, stock = dealt_out(cards, match, HAND)
    nothing = ((),) * len(match.sides)
    order = match.from_left_of(match.dealer)
    deal = Deal(hands, stock, (), nothing, nothing, turn=order[0])
    events: list[Event] = [*hand_events(hands), Secret(NO_ONE, TableLaid(pile=stock, kind=Pile.STOCK))]
    for seat in order:
        deal, happened = _without_rooks(match, deal, seat)
        events += happened
    deal, happened = _turned_up(deal)
    return DealStep(deal, (*events, *happened))


def _without_rooks(match: Match, deal: Deal, seat: Seat) -> tuple[Deal, list[Event]]:
    """Lay out the Rooks a seat was dealt, and draw a card for each."""
    rooks = CardSet(deal.hands[seat] & BIRDS)
    if not rooks:
        return deal, []
    hands = replaced(deal.hands, seat, CardSet(deal.hands[seat] & ~rooks))
    side = match.side_of(seat)
    laid = replaced(deal.rooks, side, (*deal.rooks[side], *rooks))
    deal, happened = _drawn(match, deal._replace(hands=hands, rooks=laid), seat, len(rooks))
    return deal, [*(RookLaidOut(seat, rook, is_drawn=False) for rook in rooks), *happened]


def _drawn(match: Match, deal: Deal, seat: Seat, number: int) -> tuple[Deal, list[Event]]:
    """Draw ``number`` cards from the stock, or what is left. A Rook is laid out and another card drawn."""
    side, stock = match.side_of(seat), list(deal.stock)
    cards: list[Card] = []
    rooks: list[Card] = []
    while stock and len(cards) < number:
        card = stock.pop(0)
        (rooks if card.is_bird else cards).append(card)
    after = deal._replace(
        stock=tuple(stock),
        hands=replaced(deal.hands, seat, CardSet(deal.hands[seat] | CardSet.of(cards))),
        rooks=replaced(deal.rooks, side, (*deal.rooks[side], *rooks)),
    )
    seen = (CardsDrawn(seat, len(cards)), Secret(seat, CardsSeen(seat, tuple(cards))))
    return after, [*seen, *(RookLaidOut(seat, rook, is_drawn=True) for rook in rooks)]


def draw_two(match: Match, deal: Deal) -> DealStep[Deal]:
    """Draw two cards, or what is left; the player discards next."""
    after, happened = _drawn(match, deal, deal.turn, 2)
    drawn = CardSet(after.hands[deal.turn] & ~deal.hands[deal.turn])
    return DealStep(after._replace(stage="discard", drawn=drawn), tuple(happened))


def _turned_up(deal: Deal) -> tuple[Deal, list[Event]]:
    """Turn up cards to begin the discards, until one is above 3. A Rook goes back into the stock."""
    stock, pile, events = list(deal.stock), list[Card](), list[Event]()
    while not pile or pile[-1].rank <= THREE:
        card = stock.pop(0)
        if card.is_bird:
            under = len(stock) // 2
            stock.insert(under, card)
            events.append(RookPutBack(card, under))
        else:
            pile.append(card)
    events.append(DiscardsBegun(tuple(pile)))
    return deal._replace(stock=tuple(stock), pile=tuple(pile)), events
