"""Winners of the seasons of a server's leagues."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.database.database import Database
from bot.league.standings_pages import Standings
from bot.league.store.leagues import LeagueStore
from bot.models.stored_book import Named
from bot.models.stored_league import League, Season

PAGE: Final = 25
"""Lines read at a time."""


class Title(NamedTuple):
    """A closed season that a player or pair has won, with its league."""

    league: League
    season: Season


class Titles:
    """Winners of closed seasons."""

    def __init__(self, database: Database, standings: Standings) -> None:
        self._store = LeagueStore(database)
        self._standings = standings

    async def winners(self, season: Season) -> tuple[Named, ...]:
        """Entries in first place of a season; several if they are equal, none if no one has a place."""
        winners, number = list[Named](), 0
        while True:
            page = await self._standings.page(season.id, number, PAGE)
            first = [line.who for line in page.lines if line.place == 1]
            winners += first
            number += 1
            if len(first) < PAGE or number == page.pages:
                return tuple(winners)

    async def of(self, guild_id: int, *people: int) -> tuple[Title, ...]:
        """Seasons won in a server by an entry with all of ``people``, newest first."""
        found = list[Title]()
        for league in await self._store.leagues_of(guild_id):
            for season in await self._store.seasons_of(league.id):
                is_over = season.closed_at is not None
                if is_over and any(set(people) <= set(one.entry) for one in await self.winners(season)):
                    found.append(Title(league, season))
        return tuple(sorted(found, key=lambda title: -(title.season.closed_at or 0)))
