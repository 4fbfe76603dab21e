"""Records and ratings of players and pairs, and between rivals; each page reads one snapshot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import takewhile
from operator import attrgetter
from typing import Final

from bot.database.database import Database
from bot.models.boards import Games, Period
from bot.models.credits import Entrant, Verdict
from bot.models.stored_figures import Figures, Height
from bot.stats.contribution import rating_board
from bot.stats.store.rating_rows import RatingStore
from bot.stats.store.records import RecordStore
from bot.stats.store.tallies import TallyStore
from bot.stats.values import FormMatch, Meeting, Partner, RatingNow, RatingStep, Record, Rivalry, Series

FORM: Final = 20
"""Last matches in a record's form: as many as the picture has room for."""
FIRST_TO: Final = 100
"""Wins that decide a series between two rivals."""
MOST_STEPS: Final = 500
"""The longest history returned: the last matches."""
MOST_MEETINGS: Final = 20
"""Meetings listed one by one."""


class Records:
    """Records in a server: counted matches, unless the period is a casual one."""

    def __init__(self, database: Database) -> None:
        self._record_store = RecordStore(database)
        self._tally_store = TallyStore(database)

    async def of(
        self,
        guild_id: int,
        entrant: Entrant,
        period: Period = Period.EVER,
        games: Games = Games.ALL,
    ) -> Record | None:
        """The record of a player or a pair; None if they played no such match."""
        figures = await self._tally_store.tally_of(guild_id, entrant, period, games)
        if figures is None:
            return None
        heights: list[Height] = []
        if games.one_game is not None:
            heights = await self._tally_store.bids_by_height(guild_id, entrant, period, games)
        wins = await self._record_store.wins_of(guild_id, entrant, period, games)
        [who] = await self._record_store.named(guild_id, entrant)
        return Record(
            who,
            figures,
            tuple(heights),
            tuple(await self._record_store.form_of(guild_id, entrant, period, games, FORM)),
            streak=sum(1 for _ in takewhile(bool, wins)),
            longest_streak=longest_streak(wins),
        )

    async def partners(
        self,
        guild_id: int,
        player: int,
        period: Period = Period.EVER,
        games: Games = Games.ALL,
        *,
        least: int,
    ) -> tuple[Partner, ...]:
        """Partners with at least ``least`` matches together, the highest share of wins first."""
        found = await self._tally_store.partners(guild_id, player, period, games)
        played = [one for one in found if one.figures.matches >= max(least, 1)]
        return tuple(sorted(played, key=_merit, reverse=True))

    async def by_game(
        self, guild_id: int, entrant: Entrant, period: Period = Period.EVER
    ) -> tuple[tuple[str, Figures], ...]:
        """Figures by game key, most matches first."""
        found = await self._tally_store.by_game(guild_id, entrant, period)
        return tuple(sorted(found.items(), key=lambda one: (-one[1].matches, one[0])))

    async def rivalry(
        self,
        guild_id: int,
        one: Entrant,
        other: Entrant,
        period: Period = Period.EVER,
        games: Games = Games.ALL,
        first_to: int = FIRST_TO,
    ) -> Rivalry:
        """How ``one`` did against ``other``: totals, the series, and the last meetings."""
        meetings = await self._record_store.meetings(guild_id, one, other, period, games)
        last = await self._record_store.form_of(guild_id, one, period, games, MOST_MEETINGS, other)
        decided = [verdict_of(meeting) for meeting in meetings]
        with_points = [
            (meeting.scored, meeting.conceded)
            for meeting in meetings
            if meeting.scored is not None and meeting.conceded is not None
        ]
        who, against = await self._record_store.named(guild_id, one, other)
        return Rivalry(
            who,
            against,
            len(meetings),
            won=decided.count(Verdict.WON),
            drawn=decided.count(Verdict.DRAWN),
            lost=decided.count(Verdict.LOST),
            scored=sum(scored for scored, _ in with_points),
            conceded=sum(conceded for _, conceded in with_points),
            series=series(reversed(decided), first_to),
            meetings=tuple(map(_between_two, last, meetings)),
        )

    async def have_met(self, guild_id: int, one: Entrant, other: Entrant, period: Period) -> bool:
        """Whether two players or pairs have played against each other in a period."""
        return bool(await self._record_store.form_of(guild_id, one, period, Games.ALL, 1, other))

    async def periods(self, guild_id: int) -> tuple[Period, ...]:
        """Periods with counted matches: all time, then months, years and seasons, each newest first."""
        found = await self._tally_store.periods_played(guild_id)
        dated = sorted((one for one in found if one.span is not None), key=attrgetter("key"), reverse=True)
        seasons = [one for one in found if one.season_id is not None]
        return (
            *(one for one in found if one == Period.EVER),
            *(one for one in dated if len(one.key) > len("2026")),
            *(one for one in dated if len(one.key) == len("2026")),
            *sorted(seasons, key=lambda one: one.season_id or 0, reverse=True),
        )

    async def games(self, guild_id: int, period: Period = Period.EVER) -> tuple[Games, ...]:
        """Groups of games played in a period: all games, then families, then single games."""
        found = await self._tally_store.games_played(guild_id, period)
        return tuple(sorted(found, key=lambda one: (one != Games.ALL, one.one_family is None, one.key)))


