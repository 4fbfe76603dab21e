"""SQL of the results of deals and matches."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, astuple, replace
from typing import Any, Final

from bot.database.database import Database, Insert, SqlValue, Statement, Unit, Values
from bot.database.rows import readable, text
from bot.models.endings import Leaving
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
from bot.server.store import note_audit
from bot.table.store.result_queue import queue_result
from rules.core.outcome import Ranking

CONTRACT: Final = (
    "declarer, bid, trump, made, nest_points, partner, sold_for, folded, shot, second_partner, declarer_user"
)
INTO_DEALS: Final = f"deals (table_id, deal, dealer, at, {CONTRACT})"
INTO_SIDES: Final = (
    "deal_sides (table_id, deal, side, seats, scored, total, counters, tricks, bonus, reasons)"
)
INTO_PLAYERS: Final = "deal_players (table_id, deal, seat, user_id, computer)"
INSERT_MATCH: Final = """
    INSERT INTO matches (table_id, guild_id, game, rules_code, edition, rules_version, seats, ranking,
                         counted, broken_off, leaving, notes, started_at, finished_at, deals)
    SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        COALESCE((SELECT at FROM actions WHERE table_id = id ORDER BY actions.revision LIMIT 1), created_at),
        ?, (SELECT COUNT(*) FROM deals WHERE table_id = id)
    FROM tables WHERE id = ?
    RETURNING table_id
"""
INSERT_MATCH_PLAYER: Final = """
    INSERT INTO match_players (table_id, seat, side, user_id, name, computer, points, place, won, counts,
                               left_with, team, stand_in_deals)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, COUNT(*) FROM deal_players
    WHERE table_id = ? AND seat = ? AND user_id = ? AND computer IS NOT NULL
"""
INTO_MATCHES: Final = (
    "matches (table_id, guild_id, game, rules_code, edition, rules_version, seats, ranking, counted, "
    "broken_off, notes, started_at, finished_at, deals)"
)
INTO_MATCH_PLAYERS: Final = (
    "match_players (table_id, seat, side, user_id, name, computer, points, place, won, counts, "
    "stand_in_deals)"
)
DEALS: Final = f"SELECT deal, dealer, at, {CONTRACT} FROM deals WHERE table_id = ? ORDER BY deal"  # noqa: S608 (a constant)
SIDES: Final = """
    SELECT deal, seats, scored, total, counters, tricks, bonus, reasons FROM deal_sides
    WHERE table_id = ? ORDER BY deal, side
"""
PLAYERS: Final = (
    "SELECT deal, seat, user_id, computer FROM deal_players WHERE table_id = ? ORDER BY deal, seat"
)
MATCH: Final = """
    SELECT guild_id, game, rules_code, edition, rules_version, ranking, seats, started_at, finished_at, deals,
        counted, broken_off, leaving, notes
    FROM matches WHERE table_id = ?
"""
MATCH_PLAYERS: Final = """
    SELECT seat, side, user_id, name, computer, points, place, won, counts, stand_in_deals, left_with, team
    FROM match_players
    WHERE table_id = ? ORDER BY seat
"""
"""In the order of the fields of ``MatchPlayer``."""


class ResultStore:
    """Results of deals and matches in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def deals(self, table_id: int) -> list[DealResult]:
        """The scored deals of a table, in order.

        Raises:
            Damaged: one cannot be read.
        """
        table = Values((table_id,))
        sides, players = defaultdict(list), defaultdict(list)
        with readable("a result"):
            for deal, *side in await self._database.read(Statement(SIDES, table)):
                sides[deal].append(_side(side))
            for deal, *player in await self._database.read(Statement(PLAYERS, table)):
                players[deal].append(DealPlayer(*player))
            return [
                DealResult(deal, dealer, at, tuple(sides[deal]), tuple(players[deal]), _contract(contract))
                for deal, dealer, at, *contract in await self._database.read(Statement(DEALS, table))
            ]

    async def players(self, table_id: int) -> list[DealPlayer]:
        """The players of every scored deal of a table."""
        rows = await self._database.read(Statement(PLAYERS, Values((table_id,))))
        return [DealPlayer(*player) for _, *player in rows]

    async def match(self, table_id: int) -> MatchResult | None:
        """The stored result of a table's match; None in play, or if it ended without one.

        Raises:
            Damaged: that cannot be read.
        """
        table = Values((table_id,))
        with readable("the result"):
            rows = await self._database.read(Statement(MATCH, table))
            if not rows:
                return None
            guild, game, code, edition, version, ranking, seats, started, finished, deals, *more = rows[0]
            counted, broken_off, leaving, notes = more
            players = await self._database.read(Statement(MATCH_PLAYERS, table))
            return MatchResult(
                guild_id=guild,
                game=game,
                rules_code=code,
                edition=edition,
                rules_version=version,
                ranking=Ranking(ranking),
                seats=seats,
                players=tuple(_match_player(player) for player in players),
                finished_at=finished,
                counted=bool(counted),
                broken_off=bool(broken_off),
                leaving=None if leaving is None else Leaving(leaving),
                notes=read_notes(notes),
                started_at=started,
                deals=deals,
            )


