"""Scores as text: one deal, the score sheet of a match, a player's record, the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from discord import ui

from bot.shown import ShownTable
from bot.stats import PlayerStats
from cogs.ui.items import panel
from cogs.ui.words import name_of, safe_name, team_name
from rules.events import DealScored

DEALS_SHOWN: Final = 40
SCORE_COLOR: Final = 0x607D8B
LETTERS: Final = "ABCDEFGH"


def deal_line(table: ShownTable, scored: DealScored) -> str:
    """A deal in one line: who bid what, and whether it was made."""
    trump = f" in {scored.trump.word}" if scored.trump is not None else ""
    outcome = "made it" if scored.made else "was set back"
    return f"{name_of(table.seats[scored.declarer])} bid {scored.bid}{trump} and {outcome}"


def score_sheet(table: ShownTable) -> ui.LayoutView:
    """The deals of a match, narrow enough for a phone."""
    view = table.view
    if view is None or not view.sheet:
        return panel(ui.TextDisplay("### Score sheet\nNo deal has been scored yet."), color=SCORE_COLOR)
    sides = [side.seats for side in view.totals]
    legend = "\n".join(
        f"**{LETTERS[index]}** {team_name(table, seats)}: **{view.totals[index].total}**"
        for index, seats in enumerate(sides)
    )
    rows = ["  # bid  " + "".join(f"{LETTERS[index]:>12}" for index in range(len(sides)))]
    rows += [_sheet_row(scored) for scored in view.sheet[-DEALS_SHOWN:]]
    earlier = len(view.sheet) - DEALS_SHOWN
    more = f"\n-# and {earlier} earlier deals" if earlier > 0 else ""
    parts: list[ui.Item[Any]] = [
        ui.TextDisplay(f"### Score sheet\n-# {view.title} · {view.goal}\n{legend}"),
        ui.TextDisplay("```\n" + "\n".join(rows) + "\n```-# ✓ made · ✗ set back · points, then total" + more),
    ]
    return panel(*parts, color=SCORE_COLOR)


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


def _sheet_row(scored: DealScored) -> str:
    bidder = next(LETTERS[index] for index, side in enumerate(scored.sides) if scored.declarer in side.seats)
    mark = "✓" if scored.made else "✗"
    points = "".join(f"{side.scored:>+5d}{side.total:>7d}" for side in scored.sides)
    return f"{scored.deal:>3} {bidder}{scored.bid:>3}{mark}{points}"


def _share(part: int, whole: int) -> str:
    return f"{round(100 * part / whole)} %" if whole else "–"
