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
    Ranking,
    Results,
)
from rules.codes import encode
from rules.core.events import DealScored, Event, MatchWon, RoundScored
from rules.core.protocol import Game
from rules.games.game import CardGame


def results_of(record: TableRecord, game: Game[Any], events: Sequence[Event], now: float) -> Results | None:
    """What is to be recorded of some events; None for nothing."""
    events = list(events)
    deals = tuple(
        _deal(event, record, now) for event in events if isinstance(event, DealScored | RoundScored)
    )
    won = next((event for event in events if isinstance(event, MatchWon)), None)
    match = None if won is None else _match(won, deals[-1].sides, record, game, now)
    return Results(deals, match) if deals or match else None


def ranking_of(game: Game[Any], seats: int) -> Ranking:
    """What wins a match of a game among so many."""
    if seats == 1:
        return Ranking.SOLVED
    if isinstance(game, CardGame) and not game.keeps_points:
        return Ranking.CARDS
    return Ranking.FEWEST if isinstance(game, CardGame) and game.lowest_wins else Ranking.MOST


def _deal(event: DealScored | RoundScored, record: TableRecord, now: float) -> DealResult:
    players = tuple(DealPlayer(seat, who.user_id, who.computer) for seat, who in enumerate(record.seats))
    if isinstance(event, RoundScored):
        lines = tuple(DealSide(line.seats, line.scored, line.total) for line in event.lines)
        return DealResult(event.deal, event.dealer, now, lines, players)
    sides = tuple(
        DealSide(side.seats, side.scored, side.total, side.counters, side.tricks, side.bonus)
        for side in event.sides
    )
    return DealResult(event.deal, event.dealer, now, sides, players, _contract(event))


def _contract(event: DealScored) -> Contract:
    return Contract(
        declarer=event.declarer,
        bid=event.bid,
        trump=None if event.trump is None else event.trump.letter,
        made=event.made,
        nest_points=event.nest_points,
        partner=event.partner,
        sold_for=event.sold_for,
        folded=event.folded,
        shot=event.shot,
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
        ranking=ranking_of(game, len(record.seats)),
        seats=len(record.seats),
        players=players,
        finished_at=now,
    )
