"""The events of I Doubt It, Donkey, Cribbage and Tuxedo, secrets included, tell the place of every card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import CardPlayed, CardsSeen, DiscardSeen, HandDealt, HeardEvent, Secret
from rules.games.tuxedo.events import CardLaidDown, CardsBuilt, CardsDealt, CardsTaken, LeftoversWon
from tests.rules.games.kit import Step, game_of, play, tables


@dataclass
class Table:
    """The places of the cards, built from events alone."""

    seats: int
    hands: dict[Seat, set[Card]] = field(default_factory=dict)
    center: list[Card] = field(default_factory=list)
    stacks: set[frozenset[Card]] = field(default_factory=set)
    """Loose cards and builds."""
    won: dict[Seat, set[Card]] = field(default_factory=dict)

    def deal(self, seat: Seat, cards: CardSet) -> None:
        self.hands[seat] = set(cards)

    def lift(self, cards: Iterable[Card]) -> None:
        """Cards leave the table, each with all that it lies on."""
        lifted = set(cards)
        assert all(stack <= lifted or not stack & lifted for stack in self.stacks)
        assert lifted <= set().union(*self.stacks)
        self.stacks = {stack for stack in self.stacks if not stack & lifted}


Follow = Callable[[Table, HeardEvent], None]
Agrees = Callable[[Table, Any], bool]


def in_doubt(table: Table, event: HeardEvent) -> None:
    match event:
        case HandDealt(seat, cards):
            table.deal(seat, cards)
            table.center = []
        case DiscardSeen(seat, (card,)):
            table.hands[seat].remove(card)
            table.center.append(card)
        case CardsSeen(seat, cards):
            assert list(cards) == table.center
            table.hands[seat] |= set(cards)
            table.center = []
        case _:
            pass


def in_donkey(table: Table, event: HeardEvent) -> None:
    match event:
        case HandDealt(seat, cards):
            table.deal(seat, cards)
        case CardsSeen(seat, (card,)):
            table.hands[(seat - 1) % table.seats].remove(card)
            table.hands[seat].add(card)
        case _:
            pass


def in_cribbage(table: Table, event: HeardEvent) -> None:
    match event:
        case HandDealt(seat, cards):
            table.deal(seat, cards)
            table.center = []
        case CardPlayed(seat, _, card):
            table.hands[seat].remove(card)
            table.center.append(card)
        case _:
            pass


def in_tuxedo(table: Table, event: HeardEvent) -> None:
    match event:
        case HandDealt(seat, cards):
            assert not table.hands.get(seat)
            table.deal(seat, cards)
        case CardsDealt(_, cards):
            table.stacks |= {frozenset((card,)) for card in cards}
        case CardLaidDown(seat, card):
            table.hands[seat].remove(card)
            table.stacks.add(frozenset((card,)))
        case CardsBuilt(seat, (*under, card)):
            table.hands[seat].remove(card)
            table.lift(under)
            table.stacks.add(frozenset((*under, card)))
        case CardsTaken(seat, card, cards):
            table.hands[seat].remove(card)
            table.lift(cards)
            table.won.setdefault(seat, set()).update((card, *cards))
        case LeftoversWon(seat, cards):
            table.lift(cards)
            table.won.setdefault(seat, set()).update(cards)
        case _:
            pass


def hands_agree(table: Table, deal: Any) -> bool:
    return [CardSet.of(table.hands[seat]) for seat in range(table.seats)] == list(deal.hands)


def doubt_agrees(table: Table, deal: Any) -> bool:
    return hands_agree(table, deal) and tuple(table.center) == deal.center


def cribbage_agrees(table: Table, deal: Any) -> bool:
    return hands_agree(table, deal) and table.center == [card for _, card in deal.played]


def tuxedo_agrees(table: Table, deal: Any) -> bool:
    won = [CardSet.of(table.won.get(seat, ())) for seat in range(table.seats)]
    return (
        hands_agree(table, deal)
        and table.stacks == {frozenset(stack.cards) for stack in deal.table}
        and won == [one.cards for one in deal.won]
    )


BY_GAME: dict[str, tuple[Follow, Agrees]] = {
    "doubt_1924": (in_doubt, doubt_agrees),
    "donkey": (in_donkey, hands_agree),
    "cribbage": (in_cribbage, cribbage_agrees),
    "tuxedo_old": (in_tuxedo, tuxedo_agrees),
    "tuxedo_1924": (in_tuxedo, tuxedo_agrees),
}


def check(steps: Iterable[Step], key: str, seats: int, lost: type | None = None) -> None:
    """Follow a deal by its events, without those of the kind `lost`, and compare it with the state."""
    follow, agrees = BY_GAME[key]
    table = Table(seats)
    for step in steps:
        for event in step.events:
            heard = event.event if isinstance(event, Secret) else event
            if lost is None or not isinstance(heard, lost):
                follow(table, heard)
        if step.after.deal is not None:
            assert agrees(table, step.after.deal)


def one_deal(key: str, seats: int) -> list[Step]:
    return play(game_of(key, deals=1), seats, seed=3)


@pytest.mark.parametrize(("key", "seats"), tables(*BY_GAME))
def test_events_tell_the_place_of_every_card(key: str, seats: int) -> None:
    check(one_deal(key, seats), key, seats)


@pytest.mark.parametrize(
    ("key", "lost"),
    [
        ("doubt_1924", DiscardSeen),
        ("doubt_1924", CardsSeen),
        ("donkey", CardsSeen),
        ("cribbage", CardPlayed),
        ("tuxedo_1924", CardsDealt),
        ("tuxedo_1924", CardsTaken),
        ("tuxedo_1924", CardsBuilt),
        ("tuxedo_1924", CardLaidDown),
        ("tuxedo_1924", LeftoversWon),
    ],
)
def test_lost_event_is_noticed(key: str, lost: type) -> None:
    with pytest.raises((AssertionError, KeyError)):
        check(one_deal(key, 4), key, 4, lost)
