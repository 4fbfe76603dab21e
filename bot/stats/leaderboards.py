"""Leaderboards of players and pairs in a server, page by page."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.common.pages import Page, place_on
from bot.database.database import Database
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing
from bot.models.stored_figures import Figures
from bot.stats.contribution import rating_board
from bot.stats.store.rating_rows import RatingStore
from bot.stats.store.tallies import TallyStore
from bot.stats.values import LeaderLine

SIZE: Final = 10
"""Lines on a page."""


class Leaderboards:
    """Leaderboards over the matches that count."""

    def __init__(self, database: Database) -> None:
        self._rating_store = RatingStore(database)
        self._tally_store = TallyStore(database)

    async def page(
        self,
        guild_id: int,
        competing: Competing = Competing.PLAYERS,
        *,
        period: Period = Period.EVER,
        games: Games = Games.ALL,
        order: Order = Order.WINS,
        least: int = 0,
        page: int = 0,
        size: int = SIZE,
    ) -> Page[LeaderLine]:
        """A page, counted from 0, of the players or pairs with at least ``least`` matches, best first.

        Raises:
            ValueError: ordered by rating, but the matches are neither all of one family nor a season's.
        """
        if order is Order.RATING:
            return await self._by_rating(guild_id, competing, period, games, least, page, size)
        total = await self._tally_store.number_of_leaders(guild_id, competing, period, games, least)
        on = place_on(page, size, total)
        lines = await self._tally_store.leaders(
            *(guild_id, competing, period, games, order, least), skip=on.page * size, number=size
        )
        board = board_of(period, games)
        if board is not None:
            entrants = [line.who.entrant for line in lines]
            ratings = await self._rating_store.ratings_of(guild_id, board, competing, entrants)
            lines = [replace(line, rating=ratings.get(line.who.entrant)) for line in lines]
        return Page(tuple(lines), on.page, on.pages, total)

    async def _by_rating(
        self,
        guild_id: int,
        competing: Competing,
        period: Period,
        games: Games,
        least: int,
        page: int,
        size: int,
    ) -> Page[LeaderLine]:
        board = board_of(period, games)
        if board is None:
            raise ValueError("ratings are of one family of games, or of a season")
        total = await self._rating_store.number_rated(guild_id, board, competing, least)
        on = place_on(page, size, total)
        rated = await self._rating_store.best_rated(
            *(guild_id, board, competing, least), skip=on.page * size, number=size
        )
        entrants = [one.who.entrant for one in rated]
        figures = await self._tally_store.tallies_of(guild_id, competing, entrants, period, games)
        lines = tuple(
            LeaderLine(one.place, one.who, figures.get(one.who.entrant, Figures()), one.rating)
            for one in rated
        )
        return Page(lines, on.page, on.pages, total)


def board_of(period: Period, games: Games) -> str | None:
    """The key of the rating board for these matches: a season's or a family's. None for other groups."""
    if period.season_id is not None:
        return rating_board(season_id=period.season_id)
    if period == Period.EVER and games.one_family is not None:
        return rating_board(family=games.one_family)
    return None
