"""How a match ends: what its game ranks by, who has won, and where everyone came in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from rules.core.decisions import Seat


class Ranking(StrEnum):
    """What wins a match. Points of games that differ in this are not the same thing."""

    MOST = "most"
    """The most points."""
    FEWEST = "fewest"
    """The fewest points."""
    CARDS = "cards"
    """How the cards fall: who is out of them first, or holds the most. What is counted are no points."""
    SOLVED = "solved"
    """One alone against the cards."""

    @property
    def keeps_points(self) -> bool:
        """Whether points decide, so that some may be taken off for a fault."""
        return self in (Ranking.MOST, Ranking.FEWEST)

    def among(self, seats: int) -> Ranking:
        """How so many are ranked: one alone has solved it, or has not."""
        return Ranking.SOLVED if seats == 1 else self

    def merit(self, points: int) -> int:
        """Points as they count for a player: the higher the better."""
        return -points if self is Ranking.FEWEST else points


class SideTotal(NamedTuple):
    """One side and its total in the match; ``games`` won, in a match of several."""

    seats: tuple[Seat, ...]
    total: int
    games: int = 0
    place: int | None = None
    """Where it came in, 1 for the winners; None before the end, where nobody won, and for a dummy."""


class Outcome(NamedTuple):
    """How a match ended: the winning seats (more than one side when shared) and all sides, the best first."""

    ranking: Ranking
    winners: tuple[Seat, ...]
    standings: tuple[SideTotal, ...]
    is_shared: bool
    """Whether rivals have won, and not one side or partners who each keep a score."""


def outcome_of(
    ranking: Ranking, winners: Sequence[Seat], totals: Sequence[SideTotal], rivals: Iterable[Sequence[int]]
) -> Outcome:
    """The outcome of a match with these winners; ``rivals`` are the sides that are ranked, by index.

    Winners are first, whatever their totals; the others follow by games won, then by points. Equals share a
    place, and the next one is left out. Those in one entry of the rivals win and lose together.
    """

    def standing(side: SideTotal) -> tuple[int, ...]:
        return (0,) if set(side.seats) <= set(winners) else (1, -side.games, -ranking.merit(side.total))

    camps = list(rivals)
    found = {index: standing(totals[camp[0]]) for camp in camps for index in camp}
    every = [standing(totals[camp[0]]) for camp in camps]
    placed = [
        side._replace(place=1 + sum(other < found[index] for other in every))
        if winners and index in found
        else side
        for index, side in enumerate(totals)
    ]
    last = len(totals) + 1
    placed.sort(key=lambda side: (side.place or last, standing(side)))
    is_shared = every.count((0,)) > 1
    return Outcome(ranking, tuple(winners), tuple(placed), is_shared)
