"""The events of games of piles, secrets included, tell every card that is turned, laid and moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.core.cards import RANKS, Card, Color
from rules.core.dealing import PilesDealt
from rules.core.decisions import Seat
from rules.core.events import DiscardSeen, HeardEvent, Secret
from rules.games.clock.events import HoursTurned
from rules.games.match_pairs.events import CardTurned as MatchTurned
from rules.games.new_solitaire.events import CardPlayed, ColumnsLaid
from rules.games.new_solitaire.events import CardTurned as NewTurned
from rules.games.old_solitaire.events import CardsMoved, TopsTurned
from rules.games.panjandrum.events import CardGiven, CardLaid, CardLifted, CardsJoined, PileTurnedOver
from rules.games.panjandrum.piles import BUILDING
from rules.games.solitaire.events import MoveTakenBack
from rules.games.tens.events import CardTurned as TensTurned
from rules.games.tens.events import PileSlapped, WrongSlapPaid
from tests.rules.games.kit import Choose, Step, at_random, game_of, play
from tests.rules.games.solitaires import dithering

Pile = list[Card]


@dataclass
class Table:
    """The places of the cards, built from events alone."""

    down: list[Pile] = field(default_factory=list)
    """Face-down piles, the next card first."""
    up: list[Pile] = field(default_factory=list)
    """Delay Piles, columns and other face-up piles, the top card last."""
    pile: Pile = field(default_factory=list)
    """In the center, the top card last."""
    home: list[int] = field(default_factory=lambda: [0] * len(Color))
    """The number each color has been built up to."""
    apart: set[Card] = field(default_factory=set)
    """Cards that wait under the Building Piles, and 14s under others."""
    hand: Card | None = None
    """The card just lifted."""

    def deal(self, piles: Iterable[Iterable[Card]]) -> None:
        self.down = [list(pile) for pile in piles]
        self.up = [[] for _ in self.down]

    def turn(self, number: int, card: Card) -> None:
        """The next card of a pile is turned up."""
        assert self.down[number].pop(0) == card

    def build(self, card: Card) -> None:
        assert card.color is not None
        assert card.rank == self.home[card.color] + 1
        self.home[card.color] = card.rank


Follow = Callable[[Table, HeardEvent], None]
Agrees = Callable[[Table, Any], bool]


def in_panjandrum(table: Table, event: HeardEvent) -> None:
    match event:
        case PilesDealt(piles):
            table.deal(piles)
        case CardLifted(seat, card):
            table.turn(seat, card)
            table.hand = card
        case CardLaid(seat, card, place, was_lifted):
            assert (table.hand if was_lifted else table.up[seat].pop()) == card
            table.hand = None
            lay(table, card, place)
        case CardsJoined(cards):
            for card in cards:
                table.apart.remove(card)
                table.build(card)
        case PileTurnedOver(seat, number):
            assert not table.down[seat]
            assert len(table.up[seat]) == number
            table.down[seat], table.up[seat] = table.up[seat], []
        case CardGiven(giver, to, card) if card is not None:
            assert table.up[giver].pop() == card
            table.down[to].append(card)
        case CardGiven(giver, to):
            table.down[to].append(table.down[giver].pop(0))
            table.hand = table.down[to][-1]
        case DiscardSeen(_, (card,)):
            assert table.hand == card
            table.hand = None
        case _:
            pass


def lay(table: Table, card: Card, place: int) -> None:
    """Lay a card on a Delay Pile, on a Building Pile, or by mistake under one."""
    if place < BUILDING:
        table.up[place].append(card)
    elif card.color == place - BUILDING and card.rank == table.home[card.color] + 1:
        table.build(card)
    else:
        table.apart.add(card)


def panjandrum_agrees(table: Table, deal: Any) -> bool:
    piles = deal.piles
    return (
        [tuple(pile) for pile in table.down] == list(piles.hands)
        and [tuple(pile) for pile in table.up] == list(piles.delays)
        and (tuple(table.home), table.apart) == (piles.built, set(piles.strays))
        and table.hand == piles.lifted
    )


def in_match(table: Table, event: HeardEvent) -> None:
    match event:
        case PilesDealt(piles):
            table.deal(piles)
        case MatchTurned(seat, card, taken):
            table.turn(seat, card)
            table.pile.append(card)
            if taken:
                take(table, seat, taken)
        case _:
            pass


def take(table: Table, seat: Seat, number: int) -> None:
    """A seat puts the pile under its own."""
    assert len(table.pile) == number
    table.down[seat] += table.pile
    table.pile = []


def match_agrees(table: Table, deal: Any) -> bool:
    return [tuple(pile) for pile in table.down] == list(deal.hands) and tuple(table.pile) == deal.pile


def in_tens(table: Table, event: HeardEvent) -> None:
    match event:
        case PilesDealt((*piles, odd)):
            table.deal(piles)
            table.pile = list(odd)
        case TensTurned(seat, card):
            table.turn(seat, card)
            table.pile.append(card)
        case PileSlapped(seat, number):
            take(table, seat, number)
        case WrongSlapPaid(seat):
            table.hand = table.down[seat].pop(0)
            table.pile.insert(0, table.hand)
        case DiscardSeen(_, (card,)):
            assert table.hand == card
        case _:
            pass


def in_new(table: Table, event: HeardEvent) -> None:
    match event:
        case PilesDealt(piles):
            table.deal(piles)
        case ColumnsLaid(_, columns):
            table.up = [list(column) for column in columns]
        case NewTurned(_, card):
            table.turn(0, card)
            table.pile.append(card)
        case CardPlayed(_, card, covered):
            assert table.pile[-1] == covered
            (column,) = (column for column in table.up if column[-1:] == [card])
            table.pile.append(column.pop())
        case _:
            pass


def new_agrees(table: Table, deal: Any) -> bool:
    columns = tuple(tuple(column) for column in table.up)
    return bool((columns, tuple(table.down[0]), tuple(table.pile)) == deal.layout)


def in_old(table: Table, event: HeardEvent) -> None:
    match event:
        case PilesDealt(piles):
            table.deal(piles)
        case TopsTurned(turned):
            for number, cards in enumerate(turned):
                uncover(table, number, cards)
        case CardsMoved(cards, place, covered, turned):
            (source,) = (at for at, pile in enumerate(table.up) if pile[-1:] == [cards[-1]])
            del table.up[source][-len(cards) :]
            if covered is None:
                table.build(*cards)
            else:
                assert table.up[place - 1][-1] == covered
                table.up[place - 1] += cards
            uncover(table, source, turned)
        case _:
            pass


def uncover(table: Table, number: int, cards: Iterable[Card]) -> None:
    """Turn up cards of a pile: 1s go home, and 14s under the pile while it has other cards."""
    for card in cards:
        if not table.down[number]:
            table.apart.remove(card)
        else:
            table.turn(number, card)
        if card.rank == 1:
            table.build(card)
        elif card.rank == RANKS and table.down[number]:
            table.apart.add(card)
        else:
            table.up[number].append(card)


def old_agrees(table: Table, deal: Any) -> bool:
    piles = deal.layout.piles
    return (
        [tuple(pile[::-1]) for pile in table.down] == [pile.hidden for pile in piles]
        and [tuple(pile) for pile in table.up] == [pile.shown for pile in piles]
        and table.apart == {card for pile in piles for card in pile.under}
        and tuple(table.home) == deal.layout.home
    )


def in_clock(table: Table, event: HeardEvent) -> None:
    match event:
        case PilesDealt(piles):
            table.deal(piles)
        case HoursTurned(hour, cards):
            for card in cards:
                table.turn(hour - 1, card)
                hour = card.rank
                table.up[hour - 1].append(card)
        case _:
            pass


def clock_agrees(table: Table, deal: Any) -> bool:
    down = [tuple(pile[::-1]) for pile in table.down]
    return (down, [tuple(pile) for pile in table.up]) == (list(deal.hidden), list(deal.home))


BY_GAME: dict[str, tuple[Follow, Agrees]] = {
    "panjandrum_1988": (in_panjandrum, panjandrum_agrees),
    "panjandrum_1924": (in_panjandrum, panjandrum_agrees),
    "match": (in_match, match_agrees),
    "everlasting": (in_match, match_agrees),
    "tens": (in_tens, match_agrees),
    "new_solitaire": (in_new, new_agrees),
    "old_solitaire": (in_old, old_agrees),
    "clock": (in_clock, clock_agrees),
}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("panjandrum_1988", 3, {}),
    ("panjandrum_1988", 5, {"panjandrum_free": True}),
    ("panjandrum_1924", 4, {"panjandrum_free": True}),
    ("panjandrum_1924", 4, {"panjandrum_free": True, "flip_at_next_turn": True}),
    ("match", 3, {}),
    ("everlasting", 5, {"turning": "auto"}),
    ("tens", 3, {}),
    ("tens", 5, {"false_slap_penalty": True}),
    ("new_solitaire", 1, {}),
    ("new_solitaire", 2, {"private": True}),
    ("old_solitaire", 1, {}),
    ("old_solitaire", 1, {"private": True}),
    ("clock", 1, {"turning": "button"}),
    ("clock", 1, {"private": True}),
]
"""A game with so many players and options."""


def happens(kind: type, step: Step) -> bool:
    return any(isinstance(event.event if isinstance(event, Secret) else event, kind) for event in step.events)


def check(steps: Iterable[Step], key: str, lost: type | None = None) -> None:
    """Follow a match by its events, without those of the kind `lost`, and compare it with the state."""
    follow, agrees = BY_GAME[key]
    table, before = Table(), list[Table]()
    for step in steps:
        if step.before.deal is None:
            table, before = Table(), []
        past = deepcopy(table)
        for event in step.events:
            heard = event.event if isinstance(event, Secret) else event
            if isinstance(heard, MoveTakenBack):
                table = before.pop()
            elif lost is None or not isinstance(heard, lost):
                follow(table, heard)
        if not happens(MoveTakenBack, step):
            before.append(past)
        if step.after.deal is not None:
            assert agrees(table, step.after.deal)


def one_match(key: str, seats: int, options: dict[str, Any], seed: int = 3) -> list[Step]:
    choose: Choose = dithering if key.endswith("solitaire") else at_random
    return play(game_of(key, **options), seats, seed, choose)


def with_event(kind: type, key: str, seats: int, options: dict[str, Any]) -> list[Step]:
    """The steps of a match with an event of that kind."""
    played = (one_match(key, seats, options, seed) for seed in range(50))
    return next(steps for steps in played if any(happens(kind, step) for step in steps))


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_events_tell_the_place_of_every_card(key: str, seats: int, options: dict[str, Any]) -> None:
    check(one_match(key, seats, options), key)


@pytest.mark.parametrize(
    ("key", "lost"),
    [
        ("panjandrum_1988", PilesDealt),
        ("panjandrum_1988", CardLifted),
        ("panjandrum_1988", CardLaid),
        ("panjandrum_1988", CardsJoined),
        ("panjandrum_1988", PileTurnedOver),
        ("panjandrum_1988", CardGiven),
        ("match", MatchTurned),
        ("tens", TensTurned),
        ("tens", PileSlapped),
        ("tens", WrongSlapPaid),
        ("new_solitaire", ColumnsLaid),
        ("new_solitaire", NewTurned),
        ("new_solitaire", CardPlayed),
        ("old_solitaire", TopsTurned),
        ("old_solitaire", CardsMoved),
        ("clock", HoursTurned),
    ],
)
def test_lost_event_is_noticed(key: str, lost: type) -> None:
    _, seats, options = [table for table in TABLES if table[0] == key][-1]
    with pytest.raises((AssertionError, IndexError, ValueError)):
        check(with_event(lost, key, seats, options), key, lost)
