"""How a match ended: what its game ranks by, the winners, and everyone's place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from rules.core.decisions import Seat


class Ranking(StrEnum):
    """What wins: most or fewest points, cards, a solved solitaire. Points of different ones do not mix."""

    MOST = "most"
    FEWEST = "fewest"
    CARDS = "cards"
    """Being out of cards first, or holding the most. The totals are no points."""
    SOLVED = "solved"
    """Solitaire: the player wins against the cards, or does not."""

    @property
    def keeps_points(self) -> bool:
        """Whether points decide the match, so that a penalty can take some off."""
        return self in (Ranking.MOST, Ranking.FEWEST)

    def among(self, seats: int) -> Ranking:
        """The ranking of a match with this many seats: ``SOLVED`` for one seat, else this one."""
        return Ranking.SOLVED if seats == 1 else self

    def merit(self, points: int) -> int:
        """Points signed so that more is better: negated where the fewest win."""
        return -points if self is Ranking.FEWEST else points


class SideTotal(NamedTuple):
    """One side with its total; ``games`` is how many it won in a match of several games."""

    seats: tuple[Seat, ...]
    total: int
    games: int = 0
    place: int | None = None
    """Final place, 1 for winners; None before the end, in a lost match, and for an unranked dummy."""
    has_star: bool = False
    """Whether it has made a bid of its own, where only then it may win at the target."""


class Outcome(NamedTuple):
    """How a match ended: the winning seats (of several sides if shared) and all sides, best first."""

    ranking: Ranking
    winners: tuple[Seat, ...]
    standings: tuple[SideTotal, ...]
    is_shared: bool
    """Whether sides that play against each other won together."""


def outcome_of(
    ranking: Ranking, winners: Sequence[Seat], totals: Sequence[SideTotal], rivals: Iterable[Sequence[int]]
) -> Outcome:
    """Rank the sides of a match with these winners. ``rivals``: groups of ranked side indexes.

    Winners come first, even if their totals are lower; the others follow by games won, then by points. Equal
    sides share a place and the next place is left out.
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
