"""The leak test: cards a seat cannot see are dealt again, and it must not see or hear a difference.

Who may see what: hands their owner, the nest no seat until it is taken and then the declarer alone, an open
dummy everyone after the first lead, a blind one no seat, of a draw pile the card that is turned up, a card
drawn unseen its drawer, of a battery what lies face up, a secret partner himself, every trick everyone, a
nest won with the last trick everyone at the end of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pytest

from rules.bidding.state import NO_SEAT, State
from rules.core.actions import Action, Play
from rules.core.decisions import Decisions, Seat
from rules.core.events import (
    CardDrawn,
    DiscardSeen,
    GameEvent,
    HandDealt,
    NestSeen,
    NestWon,
    Secret,
    TableLaid,
)
from rules.core.protocol import OptionValue
from rules.core.views import Facts, SeatView, TableView, Zone, ZoneKind
from tests.redeal import find_leaks, hidden_from, redeal, views
from tests.rules import faults
from tests.rules.faults import Broken, Result
from tests.rules.playouts import TABLES, match, play

MATCHES = 4
"""Deals of each game with each number of players."""


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_hidden_cards_are_not_seen_or_heard(key: str, players: int) -> None:
    for seed in range(MATCHES):
        played = match(key, seed, players=players, deals=1)
        for step in played.steps:
            assert find_leaks(played.game, step.before, step.seat, step.action, Random(seed)) == []


HOUSE_RULES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("high_card_partner", {"partner_shown": "on_play"}),
    ("high_card_partner", {"partner_shown": "on_play", "partner_card": "any"}),
    ("high_card_partner", {"called_cards": 2, "partner_shown": "on_play"}),
    ("high_card_partner", {"called_cards": 2, "partner_card": "any"}),
    ("kentucky", {"nest_shown": "top_card"}),
    ("kentucky", {"nest_shown": "after_bidding"}),
    ("tennessee_1988", {"bury_trumps": "shown"}),
    ("kentucky", {"misdeal_claim": "no_counters", "fold": "opponents_all"}),
    ("over_the_top_1918", {"battery_free": True}),
    ("boston_three", {"dummy": "south"}),
    ("kentucky", {"rook": "dealer_chooses"}),
    ("dixie_1988", {"trick_review": "never", "bidding_shown": "last"}),
    ("kentucky", {"packs": 2, "numbers": "8-14", "counters": "10:10 14:10", "nest": 6}),
)


@pytest.mark.parametrize(("key", "options"), HOUSE_RULES, ids=str)
def test_hidden_cards_are_not_seen_or_heard_with_house_rules(
    key: str, options: dict[str, OptionValue]
) -> None:
    for seed in range(MATCHES):
        played = match(key, seed, None, None, **{"deals": 1, **options})
        for step in played.steps:
            assert find_leaks(played.game, step.before, step.seat, step.action, Random(seed)) == []


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_redeal_moves_only_cards_hidden_from_the_onlooker(key: str, players: int) -> None:
    moved = 0
    played = match(key, 3, players=players, deals=1)
    for step in played.steps:
        for onlooker in (None, *played.seats):
            other = redeal(played.game, step.before, onlooker, Random(5))
            moved += other != step.before
            assert hidden_from(played.game, other, onlooker) == hidden_from(
                played.game, step.before, onlooker
            )
            assert [len(hand) for hand in other.hands] == [len(hand) for hand in step.before.hands]
            assert views(played.game, other, onlooker) == views(played.game, step.before, onlooker)
    assert moved > 100, "hardly anything was dealt again"


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_secret_is_told_to_the_seat_it_names(key: str, players: int) -> None:
    for step in match(key, 1, players=players, deals=2).steps:
        for event in step.events:
            if isinstance(event, Secret) and not isinstance(event.event, TableLaid | GameEvent):
                assert event.to == event.event.seat


# --- planted leaks ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hint(Facts):
    """A leaked fact."""

    hint: str


def written(cards: object) -> str:
    """Cards as text, from any collection or single card."""
    return " ".join(map(written, cards)) if isinstance(cards, list | tuple) else str(cards)


class OnShow(Broken):
    """Shows everyone some more cards."""

    def cards(self, state: State) -> object:
        raise NotImplementedError

    def table_view(self, state: State, asked: Decisions | None = None) -> TableView:
        view = super().table_view(state, asked)
        return view._replace(facts=Hint(written(self.cards(state))))


class HandInAFact(OnShow):
    def cards(self, state: State) -> object:
        return list(state.hands[0])


class NestInAFact(OnShow):
    def cards(self, state: State) -> object:
        return list(state.deal.nest)


class DummyBeforeTheLead(OnShow):
    def cards(self, state: State) -> object:
        return [] if state.teams.dummy == NO_SEAT else list(state.hands[state.teams.dummy])


class NextCardOfTheDummy(OnShow):
    def cards(self, state: State) -> object:
        return state.stock.blind[:1]


class NextCardOfThePile(OnShow):
    def cards(self, state: State) -> object:
        return state.stock.pile[1:2]


class CardsUnderABattery(OnShow):
    def cards(self, state: State) -> object:
        return state.stock.covered


class PartnerInAFact(OnShow):
    """Tells who the partner is before he has played the card called."""

    def cards(self, state: State) -> object:
        return state.deal.called


class StrengthInASeat(Broken):
    """Marks the seat that holds the bird."""

    def table_view(self, state: State, asked: Decisions | None = None) -> TableView:
        view = super().table_view(state, asked)
        seats = [
            info._replace(tricks=info.tricks + 1) if state.hands[info.seat] >> 56 & 1 else info
            for info in view.seats
        ]
        return view._replace(seats=tuple(seats))


class PartnersHand(Broken):
    def seat_view(
        self, state: State, seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        view = super().seat_view(state, seat)
        other = (seat + 2) % state.match.seats
        return view._replace(zones=(Zone(ZoneKind.DUMMY, seat, tuple(state.hands[other]), 0),))


class AskedWithTheHand(Broken):
    """Shows everyone the question of the seat that is asked, with its cards."""

    def seat_view(
        self, state: State, seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        return (
            super().seat_view(state, seat)._replace(decision=next(iter(self.decisions(state).values()), None))
        )


class SecretsToTheLeft(Broken):
    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: (
                event._replace(to=(event.to + 1) % state.match.seats) if isinstance(event, Secret) else event
            ),
        )


class OutLoud(Broken):
    """Tells everyone one kind of secret."""

    kind: type

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: (
                event.event if isinstance(event, Secret) and isinstance(event.event, self.kind) else event
            ),
        )


class TellsHands(OutLoud):
    kind = HandDealt


class TellsTheNest(OutLoud):
    kind = NestSeen


class TellsTheDiscard(OutLoud):
    kind = DiscardSeen


class TellsTheDraw(OutLoud):
    kind = CardDrawn


class TellsTheTable(OutLoud):
    kind = TableLaid


class NextHand(Broken):
    """Tells with each card what its player still holds."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        if not isinstance(action, Play):
            return after, events
        return after, (*events, NestWon(seat, after.hands[seat], 0))


