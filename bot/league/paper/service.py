"""Matches with real cards: recorded, then confirmed by another side, withdrawn, or expired."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from bot.common.background import Listeners
from bot.common.clock import Clock
from bot.common.errors import Refused
from bot.database.database import Database
from bot.database.rows import readable
from bot.league.evenings import check_by_matches
from bot.league.paper.dates import When, read_date
from bot.league.paper.duplicates import SAME_EVENING, Report, known_matches, report_of
from bot.league.paper.people import Roster, lined_up
from bot.league.paper.result import (
    LeagueGame,
    PaperResult,
    as_results,
    as_table,
    check,
    league_game,
    read,
    with_settled_winner,
    written,
)
from bot.league.paper.typed import read_players, read_points, read_winner
from bot.league.paper.unclear import NO_ANSWERS, Answers
from bot.league.paper.values import Lapsed, Recorded, Typed, Unconfirmed, score_of, unconfirmed_of
from bot.league.results import SeasonResult
from bot.league.service import Leagues
from bot.league.store.acts import LeagueActStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.league.store.rosters import RosterStore
from bot.models.stored_league import (
    CONFIRMED_WITHIN,
    Did,
    League,
    LeagueAct,
    MatchState,
    PaperMatch,
    RecordedMatch,
    Season,
    SeasonMatch,
)
from bot.table.store.results import ResultStore
from bot.table.store.seasons import SeasonPlaceStore

KEPT_FOR: Final = 15 * 60.0
"""Seconds during which a question about typed text can be answered."""
MOST_KEPT: Final = 100
MOST_WAITING: Final = 50
"""Most unconfirmed matches of a season."""
NOT_WAITING: Final = (
    "That match isn't waiting to be confirmed any more. `/league show what:results` shows what counts."
)
NOT_YOURS: Final = "You didn't play in this match. Its players record it, or an organizer."
NOT_THE_OTHERS: Final = "Someone on another side confirms it, or an organizer."
NOT_TO_DENY: Final = "Only its players and organizers can say it's not right."
AGAIN: Final = (
    "That match is recorded already, with the same result. "
    "If it was another one, give its date with the time of day, like 2026-11-22 19:30."
)
SEASON_OVER: Final = "Its season is over, so it can't count any more."
ASKED_TOO_LONG_AGO: Final = "That was asked too long ago. `/league record` records the match."
FULL: Final = f"{MOST_WAITING} matches wait to be confirmed. Confirm some of them first."


class _Asked(NamedTuple):
    league_id: int
    typed: Typed
    user_id: int
    at: float
    """In seconds of the clock that timers use."""


class PaperMatches:
    """Matches with real cards, until they are confirmed or withdrawn, or expire after a day."""

    def __init__(self, database: Database, leagues: Leagues, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._league_act_store = LeagueActStore(database)
        self._league_store = LeagueStore(database)
        self._paper_match_store = PaperMatchStore(database)
        self.forget: Final = self._paper_match_store.remove_paper
        """Delete an unconfirmed match; the caller has updated its message, if it had one."""
        self._result_store = ResultStore(database)
        self._roster_store = RosterStore(database)
        self._season_place_store = SeasonPlaceStore(database)
        self._leagues = leagues
        self._clock = Clock.of(now)
        self._now = self._clock.today
        self._typed: OrderedDict[int, _Asked] = OrderedDict()
        """Ambiguous typed matches waiting for an answer, by a hash."""
        self._listeners = Listeners[Callable[[], None]]()
        self.on_lapsed: Final = self._listeners.add
        """Register a callback for matches that end before a day is over; returns how to unregister it."""
        leagues.on_closed(self.look_again)

    def ask(self, league: League, typed: Typed, user_id: int) -> int:
        """Keep a typed match until its user answers a question about it; returns the number to find it by."""
        text = "\0".join((str(league.id), str(user_id), *typed))
        number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=5).digest())
        self._typed[number] = _Asked(league.id, typed, user_id, self._clock())
        self._typed.move_to_end(number)
        while len(self._typed) > MOST_KEPT:
            self._typed.popitem(last=False)
        return number

    def asked(self, league: League, number: int, user_id: int) -> Typed:
        """The typed match a user was asked about.

        Raises ``Refused`` if it was asked too long ago, or of someone else.
        """
        asked = self._typed.get(number)
        is_theirs = asked is not None and (asked.league_id, asked.user_id) == (league.id, user_id)
        if asked is None or not is_theirs or asked.at + KEPT_FOR < self._clock():
            raise Refused(ASKED_TOO_LONG_AGO)
        return asked.typed

    async def record(
        self,
        league: League,
        typed: Typed,
        user_id: int,
        others: Mapping[int, str],
        *,
        organizes: bool,
        answers: Answers = NO_ANSWERS,
    ) -> Unconfirmed:
        """Record a match and make it wait to be confirmed; one that waits already is returned as it waits.

        ``others`` are members of the server by id; they may be named, as well as the season's players.

        Raises:
            Unclear: a value is ambiguous, and ``answers`` has no choice.
            Refused: a value is wrong, the user neither played nor organizes, the match is known, or no season
                is open.
        """
        season = await self._leagues.open_season(league)
        check_by_matches(league, season)
        playing = league_game(league.rules, league.seats)
        roster = Roster(await self._roster_store.roster(season.id), others)
        result, when = _read(typed, playing, roster, self._now(), answers)
        check(result, playing)
        lined_up(result, playing, league.competing, roster)
        result = with_settled_winner(result, playing, answers)
        if not organizes and user_id not in {one.id for one in result.players}:
            raise Refused(NOT_YOURS)
        paper = PaperMatch(0, season.id, written(result), user_id, self._clock())
        async with self._leagues.lining_up:  # so the same match is not recorded or imported at once
            await self._check_open(league, season)
            waiting = await self._waiting_as(season, playing, report_of(result, playing, when.within))
            kept = waiting or await self._paper_match_store.keep_paper(paper)
        return self._unconfirmed(kept, league, season)

    async def _check_open(self, league: League, season: Season) -> None:
        """Raise ``Refused`` if the season is not the open one any more; the caller holds the lock."""
        if (await self._leagues.open_season(league)).id != season.id:
            raise Refused(SEASON_OVER)

    async def _waiting_as(self, season: Season, playing: LeagueGame, report: Report) -> PaperMatch | None:
        """The match that waits as reported before; None for a new one. Refused if it counts, or many wait."""
        every = await self._paper_match_store.paper_until(self._clock())
        waiting = [one for one in every if one.season_id == season.id and not self._has_lapsed(one)]
        with readable("a match that waits"):
            for one in waiting:
                if report_of(read(one.result), playing).is_same(report):
                    return one
        if len(waiting) >= MOST_WAITING:
            raise Refused(FULL)
        if (await known_matches(self._database, season, playing, ())).repeat_message(report):
            raise Refused(AGAIN)
        return None

    async def place(self, unconfirmed: Unconfirmed, channel_id: int, message_id: int) -> None:
        """Store which message asks to confirm a match."""
        await self._paper_match_store.set_paper_place(unconfirmed.id, channel_id, message_id)

    async def find(self, guild_id: int, paper_id: int) -> Unconfirmed:
        """An unconfirmed match of a server.

        Raises ``Refused`` if it is not waiting any more, or is another server's.
        """
        paper = await self._paper_match_store.paper(paper_id)
        if paper is None or self._has_lapsed(paper):
            raise Refused(NOT_WAITING)
        league, season = await self._leagues.season_by_id(guild_id, paper.season_id)
        return self._unconfirmed(paper, league, season)

    def _has_lapsed(self, paper: PaperMatch) -> bool:
        return paper.at <= self._clock.since(CONFIRMED_WITHIN)

    def _unconfirmed(self, paper: PaperMatch, league: League, season: Season) -> Unconfirmed:
        lapses_at = self._clock.prolonged(paper.at + CONFIRMED_WITHIN, paper.at)
        return unconfirmed_of(paper, league, season, self._clock.shown(lapses_at))

    async def confirm(
        self, unconfirmed: Unconfirmed, user_id: int, *, organizes: bool, message_id: int | None = None
    ) -> Recorded:
        """Confirm a match, so that it counts.

        The message that asked is marked for a last redraw.

        Raises:
            Refused: the user may not confirm it, it is not waiting any more, or its season is closed.
        """
        if not (organizes or unconfirmed.may_confirm(user_id)):
            raise Refused(NOT_YOURS if unconfirmed.side_of(user_id) is None else NOT_THE_OTHERS)
        league, playing, result = unconfirmed.league, unconfirmed.playing, unconfirmed.result
        async with self._leagues.lining_up:
            season = unconfirmed.season
            await self._check_open(league, season)
            roster = Roster(await self._roster_store.roster(season.id), {})
            line_up = lined_up(result, playing, league.competing, roster)
            act = LeagueAct(
                league.id, unconfirmed.recorded_by, Did.RECORDED, self._now(), season.id, about=user_id
            )
            fixture = line_up.fixture(
                await self._season_place_store.schedule(season.id),
                await self._season_place_store.played_fixtures(season.id),
                await self._season_place_store.fixtures_under_way(season.id),
            )
            match = RecordedMatch(
                as_table(
                    result, playing, league.guild_id, unconfirmed.channel_id or 0, unconfirmed.recorded_by
                ),
                as_results(result, playing, league.guild_id),
                SeasonMatch(0, season.id, fixture, is_paper=True, plays_for=line_up.plays_for),
            )
            table_id = await self._paper_match_store.confirm_paper(unconfirmed.id, match, act, message_id)
        if table_id is None:
            raise Refused(NOT_WAITING)
        self._leagues.tell(league.id)
        return Recorded(table_id, league, season, unconfirmed.score, unconfirmed.recorded_by, user_id, False)

    async def recorded(self, table_id: int) -> Recorded | None:
        """A confirmed match with real cards by its number; None for any other match.

        Raises ``StoreError`` if it cannot be read.
        """
        match = await self._season_place_store.season_match(table_id)
        if match is None or not match.is_paper:
            return None
        result = await self._result_store.match(table_id)
        found = await self._league_store.season_in_league(match.season_id)
        if result is None or found is None:
            return None
        league, season = found
        act = await self._league_act_store.act_on_match(league.id, table_id, Did.RECORDED)
        if act is None:
            return None
        score = score_of(SeasonResult(match, result), await self._result_store.deals(table_id))
        is_void = match.state is MatchState.VOID
        return Recorded(table_id, league, season, score, act.user_id, act.about, is_void)

    async def take_back(self, unconfirmed: Unconfirmed, user_id: int, *, organizes: bool) -> None:
        """Withdraw a match that a player, its recorder or an organizer says is wrong.

        It is deleted once its message says so.

        Raises ``Refused`` if the user may not, or it is not waiting any more.
        """
        if not organizes and unconfirmed.side_of(user_id) is None and user_id != unconfirmed.recorded_by:
            raise Refused(NOT_TO_DENY)
        if not await self._paper_match_store.lapse_paper(unconfirmed.id):
            raise Refused(NOT_WAITING)

    async def lapsed(self) -> list[Lapsed]:
        """Matches that expired after a day or were withdrawn; those without a message are deleted."""
        lapsed = []
        for paper in await self._paper_match_store.paper_until(self._clock.since(CONFIRMED_WITHIN)):
            found = await self._league_store.season_in_league(paper.season_id)
            if found is None or paper.channel_id is None or paper.message_id is None:
                await self._paper_match_store.remove_paper(paper.id)
            else:
                lapsed.append(Lapsed(paper.id, *found, paper.channel_id, paper.message_id))
        return lapsed

    async def resume(self) -> None:
        """Resume after a start: correct recording times that lie in the future.

        Raises ``StoreError`` if the database cannot be written.
        """
        await self._paper_match_store.clamp_times(self._clock())

    def look_again(self) -> None:
        """Notify listeners that a match may have ended before a day is over."""
        for listener in self._listeners.present:
            listener()

    async def until_due(self) -> float:
        """Seconds until the next match expires, below 0 if one has; half the full time without a match.

        Raises ``StoreError`` if the database cannot be read.
        """
        oldest = await self._paper_match_store.oldest_paper()
        if oldest is None:
            return CONFIRMED_WITHIN / 2
        return self._clock.prolonged(oldest + CONFIRMED_WITHIN, oldest) - self._clock()


def _read(
    typed: Typed, playing: LeagueGame, roster: Roster, now: float, answers: Answers
) -> tuple[PaperResult, When]:
    sides = read_players(typed.players, playing, roster)
    totals, deals = read_points(typed.points, playing)
    when = read_date(typed.date, now, answers) if typed.date.strip() else When(now, SAME_EVENING)
    winner = read_winner(typed.winner, sides, roster)
    return PaperResult(playing.by_seat(sides), when.at, totals, deals, winner), when
