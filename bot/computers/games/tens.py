"""The computer player of Tens: slaps cards of the called number only."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief
from rules.core.actions import PASS, SHOUT, Action
from rules.games.tens.facts import Pile, TensFacts


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """Slap the top card of the center if it is of the called number; else pass."""
    table = brief.view.table
    assert isinstance(table.facts, TensFacts)
    (center,) = (zone for zone in table.zones if zone.kind == Pile.CENTER)
    return SHOUT if center.shown[-1].rank == table.facts.number else PASS
