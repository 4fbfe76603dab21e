"""Records as text: what one player has done, and the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.former_players import shown_name
from bot.play.lobby import NAME_LIMIT
from bot.services.statistics import CountedStats, GameStats, PlayerStats
from cogs.ui.items import panel
from cogs.ui.match_kind import COUNTED
from cogs.ui.score_sheet import SCORE_COLOR
from cogs.ui.words import safe_name
from rules.catalog import GAMES
from rules.core.words import counted

NOTHING_COUNTED: Final = CountedStats()
GAMES_SHOWN: Final = 10
"""Games of a player's record; the most played come first."""


def record_panel(
    record: PlayerStats | None,
    games: Sequence[GameStats],
    name: str,
    on_board: CountedStats = NOTHING_COUNTED,
) -> ui.LayoutView:
    """What one person has done in this server, in all and game by game."""
    title = f"### {safe_name(name)}"
    if record is None:
        return panel(ui.TextDisplay(f"{title}\nNo finished matches yet. `/rook new` opens a table."))
    helped = counted(on_board.stand_in_deals, "deal")
    lines = [
        title,
        f"Matches won **{record.won:,}** of {record.matches:,} ({_share(record.won, record.matches)})",
        *([f"{COUNTED}: **{on_board.won:,}** of {on_board.matches:,}"] if on_board.matches else []),
        f"Bids made **{record.made:,}** of {record.bids:,} ({_share(record.made, record.bids)})",
        *map(_game_line, games[:GAMES_SHOWN]),
        *([f"-# {helped} ended by a computer"] if on_board.stand_in_deals else []),
    ]
    return panel(ui.TextDisplay("\n".join(lines)), color=SCORE_COLOR)


def leaderboard_panel(records: Sequence[PlayerStats]) -> ui.LayoutView:
    """The best of a server."""
    if not records:
        text = "### Leaderboard\nNo counted matches here yet. `/rook new counted:True` opens a table for one."
        return panel(ui.TextDisplay(text), color=SCORE_COLOR)
    lines = ["### Leaderboard"]
    for place, record in enumerate(records, start=1):
        bids = f" · bids {record.made:,}/{record.bids:,}" if record.bids else ""
        name = safe_name(shown_name(record.user_id, record.name, NAME_LIMIT))
        lines.append(f"{place}. **{name}** · {record.won:,} of {record.matches:,} won{bids}")
    return panel(ui.TextDisplay("\n".join(lines)), color=SCORE_COLOR)


def _game_line(stats: GameStats) -> str:
    """One game; points only where the most of them win, for others would mean nothing."""
    game = GAMES.get(stats.game)
    about = "" if game is None else f"{game.about.title} ({game.about.edition})"
    done = "solved" if stats.is_solitaire else "won"
    points = "" if stats.points is None else f" · {counted(stats.points, 'point')}"
    return f"-# {about or stats.game} · {done} {stats.won:,} of {stats.matches:,}{points}"


def _share(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)}%" if whole else "–"
