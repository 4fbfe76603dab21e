"""What a computer would do in somebody's place, and why: the one place where an answer gets its reason."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Final

from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from bot.computers.explaining import why
from bot.computers.games.explaining import explain
from bot.computers.kinds import BEST, find_computer
from bot.computers.played import played, setup_for
from bot.computers.ranking import ranked
from bot.computers.reasons import Advice, Judged, NoChoice, Reason
from rules.core.actions import Action

COUNTED: Final = 100
"""Answers that are counted; more are just many."""


def advise(brief: Brief, random: Random) -> Advice:
    """The answer of the best computer, and its reason."""
    action = find_computer(BEST).choose(brief, random)
    return Advice(action, _reason(brief, action), () if _is_other(brief) else ranked(brief, action))


def _is_other(brief: Brief) -> bool:
    return setup_for(played(brief)) is None


def _reason(brief: Brief, action: Action) -> Reason:
    choices = sum(1 for _ in islice(decision_of(brief).answers(), COUNTED + 1))
    if choices == 1:
        return NoChoice()
    reason = explain(brief, action) if _is_other(brief) else why(brief, action)
    return Judged(choices if choices <= COUNTED else 0) if reason is None else reason
