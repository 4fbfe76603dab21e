"""What is given out of a person's data: the columns of each kind, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Kind(NamedTuple):
    """One kind of thing that is kept of people."""

    columns: tuple[str, ...]
    rest: str
    """Where they stand, and which rows are a person's."""


THEIRS: Final = "first = ? OR second = ?"
"""Which rows of the book are a person's, alone or with a partner."""
FIGURES: Final = (
    *("matches", "won", "drawn", "lost", "left_early", "points", "points_matches", "deals", "scored"),
    *("bids", "made", "bid_points", "over_bid", "nest", "declared", "partner_bids", "partner_made"),
    *("defended", "setting", "defending"),
)
"""What the book adds up."""
KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "tables": Kind(
            (
                "id",
                "guild_id",
                "channel_id",
                "game",
                "options",
                "status",
                "created_at",
                "CASE WHEN host_id = ? THEN 1 ELSE 0 END AS is_host",
                "seats",
            ),
            "FROM tables WHERE host_id = ? OR seats LIKE ? ORDER BY id",
        ),
        "deals": Kind(
            ("deals.table_id", "deals.deal", "seat", "computer", "at"),
            """
        FROM deal_players JOIN deals
            ON deals.table_id = deal_players.table_id AND deals.deal = deal_players.deal
        WHERE user_id = ? ORDER BY 1, 2
        """,
        ),
        "bids": Kind(
            ("table_id", "deal", "bid", "trump", "made", "nest_points"),
            "FROM deals WHERE declarer_user = ? ORDER BY 1, 2",
        ),
        "matches": Kind(
            ("matches.table_id", "guild_id", "game", "name", "seat", "points", "place", "won", "finished_at"),
            """
        FROM match_players JOIN matches ON matches.table_id = match_players.table_id
        WHERE user_id = ? ORDER BY 1
        """,
        ),
        "rulings": Kind(("table_id", "notes"), "FROM matches WHERE notes LIKE ? ORDER BY 1"),
        "closed": Kind(("id", "ended", "ended_by"), "FROM tables WHERE ended_by = ? ORDER BY id"),
        "managed": Kind(
            ("table_id", "guild_id", "what", "reason", "at"),
            "FROM audit WHERE user_id = ? ORDER BY id",
        ),
        "removed": Kind(
            ("table_id", "guild_id", "what", "reason", "at"),
            "FROM audit WHERE removed = ? ORDER BY id",
        ),
        "seasons": Kind(
            (
                "season_id",
                "name",
                "number",
                "CASE WHEN first = ? THEN first_name ELSE second_name END AS own_name",
                "joined_at",
                "left_at",
            ),
            """
        FROM season_entries JOIN seasons ON seasons.id = season_id JOIN leagues ON leagues.id = league_id
        WHERE first = ? OR second = ? ORDER BY season_id
        """,
        ),
        "partners_asked": Kind(
            ("season_id", "CASE WHEN asker = ? THEN asker_name ELSE asked_name END AS own_name", "at"),
            "FROM pair_requests WHERE asker = ? OR asked = ? ORDER BY season_id",
        ),
        "leagues": Kind(
            ("id", "guild_id", "name", "created_at"), "FROM leagues WHERE created_by = ? ORDER BY id"
        ),
        "league_acts": Kind(
            ("league_id", "what", "detail", "reason", "at"),
            "FROM league_acts WHERE user_id = ? ORDER BY id",
        ),
        "league_acts_about": Kind(
            ("league_id", "what", "detail", "reason", "at"),
            "FROM league_acts WHERE about = ? ORDER BY id",
        ),
        "paper_matches": Kind(
            ("season_id", "CASE WHEN recorded_by = ? THEN 1 ELSE 0 END AS is_recorder", "result", "at"),
            "FROM paper_matches WHERE recorded_by = ? OR result LIKE ? ORDER BY id",
        ),
        "fixtures": Kind(
            (
                "season_id",
                "number",
                "round",
                "CASE WHEN home_first = ? OR home_second = ? THEN 'home' ELSE 'away' END AS own_side",
                "forfeited",
            ),
            """
        FROM fixtures WHERE home_first = ? OR home_second = ? OR away_first = ? OR away_second = ?
        ORDER BY season_id, number
        """,
        ),
        "season_matches": Kind(
            ("season_matches.table_id", "season_id", "fixture", "state", "side", "points", "is_paper"),
            """
        FROM season_sides JOIN season_matches ON season_matches.table_id = season_sides.table_id
        WHERE first = ? OR second = ? ORDER BY 1
        """,
        ),
        "season_credits": Kind(
            (
                *("season_id", "table_id", "size", "verdict", "how", "points", "matchpoints", "possible"),
                *("against AS rivals", "finished_at"),
            ),
            f"FROM season_credits WHERE {THEIRS} ORDER BY season_id, table_id, size",
        ),
        "season_credits_of_others": Kind(
            ("season_id", "table_id", "against AS rivals"),
            "FROM season_credits WHERE against LIKE ? ORDER BY season_id, table_id, size",
        ),
        "season_lines": Kind(
            (
                *("season_id", "place", "value", "played", "won", "drawn", "lost", "forfeits", "points"),
                "breaks",
            ),
            f"FROM season_lines WHERE {THEIRS} ORDER BY season_id",
        ),
        "booked": Kind(
            (
                *("table_id", "guild_id", "size", "side", "verdict", "margin", "heights", "side_points"),
                *(*FIGURES, "finished_at"),
            ),
            f"FROM booked_entries WHERE {THEIRS} ORDER BY table_id, size",
        ),
        "tallies": Kind(
            ("guild_id", "period", "games", "size", *FIGURES),
            f"FROM tallies WHERE {THEIRS} ORDER BY guild_id, period, games, size",
        ),
        "tallied_bids": Kind(
            ("guild_id", "period", "games", "size", "bid", "bids", "made"),
            f"FROM tallied_bids WHERE {THEIRS} ORDER BY guild_id, period, games, size, bid",
        ),
        "ratings": Kind(
            ("guild_id", "board", "size", "mean", "spread", "matches", "is_provisional"),
            f"FROM ratings WHERE {THEIRS} ORDER BY guild_id, board, size",
        ),
        "rated_matches": Kind(
            ("guild_id", "board", "table_id", "size", "place", "mean", "spread", "matches", "finished_at"),
            f"FROM rated_entries WHERE {THEIRS} ORDER BY guild_id, board, finished_at, table_id, size",
        ),
        "evenings": Kind(
            ("id", "guild_id", "kind", "season_id", "name", "is_here", "created_at"),
            "FROM evening_guests JOIN evenings ON evenings.id = evening_id WHERE user_id = ? ORDER BY 1",
        ),
        "evenings_hosted": Kind(
            ("id", "guild_id", "kind", "created_at"),
            "FROM evenings WHERE host_id = ? ORDER BY 1",
        ),
        "chairs": Kind(
            ("evening_id", "round", "number", "chair"),
            "FROM evening_chairs WHERE user_id = ? ORDER BY 1, 2, 3, 4",
        ),
        "settings": Kind(
            (
                "cards_in_words",
                "pings",
                "slow_reminder",
                "quiet_begins",
                "quiet_ends",
                "quiet_zone",
                "lays_last_card",
            ),
            "FROM personal_settings WHERE user_id = ?",
        ),
        "lessons": Kind(("lesson",), "FROM lessons_done WHERE user_id = ? ORDER BY 1"),
        "daily_deals": Kind(
            (
                *("daily_deals.guild_id", "daily_deals.number", "day", "name", "acts"),
                *("daily_attempts.own", "daily_attempts.against", "shared", "log"),
            ),
            """
        FROM daily_attempts JOIN daily_deals ON daily_deals.guild_id = daily_attempts.guild_id
            AND daily_deals.number = daily_attempts.number
        WHERE user_id = ? ORDER BY 1, 2
        """,
        ),
        "waiting": Kind(("channel_id", "guild_id", "since"), "FROM waiting WHERE user_id = ? ORDER BY 1"),
        "hands": Kind(
            ("table_id", "message_id", "expires_at"), "FROM hand_messages WHERE user_id = ? ORDER BY 1"
        ),
        "forgetting": Kind(("user_id",), "FROM forgetting WHERE user_id = ?"),
        "notes": Kind(("table_id", "message_id"), "FROM past_messages WHERE user_id = ? ORDER BY 2"),
        "named_in": Kind(
            ("message_id", "channel_id", "guild_id", "kind", "league_id"),
            f"FROM loose_messages WHERE {THEIRS} ORDER BY 1",
        ),
    }
)
"""What is given out, by kind: a ? is the person. Whom somebody played against are their rivals here: in a
daily deal, what stands against them is points."""
ACT: Final = Kind(
    ("table_id", "revision", "seat", "action", "at"),
    "FROM actions WHERE table_id > ? AND table_id <= ? AND user_id = ? ORDER BY table_id, revision",
)
"""What somebody did at some tables: their numbers come first."""
PACKED: Final = """
    SELECT match_players.table_id, seat, log
    FROM match_players JOIN packed_logs ON packed_logs.table_id = match_players.table_id
    WHERE match_players.table_id > ? AND match_players.table_id <= ? AND user_id = ? ORDER BY 1, 2
"""
"""The packed logs of some matches somebody has played, with their seat: who acted is not in them."""
