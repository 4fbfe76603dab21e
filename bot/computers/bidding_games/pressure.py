"""Smaller searches while many questions wait for the same worker, so that no table waits long.

The limits are counts of deals and cards, not times: no clock decides about an answer.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.computers.levels import Level


class Search(NamedTuple):
    """Limits of a search while ``waiting`` or more questions wait: deals sampled and cards played."""

    waiting: int
    """Applies from this number of waiting questions on."""
    samples: int
    """Deals sampled for what a hand would take."""
    worlds: int
    """Sampled deals a card is thought through in."""
    nodes: int = 0
    """Cards played by the compiled search."""
    plays: int | None = None
    """Cards played out for one decision in the deals of ``samples``; None for as many as they have."""
    share: float = 0.0
    """Share of the sampled deals in games without bidding."""


SEARCHES: Final = (
    Search(40, samples=3, worlds=0, plays=600),
    Search(8, samples=8, worlds=2, share=0.25),
    Search(3, samples=16, worlds=8, nodes=2_000_000, share=0.5),
)
"""From the smallest on. A bid with all its samples takes ten times as long as a card thought through."""
FIRST_SIGHT: Final = SEARCHES[0].waiting
"""Waiting questions from which on each is answered at first sight."""


def under(level: Level, waiting: int) -> Level:
    """A level with its searches limited while ``waiting`` questions wait for the same worker."""
    search = next((one for one in SEARCHES if waiting >= one.waiting), None)
    if search is None:
        return level
    return level._replace(
        samples=min(level.samples, search.samples),
        worlds=min(level.worlds, search.worlds),
        solves=level.solves if search.nodes else 0,
        nodes=min(level.nodes, search.nodes),
        plays=search.plays,
        share=min(level.share, search.share),
    )
