"""The events of a match, secrets included, tell the place of every card, so a record needs only them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import (
    CardPlayed,
    CardsSeen,
    Event,
    HandDealt,
    HeardEvent,
    Secret,
    TableLaid,
    TrickTaken,
)
from rules.games.club.events import (
    CardDiscarded,
    CardsDrawn,
    CardsLaidDown,
    DiscardsBegun,
    DiscardsTaken,
    RookLaidOut,
    RookPutBack,
    TopCardTaken,
)
from tests.rules.games.club_tables import eagerly
from tests.rules.games.kit import Step, game_of, play, tables


@dataclass
class Table:
    """The places of the cards, built from events alone."""

    hands: dict[Seat, set[Card]] = field(default_factory=dict)
    stock: list[Card] = field(default_factory=list)
    pile: list[Card] = field(default_factory=list)
    melds: dict[tuple[int, int], set[Card]] = field(default_factory=dict)
    """By side and number."""
    rooks: set[Card] = field(default_factory=set)
    trick: list[Card] = field(default_factory=list)
    taken: list[Card] = field(default_factory=list)


def heard(events: Iterable[Event]) -> list[HeardEvent]:
    return [event.event if isinstance(event, Secret) else event for event in events]


def deal_and_draw(table: Table, event: HeardEvent) -> None:
    """Apply an event about the stock."""
    match event:
        case HandDealt(seat, cards):
            table.hands[seat] = set(cards)
        case TableLaid(pile=pile):
            table.stock = list(pile)
        case RookLaidOut(seat, card, is_drawn):
            (table.stock.remove if is_drawn else table.hands[seat].remove)(card)
            table.rooks.add(card)
        case RookPutBack(card, under):
            table.stock.remove(card)
            table.stock.insert(under, card)
        case CardsSeen(seat, cards):
            table.hands[seat] |= set(cards)
            table.stock = [card for card in table.stock if card not in cards]
        case DiscardsBegun(cards):
            table.stock = table.stock[len(cards) :]
            table.pile = list(cards)
        case _:
            pass


def meld_and_discard(table: Table, event: HeardEvent, sides: int) -> None:
    """Apply an event about melds and discards."""
    match event:
        case DiscardsTaken(seat):
            table.hands[seat].add(table.pile[-1])
            table.pile = []
        case TopCardTaken(seat, card, place):
            table.pile.remove(card)
            table.melds[seat % sides, place].add(card)
        case CardsLaidDown(seat, laid):
            for one in laid:
                assert one.is_new == ((seat % sides, one.place) not in table.melds)
                table.melds.setdefault((seat % sides, one.place), set()).update(one.cards)
                table.hands[seat] -= set(one.cards)
        case CardDiscarded(seat, card):
            table.hands[seat].remove(card)
            table.pile.append(card)
        case _:
            pass


def check_club(steps: Iterable[Step], sides: int, lost: type | None = None) -> None:
    """Follow a deal by its events, without those of the kind `lost`, and compare it with the state."""
    table = Table()
    for step in steps:
        for event in heard(step.events):
            if lost is None or not isinstance(event, lost):
                deal_and_draw(table, event)
                meld_and_discard(table, event, sides)
        if step.after.deal is not None:
            assert agrees_with_club(table, step.after.deal)


def agrees_with_club(table: Table, deal: Any) -> bool:
    melds = {
        (side, place): set(meld.cards)
        for side, laid in enumerate(deal.melds)
        for place, meld in enumerate(laid, 1)
    }
    return (
        [CardSet.of(table.hands[seat]) for seat in range(len(deal.hands))] == list(deal.hands)
        and (tuple(table.stock), tuple(table.pile)) == (deal.stock, deal.pile)
        and melds == table.melds
        and table.rooks == {rook for laid in deal.rooks for rook in laid}
    )


def club_steps(seats: int) -> list[Step]:
    return play(game_of("club", deals=1), seats, 3, eagerly)


@pytest.mark.parametrize("seats", [4, 6])
def test_events_of_club_tell_the_place_of_every_card(seats: int) -> None:
    check_club(club_steps(seats), seats // 2)


@pytest.mark.parametrize("lost", [CardsSeen, CardsLaidDown, CardDiscarded, DiscardsBegun])
def test_lost_event_is_noticed(lost: type) -> None:
    with pytest.raises((AssertionError, KeyError, ValueError, IndexError)):
        check_club(club_steps(4), 2, lost)


def test_every_seat_hears_how_many_cards_are_drawn() -> None:
    for step in club_steps(4):
        drawn = [event.cards for event in step.events if isinstance(event, CardsDrawn)]
        seen = [event.event for event in step.events if isinstance(event, Secret)]
        if drawn:
            assert drawn == [len(event.cards) for event in seen if isinstance(event, CardsSeen)]


@pytest.mark.parametrize(("key", "seats"), tables("golden10_1988", "flip", "high14"))
def test_events_of_trick_games_tell_the_place_of_every_card(key: str, seats: int) -> None:
    table = Table()
    for step in play(game_of(key, deals=1), seats, seed=2):
        for event in heard(step.events):
            match event:
                case HandDealt(seat, cards):
                    table.hands[seat] = set(cards)
                case TableLaid(nest=center):
                    table.pile = list(center)
                case CardPlayed(seat, _, card):
                    table.hands[seat].remove(card)
                    table.trick.append(card)
                case TrickTaken(cards=cards):
                    assert list(cards) == table.trick
                    table.taken, table.trick = [*table.taken, *cards], []
                case _:
                    pass
        deal: Any = step.after.deal
        if deal is not None:
            assert [CardSet.of(table.hands[seat]) for seat in range(seats)] == list(deal.hands)
            assert (tuple(table.pile), tuple(table.trick)) == (deal.center, deal.trick)
            assert table.taken == [card for trick in deal.taken for card in trick.cards]
