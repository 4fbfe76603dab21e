"""What is recorded of the events of a match: from what the rules say to plain values to be stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.store.stored import TableRecord
from bot.store.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchPlayer,
    MatchResult,
    Reason,
    Results,
)
from rules.codes import encode
from rules.core.events import DealScored, Event, MatchWon
from rules.core.protocol import Game
from rules.core.scores import ContractScore, SideScore


def results_of(record: TableRecord, game: Game[Any], events: Sequence[Event], now: float) -> Results | None:
    """What is to be recorded of some events; None for nothing."""
    events = list(events)
    deals = tuple(_deal(event, record, now) for event in events if isinstance(event, DealScored))
    won = next((event for event in events if isinstance(event, MatchWon)), None)
    match = None if won is None else _match(won, deals[-1].sides, record, game, now)
    return Results(deals, match) if deals or match else None


def _deal(scored: DealScored, record: TableRecord, now: float) -> DealResult:
    players = tuple(DealPlayer(seat, who.user_id, who.computer) for seat, who in enumerate(record.seats))
    contract = None if scored.contract is None else _contract(scored.contract)
    return DealResult(scored.deal, scored.dealer, now, tuple(map(_side, scored.sides)), players, contract)


def _side(side: SideScore) -> DealSide:
    reasons = tuple(Reason(item.kind, item.number, item.points) for item in side.items)
    if side.taken is None:
        return DealSide(side.seats, side.scored, side.total, reasons=reasons)
    return DealSide(side.seats, side.scored, side.total, *side.taken, reasons)


def _contract(contract: ContractScore) -> Contract:
    return Contract(
        declarer=contract.declarer,
        bid=contract.bid,
        trump=None if contract.trump is None else contract.trump.letter,
        made=contract.made,
        nest_points=contract.nest_points,
        partner=contract.partner,
        sold_for=contract.sold_for,
        folded=contract.folded,
        shot=contract.shot,
    )


def _match(
    won: MatchWon, sides: Sequence[DealSide], record: TableRecord, game: Game[Any], now: float
) -> MatchResult:
    """Everybody gets the total of whoever he keeps a score with: his side, or himself alone."""
    side_of = {seat: index for index, side in enumerate(sides) for seat in side.seats}
    players = tuple(
        MatchPlayer(
            seat=seat,
            side=side_of[seat],
            user_id=who.user_id,
            name=who.name,
            computer=who.computer,
            points=sides[side_of[seat]].total,
            won=seat in won.winners,
        )
        for seat, who in enumerate(record.seats)
    )
    return MatchResult(
        guild_id=record.guild_id,
        game=record.game,
        rules_code=encode(record.game, record.options),
        edition=game.about.edition,
        rules_version=record.rules_version,
        ranking=game.about.ranking.among(len(record.seats)),
        seats=len(record.seats),
        players=players,
        finished_at=now,
    )
