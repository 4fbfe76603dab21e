"""Reads the standings of seasons: pages, what each figure is made of, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple

from bot.common.pages import Page, place_on
from bot.database.database import Damaged, Database
from bot.league.season_tables import credits_of_evenings, forfeits_of
from bot.league.standings import Share, share_of
from bot.league.store.leagues import LeagueStore
from bot.league.store.tables import SeasonTableStore
from bot.models.credits import Entrant, How, Named
from bot.models.scoring import Method, Scoring, read
from bot.models.stored_league import Cell, League, Season, StandingLine
from bot.stats.contribution import rating_board
from bot.stats.store.rating_rows import RatingStore

SIZE: Final = 10
"""Lines on a page."""
MOST_EQUALS: Final = 5
"""Most others sharing a place that are listed."""
MOST_CROSSED: Final = 16
"""Entrants in a cross table."""
PAGE: Final = 25
"""Lines read at a time to find the winners."""


@dataclass(frozen=True, slots=True)
class StandingsPage(Page[StandingLine]):
    """A page of a season's standings, with its scoring and whether they are final."""

    scoring: Scoring
    is_final: bool
    """Whether the season is closed and the standings will not change."""
    provisional: frozenset[Entrant] = frozenset()
    """Entrants of the page with too few rated matches, where ratings decide."""


class Origin(NamedTuple):
    """What one match, evening or forfeit added to a line of the standings, and when it finished."""

    share: Share
    finished_at: float | None
    """In epoch seconds; None for a forfeit."""

    @property
    def is_forfeit(self) -> bool:
        """Whether it was forfeited by staying away, not played."""
        return self.share.credit.how is How.FORFEITED


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The records of a season's top entrants against each other."""

    entrants: tuple[Named, ...]
    """In the order of the standings."""
    cells: Mapping[tuple[int, int], Cell]
    """By row and column, from 0: the record of the row's entrant. Entrants that never met have no cell."""
    left_out: int
    """Number of entrants below these."""


class Title(NamedTuple):
    """A closed season that a player or pair has won, with its league."""

    league: League
    season: Season


class Standings:
    """Standings of seasons; ``Damaged`` is raised if they cannot be read.

    The caller has checked that the season belongs to the server.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._league_store = LeagueStore(database)
        self._season_table_store = SeasonTableStore(database)
        self._rating_store = RatingStore(database)

    async def page(self, season_id: int, page: int = 0, size: int = SIZE) -> StandingsPage:
        """A page of a season's standings, counted from 0; past the end the last page."""
        total = await self._season_table_store.number_of_lines(season_id)
        on = place_on(page, size, total)
        lines = tuple(await self._season_table_store.season_lines(season_id, on.page * size, size))
        scoring = await self._scoring(season_id)
        return StandingsPage(
            lines,
            on.page,
            on.pages,
            total,
            scoring=scoring,
            is_final=await self._season_table_store.is_final(season_id),
            provisional=await self._provisional(season_id, scoring, lines),
        )

    async def _provisional(
        self, season_id: int, scoring: Scoring, lines: Sequence[StandingLine]
    ) -> frozenset[Entrant]:
        """The entrants of some lines with too few rated matches: not all that are played change a rating."""
        by_rating = scoring.method is Method.RATING
        found = await self._league_store.season_in_league(season_id) if by_rating else None
        if found is None:
            return frozenset()
        league, entrants = found[0], [line.who.entrant for line in lines]
        board = league.guild_id, rating_board(season_id=season_id), league.competing
        ratings = await self._rating_store.ratings_of(*board, entrants)
        return frozenset(entrant for entrant, rating in ratings.items() if rating.is_provisional)

    async def line(self, season_id: int, entrant: Entrant) -> StandingLine | None:
        """The line of an entrant in a season's standings; None if it has none."""
        return await self._season_table_store.season_line(season_id, entrant)

    async def equals_of(self, season_id: int, line: StandingLine) -> list[Named]:
        """Up to ``MOST_EQUALS`` others that share the place of a line, in order; empty without a place."""
        if line.place is None:
            return []
        there = await self._season_table_store.season_lines(season_id, line.place - 1, MOST_EQUALS + 1)
        return [one.who for one in there if one.place == line.place and one.who != line.who][:MOST_EQUALS]

    async def origins(self, season_id: int, entrant: Entrant) -> tuple[Origin, ...]:
        """The parts of an entrant's line: matches and evenings, oldest first, then forfeits."""
        scoring = await self._scoring(season_id)
        matches = await self._season_table_store.credits_of_season(season_id, entrant)
        evenings = (await credits_of_evenings(self._database, season_id)).get(entrant, ())
        played = sorted((*matches, *evenings), key=attrgetter("finished_at"))
        not_played = (await forfeits_of(self._database, season_id)).get(entrant, [])
        return (
            *(Origin(share_of(one.credit, scoring), one.finished_at) for one in played),
            *(Origin(share_of(credit, scoring), None) for credit in not_played),
        )

    async def cross_table(self, season_id: int) -> CrossTable:
        """The records of a season's top entrants against each other."""
        total = await self._season_table_store.number_of_lines(season_id)
        top = [line.who for line in await self._season_table_store.season_lines(season_id, 0, MOST_CROSSED)]
        numbers = {who.entrant: number for number, who in enumerate(top)}
        cells: dict[tuple[int, int], Cell] = {}
        for entrant, row in numbers.items():
            met = await self._season_table_store.cells_of_season(season_id, entrant, numbers)
            cells.update(((row, numbers[other]), cell) for other, cell in met.items())
        return CrossTable(tuple(top), cells, total - len(top))

    async def winners(self, season: Season) -> tuple[Named, ...]:
        """Entrants in first place of a season; several if they are equal, none if no one has a place."""
        winners, number = list[Named](), 0
        while True:
            page = await self.page(season.id, number, PAGE)
            first = [line.who for line in page.lines if line.place == 1]
            winners += first
            number += 1
            if len(first) < PAGE or number == page.pages:
                return tuple(winners)

    async def titles_of(self, guild_id: int, *people: int) -> tuple[Title, ...]:
        """Closed seasons won in a server by an entrant with all of ``people``, newest first.

        A league with a damaged season is passed over.
        """
        found = list[Title]()
        for league in await self._league_store.leagues_of(guild_id):
            with suppress(Damaged):
                for season in await self._league_store.seasons_of(league.id):
                    winners = () if season.is_open else await self.winners(season)
                    if any(set(people) <= set(one.entrant) for one in winners):
                        found.append(Title(league, season))
        return tuple(sorted(found, key=lambda title: -(title.season.closed_at or 0)))

    async def _scoring(self, season_id: int) -> Scoring:
        season = await self._league_store.season(season_id)
        try:
            return Scoring() if season is None else read(season.scoring).scoring
        except ValueError:
            raise Damaged("how the season is scored cannot be read.") from None
