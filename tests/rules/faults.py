"""Games with a planted fault, which the laws, the leak test and the oracle must catch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.bidding.engine import BiddingGame
from rules.bidding.phases import Phase
from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.rows import ROWS
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.actions import Action, Discard
from rules.core.cards import CardSet
from rules.core.decisions import CHANCE, ChooseCard, Decisions, Seat
from rules.core.events import (
    CardPlayed,
    DealScored,
    Event,
    HandDealt,
    NestWon,
    OddCardsWon,
    Secret,
    TrickTaken,
)
from rules.core.protocol import IllegalAction, OptionValue
from rules.core.views import SeatView, TableView

Result = tuple[State, tuple[Event, ...]]
Tamper = Callable[[Setup], None]


class Broken(BiddingGame):
    """A game with a fault: in a subclass, in changed fields of its variant, or by `tamper` in its tables."""

    def __init__(self, key: str, tamper: Tamper | None = None, **changes: object) -> None:
        row = next(row for row in ROWS if row.key == key)
        super().__init__(row.model_copy(update={"deals": 2, **changes}), row)
        self._tamper = tamper

    def start(self, seats: int) -> State:
        """The first state, with the tables changed by `tamper`, if any."""
        is_new = seats not in self._tables
        state = super().start(seats)
        if self._tamper is not None and is_new:
            self._tamper(self._tables[seats][0])
            state = super().start(seats)
        return state

    def changes(self) -> dict[str, OptionValue]:
        """No options: the game claims to be that of the book."""
        return {}

    def with_events(self, after: State, events: tuple[Event, ...], change: Callable[[Any], Any]) -> Result:
        """The state `after` and the events as `change` returns them, without those it returns None for."""
        return after, tuple(new for event in events if (new := change(event)) is not None)


class Misstated(Broken):
    """Plays by changed fields of its variant, and tells others."""

    def __init__(self, key: str, told: Mapping[str, Any], **changes: object) -> None:
        super().__init__(key, None, **changes)
        self._told = dict(told)

    def changes(self) -> dict[str, OptionValue]:
        """The options changed, as told."""
        return {**self._changes, **self._told}

    def parameters(self) -> dict[str, object]:
        """The parameters played by, but for those told."""
        return {**super().parameters(), **self._told}


def claiming(opening: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a record with other options told."""
    options, changed = {**opening["options"], **told}, {*opening["changed"], *told}
    return {**opening, "options": options, "changed": sorted(changed)}


class LosesACard(Broken):
    """The nest is one card short once it is laid."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        short = CardSet(after.deal.nest & after.deal.nest - 1)
        lost = after._replace(deal=after.deal._replace(nest=short))
        return lost if after.phase is Phase.TRUMP else after, events


class KeepsACard(Broken):
    """One of the discarded cards stays in the hand."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        if isinstance(action, Discard):
            hands = list(after.hands)
            hands[seat] = CardSet(hands[seat] | 1 << action.cards[0])
            after = after._replace(hands=tuple(hands))
        return after, events


class AcceptsAnySeat(Broken):
    """An answer from any seat counts as one of the seat that is asked."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return super().apply(state, state.turn, action)


class ListsTheWholeHand(Broken):
    """Lists cards that would be a renege."""

    def decisions(self, state: State) -> Decisions:
        return {
            seat: question._replace(cards=question.held) if isinstance(question, ChooseCard) else question
            for seat, question in super().decisions(state).items()
        }


class AllowsReneges(Broken):
    """Takes cards it does not list."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return super().apply(state._replace(led=NOT_LED), seat, action)


class SaysNothing(Broken):
    """Refuses without a sentence."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        try:
            return super().apply(state, seat, action)
        except IllegalAction:
            raise IllegalAction from None


class WritesInOldStates(Broken):
    """Keeps hands in a list, and changes a hand of an earlier state."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        hands: Any = state.hands
        after, events = super().apply(state._replace(hands=tuple(hands)), seat, action)
        if isinstance(hands, list):
            hands[0] = CardSet(hands[0] ^ 1)
        return after._replace(hands=list(after.hands)), events  # type: ignore[arg-type]


class ChangesItsAnswers(Broken):
    """Returns no events at every 40th action: equal actions have different results."""

    answered = 0

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        self.answered += 1
        after, events = super().apply(state, seat, action)
        return after, events if self.answered % 40 else ()


