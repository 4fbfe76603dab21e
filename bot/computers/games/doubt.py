"""The computer player of I Doubt It: tells the truth if it can, and doubts by counting the cards of a number.

It doubts seldom: computers that doubt on mere suspicion keep each other's hands full, and their deal takes
thousands of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from random import Random
from typing import Final

from bot.computers.brief import Brief, decision_of
from bot.computers.games.reasons import Called, LastCard, Likely, OtherReason
from rules.core.actions import PASS, PLAYS, SHOUT, Action, Play
from rules.core.cards import RANKS, Card, CardSet, Color, card
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import CardPlayed, DiscardSeen, HeardEvent, NestTaken
from rules.core.views import SeatView, TableView
from rules.games.doubt.facts import DoubtFacts

DECK_SIZE: Final = 4 * RANKS
NEVER: Final = 4 * RANKS
"""Turns assumed until a seat calls a number it never calls: with eight players each calls half of them."""
STILL_HAS: Final = 0.9
"""Probability that a player still holds a card that only this player can have taken."""
MOST_PILES: Final = 20
"""Piles taken in a deal from which on only sure lies and last cards are doubted, or it might never end."""


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """The card of ``to_play`` if a card is asked for; else a doubt if ``doubts`` says so, or a pass."""
    view = brief.view
    if isinstance(decision_of(brief), ChooseCard):
        return PLAYS[to_play(view.hand, facts_of(view.table).number, len(view.table.seats))]
    return SHOUT if doubts(view, Memory(brief.heard)) else PASS


def facts_of(table: TableView) -> DoubtFacts:
    """The facts of I Doubt It at a table: the number called, and the seat that called it."""
    assert isinstance(table.facts, DoubtFacts)
    return table.facts


def to_play(hand: CardSet, number: int, seats: int) -> Card:
    """The card to play under a called number: one of that number, else the one the seat can last play truly.

    A card of the number the seat calls with its last card is kept: that call is always doubted.
    """
    last = (number + (len(hand) - 1) * seats - 1) % RANKS + 1
    kept = next((held for held in hand if held.rank == last), None)
    cards = [held for held in hand if held != kept] or list(hand)
    true = [held for held in cards if held.rank == number]
    return true[0] if true else max(cards, key=lambda held: _wait(cards, held, number, seats))


def _wait(cards: list[Card], held: Card, number: int, seats: int) -> int:
    """Turns until the seat calls the number of ``held``, playing lower ``cards`` of that number first."""
    coming = (turn for turn in range(1, RANKS + 1) if (number + turn * seats - held.rank) % RANKS == 0)
    earlier = sum(other.rank == held.rank and other < held for other in cards)
    return next(coming, NEVER) + earlier * RANKS


class Memory:
    """Where the cards may be that the player has seen and does not hold: those it played, and those shown."""

    def __init__(self, heard: Iterable[HeardEvent]) -> None:
        self.center: set[Card] = set()
        """Cards known to lie in the center."""
        self.holders: dict[Card, set[Seat]] = {}
        """By card that was taken with the center: the seats that may hold it."""
        self.piles = 0
        """Times the center was taken."""
        for event in heard:
            match event:
                case DiscardSeen(_, (laid,)) | CardPlayed(_, _, laid):
                    self.center.add(laid)
                case NestTaken(taker, _):
                    self._taken(taker)

    def _taken(self, taker: Seat) -> None:
        """Record that ``taker`` takes the center: cards known to lie there, and perhaps others."""
        self.piles += 1
        for holders in self.holders.values():
            holders.add(taker)
        self.holders |= {taken: {taker} for taken in self.center}
        self.center = set()


def doubts(view: SeatView, memory: Memory) -> bool:
    """Whether to doubt a card: a last card or a likely lie; after ``MOST_PILES`` piles only a sure lie."""
    player = next(info for info in view.table.seats if info.seat == facts_of(view.table).claimant)
    if player.cards == 0:
        return True
    truth = chance_of_truth(view, memory, player.seat, player.cards + 1)
    # A wrong doubter takes the pile alone, and all others share the gain if the liar takes it: so a doubt
    # pays if the claim is true less than once in as many times as there are players.
    return truth == 0 or (truth < 1 / len(view.table.seats) and memory.piles < MOST_PILES)


def chance_of_truth(view: SeatView, memory: Memory, player: Seat, held: int) -> float:
    """Probability that ``player``, who held ``held`` cards before playing, had one of the number called."""
    number, unknown = facts_of(view.table).number, 0
    for color in Color:
        one = card(color, number)
        if one in view.hand or one in memory.center:
            continue
        holders = memory.holders.get(one)
        if holders == {player}:
            return STILL_HAS
        unknown += holders is None or player in holders
    hidden = DECK_SIZE - len(view.hand) - len(memory.center)
    return 1 - comb(hidden - unknown, held) / comb(hidden, held)


def explain(brief: Brief, action: Action) -> OtherReason:
    """The reason for a card played, a doubt or a pass."""
    view, facts = brief.view, facts_of(brief.view.table)
    if isinstance(action, Play):
        return Called(facts.number, action.card.rank == facts.number)
    player = next(info for info in view.table.seats if info.seat == facts.claimant)
    if player.cards == 0:
        return LastCard()
    return Likely(_percent(chance_of_truth(view, Memory(brief.heard), player.seat, player.cards + 1)))


def _percent(chance: float) -> int:
    return round(100 * chance) if chance in {0, 1} else min(99, max(1, round(100 * chance)))
