"""Replaying a match from its log."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from bot.computers.brief import Briefing
from bot.models.stored_tables import TAKE_BACK, LogEntry, SeatRecord
from bot.table.match.deal_end import DealEnd, deal_end_after
from bot.table.match.standing_in import is_for_person
from bot.table.match.step import Past, PastAct, last_act, with_act
from bot.table.turns.questions import NOTHING_ASKED, Questions
from rules.core.actions import parse_action
from rules.core.decisions import Decisions
from rules.core.events import Event
from rules.core.protocol import Game, IllegalAction

RECENT: Final = 32
"""Last entries of a log, among which the open questions arose."""
# States have no snapshots: replaying 1,500 actions takes 9 to 53 ms, by game.
SLICE: Final = 100
"""Entries of a long log played at once: some milliseconds. The recent ones take as long each."""


class Replayed(NamedTuple):
    """A match replayed from its log: state, questions, acts to take back, and what has been told."""

    state: Any
    asked: Decisions
    """The open decisions in that state."""
    questions: Questions
    past: Past
    briefing: Briefing[Any]
    deal_end: DealEnd


class LinePlayed(NamedTuple):
    """A line of a log played again: an act, or the taking back of some."""

    entry: LogEntry
    before: Any
    """The state it was done in."""
    state: Any
    """The one it led to."""
    events: tuple[Event, ...]
    past: Past
    """The acts that may be taken back after it."""
    undone: tuple[PastAct, ...] = ()
    """The acts that a take-back undid; then there are no events."""


def lines_played(
    game: Game[Any], seats: Sequence[SeatRecord], log: Iterable[LogEntry]
) -> Iterator[LinePlayed]:
    """Replay a match lazily, line by line.

    Raises:
        IllegalAction: the log does not fit the rules.
        ValueError: the log has a line that is no action.
    """
    state = game.start(len(seats))
    past: Past = ()
    for entry in log:
        before = state
        if entry.action == TAKE_BACK:
            index = last_act(past, entry.seat)
            if index is None:
                raise IllegalAction("There's nothing to take back.")
            undone, state, past = past[index:], past[index].before, past[:index]
            yield LinePlayed(entry, before, state, (), past, undone)
        else:
            state, events = game.apply(before, entry.seat, parse_action(entry.action))
            helped = is_for_person(seats, entry.seat, entry.user_id)
            past = with_act(past, entry.seat, before, events, is_for_person=helped)
            yield LinePlayed(entry, before, state, events, past)


def replaying(
    game: Game[Any], seats: Sequence[SeatRecord], log: Sequence[LogEntry]
) -> Generator[None, None, Replayed]:
    """Replay a match, yielding between slices so that other tasks run: a long one takes seconds.

    Raises as ``lines_played``.
    """
    state, briefing, questions = game.start(len(seats)), Briefing(game), NOTHING_ASKED
    past: Past = ()
    deal_end: DealEnd = ()
    asked: Decisions = {}
    recent = len(log) - RECENT
    for place, played in enumerate(lines_played(game, seats, log)):
        if place % SLICE == SLICE - 1 or place > max(recent, SLICE):
            yield
        entry, state, past = played.entry, played.state, played.past
        briefing.hear(played.events, sum(act.events for act in played.undone))
        deal_end = deal_end_after(deal_end, played.events)
        if place >= recent:
            asked = game.decisions(state)
            questions = questions.after({entry.seat}, asked, entry.revision, entry.at)
    return Replayed(state, asked, questions, past, briefing, deal_end)
