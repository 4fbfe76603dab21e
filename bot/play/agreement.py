"""What the people of a table may agree on in the middle of a match: all who are present must."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from bot.store.stored import LogEntry, TableRecord
from rules.core.decisions import REFEREE, Seat


class Proposal(NamedTuple):
    """To end the match without a winner, to deal again, or to let a seat take back what it did."""

    kind: Literal["end", "redeal", "takeback"]
    seat: Seat | None = None
    """Who wants to take something back."""


Agreed = Mapping[Proposal, frozenset[int]]
"""The people who want what was proposed, by proposal."""


def still_agreed(agreed: Agreed, entries: Iterable[LogEntry]) -> dict[Proposal, frozenset[int]]:
    """What is agreed on after more was done: the end of the match, if only computers and the clock did it."""
    if any(entry.user_id is not None or entry.seat == REFEREE for entry in entries):
        return {}
    return {proposal: who for proposal, who in agreed.items() if proposal.kind == "end"}


def missing(record: TableRecord, agreed: frozenset[int]) -> tuple[Seat, ...]:
    """Seats of people who are present and have not agreed; those a computer stands in for need not."""
    return tuple(
        seat
        for seat, who in enumerate(record.seats)
        if who.user_id is not None and not who.is_away and who.user_id not in agreed
    )
