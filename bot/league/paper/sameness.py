"""When a match told twice is one match: the one law for what is typed, for files and for what is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.league.paper.dates import TO_THE_MINUTE
from bot.league.paper.result import LeagueGame, PaperResult, tellings
from bot.models.stored_league import PlayedMatch

SAME_EVENING: Final = 12 * 3600.0
"""Seconds around the moment of typing in which a match was played that is recorded without a date."""

Scores = frozenset[tuple[frozenset[int | None], int | None]]
"""Who made how many points together, whatever the order of the sides and of partners."""


class Telling(NamedTuple):
    """A match as somebody tells of it."""

    at: float
    """In epoch seconds."""
    scores: Scores
    within: float = TO_THE_MINUTE
    """Seconds by which the same match told by somebody else is less than that apart."""

    def is_same(self, other: Telling) -> bool:
        """Whether two tell of one match."""
        apart = abs(self.at - other.at)
        return self.scores == other.scores and apart < max(self.within, other.within)


class Tellings:
    """The matches that are known, each with what is said of one that is told again."""

    def __init__(self) -> None:
        self._by_scores = defaultdict[Scores, list[tuple[Telling, str]]](list)

    def add(self, telling: Telling, said: str) -> None:
        """Know a match."""
        self._by_scores[telling.scores].append((telling, said))

    def again(self, telling: Telling) -> str | None:
        """What is said of a match that is known; None for a new one."""
        known = self._by_scores.get(telling.scores, ())
        return next((said for one, said in known if one.is_same(telling)), None)


def telling_of(result: PaperResult, playing: LeagueGame, within: float = TO_THE_MINUTE) -> Telling:
    """A match with real cards as it is told."""
    players = tuple(one.user_id for one in result.players)
    return Telling(result.at, _scores(players, result.totals, playing), within)


def tellings_of_stored(played: PlayedMatch, playing: LeagueGame) -> Iterator[Telling]:
    """A stored match as it may be told: one that was corrected in two ways."""
    for points in tellings(played, playing):
        yield Telling(played.at, _scores(played.players, points, playing))


def _scores(players: tuple[int | None, ...], points: tuple[int | None, ...], playing: LeagueGame) -> Scores:
    return frozenset(
        (frozenset(players[seat] for seat in seats), total)
        for seats, total in zip(playing.sides, points, strict=True)
    )
