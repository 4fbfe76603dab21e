"""I Doubt It: tells the truth when it can, lies with what it needs last, and counts the cards of a number."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from random import Random
from typing import Final

from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from rules.actions import PASS, PLAYS, SHOUT, Action
from rules.cards import NO_CARDS, RANKS, Card, CardSet, Color, card
from rules.decisions import ChooseCard, Seat
from rules.events import CardPlayed, DiscardSeen, HeardEvent, NestTaken
from rules.games.doubt import WORDS
from rules.views import SeatView, TableView

PACK: Final = 4 * RANKS
SURE: Final = 0.9
"""How likely somebody still has a card that went to his hand."""


def choose(brief: Brief, random: Random) -> Action:
    """Answer the decision in the brief."""
    view = brief.view
    if isinstance(decision_of(brief), ChooseCard):
        return PLAYS[to_play(view.hand, called(view.table), len(view.table.seats))]
    return SHOUT if doubts(view, Memory(brief.heard, view.seat)) else PASS


def called(table: TableView) -> int:
    """The number that is called, or is to be called next."""
    return WORDS.index(table.facts[0].text.split()[0]) + 1


def to_play(hand: CardSet, number: int, seats: int) -> Card:
    """A true card; else the one whose number it has to call latest."""
    return max(hand, key=lambda held: held.rank == number and RANKS * RANKS or _turns_until(hand, held, number, seats))


def _turns_until(hand: CardSet, held: Card, number: int, seats: int) -> int:
    """In how many turns a card can be played as what it is, after those of its number that go first."""
    wait = next(
        (turn for turn in range(1, RANKS + 1) if (number + turn * seats - held.rank) % RANKS == 0), RANKS*4
    )
    before = sum(1 for other in hand if other.rank == held.rank and other < held)
    return wait + before * RANKS


class Memory:
    """Where the cards are that a player has lost sight of."""

    def __init__(self, heard: Iterable[HeardEvent], seat: Seat) -> None:
        self.centre: set[Card] = set()
        """Cards it knows to lie in the centre."""
        self.holders: dict[Card, set[Seat]] = {}
        """By card that somebody took: all who may have it, if it does not lie in the centre again."""
        for event in heard:
            match event:
                case DiscardSeen(_, (laid,)) | CardPlayed(_, _, laid):
                    self.centre.add(laid)
                case NestTaken(taker, _):
                    self._taken(taker)
                case _:
                    pass

    def _taken(self, taker: Seat) -> None:
        for seats in self.holders.values():
            seats.add(taker)
        self.holders |= {one: {taker} for one in self.centre}
        self.centre.clear()


def chance_of_truth(view: SeatView, memory: Memory, player: Seat, number: int) -> float:
    """How likely a player had a card of the number called."""
    unseen = 0
    for color in Color:
        one = card(color, number)
        if one in view.hand or one in memory.centre:
            continue
        holders = memory.holders.get(one)
        if holders == {player}:
            return SURE
        unseen += holders is None or player in holders
    known = CardSet.of(memory.centre) | view.hand
    hidden = PACK - known.bit_count()
    held = view.table.seats[player].cards + 1
    return 1 - comb(hidden - unseen, held) / comb(hidden, held)


def doubts(view: SeatView, memory: Memory) -> bool:
    player = next(info.seat for info in view.table.seats if any(m.text.startswith("calls") for m in info.marks))
    truth = chance_of_truth(view, memory, player, called(view.table))
    others = len(view.table.seats) - 1
    his = view.table.seats[player].cards
    return (1 - truth) * len(view.hand) >= truth * others * his and truth < 1
