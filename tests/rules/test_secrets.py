"""The leak test: cards a seat cannot see are dealt again, and it must not see or hear a difference.

Who may see what: hands their owner, the nest nobody until it is taken and then the declarer alone,
every trick everyone, a nest won with the last trick everyone at the end of the deal.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.actions import Action, Play
from rules.decisions import Seat
from rules.events import DiscardSeen, Event, HandDealt, NestSeen, NestWon, Secret
from rules.tricks.engine import TrickGame
from rules.tricks.state import State
from rules.views import Fact, Mark, SeatView, TableView, Zone
from tests.redeal import find_leaks, hidden_from, redeal, views
from tests.rules.playouts import KEYS, match
from tests.rules.test_laws import Broken

MATCHES = 100
"""Matches of each game."""


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.timeout(300)
def test_nobody_sees_or_hears_a_hidden_card(key: str) -> None:
    for seed in range(MATCHES):
        played = match(key, seed, deals=1)
        for step in played.steps:
            assert find_leaks(played.game, step.before, step.seat, step.action, Random(seed)) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_redeal_moves_only_what_the_onlooker_cannot_see(key: str) -> None:
    moved = 0
    game, steps = match(key, 3, deals=1)
    for step in steps:
        for onlooker in (None, 0, 1, 2, 3):
            other = redeal(game, step.before, onlooker, Random(5))
            moved += other != step.before
            assert hidden_from(game, other, onlooker) == hidden_from(game, step.before, onlooker)
            assert [len(hand) for hand in other.hands] == [len(hand) for hand in step.before.hands]
            assert views(game, other, onlooker) == views(game, step.before, onlooker)
    assert moved > 100, "hardly anything was dealt again"


@pytest.mark.parametrize("key", KEYS)
def test_a_discard_is_known_to_the_declarer_alone(key: str) -> None:
    for step in match(key, 1, deals=2).steps:
        for event in step.events:
            if isinstance(event, Secret):
                assert event.to == event.event.seat


# --- planted leaks --------------------------------------------------------------------------------


class HandInAFact(Broken):
    def table_view(self, state: State) -> TableView:
        view = super().table_view(state)
        return view._replace(facts=(*view.facts, Fact("Hint", " ".join(map(str, state.hands[0])))))


class StrengthInAMark(Broken):
    """Marks the seat that holds the bird."""

    def table_view(self, state: State) -> TableView:
        view = super().table_view(state)
        seats = [
            info._replace(marks=(*info.marks, Mark("strong"))) if state.hands[info.seat] >> 56 & 1 else info
            for info in view.seats
        ]
        return view._replace(seats=tuple(seats))


class NestOnShow(Broken):
    def table_view(self, state: State) -> TableView:
        return super().table_view(state)._replace(zones=(Zone("Nest", None, tuple(state.nest), 0),))


class PartnersHand(Broken):
    def seat_view(self, state: State, seat: Seat, table: TableView | None = None) -> SeatView:
        view = super().seat_view(state, seat)
        return view._replace(zones=(Zone("Partner", seat, tuple(state.hands[(seat + 2) % 4]), 0),))


class AskedWithTheHand(Broken):
    """Shows everyone the question of the seat that is asked, with its cards."""

    def seat_view(self, state: State, seat: Seat, table: TableView | None = None) -> SeatView:
        return (
            super().seat_view(state, seat)._replace(decision=next(iter(self.decisions(state).values()), None))
        )


class SecretsToTheLeft(Broken):
    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        return after, tuple(
            event._replace(to=(event.to + 1) % 4) if isinstance(event, Secret) else event for event in events
        )


def out_loud(kind: type) -> type[Broken]:
    """A game that tells everyone one kind of secret."""

    class OutLoud(Broken):
        def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
            after, events = super().apply(state, seat, action)
            loud = [e.event if isinstance(e, Secret) and isinstance(e.event, kind) else e for e in events]
            return after, tuple(loud)  # type: ignore[arg-type]

    OutLoud.__name__ = f"Tells{kind.__name__}"
    return OutLoud


class NextHand(Broken):
    """Tells with each card what its player still holds."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        if not isinstance(action, Play):
            return after, events
        return after, (*events, NestWon(seat, after.hands[seat], 0))


LEAKS: tuple[Callable[[str], TrickGame], ...] = (
    HandInAFact,
    StrengthInAMark,
    NestOnShow,
    PartnersHand,
    AskedWithTheHand,
    SecretsToTheLeft,
    out_loud(HandDealt),
    out_loud(NestSeen),
    out_loud(DiscardSeen),
    NextHand,
)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("leaky", LEAKS, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_found(leaky: Callable[[str], TrickGame], key: str) -> None:
    game = leaky(key)
    leaks: list[str] = []
    for step in match(key, 1, game=game).steps:
        leaks += find_leaks(game, step.before, step.seat, step.action, Random(1))

    assert leaks