class Ratings:
    """Ratings in a server, by family of games or by season."""

    def __init__(self, database: Database) -> None:
        self._rating_store = RatingStore(database)
        self._record_store = RecordStore(database)
        self._tally_store = TallyStore(database)

    async def of(
        self, guild_id: int, entrant: Entrant, family: str = "bidding", season_id: int | None = None
    ) -> RatingNow | None:
        """The rating of a player or pair in a family of games, or in a season if given; None if unrated."""
        board = rating_board(family=family, season_id=season_id)
        rating = await self._rating_store.rating(guild_id, board, entrant)
        if rating is None:
            return None
        place = None
        if not rating.is_provisional:
            place = await self._rating_store.rating_place(guild_id, board, len(entrant), rating.mean)
        [who] = await self._record_store.named(guild_id, entrant)
        return RatingNow(who, rating, place)

    async def history(
        self, guild_id: int, entrant: Entrant, family: str = "bidding", season_id: int | None = None
    ) -> tuple[RatingStep, ...]:
        """Rating changes from the last matches, oldest first."""
        board = rating_board(family=family, season_id=season_id)
        return tuple(await self._rating_store.rating_steps(guild_id, board, entrant, MOST_STEPS))

    async def families(self, guild_id: int, entrant: Entrant) -> tuple[str, ...]:
        """Families of games the player or pair is rated in, most matches first."""
        played = await self._tally_store.games_played(guild_id, Period.EVER)
        found: list[tuple[int, str]] = []
        for family in [games.one_family for games in played if games.one_family is not None]:
            rating = await self._rating_store.rating(guild_id, rating_board(family=family), entrant)
            if rating is not None:
                found.append((-rating.matches, family))
        return tuple(family for _, family in sorted(found))


class Moments:
    """Opens snapshots of the database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._store = TallyStore(database)

    @asynccontextmanager
    async def of(self, guild_id: int) -> AsyncIterator[bool]:
        """Give all reads in the block one snapshot; yields whether the figures still lack some results.

        The block must not write, nor wait for Discord.
        """
        async with self._database.one_moment():
            yield await self._store.is_counting(guild_id)


def longest_streak(wins: Iterable[bool]) -> int:
    """The most wins in a row."""
    longest = current = 0
    for won in wins:
        current = current + 1 if won else 0
        longest = max(longest, current)
    return longest


def verdict_of(meeting: Meeting) -> Verdict | None:
    """The result of a meeting for the first: drawn if both were first, None if neither won."""
    own, theirs = meeting.own, meeting.other
    if own is theirs and own is not Verdict.LOST:
        return Verdict.DRAWN
    if Verdict.WON not in {own, theirs}:
        return None
    return Verdict.WON if own is Verdict.WON else Verdict.LOST


def _between_two(match: FormMatch, meeting: Meeting) -> FormMatch:
    """A meeting with its verdict and margin between these two sides; no margin if leaving decided it."""
    verdict, conceded = verdict_of(meeting), meeting.conceded
    scored = None if match.margin is None else meeting.scored
    margin = None
    if scored is not None and conceded is not None and verdict in {Verdict.WON, Verdict.LOST}:
        ahead = abs(scored - conceded)  # abs: in some games the fewest points win
        margin = ahead if verdict is Verdict.WON else -ahead
    return replace(match, verdict=verdict, margin=margin)


def series(decided: Iterable[Verdict | None], first_to: int) -> Series:
    """Repeated races to ``first_to`` wins, oldest meeting first: races won, and the current score.

    Draws and meetings neither won are ignored.
    """
    won = lost = series_won = series_lost = 0
    for verdict in decided:
        won += verdict is Verdict.WON
        lost += verdict is Verdict.LOST
        if first_to in {won, lost}:
            series_won += won == first_to
            series_lost += lost == first_to
            won = lost = 0
    return Series(first_to, series_won, series_lost, won, lost)


def _merit(partner: Partner) -> tuple[float, int]:
    figures = partner.figures
    return float(figures.win_share or 0), figures.matches
