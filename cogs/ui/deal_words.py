"""Deals that are over, in words."""

from __future__ import annotations

from bot.play.shown import ShownTable
from cogs.ui.news import said
from cogs.ui.words import NO_COLOR, look_of, names_of, team_name
from rules.core.events import DealScored, RoundScored, Ruled
from rules.core.views import SheetLine, TableView


def deals_of(view: TableView) -> list[DealScored | RoundScored]:
    """The deals of the score sheet, without what the referee ruled."""
    return [line for line in view.sheet if not isinstance(line, Ruled)]


def last_line(table: ShownTable, line: SheetLine) -> str:
    """The last line of a score sheet."""
    if isinstance(line, Ruled):
        return ruled_line(table, line)
    told = deal_line(table, line) if isinstance(line, DealScored) else round_line(table, line)
    return f"Last deal: {told}"


def last_deal(table: ShownTable, deal: DealScored | RoundScored) -> list[str]:
    """The last deal of a match in a line, and what points were scored for."""
    whys = [line for line in deal.lines if line.why] if isinstance(deal, RoundScored) else []
    told = [f"{team_name(table, line.seats)}: {said(table, line.why)}" for line in whys]
    return [last_line(table, deal), *told]


def round_line(table: ShownTable, scored: RoundScored) -> str:
    """A deal without a declarer in one line: who scored how much."""
    points = [f"{team_name(table, line.seats)} {line.scored:+d}" for line in scored.lines if line.scored]
    return ", ".join(points) or "no points"


def ruled_line(table: ShownTable, ruled: Ruled) -> str:
    """What the referee ruled, in one line."""
    if ruled.seat is None:
        return f"Deal {ruled.deal}: {ruled.reason}"
    return f"Deal {ruled.deal}: {ruled.points:+d} for {names_of(table)[ruled.seat]}, {ruled.reason}"


def deal_line(table: ShownTable, scored: DealScored) -> str:
    """A deal in one line: who declared for how much, with whom, and how it ended."""
    assert table.view is not None
    names, look = names_of(table), look_of(table.view)
    if scored.shot:
        did = "shot the moon"
    elif scored.sold_for:
        did = f"bought the trump from {names[scored.dealer]} for {scored.bid}"
    elif scored.bid:
        did = f"bid {scored.bid}"
    else:
        did = "named trump, owing nothing,"
    partner = f" with {names[scored.partner]}" if scored.partner is not None else ""
    if scored.trump is not None:
        trump = f" in {look.color(scored.trump)}"
    else:
        trump = "" if scored.folded else f" with {NO_COLOR}"
    return f"{names[scored.declarer]} {did}{trump}{partner} and {outcome_of(scored)}"


def outcome_of(scored: DealScored) -> str:
    """How a deal ended for its declarer."""
    if scored.folded:
        return "gave up"
    if scored.made:
        return "made it"
    own = next(side for side in scored.sides if scored.declarer in side.seats)
    return "was set back" if own.scored < 0 else "did not make it"
