"""How good players and pairs are, as far as their results tell."""

from __future__ import annotations

from typing import Final

from bot.database.protocol import Store
from bot.models.boards import Period
from bot.models.booking import rating_board
from bot.models.credits import Entry
from bot.models.ratings import ESTABLISHED
from bot.models.stored_book import RatingNow, RatingStep

__all__ = ["ESTABLISHED", "RatingNow", "RatingStep", "Ratings"]

MOST_STEPS: Final = 500
"""Matches of a history, the last ones."""


class Ratings:
    """Ratings of a server by families of games, and of seasons."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(
        self, guild_id: int, entry: Entry, family: str = "bidding", season_id: int | None = None
    ) -> RatingNow | None:
        """How somebody is rated in a family of games, or in a season; None where they are not."""
        board = rating_board(family=family, season_id=season_id)
        rating = await self._store.rating(guild_id, board, entry)
        if rating is None:
            return None
        place = None
        if not rating.is_provisional:
            place = await self._store.rating_place(guild_id, board, len(entry), rating.mean)
        [who] = await self._store.named(guild_id, entry)
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
        return tuple(await self._store.rating_steps(guild_id, board, entry, MOST_STEPS))

    async def families(self, guild_id: int, entry: Entry) -> tuple[str, ...]:
        """The families of games somebody is rated in, those with the most matches first."""
        played = await self._store.games_played(guild_id, Period.EVER)
        found: list[tuple[int, str]] = []
        for family in [games.one_family for games in played if games.one_family is not None]:
            rating = await self._store.rating(guild_id, rating_board(family=family), entry)
            if rating is not None:
                found.append((-rating.matches, family))
        return tuple(family for _, family in sorted(found))
