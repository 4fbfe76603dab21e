"""Notes on a match (stand-ins, rulings, redeals, taken back actions), counted from its log.

Time outs are no acts: they are counted with the seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bot.models.stored import LogEntry, SeatRecord
from bot.models.stored_results import MatchNotes, RulingNote, StandIn, TimeOut
from bot.table.match.standing_in import help_given, is_for_person
from bot.table.match.step import TAKE_BACK
from rules.core.actions import Deal, EndForRenege, Penalize, Redeal, parse_action
from rules.core.decisions import CHANCE, REFEREE, Seat


def notes_of(seats: Sequence[SeatRecord], log: Sequence[LogEntry]) -> MatchNotes:
    """The notes of a match from its seats and log: stand-ins, rulings, redeals, take-backs and timeouts."""
    deals = redeals = take_backs = 0
    helped: defaultdict[Seat, set[int]] = defaultdict(set)
    rulings: list[RulingNote] = []
    for entry in log:
        if entry.action == TAKE_BACK:
            take_backs += 1
        elif entry.seat == CHANCE:
            deals += isinstance(parse_action(entry.action), Deal)
        elif entry.seat == REFEREE:
            ruling = _ruling(entry)
            is_agreed = ruling.by is None and ruling.kind == str(Redeal())
            redeals += is_agreed
            rulings += [] if is_agreed else [ruling]
        elif is_for_person(seats, entry.seat, entry.user_id):
            helped[entry.seat].add(deals)
    given = help_given(seats, log)
    stand_ins = (StandIn(seat, len(helped[seat]), given[seat].answers) for seat in sorted(helped))
    time_outs = (TimeOut(seat, who.timed_out) for seat, who in enumerate(seats) if who.timed_out)
    return MatchNotes(tuple(stand_ins), tuple(rulings), redeals, take_backs, tuple(time_outs))


def _ruling(entry: LogEntry) -> RulingNote:
    kind = entry.action.partition(" ")[0]
    action = parse_action(entry.action)
    seat = action.seat if isinstance(action, Penalize | EndForRenege) else None
    return RulingNote(kind, entry.user_id, seat, action.points if isinstance(action, Penalize) else 0)
