"""Fixed phrases said at the table: polite ones, and none about cards; by players, and seldom by computers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from bot.computers.kinds import persona_of
from bot.models.stored_tables import SeatRecord, TableRecord
from rules.core.decisions import Seat
from rules.core.events import DealScored, DealStarted, Event, MatchWon

MOST: Final = 2
"""Phrases shown at once: the last ones."""
LASTS: Final = 120.0
"""Seconds for which a phrase is shown, unless the next deal begins sooner."""
EVERY: Final = 4
"""A table hears a remark on one deal in so many; its number decides on which, so that all hear the same."""


class Phrase(StrEnum):
    """Fixed phrases of players; the values stand in controls Discord keeps, and never change."""

    HELLO = "hello"
    GOOD_LUCK = "luck"
    NICE_BID = "bid"
    WELL_PLAYED = "played"
    THANKS = "thanks"
    MY_FAULT = "fault"
    NO_WORRIES = "worries"
    ONE_MOMENT = "moment"
    GOOD_GAME = "game"


class Remark(StrEnum):
    """Remarks of a computer persona on a scored deal."""

    MADE = "made"
    """It made its bid."""
    SET = "set"
    """It was set."""
    PARTNER = "partner"
    """Its partner made theirs."""


class Said(NamedTuple):
    """A player's phrase or a computer's remark, the seat and user it is from, and when, in epoch seconds."""

    seat: Seat
    user_id: int | None
    """None for a computer."""
    phrase: Phrase | Remark
    at: float

    @property
    def ends_at(self) -> float:
        """When it is not shown any more, in epoch seconds."""
        return self.at + LASTS


def with_one_more(said: Sequence[Said], new: Said) -> tuple[Said, ...]:
    """The last ``MOST`` phrases, a new one at the end; an equal one of the same player is dropped."""
    others = [one for one in said if one._replace(at=new.at) != new]
    return (*others, new)[-MOST:]


def still_seated(said: Sequence[Said], seats: Sequence[SeatRecord]) -> tuple[Said, ...]:
    """The phrases of those who still have the seat they said them from."""
    return tuple(one for one in said if seats[one.seat].user_id == one.user_id)


def remark_on(record: TableRecord, events: Iterable[Event], at: float) -> Said | None:
    """A persona's remark on a deal that ended with these events, at a time in epoch seconds.

    None if the host has turned phrases off, no person is there to hear it, or a league or an earlier deal
    has settled what is played: the deal may be played elsewhere, too.
    """
    if not record.allowed.phrases or record.settled is not None:
        return None
    if not any(who.user_id is not None and not who.is_away for who in record.seats):
        return None
    scored = None
    for event in events:
        if isinstance(event, DealStarted | MatchWon):
            return None
        if isinstance(event, DealScored):
            scored = event
    if scored is None or (record.id + scored.deal) % EVERY:
        return None
    spoken = _speaker(scored, record.seats)
    return None if spoken is None else Said(spoken[0], None, spoken[1], at)


def _speaker(scored: DealScored, seats: Sequence[SeatRecord]) -> tuple[Seat, Remark] | None:
    """The persona that speaks and its remark: on its own bid, or on its partner's that was made.

    None if trump was named without a bid (R-50), and for a dealer's own bid: they may have had to bid, or
    have kept trump for what another bid.
    """
    contract = scored.contract
    if contract is None or contract.folded or contract.stopped or contract.revoked_by is not None:
        return None
    if not contract.bid:
        return None
    if _has_persona(seats[contract.declarer]):
        said = Remark.MADE if contract.made else Remark.SET
        return None if contract.declarer == scored.dealer else (contract.declarer, said)
    if not contract.made:
        return None
    side = next((side.seats for side in scored.sides if contract.declarer in side.seats), ())
    partners = contract.partners or side
    speaker = next((seat for seat in partners if _has_persona(seats[seat])), None)
    return None if speaker is None else (speaker, Remark.PARTNER)


def _has_persona(who: SeatRecord) -> bool:
    """Whether a computer with a persona has the seat for itself."""
    return who.user_id is None and who.computer is not None and persona_of(who.computer) is not None
