"""Races: a short window in which every seat may call, and which call was first (fair online, 4.3).

Calls arrive in any order, each with the time of its press. The window closes when every seat has called
or passed, or when its time is over; then the earliest call counts.
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
    Choice("stamp", "The earliest press counts"),
    Choice("sealed", "A draw among secret answers decides"),
    Choice("first", "The first press to arrive counts"),
)
RACING: Final = frozenset({"race", "race_window"})
"""The keys of the options of a race."""


class RaceRules(Rules):
    """The options of a game in which players may call: which call is first, and the seconds to call."""

    race: Annotated[
        Fairness, Offer("Table", "Who was first", "Which call counts when several players call.", FAIRNESS)
    ] = "stamp"
    race_window: Annotated[
        int,
        Field(ge=1, le=60),
        Offer(
            "Table",
            "Seconds to call",
            "How long you have to call, unless everyone answers sooner.",
            numbers(3, 5, 8, 15),
        ),
    ] = 5


CALL_OR_PASS: Final = (Option(SHOUT), Option(PASS))
"""The answers in a window. They do not depend on whether a call would be right: that would give it away."""


class Window(NamedTuple):
    """A window for calls: the seats still to answer, the calls so far, and the winner once it is closed."""

    number: int
    """Number of the window, unique in its match."""
    waiting: tuple[Seat, ...]
    calls: tuple[tuple[Seat, int], ...] = ()
    """Seats and press times in milliseconds, in order of arrival."""
    tied: tuple[Seat, ...] = ()
    """Seats that tie for the first call, while chance is to pick one."""
    is_closed: bool = False
    winner: Seat | None = None
    """The first caller, once the window is closed; None if no seat called."""

    def questions(self, seconds: float) -> Decisions:
        """Ask waiting seats to call or pass, the clock to close after ``seconds``; if calls tie, chance."""
        if self.tied:
            return {CHANCE: PickNumber(self.tied)}
        # Right or wrong, the call is offered after every card: an offer tells nothing.
        asked = {seat: ChooseOption(seat, CALL_OR_PASS, self.number) for seat in self.waiting}
        return {**asked, CLOCK: Wait(seconds, self.number)}

    def after(self, seat: Seat, action: Action, fairness: Fairness) -> Window:
        """The window after a seat's answer, the clock's close, or chance's pick, which is the winner."""
        if isinstance(action, Lot):
            return self._replace(tied=(), is_closed=True, winner=action.number)
        window = self
        if seat != CLOCK:
            calls = (*self.calls, (seat, action.stamp)) if isinstance(action, Shout) else self.calls
            window = self._replace(waiting=tuple(one for one in self.waiting if one != seat), calls=calls)
            if window.waiting:
                return window
        first = first_of(window.calls, fairness)
        if len(first) > 1:
            return window._replace(waiting=(), tied=first)
        return window._replace(waiting=(), is_closed=True, winner=first[0] if first else None)


def first_of(calls: Sequence[tuple[Seat, int]], fairness: Fairness) -> tuple[Seat, ...]:
    """The first callers: several if they tie and chance is to pick one; empty if no seat called.

    ``calls`` are seats and press times in order of arrival. If ``sealed``, all tie; if ``first``, the
    first to arrive wins; otherwise the earliest times do.
    """
    if not calls or fairness == "sealed":
        return tuple(sorted(seat for seat, _ in calls))
    if fairness == "first":
        return (calls[0][0],)
    earliest = min(stamp for _, stamp in calls)
    return tuple(sorted(seat for seat, stamp in calls if stamp == earliest))
