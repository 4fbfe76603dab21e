"""An earlier deal that a table plays again: what everyone may know of it, and how it went the first time."""

from __future__ import annotations

from typing import NamedTuple

from bot.common.text import distinct, shown_name
from bot.database.database import Damaged, Database
from bot.models.stored_results import DealResult
from bot.table.lobby.before_match import NAME_LIMIT
from bot.table.store.earlier_deals import EarlierDeal, EarlierDealStore
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from rules.core.decisions import Seat


class FirstScore(NamedTuple):
    """The score of a side when the deal was played first."""

    seats: tuple[Seat, ...]
    """Seats of the new table."""
    scored: int


class FirstBid(NamedTuple):
    """The declarer's contract the first time."""

    seat: Seat
    """The declarer's seat at the new table."""
    points: int
    """0 if the declarer owed no points."""
    made: bool
    shot: bool = False
    """Whether the declarer had announced to take every trick."""
    folded: bool = False
    """Whether the declarer gave the bid up."""


class FirstTime(NamedTuple):
    """Players, scores and bid of a deal played first, by seats of the table that replays it; no cards."""

    names: tuple[str, ...]
    """Names of the first players, by seat of the new table."""
    deal: int
    """Its number in that match."""
    at: float
    """When it was over, in epoch seconds."""
    scores: tuple[FirstScore, ...]
    bid: FirstBid | None
    """None in games without bidding."""


async def first_time(database: Database, table_id: int) -> FirstTime | None:
    """How a table's replayed deal went first; None if it plays its own, or that is missing or damaged."""
    try:
        earlier = await EarlierDealStore(database).earlier_deal(table_id)
        if earlier is None:
            return None
        source = await TableStore(database).table(earlier.source_id)
        results = await ResultStore(database).deals(earlier.source_id)
    except Damaged:
        return None  # the table itself can still be played
    result = next((one for one in results if one.deal == earlier.deal), None)
    if source is None or result is None:
        return None
    people = [source.seats[seat] for seat in earlier.seats]
    names = distinct([shown_name(who.user_id, who.name, NAME_LIMIT) for who in people], NAME_LIMIT)
    return _seated(earlier, tuple(names), result)


def _seated(earlier: EarlierDeal, names: tuple[str, ...], result: DealResult) -> FirstTime:
    """A result by the seats of the new table; hands without a seat keep their number."""
    new = {old: seat for seat, old in enumerate(earlier.seats)}
    scores = tuple(
        FirstScore(tuple(sorted(new.get(seat, seat) for seat in side.seats)), side.scored)
        for side in result.sides
    )
    contract = result.contract
    bid = None
    if contract is not None:
        ended = bool(contract.shot), bool(contract.folded)
        bid = FirstBid(new[contract.declarer], contract.bid, contract.made, *ended)
    return FirstTime(names, earlier.deal, result.at, scores, bid)
