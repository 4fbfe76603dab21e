"""Advice: the champion's answer for a seat, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Final

from bot.computers.bidding_games.played import played, setup_for
from bot.computers.brief import Brief, decision_of
from bot.computers.games.explaining import explain
from bot.computers.hints.explaining import why
from bot.computers.hints.ranking import ranked
from bot.computers.hints.reasons import Advice, Judged, NoChoice, Reason
from bot.computers.kinds import BEST, find_computer
from bot.computers.memory import Memory
from bot.computers.steady import considered
from rules.core.decisions import Decision

COUNTED: Final = 100
"""Up to so many answers are counted."""


def advise(brief: Brief, random: Random) -> Advice:
    """The answer of the strongest computer to a brief, with its reason."""
    what, decision = played(brief), decision_of(brief)
    setup = setup_for(what)
    if setup is None:
        action = find_computer(BEST).choose(brief, random)
        return Advice(action, _reason(decision, lambda: explain(brief, action)))
    memory = Memory(brief, setup)  # one, so that a card is searched for once
    action = considered(memory, what, decision)
    reason = _reason(decision, lambda: why(memory, what, decision, action))
    return Advice(action, reason, ranked(memory, what, decision, action))


def _reason(decision: Decision, find: Callable[[], Reason | None]) -> Reason:
    """The reason found for an answer; else the number of answers there were."""
    choices = sum(1 for _ in islice(decision.answers(), COUNTED + 1))
    if choices == 1:
        return NoChoice()
    found = find()
    return Judged(choices if choices <= COUNTED else 0) if found is None else found
