"""Lines about a deal, as people read them: of the score sheet, and its seal."""

from __future__ import annotations

from bot.table.desk.shown import ShownTable
from cogs.ui.news import said, told
from rules.core.events import DealScored, Ruled
from rules.core.scores import SideScore
from rules.core.views import SheetLine, TableView


def deals_of(view: TableView) -> list[DealScored]:
    """The deals of the score sheet, without what the referee ruled."""
    return [line for line in view.sheet if not isinstance(line, Ruled)]


def last_line(table: ShownTable, line: SheetLine) -> str:
    """The last line of a score sheet."""
    return ruled_line(table, line) if isinstance(line, Ruled) else f"Last deal: {told(table, line)}"


def ruled_line(table: ShownTable, ruled: Ruled) -> str:
    """What the referee ruled, in one line."""
    return f"Deal {ruled.deal} · {told(table, ruled)}"


def why(table: ShownTable, deal: DealScored, side: SideScore) -> str:
    """What a side's points of a deal are for; empty where they say it all."""
    return said(table, table.rules.words.why(deal, side))


def seal_line(table: ShownTable) -> str:
    """The seal of the deal under way, or of the next one; empty where there is none."""
    if table.match.seal is None:
        return ""
    return f"-# {'Next seal' if table.match.deal_end else 'Seal'} {table.match.seal}"
