"""Tens: slaps the number that is asked for, and nothing else."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief
from rules.core.actions import PASS, SHOUT, Action
from rules.games.tens.facts import Pile, TensFacts


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """Slap if the top card has the number to slap; else pass."""
    table = brief.view.table
    assert isinstance(table.facts, TensFacts)
    (center,) = (zone for zone in table.zones if zone.kind == Pile.CENTER)
    return SHOUT if center.shown[-1].rank == table.facts.number else PASS
