"""Laws that hold in every match of every bidding game, each shown to catch a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rules.actions import Action
from rules.cards import CARDS, CardSet
from rules.decisions import CHANCE, ChooseCard, Decisions, Seat
from rules.events import DealScored, Event, HandDealt, NestWon, Secret
from rules.protocol import IllegalAction
from rules.tricks.engine import TrickGame
from rules.tricks.ranking import NOT_LED, Ranking
from rules.tricks.rows import ROWS
from rules.tricks.setup import Setup
from rules.tricks.state import Phase, State
from rules.views import SeatView, TableView
from tests.rules import laws
from tests.rules.playouts import KEYS, Playout, match, play
from tests.strategies import seeds

Law = Callable[[Playout, Random], None]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("law", laws.LAWS, ids=lambda law: law.__name__)
@settings(max_examples=12)
@given(seed=seeds)
def test_the_law_holds(law: Law, key: str, seed: int) -> None:
    law(match(key, seed, deals=2), Random(seed))


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=5)
@given(seed=seeds)
def test_the_laws_hold_to_the_target(key: str, seed: int) -> None:
    played = match(key, seed, target=300)
    for law in (laws.matches_end, laws.scores_follow_the_bid, laws.captured_points_add_up, laws.bids_rise):
        law(played, Random(seed))


# --- planted faults: a law that cannot complain is no law -----------------------------------------


class Broken(TrickGame):
    """A game with a fault; what it gets wrong stands in its subclasses."""

    def __init__(self, key: str) -> None:
        row = next(row for row in ROWS if row.key == key)
        super().__init__(row.model_copy(update={"deals": 2}), row)

    @property
    def tables(self) -> Setup:
        """What the game looks up."""
        return self._setups[4]

    def with_tables(self, **changes: Any) -> Broken:
        """The same game with other tables."""
        self._setups[4] = self._setups[4]._replace(**changes)
        return self


class LosesACard(Broken):
    """The nest is one card short once it is laid."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        short = CardSet(after.nest & after.nest - 1)
        return after._replace(nest=short) if after.phase is Phase.TRUMP else after, events


class ObeysAnybody(Broken):
    """Whoever answers, answers for the seat that is asked."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        return super().apply(state, state.turn, action)


class ListsTheWholeHand(Broken):
    """Lists cards that would be a revoke."""

    def decisions(self, state: State) -> Decisions:
        return {
            seat: question._replace(cards=question.held) if isinstance(question, ChooseCard) else question
            for seat, question in super().decisions(state).items()
        }


class LetsRevoke(Broken):
    """Takes cards it does not list."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        return super().apply(state._replace(led=NOT_LED), seat, action)


class SaysNothing(Broken):
    """Refuses without a sentence."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        try:
            return super().apply(state, seat, action)
        except IllegalAction:
            raise IllegalAction from None


class WritesInOldStates(Broken):
    """Keeps hands in a list, and changes one of a state that is done with."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        hands: Any = state.hands
        after, events = super().apply(state._replace(hands=tuple(hands)), seat, action)
        if isinstance(hands, list):
            hands[0] = CardSet(hands[0] ^ 1)
        return after._replace(hands=list(after.hands)), events  # type: ignore[arg-type]


class HasAMemory(Broken):
    """Answers the same question another way the second time."""

    answered = 0

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        self.answered += 1
        after, events = super().apply(state, seat, action)
        return after, events if self.answered % 40 else ()


class NeverEnds(Broken):
    """Deals on when the match is over."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        going_on = after._replace(phase=Phase.DEAL, turn=CHANCE)
        return going_on if after.phase is Phase.OVER else after, events


class Forgives(Broken):
    """Says of every bid that it was made."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        return after, tuple(
            event._replace(made=True) if isinstance(event, DealScored) else event for event in events
        )


