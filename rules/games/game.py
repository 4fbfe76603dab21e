"""The frame of every game without bidding: the draw for the deal, deals, scores, the end of a match.

A game is a subclass that knows one deal: how it is dealt, what each seat is asked, what an answer does
and what everyone sees. Its ``D`` is the state of one deal, an immutable value.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final, Generic, Self, TypeGuard, TypeVar

from rules.core.about import About, RuleSection, Teams, by_the_book
from rules.core.actions import Action, Deal, Draw, Penalize, Redeal, is_well_typed
from rules.core.cards import NO_CARDS, RANKS, Card, CardSet, deck
from rules.core.dealing import begun, shuffle
from rules.core.decisions import CHANCE, REFEREE, Decision, Decisions, Option, Seat
from rules.core.drawing import draw, drawn
from rules.core.ending import after_deal, match_outcome
from rules.core.events import (
    NO_ONE,
    Acted,
    DealScored,
    DealStarted,
    Event,
    GameEvent,
    Secret,
)
from rules.core.match import Match, first_match
from rules.core.outcome import Outcome, Ranking
from rules.core.protocol import IllegalAction, OptionSpec, OptionValue
from rules.core.referee import DEAL_AGAIN, NO_DEAL, NO_RULING, penalized, redealt
from rules.core.scores import SideScore, points_of
from rules.core.seating import check_seats
from rules.core.sheet import booked, with_points
from rules.core.views import BeforeDeal, Facts, SeatInfo, SeatView, TableView, Zone
from rules.core.winning import decided
from rules.core.words import NO_CHOICE, NOT_YOURS, OVER, Words
from rules.games import options
from rules.games.frame import Board, Book, DealStep, State
from rules.games.options import Rules
from rules.versions import NEWEST

R = TypeVar("R", bound=Rules)
D = TypeVar("D")
Applied = tuple[State[D], tuple[Event, ...]]

NEWS: Final = 3
"""Number of latest events a match keeps as news."""


class CardGame(ABC, Generic[R, D]):
    """A game without bidding: a match of deals. A subclass deals, asks, carries out actions and scores."""

    draws_for_deal: ClassVar[bool] = True
    """Whether players draw for the first deal; otherwise seat 0 deals first."""
    ranking: ClassVar[Ranking] = Ranking.MOST
    """How a match is ranked. A penalty adds points if the fewest win, else subtracts them."""

    def __init__(self, book: Book, rules: R, standard: R | None = None, version: int = NEWEST) -> None:
        self.book = book
        self.rules = rules
        self.standard = standard or rules
        self.version = version
        """Version of the rules the game is played by."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.book.key}>"

    @property
    @abstractmethod
    def words(self) -> Words:
        """The sentences and labels of the game, for players."""

    @abstractmethod
    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[D]:
        """Deal the shuffled cards, from the top of the deck."""

    @abstractmethod
    def ask(self, match: Match, deal: D) -> Decisions:
        """The decisions open in a deal, by seat."""

    @abstractmethod
    def act(self, match: Match, deal: D, seat: Seat, action: Action) -> DealStep[D]:
        """Carry out an action that a seat was asked for."""

    @abstractmethod
    def board(self, match: Match, deal: D) -> Board:
        """The public part of a deal."""

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The winners after a deal was scored, empty if no seat won; None if another deal is played."""
        return decided(match, self.rules.goal, self.ranking)

    def deck(self, seats: int) -> tuple[Card, ...]:
        """The cards of a deal before the shuffle. By default all 56 without the bird."""
        return deck(range(1, RANKS + 1), bird=False)

    def shuffle(self, match: Match) -> Decision:
        """The decision of chance before a deal. By default it orders the deck."""
        return shuffle(self.deck(match.seats))

    def shuffled(self, match: Match, action: Action) -> tuple[Match, DealStep[D]]:
        """Deal the cards in the order of chance's action. By default the match stays the same."""
        assert isinstance(action, Deal)
        return match, self.lay_out(match, action.cards)

    def sides(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side, which share a score. By default every seat is a side."""
        return tuple((seat,) for seat in range(seats))

    def seats(self) -> tuple[int, ...]:
        """The numbers of players the game allows under its options."""
        return self.book.seats

    def teams(self) -> Teams:
        """Who are partners under the game's options."""
        return self.book.teams

    def hand(self, match: Match, deal: D, seat: Seat) -> CardSet:
        """The cards a seat holds and sees. By default none."""
        return NO_CARDS

    def own_zones(self, match: Match, deal: D, seat: Seat) -> tuple[Zone, ...]:
        """Cards outside its hand that only one seat sees. By default none."""
        return ()

    def fresh(self, match: Match, deal: D, seat: Seat) -> CardSet:
        """Cards a seat has just received, to be marked as new. By default none."""
        return NO_CARDS

    def own_facts(self, match: Match, deal: D, seat: Seat) -> Facts | None:
        """Facts that only one seat knows. By default None."""
        return None

    def ordered(self, hand: CardSet) -> tuple[Card, ...]:
        """A hand sorted for reading: by color, the highest number first."""
        return tuple(sorted(hand, key=lambda card: (not card.is_bird, card.color or 0, -card.rank)))

    @cached_property
    def about(self) -> About:
        """Title, players, source and rules of the game."""
        book = self.book
        return About(
            key=book.key,
            title=book.title,
            edition=book.edition,
            seats=self.seats(),
            teams=self.teams(),
            summary=book.summary,
            source=book.source,
            target=None if getattr(self.rules, "deals", None) else getattr(self.rules, "target", None),
            rules=self._sections(),
            kind=book.kind,
            ranking=self.ranking,
            note=book.note,
        )

    def _sections(self) -> tuple[RuleSection, ...]:
        """The rules in sections. A section that house rules change names no place in the rule book."""
        own = type(self)(self.book, self.standard, version=self.version)
        return by_the_book(self.words.rules(), own.words.rules())

    @cached_property
    def options(self) -> tuple[OptionSpec, ...]:
        """The options that have an effect under the values of the others, with their values."""
        return options.specs(self.rules)

    def with_options(self, values: Mapping[str, OptionValue]) -> Self:
        """The same game with some options changed.

        Raises:
            InvalidOption: an unknown option, or a value it cannot have.
        """
        rules = options.changed(self.rules, values, self.book.title)
        return type(self)(self.book, rules, self.standard, self.version)

    def of_version(self, version: int) -> Self:
        """The same game under a version of the rules."""
        return type(self)(self.book, self.rules, self.standard, version)

    def time_limit(self, state: State[D]) -> float | None:
        """None: no game without bidding has a time limit of its own."""
        return None

    def endless(self) -> str | None:
        """None: every match of a game without bidding ends."""
        return None

    def changes(self) -> dict[str, OptionValue]:
        """The options that differ from the rule book, by key, without those that have no effect."""
        return dict(self._changes)

    @cached_property
    def _changes(self) -> dict[str, OptionValue]:
        return options.changes(self.rules, self.standard)

    def parameters(self) -> dict[str, object]:
        """The key of the rule book, and the value of every option by its key, JSON-able."""
        return {"key": self.book.key, **self.rules.model_dump(mode="json")}

    def meaning(self) -> str:
        """The game's key and options not at their default, as JSON: a new option leaves old texts equal."""
        return json.dumps(
            {"key": self.book.key, **self.rules.model_dump(exclude_defaults=True)}, sort_keys=True
        )

    def start(self, seats: int) -> State[D]:
        """The state before the draw for the dealer, or before the first deal in games without a draw.

        Raises:
            InvalidOption: the game is not for so many seats.
        """
        check_seats(self.book.title, self.seats(), seats)
        return State(first_match(seats, self.sides(seats), draws=self.draws_for_deal and seats > 1), None)

    def decisions(self, state: State[D]) -> Decisions:
        """The open decisions by seat; empty when the match is over."""
        match, deal = state
        if match.winners is not None:
            return {}
        if deal is not None:
            return self.ask(match, deal)
        if match.drawing:
            cards = self.deck(match.seats)
            return {
                CHANCE: draw(match, tuple(card for card in cards if card == card.face and not card.is_bird))
            }
        return {CHANCE: self.shuffle(match)}

    def apply(self, state: State[D], seat: Seat, action: Action) -> Applied[D]:
        """Apply a seat's answer to a decision, or a ruling of the referee.

        Raises:
            IllegalAction: the seat is not asked, or the action is not among its answers.
        """
        if state.match.winners is not None:
            raise IllegalAction(OVER)
        if seat == REFEREE:
            return self._rule(state, action)
        decision = self.decisions(state).get(seat)
        if decision is None:
            raise IllegalAction(NOT_YOURS)
        match, deal = state
        if not decision.accepts(action):
            if deal is None or seat < 0:
                raise IllegalAction(NO_CHOICE)
            raise IllegalAction(self.words.refusal(self.seat_view(state, seat), action))
        acted = Secret(NO_ONE, Acted(seat, str(action)))
        if deal is not None:
            after, events = self._advance(match, self.act(match, deal, seat, action))
        elif isinstance(action, Draw):
            match, event = drawn(match, action.cards)
            after, events = State(match, None), (event,)
        else:
            match, step = self.shuffled(begun(match), action)
            after, events = self._advance(match, step)
            events = (DealStarted(match.deal, match.dealer), *events)
        return after, (acted, *events)

    def rulings(self, state: State[D]) -> tuple[Option, ...]:
        """Dealing again, while a deal is being played; else none. Penalties are not listed: points vary."""
        if state.match.winners is not None or state.deal is None:
            return ()
        return DEAL_AGAIN

    def deal(self, state: State[D]) -> int:
        """The number of the deal under way, or of the last one; 0 before the first."""
        return state.match.deal

    def table_view(self, state: State[D], asked: Decisions | None = None) -> TableView:
        """The view of a spectator. ``asked`` are the state's decisions, if the caller has them already."""
        match, deal = state
        if asked is None:
            asked = self.decisions(state)
        board = Board(_phase(match), (0,) * match.seats) if deal is None else self.board(match, deal)
        return TableView(
            key=self.book.key,
            title=self.book.title,
            phase=board.phase,
            deal=match.deal,
            dealer=match.dealer if match.deal and match.seats > 1 else None,
            asked=tuple(sorted(seat for seat in asked if seat >= 0)),
            hand=None,
            seats=tuple(_seat_info(match, board, seat) for seat in match.order),
            others=(),
            facts=board.facts,
            zones=board.zones,
            trick=board.trick,
            last_trick=board.last_trick,
            totals=match.standing(),
            sheet=match.sheet,
            outcome=self.outcome(state),
            news=match.news,
            calls=board.calls,
        )

    def seat_view(
        self, state: State[D], seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        """The view of one seat. ``table`` and ``asked`` are passed if the caller has them already."""
        match, deal = state
        if asked is None:
            asked = self.decisions(state)
        hand = NO_CARDS if deal is None else self.hand(match, deal, seat)
        return SeatView(
            table=table or self.table_view(state, asked),
            seat=seat,
            hand=hand,
            order=self.ordered(hand),
            zones=() if deal is None else self.own_zones(match, deal, seat),
            decision=asked.get(seat),
            facts=None if deal is None else self.own_facts(match, deal, seat),
            fresh=NO_CARDS if deal is None else CardSet(hand & self.fresh(match, deal, seat)),
        )

    def outcome(self, state: State[D]) -> Outcome | None:
        """The result of the match; None while it is being played."""
        return match_outcome(state.match, self.ranking)

    def _advance(self, match: Match, step: DealStep[D]) -> Applied[D]:
        """The state after a step. A deal that is over is scored, and the match perhaps ended."""
        news = tuple(event for event in step.events if _is_news(event))
        match = match._replace(news=(*match.news, *news)[-NEWS:])
        if step.scores is None:
            return State(match, step.deal), step.events
        points = list(map(points_of, step.scores))
        sides = map(SideScore, match.sides, points, with_points(match, points), step.scores)
        line = DealScored(match.deal, match.dealer, tuple(sides))
        match = booked(match, line)
        following, ended = after_deal(match, self.winners(match), self.rules.goal)
        deal = None if following.winners is None else step.deal
        return State(following, deal), (*step.events, line, *ended)

    def _rule(self, state: State[D], action: Action) -> Applied[D]:
        if not is_well_typed(action):
            raise IllegalAction(NO_RULING)
        match action:
            case Penalize():
                match, ruled = penalized(state.match, action, self.ranking)
                return state._replace(match=match), (ruled,)
            case Redeal():
                if state.deal is None:
                    raise IllegalAction(NO_DEAL)
                if action not in [option.action for option in self.rulings(state)]:
                    raise IllegalAction("This game has no next dealer. Choose “The same dealer.”")
                match, ruled = redealt(state.match, action)
                return State(match, None), (ruled,)
        raise IllegalAction(NO_RULING)


def _is_news(event: Event) -> TypeGuard[GameEvent]:
    return isinstance(event, GameEvent) and event.is_news


def _phase(match: Match) -> BeforeDeal:
    return BeforeDeal.DRAWING if match.drawing else BeforeDeal.DEALING


def _seat_info(match: Match, board: Board, seat: Seat) -> SeatInfo:
    return SeatInfo(
        seat=seat,
        side=match.side_of(seat),
        cards=board.cards[seat],
        tricks=board.tricks[seat] if board.tricks else 0,
    )
