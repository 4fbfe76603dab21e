"""Advice: the champion's answer for a seat, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Final

from bot.computers.bidding_games.played import played, setup_for
from bot.computers.brief import Brief, decision_of
from bot.computers.games.players import PLAYERS
from bot.computers.hints.explaining import why
from bot.computers.hints.ranking import ranked
from bot.computers.hints.reasons import Advice, Judged, NoChoice, Reason
from bot.computers.kinds import BEST, find_computer
from bot.computers.memory import Memory
from bot.computers.steady import considered
from rules.core.decisions import Decision

COUNTED: Final = 100
"""Most answers that are counted exactly."""


def advise(brief: Brief, random: Random) -> Advice:
    """The best computer's answer to a brief, its reason and the answers it compared."""
    game_key, decision = played(brief), decision_of(brief)
    setup = setup_for(game_key)
    if setup is None:
        action = find_computer(BEST).choose(brief, random)
        return Advice(action, _reason(decision, lambda: PLAYERS[brief.game].explain(brief, action)))
    memory = Memory(brief, setup)  # one, so that a card is searched for once
    action = considered(memory, game_key, decision)
    reason = _reason(decision, lambda: why(memory, game_key, decision, action))
    return Advice(action, reason, ranked(memory, game_key, decision, action))


def _reason(decision: Decision, find: Callable[[], Reason | None]) -> Reason:
    """The reason that ``find`` returns; NoChoice for a single answer, Judged if it returns None."""
    choices = sum(1 for _ in islice(decision.answers(), COUNTED + 1))
    if choices == 1:
        return NoChoice()
    found = find()
    return Judged(choices if choices <= COUNTED else 0) if found is None else found
