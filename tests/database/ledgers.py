"""Matches with their deals, and a ledger of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.common.arithmetic import at_once
from bot.database.database import Database
from bot.league.ledger import LedgerKeeper
from bot.league.store.leagues import LeagueStore
from bot.league.store.rosters import RosterStore
from bot.models.boards import Period
from bot.models.credits import Competing
from bot.models.scoring import Scoring, Terms, written
from bot.models.stored_league import Did, League, LeagueAct, Season
from bot.models.stored_results import (
    Contract,
    DealPlayer,
    DealResult,
    DealSide,
    MatchPlayer,
    MatchResult,
    Results,
)
from bot.models.stored_tables import SeatRecord, Settled, Status, TableRecord
from bot.stats.leaderboards import Leaderboards
from bot.stats.records import Records
from bot.stats.values import LeaderLine, Record
from bot.table.store.tables import TableStore
from rules.core.outcome import Ranking
from tests.database.leagues import BEGUN, entry
from tests.database.samples import HOME, entries

HOST = 1001


@dataclass(frozen=True)
class Hand:
    """A deal: its declarer and bid, and the points of each side."""

    declarer: int
    bid: int
    took: tuple[int, int]
    nest: int = 15

    @property
    def made(self) -> bool:
        return self.took[self.declarer % 2] >= self.bid

    def scored(self, side: int) -> int:
        return -self.bid if side == self.declarer % 2 and not self.made else self.took[side]


def result_of(
    players: Sequence[int | None],
    hands: Sequence[Hand],
    at: float,
    *,
    guild_id: int = HOME,
    subs: dict[int, dict[int, int]] | None = None,
    left: Sequence[int] = (),
    broken_off: bool = False,
    counted: bool = True,
) -> Results:
    """A match of two pairs: ``subs`` by deal from 1 tell who sat on which seat; ``left`` had left."""
    totals = [0, 0]
    deals = []
    sat = list(players)
    for number, hand in enumerate(hands, start=1):
        for seat, who in (subs or {}).get(number, {}).items():
            sat[seat] = who
        sides = []
        for side in (0, 1):
            totals[side] += hand.scored(side)
            sides.append(
                DealSide((side, side + 2), hand.scored(side), totals[side], hand.took[side], 5 + side, 0)
            )
        contract = Contract(
            hand.declarer, hand.bid, "R", hand.made, hand.nest, None, 0, folded=False, shot=False
        )
        people = tuple(
            DealPlayer(seat, who, "steady" if who is None else None) for seat, who in enumerate(sat)
        )
        deals.append(DealResult(number, 0, at + number, tuple(sides), people, contract))
    best = max(totals)
    ended = tuple(
        MatchPlayer(
            *(seat, seat % 2, who, f"Player {who}", "steady" if who is None or who in left else None),
            totals[seat % 2],
            None if broken_off else 1 + (totals[seat % 2] < best),
            won=not broken_off and totals[seat % 2] == best and who not in left,
            counts=counted and (not broken_off or who in left),
        )
        for seat, who in enumerate(sat)
    )
    match = MatchResult(
        *(guild_id, "kentucky", None, "1988", 1, Ranking.MOST, ended, at + 60, 4),
        counted=counted,
        broken_off=broken_off,
    )
    return Results(tuple(deals), match)


async def play(
    database: Database,
    results: Results,
    *,
    season_id: int | None = None,
    channel_id: int = 1,
    settled: Settled | None = None,
) -> int:
    """Store a finished match; returns its table's number."""
    assert results.match is not None
    match = results.match
    seats = tuple(SeatRecord(one.user_id, one.name, one.computer) for one in match.players)
    record = TableRecord(
        *(
            0,
            match.guild_id,
            channel_id,
            HOST,
            match.game,
            {},
            seats,
            Status.LOBBY,
            0,
            None,
            match.finished_at - 100,
        ),
        counted=match.counted,
        settled=settled,
    )
    table = await TableStore(database).create_table(record, season_id)
    await TableStore(database).append(
        table.id, entries(1), results=results, table=table._replace(status=Status.FINISHED)
    )
    return table.id


async def new_season(
    database: Database,
    *roster: Sequence[int],
    terms: Terms | None = None,
    guild_id: int = HOME,
    computers: bool = False,
    name: str = "Tuesday League",
) -> tuple[League, Season]:
    """A league with its first season and its competitors: players, or pairs."""
    competing = Competing.PAIRS if roster and len(roster[0]) == 2 else Competing.PLAYERS
    league = League(0, guild_id, name, "1000-4DAG-9", 4, competing, computers, None, HOST, BEGUN)
    season = Season(0, 0, 1, written(terms or Terms(Scoring())), BEGUN)
    league, season = await LeagueStore(database).create_league(
        league, season, LeagueAct(0, HOST, Did.CREATED, BEGUN)
    )
    for number, who in enumerate(roster):
        await RosterStore(database).enter(season.id, entry(*who, at=BEGUN + number))
    return league, season


def ledger_of(database: Database) -> LedgerKeeper:
    """A ledger that computes in this process."""
    return LedgerKeeper(database, at_once)


async def leaders(database: Database, guild_id: int = HOME) -> tuple[LeaderLine, ...]:
    """A server's leaderboard, once all that is stored is booked."""
    await ledger_of(database).catch_up()
    return (await Leaderboards(database).page(guild_id, size=99)).lines


async def record_of(
    database: Database, player: int, period: Period = Period.EVER, *, guild_id: int = HOME
) -> Record | None:
    """A player's record, once all that is stored is booked."""
    await ledger_of(database).catch_up()
    return await Records(database).of(guild_id, (player,), period)
