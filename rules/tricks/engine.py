"""``TrickGame``: the protocol answered for every game of the bidding family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from pydantic import ValidationError

from rules.actions import Action
from rules.decisions import CHANCE, Decisions, Seat
from rules.events import Event
from rules.protocol import About, Choice, IllegalAction, InvalidOption, OptionSpec, OptionValue
from rules.tricks import auction, dealing, endings, nest, trick
from rules.tricks.seen import outcome, seat_view, table_view
from rules.tricks.setup import Setup, make_setup
from rules.tricks.state import NOBODY, State, first_state
from rules.tricks.variant import Variant
from rules.tricks.words import describe
from rules.views import Outcome, SeatView, TableView

Decide = Callable[[Setup, State], Decisions]
Apply = Callable[[Setup, State, Seat, Action], tuple[State, tuple[Event, ...]]]

# By Phase, in its order.
PHASES: Final[tuple[tuple[Decide, Apply], ...]] = (
    (dealing.decide_draw, dealing.apply_draw),
    (dealing.decide_deal, dealing.apply_deal),
    (auction.decide, auction.apply),
    (nest.decide_discard, nest.apply_discard),
    (nest.decide_trump, nest.apply_trump),
    (trick.decide, trick.apply),
    (endings.decide_nothing, endings.refuse),
)


class TrickGame:
    """One bidding game with its options: a ``Variant`` and the tables made from it."""

    def __init__(self, variant: Variant, standard: Variant | None = None) -> None:
        self.variant = variant
        self._standard = standard or variant
        self._setups: Final = {seats: make_setup(variant, seats) for seats in variant.seats}

    def __repr__(self) -> str:
        return f"<TrickGame {self.variant.key}>"

    @cached_property
    def about(self) -> About:
        """What the game says of itself."""
        variant = self.variant
        return About(
            key=variant.key,
            title=variant.title,
            edition=variant.edition,
            seats=variant.seats,
            partners="partners",
            summary=variant.summary,
            source=variant.source,
            rules=describe(variant),
        )

    @cached_property
    def options(self) -> tuple[OptionSpec, ...]:
        """The target, a fixed number of deals and, where tricks count, the moon."""
        variant = self.variant
        targets = sorted({150, 200, 300, 500, 700, 1000, self._standard.target or 300})
        specs = [
            OptionSpec(
                "target",
                "Target",
                "Points that win the match",
                tuple(Choice(points, f"{points} points") for points in targets),
                variant.target,
            ),
            OptionSpec(
                "deals",
                "Length",
                "Play to the target, or a fixed number of deals instead",
                (
                    Choice(None, "To the target"),
                    *(Choice(deals, f"{deals} deals") for deals in (4, 8, 12, 16)),
                ),
                variant.deals,
            ),
        ]
        if variant.majority:
            specs.append(
                OptionSpec(
                    "moon",
                    "Shooting the moon",
                    "Extra points for a side that takes every trick",
                    (Choice(0, "No bonus"), Choice(100, "100 points")),
                    variant.moon,
                )
            )
        return tuple(specs)

    def with_options(self, values: Mapping[str, OptionValue]) -> TrickGame:
        """The same game with some options changed.

        Raises:
            InvalidOption: an unknown option, a value out of range, or a contradiction.
        """
        known = {spec.key for spec in self.options}
        for key in values:
            if key not in known:
                raise InvalidOption(f"{self.variant.title} has no option “{key}”.")
        try:
            changed = Variant.model_validate({**self.variant.model_dump(), **values})
        except ValidationError as error:
            raise InvalidOption(_sentence(error)) from None
        return TrickGame(changed, self._standard)

    def changes(self) -> dict[str, OptionValue]:
        """The options that differ from the book, by key."""
        standard = {spec.key: getattr(self._standard, spec.key) for spec in self.options}
        return {spec.key: spec.value for spec in self.options if spec.value != standard[spec.key]}

    def parameters(self) -> dict[str, object]:
        """Every parameter of the variant, JSON-able."""
        return self.variant.model_dump(mode="json")

    def start(self, seats: int) -> State:
        """The state before the draw for the deal.

        Raises:
            InvalidOption: the game is not for so many seats.
        """
        if seats not in self._setups:
            make_setup(self.variant, seats)
        return first_state(self._setups[seats])

    def decisions(self, state: State) -> Decisions:
        """Who may choose what now; empty when the match is over."""
        decide, _ = PHASES[state.phase]
        return decide(self._setups[state.match.seats], state)

    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Answer a decision.

        Raises:
            IllegalAction: not among the answers, or not this seat's to give.
        """
        if seat != state.turn:
            raise IllegalAction("This match is over." if state.turn == NOBODY else "It is not your turn.")
        _, answer = PHASES[state.phase]
        return answer(self._setups[state.match.seats], state, seat, action)

    def table_view(self, state: State) -> TableView:
        """What everyone may see."""
        asked = tuple(seat for seat in self.decisions(state) if seat != CHANCE)
        return table_view(self._setups[state.match.seats], state, asked)

    def seat_view(self, state: State, seat: Seat, table: TableView | None = None) -> SeatView:
        """What one seat may see; a caller who has the table's view already saves making it again."""
        decision = self.decisions(state).get(seat)
        setup = self._setups[state.match.seats]
        return seat_view(setup, state, seat, table or self.table_view(state), decision)

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return outcome(self._setups[state.match.seats], state)


def _sentence(error: ValidationError) -> str:
    first = error.errors()[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    field = str(first["loc"][0]) if first["loc"] else "option"
    return f"“{field}” does not fit: {first['msg'][0].lower()}{first['msg'][1:]}."
