"""Deals that are over, in words."""

from __future__ import annotations

from bot.play.shown import ShownTable
from cogs.ui.news import said
from cogs.ui.words import NO_COLOR, look_of, names_of, team_name
from rules.core.events import DealScored, Ruled
from rules.core.scores import ContractScore, SideScore
from rules.core.views import SheetLine, TableView


def deals_of(view: TableView) -> list[DealScored]:
    """The deals of the score sheet, without what the referee ruled."""
    return [line for line in view.sheet if not isinstance(line, Ruled)]


def last_line(table: ShownTable, line: SheetLine) -> str:
    """The last line of a score sheet."""
    if isinstance(line, Ruled):
        return ruled_line(table, line)
    return f"Last deal: {deal_line(table, line)}"


def last_deal(table: ShownTable, deal: DealScored) -> list[str]:
    """The last deal of a match in a line, and what points were scored for."""
    told = [f"{team_name(table, side.seats)}: {why(table, side)}" for side in deal.sides if side.items]
    return [last_line(table, deal), *told]


def why(table: ShownTable, side: SideScore) -> str:
    """What a side's points are for; empty where they say it all."""
    return said(table, table.words.score(side.items)) if side.items else ""


def ruled_line(table: ShownTable, ruled: Ruled) -> str:
    """What the referee ruled, in one line."""
    if ruled.seat is None:
        return f"Deal {ruled.deal}: {ruled.reason}"
    return f"Deal {ruled.deal}: {ruled.points:+d} for {names_of(table)[ruled.seat]}, {ruled.reason}"


def deal_line(table: ShownTable, scored: DealScored) -> str:
    """A deal in one line: how its contract went, or without one who scored how much."""
    if scored.contract is not None:
        return contract_line(table, scored, scored.contract)
    points = [f"{team_name(table, side.seats)} {side.scored:+d}" for side in scored.sides if side.scored]
    return ", ".join(points) or "no points"


def contract_line(table: ShownTable, scored: DealScored, contract: ContractScore) -> str:
    """A contract in one line: who declared for how much, with whom, and how it ended."""
    assert table.view is not None
    names, look = names_of(table), look_of(table.view)
    if contract.shot:
        did = "shot the moon"
    elif contract.sold_for:
        did = f"bought the trump from {names[scored.dealer]} for {contract.bid}"
    elif contract.bid:
        did = f"bid {contract.bid}"
    else:
        did = "named trump, owing nothing,"
    partner = f" with {names[contract.partner]}" if contract.partner is not None else ""
    if contract.trump is not None:
        trump = f" in {look.color(contract.trump)}"
    else:
        trump = "" if contract.folded else f" with {NO_COLOR}"
    return f"{names[contract.declarer]} {did}{trump}{partner} and {outcome_of(scored, contract)}"


def outcome_of(scored: DealScored, contract: ContractScore) -> str:
    """How a deal ended for its declarer."""
    if contract.folded:
        return "gave up"
    if contract.made:
        return "made it"
    own = next(side for side in scored.sides if contract.declarer in side.seats)
    return "was set back" if own.scored < 0 else "did not make it"
