"""First sight: a computer player's answer without its search, within milliseconds, never a random one."""

from __future__ import annotations

from random import Random

from bot.computers.bidding_games.pressure import FIRST_SIGHT, under
from bot.computers.brief import Brief, decision_of
from bot.computers.kinds import BEST, find_computer, is_known
from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from rules.core.actions import PASS, Action
from rules.core.decisions import Decision, options_of


def first_sight(kind: str, brief: Brief, random: Random) -> Action:
    """A legal answer at first sight, in at most 10 ms, so that it can run on the event loop.

    An unknown kind answers as the best. If the player fails, the answer is the plainest legal one.
    """
    try:
        computer = find_computer(kind if is_known(kind) else BEST)
        level = computer.level if isinstance(computer, Steady) else CHAMPION
        return Steady(under(level, FIRST_SIGHT)).choose(brief, random)
    except Exception:  # noqa: BLE001  (the table must continue; the caller has logged what failed before)
        return plainest(decision_of(brief))


def plainest(decision: Decision) -> Action:
    """The answer that commits to least: a pass, else the lowest cards or number, else the first option."""
    if decision.accepts(PASS):
        return PASS
    options = sorted(options_of(decision), key=lambda option: option.needs_confirmation)  # grave ones last
    actions = [option.action for option in options]
    first = next((answer for answer in decision.answers() if answer not in actions), None)
    return actions[0] if first is None else first