def insert_results(table_id: int, results: Results) -> Unit:
    """Statements that store scored deals, the result of a match and an audit entry."""
    deals = [insert for deal in results.deals for insert in insert_deal(table_id, deal)]
    match = _insert_match(table_id, results.match) if results.match else []
    return [*deals, *match, *([note_audit(results.audit)] if results.audit else [])]


def insert_deal(table_id: int, result: DealResult) -> list[Insert]:
    """Inserts of a scored deal with its sides and players."""
    key = (table_id, result.deal)
    deal = Values((*key, result.dealer, result.at, *_contract_values(result)))
    sides = [Values((*key, number, *_side_values(side))) for number, side in enumerate(result.sides)]
    players = [Values((*key, player.seat, player.user_id, player.computer)) for player in result.players]
    return [Insert(INTO_DEALS, [deal]), Insert(INTO_SIDES, sides), Insert(INTO_PLAYERS, players)]


def _side_values(side: DealSide) -> tuple[SqlValue, ...]:
    reasons = json.dumps([asdict(reason) for reason in side.reasons])
    figures = side.scored, side.total, side.counters, side.tricks, side.bonus
    return (json.dumps(side.seats), *figures, reasons)


def _contract_values(result: DealResult) -> tuple[SqlValue, ...]:
    contract = result.contract
    if contract is None:
        return (None,) * 11
    declarer = next((one.user_id for one in result.players if one.seat == contract.declarer), None)
    return (*astuple(contract), declarer)


def _insert_match(table_id: int, match: MatchResult) -> list[Statement]:
    values = (
        *(match.guild_id, match.game, match.rules_code, match.edition, match.rules_version, match.seats),
        *(match.ranking, match.counted, match.broken_off, match.leaving, json.dumps(asdict(match.notes))),
        *(match.finished_at, table_id),
    )
    return [
        Statement(INSERT_MATCH, Values(values), must_find=True),
        *(_insert_match_player(table_id, player) for player in match.players),
        queue_result(table_id),
    ]


def _insert_match_player(table_id: int, player: MatchPlayer) -> Statement:
    values = (
        *(table_id, player.seat, player.side, player.user_id, player.name, player.computer),
        *(player.points, player.place, player.won, player.counts, player.left_with, player.team),
        *(table_id, player.seat, player.user_id),
    )
    return Statement(INSERT_MATCH_PLAYER, Values(values))


def _contract(row: Sequence[Any]) -> Contract | None:
    declarer, bid, trump, made, nest_points, partner, sold_for, *more, second, _ = row
    if declarer is None:
        return None
    folded, shot = (None if value is None else bool(value) for value in more)
    return Contract(declarer, bid, trump, bool(made), nest_points, partner, sold_for, folded, shot, second)


def _side(row: Sequence[Any]) -> DealSide:
    seats, scored, total, counters, tricks, bonus, text = row
    reasons = tuple(Reason(**reason) for reason in json.loads(text))
    return DealSide(tuple(json.loads(seats)), scored, total, counters, tricks, bonus, reasons)


def _match_player(row: Sequence[Any]) -> MatchPlayer:
    player = MatchPlayer(*row)
    won, counts = bool(player.won), bool(player.counts)
    return replace(player, name=text(player.name, "a name"), won=won, counts=counts)


def read_notes(value: str) -> MatchNotes:
    """The notes of a match, from JSON; fields that earlier versions did not store are empty."""
    notes = json.loads(value)
    return MatchNotes(
        stand_ins=tuple(StandIn(**one) for one in notes.get("stand_ins", ())),
        rulings=tuple(RulingNote(**one) for one in notes.get("rulings", ())),
        redeals=notes.get("redeals", 0),
        take_backs=notes.get("take_backs", 0),
        time_outs=tuple(TimeOut(**one) for one in notes.get("time_outs", ())),
    )


def match_rows(table_id: int, match: MatchResult) -> list[tuple[str, Values]]:
    """Rows of a match result, each with its SQL table and columns; the match row first."""
    row = (
        *(table_id, match.guild_id, match.game, match.rules_code, match.edition, match.rules_version),
        *(match.seats, match.ranking, match.counted, match.broken_off, json.dumps(asdict(match.notes))),
        *(match.started_at, match.finished_at, match.deals),
    )
    players = [(INTO_MATCH_PLAYERS, _player_row(table_id, player)) for player in match.players]
    return [(INTO_MATCHES, Values(row)), *players]


def _player_row(table_id: int, player: MatchPlayer) -> Values:
    return Values(
        (
            *(table_id, player.seat, player.side, player.user_id, player.name, player.computer),
            *(player.points, player.place, player.won, player.counts, player.stand_in_deals),
        )
    )
