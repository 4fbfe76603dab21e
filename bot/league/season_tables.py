"""Ranks a season: standings from its matches' credits, its evenings and its forfeits."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import add
from typing import Final, NamedTuple, TypeVar

from bot.common.arithmetic import Ask, NotWorkedOut, at_once
from bot.database.database import Damaged, Database
from bot.evening.results import credits_of_evening
from bot.league import ranking
from bot.league.standings import Line, Tally, met, tallied
from bot.league.store.evenings import SeasonEveningStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.rosters import RosterStore
from bot.league.store.tables import SeasonTableStore, Unranked, UnreadMeetings, read_meetings
from bot.models.credits import Credit, Entrant, StoredCredit, forfeited
from bot.models.scoring import Method, Scoring, read
from bot.models.stored_league import Absent, League, ScheduledMatch, Season
from bot.stats.contribution import rating_board
from bot.stats.store.rating_rows import RatingStore
from bot.table.store.seasons import SeasonPlaceStore

log = logging.getLogger(__name__)

T = TypeVar("T")

FEW: Final = 50
"""Seasons of up to so many entrants are ranked on the event loop, in about a millisecond."""
SLICE: Final = 10
"""Entrants sent to the worker process at a time."""
REST: Final = 0.1
"""Seconds of pause after each slice, so that a long ranking delays no one."""


class _Season(NamedTuple):
    """Input of a season's standings, other than its matches."""

    season: Season
    league: League
    scoring: Scoring
    roster: list[Entrant]
    other_credits: Mapping[Entrant, Sequence[Credit]]
    """Credits that are not from matches: forfeits, and evenings of duplicate deals."""
    left: AbstractSet[Entrant]
    """Entrants that left the season and get no place."""

    @property
    def size(self) -> int:
        """Players in an entrant."""
        return self.league.competing.size


class SeasonRanking:
    """Ranks seasons and stores their standings."""

    def __init__(self, database: Database, ask: Ask) -> None:
        self._database = database
        self._league_store = LeagueStore(database)
        self._rating_store = RatingStore(database)
        self._roster_store = RosterStore(database)
        self._season_table_store = SeasonTableStore(database)
        self._ask = ask

    async def rank(self, unranked: Unranked) -> None:
        """Rank a season, as final if it is closed. Final standings and those of a damaged season stay.

        Raises ``StoreError`` if the database cannot be written.
        """
        try:
            if await self._season_table_store.is_final(unranked.season_id):
                await self._season_table_store.leave_unranked(unranked)
                return
            season = await self._read(unranked.season_id)
            lines = await self._lines(season)
        except Damaged as error:
            log.error("the table of season %d stays as it is: %s", unranked.season_id, error)
            await self._season_table_store.leave_unranked(unranked)
            return
        await self._season_table_store.keep_lines(unranked, lines, is_final=not season.season.is_open)

    async def _read(self, season_id: int) -> _Season:
        found = await self._league_store.season_in_league(season_id)
        if found is None:
            raise Damaged("it cannot be read.")
        league, season = found
        try:
            scoring = read(season.scoring).scoring
        except ValueError:
            raise Damaged("how it is scored cannot be read.") from None
        entries = await self._roster_store.roster(season_id)
        other_credits = await forfeits_of(self._database, season_id)
        for entrant, given in (await credits_of_evenings(self._database, season_id)).items():
            other_credits[entrant] += (one.credit for one in given)
        roster = [entry.entrant for entry in entries]
        left = frozenset(entry.entrant for entry in entries if entry.left_at is not None)
        return _Season(season, league, scoring, roster, other_credits, left)

    async def _lines(self, season: _Season) -> Sequence[Sequence[Line]]:
        """The standings in slices; raises ``NotWorkedOut`` if the worker process died."""
        try:
            return await self._ranked_in_process(season)
        except ranking.Forgotten:
            raise NotWorkedOut("The process that ranked a season is another one now.") from None

    async def _ranked_in_process(self, season: _Season) -> Sequence[Sequence[Line]]:
        number = season.season.id
        ask = at_once if len(season.roster) <= FEW else self._ask_and_rest
        await ask(ranking.begin, number, season.scoring, season.left)
        async for tallies in self._tallies(season):
            await ask(ranking.add_tallies, number, tallies, await self._ratings(season, tallies))
        wanted = frozenset(await ask(ranking.entrants_tied, number))
        others = {one: met(season.other_credits[one]) for one in wanted & season.other_credits.keys()}
        await ask(ranking.add_meetings, number, others)
        async for meetings in self._meetings(season, wanted):
            await ask(_add_unread, number, meetings)
        length = await ask(ranking.rank, number)
        lines = [
            await ask(ranking.lines_of, number, first, first + SLICE) for first in range(0, length, SLICE)
        ]
        await ask(ranking.forget, number)
        return lines

    async def _ask_and_rest(self, question: Callable[..., T], *about: object) -> T:
        answer = await self._ask(question, *about)
        await asyncio.sleep(REST)
        return answer

    async def _tallies(self, season: _Season) -> AsyncIterator[list[Tally]]:
        """Tallies of everyone on the roster, other credits included, in slices."""
        missing = dict.fromkeys(season.roster)
        after: Entrant = ()
        while found := await self._season_table_store.tallies_of_season(season.season.id, season.size, after):
            after = found[-1].entrant
            known = [one for one in found if one.entrant in missing]
            for one in known:
                del missing[one.entrant]
            for some in _slices([_with_more(one, season.other_credits) for one in known]):
                yield some
        for some in _slices([_with_more(Tally(entrant), season.other_credits) for entrant in missing]):
            yield some

    async def _ratings(self, season: _Season, tallies: Sequence[Tally]) -> dict[Entrant, int]:
        """Ratings by entrant, provisional ones too; empty unless the season is scored by ratings."""
        if season.scoring.method is not Method.RATING:
            return {}
        board = rating_board(season_id=season.season.id)
        found = {}
        for one in tallies:
            rating = await self._rating_store.rating(season.league.guild_id, board, one.entrant)
            if rating is not None:
                found[one.entrant] = rating.number
        return found

    async def _meetings(
        self, season: _Season, wanted: AbstractSet[Entrant]
    ) -> AsyncIterator[list[UnreadMeetings]]:
        """Meetings of the wanted entrants in matches, in slices."""
        after: Entrant = ()
        while wanted and (
            found := await self._season_table_store.meetings_of_season(
                season.season.id, season.size, after, most=SLICE
            )
        ):
            after = found[-1].entrant
            yield [one for one in found if one.entrant in wanted]


