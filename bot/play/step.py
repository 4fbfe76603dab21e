"""A step of a match worked out: actions applied one after another to a state that is not the table's yet."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from bot.play.results import results_of
from bot.play.undo import Past, with_act
from bot.store.stored import LogEntry, Status, TableRecord
from bot.store.stored_results import Results
from rules.core.actions import Action, Shout
from rules.core.decisions import CHANCE, Seat
from rules.core.events import Event, MatchWon
from rules.core.protocol import Game


class Step(NamedTuple):
    """What was accepted and all that followed from it, ready to be stored."""

    entries: tuple[LogEntry, ...]
    record: TableRecord
    state: Any
    events: tuple[Event, ...]
    results: Results | None
    past: Past
    forgotten: int = 0
    """How many of the last events have not happened after all: they were taken back."""


class Chain:
    """Actions one after another, from a state of a match on."""

    def __init__(self, game: Game[Any], record: TableRecord, state: Any, past: Past, now: float) -> None:  # noqa: ANN401  (each game has a state of its own)
        self._game = game
        self._record = record
        self._state = state
        self._past = past
        self._now = now
        self._entries: list[LogEntry] = []
        self._events: list[Event] = []

    def act(self, seat: Seat, action: Action, user_id: int | None) -> None:
        """Let a seat act.

        Raises:
            IllegalAction: the rules do not allow it.
        """
        before = self._state
        self._state, events = self._game.apply(before, seat, action)
        self._past = with_act(self._past, seat, before, events)
        revision = self._record.revision + len(self._entries) + 1
        self._entries.append(LogEntry(revision, seat, user_id, str(action), self._now))
        self._events += events

    def let_chance_act(self, random: Random) -> None:
        """Let chance do all that it is asked."""
        while (chance := self._game.decisions(self._state).get(CHANCE)) is not None:
            self.act(CHANCE, chance.sample(random), None)

    def step(self) -> Step:
        """All of it as one step."""
        results = results_of(self._record, self._game, self._events, self._now)
        is_over = any(isinstance(event, MatchWon) for event in self._events)
        record = replace(
            self._record,
            revision=self._record.revision + len(self._entries),
            status=Status.FINISHED if is_over else self._record.status,
        )
        return Step(tuple(self._entries), record, self._state, tuple(self._events), results, self._past)


def stamped(action: Action, stamp: int) -> Action:
    """A shout with the time it was made, in milliseconds; any other answer as it is."""
    return Shout(stamp) if isinstance(action, Shout) else action
