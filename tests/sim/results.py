"""Law: one result for each deal and each match, and it is what the log gives by the rules."""

from __future__ import annotations

from collections.abc import Iterator

from bot.store.stored import Status
from tests.sim.disk import Disk
from tests.sim.ledger import Account

DEALS = "SELECT deal, dealer FROM deals WHERE table_id = ? ORDER BY deal"
SIDES = "SELECT deal, side, scored, total FROM deal_sides WHERE table_id = ? ORDER BY deal, side"
MATCHES = "SELECT COUNT(*) FROM matches WHERE table_id = ?"
PLAYERS = "SELECT seat, won FROM match_players WHERE table_id = ? ORDER BY seat"


def wrong_results(account: Account, disk: Disk) -> Iterator[str]:
    """What is stored of a table's results, where it is not what its log gives."""
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
    [[matches]] = query(MATCHES, key).fetchall()
    if matches != (account.won is not None):
        yield f"{matches} results of the match are stored"
    won = account.won
    winners = (
        [] if won is None else [(seat, seat in won.winners) for seat in range(len(account.record.seats))]
    )
    if query(PLAYERS, key).fetchall() != winners:
        yield "who won is not stored"
    if (account.record.status is Status.FINISHED) != (won is not None):
        yield f"the match is stored as {account.record.status}"
