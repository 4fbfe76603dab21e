"""Stored results, built from the events and the final state of a match, with notes counted from its log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.models.endings import Leaving, leavers_lose
from bot.models.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchNotes,
    MatchPlayer,
    MatchResult,
    Reason,
    Results,
    RulingNote,
    StandIn,
    TimeOut,
)
from bot.models.stored_tables import TAKE_BACK, LogEntry, SeatRecord, TableRecord
from bot.table.lobby.lining_up import partners_of, sides_of
from bot.table.match.standing_in import is_for_person
from rules.codes import code_of
from rules.core.actions import Deal, EndForRenege, Penalize, Redeal, parse_action
from rules.core.decisions import CHANCE, REFEREE, Seat
from rules.core.events import DealScored, Event, MatchWon
from rules.core.outcome import Outcome, Ranking, SideTotal
from rules.core.protocol import Game
from rules.core.scores import ContractScore, SideScore
from rules.core.views import TableView


def results_of(
    record: TableRecord, game: Game[Any], state: object, events: Sequence[Event], now: float
) -> Results | None:
    """Results to store for events that led to a state; None without any.

    A match may end with a deal that is not scored: everyone passed when time was up. Where no deal was scored
    at all, a counted match or one of a league leaves no result: it is still to be played.
    """
    deals = tuple(_deal(event, record, now) for event in events if isinstance(event, DealScored))
    is_over = any(isinstance(event, MatchWon) for event in events)
    if not is_over:
        return Results(deals) if deals else None
    match = match_ended(record, game, state, now)
    return None if match is None else Results(deals, match)


def match_ended(record: TableRecord, game: Game[Any], state: object, now: float) -> MatchResult | None:
    """The result of a match, by its final state, who was away then and the table's leaving rule.

    None while the match is not over, and if it leaves no result. The doctor compares it with the stored
    one.
    """
    outcome, view = game.outcome(state), game.table_view(state)
    if outcome is None or leaves_no_result(
        view, outcome.ranking, counts=record.counts_anywhere, is_lost=_has_leavers(record)
    ):
        return None
    return _match(outcome, view.totals, record, game, now)


def leaves_no_result(view: TableView, ranking: Ranking, *, counts: bool, is_lost: bool) -> bool:
    """Whether an ended or broken off match counts for no player, because no deal was scored.

    A club calls 0 to 0 neither a draw nor a match of its schedule that has been played. One that is lost
    for a player who left (``is_lost``) still has a result, and a casual one hurts no one.
    """
    is_scored = any(isinstance(line, DealScored) for line in view.sheet)  # others are the referee's
    return ranking.keeps_points and counts and not is_lost and not is_scored


def broken_off(record: TableRecord, game: Game[Any], state: object, now: float) -> Results | None:
    """The result to store of a counted match that is closed: the score and standing of each side.

    No side has won. A player who had left has lost, by the table's rules, unless all agreed to the end or
    the match went with its channel, its server or the right to show it. None where it leaves no result.
    """
    view, ranking = game.table_view(state), game.about.ranking
    is_loss, sides = leavers_lose(record.ended, record.leaving), view.totals
    is_lost = is_loss and _has_leavers(record)
    if leaves_no_result(view, ranking, counts=record.counts_anywhere, is_lost=is_lost):
        return None
    places = _places(sides, ranking, len(record.seats))
    players = tuple(
        replace(one, place=places.get(one.side), counts=is_loss and record.seats[one.seat].is_away)
        for one in _players(record, game, sides)
    )
    result = _result(ranking, players, record, game, now)
    return Results(match=replace(result, broken_off=True))


def _players(record: TableRecord, game: Game[Any], sides: Sequence[SideTotal]) -> list[MatchPlayer]:
    """The players of a match by seat, with the points of their side; without place, a win, or counting."""
    teams = _teams(record, game)
    side_of = {seat: index for index, side in enumerate(sides) for seat in side.seats}
    return [
        MatchPlayer(
            seat=seat,
            side=side_of[seat],
            user_id=who.user_id,
            name=who.name,
            computer=who.computer,
            points=sides[side_of[seat]].total,
            place=None,
            won=False,
            counts=False,
            left_with=who.left_with,
            team=teams[seat],
        )
        for seat, who in enumerate(record.seats)
    ]


def _places(sides: Sequence[SideTotal], ranking: Ranking, seats: int) -> dict[int, int]:
    """The place of each side by its score so far, without dummies; empty if cards decide the match."""
    if not ranking.keeps_points:
        return {}
    merits = {
        index: (side.games, ranking.merit(side.total))
        for index, side in enumerate(sides)
        if any(seat < seats for seat in side.seats)
    }
    return {index: 1 + sum(other > own for other in merits.values()) for index, own in merits.items()}


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
        partner=next(iter(contract.partners), None),
        second_partner=next(iter(contract.partners[1:]), None),
        sold_for=contract.sold_for,
        folded=contract.folded,
        shot=contract.shot,
    )


def _match(
    outcome: Outcome, sides: Sequence[SideTotal], record: TableRecord, game: Game[Any], now: float
) -> MatchResult:
    """Each player gets the total and place of their side, or their own.

    The places are those the cards gave; who has won is what they and leaving make of it.
    """
    standing_of = {seat: standing for standing in outcome.standings for seat in standing.seats}
    is_for_others = not (_has_leavers(record) and record.leaving is Leaving.ALONE)
    players = tuple(
        replace(
            one,
            points=standing_of[one.seat].total,
            place=standing_of[one.seat].place,
            won=one.seat in outcome.winners and not _has_lost_by_leaving(record, who),
            counts=record.counted and (is_for_others or who.is_away),
        )
        for one, who in zip(_players(record, game, sides), record.seats, strict=True)
    )
    return _result(outcome.ranking, players, record, game, now).decided_by_leaving()


def _teams(record: TableRecord, game: Game[Any]) -> tuple[int | None, ...]:
    """The team of each seat, where partners who score apart win together; else None for each."""
    seats = len(record.seats)
    partners = partners_of(game, seats) if record.leaving is Leaving.FORFEIT else ()
    keep_own = len(sides_of(game, seats)) == seats if partners else False
    return partners if keep_own else (None,) * seats


def _has_leavers(record: TableRecord) -> bool:
    """Whether a player has left the match and not come back."""
    return any(who.is_away for who in record.seats)


def _has_lost_by_leaving(record: TableRecord, who: SeatRecord) -> bool:
    return record.counted and who.is_away and record.leaving is not Leaving.PLAYED


def _result(
    ranking: Ranking, players: Sequence[MatchPlayer], record: TableRecord, game: Game[Any], now: float
) -> MatchResult:
    return MatchResult(
        guild_id=record.guild_id,
        game=record.game,
        rules_code=code_of(game),
        edition=game.about.edition,
        rules_version=record.rules_version,
        ranking=ranking,
        seats=len(record.seats),
        players=tuple(players),
        finished_at=now,
        counted=record.counted,
        leaving=record.leaving,
    )


def notes_of(
    seats: Sequence[SeatRecord], players: Iterable[DealPlayer], log: Iterable[LogEntry]
) -> MatchNotes:
    """The notes of a match from its log: stand-ins, rulings, redeals, take-backs and timeouts.

    ``players`` are those of the deals before: a newcomer's stand-ins count from their own first act.
    Timeouts are no acts: they are counted with the seats.
    """
    newcomers = {one.seat for one in players if one.user_id != seats[one.seat].user_id}
    deals = redeals = take_backs = 0
    helped: defaultdict[Seat, list[int]] = defaultdict(list)  # the deal of each answer
    rulings: list[RulingNote] = []
    for entry in log:
        if entry.action == TAKE_BACK:
            take_backs += 1
        elif entry.seat == CHANCE:
            deals += isinstance(parse_action(entry.action), Deal)
        elif entry.seat == REFEREE:
            ruling = _ruling(entry)
            is_agreed = ruling.by is None and ruling.kind == str(Redeal())
            redeals += is_agreed
            rulings += [] if is_agreed else [ruling]
        elif entry.seat not in newcomers and is_for_person(seats, entry.seat, entry.user_id):
            helped[entry.seat].append(deals)
        elif entry.seat in newcomers and entry.user_id == seats[entry.seat].user_id:
            newcomers.remove(entry.seat)
    stand_ins = (StandIn(seat, len(set(there)), len(there)) for seat, there in sorted(helped.items()))
    time_outs = (TimeOut(seat, who.timed_out) for seat, who in enumerate(seats) if who.timed_out)
    return MatchNotes(tuple(stand_ins), tuple(rulings), redeals, take_backs, tuple(time_outs))


def _ruling(entry: LogEntry) -> RulingNote:
    kind = entry.action.partition(" ")[0]
    action = parse_action(entry.action)
    seat = action.seat if isinstance(action, Penalize | EndForRenege) else None
    return RulingNote(kind, entry.user_id, seat, action.points if isinstance(action, Penalize) else 0)
