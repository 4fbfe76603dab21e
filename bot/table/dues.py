"""Due times of a table: when a computer answers, a player is reminded, a vote ends."""

from __future__ import annotations

from collections.abc import Container
from math import inf
from typing import Final, NamedTuple

from bot.table.desk.table import Table
from bot.table.manager import GameManager
from bot.table.turns.ahead import answer_of, only_play
from bot.table.turns.questions import Question
from rules.core.about import Kind
from rules.core.actions import Action
from rules.core.decisions import CLOCK, Seat, Wait

HEAD_START: Final = 0.5
"""Share of the pace a computer has for thinking. Its answer then waits till the pace is over: from how long
it takes no player learns whether it had a choice, or how hard that was."""
SECOND_LOOK: Final = 2
"""Factor on the pace of a computer that answers a person who may still take the play back: 2.4 seconds where
it is 1.2. A slip is seen in about two, and a deal of thirteen tricks gets a quarter of a minute longer.
"""
KINDS: Final[frozenset[Kind]] = frozenset({"bidding", "tricks"})
"""Kinds of games in which tricks are taken."""


class Paces(NamedTuple):
    """Pace of computers, pauses and reminders, in seconds."""

    pace: float
    """The time a computer takes for an answer."""
    trick_pause: float
    """Added to it after a trick."""
    last_card_pause: float
    """After which the last card of a hand plays itself; 0 for never."""
    by_hand: Container[int]
    """Users who play their last card themselves."""
    remind_after: float
    """After which players are reminded; 0 for never."""
    pause_after: float
    """Until a match without people pauses; 0 for never."""


class Thought(NamedTuple):
    """A computer's chosen answer, held until it is due, with its seat and the table's revision."""

    seat: Seat
    revision: int
    action: Action


class OwnAct(NamedTuple):
    """An automatic action of a present player, and when it is due, in epoch seconds. Secret until then."""

    seat: Seat
    action: Action
    at: float

    def __repr__(self) -> str:
        return f"<an automatic action of seat {self.seat}>"


