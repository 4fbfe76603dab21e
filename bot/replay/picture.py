"""The picture of a step: the table with its four hands, the trick in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.values import NO_TABLE, TABLE_SEATS, TablePicture, TableSeat
from bot.replay.deals import StepKind
from bot.replay.moments import Moment
from rules.bidding.facts import BiddingFacts
from rules.core.decisions import Seat

_DRAWN: Final = (StepKind.CARDS, StepKind.BIDDING, StepKind.BEFORE_PLAY, StepKind.TRICK)


def may_be_drawn(moment: Moment) -> bool:
    """Whether a step has a picture: deal, bids, nest or trick, only four hands, with cards to show."""
    has_cards = any(moment.hands) or moment.trick is not None
    return len(moment.hands) == TABLE_SEATS and has_cards and moment.kind in _DRAWN and not moment.view.others


def picture_of(moment: Moment, names: Sequence[str], finding: str, bottom: Seat = 0) -> TablePicture:
    """The picture of a step, with ``finding`` as heading and seat ``bottom`` below; empty if it has none."""
    if not may_be_drawn(moment):
        return NO_TABLE
    played = {} if moment.trick is None else dict(moment.trick.plays)
    winner = None if moment.trick is None else moment.trick.winner
    sits = [info.seat for info in moment.view.seats]
    start = sits.index(bottom)
    seats = tuple(
        TableSeat(names[seat], moment.hands[seat], played.get(seat), takes=seat == winner)
        for seat in (*sits[start:], *sits[:start])
    )
    named = moment.view.facts.trump if isinstance(moment.view.facts, BiddingFacts) else None
    trump = None if named is None else named.color
    return TablePicture(finding, seats, trump, moment.view.counters, moment.view.blue)
