"""Results of deals and matches, and what is counted from them."""

from __future__ import annotations

import json

from bot.services.statistics import PlayerStats
from bot.store.database import Database, Statement, Values, insert
from bot.store.stored import DealResult, MatchResult, Results

DEALS = "deals (table_id, deal, dealer, declarer, declarer_user, bid, trump, made, nest_points, at)"
DEAL_SIDES = "deal_sides (table_id, deal, side, seats, counters, tricks, bonus, scored, total)"
DEAL_PLAYERS = "deal_players (table_id, deal, seat, user_id)"
INSERT_PLAYER_RESULT = """
    INSERT INTO match_results (table_id, user_id, guild_id, name, seat, won, points, away, at)
    SELECT id, ?, guild_id, ?, ?, ?, ?, ?, ? FROM tables WHERE id = ?
    RETURNING table_id
"""
LEADERBOARD = """
    WITH best AS (
        SELECT guild_id, user_id, COUNT(*) AS matches, SUM(won) AS wins, SUM(points) AS points
        FROM match_results WHERE guild_id = ?
        GROUP BY guild_id, user_id
        ORDER BY SUM(won) DESC, AVG(won) DESC, SUM(points) DESC, user_id
        LIMIT ?
    )
    SELECT best.user_id,
        (SELECT name FROM match_results
         WHERE guild_id = best.guild_id AND user_id = best.user_id ORDER BY at DESC, table_id DESC LIMIT 1),
        matches, wins, points,
        (SELECT COUNT(*) FROM deals JOIN tables ON tables.id = table_id
         WHERE tables.guild_id = best.guild_id AND declarer_user = best.user_id),
        (SELECT COALESCE(SUM(made), 0) FROM deals JOIN tables ON tables.id = table_id
         WHERE tables.guild_id = best.guild_id AND declarer_user = best.user_id)
    FROM best ORDER BY wins DESC, wins * 1.0 / matches DESC, points DESC, best.user_id
"""
STATS = """
    SELECT
        (SELECT name FROM match_results
         WHERE guild_id = ? AND user_id = ? ORDER BY at DESC, table_id DESC LIMIT 1),
        COUNT(*), COALESCE(SUM(won), 0), COALESCE(SUM(points), 0),
        (SELECT COUNT(*) FROM deals JOIN tables ON tables.id = table_id
         WHERE tables.guild_id = ? AND declarer_user = ?),
        (SELECT COALESCE(SUM(made), 0) FROM deals JOIN tables ON tables.id = table_id
         WHERE tables.guild_id = ? AND declarer_user = ?)
    FROM match_results WHERE guild_id = ? AND user_id = ?
"""
NEWEST_SEATS = """
    SELECT seats FROM tables JOIN deal_players ON table_id = tables.id
    WHERE guild_id = ? AND user_id = ? ORDER BY tables.id DESC LIMIT 1
"""


class ResultStore:
    """Leaderboards and what one person has done, from a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(self, guild_id: int, limit: int) -> list[PlayerStats]:
        """The best of a server by finished matches: most won, then the share won, then points."""
        rows = await self._database.run(Statement(LEADERBOARD, Values((guild_id, limit))))
        return [PlayerStats(*row) for row in rows]

    async def stats(self, guild_id: int, user_id: int) -> PlayerStats | None:
        """What one person has done in a server; None before the first finished deal."""
        person = Values((guild_id, user_id))
        [[name, *counts]] = await self._database.run(Statement(STATS, Values(person * 4)))
        if name is None:
            newest = await self._database.run(Statement(NEWEST_SEATS, person))
            if not newest:
                return None
            seats = json.loads(newest[0][0])
            name = next((seat["name"] for seat in seats if seat["user_id"] == user_id), "")
        return PlayerStats(user_id, name, *counts)


def insert_results(table_id: int, results: Results) -> list[Statement]:
    """Record scored deals and the end of a match."""
    deals = [statement for deal in results.deals for statement in _insert_deal(table_id, deal)]
    return deals + (_insert_match(table_id, results.match) if results.match else [])


def _insert_deal(table_id: int, result: DealResult) -> list[Statement]:
    scored, users = result.scored, result.users
    deal = (
        table_id,
        scored.deal,
        scored.dealer,
        scored.declarer,
        users[scored.declarer],
        scored.bid,
        None if scored.trump is None else scored.trump.letter,
        scored.made,
        scored.nest_points,
        result.at,
    )
    sides = [
        (table_id, scored.deal, side, json.dumps(score.seats), *score[1:])
        for side, score in enumerate(scored.sides)
    ]
    players = [(table_id, scored.deal, seat, user) for seat, user in enumerate(users) if user is not None]
    return [*insert(DEALS, [deal]), *insert(DEAL_SIDES, sides), *insert(DEAL_PLAYERS, players)]


def _insert_match(table_id: int, match: MatchResult) -> list[Statement]:
    return [
        Statement(
            INSERT_PLAYER_RESULT,
            Values((one.user_id, one.name, one.seat, one.won, one.points, one.away, match.at, table_id)),
            must_find=True,
        )
        for one in match.players
    ]
