"""The frame of every game without bidding: drawing for the deal, deals, scores, the end of a match.

A game is a subclass that knows one deal: how it is laid out, who is asked what, what an answer does
and what everyone sees. Its ``D`` is the state of one deal, an immutable value.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar, Final, Generic, Self, TypeGuard, TypeVar

from rules.core.about import About, RuleSection, Teams, by_the_book
from rules.core.actions import Action, Deal, Draw, Penalize, Redeal, is_sound
from rules.core.cards import RANKS, Card, CardSet, pack
from rules.core.dealing import begun, shuffle
from rules.core.decisions import CHANCE, REFEREE, Decision, Decisions, Option, Seat
from rules.core.drawing import draw, drawn
from rules.core.ending import after_deal, concluded
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
from rules.core.words import NO_CHOICE, Words
from rules.games import options
from rules.games.frame import Board, Book, State, Turn
from rules.games.options import Rules
from rules.versions import NEWEST

R = TypeVar("R", bound=Rules)
D = TypeVar("D")
Applied = tuple[State[D], tuple[Event, ...]]

NEWS: Final = 3
"""Sentences of news that are kept."""
NOT_YOURS: Final = "It isn't your turn."
OVER: Final = "This match is over."


class CardGame(ABC, Generic[R, D]):
    """The protocol answered for one game: what its deals are like is for the subclass to say."""

    draws_for_deal: ClassVar[bool] = True
    """Whether the players draw for the first deal; else the first seat has it."""
    ranking: ClassVar[Ranking] = Ranking.MOST
    """What wins a match of several: a penalty takes points off, or adds to them where the fewest win."""

    def __init__(self, book: Book, rules: R, standard: R | None = None, version: int = NEWEST) -> None:
        self.book = book
        self.rules = rules
        self.standard = standard or rules
        self.version = version
        """Which version of the rules it is played by."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.book.key}>"

    # What a game has to say ---------------------------------------------------------------------

    @property
    @abstractmethod
    def words(self) -> Words:
        """How what the game knows is said to people."""

    @abstractmethod
    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[D]:
        """Deal the shuffled cards."""

    @abstractmethod
    def ask(self, match: Match, deal: D) -> Decisions:
        """Who may choose what now."""

    @abstractmethod
    def act(self, match: Match, deal: D, seat: Seat, action: Action) -> Turn[D]:
        """Carry out an answer that was among those asked for."""

    @abstractmethod
    def board(self, match: Match, deal: D) -> Board:
        """What everyone sees of a deal."""

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Who has won, after a deal was scored; None where another deal is played."""
        return decided(match, self.rules.goal, self.ranking)

    def pack(self, seats: int) -> tuple[Card, ...]:
        """The cards that are shuffled for a deal; all 56 without the bird, unless a game says otherwise."""
        return pack(range(1, RANKS + 1), bird=False)

    def shuffle(self, match: Match) -> Decision:
        """What chance does before a deal; it puts the cards in order, unless a game says otherwise."""
        return shuffle(self.pack(match.seats))

    def shuffled(self, match: Match, action: Action) -> tuple[Match, Turn[D]]:
        """Deal the cards as chance has put them."""
        assert isinstance(action, Deal)
        return match, self.lay_out(match, action.cards)

    def sides(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Who keeps a score together; everyone alone, unless a game says otherwise."""
        return tuple((seat,) for seat in range(seats))

    def seats(self) -> tuple[int, ...]:
        """For how many players it is, with the options agreed on."""
        return self.book.seats

    def teams(self) -> Teams:
        """Who plays with whom, with the options agreed on."""
        return self.book.teams

    def hand(self, match: Match, deal: D, seat: Seat) -> CardSet:
        """The cards a seat holds and may look at; none, unless a game says otherwise."""
        return CardSet(0)

    def own_zones(self, match: Match, deal: D, seat: Seat) -> tuple[Zone, ...]:
        """Cards only one seat may see, besides its hand; none, unless a game says otherwise."""
        return ()

    def fresh(self, match: Match, deal: D, seat: Seat) -> CardSet:
        """Cards that have just come to a hand; none, unless a game says otherwise."""
        return CardSet(0)

    def own_facts(self, match: Match, deal: D, seat: Seat) -> Facts | None:
        """What only one seat knows besides its cards; nothing, unless a game says otherwise."""
        return None

    def ordered(self, hand: CardSet) -> tuple[Card, ...]:
        """A hand sorted for reading: by color, the highest number first."""
        return tuple(sorted(hand, key=lambda card: (not card.is_bird, card.color or 0, -card.rank)))

    # The protocol -------------------------------------------------------------------------------

    @cached_property
    def about(self) -> About:
        """What the game says of itself."""
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
        """The rules in sections; where house rules change one, it names no place in the book."""
        own = type(self)(self.book, self.standard, version=self.version)
        return by_the_book(self.words.rules(), own.words.rules())

    @cached_property
    def options(self) -> tuple[OptionSpec, ...]:
        """Everything players may agree on."""
        return options.specs(self.rules)

    def with_options(self, values: Mapping[str, OptionValue]) -> Self:
        """The same game with some options changed.

        Raises:
            InvalidOption: an unknown option, or a value it cannot have.
        """
        rules = options.changed(self.rules, values, self.book.title)
        return type(self)(self.book, rules, self.standard, self.version)

    def of_version(self, version: int) -> Self:
        """The same game as a version of the rules reads it."""
        return type(self)(self.book, self.rules, self.standard, version)

    def time_limit(self, state: State[D]) -> float | None:
        """None: these games are not played by the clock."""
        return None

    def endless(self) -> str | None:
        """None: every match of these games ends."""
        return None

    def changes(self) -> dict[str, OptionValue]:
        """The options that differ from the book, by key."""
        return dict(self._changes)

    @cached_property
    def _changes(self) -> dict[str, OptionValue]:
        return options.changes(self.rules, self.standard)

    def parameters(self) -> dict[str, object]:
        """Every parameter of the game, JSON-able."""
        return {"key": self.book.key, **self.rules.model_dump(mode="json")}

    def meaning(self) -> str:
        """The rules as text: a rule added later with its old meaning changes nothing."""
        return json.dumps(
            {"key": self.book.key, **self.rules.model_dump(exclude_defaults=True)}, sort_keys=True
        )

    def start(self, seats: int) -> State[D]:
        """The state before the draw for the deal.

        Raises:
            InvalidOption: the game is not for so many seats.
        """
        check_seats(self.book.title, self.seats(), seats)
        return State(first_match(seats, self.sides(seats), draws=self.draws_for_deal and seats > 1), None)

    def decisions(self, state: State[D]) -> Decisions:
        """Who may choose what now; empty when the match is over."""
        match, deal = state
        if match.winners is not None:
            return {}
        if deal is not None:
            return self.ask(match, deal)
        if match.drawing:
            cards = self.pack(match.seats)
            return {
                CHANCE: draw(match, tuple(card for card in cards if card == card.face and not card.is_bird))
            }
        return {CHANCE: self.shuffle(match)}

    def apply(self, state: State[D], seat: Seat, action: Action) -> Applied[D]:
        """Answer a decision, or rule as the referee.

        Raises:
            IllegalAction: not among the answers, or not this seat's to give.
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
            after, events = self._went_on(match, self.act(match, deal, seat, action))
        elif isinstance(action, Draw):
            match, event = drawn(match, action.cards)
            after, events = State(match, None), (event,)
        else:
            match, turn = self.shuffled(begun(match), action)
            after, events = self._went_on(match, turn)
            events = (DealStarted(match.deal, match.dealer), *events)
        return after, (acted, *events)

    def rulings(self, state: State[D]) -> tuple[Option, ...]:
        """What a referee may rule now; what is fined, and by how much, is for people to say."""
        if state.match.winners is not None or state.deal is None:
            return ()
        return DEAL_AGAIN

    def deal(self, state: State[D]) -> int:
        """The number of the deal under way, or of the last one; 0 before the first."""
        return state.match.deal

    def table_view(self, state: State[D], asked: Decisions | None = None) -> TableView:
        """What everyone may see; ``asked`` is what is asked in that state, if the caller knows already."""
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
        """What one seat may see; ``table`` is what everyone may, if the caller has that already."""
        match, deal = state
        if asked is None:
            asked = self.decisions(state)
        hand = CardSet(0) if deal is None else self.hand(match, deal, seat)
        return SeatView(
            table=table or self.table_view(state, asked),
            seat=seat,
            hand=hand,
            order=self.ordered(hand),
            zones=() if deal is None else self.own_zones(match, deal, seat),
            decision=asked.get(seat),
            facts=None if deal is None else self.own_facts(match, deal, seat),
            fresh=CardSet(0) if deal is None else CardSet(hand & self.fresh(match, deal, seat)),
        )

    def outcome(self, state: State[D]) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return concluded(state.match, self.ranking)

    # Between the deals --------------------------------------------------------------------------

    def _went_on(self, match: Match, turn: Turn[D]) -> Applied[D]:
        """The state after an act; where the deal is over, it is scored and the match looked at."""
        told = tuple(event for event in turn.events if _is_news(event))
        match = match._replace(news=(*match.news, *told)[-NEWS:])
        if turn.scores is None:
            return State(match, turn.deal), turn.events
        points = list(map(points_of, turn.scores))
        sides = map(SideScore, match.sides, points, with_points(match, points), turn.scores)
        line = DealScored(match.deal, match.dealer, tuple(sides))
        match = booked(match, line)
        following, ended = after_deal(match, self.winners(match), self.rules.goal)
        deal = None if following.winners is None else turn.deal
        return State(following, deal), (*turn.events, line, *ended)

    def _rule(self, state: State[D], action: Action) -> Applied[D]:
        if not is_sound(action):
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
