"""The levels of computers: how much they search, what they forget, and how far they misjudge a hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Level(NamedTuple):
    """One strength of the same player. Weaker levels err as people do, and never play absurdly.

    All limits are counts, not times: the same brief gets the same answer on every machine.
    """

    key: str
    """The stored key."""
    title: str
    """The name players read."""
    worlds: int
    """Sampled deals in which each candidate card is played out; with 0 its first sight decides."""
    candidates: int
    """Cards compared by search."""
    remembers: int | None
    """Latest tricks remembered in full, None for all. Of earlier ones small cards and voids are forgotten."""
    misreads: int
    """Cards of its hand misread in an auction."""
    eager: float
    """Standard deviations of the take that it bids above the best level."""
    slips: float
    """Standard deviation of its error in the worth of a card at first sight, in points."""
    solves: int = 0
    """Tricks before the end from which sampled deals are solved exactly instead of played out."""
    nodes: int = 0
    """Cards played by the compiled search for a decision, where there is one: it takes the place of both."""
    defers: float = 0.8
    """Standard deviations of the take a hand must be worth above the bid to raise a partner."""
    jumps: bool = False
    """Whether it bids at once all that its hand is worth to it, instead of a step more than the others."""
    samples: int = 24
    """Sampled deals to find what a hand would take."""
    plays: int | None = None
    """Most cards played out for one decision in the deals of ``samples``; None for no limit."""
    share: float = 1.0
    """Share of their sampled deals that the games without bidding use; 0 for their first sight."""


NEW: Final = Level("new", "new to the game", 0, 1, remembers=1, misreads=2, eager=0.3, defers=1.2, slips=20.0)
FAMILY: Final = Level(
    "family",
    "family",
    2,
    3,
    remembers=3,
    misreads=1,
    eager=0.38,
    slips=6.0,
    defers=1.2,
    jumps=True,
    samples=48,
)
CLUB: Final = Level("club", "club", 3, 3, remembers=4, misreads=1, eager=0.1, slips=4.0)
CHAMPION: Final = Level(
    "champion",
    "champion",
    8,
    4,
    remembers=None,
    misreads=0,
    eager=0.0,
    slips=0.0,
    solves=4,
    nodes=8_000_000,
    samples=72,
)

LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {level.key: level for level in (NEW, FAMILY, CLUB, CHAMPION)}
)
"""From the weakest to the strongest; docs/computers.md has each measured against the one below."""
