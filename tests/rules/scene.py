"""A match played from lines of text: what the tests of single rules speak.

``Scene("kentucky").deal({1: "G5 R7 Rook"}).do("bid 70", "pass", "pass", "pass")`` deals the named
cards to seat 1 and the rest in the order of the pack, then lets whoever is asked answer line by line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from rules.actions import Action, Deal, Draw, parse_action
from rules.cards import Card, CardSet, parse_cards
from rules.catalog import find_game
from rules.decisions import CHANCE, ChooseCards, Decision, DrawByLot, Seat
from rules.events import DealScored, Event
from rules.protocol import Game, IllegalAction, OptionValue
from rules.views import SeatView, TableView

SEATS = 4
NEST = {"kentucky": 5, "one_high": 1}


def dealing_order(key: str, dealer: Seat, cards: int) -> list[Seat | None]:
    """Who gets the n-th card, None for the nest; written down from the rule book (GV-16)."""
    left, nest = [(dealer + step) % SEATS for step in range(1, SEATS + 1)], NEST[key]
    order: list[Seat | None] = []
    for turn in range((cards - nest) // SEATS):
        order.extend(left)
        if key == "kentucky" and turn < nest:
            order.append(None)
    return order + [None] * (cards - len(order))


class Scene:
    """One match and all that happened in it."""

    def __init__(self, key: str = "kentucky", **options: OptionValue) -> None:
        self.key = key
        self.game: Game[Any] = find_game(key).with_options(options)
        self.state = self.game.start(SEATS)
        self.events: list[Event] = []
        self.last: tuple[Event, ...] = ()

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        (seat,) = self.game.decisions(self.state)
        return seat

    @property
    def decision(self) -> Decision:
        """What is asked."""
        return self.game.decisions(self.state)[self.seat]

    @property
    def table(self) -> TableView:
        """What everyone sees."""
        return self.game.table_view(self.state)

    def view(self, seat: Seat) -> SeatView:
        """What one seat sees."""
        return self.game.seat_view(self.state, seat)

    def hand(self, seat: Seat) -> CardSet:
        """The cards of one seat."""
        return self.view(seat).hand

    def answers(self) -> set[str]:
        """Every answer to the present question, as text."""
        return {str(answer) for answer in self.decision.answers()}

    def choices(self) -> set[str]:
        """The cards that may be chosen now."""
        return {word for answer in self.answers() for word in answer.split()[1:]}

    def act(self, action: Action, seat: Seat | None = None) -> Self:
        """Let a seat, or whoever is asked, answer."""
        asked = self.seat if seat is None else seat
        self.state, self.last = self.game.apply(self.state, asked, action)
        self.events.extend(self.last)
        return self

    def do(self, *lines: str) -> Self:
        """Let whoever is asked answer, line by line."""
        for line in lines:
            self.act(parse_action(line))
        return self

    def refused(self, line: str | Action, seat: Seat | None = None) -> str:
        """The sentence with which an answer is refused; the state must stay as it was."""
        before = self.state
        try:
            self.act(parse_action(line) if isinstance(line, str) else line, seat)
        except IllegalAction as refusal:
            assert self.state is before
            return str(refusal)
        raise AssertionError(f"{line} was allowed")

    def draw(self, dealer: Seat) -> Self:
        """Make a seat the first dealer."""
        return self.act(
            Draw(parse_cards(" ".join("R14" if seat == dealer else f"R{seat + 5}" for seat in range(4))))
        )

    def deal(self, hands: Mapping[Seat, str] | None = None, nest: str = "", dealer: Seat = 0) -> Self:
        """Deal the named cards where they are wanted, the rest in the order of the pack."""
        if self.table.phase == "Drawing for the deal":
            self.draw(dealer)
        question = self.decision
        assert isinstance(question, DrawByLot)
        wanted: dict[Seat | None, list[Card]] = {
            **{seat: list(parse_cards(text)) for seat, text in (hands or {}).items()},
            None: list(parse_cards(nest)),
        }
        named = {card for cards in wanted.values() for card in cards}
        rest = [card for card in question.pack if card not in named]
        order = dealing_order(self.key, dealer, len(question.pack))
        return self.act(
            Deal(tuple(pile.pop(0) if (pile := wanted.get(to)) else rest.pop(0) for to in order)), CHANCE
        )

    def win_auction(self, seat: Seat, points: int) -> Self:
        """Let everybody pass but one seat."""
        while self.table.phase == "Bidding":
            self.do(f"bid {points}" if self.seat == seat else "pass")
        return self

    def lay_any(self, *keep: str) -> Self:
        """Lay away the first cards allowed, except some to keep."""
        question = self.decision
        assert isinstance(question, ChooseCards)
        free = [str(card) for card in question.cards if str(card) not in keep]
        return self.do("discard " + " ".join(free[: question.most]))

    def play_out(self) -> Self:
        """Play the lowest legal card until the deal is over."""
        while self.table.phase == "Playing":
            self.act(next(self.decision.answers()))
        return self

    def scored(self) -> DealScored:
        """The last deal's score."""
        return self.table.sheet[-1]