class NeverEnds(Broken):
    """Asks for another deal when the match is over."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        going_on = after._replace(phase=Phase.DEAL, turn=CHANCE)
        return going_on if after.phase is Phase.OVER else after, events


class DealsTwice(Broken):
    """The same dealer deals again."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        if after.phase is Phase.DEAL and state.phase is not Phase.DRAW:
            after = after._replace(match=after.match._replace(dealer=state.match.dealer))
        return after, events


class DrawsTooMany(Broken):
    """A card of the pile gets lost with every draw."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        if state.phase is Phase.TAKE:
            after = after._replace(stock=after.stock._replace(pile=after.stock.pile[1:]))
        return after, events


class LeavesThemCovered(Broken):
    """The covered card under a played battery card is not turned up."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        after, events = super().apply(state, seat, action)
        if state.phase is after.phase is Phase.PLAY:
            turned = {under for _, under in state.stock.covered} - {under for _, under in after.stock.covered}
            hands = tuple(CardSet.of(card for card in hand if card not in turned) for hand in after.hands)
            after = after._replace(hands=hands)
        return after, events


def made(scored: DealScored) -> DealScored:
    """The same deal with its bid made."""
    assert scored.contract is not None
    return scored._replace(contract=scored.contract._replace(made=True))


class Forgives(Broken):
    """Says of every bid that it was made."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: made(event) if isinstance(event, DealScored) else event,
        )


class ForgetsATrick(Broken):
    """Does not tell of the first trick of a deal."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        is_first = not state.taken
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: None if is_first and isinstance(event, TrickTaken) else event,
        )


class GivesTheNestAway(Broken):
    """Tells that the nest and the odd cards went to the left of the last trick's taker."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: (
                event._replace(winner=(event.winner or 0) + 1)
                if isinstance(event, NestWon | OddCardsWon)
                else event
            ),
        )


class DummiesPlayThemselves(Broken):
    """Says of every card that its owner played it."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: event._replace(by=event.seat) if isinstance(event, CardPlayed) else event,
        )


class ShowsAnothersHand(Broken):
    """Gives each seat the view of its left neighbor."""

    def seat_view(
        self, state: State, seat: Seat, table: TableView | None = None, asked: Decisions | None = None
    ) -> SeatView:
        return super().seat_view(state, (seat + 1) % state.match.seats, table)._replace(seat=seat)


class ReadableSecret(Secret):
    """A secret that shows its cards in its ``repr``."""

    def __repr__(self) -> str:
        return " ".join(map(str, self.event.cards if isinstance(self.event, HandDealt) else ()))


class SendsReadableSecrets(Broken):
    """Sends secrets that a log would show."""

    def apply(self, state: State, seat: Seat, action: Action) -> Result:
        return self.with_events(
            *super().apply(state, seat, action),
            lambda event: ReadableSecret(*event) if isinstance(event, Secret) else event,
        )


def name(broken: Callable[[], Broken]) -> str:
    """The id of a test: the planted fault, its game and its changed options."""
    assert isinstance(broken, partial)
    changed = (f"{key}={value}" for key, value in broken.keywords.items())
    return "-".join((broken.func.__name__, *map(str, broken.args), *changed))


def one_card_too_many(key: str) -> Broken:
    """The dealer's left gets another's first card."""

    def tamper(setup: Any) -> None:
        setup.slots = (0, 0, *setup.slots[2:])

    return Broken(key, tamper)


def low_opening(key: str) -> Broken:
    """The auction may open below the minimum."""

    def tamper(setup: Any) -> None:
        setup.opening = 5

    return Broken(key, tamper)


def low_cards_win(key: str) -> Broken:
    """The lowest card takes the trick."""
    return with_rankings(
        key, lambda ranking: {"power": tuple(tuple(map(upside_down, row)) for row in ranking.power)}
    )


def upside_down(power: int) -> int:
    """A power in reverse order; 0, of a card that cannot win, stays 0."""
    return 200 - power if power else 0


def no_card_need_follow(key: str) -> Broken:
    """Any card may follow any other."""
    return with_rankings(key, lambda ranking: {"follow": (0,) * len(ranking.follow)})


def with_rankings(key: str, change: Callable[[Ranking], dict[str, Any]]) -> Broken:
    """A game with fields of its rankings changed."""

    def tamper(setup: Any) -> None:
        right = setup.ranking

        def wrong(order: Order) -> Ranking:
            ranking: Ranking = right(order)
            return ranking._replace(**change(ranking))

        setup.ranking = wrong

    return Broken(key, tamper)


def worthless_tens(key: str) -> Broken:
    """A 10 counts 0."""
    return Broken(key, counters={5: 5, 14: 10})
