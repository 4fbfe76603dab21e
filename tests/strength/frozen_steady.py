"""Steady as it played at two earlier dates, for duels with the present one: the values that have changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from types import MappingProxyType, ModuleType
from typing import Final

from bot.computers.bidding_games import bidding, declaring, gains, playing, rollout
from bot.computers.bidding_games.prospects import prospect
from bot.computers.brief import Brief
from bot.computers.levels import CHAMPION
from bot.computers.places import Lanes, Places
from bot.computers.steady import Steady
from rules.core.actions import Action


def _following(places: Places, _lanes: Lanes, _hand: int, cards: int, led: int, _gained: int) -> int:
    """Deals were played out as if every card had to follow color."""
    return cards & places.suit[led] or cards


BEFORE_PUZZLES: Final[Mapping[tuple[ModuleType, str], object]] = MappingProxyType(
    {
        (bidding, "_opponents_have_passed"): lambda _memory: False,
        (playing, "puzzles"): lambda _memory, _cards: {},
    }
)
"""What differed on 27 November 2026, by module and name."""
_PROSPECT: Final = lru_cache(maxsize=4096)(prospect.__wrapped__)
"""A cache of its own: forecasts depend on how deals are played out."""
THEN: Final[Mapping[tuple[ModuleType, str], object]] = MappingProxyType(
    {
        **BEFORE_PUZZLES,
        (bidding, "EAGER"): bidding.EAGER | {"set_back": 0.3},
        (bidding, "TWO_PARTNERS"): 0.0,
        (bidding, "CALLED_PARTNER"): 0.0,
        (bidding, "prospect"): _PROSPECT,
        (declaring, "prospect"): _PROSPECT,
        (gains, "is_returned"): lambda _memory, _card: False,
        (playing, "without_mistakes"): lambda _memory, cards: cards,
        (rollout, "_tempting"): _following,
        (bidding, "at_this_score"): lambda _memory, _outlook, limit, _least: limit,
    }
)
"""What differed on 22 November 2026."""


class FrozenSteady:
    """Steady of 22 November 2026: before the duels over how far to bid, before anything was solved exactly.

    Certain facts of a trick ruled no card out, and no partner returned a trump lead.
    """

    level: Final = CHAMPION._replace(solves=0, nodes=0, samples=24, defers=0.4)

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as it did."""
        with _values(THEN):
            return Steady(self.level).choose(brief, random)


class FrozenChampion:
    """The champion of 27 November 2026: before it held back cards that puzzle a partner (`puzzling.py`)."""

    level: Final = CHAMPION

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as it did."""
        with _values(BEFORE_PUZZLES):
            return Steady(self.level).choose(brief, random)


@contextmanager
def _values(values: Mapping[tuple[ModuleType, str], object]) -> Iterator[None]:
    """Set other values in the modules, and restore them afterwards."""
    now = {place: getattr(*place) for place in values}
    _set(values)
    try:
        yield
    finally:
        _set(now)


def _set(values: Mapping[tuple[ModuleType, str], object]) -> None:
    for (module, name), value in values.items():
        setattr(module, name, value)
