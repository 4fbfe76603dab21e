"""Steady as it once was, so that a duel shows what has become of it: the values it played by then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from types import MappingProxyType, ModuleType
from typing import Final

from bot.computers import bidding
from bot.computers.brief import Brief
from bot.computers.steady import Steady
from rules.core.actions import Action

THEN: Final[Mapping[tuple[ModuleType, str], object]] = MappingProxyType(
    {
        (bidding, "EAGER"): bidding.EAGER | {"set_back": 0.3},
        (bidding, "RESPECT"): 0.4,
        (bidding, "TWO_PARTNERS"): 0.0,
        (bidding, "at_this_score"): lambda _memory, _outlook, limit: limit,
    }
)
"""What differed, by module and name."""


class FrozenSteady:
    """Steady of November 2026, before the duels over how far to bid."""

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as it did."""
        with _values(THEN):
            return Steady().choose(brief, random)


@contextmanager
def _values(values: Mapping[tuple[ModuleType, str], object]) -> Iterator[None]:
    """The modules with other values for a while."""
    now = {place: getattr(*place) for place in values}
    _set(values)
    try:
        yield
    finally:
        _set(now)


def _set(values: Mapping[tuple[ModuleType, str], object]) -> None:
    for (module, name), value in values.items():
        setattr(module, name, value)
