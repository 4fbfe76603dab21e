"""Results of a season, and rulings on them: disputes, voids, corrections, each logged as an act."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.common.pages import Page, place_on
from bot.database.database import Database
from bot.league.service import Leagues, terms_of
from bot.league.store.acts import LeagueActStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.matches import SeasonMatchStore
from bot.models.credits import Abandoned, with_winners
from bot.models.stored_league import Did, League, LeagueAct, MatchState, Season, SeasonMatch
from bot.models.stored_results import MatchResult
from bot.stats.contribution import corrected
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore

PAGE: Final = 6
"""Results on a page: eight names in each, all of them escaped, still fit a message."""
ACTS: Final = 10
NO_SUCH: Final = "This league has no finished {what} of that number. `/league show what:results` shows them."
"""``what`` is "match" or "evening", here and in ``REFUSALS``."""
NOT_YOURS: Final = "Only the players of a match, or a pair it counts for, can dispute it."
IS_VOID: Final = "That {what} is void. `/league rule what:restore` brings it back."
REFUSALS: Final[Mapping[tuple[MatchState, MatchState], str]] = {
    (MatchState.DISPUTED, MatchState.DISPUTED): "That {what} is disputed already. An organizer rules on it.",
    (MatchState.VOID, MatchState.DISPUTED): IS_VOID,
    (MatchState.VOID, MatchState.VOID): IS_VOID,
    (MatchState.COUNTS, MatchState.COUNTS): "That {what} counts already. Nothing changes.",
}
"""Why one of the first state cannot be ruled to be in the second."""
RULED: Final[Mapping[MatchState, Did]] = {
    MatchState.DISPUTED: Did.DISPUTED,
    MatchState.VOID: Did.VOIDED,
    MatchState.COUNTS: Did.RESTORED,
}
"""The act that brings a match or an evening into a state."""
HAS_THESE: Final = "That match counts with these points already. Nothing changes."
FINAL: Final = "That season is over, and its final standings stay as they are."
SIDES: Final = "Give the points of every side in order, like `500 320`. This match has {sides} sides."
NO_POINTS: Final = (
    "That game isn't won by points, so there are none to correct. `/league rule what:void` takes it out."
)
BROKEN_OFF: Final = (
    "That match was broken off, so points don't decide it. `/league rule what:void` takes it out. "
    "Then play it again, or record it with `/league record`."
)
MOST_POINTS: Final = 1_000_000


class SeasonResult(NamedTuple):
    """A finished match of a season: its ruling there, and its result as played, without corrections."""

    match: SeasonMatch
    result: MatchResult
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE
    """What the season gives for a match broken off."""

    @property
    def counting(self) -> MatchResult:
        """The result with corrected points, the places that follow, and the winners by the season's terms."""
        return with_winners(corrected(self.result, self.match.points or {}), self.abandoned)

    def points_of(self, side: int) -> int:
        """The points of a side, with corrections."""
        return next(player.points for player in self.counting.players if player.side == side)

    def has_won(self, side: int) -> bool:
        """Whether a side has won, as the season counts it; none that was forfeited has."""
        counting = self.counting
        return side not in counting.sides_left and any(
            player.won for player in counting.players if player.side == side
        )

    def concerns(self, user_id: int) -> bool:
        """Whether a user played in the match, or belongs to a pair it was played for."""
        players = {player.user_id for player in self.result.players}
        return user_id in players.union(*self.match.plays_for.values())

    @property
    def has_points(self) -> bool:
        """Whether points decide it: in a game that keeps them, and by the season's terms if broken off."""
        is_void = self.result.broken_off and self.abandoned is not Abandoned.AS_IT_STOOD
        return self.result.ranking.keeps_points and not is_void

    @property
    def sides(self) -> tuple[int, ...]:
        """The numbers of the match's sides."""
        return tuple(sorted({player.side for player in self.result.players}))


