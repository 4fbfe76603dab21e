"""Records as text: what one player has done, and the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.services.statistics import PlayerStats
from cogs.ui.items import panel
from cogs.ui.score_sheet import SCORE_COLOR
from cogs.ui.words import safe_name


def record_panel(record: PlayerStats | None, name: str) -> ui.LayoutView:
    """What one person has done in this server."""
    title = f"### {safe_name(name)}"
    if record is None:
        return panel(ui.TextDisplay(f"{title}\nNo finished match yet. `/rook new` opens a table."))
    lines = [
        title,
        f"Matches won **{record.won}** of {record.matches} ({_share(record.won, record.matches)})",
        f"Bids made **{record.made}** of {record.bids} ({_share(record.made, record.bids)})",
        f"Points in all **{record.points}**",
    ]
    return panel(ui.TextDisplay("\n".join(lines)), color=SCORE_COLOR)


def leaderboard_panel(records: Sequence[PlayerStats]) -> ui.LayoutView:
    """The best of a server."""
    if not records:
        text = "### Leaderboard\nNobody has finished a match here yet. `/rook new` opens the first table."
        return panel(ui.TextDisplay(text), color=SCORE_COLOR)
    lines = ["### Leaderboard"]
    for place, record in enumerate(records, start=1):
        bids = f" · bids {record.made}/{record.bids}" if record.bids else ""
        lines.append(f"{place}. **{safe_name(record.name)}** · {record.won} of {record.matches} won{bids}")
    return panel(ui.TextDisplay("\n".join(lines)), color=SCORE_COLOR)


def _share(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)} %" if whole else "–"
