"""Acts that may still be taken back: those since the cards were dealt, a trick ended or a card was seen."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rules.core.decisions import Seat
from rules.core.events import (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    BirdNamed,
    CardPlayed,
    Event,
    LeadGiven,
    PartnerAsked,
    ShotDeclared,
    TrumpKept,
    TrumpNamed,
    TrumpSold,
)
from rules.core.protocol import Game

HARMLESS: Final = (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    BirdNamed,
    CardPlayed,
    LeadGiven,
    PartnerAsked,
    ShotDeclared,
    TrumpKept,
    TrumpNamed,
    TrumpSold,
)
"""What tells no more than the act itself. Anything else shows a card, or ends a trick or a deal."""
NOT_IN_COUNTED: Final = "Nothing is taken back in a counted match."
NOTHING_BACK: Final = "This table's house rules don't allow taking back."
NOT_THE_LAST: Final = "Someone has played since. Only the last play can be taken back here."
SETTLED: Final = "You have nothing to take back. A play that showed a card or ended a trick stands."
PLAYED_FOR: Final = "A computer has played for someone since, and that stands."
TAKE_BACK: Final = "take back"
"""The line of a log that undoes the last act of its seat, and whatever followed it."""


class PastAct(NamedTuple):
    """An act that may be taken back."""

    seat: Seat
    before: Any
    """The state it was done in."""
    events: int
    """How many events it had."""
    is_for_person: bool = False
    """Whether a computer did it for a person who is away."""


Past = tuple[PastAct, ...]
"""The acts that show nothing, oldest first."""


def with_act(
    past: Past,
    seat: Seat,
    before: Any,  # noqa: ANN401  (each game has a state of its own)
    events: tuple[Event, ...],
    *,
    is_for_person: bool = False,
) -> Past:
    """The past after one more act: nothing before a harmful one can be taken back, nor that one."""
    if seat < 0 or not all(isinstance(event, HARMLESS) for event in events):
        return ()
    return (*past, PastAct(seat, before, len(events), is_for_person))


def open_acts(past: Past) -> Past:
    """The acts that may be taken back: those since a computer last played for a person.

    Whoever takes such an act back, or one before it, would give that person a second choice who has seen
    the computer's. Earlier versions allowed it, so a log may still do it.
    """
    stands = max((index for index, act in enumerate(past) if act.is_for_person), default=-1)
    return past[stands + 1 :]


def last_act(past: Past, seat: Seat) -> int | None:
    """The index of a seat's last act; None for none that may be taken back."""
    return next((index for index in reversed(range(len(past))) if past[index].seat == seat), None)


def take_back_rule(game: Game[Any]) -> str:
    """What the house rules say of taking back; games that do not say know nothing of it."""
    return str(game.parameters().get("take_back", "no"))


def why_not(rule: str, past: Past, seat: Seat | None) -> str:
    """Why a seat may take nothing back."""
    if rule == "counted":
        return NOT_IN_COUNTED
    if rule == "no":
        return NOTHING_BACK
    if seat is None or last_act(past, seat) is None:
        return SETTLED
    return PLAYED_FOR if last_act(open_acts(past), seat) is None else NOT_THE_LAST
