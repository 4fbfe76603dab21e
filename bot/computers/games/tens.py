"""Tens: slaps the number that is asked for, and nothing else."""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief
from rules.core.actions import PASS, SHOUT, Action
from rules.games.tens import CENTRE, TensRules


def choose(brief: Brief, _: Random) -> Action:
    """Slap the card in the centre, or let it pass."""
    number = brief.options.get("number", TensRules().number)
    centre = next(zone for zone in brief.view.table.zones if zone.kind == CENTRE)
    return SHOUT if centre.shown[-1].rank == number else PASS
