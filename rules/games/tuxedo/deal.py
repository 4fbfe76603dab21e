"""The state of a deal of Tuxedo: hands, table, cards still to deal, and the cards won."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.core.cards import NO_CARDS, Card, CardSet
from rules.core.dealing import dealt_out
from rules.core.decisions import Seat
from rules.core.events import Event, HandDealt, Secret
from rules.core.match import Match
from rules.games.frame import replaced
from rules.games.race import Window
from rules.games.tuxedo.captures import Cards, Stack, Table, arranged
from rules.games.tuxedo.events import CardsDealt, LeftoversWon, Sweep

EACH: Final = 4
"""Cards dealt to each seat at a time, and once to the table."""
BIG: Final = 4
"""Least number of table cards of a Big Sweep (R-77)."""


class Won(NamedTuple):
    """Cards and sweeps a seat has won in this deal, and its right and wrong calls of Orange."""

    cards: CardSet = NO_CARDS
    little_sweeps: int = 0
    big_sweeps: int = 0
    oranges: int = 0
    mistakes: int = 0
    """Number of wrong calls of Orange."""

    def __repr__(self) -> str:
        return f"<{len(self.cards)} cards won>"


class Taken(NamedTuple):
    """The capture for which Orange may be called: its seat and the table cards taken."""

    seat: Seat
    cards: Cards


class Deal(NamedTuple):
    """Hands, table, the cards still to deal, in order, and what each seat has won."""

    hands: tuple[CardSet, ...]
    table: Table
    undealt: Cards
    turn: Seat
    won: tuple[Won, ...]
    last_taker: Seat | None = None
    taken: Taken | None = None
    window: Window | None = None
    turns: int = 0
    """Number of turns played in this deal."""

    def __repr__(self) -> str:
        return f"<deal, {len(self.table)} places on the table>"

    def table_without(self, cards: Cards) -> Table:
        """The table without the stacks of these cards."""
        return tuple(stack for stack in self.table if stack.cards[0] not in cards)

    def without(self, seat: Seat, card: Card) -> Deal:
        """The deal after a card left a seat's hand."""
        return self._replace(hands=replaced(self.hands, seat, self.hands[seat].without(card)))

    def with_winnings(self, seat: Seat, won: Won) -> Deal:
        """The deal with the winnings of a seat replaced."""
        return self._replace(won=replaced(self.won, seat, won))


def first_deal(match: Match, cards: Cards) -> tuple[Deal, tuple[Event, ...]]:
    """Deal four cards each, one at a time, then four to the table (older rule books; 1924 booklet)."""
    hands, rest = dealt_out(cards, match, EACH)
    won = (Won(),) * match.seats
    deal = Deal(hands, _laid(rest[:EACH]), rest[EACH:], match.left_of(match.dealer), won)
    return deal, (*_hand_events(hands), CardsDealt(EACH, rest[:EACH], are_last=False))


def deal_again(match: Match, deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    """Deal four more cards each; of the last cards as many to each seat as there are, odd ones to the table.

    If fewer cards than players are left, all go to the table and the deal ends (R-74).
    """
    each = min(EACH, len(deal.undealt) // match.seats)
    hands, rest = dealt_out(deal.undealt, match, each)
    after = deal._replace(hands=hands, undealt=rest)
    if each == EACH:
        return after, (*_hand_events(hands), CardsDealt(each, (), are_last=False))
    after = after._replace(table=_laid(rest, deal.table), undealt=())
    return after, (*_hand_events(hands), CardsDealt(each, rest, are_last=True))


def leftovers(deal: Deal) -> tuple[Deal, tuple[Event, ...]]:
    """Give the cards left on the table to the last taker, if there is one (older rule books; R-75)."""
    if deal.last_taker is None or not deal.table:
        return deal, ()
    seat = deal.last_taker
    cards = tuple(card for stack in deal.table for card in stack.cards)
    won = deal.won[seat]
    after = deal.with_winnings(seat, won._replace(cards=CardSet(won.cards | CardSet.of(cards))))
    return after._replace(table=()), (LeftoversWon(seat, cards),)


def sweep_of(cards: Cards) -> Sweep:
    """The size of a sweep of these table cards (R-77); the card they were taken with does not count."""
    return Sweep.BIG if len(cards) >= BIG else Sweep.LITTLE


def _laid(cards: Cards, table: Table = ()) -> Table:
    return arranged((*table, *(Stack((card,)) for card in cards)))


def _hand_events(hands: tuple[CardSet, ...]) -> tuple[Event, ...]:
    return tuple(Secret(seat, HandDealt(seat, hand)) for seat, hand in enumerate(hands) if hand)
