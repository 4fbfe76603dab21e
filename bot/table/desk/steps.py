"""Steps of a table's match, computed but not yet stored, and the proposals that lead to some of them."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Final

from bot.common.errors import NotStarted, Refused
from bot.models.endings import Ending
from bot.models.stored_results import MatchResult, Results
from bot.models.stored_tables import TAKE_BACK, LogEntry, Status, TableRecord
from bot.table.desk.agreement import (
    Decided,
    Proposal,
    Voting,
    asked,
    check_has_say,
    check_not_alone,
    check_seat,
    in_or_out,
)
from bot.table.desk.table import Table
from bot.table.lobby.before_match import Person
from bot.table.match.claims import (
    NO_CLAIM,
    NOT_SURE,
    TOO_EARLY,
    card_asked,
    is_settled,
    may_be_claimed,
    played_out,
)
from bot.table.match.results import broken_off, match_ended
from bot.table.match.standing_in import check_take_over, kept_for
from bot.table.match.step import Act, Position, Step, last_act, next_step, why_not
from bot.table.played_game import game_of
from bot.table.turns.time_limit import NO_LIMIT, NO_TIME_LEFT, TurnTime
from rules.core.actions import Redeal
from rules.core.decisions import REFEREE, Option, Seat
from rules.core.referee import NO_DEAL

OF_EVENING: Final = (
    "An evening's table plays its deals to the end. "
    "If it's stuck, the evening's host can score it, or a server manager close it."
)
PLAYED_ON: Final = (
    "A computer plays for that seat now, so nothing is taken back. *My hand* takes a seat back."
)


def first_step(table: Table, record: TableRecord, now: float, random: Random) -> Step:
    """The step that starts the match: chance draws and deals.

    Raises:
        InvalidOption: the options were agreed on by earlier rules, and do not go together any more.
    """
    game = game_of(record)
    position = Position(game, game.start(len(record.seats)), ())
    return next_step(position, record, (), now, partial(table.match.chance, table.record, random))


def broken_off_results(table: Table, closed: TableRecord, now: float) -> Results | None:
    """The results to store when closing a table breaks off its counted match; None if there are none."""
    if table.match.state is None or not closed.counts_anywhere:
        return None
    return broken_off(closed, table.match.game, table.match.state, now)


def ended_result(table: Table, at: float) -> MatchResult | None:
    """The result of a match over at ``at``, in epoch seconds; None before its end, or without a result."""
    if table.match.state is None:
        return None
    return match_ended(table.record, table.match.game, table.match.state, at)


def chance_step(table: Table, now: float, random: Random) -> Step:
    """The step of the draws and deals that are due; empty if none are."""
    if table.match.state is None:
        return Step((), table.record, None, {}, (), None, ())
    return deal_step(table, None, now, random)


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
    (_, first), *others = played_out(table.match.game, table.match.state, seat)
    who = {at: None if one.computer else one.user_id for at, one in enumerate(table.record.seats)}
    then = [Act(one, play, who[one]) for one, play in others]
    step = table.step_of(seat, first, table.record.seats[seat].user_id, now, random, turn_time, then)
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


def check_proposal(table: Table, proposal: Proposal) -> None:
    """Check that something can be agreed on now.

    Raises:
        NotStarted: there is no match.
        Refused: no deal to deal again, nothing to take back, no free seat, no claim, or no vote of its kind.
    """
    if table.record.status is not Status.PLAYING:
        raise NotStarted
    if table.of_evening and proposal.kind in {"end", "redeal"}:
        raise Refused(OF_EVENING)
    if proposal.kind == "redeal" and Redeal() not in [option.action for option in rulings(table)]:
        raise Refused(NO_DEAL)
    if proposal.kind == "takeback":
        if proposal.seat is None or proposal.seat not in table.may_take_back():
            raise Refused(why_not(table.take_back_rule, table.match.past, proposal.seat))
        if table.take_back_rule == "consent" and table.record.seats[proposal.seat].is_away:
            raise Refused(PLAYED_ON)
    if proposal.kind == "seat":
        check_take_over(table.record, proposal.seat, proposal.newcomer or 0)
    if proposal.kind == "claim":
        check_claim(table, proposal.seat)
        if any(who.computer is not None for who in table.record.seats):
            raise Refused(NOT_SURE)
    check_not_alone(table.record, proposal)
    check_seat(table.record, proposal)


def may_be_proposed(table: Table, proposal: Proposal) -> bool:
    """Whether something can be agreed on now; False without a match."""
    try:
        check_proposal(table, proposal)
    except Refused:
        return False
    return True


def answered(
    table: Table,
    user_id: int,
    proposal: Proposal,
    now: float,
    turn_time: TurnTime,
    *,
    agrees: bool,
    absent: frozenset[int] = frozenset(),
) -> Voting:
    """The voting after a user's answer, which opens a vote on a new proposal.

    ``absent`` are users who have left the server.

    Raises:
        NotSeated: the person does not sit here.
        Refused: it is not possible now, has no open vote, or the user has no say.
    """
    seat = table.own_seat(user_id)
    check_proposal(table, proposal)
    check_has_say(table.record, proposal, seat, table.why_kept(seat, turn_time))
    is_own = proposal.seat in {None, seat} or proposal.kind == "without"
    if proposal not in table.voting.votes and not (is_own and agrees):
        raise Refused("That request is over.")
    return table.voting.answered(table.record, proposal, user_id, now, agrees=agrees, absent=absent)


def vote_outcome(
    table: Table, decided: Decided, now: float, random: Random, deal_pause: float
) -> TableRecord | Step:
    """What carries out an agreed proposal: a record to close or change seats, else a step.

    ``deal_pause`` is in seconds, until the next deal; the time of a vote costs no time bank.

    Raises:
        Refused: it is not possible any more.
    """
    proposal = decided.proposal
    check_proposal(table, proposal)
    if proposal.kind == "end":
        voters = asked(table.record, proposal, decided.vote.absent)
        return table.record.closed(Ending.AGREED, next(iter(voters)) if len(voters) == 1 else None)
    if proposal.kind == "redeal":
        return table.step_of(REFEREE, Redeal(), None, now, random)
    assert proposal.seat is not None
    if proposal.kind == "takeback":
        return take_back_step(table, proposal.seat, now)
    if proposal.kind == "seat":
        newcomer = Person(proposal.newcomer or 0, decided.vote.newcomer)
        return kept_for(table.record, proposal.seat, newcomer)
    if proposal.kind == "claim":
        return claim_step(table, proposal.seat, now, random, NO_LIMIT._replace(deal_pause=deal_pause))
    return in_or_out(table.record, proposal)


def take_back_step(table: Table, seat: Seat, now: float, turn_time: TurnTime = NO_LIMIT) -> Step:
    """The step that undoes the last act of a seat, and what was done since.

    Where no vote is needed it costs the time bank what others lose: the time since, and the start
    of another turn.

    Raises:
        Refused: the house rules do not allow it, or it is too late.
    """
    check_proposal(table, Proposal("takeback", seat))
    index = last_act(table.match.past, seat)
    assert index is not None
    record, turn_time = table.record.with_person(seat), table.granted(turn_time)
    if table.take_back_rule != "consent" and record.has_company(seat):
        lost = now - table.clock.changed_at + turn_time.free
        record = record.with_seat(seat, turn_time.charged(record.seats[seat], table.match.deal, lost))
        if turn_time.is_used_up(record.seats[seat], table.match.deal):
            raise Refused(NO_TIME_LEFT)
    entry = LogEntry(table.revision + 1, seat, record.seats[seat].user_id, TAKE_BACK, now)
    return Step(
        entries=(entry,),
        record=record._replace(revision=entry.revision),
        state=table.match.past[index].before,
        asked=table.match.game.decisions(table.match.past[index].before),
        events=(),
        results=None,
        past=table.match.past[:index],
        forgotten=sum(act.events for act in table.match.past[index:]),
    )


def rulings(table: Table) -> tuple[Option, ...]:
    """The rulings a referee may make now, such as penalties or a new deal; empty if there are none.

    Raises:
        NotStarted: there is no match.
    """
    if table.record.status is not Status.PLAYING:
        raise NotStarted
    return table.match.game.rulings(table.match.state)
