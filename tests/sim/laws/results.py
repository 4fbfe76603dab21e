"""Law: each deal and match has one result, equal to the log replayed by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.models.endings import Ending, Leaving
from bot.models.stored_tables import Status, TableRecord
from tests.sim.disk import Disk
from tests.sim.laws.ledger import Account

DEALS = "SELECT deal, dealer FROM deals WHERE table_id = ? ORDER BY deal"
SIDES = "SELECT deal, side, scored, total FROM deal_sides WHERE table_id = ? ORDER BY deal, side"
MATCHES = "SELECT counted, broken_off FROM matches WHERE table_id = ?"
PLAYERS = "SELECT seat, won, counts FROM match_players WHERE table_id = ? ORDER BY seat"
NO_EXCUSE = frozenset({Ending.MANAGER, Ending.DESERTED, Ending.FORGOTTEN})
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
    is_broken_off = record.status is Status.CANCELLED and _counts(record) and account.state is not None
    is_over = (won is not None or is_broken_off) and not _is_of_no_deal(account)
    matches = query(MATCHES, key).fetchall()
    if matches != ([(record.counted, won is None)] if is_over else []):
        yield f"results of the match are stored as {matches}"
    players = list(_players(account)) if is_over else []
    if (stored := query(PLAYERS, key).fetchall()) != players:
        yield f"who won, and for whom it counts, is stored as {stored}, and is {players}"
    if (record.status is Status.FINISHED) != (won is not None):
        yield f"the match is stored as {record.status}"


def _is_of_no_deal(account: Account) -> bool:
    """Whether a match stores no result: no deal was scored, and no player lost by leaving."""
    record = account.record
    is_excused = record.ended not in NO_EXCUSE or record.leaving is Leaving.PLAYED
    is_lost = any(_away(record)) and not (record.status is Status.CANCELLED and is_excused)
    if account.scored or is_lost or not account.game.about.ranking.keeps_points:
        return False
    return _counts(record)


def _counts(record: TableRecord) -> bool:
    """Whether a match counts on leaderboards or, by the rule on leaving of every league, in one."""
    return record.counted or record.leaving is Leaving.FORFEIT


def _away(record: TableRecord) -> list[bool]:
    """By seat, whether a computer stands in for a player who left."""
    return [who.user_id is not None and who.computer is not None for who in record.seats]


def _players(account: Account) -> Iterator[tuple[int, bool, bool]]:
    """The expected players: seat, whether it won, and whether that counts."""
    record, won = account.record, account.won
    away = _away(record)
    is_played = record.leaving is Leaving.PLAYED
    winners = () if won is None else won.winners
    if won is not None and any(away) and record.leaving is Leaving.FORFEIT:
        winners = tuple(_first_of_those_who_stayed(account, away))
    for seat, is_away in enumerate(away):
        if won is None:
            yield seat, False, is_away and not is_played and record.ended in NO_EXCUSE
            continue
        is_for_all = record.leaving is not Leaving.ALONE or not any(away)
        loses = record.counted and is_away and not is_played
        yield seat, seat in winners and not loses, record.counted and (is_for_all or is_away)


def _first_of_those_who_stayed(account: Account, away: Sequence[bool]) -> Iterator[int]:
    """The winning seats of a forfeited match: the best of the sides that no player and no partner left.

    None if all are left. Partners are those who sat down as such, also where each keeps their own score.
    """
    game, seats = account.game, len(away)
    partner_of = [info.side for info in game.table_view(game.start(seats)).seats]
    are_partners = len(set(partner_of)) < seats and None not in partner_of
    gone = {partner_of[seat] for seat in range(seats) if away[seat]} if are_partners else frozenset[int]()
    outcome = game.outcome(account.state)
    assert outcome is not None, "a match is won once it is over"
    stayed = [
        side
        for side in outcome.standings
        if not any(seat < seats and (away[seat] or partner_of[seat] in gone) for seat in side.seats)
    ]
    best = min((side.place or seats + 1 for side in stayed), default=0)
    for side in stayed:
        if (side.place or seats + 1) == best:
            yield from side.seats
