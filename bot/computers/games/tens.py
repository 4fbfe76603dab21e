"""The computer player of Tens: slaps cards of the called number only."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief
from bot.computers.games.reasons import Called, OtherReason
from rules.core.actions import PASS, SHOUT, Action, Pass, Shout
from rules.games.tens.facts import Pile, TensFacts


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """Slap the top card of the center if it is of the called number; else pass."""
    table = brief.view.table
    assert isinstance(table.facts, TensFacts)
    (center,) = (zone for zone in table.zones if zone.kind == Pile.CENTER)
    return SHOUT if center.shown[-1].rank == table.facts.number else PASS


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a slap or a pass: whether the card turned up is of the number called."""
    facts = brief.view.table.facts
    if not isinstance(facts, TensFacts) or not isinstance(action, Shout | Pass):
        return None
    (center,) = (zone for zone in brief.view.table.zones if zone.kind == Pile.CENTER)
    return Called(facts.number, center.shown[-1].rank == facts.number)
