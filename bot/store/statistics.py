"""What is counted from stored results: a server's leaderboard, and what one person has done.

Points are added up within one game only, and only where the most points win. A leaderboard holds what was
played at counted tables, and what was recorded before there were casual ones; a person's own record is
of everything. Who played alone has won against nobody: such matches count for their game only.
"""

from __future__ import annotations

from bot.store.database import Database, Statement, Values
from bot.store.protocol import Damaged
from bot.store.rows import counted, legible
from bot.store.seats import read_seats
from bot.store.stored_statistics import CountedStats, GameStats, PlayerStats
from rules.core.outcome import Ranking

LEADERBOARD = """
    WITH best AS (
        SELECT guild_id, user_id, COUNT(*) AS played, SUM(won) AS won, MAX(finished_at) AS since
        FROM match_players JOIN matches ON matches.table_id = match_players.table_id
        WHERE guild_id = ? AND user_id IS NOT NULL AND counts = 1
        GROUP BY guild_id, user_id
        ORDER BY SUM(won) DESC, SUM(won) * 1.0 / COUNT(*) DESC, MAX(finished_at), user_id
        LIMIT ?
    )
    SELECT best.user_id,
        (SELECT name FROM match_players JOIN matches ON matches.table_id = match_players.table_id
         WHERE guild_id = best.guild_id AND user_id = best.user_id
         ORDER BY finished_at DESC, matches.table_id DESC LIMIT 1),
        best.played, best.won,
        (SELECT COUNT(*) FROM deals JOIN tables ON tables.id = deals.table_id
         WHERE guild_id = best.guild_id AND declarer_user = best.user_id AND counted = 1),
        (SELECT COUNT(*) FROM deals JOIN tables ON tables.id = deals.table_id
         WHERE guild_id = best.guild_id AND declarer_user = best.user_id AND counted = 1 AND made = 1)
    FROM best ORDER BY best.won DESC, best.won * 1.0 / best.played DESC, best.since, best.user_id
"""
NEWEST_NAME = """
    SELECT name FROM match_players JOIN matches ON matches.table_id = match_players.table_id
    WHERE guild_id = ? AND user_id = ? ORDER BY finished_at DESC, matches.table_id DESC LIMIT 1
"""
NEWEST_SEATS = """
    SELECT seats FROM tables JOIN deal_players ON deal_players.table_id = tables.id
    WHERE guild_id = ? AND user_id = ? ORDER BY tables.id DESC LIMIT 1
"""
BIDS = """
    SELECT COUNT(*), COALESCE(SUM(made), 0) FROM deals JOIN tables ON tables.id = deals.table_id
    WHERE guild_id = ? AND declarer_user = ?
"""
COUNTED = """
    SELECT COALESCE(SUM(counts), 0), COALESCE(SUM(counts * won), 0), COALESCE(SUM(stand_in_deals), 0)
    FROM match_players JOIN matches ON matches.table_id = match_players.table_id
    WHERE guild_id = ? AND user_id = ?
"""
RANKINGS = frozenset(Ranking)
BY_GAME = """
    SELECT game, ranking, COUNT(*), SUM(won), SUM(points)
    FROM match_players JOIN matches ON matches.table_id = match_players.table_id
    WHERE guild_id = ? AND user_id = ? AND broken_off = 0
    GROUP BY game, ranking ORDER BY COUNT(*) DESC, game, ranking
"""


class StatisticsStore:
    """Leaderboards and what one person has done, from a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(self, guild_id: int, limit: int) -> list[PlayerStats]:
        """The best of a server: most matches won, then the share won, then who stood there first."""
        rows = await self._database.read(Statement(LEADERBOARD, Values((guild_id, limit))))
        return [
            PlayerStats(user_id, legible(name), matches, counted(won), bids, made)
            for user_id, name, matches, won, bids, made in rows
        ]

    async def stats(self, guild_id: int, user_id: int) -> PlayerStats | None:
        """What one person has done in a server; None before the first finished deal."""
        name = await self._name(guild_id, user_id)
        if name is None:
            return None
        [[bids, made]] = await self._database.read(Statement(BIDS, Values((guild_id, user_id))))
        games = await self.stats_by_game(guild_id, user_id)
        played = [game for game in games if not game.is_solitaire]
        matches, won = sum(game.matches for game in played), sum(game.won for game in played)
        return PlayerStats(user_id, name, matches, won, bids, counted(made))

    async def counted_stats(self, guild_id: int, user_id: int) -> CountedStats:
        """What of one person's matches counts on a server's leaderboard."""
        [row] = await self._database.read(Statement(COUNTED, Values((guild_id, user_id))))
        return CountedStats(*map(counted, row))

    async def stats_by_game(self, guild_id: int, user_id: int) -> list[GameStats]:
        """What one person has done in a server game by game, the most played first."""
        rows = await self._database.read(Statement(BY_GAME, Values((guild_id, user_id))))
        return [_game_stats(*row) for row in rows if row[1] in RANKINGS]

    async def _name(self, guild_id: int, user_id: int) -> str | None:
        """What a person was last called; empty where that was not recorded, None before the first deal."""
        person = Values((guild_id, user_id))
        names = await self._database.read(Statement(NEWEST_NAME, person))
        if names:
            return legible(names[0][0])
        newest = await self._database.read(Statement(NEWEST_SEATS, person))
        if not newest:
            return None
        try:
            seats = read_seats(newest[0][0])
        except Damaged:
            return ""
        return next((seat.name for seat in seats if seat.user_id == user_id), "")


def _game_stats(game: str, ranking: str, matches: int, won: int, points: int) -> GameStats:
    kind = Ranking(ranking)
    total = counted(points) if kind is Ranking.MOST else None
    return GameStats(legible(game), kind, matches, counted(won), total)