LEAKS: tuple[tuple[type[Broken], tuple[str, ...]], ...] = (
    (HandInAFact, ("kentucky", "regular_old", "tennessee_1933")),
    (NestInAFact, ("kentucky", "one_high", "high_card_partner")),
    (StrengthInASeat, ("kentucky", "red_one")),
    (PartnersHand, ("kentucky", "partnership_six", "boston")),
    (AskedWithTheHand, ("kentucky", "cordova", "display")),
    (SecretsToTheLeft, ("kentucky", "three_handed_1914")),
    (TellsHands, ("kentucky", "regular_1988")),
    (TellsTheNest, ("kentucky", "dixie_1912")),
    (TellsTheDiscard, ("kentucky", "one_high")),
    (NextHand, ("kentucky", "over_the_top_1918")),
    (DummyBeforeTheLead, ("display", "boston", "boston_three", "three_handed_display")),
    (NextCardOfTheDummy, ("regular_for_two",)),
    (NextCardOfThePile, ("tennessee_1933", "tennessee_1988")),
    (TellsTheDraw, ("tennessee_1933", "tennessee_1988")),
    (TellsTheTable, ("tennessee_1933", "over_the_top_1988", "regular_for_two", "boston_three")),
    (CardsUnderABattery, ("over_the_top_1918", "over_the_top_1988")),
)
PLANTED: list[Callable[[], Broken]] = [partial(leaky, key) for leaky, keys in LEAKS for key in keys]
PLANTED += [
    partial(PartnerInAFact, "high_card_partner", partner_shown="on_play", called_cards=cards)
    for cards in (1, 2)
]


@pytest.mark.parametrize("leaky", PLANTED, ids=faults.name)
def test_planted_leak_is_found(leaky: Callable[[], Broken]) -> None:
    game: Any = leaky()
    leaks: list[str] = []
    for step in play(game, Random(1), limit=120).steps:
        leaks += find_leaks(game, step.before, step.seat, step.action, Random(1))

    assert leaks
