"""Head to head: a cross-table of the top of a season."""

from __future__ import annotations

from discord import ui

from bot.delivery.pictures import Picture
from bot.league.standings_pages import Cell, CrossTable
from bot.models.boards import Period
from bot.pictures.values import CrossTable as Drawn
from cogs.table.score_sheet import SCORE_COLOR
from cogs.ui.addresses import BoardAddress
from cogs.ui.controls import Control, Verb
from cogs.ui.figure_words import shown, stored_names
from cogs.ui.items import TableButton, panel, rows_of
from cogs.ui.stats_parts import Scopes, gallery, scope_line

NEVER_MET = Cell(0, 0)


def heads_button(season_id: int) -> TableButton:
    """The button that shows a season's cross-table."""
    address = BoardAddress(period=Period.season(season_id))
    return TableButton(Control(Verb.HEADS, 0, 0, str(address)), "Head to head")


def heads_panel(
    table: CrossTable, address: BoardAddress, scopes: Scopes, picture: Picture | None = None
) -> ui.LayoutView:
    """The players or pairs by their number in the picture, with matches won and lost against each other."""
    lines = [f"### Head to head\n{scope_line(address, scopes)}"]
    for row, who in enumerate(table.entries):
        cells = [table.cells.get((row, column), NEVER_MET) for column in range(len(table.entries))]
        won, lost = sum(cell.won for cell in cells), sum(cell.lost for cell in cells)
        lines.append(f"{row + 1}\\. **{shown(who)}** · {won:,}–{lost:,}")
    if table.entries:
        lines.append("-# Won–lost against the others listed here.")
    if table.left_out:
        lines.append(f"-# and {table.left_out:,} more")
    if not table.entries:
        lines.append("No one has played in this season yet.")
    board = Control(Verb.LEADERBOARD, 0, 0, str(address))
    buttons = rows_of([TableButton(board, "Leaderboard")])
    return panel(ui.TextDisplay("\n".join(lines)), *gallery(picture), *buttons, color=SCORE_COLOR)


def heads_of(table: CrossTable) -> Drawn:
    """The data of the cross-table's picture: names, matches won (None if never met), entries left out."""
    places = range(len(table.entries))
    won = tuple(
        tuple(cell.won if (cell := table.cells.get((row, column))) else None for column in places)
        for row in places
    )
    return Drawn(tuple(stored_names(who) for who in table.entries), won, table.left_out)
