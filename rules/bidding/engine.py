"""``BiddingGame``: the game protocol for every game of the bidding family."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Final, NamedTuple

from rules.bidding import (
    auction,
    dealing,
    draw_pile,
    endings,
    lead,
    nest,
    partner,
    referee,
    sale,
    trick,
)
from rules.bidding.house import options
from rules.bidding.house.conflicts import conflict
from rules.bidding.house.endless import endless
from rules.bidding.phases import Phase
from rules.bidding.ranking import reading_order
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, State, first_state
from rules.bidding.variant import Variant
from rules.bidding.views import seat_view, table_view
from rules.bidding.words.table import BiddingWords
from rules.core.about import About, Teams
from rules.core.actions import Action, CallTime
from rules.core.cards import Card, CardSet
from rules.core.decisions import CHANCE, CLOCK, REFEREE, Decisions, Option, Seat
from rules.core.ending import match_outcome
from rules.core.events import Event, TimeCalled
from rules.core.outcome import Outcome
from rules.core.protocol import IllegalAction, InvalidOption, OptionSpec, OptionValue
from rules.core.views import SeatView, TableView
from rules.core.words import NOT_YOURS, OVER, Words

Decide = Callable[[Setup, State], Decisions]
Apply = Callable[[Setup, State, Seat, Action], tuple[State, tuple[Event, ...]]]
Enter = Callable[[Setup, State], tuple[State, tuple[Event, ...]]]


class Stage(NamedTuple):
    """The functions of one phase: its decisions, what an answer does, and what happens when it begins."""

    decide: Decide
    apply: Apply
    enter: Enter | None = None


def _no_decisions(_setup: Setup, _state: State) -> Decisions:
    return {}


def _refuse(_setup: Setup, _state: State, _seat: Seat, _action: Action) -> tuple[State, tuple[Event, ...]]:
    raise IllegalAction(OVER)


def _ask_declarer(_setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    declarer = state.contract.declarer
    # The declarer mostly acted last, so no new state is made.
    return (state if state.turn == declarer else state._replace(turn=declarer)), ()


STAGES: Final[tuple[Stage, ...]] = (
    Stage(dealing.decide_draw, dealing.apply_draw),
    Stage(dealing.decide_bird, dealing.apply_bird),
    Stage(dealing.decide_deal, dealing.apply_deal, dealing.ask_bird),
    Stage(auction.decide, auction.apply, auction.begin),
    Stage(sale.decide, sale.apply),
    Stage(nest.decide_discard, nest.apply_discard, nest.take_up),
    Stage(nest.decide_trump, nest.apply_trump, _ask_declarer),
    Stage(partner.decide, partner.apply, _ask_declarer),
    Stage(lead.decide, lead.apply, _ask_declarer),
    Stage(trick.decide, trick.apply, trick.begin),
    Stage(draw_pile.decide, draw_pile.apply),
    Stage(endings.decide_cut, endings.apply_cut),
    Stage(_no_decisions, _refuse, endings.end_deal),
    Stage(_no_decisions, _refuse),
)
"""The functions of each phase, indexed by ``Phase``."""
STAGES_WITH_EFFECTS: Final = tuple(
    Stage(trick.decide_for_hand, trick.apply_with_effects, trick.begin)
    if phase is Phase.PLAY
    else STAGES[phase]
    for phase in Phase
)
"""The same for games in which a card played has effects beyond its trick."""


_TALK: Final = {"title", "edition", "source", "summary", "notes", "version"}
"""Fields that ``meaning`` leaves out: descriptions, which may be reworded, and the version."""


class BiddingGame:
    """One bidding game with its options: a ``Variant`` and the tables made from it.

    ``standard`` is the variant of the rule book; without it, ``variant`` is one, and checked.

    Raises:
        InvalidOption: a book's row contradicts itself, or its matches would hardly end.
    """

    def __init__(self, variant: Variant, standard: Variant | None = None) -> None:
        if standard is None and (contradiction := conflict(variant) or endless(variant)):
            raise InvalidOption(contradiction)
        self.variant = variant
        self.standard = standard or variant
        self._tables: Final[dict[int, tuple[Setup, tuple[Stage, ...]]]] = {}

    def __repr__(self) -> str:
        return f"<BiddingGame {self.variant.key}>"

    @cached_property
    def about(self) -> About:
        """Name, book, seats and rules of the game, for lists and help."""
        variant = self.variant
        return About(
            key=variant.key,
            title=variant.title,
            edition=variant.edition,
            seats=variant.seats,
            teams=Teams(variant.teams),
            summary=variant.summary,
            source=variant.source,
            target=variant.target,
            rules=self.words.rules(),
        )

    @cached_property
    def words(self) -> Words:
        """The texts players read."""
        return BiddingWords(self.variant)

    @property
    def version(self) -> int:
        """The version of the rules this game is played by."""
        return self.variant.version

    @cached_property
    def options(self) -> tuple[OptionSpec, ...]:
        """The options with an effect in this game, with the values in force."""
        return options.specs(self.variant, self.standard)

    def with_options(self, values: Mapping[str, OptionValue]) -> BiddingGame:
        """Return this game with some options changed.

        Raises:
            InvalidOption: an unknown option, a value out of range, or a contradiction.
        """
        return BiddingGame(options.changed(self.variant, values), self.standard)

    def time_limit(self, state: State) -> float | None:
        """Seconds from the first action of a match until the clock calls time.

        None if the match has no time limit, is over, or its time was called.
        """
        minutes = self.variant.minutes
        is_over = state.phase is Phase.OVER or state.match.time_is_up
        return None if minutes is None or is_over else 60.0 * minutes

    def endless(self) -> str | None:
        """The reason why matches with these options would hardly end; None if they do end."""
        reason = endless(self.variant)
        return None if reason is None else options.named(reason, self.changes())

    def of_version(self, version: int) -> BiddingGame:
        """Return this game as another version of the rules plays it, its options unchecked."""
        return BiddingGame(self.variant.model_copy(update={"version": version}), self.standard)

    def changes(self) -> dict[str, OptionValue]:
        """The options that differ from the rule book, by key."""
        return dict(self._changes)

    @cached_property
    def _changes(self) -> dict[str, OptionValue]:
        return options.changes(self.variant, self.standard)

    def parameters(self) -> dict[str, object]:
        """Every parameter of the variant but its version, as JSON-able values."""
        return self.variant.model_dump(mode="json", exclude={"version"})

    def meaning(self) -> str:
        """The rules that differ from the defaults, as JSON, without version, title and other descriptions."""
        kept = self.variant.model_dump(mode="json", exclude_defaults=True, exclude=_TALK)
        return json.dumps(kept, sort_keys=True)

    def start(self, seats: int) -> State:
        """Return the state before the draw for the deal, and prepare the tables for this number of seats.

        Raises:
            InvalidOption: the game is not for this number of seats.
        """
        if seats not in self._tables:
            setup = Setup(self.variant, seats)
            self._tables[seats] = (setup, STAGES if setup.is_plain else STAGES_WITH_EFFECTS)
        setup, _ = self._tables[seats]
        return first_state(setup)

    def decisions(self, state: State) -> Decisions:
        """The open decision of the seat (or chance) that may act; empty when the match is over."""
        setup, stages = self._tables[state.match.seats]
        return stages[state.phase].decide(setup, state)

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Apply an answer, a ruling of the referee, or the clock's call of time.

        Raises:
            IllegalAction: not among the answers, or not this seat's to give.
        """
        setup, stages = self._tables[state.match.seats]
        phase = state.phase
        if seat != state.turn:
            return _apply_unasked(setup, state, seat, action)
        after, events = stages[phase].apply(setup, state, seat, action)
        if after.phase is phase:
            return after, events
        return _enter(setup, after, events)

    def rulings(self, state: State) -> tuple[Option, ...]:
        """The rulings offered to a referee now, with the book's penalties; empty when the match is over."""
        return referee.rulings(self._tables[state.match.seats][0], state)

    def deal(self, state: State) -> int:
        """The number of the deal under way, or of the last one; 0 before the first."""
        return state.match.deal

    def side_hands(self, state: State, seat: Seat) -> frozenset[int]:
        """Every hand of a seat's side: its own, a battery, a dummy, a called partner even if still secret."""
        side_of = state.teams.side_of
        return frozenset(hand for hand, side in enumerate(side_of) if side == side_of[seat])

    def table_view(self, state: State, asked: Decisions | None = None) -> TableView:
        """What everyone may see. ``asked``: the decisions of this state, if the caller has them."""
        if asked is None:
            asked = self.decisions(state)
        seats = tuple(seat for seat in asked if seat != CHANCE)
        return table_view(self._tables[state.match.seats][0], state, seats)

    def seat_view(
        self, state: State, seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        """What one seat may see. ``table``, ``asked``: view and decisions, if the caller has them."""
        if asked is None:
            asked = self.decisions(state)
        setup = self._tables[state.match.seats][0]
        return seat_view(setup, state, seat, table or self.table_view(state, asked), asked.get(seat))

    def ordered(self, hand: CardSet) -> tuple[Card, ...]:
        """Cards sorted as in a hand: by color, highest first, the bird in front."""
        return tuple(sorted(hand, key=partial(reading_order, self.variant)))

    def outcome(self, state: State) -> Outcome | None:
        """The winners and the final places; None while the match is running."""
        return match_outcome(state.match)


def _apply_unasked(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Apply an action of a seat that has no decision: the clock's or the referee's. Others are refused."""
    if seat == CLOCK and isinstance(action, CallTime):
        return _call_time(setup, state)
    if seat != REFEREE:
        raise IllegalAction(OVER if state.turn == NO_SEAT else NOT_YOURS)
    after, events = referee.apply(setup, state, action)
    return (after, events) if after.phase is state.phase else _enter(setup, after, events)


def _call_time(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Call time: the deal under way is the last, and the side ahead after it wins (house rule).

    A deal before its shuffle is under way, too. Source: davidrwilliams.com, Tournament Regulations 3.3; Smith
    County Heritage Museum's tournament.
    """
    match = state.match
    if setup.variant.minutes is None or match.time_is_up:
        raise IllegalAction("This match isn't played by the clock, or its time is up already.")
    last = match.deal if state.phase >= Phase.BID else match.deal + 1
    return state._replace(match=match._replace(time_is_up=True)), (TimeCalled(last),)


def _enter(setup: Setup, state: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Run what happens when a phase begins, phase by phase, until one has a decision."""
    while enter := STAGES[state.phase].enter:
        after, more = enter(setup, state)
        events += more
        if after.phase is state.phase:
            return after, events
        state = after
    return state, events
