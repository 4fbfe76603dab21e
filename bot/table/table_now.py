"""A table in memory as it is now: its record, the match replayed from its log. Nothing here changes it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bot.common.errors import (
    Answered,
    NotDealt,
    NotSeated,
    NotStarted,
    NotYourTurn,
    Refused,
    Stale,
    TableOver,
    TooLate,
)
from bot.common.lazy import Later
from bot.computers.brief import Brief
from bot.computers.briefing import Briefing
from bot.models.endings import Leaving
from bot.models.shuffles import DealPlace, seal_of
from bot.models.stored import OPEN, Status, TableRecord
from bot.models.stored_league import TableSeason
from bot.table.ahead import Plan, answer_of
from bot.table.chance import NOTHING_DRAWN, Drawn, Shuffles
from bot.table.deal_end import DealEnd, as_told, is_scored
from bot.table.deal_played import deal_played
from bot.table.earlier_deal import FirstTime
from bot.table.lining_up import partners_of, unfit
from bot.table.lobby_news import NO_NEWS
from bot.table.phrases import Said, still_seated
from bot.table.played_game import game_of
from bot.table.questions import NOTHING_ASKED
from bot.table.rules import table_rules
from bot.table.shown import (
    ShownEnd,
    ShownHand,
    ShownKind,
    ShownLobby,
    ShownMatch,
    ShownPlace,
    ShownRules,
    ShownTable,
    ShownTalk,
    ShownTurn,
    ShownVoting,
    shown_seats,
)
from bot.table.turn_time import GONE_ON, NEXT_DEAL, Turn, TurnTime
from bot.table.undo import Past, open_acts
from bot.table.voting import NO_VOTES
from rules.core.actions import Action
from rules.core.decisions import CHANCE, Decisions, Option, Seat
from rules.core.protocol import Game
from rules.core.views import SeatView, TableView


class TableNow:
    """What holds at an open table: who sits and is asked, what each of them sees, what is due when."""

    def __init__(self, record: TableRecord) -> None:
        self.record = record
        self.lock = asyncio.Lock()
        self.game: Game[Any] = game_of(record)
        self.changed_at = record.created_at
        self.voting = NO_VOTES
        self.said: tuple[Said, ...] = ()
        """What was said last, the oldest first; that is not stored."""
        self.plans: Mapping[Seat, Plan] = {}
        """What players have decided ahead, by seat; that is not stored. Secret."""
        self.scene_began = record.revision
        """The revision with which the present auction or trick began, or the match was read."""
        self.lobby_news = NO_NEWS
        """What everybody is to know before the match; that is not stored."""
        self.drawn: Drawn = NOTHING_DRAWN
        """What chance has drawn beforehand, for several tables at once. Secret."""
        self.first_time: FirstTime | None = None
        """How the deal went before that is played again here; None where the table plays its own."""
        self.of_evening = False
        """Whether an evening has opened it."""
        self.is_in_doubt = False
        """Whether the last change may have been stored although it did not become the present."""
        self.needed_at = float("-inf")
        """When somebody last asked for the table, by the loop's clock."""
        self.taken_up_at = float("-inf")
        """When it was read again after the bot had stopped, by the loop's clock."""
        self.is_paused = False
        """Whether nothing moves by itself until somebody needs the table; not stored."""
        self.is_kept_going = False
        """Whether computers play on though everybody has left: others wait for the table; not stored."""
        self.trick_taken_at: float | None = None
        """When the last act took a trick, in epoch seconds; None if it did not, or before a restart."""
        self.questions = NOTHING_ASKED
        """What each seat is asked, and since when; nothing outside a match."""
        self.season: TableSeason | None = None
        """The season the match is for; who competes in it may have changed since."""
        self._came_back: dict[Seat, float] = {}
        """Who has come back in the present turn, and when; that is not stored."""
        self._state: Any = None
        self._asked: Decisions = {}
        self._deal_end: DealEnd = ()
        self._began_at: float | None = None
        """When the first action of the match was stored, in epoch seconds."""
        self._past: Past = ()
        self._shuffles = Shuffles()
        self._seal: tuple[int, str] | None = None
        self._rules = table_rules(self.game)
        self._view: Later[TableView] | None = None
        self._seats = shown_seats(record.seats)
        self._briefing = Briefing(self.game)

    def __repr__(self) -> str:
        return f"<Table {self.record.id}, revision {self.revision}>"

    @property
    def revision(self) -> int:
        """How often the table has changed."""
        return self.record.revision

    def check(self, table_id: int | None = None, revision: int | None = None) -> None:
        """Check what a control says of the table it was drawn for.

        Raises:
            TableOver: it was another table, or this one is closed.
            Stale: the table has changed since.
        """
        if (table_id is not None and table_id != self.record.id) or self.record.status not in OPEN:
            raise TableOver
        if revision is not None and revision != self.revision:
            raise Stale

    def own_seat(self, user_id: int) -> Seat:
        """The seat of a person.

        Raises:
            NotSeated: the person does not sit here.
        """
        seat = self.record.seat_of(user_id)
        if seat is None:
            raise NotSeated
        return seat

    def playing_seat(self, user_id: int, table_id: int | None = None) -> Seat:
        """The seat of a person in a match that goes on: with a control drawn for a table, or in words.

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
        return {seat.user_id: seat.name for seat in self._seats if seat.user_id is not None}

    def answering_seat(self, user_id: int, table_id: int | None, revision: int | None) -> Seat:
        """The seat of a person who answers: with a control drawn for a table and revision, or in words.

        Raises:
            TableOver: the control belongs to another table.
            NotSeated: the person does not sit here.
            NotStarted: there is no match.
            Answered: a race is on, and the person has answered or has nothing to answer.
            NotYourTurn: somebody else is asked, or the next deal is to be dealt first.
            Stale: the person is asked something else by now, or nothing any more.
        """
        seat = self.playing_seat(user_id, table_id)
        if seat not in self.questions.by_seat:
            if self.questions.wait is not None and any(other >= 0 for other in self.questions.by_seat):
                raise Answered
            if revision not in {None, self.revision}:
                raise Stale
            raise NotDealt if self.is_between_deals else NotYourTurn
        if revision is not None and not self.questions.is_asked(seat, revision, self.revision):
            raise Stale
        return seat

    def calling_seat(self, user_id: int, table_id: int | None, revision: int | None, stamp: int) -> Seat:
        """The seat of a person who calls in a race, at a time in milliseconds since the epoch.

        Raises:
            TooLate: nothing may be called by that person now, or could at that time.
            Refused: there is no such table or match, or the person does not sit here.
        """
        try:
            seat = self.answering_seat(user_id, table_id, revision)
        except (Stale, NotYourTurn):
            raise TooLate from None
        if revision is None:
            self.questions.check_call(seat, stamp)
        return seat

    def computer_to_ask(self) -> Seat | None:
        """A seat that is asked and answered by a computer, if any."""
        seats = self.record.seats
        return next((seat for seat in self.questions.by_seat if seat >= 0 and seats[seat].computer), None)

    @property
    def asks_somebody(self) -> bool:
        """Whether the match goes on; by chance only between deals: else it is stored with what led to it."""
        asked = self.game.decisions(self._state)
        return bool(asked) and (CHANCE not in asked or is_scored(self._deal_end))

    @property
    def is_between_deals(self) -> bool:
        """Whether a deal is over, and the next one is not dealt yet."""
        return CHANCE in self.questions.by_seat

    def may_deal(self, revision: int | None) -> bool:
        """Whether the next deal is still to be dealt, after the one a control was drawn for."""
        return self.is_between_deals and (
            revision is None or self.questions.is_asked(CHANCE, revision, self.revision)
        )

    def next_deal_at(self, turn_time: TurnTime) -> float | None:
        """When the next deal is dealt by itself, in epoch seconds; None where one is under way."""
        question = self.questions.by_seat.get(CHANCE)
        return None if question is None else question.at + turn_time.deal_pause

    def people_asked(self) -> tuple[Seat, ...]:
        """Seats that are asked and answered by a person."""
        seats = self.record.seats
        return tuple([seat for seat in self.questions.by_seat if seat >= 0 and not seats[seat].computer])

    def keeps_others_waiting(self) -> bool:
        """Whether people are asked, others wait for them, and no clock goes on without them."""
        return bool(self.people_asked()) and self.questions.wait is None and len(self.record.seats) > 1

    @property
    def is_left_to_computers(self) -> bool:
        """Whether no person answers for any seat."""
        return all(who.computer is not None for who in self.record.seats)

    @property
    def waits_for_people(self) -> bool:
        """Whether everybody has left, so that nothing is played until one of them is back."""
        return self.is_left_to_computers and not self.is_kept_going

    @property
    def time_is_up_at(self) -> float | None:
        """When the clock calls time; None where the match is not played by it, or it has been called."""
        is_running = self._rules.is_timed and self.record.status is Status.PLAYING
        if self._began_at is None or not is_running:
            return None
        limit = self.game.time_limit(self._state)
        return None if limit is None else self._began_at + limit

    @property
    def is_over(self) -> bool:
        """Whether there has been a match that nobody is asked anything in any more."""
        return self._state is not None and not self.game.decisions(self._state)

    @property
    def may_sleep(self) -> bool:
        """Whether all there is to know of the table is stored, and nothing moves at it by itself."""
        return not (
            self.voting.votes
            or self.said
            or self.plans
            or self.lobby_news != NO_NEWS
            or self.is_in_doubt
            or self._came_back
            or self.questions.wait is not None
            or (self.computer_to_ask() is not None and not self.is_paused)
        )

    def seal(self, *, is_over: bool) -> str | None:
        """The seal of the deal under way, or of the next one where that is over; None if it has no seed."""
        record = self.record
        is_sealed = self._rules.is_shuffled and not self.drawn and record.status in OPEN
        if record.seed is None or not is_sealed:
            return None
        number = max(self._shuffles.deals + is_over, 1)
        if self._seal is None or self._seal[0] != number:
            place = DealPlace(record.guild_id, record.id, number)
            self._seal = number, seal_of(place, record.seed.of_deal(number))
        return self._seal[1]

    def match(self) -> Later[TableView] | None:
        """What everyone sees of the match; None before it."""
        if self._view is None and self._state is not None:
            self._view = Later(partial(self.game.table_view, self._state, self._asked))
        return self._view

    def table_view(self) -> TableView | None:
        """The same, looked at now."""
        match = self.match()
        return None if match is None else match.value

    def seat_view(self, seat: Seat) -> SeatView:
        """What one seat sees of the match.

        Raises:
            NotStarted: there is no match.
        """
        return self.own(seat).value

    def own(self, seat: Seat) -> Later[SeatView]:
        """What one seat sees of the match as it is now, whenever that is looked at.

        Raises:
            NotStarted: there is no match.
        """
        match = self.match()
        if match is None:
            raise NotStarted
        return Later(partial(_seen_from, seat, self.game, self._state, self._asked, match))

    def hand(self, seat: Seat, shown: ShownTable) -> ShownHand:
        """What one seat sees of the match, beside what everyone may know of the table.

        Raises:
            NotStarted: there is no match.
        """
        question = self.questions.by_seat.get(seat)
        return ShownHand(shown, self.own(seat), asked_since=None if question is None else question.revision)

    def decided_ahead(self) -> tuple[Seat, Action] | None:
        """What somebody who is asked has decided ahead; None where it is for the player to answer."""
        for seat in self.people_asked():
            plan = self.plans.get(seat)
            action = None if plan is None else answer_of(plan, self.seat_view(seat))
            if action is not None:
                return seat, action
        return None

    def brief(self, seat: Seat) -> Brief:
        """What a computer on a seat is told."""
        return self._briefing.of_view(self.seat_view(seat))

    @property
    def deal(self) -> int:
        """The number of the deal; 0 outside a match."""
        return 0 if self._state is None else self.game.deal(self._state)

    def turn(self, seat: Seat) -> Turn | None:
        """The turn of a seat that is asked; None where nobody waits for it."""
        question = self.questions.by_seat.get(seat)
        if seat < 0 or question is None or self.questions.wait is not None:
            return None
        who, came_back_at = self.record.seats[seat], self._came_back.get(seat)
        if who.user_id is None:
            return None
        return Turn(seat, who, self.deal, question.asked_at, came_back_at, self.record.has_company(seat))

    def granted(self, turn_time: TurnTime) -> TurnTime:
        """What is granted here, where so much is at any other table."""
        return turn_time.at(self.record) if self.record.turn_hours else turn_time

    def late_at(self, turn_time: TurnTime) -> dict[Seat, float]:
        """When a computer steps in for each of the people who keep others waiting, in epoch seconds."""
        turn_time = self.granted(turn_time)
        if not turn_time.limit or not self.keeps_others_waiting():
            return {}
        turns = [turn for seat in self.people_asked() if (turn := self.turn(seat))]
        dues = {turn.seat: turn_time.due(turn) for turn in turns}
        return {seat: due for seat, due in dues.items() if due is not None}

    def charged(self, seat: Seat, now: float, turn_time: TurnTime) -> TableRecord:
        """The record with what the turn of a seat has taken of its player's time bank so far."""
        turn = self.turn(seat)
        if turn is None:
            return self.record
        return self.record.with_seat(seat, self.granted(turn_time).after(turn, now))

    def until_next_deal(self, turn_time: TurnTime) -> tuple[Seat, ...]:
        """Seats that a computer keeps for this deal: time is used up, and others are there who wait."""
        if not turn_time.limit or self.record.status is not Status.PLAYING or self.is_between_deals:
            return ()
        return tuple(
            seat
            for seat, who in enumerate(self.record.seats)
            if who.time_used and who.is_away and self._is_kept(seat, turn_time)
        )

    def _is_kept(self, seat: Seat, turn_time: TurnTime) -> bool:
        """Whether the time of a player is used up, and others are there who wait."""
        return self.record.has_company(seat) and self.granted(turn_time).is_used_up(
            self.record.seats[seat], self.deal
        )

    def why_kept(self, seat: Seat, turn_time: TurnTime) -> str | None:
        """Why a computer keeps the seat of somebody who would come back; None where they may."""
        if self.record.seats[seat].is_out and self.record.has_company(seat):
            return GONE_ON
        return NEXT_DEAL if seat in self.until_next_deal(turn_time) else None

    def check_may_come_back(self, seat: Seat, turn_time: TurnTime) -> None:
        """Check that somebody may answer, for whom a computer stands in perhaps.

        Raises:
            Refused: the computer keeps the seat.
        """
        if self.record.seats[seat].computer is None:
            return
        why = self.why_kept(seat, turn_time)
        if why is not None:
            raise Refused(why)

    def rulings(self) -> tuple[Option, ...]:
        """What a referee may rule now.

        Raises:
            NotStarted: there is no match.
        """
        if self.record.status is not Status.PLAYING:
            raise NotStarted
        return self.game.rulings(self._state)

    def may_take_back(self) -> tuple[Seat, ...]:
        """Seats whose last act may be taken back, where the house rules allow it at all."""
        take_back = self._rules.take_back
        if take_back == "no" or self.record.counted or self.record.status is not Status.PLAYING:
            return ()
        acts = open_acts(self._past if take_back == "consent" else self._past[-1:])
        return tuple(sorted({act.seat for act in acts}))

    def with_leavers(self, record: TableRecord) -> TableRecord:
        """A record of this table with the points that players leave with, where leaving is a forfeit.

        They have left who are away in it and are not yet.
        """
        if self._state is None or record.leaving is not Leaving.FORFEIT:
            return record
        before = self.record.seats
        left = [seat for seat, who in enumerate(record.seats) if who.is_away and not before[seat].is_away]
        for side in self.game.table_view(self._state).totals if left else ():
            for seat in set(side.seats).intersection(left):
                record = record.with_seat(seat, replace(record.seats[seat], left_with=side.total))
        return record

    def shown(self, turn_time: TurnTime) -> ShownTable:
        """What everyone may know of the table."""
        record = self.record
        deal_end, dealt_again = as_told(self._deal_end)
        is_told = deal_end and not self.drawn  # the same deal may go on at other tables
        played = deal_played(self.game, self._briefing.events) if is_told else None
        # By position: there is one at each act, and names would take several times as long.
        return ShownTable(
            record.id,
            ShownPlace(record.guild_id, record.channel_id, record.parent_id, record.message_id),
            record.host_id,
            record.revision,
            record.status,
            self._seats,
            ShownRules(
                self.game.about,
                self.game.options,
                self._rules.changes,
                record.rules_version,
                self.game.words,
                self._rules.has_claims,
                record.rules_name,
            ),
            ShownMatch(
                self.match(),
                self.first_time,
                deal_end,
                played,
                dealt_again,
                self.seal(is_over=bool(deal_end)),
            ),
            self._turn(turn_time),
            ShownVoting(
                self.voting.votes,
                self.voting.missing(record) if self.voting.votes else {},
                self.voting.decided,
                self.may_take_back(),
            ),
            ShownKind(record.counted, record.leaving, record.settled, self.season, self.of_evening),
            ShownLobby(
                self.lobby_news,
                None if self.season is None else unfit(record, self.season),
                partners_of(self.game, len(record.seats)) if record.status is Status.LOBBY else (),
            ),
            ShownTalk(record.allowed, still_seated(self.said, record.seats) if self.said else ()),
            ShownEnd(record.ended, record.ended_by, self.ends_at(turn_time)),
        )

    def _turn(self, turn_time: TurnTime) -> ShownTurn:
        """Who is asked something, and what happens when by the clock."""
        return ShownTurn(
            tuple([seat for seat in self.questions.by_seat if seat >= 0]),
            self.people_asked(),
            min(self.late_at(turn_time).values(), default=None),
            self.until_next_deal(turn_time),
            None if self.is_paused else self.next_deal_at(turn_time),
            self.time_is_up_at,
            self.changed_at,
            self.is_paused,
            self.record.turn_hours,
        )

    def ends_at(self, turn_time: TurnTime) -> float | None:
        """When the table is closed if nothing is played at it, in epoch seconds; None for never."""
        turn_time = self.granted(turn_time)
        life = turn_time.deserted if self.record.status is Status.PLAYING else turn_time.lobby
        return self.changed_at + life if life and self.record.status in OPEN else None

    def dues(self, turn_time: TurnTime) -> tuple[float | None, ...]:
        """When it is closed if nothing is played, time is called, a vote counted, a phrase over."""
        said_ends_at = self.said[0].ends_at if self.said else None
        if self.is_paused:
            return self.ends_at(turn_time), said_ends_at
        vote_ends_at = self.voting.due if self.voting.votes else None
        return self.ends_at(turn_time), self.time_is_up_at, vote_ends_at, said_ends_at


def _seen_from(
    seat: Seat,
    game: Game[Any],
    state: Any,  # noqa: ANN401  (each game has a state of its own)
    asked: Decisions,
    match: Later[TableView],
) -> SeatView:
    return game.seat_view(state, seat, match.value, asked)
