"""Races: a short window in which everybody may call, and who was first (fair online, 4.3).

Calls come in any order, each with the time it was made; the earliest counts when the window closes,
which it does when all have answered or the clock says so. Whoever lets it pass has answered too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from rules.core.actions import PASS, SHOUT, Action, Lot, Shout
from rules.core.decisions import CHANCE, CLOCK, ChooseOption, Decisions, Option, PickNumber, Seat, Wait
from rules.core.protocol import Choice
from rules.games.options import Offer, Rules, numbers

Fairness = Literal["stamp", "sealed", "first"]
FAIRNESS: Final = (
    Choice("stamp", "The earliest press"),
    Choice("sealed", "Secret answers, then a random draw"),
    Choice("first", "The first press to arrive"),
)
RACING: Final = frozenset({"race", "race_window"})
"""The options of a race, by key."""


class RaceRules(Rules):
    """The options of a game in which players may call."""

    race: Annotated[
        Fairness, Offer("Table", "Who was first", "Which call counts when several players call", FAIRNESS)
    ] = "stamp"
    race_window: Annotated[
        int,
        Field(ge=1, le=60),
        Offer(
            "Table",
            "Seconds to call",
            "How long you may call, unless everyone answers sooner",
            numbers(3, 5, 8, 15),
        ),
    ] = 5


CALL_OR_PASS: Final = (Option(SHOUT), Option(PASS))
"""The two answers in a window, the same whether a call would be right or wrong."""


class Window(NamedTuple):
    """One window: who has not answered yet, who has called when, and who won."""

    number: int
    """Which window of the match it is."""
    waiting: tuple[Seat, ...]
    calls: tuple[tuple[Seat, int], ...] = ()
    """Seats and times in milliseconds, in the order they arrived."""
    tied: tuple[Seat, ...] = ()
    """Those among whom a lot decides."""
    is_closed: bool = False
    winner: Seat | None = None
    """Who was first, once it is closed; None where nobody called."""

    def questions(self, seconds: float) -> Decisions:
        """To call or to let it pass, for everybody who has not answered; chance where a lot decides."""
        if self.tied:
            return {CHANCE: PickNumber(self.tied)}
        asked = {seat: ChooseOption(seat, CALL_OR_PASS, self.number) for seat in self.waiting}
        return {**asked, CLOCK: Wait(seconds, self.number)}

    def after(self, seat: Seat, action: Action, fairness: Fairness) -> Window:
        """The window after an answer, the clock's word or the lot."""
        if isinstance(action, Lot):
            return self._replace(tied=(), is_closed=True, winner=action.number)
        window = self
        if seat != CLOCK:
            calls = (*self.calls, (seat, action.stamp)) if isinstance(action, Shout) else self.calls
            window = self._replace(waiting=tuple(one for one in self.waiting if one != seat), calls=calls)
            if window.waiting:
                return window
        first = window.first(fairness)
        if len(first) > 1:
            return window._replace(waiting=(), tied=first)
        return window._replace(waiting=(), is_closed=True, winner=first[0] if first else None)

    def first(self, fairness: Fairness) -> tuple[Seat, ...]:
        """Who was first; several where a lot has to decide."""
        return first_of(self.calls, fairness)


def first_of(calls: Sequence[tuple[Seat, int]], fairness: Fairness) -> tuple[Seat, ...]:
    """Who was first of some calls, seats and times as they arrived; several where a lot has to decide."""
    if not calls or fairness == "sealed":
        return tuple(sorted(seat for seat, _ in calls))
    if fairness == "first":
        return (calls[0][0],)
    earliest = min(stamp for _, stamp in calls)
    return tuple(sorted(seat for seat, stamp in calls if stamp == earliest))