class GivesTheNestAway(Broken):
    """Shows the nest to the left of who took the last trick."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        return after, tuple(
            NestWon((event.winner or 0) + 1, event.cards, event.points)
            if isinstance(event, NestWon)
            else event
            for event in events
        )


class ShowsAnothersHand(Broken):
    """Gives each seat the view of its left neighbor."""

    def seat_view(self, state: State, seat: Seat, table: TableView | None = None) -> SeatView:
        return super().seat_view(state, (seat + 1) % 4)._replace(seat=seat)


class Loud(Secret):
    """A secret whose ``repr`` tells."""

    def __repr__(self) -> str:
        return " ".join(map(str, self.event.cards if isinstance(self.event, HandDealt) else ()))


class Tells(Broken):
    """Sends secrets that a log would show."""

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        after, events = super().apply(state, seat, action)
        return after, tuple(Loud(*event) if isinstance(event, Secret) else event for event in events)


def one_card_too_many(key: str) -> Broken:
    """The dealer's left gets another's first card."""
    game = Broken(key)
    return game.with_tables(slots=(0, 0, *game.tables.slots[2:]))


def low_cards_win(key: str) -> Broken:
    """The lowest card takes the trick."""
    return with_rankings(
        key, lambda ranking: {"power": tuple(tuple(map(upside_down, row)) for row in ranking.power)}
    )


def upside_down(power: int) -> int:
    """The other way round, but a card that cannot win still cannot."""
    return 200 - power if power else 0


def nobody_follows(key: str) -> Broken:
    """Any card goes on any other."""
    return with_rankings(key, lambda _: {"follow": (0,) * 5})


def with_rankings(key: str, change: Callable[[Ranking], dict[str, Any]]) -> Broken:
    """A game that ranks its cards another way."""
    game = Broken(key)
    rankings = {trump: old._replace(**change(old)) for trump, old in game.tables.rankings.items()}
    return game.with_tables(rankings=rankings)


def worthless_tens(key: str) -> Broken:
    """A 10 counts nothing."""
    game = Broken(key)
    value = zip(CARDS, game.tables.value, strict=True)
    return game.with_tables(value=tuple(0 if card.rank == 10 else points for card, points in value))


def low_opening(key: str) -> Broken:
    """The auction may open below the minimum."""
    return Broken(key).with_tables(opening=5)


FAULTS: tuple[tuple[Law, Callable[[str], Broken]], ...] = (
    (laws.cards_are_conserved, LosesACard),
    (laws.hands_are_dealt_in_full, one_card_too_many),
    (laws.only_the_asked_may_act, ObeysAnybody),
    (laws.answers_are_what_applies, ListsTheWholeHand),
    (laws.answers_are_what_applies, LetsRevoke),
    (laws.answers_are_what_applies, SaysNothing),
    (laws.refusals_change_nothing, WritesInOldStates),
    (laws.the_log_replays, HasAMemory),
    (laws.matches_end, NeverEnds),
    (laws.captured_points_add_up, worthless_tens),
    (laws.scores_follow_the_bid, Forgives),
    (laws.bids_rise, low_opening),
    (laws.tricks_go_to_the_highest, low_cards_win),
    (laws.tricks_go_to_the_highest, worthless_tens),
    (laws.colors_are_followed, nobody_follows),
    (laws.the_last_trick_takes_the_nest, GivesTheNestAway),
    (laws.views_count_right, ShowsAnothersHand),
    (laws.nothing_shows_a_card, Tells),
)


@pytest.mark.parametrize(
    ("law", "broken"), FAULTS, ids=[f"{law.__name__}-{broken.__name__}" for law, broken in FAULTS]
)
def test_the_law_catches_a_planted_fault(law: Law, broken: Callable[[str], Broken]) -> None:
    assert any(complains(law, broken("kentucky"), seed) for seed in range(20))


def complains(law: Law, game: Any, seed: int) -> bool:
    try:
        law(play(game, Random(seed), limit=200), Random(seed))
    except AssertionError:
        return True
    return False


def test_every_law_was_shown_to_catch_a_fault() -> None:
    assert {law for law, _ in FAULTS} == set(laws.LAWS)
