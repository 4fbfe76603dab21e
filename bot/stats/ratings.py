"""Current ratings and rating histories of players and pairs."""

from __future__ import annotations

from typing import Final

from bot.database.database import Database
from bot.models.boards import Period
from bot.models.credits import Entry
from bot.stats.booked import rating_board
from bot.stats.rating_model import ESTABLISHED
from bot.stats.store.leaderboards import LeaderboardStore
from bot.stats.store.rating_rows import RatingStore
from bot.stats.store.records import RecordStore
from bot.stats.stored_book import RatingNow, RatingStep

__all__ = ["ESTABLISHED", "RatingNow", "RatingStep", "Ratings"]

MOST_STEPS: Final = 500
"""The longest history returned: the last matches."""


class Ratings:
    """Ratings in a server, by family of games or by season."""

    def __init__(self, database: Database) -> None:
        self._leaderboard_store = LeaderboardStore(database)
        self._rating_store = RatingStore(database)
        self._record_store = RecordStore(database)

    async def of(
        self, guild_id: int, entry: Entry, family: str = "bidding", season_id: int | None = None
    ) -> RatingNow | None:
        """The rating of a player or pair in a family of games, or in a season if given; None if unrated."""
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
        """Rating changes from the last matches, oldest first."""
        board = rating_board(family=family, season_id=season_id)
        return tuple(await self._record_store.rating_steps(guild_id, board, entry, MOST_STEPS))

    async def families(self, guild_id: int, entry: Entry) -> tuple[str, ...]:
        """Families of games the player or pair is rated in, most matches first."""
        played = await self._leaderboard_store.games_played(guild_id, Period.EVER)
        found: list[tuple[int, str]] = []
        for family in [games.one_family for games in played if games.one_family is not None]:
            rating = await self._rating_store.rating(guild_id, rating_board(family=family), entry)
            if rating is not None:
                found.append((-rating.matches, family))
        return tuple(family for _, family in sorted(found))
