"""Import and export of seasons as files. An import is all or nothing."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.common.background import in_thread
from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.database.database import Database
from bot.league.evenings import SeasonEvenings, check_by_matches, is_by_evenings
from bot.league.paper.duplicates import known_matches
from bot.league.paper.export import (
    ExportedMatch,
    as_csv,
    as_json,
    evenings_as_csv,
    evenings_as_json,
)
from bot.league.paper.lines import FileContext, ReadMatch
from bot.league.paper.people import Roster, mentioned
from bot.league.paper.reading import SeasonFile, decoded, read_file
from bot.league.paper.result import as_results, as_table, league_game
from bot.league.paper.unclear import NO_ANSWERS, Answers
from bot.league.service import Leagues, game_of
from bot.league.store.matches import SeasonMatchStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.league.store.rosters import RosterStore
from bot.models.stored_league import (
    CONFIRMED_WITHIN,
    Did,
    League,
    LeagueAct,
    MatchState,
    RecordedMatch,
    ScheduledMatch,
    Season,
    SeasonMatch,
)
from bot.stats.contribution import corrected
from bot.table.lobby.before_match import Person
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore

KEPT_FOR: Final = 15 * 60.0
"""Seconds during which a checked file can be imported."""
MOST_KEPT: Final = 20
NOWHERE: Final = 0
"""Channel id of a match imported from a file."""
TOO_OLD: Final = (
    "I don't have that file any more. `/league show what:results` shows whether it's imported. "
    "If it isn't, attach the file again."
)


class Form(StrEnum):
    """File formats of an export: CSV or JSON."""

    CSV = "csv"
    JSON = "json"


class Checked(NamedTuple):
    """A season file with its matches or problems, league and season; ``number``, a hash, finds it later."""

    number: int
    """Hash of file and season; a control carries it to import this file later."""
    league: League
    season: Season
    file: SeasonFile
    answers: Answers = NO_ANSWERS
    """How ambiguous values were read."""

    def sides_of(self, match: ReadMatch) -> tuple[tuple[Person, ...], ...]:
        """The players on each side of a match of the file."""
        return league_game(self.league.rules, self.league.seats).by_side(match.result.players)


class ExportFile(NamedTuple):
    """An exported file: its name, its content, and its number of matches or, if so marked, evenings."""

    name: str
    content: bytes
    number: int
    """Number of matches, or of evenings."""
    is_of_evenings: bool = False

    def __repr__(self) -> str:
        return f"<{len(self.content)} bytes>"


class _CheckedFile(NamedTuple):
    content: bytes
    others: Mapping[int, str]
    season_id: int
    at: float


class SeasonFiles:
    """Imports and exports seasons. Parsing and formatting run in a thread."""

    def __init__(
        self, database: Database, leagues: Leagues, evenings: SeasonEvenings, now: Callable[[], float]
    ) -> None:
        self._database = database
        self._paper_match_store = PaperMatchStore(database)
        self._result_store = ResultStore(database)
        self._roster_store = RosterStore(database)
        self._season_match_store = SeasonMatchStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._leagues = leagues
        self._evenings = evenings
        self._clock = Clock.of(now)
        self._now = self._clock.today
        self._checked_files: OrderedDict[int, _CheckedFile] = OrderedDict()
        self._lock = asyncio.Lock()
        """Serializes imports, so that a checked file stays valid while it is stored."""

    async def check(self, league: League, content: bytes, others: Mapping[int, str]) -> Checked:
        """Check a file against a league's open season; keep it in memory to import if it has no problems.

        ``others`` are members of the server by id; a file may name them, as well as the season's players.

        Raises:
            Refused: no season is open, it is not scored by matches, or the file is not a season file.
        """
        season = await self._leagues.open_season(league)
        check_by_matches(league, season)
        file = await self._read(league, season, content, others, NO_ANSWERS)
        number = _hash_of(season, content)
        if not file.problems:
            self._keep(number, _CheckedFile(content, others, season.id, self._clock()))
        return Checked(number, league, season, file)

    async def answer(self, league: League, number: int, answers: Answers) -> Checked:
        """Check the file kept as ``number`` again, with the user's answers on its ambiguous values.

        It is kept as long as one checked now. Raises ``Refused`` if the file was checked too long ago, or for
        another season.
        """
        season = await self._leagues.open_season(league)
        kept = self._checked_file(number, season)
        self._keep(number, kept._replace(at=self._clock()))
        file = await self._read(league, season, kept.content, kept.others, answers)
        return Checked(number, league, season, file, answers)

    def _keep(self, number: int, file: _CheckedFile) -> None:
        self._checked_files[number] = file
        self._checked_files.move_to_end(number)
        while len(self._checked_files) > MOST_KEPT:
            self._checked_files.popitem(last=False)

    def _checked_file(self, number: int, season: Season) -> _CheckedFile:
        kept = self._checked_files.get(number)
        if kept is None or kept.season_id != season.id or kept.at + KEPT_FOR < self._clock():
            raise Refused(TOO_OLD)
        return kept

    async def import_file(
        self,
        league: League,
        number: int,
        user_id: int,
        tell: Callable[[int, int], None],
        answers: Answers = NO_ANSWERS,
    ) -> Checked:
        """Import all matches of a checked file, if it is still without problems.

        ``tell(done, total)`` reports progress. If the result has problems, something changed since the check
        and nothing was stored.

        Raises ``Refused`` if the file was checked too long ago, or for another season.
        """
        season = await self._leagues.open_season(league)
        async with self._lock:
            kept = self._checked_file(number, season)
            async with self._leagues.lining_up:  # so no one records one of its matches at the same time
                file = await self._read(league, season, kept.content, kept.others, answers)
                checked = Checked(number, league, season, file, answers)
                if file.is_right:
                    with self._leagues.telling(league.id):
                        await self._store_all(checked, user_id, tell)
            if not file.questions:
                self._checked_files.pop(number, None)
        return checked

    async def _store_all(self, checked: Checked, user_id: int, tell: Callable[[int, int], None]) -> None:
        """Store the matches of a file without problems; raises ``Refused`` if the season was closed since."""
        league, season, file = checked.league, checked.season, checked.file
        if (await self._leagues.open_season(league)).id != season.id:
            raise Refused(TOO_OLD)
        schedule = await self._season_place_store.schedule(season.id)
        played = await self._season_place_store.played_fixtures(season.id)
        under_way = await self._season_place_store.fixtures_under_way(season.id)
        of_file = (file, league, season, user_id, schedule, played, under_way)
        matches = await in_thread(_matches_to_store, *of_file)
        act = LeagueAct(
            league.id, user_id, Did.IMPORTED, self._now(), season.id, detail={"matches": len(matches)}
        )
        await self._paper_match_store.import_matches(matches, act, lambda done: tell(done, len(matches)))

    async def _read(
        self, league: League, season: Season, content: bytes, others: Mapping[int, str], answers: Answers
    ) -> SeasonFile:
        playing = league_game(league.rules, league.seats)
        roster = Roster(await self._roster_store.roster(season.id), others)
        now = self._now()
        papers = await self._paper_match_store.paper_until(self._clock())
        lapsed = self._clock.since(CONFIRMED_WITHIN)
        waiting = [paper for paper in papers if paper.at > lapsed]
        known = await known_matches(self._database, season, playing, waiting)
        context = FileContext(playing, league.competing, roster, now, known, answers)
        return await in_thread(read_file, content, context)

    async def export_season(
        self, league: League, season: Season, form: Form, user_id: int | None = None
    ) -> ExportFile:
        """The results of a season as a file; ``user_id`` limits them to what that user played.

        Raises ``Damaged`` if the season's matches cannot be read.
        """
        name = f"league-{league.id}-season-{season.number}.{form}"
        if is_by_evenings(season):
            results = await self._evenings.all_of(season)
            evenings = [one for one in results if user_id is None or one.concerns(user_id)]
            of_season = (league.name, season.number, game_of(league).about.key)
            text = (
                await in_thread(evenings_as_csv, evenings)
                if form is Form.CSV
                else await in_thread(evenings_as_json, evenings, *of_season)
            )
            return ExportFile(name, text.encode(), len(evenings), is_of_evenings=True)
        playing = league_game(league.rules, league.seats)
        matches = [
            one
            for match in await self._season_match_store.matches_of_season(season.id)
            if (one := await self._kept(season, match, user_id)) is not None
        ]
        matches.sort(key=lambda one: (one.match.finished_at, one.ruled.table_id))
        text = (
            await in_thread(as_csv, matches, playing)
            if form is Form.CSV
            else await in_thread(as_json, matches, league.name, season.number, playing)
        )
        return ExportFile(name, text.encode(), len(matches))

    async def _kept(self, season: Season, match: SeasonMatch, user_id: int | None) -> ExportedMatch | None:
        """A finished match that ``user_id`` played, or anyone if None; void if it ended after the season."""
        result = await self._result_store.match(match.table_id)
        if result is None or (user_id is not None and user_id not in {one.user_id for one in result.players}):
            return None
        deals = await self._result_store.deals(match.table_id)
        if season.closed_at is not None and result.finished_at > season.closed_at:
            match = replace(match, state=MatchState.VOID)
        return ExportedMatch(match, corrected(result, match.points or {}), tuple(deals))


def _hash_of(season: Season, content: bytes) -> int:
    """A 40-bit hash, the size that fits a control; after a restart it finds no other file."""
    digest = hashlib.blake2b(b"%d:" % season.id + content, digest_size=5).digest()
    return int.from_bytes(digest)


def ids_in(content: bytes) -> frozenset[int]:
    """The user ids a file mentions; raises ``Refused`` if the file is not text."""
    text, _ = decoded(content)
    return mentioned(text)


def _matches_to_store(
    file: SeasonFile,
    league: League,
    season: Season,
    user_id: int,
    schedule: Sequence[ScheduledMatch],
    played: frozenset[int],
    under_way: frozenset[int],
) -> list[RecordedMatch]:
    """The matches of a file as stored, each with its unplayed match on the schedule, if there is one."""
    playing = league_game(league.rules, league.seats)
    matches = []
    for one in file.matches:
        is_void = one.state is MatchState.VOID
        fixture = None if is_void else one.line_up.fixture(schedule, played, under_way)
        played |= set() if fixture is None else {fixture}
        of_season = SeasonMatch(
            *(0, season.id, fixture, one.state), is_paper=True, plays_for=one.line_up.plays_for
        )
        matches.append(
            RecordedMatch(
                as_table(one.result, playing, league.guild_id, NOWHERE, user_id),
                as_results(one.result, playing, league.guild_id),
                of_season,
            )
        )
    return matches
