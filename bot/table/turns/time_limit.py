"""How long a turn may last, and how long a player may keep others waiting in a deal.

The start of each turn costs nothing. What comes after it is taken from a time bank that lasts for the
deal: leaving, coming back and taking back do not fill it. Once it is used up a computer plays the deal
to its end. At a slow table there is no bank: each turn may take the hours its host has chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import time
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from bot.common.clock import GRACE, Clock
from bot.models.stored_settings import SlowReminder, SlowSettings
from bot.models.stored_tables import SeatRecord, TableRecord
from bot.table.turns.quiet_hours import quiet_until
from rules.core.decisions import Seat

FREE: Final = 1 / 6
"""Share of the limit of a turn that costs nothing of the time bank: half a minute of three."""
NEXT_DEAL: Final = (
    "You used up your time for this deal, so a computer plays it to the end. "
    "*My hand* takes your seat back in the next deal."
)
CONTINUED_WITHOUT: Final = (
    "The match goes on without you, so a computer plays for you to the end. "
    "*More* has a button to ask them to let you back."
)
NO_TIME_LEFT: Final = "You used up your time for this deal, so your last play stands."
HOUR: Final = 3600.0
SECOND_CHANCE: Final = 180.0
"""Seconds for a player who comes back late to a slow table, if the bot has no turn limit."""
AFTER_QUIET: Final = HOUR
"""Seconds that a turn at a slow table lasts at least after quiet hours."""
USUAL: Final = SlowSettings()
SLACK: Final = 0.05
"""Seconds that an alarm may ring too soon."""


class Turn(NamedTuple):
    """An asked seat of a person, present or with a stand-in."""

    seat: Seat
    who: SeatRecord
    deal: int
    asked_at: float
    """Seconds since the epoch."""
    came_back_at: float | None
    """When the player last came back in this turn."""
    has_company: bool
    """Whether other people are there."""


class TurnTime(NamedTuple):
    """Seconds for turns, time banks, lobbies, idle matches and deal pauses; slow-table settings."""

    limit: float
    """Until a computer steps in for a player who is asked; 0 for never."""
    bank: float
    """How long a player may keep others waiting in a deal, the start of each turn not counted."""
    free: float
    """The start of each turn, which costs nothing."""
    lobby: float = 0
    """Until a lobby closes; 0 for never."""
    deserted: float = 0
    """Until a match ends in which nothing is played; 0 for never."""
    deal_pause: float = 0
    """Until the next deal is dealt where no one asks for it sooner; 0 for at once."""
    slow_settings: Mapping[int, SlowSettings] = MappingProxyType({})
    """Live settings of users for slow tables."""
    chance: float = 0
    """At a slow table, seconds for a player who comes back late; 0 at other tables."""
    clock: Clock = Clock.of(time)
    """The clock all times are counted by."""

    @classmethod
    def of(
        cls,
        limit: float,
        bank: float | None = None,
        *,
        lobby: float = 0,
        deserted: float = 0,
        deal_pause: float = 0,
        slow_settings: Mapping[int, SlowSettings] = MappingProxyType({}),
    ) -> Self:
        """Limits from a turn limit; the time bank is as long as that if ``bank`` is None."""
        return cls(
            limit, limit if bank is None else bank, limit * FREE, lobby, deserted, deal_pause, slow_settings
        )

    def at(self, record: TableRecord) -> TurnTime:
        """The limits of one table: these, or for a slow one with its own hours a turn and a later closing."""
        if not record.is_slow:
            return self
        limit = record.turn_hours * HOUR
        return self._replace(
            limit=limit,
            lobby=self.lobby and self.lobby + limit,
            deserted=self.deserted and self.deserted + limit,
            chance=self.limit or SECOND_CHANCE,
        )

    @property
    def has_bank(self) -> bool:
        """Whether players have a time bank: not without a limit, nor at a slow table."""
        return bool(self.limit) and not self.chance

    def due(self, turn: Turn) -> float | None:
        """When a computer steps in, in seconds since the epoch; None for never.

        A player who came back in the same turn has the rest of the time bank, without the limit of a turn.
        At a slow table a time in the player's quiet hours is put off until after them.
        """
        if not self.limit:
            return None
        if self.chance:
            due = max(turn.asked_at + self.limit, (turn.came_back_at or 0) + self.chance)
            quiet_until = self.quiet_until(turn.who.user_id, due)
            return due if quiet_until is None else quiet_until + AFTER_QUIET
        if not turn.has_company:
            return (turn.came_back_at or turn.asked_at) + self.limit
        if self.is_used_up(turn.who, turn.deal):
            return turn.asked_at
        empty_at = turn.asked_at + self.free + self.bank - used_in(turn.who, turn.deal)
        return empty_at if turn.came_back_at else min(empty_at, turn.asked_at + self.limit)

    def quiet_until(self, user_id: int | None, at: float) -> float | None:
        """End of the user's quiet hours around ``at``, in epoch seconds; None outside them."""
        slow_settings = None if user_id is None else self.slow_settings.get(user_id)
        until = None if slow_settings is None else quiet_until(slow_settings.quiet, self.clock.shown(at))
        return None if until is None else self.clock.counted(until)

    def remind_at(self, turn: Turn, remind_after: float, now: float) -> float | None:
        """When a player is reminded at a slow table; ``remind_after`` is the delay elsewhere.

        Not in their quiet hours: after them, also where the time for it went by while the bot was down. None
        for never.
        """
        reminder = self.slow_settings.get(turn.who.user_id or 0, USUAL).reminder
        if reminder is SlowReminder.NEVER:
            return None
        waits = {SlowReminder.SOON: remind_after, SlowReminder.HOUR: HOUR, SlowReminder.HALF: self.limit / 2}
        at = self.reminder_at(turn.asked_at, waits[reminder])
        return self.quiet_until(turn.who.user_id, max(at, now)) or at

    def reminder_at(self, began: float, after: float) -> float:
        """When a reminder of a turn comes; later if it fell due during downtime."""
        at = began + after
        return self.clock.prolonged(at, at, GRACE / 2)

    def after(self, turn: Turn, until: float) -> SeatRecord:
        """The seat, the turn up to ``until`` charged to its bank; unchanged without bank or other people."""
        if not self.has_bank or not turn.has_company:
            return turn.who
        lasted = until - turn.asked_at
        if turn.came_back_at is None:
            lasted = min(lasted, self.limit)  # the bot was down beyond it: no computer could step in
        return self.charged(turn.who, turn.deal, lasted - self.free)

    def charged(self, who: SeatRecord, deal: int, seconds: float) -> SeatRecord:
        """The seat with ``seconds`` charged to a deal's bank; ``ran_out`` counts if that empties it."""
        if not self.has_bank or seconds <= 0:
            return who
        charged = replace(who, time_deal=deal, time_used=round(used_in(who, deal) + seconds, 1))
        runs_out = self.is_used_up(charged, deal) and not self.is_used_up(who, deal)
        return replace(charged, ran_out=charged.ran_out + runs_out)

    def is_used_up(self, who: SeatRecord, deal: int) -> bool:
        """Whether a player has used up the time bank of a deal."""
        return self.has_bank and who.time_deal == deal and who.time_used >= self.bank


def used_in(who: SeatRecord, deal: int) -> float:
    """Seconds of the time bank a player has used in a deal."""
    return who.time_used if who.time_deal == deal else 0.0


NO_LIMIT: Final = TurnTime.of(0)
"""No time limits."""
