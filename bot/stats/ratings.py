"""How good players and pairs are, as far as their results tell."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database
from bot.models.boards import Period
from bot.models.booking import rating_board
from bot.models.credits import Entry
from bot.models.ratings import ESTABLISHED
from bot.models.stored_book import RatingNow, RatingStep
from bot.stats.store.leaderboards import LeaderboardStore
from bot.stats.store.rating_rows import RatingStore
from bot.stats.store.records import RecordStore

__all__ = ["ESTABLISHED", "RatingNow", "RatingStep", "Ratings"]

MOST_STEPS: Final = 500
"""Matches of a history, the last ones."""


class Ratings:
    """Ratings of a server by families of games, and of seasons."""

    def __init__(self, database: Database) -> None:
        self._leaderboard_store = LeaderboardStore(database)
        self._rating_store = RatingStore(database)
        self._record_store = RecordStore(database)

    async def of(
        self, guild_id: int, entry: Entry, family: str = "bidding", season_id: int | None = None
    ) -> RatingNow | None:
        """How somebody is rated in a family of games, or in a season; None where they are not."""
        board = rating_board(family=family, season_id=season_id)
        rating = await self._rating_store.rating(guild_id, board, entry)
        if rating is None:
            return None
        place = None
        if not rating.is_provisional:
            place = await self._leaderboard_store.rating_place(guild_id, board, len(entry), rating.mean)
        [who] = await self._record_store.named(guild_id, entry)
        return RatingNow(who, rating, place)

    async def history(
        self,
        guild_id: int,
        entry: Entry,
        family: str = "bidding",
        season_id: int | None = None,
    ) -> tuple[RatingStep, ...]:
        """What each of the last matches did to a rating, the oldest first."""
        board = rating_board(family=family, season_id=season_id)
        return tuple(await self._record_store.rating_steps(guild_id, board, entry, MOST_STEPS))

    async def families(self, guild_id: int, entry: Entry) -> tuple[str, ...]:
        """The families of games somebody is rated in, those with the most matches first."""
        played = await self._leaderboard_store.games_played(guild_id, Period.EVER)
        found: list[tuple[int, str]] = []
        for family in [games.one_family for games in played if games.one_family is not None]:
            rating = await self._rating_store.rating(guild_id, rating_board(family=family), entry)
            if rating is not None:
                found.append((-rating.matches, family))
        return tuple(family for _, family in sorted(found))
