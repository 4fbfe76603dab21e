"""Steps of a table's match, computed but not yet stored."""

from __future__ import annotations

from functools import partial
from random import Random

from bot.common.errors import Refused
from bot.models.stored import TableRecord
from bot.models.stored_results import MatchResult, Results
from bot.table.desk.table import Table
from bot.table.match.claims import NO_CLAIM, TOO_EARLY, card_asked, is_settled, may_be_claimed, played_out
from bot.table.match.results import broken_off, match_ended
from bot.table.match.step import Act, Position, Step, next_step
from bot.table.played_game import game_of
from bot.table.turns.time_limit import NO_LIMIT, TurnTime
from rules.core.decisions import Seat


def first_step(table: Table, record: TableRecord, now: float, random: Random) -> Step:
    """The step that starts the match: chance draws and deals.

    Raises:
        InvalidOption: the options were agreed on by earlier rules, and do not go together any more.
    """
    game = game_of(record)
    return next_step(
        Position(game, game.start(len(record.seats)), ()),
        record,
        (),
        now,
        partial(table.match.chance, table.record, random),
    )


def broken_off_results(table: Table, closed: TableRecord, now: float) -> Results | None:
    """The results to store when closing a table breaks off its counted match; None if there are none."""
    if table.match.state is None or not closed.counts_anywhere:
        return None
    return broken_off(closed, table.match.game, table.match.state, now)


def ended_result(table: Table, at: float) -> MatchResult | None:
    """The result of a match over at ``at``, in epoch seconds; None before its end, or without a result."""
    return (
        None
        if table.match.state is None
        else match_ended(table.record, table.match.game, table.match.state, at)
    )


def chance_step(table: Table, now: float, random: Random) -> Step:
    """The step of the draws and deals that are due; empty if none are."""
    if table.match.state is None:
        return Step((), table.record, None, {}, (), None, ())
    return next_step(
        table.match.position, table.record, (), now, partial(table.match.chance, table.record, random)
    )


def deal_step(table: Table, seat: Seat | None, now: float, random: Random) -> Step:
    """The step that deals the next cards; the player on ``seat`` who asks for them has come back."""
    record = table.record if seat is None else table.record.with_person(seat)
    return next_step(table.match.position, record, (), now, partial(table.match.chance, table.record, random))


def claim_step(table: Table, seat: Seat, now: float, random: Random, turn_time: TurnTime = NO_LIMIT) -> Step:
    """The step that plays a deal out, every trick that is left going to the side of a seat.

    Raises:
        Refused: the seat is not to play a card, or the cards do not allow it.
    """
    check_claim(table, seat)
    first, *others = played_out(table.match.game, table.match.state, seat)
    who = {at: None if one.computer else one.user_id for at, one in enumerate(table.record.seats)}
    then = [Act(one, play, who[one]) for one, play in others]
    step = table.step_of(seat, first.play, table.record.seats[seat].user_id, now, random, turn_time, then)
    return step._replace(is_no_answer=True)


def check_claim(table: Table, seat: Seat | None) -> None:
    """Check that the tricks that are left can be claimed from a seat.

    Raises:
        Refused: it is not to play a card, the game knows no claims, or cards are yet to be turned up.
    """
    asked = card_asked(table.match.asked) if may_be_claimed(table.match.game) else None
    if asked is None or asked[0] != seat:
        raise Refused(NO_CLAIM)
    view = table.match.table_view()
    if view is None or not is_settled(view):
        raise Refused(TOO_EARLY)