class Dues:
    """Due times of tables in epoch seconds, with computers' waiting answers and the hidden tables."""

    def __init__(self, tables: GameManager, paces: Paces) -> None:
        self._tables = tables
        self._paces = paces
        self.thoughts: Final[dict[int, Thought]] = {}
        """Answers that wait for their time, by table."""
        self.hidden: Final[set[int]] = set()
        """Ids of tables that Discord does not show."""
        self._reminded: dict[int, tuple[float, tuple[Seat, ...]]] = {}
        """When each table last changed, in epoch seconds, and the seats reminded since then."""

    def forget(self, table_id: int) -> None:
        """Drop a table that is over: that it is hidden, a computer's waiting answer, and its reminders."""
        self.hidden.discard(table_id)
        self.thoughts.pop(table_id, None)
        self._reminded.pop(table_id, None)

    def note_reminded(self, table: Table, seats: tuple[Seat, ...]) -> None:
        """Note that the players of these seats, too, have been reminded in the present turn."""
        self._reminded[table.record.id] = table.clock.changed_at, (*self._reminded_at(table), *seats)

    def next_at(self, table: Table) -> float | None:
        """Earliest due time of a table, in epoch seconds; None if nothing is due. One in doubt is due now."""
        if table.is_in_doubt:
            return self._tables.desk.now()
        dues = (*table.dues(self._tables.desk.turn_time), self.unseen_until(table))
        if not table.clock.is_paused:
            dues += self.of_turns(table)
        return min((due for due in dues if due is not None), default=None)

    def unseen_until(self, table: Table) -> float | None:
        """When a table that Discord does not show is closed; None for a visible one."""
        return self._tables.unseen.ends_at(table.record.id) if table.record.id in self.hidden else None

    def of_turns(self, table: Table) -> tuple[float | None, ...]:
        """Due times of computers, the clock, automatic actions and people; None for what is not due."""
        own = self.own_act(table)
        own_at = None if own is None else own.at
        return self.of_computer(table), self.of_clock(table), own_at, self._of_people(table)

    def of_computer(self, table: Table) -> float | None:
        """When the first asked computer starts thinking or, if it has thought, answers; None without one."""
        seat = table.computer_to_ask()
        question = None if seat is None else table.clock.questions.by_seat.get(seat)
        if question is None:
            return None
        thought = self.thoughts.get(table.record.id)
        has_thought = thought is not None and thought[:2] == (seat, table.revision)
        return question.at + self.pace_of(table, question) * (1 if has_thought else 1 - HEAD_START)

    def pace_of(self, table: Table, question: Question) -> float:
        """Seconds a computer takes for an answer; longer after a trick or a person, so that people see it."""
        shows_trick = question.at == table.clock.trick_taken_at and not table.is_left_to_computers
        seconds = self._paces.pace + (self._paces.trick_pause if shows_trick else 0)
        return max(seconds, SECOND_LOOK * self._paces.pace) if _follows_a_slip(table) else seconds

    def of_clock(self, table: Table) -> float | None:
        """When the clock answers its question; None without one."""
        question = table.clock.questions.by_seat.get(CLOCK)
        if question is None or not isinstance(question.decision, Wait):
            return None
        return question.at + question.decision.seconds

    def own_act(self, table: Table) -> OwnAct | None:
        """The action due without a press for a present player: decided ahead, or the last card; else None.

        What was decided ahead takes as long as a computer's answer.
        """
        ahead = planned_action(table) if table.plans else None
        if ahead is None:
            return self._last_card(table) if self._paces.last_card_pause else None
        question = table.clock.questions.by_seat[ahead[0]]
        return OwnAct(*ahead, question.at + self.pace_of(table, question))

    def _last_card(self, table: Table) -> OwnAct | None:
        """The play of the last card of the one asked player, in games of ``KINDS``; None with a choice.

        None also for users who play it themselves. The number of cards in a hand is public, so an automatic
        play reveals nothing.
        """
        if table.match.game.about.kind not in KINDS or len(table.clock.questions.by_seat) != 1:
            return None
        [(seat, question)] = table.clock.questions.by_seat.items()
        play = only_play(question.decision)
        who = table.record.seats[seat] if seat >= 0 else None
        if play is None or who is None or who.computer is not None or who.user_id in self._paces.by_hand:
            return None
        return OwnAct(seat, play, question.at + self._paces.last_card_pause)

    def _of_people(self, table: Table) -> float | None:
        """When people are reminded, or a computer stands in."""
        late_at = table.late_at(self._tables.desk.turn_time)
        return min((*self.reminders(table).values(), *late_at.values()), default=None)

    def reminders(self, table: Table) -> dict[Seat, float]:
        """When each seat is reminded in this turn, in epoch seconds; seats already reminded are left out.

        So are those a computer stands in for before the reminder is due. Leaving and coming back start no
        new turn.
        """
        if not self._paces.remind_after or not table.keeps_others_waiting():
            return {}
        late_at, now = table.late_at(self._tables.desk.turn_time), self._tables.desk.now()
        reminded = self._reminded_at(table)
        wanted = [
            (seat, self._remind_at(table, seat)) for seat in table.people_asked() if seat not in reminded
        ]
        return {seat: at for seat, at in wanted if at is not None and late_at.get(seat, inf) > max(at, now)}

    def _remind_at(self, table: Table, seat: Seat) -> float | None:
        """When an asked seat is reminded; at a slow table by the player's setting, None for never.

        Not while the player is pressing things: after their last press it waits as long as after a change.
        """
        pressed_at = table.clock.pressed_at.get(table.record.seats[seat].user_id or 0, -inf)
        turn = table.turn(seat) if table.record.turn_hours else None
        if turn is None:
            began = max(table.clock.changed_at, pressed_at)
            return self._tables.desk.turn_time.reminder_at(began, self._paces.remind_after)
        granted = table.granted(self._tables.desk.turn_time)
        at = granted.remind_at(turn, self._paces.remind_after, self._tables.desk.now())
        return None if at is None else max(at, pressed_at + self._paces.remind_after)

    def _reminded_at(self, table: Table) -> tuple[Seat, ...]:
        """Seats reminded in this turn."""
        changed_at, seats = self._reminded.get(table.record.id, (0.0, ()))
        return seats if changed_at == table.clock.changed_at else ()


def _follows_a_slip(table: Table) -> bool:
    """Whether a computer of its own seat answers a person, who may take that back without asking.

    One that stands in does not wait: its player has had the time.
    """
    past, seat = table.match.past, table.computer_to_ask()
    if not past or seat is None or table.record.seats[seat].user_id is not None:
        return False
    return past[-1].seat in table.may_take_back(alone=True)


def planned_action(table: Table) -> tuple[Seat, Action] | None:
    """Seat and action of an asked player who decided ahead; None without one."""
    for seat in table.people_asked():
        plan = table.plans.get(seat)
        action = None if plan is None else answer_of(plan, table.match.seat_view(seat))
        if action is not None:
            return seat, action
    return None
