"""One open table in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from bot.common.errors import (
    Answered,
    NotDealt,
    NotSeated,
    NotStarted,
    NotYourTurn,
    Refused,
    Stale,
    TableOver,
)
from bot.models.endings import Leaving
from bot.models.stored_league import TableSeason
from bot.models.stored_tables import OPEN, Status, TableRecord
from bot.table.desk.agreement import NO_VOTES
from bot.table.desk.phrases import Said, still_seated
from bot.table.desk.shown import (
    NO_LOBBY,
    ShownEnd,
    ShownKind,
    ShownLobby,
    ShownMatch,
    ShownPlace,
    ShownTable,
    ShownTalk,
    ShownTurn,
    ShownVoting,
    shown_rules,
    shown_seats,
)
from bot.table.lobby.lining_up import partners_of, why_unfit
from bot.table.lobby.news import NO_NEWS
from bot.table.match.deal_end import deal_played, split_deal_end
from bot.table.match.earlier_deal import FirstTime
from bot.table.match.state import TableMatch
from bot.table.match.step import UNTIL_PERSON, Act, Position, Step, next_step, seats_that_may
from bot.table.turns.ahead import Plan
from bot.table.turns.questions import TableClock
from bot.table.turns.time_limit import CONTINUED_WITHOUT, NEXT_DEAL, NO_LIMIT, Turn, TurnTime
from rules.core.actions import Action
from rules.core.decisions import CHANCE, Seat


class Table:
    """A table in memory, open or over: record, match, clock, votes. The desk changes it under its lock."""

    def __init__(self, record: TableRecord) -> None:
        self.record = record
        self.seats = shown_seats(record.seats)
        self.lock = asyncio.Lock()
        self.match = TableMatch(record)
        self.rules = shown_rules(self.match.game, record.rules_name, has_claims=self.match.rules.has_claims)
        self.clock = TableClock(record.created_at)
        self.voting = NO_VOTES
        self.said: tuple[Said, ...] = ()
        """The last phrases said, the oldest first; not stored."""
        self.lobby_news = NO_NEWS
        """News of the lobby; not stored."""
        self.plans: Mapping[Seat, Plan] = {}
        """Plans of players, by seat; not stored. Secret."""
        self.scene_began = record.revision
        """The revision with which the present auction or trick began, or the match was read."""
        self.season: TableSeason | None = None
        """The season the match is for; who competes in it may have changed since."""
        self.first_time: FirstTime | None = None
        """The first play of an earlier deal played again here; None for a deal of the table's own."""
        self.of_evening = False
        """Whether an evening has opened it."""
        self.is_in_doubt = False
        """Whether the last change may have been stored although it did not become the present."""

    def __repr__(self) -> str:
        return f"<Table {self.record.id}, revision {self.revision}>"

    @property
    def revision(self) -> int:
        """Number of changes of the table."""
        return self.record.revision

    def check(self, table_id: int | None = None, revision: int | None = None) -> None:
        """Check that a control was drawn for this open table, at its present revision.

        Raises:
            TableOver: it was another table, or this one is closed.
            Stale: the table has changed since.
        """
        if (table_id is not None and table_id != self.record.id) or self.record.status not in OPEN:
            raise TableOver
        if revision is not None and revision != self.revision:
            raise Stale

    def own_seat(self, user_id: int) -> Seat:
        """A user's seat.

        Raises:
            NotSeated: the person does not sit here.
        """
        for who in self.seats:
            if who.user_id == user_id:
                return who.seat
        raise NotSeated

    def playing_seat(self, user_id: int, table_id: int | None) -> Seat:
        """A user's seat in a running match; ``table_id`` is the table of the used control, if any.

        Raises:
            TableOver: the control belongs to another table.
            NotSeated: the person does not sit here.
            NotStarted: there is no match.
        """
        self.check(table_id)
        seat = self.own_seat(user_id)
        if self.record.status is not Status.PLAYING:
            raise NotStarted
        return seat

    def names(self) -> dict[int, str]:
        """The names people at the table are shown under, by their ids."""
        return {seat.user_id: seat.name for seat in self.seats if seat.user_id is not None}

    def answering_seat(self, user_id: int, table_id: int | None, revision: int | None) -> Seat:
        """The seat of a person who answers: with a control drawn for a table and revision, or in words.

        Raises:
            TableOver: the control belongs to another table.
            NotSeated: the person does not sit here.
            NotStarted: there is no match.
            Answered: a race is on, and the person has answered or has nothing to answer.
            NotYourTurn: another seat is asked.
            Stale: the person is asked something else by now, or nothing any more.
        """
        seat = self.playing_seat(user_id, table_id)
        questions, present = self.clock.questions, self.record.revision
        question = questions.by_seat.get(seat)
        if question is None:
            if questions.wait is not None and any(other >= 0 for other in questions.by_seat):
                raise Answered
            if revision not in {None, present}:
                raise Stale
            raise NotDealt if self.clock.is_between_deals else NotYourTurn
        if revision is not None and not question.revision <= revision <= present:
            raise Stale
        return seat

    def computer_to_ask(self) -> Seat | None:
        """The first asked seat that a computer answers for; None without one."""
        seats = self.record.seats
        return next(
            (seat for seat in self.clock.questions.by_seat if seat >= 0 and seats[seat].computer), None
        )

    def people_asked(self) -> tuple[Seat, ...]:
        """Asked seats that people answer for."""
        seats = self.record.seats
        return tuple(
            [seat for seat in self.clock.questions.by_seat if seat >= 0 and not seats[seat].computer]
        )

    def keeps_others_waiting(self) -> bool:
        """Whether people are asked, at a table of several seats, and no clock answers in their place."""
        return bool(self.people_asked()) and self.clock.questions.wait is None and len(self.record.seats) > 1

    @property
    def is_left_to_computers(self) -> bool:
        """Whether no person answers for any seat."""
        return all(who.computer is not None for who in self.record.seats)

    @property
    def waits_for_people(self) -> bool:
        """Whether every person has left and the match waits for one to return; not if a newcomer waits."""
        others_wait = self.clock.is_kept_going or any(who.kept for who in self.record.seats)
        return self.is_left_to_computers and not others_wait

    @property
    def time_is_up_at(self) -> float | None:
        """When the clock calls time; None where the match is not played by it, or it has been called."""
        match = self.match
        if not match.rules.is_timed or match.began_at is None or self.record.status is not Status.PLAYING:
            return None
        limit = match.game.time_limit(match.state)
        return None if limit is None else match.began_at + limit

    def step_of(
        self,
        seat: Seat,
        action: Action,
        user_id: int | None,
        now: float,
        random: Random,
        turn_time: TurnTime = NO_LIMIT,
        then: Sequence[Act] = (),
    ) -> Step:
        """The step that follows an action: the action, others ``then``, and the deals and draws after them.

        A person who acts has come back, if a computer stood in; what the turn took of the time bank is noted.

        Raises:
            IllegalAction: the rules do not allow it.
            Refused: the person cannot come back yet.
        """
        question, record = self.clock.questions.by_seat.get(seat), self.record
        if turn_time.limit and question is not None and now - question.asked_at > turn_time.free:
            record = self.charged(seat, now, turn_time)
        if user_id is not None and seat >= 0 and record.seats[seat].computer is not None:
            self.check_may_come_back(seat, turn_time)
            record = record.with_person(seat)
        rests = turn_time.deal_pause > 0 and not self.is_left_to_computers
        return next_step(
            Position(self.match.game, self.match.state, self.match.past),
            record,
            (Act(seat, action, user_id), *then),
            now,
            partial(self.match.chance, self.record, random),
            rests=rests,
            is_resting=rests and self.clock.is_between_deals,
        )

    def may_take_back(self, *, alone: bool = False) -> tuple[Seat, ...]:
        """Seats that may take back their last action; with ``alone``, only if that needs no vote."""
        rule = self.take_back_rule
        if self.record.status is not Status.PLAYING or (alone and rule == "consent"):
            return ()
        return seats_that_may(rule, self.match.past, self.record.seats)

    @property
    def take_back_rule(self) -> str:
        """The rule on taking back at this table: the house rule, but for two exceptions.

        A casual table with the house rule ``no``, which nearly every book has, allows it until the next
        person has acted. In a counted match it is ``counted``: never.
        """
        record, rule = self.record, self.match.rules.take_back
        if record.counted:
            return "counted"
        is_casual = record.settled is None and record.leaving is not Leaving.FORFEIT and not self.of_evening
        return UNTIL_PERSON if rule == "no" and is_casual else rule

    def turn(self, seat: Seat) -> Turn | None:
        """The turn of an asked person; None if not asked, for a computer's own seat, and in a window."""
        question = self.clock.questions.by_seat.get(seat)
        if seat < 0 or question is None or self.clock.questions.wait is not None:
            return None
        who, came_back_at = self.record.seats[seat], self.clock.came_back.get(seat)
        if who.user_id is None:
            return None
        return Turn(
            seat, who, self.match.deal, question.asked_at, came_back_at, self.record.has_company(seat)
        )

    def granted(self, turn_time: TurnTime) -> TurnTime:
        """This table's time limits: the usual ones, or those of a slow table."""
        return turn_time.at(self.record) if self.record.turn_hours else turn_time

    def late_at(self, turn_time: TurnTime) -> dict[Seat, float]:
        """When a computer steps in for each person who keeps others waiting, in epoch seconds; else empty."""
        turn_time = self.granted(turn_time)
        if not turn_time.limit or not self.keeps_others_waiting():
            return {}
        turns = [turn for seat in self.people_asked() if (turn := self.turn(seat))]
        dues = [(turn, turn_time.due(turn)) for turn in turns]
        prolonged = turn_time.clock.prolonged
        return {turn.seat: prolonged(due, turn.asked_at) for turn, due in dues if due is not None}

    def charged(self, seat: Seat, now: float, turn_time: TurnTime) -> TableRecord:
        """The record with a player's time bank charged for the turn so far; unchanged if there is no turn."""
        turn = self.turn(seat)
        if turn is None:
            return self.record
        return self.record.with_seat(seat, self.granted(turn_time).after(turn, now))

    def until_next_deal(self, turn_time: TurnTime) -> tuple[Seat, ...]:
        """Seats a computer keeps until the next deal: time bank used up, other people wait."""
        if not turn_time.limit or self.record.status is not Status.PLAYING or self.clock.is_between_deals:
            return ()
        return tuple(
            seat
            for seat, who in enumerate(self.record.seats)
            if who.time_used
            and who.is_away
            and self.record.has_company(seat)
            and self.granted(turn_time).is_used_up(who, self.match.deal)
        )

    def why_kept(self, seat: Seat, turn_time: TurnTime) -> str | None:
        """Why a player may not come back yet, as a sentence; None if they may."""
        if self.record.seats[seat].is_out and self.record.has_company(seat):
            return CONTINUED_WITHOUT
        return NEXT_DEAL if seat in self.until_next_deal(turn_time) else None

    def check_may_come_back(self, seat: Seat, turn_time: TurnTime) -> None:
        """Check that a player may take the seat back from a stand-in.

        Raises:
            Refused: the computer keeps the seat.
        """
        if self.record.seats[seat].computer is None:
            return
        why = self.why_kept(seat, turn_time)
        if why is not None:
            raise Refused(why)

    def ends_at(self, turn_time: TurnTime) -> float | None:
        """When the table is closed if nothing is played at it, in epoch seconds; None for never."""
        turn_time = self.granted(turn_time)
        life = turn_time.deserted if self.record.status is Status.PLAYING else turn_time.lobby
        if not life or self.record.status not in OPEN:
            return None
        return turn_time.clock.prolonged(self.clock.changed_at + life, self.clock.changed_at)

    def dues(self, turn_time: TurnTime) -> tuple[float | None, ...]:
        """Due times or None: closing, match clock, vote, phrase, next deal; if paused closing, phrase."""
        said_ends_at = self.said[0].ends_at if self.said else None
        if self.clock.is_paused:
            return self.ends_at(turn_time), said_ends_at
        vote_ends_at = self.voting.due(self.record) if self.voting.votes else None
        next_deal_at = self.next_deal_at(turn_time)
        return self.ends_at(turn_time), self.time_is_up_at, vote_ends_at, said_ends_at, next_deal_at

    def next_deal_at(self, turn_time: TurnTime) -> float | None:
        """When the next deal is dealt automatically, in epoch seconds; None except between deals."""
        question = self.clock.questions.by_seat.get(CHANCE)
        return None if question is None else question.at + turn_time.deal_pause

    def shown_turn(self, turn_time: TurnTime, ahead: int) -> ShownTurn:
        """The asked seats, and due times in calendar time, which is ``ahead`` seconds later."""
        return ShownTurn(
            tuple([seat for seat in self.clock.questions.by_seat if seat >= 0]),
            self.people_asked(),
            min(late_at.values()) + ahead if (late_at := self.late_at(turn_time)) else None,
            self.until_next_deal(turn_time),
            None if self.clock.is_paused else _shown(self.next_deal_at(turn_time), ahead),
            _shown(self.time_is_up_at, ahead),
            self.clock.changed_at + ahead,
            self.clock.is_paused,
            self.record.turn_hours,
        )


