"""A step of a match worked out: actions applied one after another to a state that is not the table's yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bot.models.stored import LogEntry, Status, TableRecord
from bot.models.stored_results import Results
from bot.table.lobby.taking_over import with_newcomers
from bot.table.match.chance import Chance
from bot.table.match.deal_end import is_scored
from bot.table.match.results import results_of
from bot.table.match.standing_in import is_for_person
from bot.table.match.undo import Past, with_act
from rules.core.actions import Action, Shout
from rules.core.decisions import CHANCE, Decisions, Seat
from rules.core.events import DealScored, DealStarted, Event, MatchWon
from rules.core.protocol import Game


class Step(NamedTuple):
    """What was accepted and all that followed from it, ready to be stored."""

    entries: tuple[LogEntry, ...]
    record: TableRecord
    state: Any
    asked: Decisions
    """What is asked in that state."""
    events: tuple[Event, ...]
    results: Results | None
    past: Past
    forgotten: int = 0
    """How many of the last events have not happened after all: they were taken back."""
    is_no_answer: bool = False
    """Whether its acts say nothing to what is voted on: they follow from a claim, or play themselves."""


class Position(NamedTuple):
    """Where a match is."""

    game: Game[Any]
    state: Any
    past: Past


class Act(NamedTuple):
    """What a seat does; ``user_id`` is None for chance, computers and what the table agreed on."""

    seat: Seat
    action: Action
    user_id: int | None


def next_step(
    position: Position,
    record: TableRecord,
    acts: Sequence[Act],
    now: float,
    chance: Callable[[], Chance],
    *,
    rests: bool = False,
    is_resting: bool = False,
) -> Step:
    """The step of acts, if there are any, and of all that ``chance`` is asked then.

    With ``rests`` the table rests after a deal that was scored: chance is not asked for the next one yet.
    ``is_resting`` is whether it does already.

    Raises:
        IllegalAction: the rules do not allow it.
    """
    game, state, past = position
    entries: list[LogEntry] = []
    events: list[Event] = []
    following = iter(acts)
    act = next(following, None)
    luck: Chance | None = None  # most acts ask nothing of it
    while True:
        if act is not None:
            before, revision = state, record.revision + len(entries) + 1
            state, caused = game.apply(before, act.seat, act.action)
            helped = act.user_id is None and is_for_person(record.seats, act.seat, None)
            past = with_act(past, act.seat, before, caused, is_for_person=helped)
            entries.append(LogEntry(revision, act.seat, act.user_id, str(act.action), now))
            events += caused
        asked = game.decisions(state)
        act = next(following, None)
        if act is not None:
            continue
        if CHANCE not in asked or (rests and (is_resting or is_scored(events))):
            break
        luck = luck or chance()
        act = Act(CHANCE, luck.answer(game, state, asked[CHANCE]), None)
    scored = [event for event in events if isinstance(event, DealScored | MatchWon)]
    results = results_of(record, game, state, scored, now) if scored else None
    is_over = any(isinstance(event, MatchWon) for event in scored)
    is_dealt = luck is not None and any(isinstance(event, DealStarted) for event in events)
    after = (with_newcomers(record) if is_dealt else record)._replace(
        revision=record.revision + len(entries),
        status=Status.FINISHED if is_over else record.status,
    )
    return Step(tuple(entries), after, state, asked, tuple(events), results, past)


def stamped(action: Action, stamp: int) -> Action:
    """A shout with the time it was made, in milliseconds; any other answer as it is."""
    return Shout(stamp) if isinstance(action, Shout) else action
