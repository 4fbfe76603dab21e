"""Matches as the store records them, in one call each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bot.models.endings import Leaving
from bot.models.stored_results import DealPlayer, DealResult, MatchPlayer, MatchResult
from rules.core.outcome import Ranking

ANN, BEN, CLEO, DAN, EVE, FAY = range(1, 7)
PAIR_SIDES = (0, 1, 0, 1)


def match_of(
    points: Sequence[int],
    players: Sequence[int | None] = (ANN, BEN, CLEO, DAN),
    *,
    sides: Sequence[int] = PAIR_SIDES,
    ranking: Ranking = Ranking.MOST,
    places: Sequence[int | None] | None = None,
    counted: bool = True,
    broken_off: bool = False,
    away: Sequence[int] = (),
    lost: Sequence[int] = (),
    uncounted: Sequence[int] = (),
    leaving: Leaving | None = None,
    left_with: Mapping[int, int] = MappingProxyType({}),
    teams: Sequence[int | None] | None = None,
) -> MatchResult:
    """A match of sides with these points; ``away``, ``lost`` and ``uncounted`` list players.

    ``left_with`` are the points that players left with; ``teams`` are of partners who each keep a score.
    """
    merits = [ranking.merit(one) for one in points]
    came_in = places or [1 + sum(other > merit for other in merits) for merit in merits]
    found: list[MatchPlayer] = []
    for seat, player in enumerate(players):
        side = sides[seat]
        place = came_in[side]
        computer = "steady" if player is None or player in away else None
        has_won = place == 1 and not broken_off and player not in lost
        counts = counted and player not in uncounted and (not broken_off or player in lost)
        found.append(
            MatchPlayer(
                *(seat, side, player, "somebody", computer, points[side], place),
                won=has_won,
                counts=counts,
                left_with=None if player is None else left_with.get(player),
                team=None if teams is None else teams[seat],
            )
        )
    match = MatchResult(
        *(1, "kentucky", None, "", 1, ranking, tuple(found), 0.0, len(players)),
        counted=counted,
        broken_off=broken_off,
        leaving=leaving,
    )
    return match.decided_by_leaving()


def deal(number: int, players: Sequence[int | None]) -> DealResult:
    """A deal with these people at its end."""
    sat = (DealPlayer(seat, who, "steady" if who is None else None) for seat, who in enumerate(players))
    return DealResult(number, 0, 0.0, (), tuple(sat))
