"""The schedule of a season: drawing it, its matches, and rulings on forfeits."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.database.database import Database
from bot.league.evenings import check_by_matches, is_by_evenings
from bot.league.round_robin import round_robin
from bot.league.service import Leagues
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.rosters import RosterStore
from bot.models.credits import Competing
from bot.models.stored_league import Absent, Did, League, LeagueAct, ScheduledMatch, Season
from bot.table.store.seasons import SeasonPlaceStore

TWO: Final = 2
NOT_IN_TWOS: Final = (
    "A schedule needs two sides that meet: a league of pairs, or a game for two. "
    "Here you play anyone: `/league play` opens a table."
)
TOO_FEW: Final = "A schedule needs at least two who compete. `/league join` brings them in."
NO_SCHEDULE: Final = "This league has no schedule, so no match can be forfeited."
NO_SUCH: Final = "The schedule has no such match. `/league show what:schedule` shows its numbers."
DRAWN_AGAIN: Final = (
    "The schedule has changed since that was shown, so nothing was ruled. "
    "`/league show what:schedule` shows it as it is now."
)
STARTED: Final = (
    "Some of this schedule was played or ruled on, or is being played, so it stays. "
    "Whoever joined late opens a table with `/league play`."
)
RULED_SO: Final = "That's how match {number} was ruled already. Nothing changes."
NO_RULING: Final = "No one was ruled to have stayed away from match {number}. Nothing changes."
PLAYED: Final = "That match has been played. `/league rule what:void` takes a result out."
BROKEN_OFF: Final = "That match was broken off. `/league rule what:void` takes it out, and it's open again."
MOST_MATCHES: Final = 1_000


def can_be_scheduled(league: League, season: Season) -> bool:
    """Whether a season can have a schedule: it is scored by matches, with two sides in each."""
    return not is_by_evenings(season) and _is_for_two_sides(league)


def _is_for_two_sides(league: League) -> bool:
    return league.competing is Competing.PAIRS or league.seats == TWO


class Fixture(NamedTuple):
    """A scheduled match and whether it has been played."""

    match: ScheduledMatch
    is_played: bool
    is_broken_off: bool = False
    """Whether it was played, but broken off each time."""

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played: neither played nor forfeited."""
        return not self.is_played and self.match.absent is None


def key_of(season: Season, match: ScheduledMatch) -> str:
    """Hash of a match's season, number and sides; a new schedule reuses numbers."""
    meant = f"{season.id} {match.number} {match.home} {match.away}"
    return hashlib.blake2b(meant.encode(), digest_size=8).hexdigest()


class Schedules:
    """Schedules of seasons, and forfeits."""

    def __init__(self, database: Database, leagues: Leagues, now: Callable[[], float]) -> None:
        self._roster_store = RosterStore(database)
        self._season_match_store = SeasonMatchStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._leagues = leagues
        self._now = now

    async def of(self, season: Season) -> list[Fixture]:
        """All scheduled matches of a season, in order."""
        played = await self._season_place_store.played_fixtures(season.id)
        broken_off = await self._season_match_store.fixtures_broken_off(season.id)
        return [
            Fixture(one, one.number in played, one.number in broken_off)
            for one in await self._season_place_store.schedule(season.id)
        ]

    async def is_under_way(self, season: Season, match: ScheduledMatch) -> bool:
        """Whether a scheduled match is being played."""
        return match.number in await self._season_place_store.fixtures_under_way(season.id)

    async def draw(self, league: League, user_id: int, legs: int = 1) -> Sequence[ScheduledMatch]:
        """Draw a round robin of everyone who competes, with ``legs`` legs; returns its matches in order.

        Raises:
            Refused: no season is open or it can have no schedule, too few or many compete, or it has begun.
        """
        async with self._leagues.lining_up:
            season = await self._leagues.open_season(league)
            check_by_matches(league, season)
            if not _is_for_two_sides(league):
                raise Refused(NOT_IN_TWOS)
            matches = await self._new_schedule(season, legs)
            detail = {"matches": len(matches), "legs": legs}
            act = LeagueAct(league.id, user_id, Did.DREW, self._now(), season.id, detail=detail)
            with self._leagues.telling(league.id):
                await self._season_match_store.draw_schedule(season.id, matches, act)
        return matches

    async def _new_schedule(self, season: Season, legs: int) -> list[ScheduledMatch]:
        """A round robin of everyone who competes now.

        Raises:
            Refused: too few or too many compete, or a match of the current schedule was begun or ruled on.
        """
        is_open = all(one.is_open for one in await self.of(season))
        if not is_open or await self._season_place_store.fixtures_under_way(season.id):
            raise Refused(STARTED)
        entrants = [one.entrant for one in await self._roster_store.roster(season.id) if one.left_at is None]
        if len(entrants) < TWO:
            raise Refused(TOO_FEW)
        if len(entrants) * (len(entrants) - 1) // 2 * legs > MOST_MATCHES:
            raise Refused(
                f"With {len(entrants)} that would be more than {MOST_MATCHES:,} matches. "
                "Leave the schedule out and set a least number of matches."
            )
        pairings = [
            (number, *pairing)
            for number, one in enumerate(round_robin(entrants, legs), start=1)
            for pairing in one
        ]
        return [
            ScheduledMatch(number, round_number, home, away)
            for number, (round_number, home, away) in enumerate(pairings, start=1)
        ]

    async def forfeit(
        self, league: League, which: int | str, absent: Absent | None, user_id: int, reason: str
    ) -> ScheduledMatch:
        """Rule who stayed away from a match, or lift the ruling by None; returns the match as it was before.

        Raises:
            Refused: there is no such match, it was played or is ruled so already, or no season is open.
        """
        async with self._leagues.lining_up:
            season = await self._leagues.open_season(league)
            match = await self.unplayed(season, which)
            if match.absent is absent:
                raise Refused((NO_RULING if absent is None else RULED_SO).format(number=match.number))
            detail = {"number": match.number, "before": match.absent, "after": absent}
            about = (match.away if absent is Absent.AWAY else match.home)[0] if absent else None
            ruling = (Did.FORFEITED, self._now(), season.id, None, about, detail, reason)
            act = LeagueAct(league.id, user_id, *ruling)
            with self._leagues.telling(league.id):
                await self._season_match_store.forfeit(season.id, match.number, absent, act)
        return match

    async def unplayed(self, season: Season, which: int | str) -> ScheduledMatch:
        """The unplayed match of a schedule with a number or a key.

        Raises ``Refused`` if there is no such match, or it has been played.
        """
        fixtures = await self.of(season)
        if not fixtures:
            raise Refused(NO_SCHEDULE)
        found = next(
            (one for one in fixtures if which in {one.match.number, key_of(season, one.match)}), None
        )
        if found is None:
            raise Refused(NO_SUCH if isinstance(which, int) else DRAWN_AGAIN)
        if found.is_played:
            raise Refused(BROKEN_OFF if found.is_broken_off else PLAYED)
        return found.match
