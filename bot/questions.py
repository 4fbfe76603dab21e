"""What each seat is asked, since when: a press is outdated only when its own seat's question has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.decisions import Decision, Decisions, Seat


class Question(NamedTuple):
    """A question to a seat, the revision of the table it arose with, and when that was."""

    decision: Decision
    revision: int
    at: float
    """Seconds since the epoch."""


Questions = Mapping[Seat, Question]


def asked(before: Questions, decisions: Decisions, revision: int, at: float) -> Questions:
    """The questions after a change: one that is asked still is as old as it was."""
    return {
        seat: before[seat]
        if seat in before and before[seat].decision == decision
        else Question(decision, revision, at)
        for seat, decision in decisions.items()
    }