class LeagueResults:
    """Finished matches of seasons, and rulings on them."""

    def __init__(self, database: Database, leagues: Leagues, now: Callable[[], float] = time.time) -> None:
        self._league_act_store = LeagueActStore(database)
        self._league_store = LeagueStore(database)
        self._result_store = ResultStore(database)
        self._season_match_store = SeasonMatchStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._leagues = leagues
        self._now = now

    async def page(self, season: Season, page: int = 0) -> Page[SeasonResult]:
        """A page of finished matches, last finished first, counted from 0; past the end the last page."""
        total = await self._season_match_store.number_of_matches(season.id)
        on = place_on(page, PAGE, total)
        found = [
            SeasonResult(match, result, terms_of(season).abandoned)
            for match in await self._season_match_store.newest_matches(season.id, PAGE, on.page * PAGE)
            if (result := await self._result_store.match(match.table_id)) is not None
        ]
        return Page(tuple(found), on.page, on.pages, total)

    async def number_in_time(self, season: Season) -> int:
        """Number of matches that were finished before the season was closed."""
        until = inf if season.closed_at is None else season.closed_at
        return await self._season_match_store.number_of_matches(season.id, until)

    async def history(self, league: League, page: int = 0) -> Page[LeagueAct]:
        """A page of a league's acts, newest first, counted from 0; past the end the last page."""
        total = await self._league_act_store.number_of_acts(league.id)
        on = place_on(page, ACTS, total)
        acts = await self._league_act_store.league_acts(league.id, ACTS, on.page * ACTS)
        return Page(tuple(acts), on.page, on.pages, total)

    async def find(self, league: League, table_id: int) -> tuple[Season, SeasonResult]:
        """A finished match of a league by its table's number, with its season.

        Raises ``Refused`` if the league has no finished match with that number.
        """
        match = await self._season_place_store.season_match(table_id)
        season = None if match is None else await self._league_store.season(match.season_id)
        if match is None or season is None or season.league_id != league.id:
            raise Refused(NO_SUCH.format(what="match"))
        result = await self._result_store.match(table_id)
        if result is None:
            raise Refused(NO_SUCH.format(what="match"))
        return season, SeasonResult(match, result, terms_of(season).abandoned)

    async def rule(
        self, league: League, table_id: int, state: MatchState, user_id: int, reason: str
    ) -> SeasonResult:
        """Dispute a match as a user it concerns, void it, or make it count again.

        A match that counts with corrected points counts as it was played again.

        Raises:
            Refused: the user may not dispute it, it counts uncorrected or is disputed or void already, or its
                season is closed.
        """
        season, found = await self._find_open(league, table_id)
        if state is MatchState.DISPUTED and not found.concerns(user_id):
            raise Refused(NOT_YOURS)
        before = found.match.state
        is_undone = before is state is MatchState.COUNTS and found.match.points is not None
        if (before, state) in REFUSALS and not is_undone:
            raise Refused(REFUSALS[before, state].format(what="match"))
        changed = replace(found.match, points=None) if is_undone else replace(found.match, state=state)
        return await self._rule(league, season, found, changed, RULED[state], user_id, reason)

    async def correct(
        self, league: League, table_id: int, points: tuple[int, ...], user_id: int, reason: str
    ) -> SeasonResult:
        """Make a match count with other points, which settles a dispute; places follow from the points.

        Points as they were played undo an earlier correction. A match forfeited by leaving counts by the
        given points, even unchanged ones; ruled to count, it is a forfeit again.

        Raises:
            Refused: too few, too many or too large points, nothing changes, points don't decide it, or the
                season is closed.
        """
        season, found = await self._find_open(league, table_id)
        if not found.has_points:
            raise Refused(BROKEN_OFF if found.result.ranking.keeps_points else NO_POINTS)
        if len(points) != len(found.sides) or any(abs(one) > MOST_POINTS for one in points):
            raise Refused(SIDES.format(sides=len(found.sides)))
        by_side = dict(zip(found.sides, points, strict=True))
        is_as_played = not found.result.is_decided_by_leaving and all(
            one.points == by_side[one.side] for one in found.result.players
        )
        changed = replace(found.match, state=MatchState.COUNTS, points=None if is_as_played else by_side)
        if changed == found.match:
            raise Refused(HAS_THESE)
        return await self._rule(league, season, found, changed, Did.CORRECTED, user_id, reason)

    async def _find_open(self, league: League, table_id: int) -> tuple[Season, SeasonResult]:
        season, found = await self.find(league, table_id)
        if not season.is_open:
            raise Refused(FINAL)
        return season, found

    async def _rule(
        self,
        league: League,
        season: Season,
        found: SeasonResult,
        changed: SeasonMatch,
        what: Did,
        user_id: int,
        reason: str,
    ) -> SeasonResult:
        after = found._replace(match=changed)
        detail: dict[str, object] = {"before": _logged(found.match), "after": _logged(changed)}
        is_forfeited = after.counting.is_decided_by_leaving
        if is_forfeited != found.counting.is_decided_by_leaving:
            detail["forfeited"] = is_forfeited
        now, table_id = self._now(), changed.table_id
        act = LeagueAct(league.id, user_id, what, now, season.id, table_id, detail=detail, reason=reason)
        with self._leagues.telling(league.id):
            await self._season_match_store.rule_match(changed, act)
        return after


def _logged(match: SeasonMatch) -> Mapping[str, object]:
    points = None if match.points is None else list(match.points.values())
    return {"state": match.state, "points": points}
