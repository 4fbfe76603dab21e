"""Queries: the SQL of everything the store reads."""

from __future__ import annotations

_TABLES = """
    SELECT id, guild_id, channel_id, host_id, game, options, seats, status, revision, message_id, created_at
    FROM tables
"""
TABLE = f"{_TABLES} WHERE id = ?"
OPEN_TABLES = f"{_TABLES} WHERE status IN ('lobby', 'playing') ORDER BY id"
OPEN_LOGS = """
    SELECT table_id, revision, seat, user_id, action, at FROM actions
    WHERE table_id IN (SELECT id FROM tables WHERE status IN ('lobby', 'playing'))
    ORDER BY table_id, revision
"""
LOG = "SELECT revision, seat, user_id, action, at FROM actions WHERE table_id = ? ORDER BY revision"
HANDS = """
    SELECT table_id, user_id, message_id, token, expires_at FROM hand_messages
    WHERE table_id = ? ORDER BY user_id
"""
SAVED_RULES = "SELECT name, code FROM saved_rules WHERE guild_id = ? ORDER BY name"
DEFAULT_RULES = "SELECT rules FROM default_rules WHERE guild_id = ?"
SETTING = "SELECT value FROM settings WHERE key = ?"
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
