"""Lines on a deal: of the score sheet, of a ruling, and its seal."""

from __future__ import annotations

from bot.table.desk.shown import ShownTable
from cogs.ui.news import said, told
from rules.core.events import DealScored, Ruled
from rules.core.scores import SideScore
from rules.core.views import SheetLine, TableView


def deals_of(view: TableView) -> list[DealScored]:
    """The scored deals of the score sheet, without rulings."""
    return [line for line in view.sheet if not isinstance(line, Ruled)]


def last_line(table: ShownTable, line: SheetLine) -> str:
    """The text of the score sheet's last line."""
    return ruled_line(table, line) if isinstance(line, Ruled) else f"Last deal: {told(table, line)}"


def ruled_line(table: ShownTable, ruled: Ruled) -> str:
    """A referee's ruling in one line."""
    return f"Deal {ruled.deal} · {told(table, ruled)}"


def why(table: ShownTable, deal: DealScored, side: SideScore) -> str:
    """How a side's points of a deal come about; empty if the points alone say it."""
    return said(table, table.rules.words.why(deal, side))


def seal_line(table: ShownTable) -> str:
    """A line with the seal (shuffle commitment) of the current or next deal; empty without one."""
    if table.match.seal is None:
        return ""
    return f"-# {'Next seal' if table.match.deal_end else 'Seal'}: `{table.match.seal}`"
