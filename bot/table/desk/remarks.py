"""Remarks of computer personas on scored deals: rare, and only about public events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.models.stored import TableRecord
from bot.table.desk.phrases import Remark, Said
from bot.table.desk.shown import ShownSeat
from rules.core.decisions import Seat
from rules.core.events import DealScored, DealStarted, Event, MatchWon

EVERY: Final = 4
"""A table hears of one deal in so many; which ones depends on its number, so that it is the same for all."""


def remark_on(
    record: TableRecord, seats: Sequence[ShownSeat], events: Iterable[Event], at: float
) -> Said | None:
    """A persona's remark on a deal that ended with these events, at a time in epoch seconds.

    None if the host has turned phrases off, no person is there to hear it, or a league or an earlier deal
    has settled what is played: the deal may be played elsewhere, too.
    """
    if not record.allowed.phrases or record.settled is not None:
        return None
    if not any(seat.user_id is not None and not seat.is_away for seat in seats):
        return None
    scored = None
    for event in events:
        if isinstance(event, DealStarted | MatchWon):
            return None
        if isinstance(event, DealScored):
            scored = event
    if scored is None or (record.id + scored.deal) % EVERY:
        return None
    spoken = _speaker(scored, seats)
    return None if spoken is None else Said(spoken[0], None, spoken[1], at)


def _speaker(scored: DealScored, seats: Sequence[ShownSeat]) -> tuple[Seat, Remark] | None:
    """The persona that speaks and its remark: on its own bid, or on its partner's that was made.

    None if trump was named without a bid (R-50), and for a dealer's own bid: they may have had to bid, or
    have kept trump for what another bid.
    """
    contract = scored.contract
    if contract is None or contract.folded or contract.stopped or contract.revoked_by is not None:
        return None
    if not contract.bid:
        return None
    if seats[contract.declarer].persona is not None:
        said = Remark.MADE if contract.made else Remark.SET
        return None if contract.declarer == scored.dealer else (contract.declarer, said)
    if not contract.made:
        return None
    side = next((side.seats for side in scored.sides if contract.declarer in side.seats), ())
    partners = contract.partners or side
    speaker = next((seat for seat in partners if seats[seat].persona is not None), None)
    return None if speaker is None else (speaker, Remark.PARTNER)