def _shown(at: float | None, ahead: int) -> float | None:
    """A counted time as calendar time, ``ahead`` seconds later; None for None."""
    return None if at is None else at + ahead


def _shown_lobby(table: Table) -> ShownLobby:
    if table.record.status is not Status.LOBBY:
        return NO_LOBBY
    unfit = None if table.season is None else why_unfit(table.record, table.season)
    return ShownLobby(table.lobby_news, unfit, partners_of(table.match.game, len(table.record.seats)))


def shown_table(table: Table, turn_time: TurnTime) -> ShownTable:
    """The public view of a table."""
    record, season, ahead = table.record, table.season, turn_time.clock.ahead
    match, votes = table.match, table.voting.votes
    deal_end, dealt_again = split_deal_end(match.deal_end)
    is_told = deal_end and not match.drawn  # the same deal may still be in play at other tables
    played = deal_played(match.game, match.briefing.events) if is_told else None
    # By position: there is one at each act, and names would take twice as long.
    return ShownTable(
        record.id,
        ShownPlace(record.guild_id, record.channel_id, record.parent_id, record.message_id),
        record.host_id,
        record.revision,
        record.status,
        table.seats,
        table.rules,
        ShownMatch(
            match.seen(),
            table.first_time,
            deal_end,
            played,
            dealt_again,
            match.seal(record, is_over=bool(deal_end)),
            None,
            None if season is None else match.league_winners(record, season),
        ),
        table.shown_turn(turn_time, ahead),
        ShownVoting(
            table.voting.shown(turn_time.clock).votes if votes else {},
            table.voting.missing(record) if votes else {},
            table.voting.decided,
            table.may_take_back(),
        ),
        ShownKind(record.counted, record.leaving, record.settled, season, table.of_evening),
        _shown_lobby(table),
        ShownTalk(record.allowed, still_seated(table.said, record.seats) if table.said else ()),
        ShownEnd(record.ended, record.ended_by, _shown(table.ends_at(turn_time), ahead)),
    )
