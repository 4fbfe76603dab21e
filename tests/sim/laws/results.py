"""Law: each deal and match has one result, equal to the log replayed by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from bot.models.endings import Ending, Leaving
from bot.models.stored import Status, TableRecord
from rules.core.events import MatchWon
from tests.sim.disk import Disk
from tests.sim.laws.ledger import Account

DEALS = "SELECT deal, dealer FROM deals WHERE table_id = ? ORDER BY deal"
SIDES = "SELECT deal, side, scored, total FROM deal_sides WHERE table_id = ? ORDER BY deal, side"
MATCHES = "SELECT counted, broken_off FROM matches WHERE table_id = ?"
PLAYERS = "SELECT seat, won, counts FROM match_players WHERE table_id = ? ORDER BY seat"
NO_EXCUSE = frozenset({Ending.MANAGER, Ending.DESERTED})
"""Endings by which players who left lose a counted match."""


def wrong_results(account: Account, disk: Disk) -> Iterator[str]:
    """Differences between a table's stored results and those of its log."""
    key = (account.record.id,)
    query = disk.connection.execute
    deals = [(one.deal, one.dealer) for one in account.scored]
    stored = query(DEALS, key).fetchall()
    if stored != deals:
        yield f"deals {stored} are stored, {deals} were played"
    sides = [
        (one.deal, number, side.scored, side.total)
        for one in account.scored
        for number, side in enumerate(one.sides)
    ]
    if query(SIDES, key).fetchall() != sides:
        yield "the points stored are not those that were scored"
    won, record = account.won, account.record
    is_broken_off = record.status is Status.CANCELLED and record.counted and account.state is not None
    is_over = (won is not None or is_broken_off) and not _is_of_no_deal(account)
    matches = query(MATCHES, key).fetchall()
    if matches != ([(record.counted, won is None)] if is_over else []):
        yield f"results of the match are stored as {matches}"
    players = list(_players(record, won)) if is_over else []
    if (stored := query(PLAYERS, key).fetchall()) != players:
        yield f"who won, and for whom it counts, is stored as {stored}, and is {players}"
    if (record.status is Status.FINISHED) != (won is not None):
        yield f"the match is stored as {record.status}"


def _is_of_no_deal(account: Account) -> bool:
    """Whether a match stores no result: no deal was scored, and no player lost by leaving."""
    record = account.record
    is_left = any(who.user_id is not None and who.computer is not None for who in record.seats)
    is_excused = record.ended not in NO_EXCUSE or record.leaving is Leaving.PLAYED
    is_lost = is_left and not (record.status is Status.CANCELLED and is_excused)
    if account.scored or is_lost or not account.game.about.ranking.keeps_points:
        return False
    return record.counted or record.settled is not None


def _players(record: TableRecord, won: MatchWon | None) -> Iterator[tuple[int, bool, bool]]:
    """The expected players: seat, whether it won, and whether that counts."""
    away = [who.user_id is not None and who.computer is not None for who in record.seats]
    is_played = record.leaving is Leaving.PLAYED
    for seat, is_away in enumerate(away):
        if won is None:
            yield seat, False, is_away and not is_played and record.ended in NO_EXCUSE
            continue
        is_for_all = record.leaving is not Leaving.ALONE or not any(away)
        loses = record.counted and is_away and not is_played
        yield seat, seat in won.winners and not loses, record.counted and (is_for_all or is_away)
