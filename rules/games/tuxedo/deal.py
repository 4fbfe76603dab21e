"""One deal of Tuxedo: the cards dealt by fours, what lies on the table and what everyone has won."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import Card, CardSet
from rules.core.dealing import dealt_out
from rules.core.decisions import Seat
from rules.core.events import Event, HandDealt, Secret
from rules.core.match import Match
from rules.games.race import Window
from rules.games.tuxedo.captures import Cards, Stack, Table, arranged
from rules.games.tuxedo.events import CardsDealt, LeftoversWon, Sweep

EACH: Final = 4
"""Cards dealt to everyone at a time, and to the table at first."""
BIG: Final = 4
"""Table cards of a Big Sweep (R-77)."""
NO_CARDS: Final = CardSet(0)


class Won(NamedTuple):
    """What one seat has won in this deal."""

    cards: CardSet = NO_CARDS
    little_sweeps: int = 0
    big_sweeps: int = 0
    oranges: int = 0
    mistakes: int = 0
    """Oranges called where there was none."""

    def __repr__(self) -> str:
        return f"<{len(self.cards)} cards won>"


class Taken(NamedTuple):
    """What was taken last, while one may call Orange: by whom, and which table cards."""

    seat: Seat
    cards: Cards


class Deal(NamedTuple):
    """One deal: hands, table, the cards still to be dealt, in order, and what has been won."""

    hands: tuple[CardSet, ...]
    table: Table
    pack: Cards
    turn: Seat
    won: tuple[Won, ...]
    last_taker: Seat | None = None
    taken: Taken | None = None
    window: Window | None = None
    turns: int = 0
    """Turns played in this deal."""

    def __repr__(self) -> str:
        return f"<deal, {len(self.table)} places on the table>"

    def beside(self, cards: Cards) -> Table:
        """What lies on the table apart from some cards."""
        return tuple(stack for stack in self.table if stack.cards[0] not in cards)

    def without(self, seat: Seat, card: Card) -> Deal:
        """The deal after a card has left a hand."""
        hands = tuple(
            CardSet(hand & ~(1 << card)) if one == seat else hand for one, hand in enumerate(self.hands)
        )
        return self._replace(hands=hands)

    def winning(self, seat: Seat, won: Won) -> Deal:
        """The deal with other winnings of one seat."""
        return self._replace(won=tuple(won if one == seat else old for one, old in enumerate(self.won)))


def first_deal(match: Match, cards: Cards) -> tuple[Deal, tuple[Event, ...]]:
    """Four cards each, one at a time, then four to the table (older rule books; 1924 booklet)."""
    hands, rest = dealt_out(cards, match, EACH)
    won = (Won(),) * match.seats
    deal = Deal(hands, _laid(rest[:EACH]), rest[EACH:], match.left_of(match.dealer), won)
    return deal, (*_hands_told(hands), CardsDealt(EACH, rest[:EACH], are_last=False))


def deal_again(match: Match, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    """Four more cards each; from what is left at last everyone gets as many, and the table the odd ones.

    Where fewer are left than there are players, all go to the table and nobody plays again (R-74).
    """
    each = min(EACH, len(deal.pack) // match.seats)
    hands, rest = dealt_out(deal.pack, match, each)
    after = deal._replace(hands=hands, pack=rest)
    if each == EACH:
        return after, (*_hands_told(hands), CardsDealt(each, (), are_last=False))
    after = after._replace(table=_laid(rest, deal.table), pack=())
    return after, (*_hands_told(hands), CardsDealt(each, rest, are_last=True))


def leftovers(deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    """What lies on the table at the end goes to whoever took last (older rule books; R-75)."""
    if deal.last_taker is None or not deal.table:
        return deal, ()
    seat = deal.last_taker
    cards = tuple(card for stack in deal.table for card in stack.cards)
    won = deal.won[seat]
    after = deal.winning(seat, won._replace(cards=CardSet(won.cards | CardSet.of(cards))))
    return after._replace(table=()), (LeftoversWon(seat, cards),)


def sweep_of(cards: Cards) -> Sweep:
    """What a sweep of these table cards is (R-77); the card they were taken with does not count."""
    return Sweep.BIG if len(cards) >= BIG else Sweep.LITTLE


def _laid(cards: Cards, table: Table = ()) -> Table:
    return arranged((*table, *(Stack((card,)) for card in cards)))


def _hands_told(hands: tuple[CardSet, ...]) -> tuple[Event, ...]:
    return tuple(Secret(seat, HandDealt(seat, hand)) for seat, hand in enumerate(hands) if hand)