def _add_unread(number: int, unread: Sequence[UnreadMeetings]) -> None:
    """Parse meetings in the worker process and add them to the ranking."""
    ranking.add_meetings(number, {one.entrant: read_meetings(one) for one in unread})


async def credits_of_evenings(database: Database, season_id: int) -> Mapping[Entrant, Sequence[StoredCredit]]:
    """Credits from each evening of a season, by entrant, oldest first; damaged evenings are left out.

    Raises ``StoreError`` if the database cannot be read.
    """
    found = defaultdict[Entrant, list[StoredCredit]](list)
    for evening_id in await SeasonEveningStore(database).evenings_of_season(season_id):
        try:
            given = await credits_of_evening(database, evening_id)
        except Damaged as error:
            log.error("evening %d is left out of season %d: %s", evening_id, season_id, error)
            continue
        for one in given:
            found[one.credit.entrant].append(one)
    return found


async def forfeits_of(database: Database, season_id: int) -> defaultdict[Entrant, list[Credit]]:
    """Credits from forfeited scheduled matches, by entrant; ``match`` is the number on the schedule.

    A match that was played after all is not forfeited, even if it was ruled so before.

    Raises ``StoreError`` if the schedule cannot be read.
    """
    found = defaultdict[Entrant, list[Credit]](list)
    places = SeasonPlaceStore(database)
    played = await places.played_fixtures(season_id)
    for one in await places.schedule(season_id):
        for credit in () if one.number in played else _forfeited(one):
            found[credit.entrant].append(credit)
    return found


def _forfeited(one: ScheduledMatch) -> tuple[Credit, ...]:
    match one.absent:
        case None:
            return ()
        case Absent.HOME:
            return forfeited(one.number, one.home, one.away)
        case Absent.AWAY:
            return forfeited(one.number, one.away, one.home)
        case Absent.BOTH:
            return (*forfeited(one.number, one.home, None), *forfeited(one.number, one.away, None))


def _with_more(tally: Tally, other_credits: Mapping[Entrant, Sequence[Credit]]) -> Tally:
    entrant, *sums = tally
    _, *more = tallied(entrant, other_credits.get(entrant, ()))
    return Tally(entrant, *map(add, sums, more))


def _slices(tallies: Sequence[Tally]) -> list[list[Tally]]:
    return [list(tallies[first : first + SLICE]) for first in range(0, len(tallies), SLICE)]
