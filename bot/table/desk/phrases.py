"""Fixed phrases said at the table: polite ones, and none about cards; by players, and seldom by computers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from bot.models.stored import SeatRecord
from rules.core.decisions import Seat

MOST: Final = 2
"""Phrases shown at once: the last ones."""
LASTS: Final = 120.0
"""Seconds for which a phrase is shown, unless the next deal begins sooner."""


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
