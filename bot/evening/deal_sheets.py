"""Deals of a duplicate evening: drawn for all tables, and shown with every table's result afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.database.database import Damaged, Database
from bot.evening.standing import comparisons
from bot.models.evening_kinds import EveningKind
from bot.models.stored_evenings import EveningRecord, EveningTable
from bot.models.stored_tables import LogEntry, Status, TableRecord
from bot.table.desk import waking
from bot.table.match.chance import draw_beforehand
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from rules.catalog import game_with
from rules.core.actions import Deal, parse_action
from rules.core.cards import Card
from rules.core.decisions import CHANCE

NOT_DUPLICATE: Final = "Only a duplicate evening has the same deals at every table."
NOT_YET: Final = "You can look at a deal once every table has finished its round."


def draw_deals(evening: EveningRecord, random: Random) -> dict[int, str]:
    """Draw the deals that all tables of a duplicate evening play, by number; empty for other evenings."""
    if evening.kind is not EveningKind.DUPLICATE:
        return {}
    game, deals = game_with(evening.game, evening.options), evening.deals * evening.most_rounds
    return {deal: str(action) for deal, action in draw_beforehand(game, 4, deals, random).items()}


class Dealt(NamedTuple):
    """A deal as dealt, before any card moved: each hand, and the cards dealt to no hand."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, each sorted for reading; empty if no table has a readable log of the deal."""
    nest: tuple[Card, ...]
    """Cards dealt to no hand."""

    def __repr__(self) -> str:
        return f"<a deal of {len(self.hands)} hands>"


class DealAtTable(NamedTuple):
    """One table's result of a deal: seats by user id; points and match points by side, and the most."""

    table: int
    seats: tuple[int | None, ...]
    points: tuple[int, int]
    matchpoints: tuple[int, int]
    possible: int


class DealSheet(NamedTuple):
    """A finished deal of an evening: the cards and every table's result."""

    deal: int
    deals: int
    """Number of deals that may be shown by now."""
    dealt: Dealt
    played: tuple[DealAtTable, ...]


async def deal_sheet(database: Database, evening: EveningRecord, deal: int) -> DealSheet:
    """The sheet of a deal (from 1) that every table has finished.

    Raises:
        Refused: a table has not finished the round, or the evening is no duplicate.
        StoreError: it cannot be read.
    """
    if evening.kind is not EveningKind.DUPLICATE:
        raise Refused(NOT_DUPLICATE)
    finished = [played for played in evening.rounds if played.is_over]
    number = (deal - 1) // evening.deals
    if not 0 <= number < len(finished):
        raise Refused(NOT_YET)
    played = await _played(database, evening, number, deal)
    compared = {one.table for one in played if one.possible}
    tables = sorted(finished[number].tables, key=lambda table: table.number not in compared)
    laid = await _laid(database, tables, deal - number * evening.deals)
    return DealSheet(deal, len(finished) * evening.deals, laid, played)


async def _laid(database: Database, tables: Iterable[EveningTable], deal: int) -> Dealt:
    """The cards of a deal, from the first table with a readable log of it; no cards without one."""
    store = TableStore(database)
    for table in tables:
        record = None if table.table_id is None else await store.table(table.table_id)
        with suppress(Damaged):
            found = None if record is None else _dealt(record, await store.log(record.id), deal)
            if found is not None:
                return found
    return Dealt((), ())


async def _played(
    database: Database, evening: EveningRecord, number: int, deal: int
) -> tuple[DealAtTable, ...]:
    tables = [table for table in evening.rounds[number].tables if table.table_id is not None]
    deals = {table.table_id or 0: await ResultStore(database).deals(table.table_id or 0) for table in tables}
    compared = [one for one in comparisons(evening, deals) if one.deal == deal]
    own = deal - number * evening.deals
    there = [table for table in tables if any(one.deal == own for one in deals[table.table_id or 0])]
    pairs = zip(compared[::2], compared[1::2], strict=True)
    return tuple(
        DealAtTable(
            table=table.number,
            seats=table.seats,
            points=(first.points, second.points),
            matchpoints=(first.matchpoints, second.matchpoints),
            possible=first.possible,
        )
        for table, (first, second) in zip(there, pairs, strict=True)
    )


def _dealt(record: TableRecord, log: Sequence[LogEntry], deal: int) -> Dealt | None:
    """The hands and nest of a match's deal by number, from 1, redeals counted; None if it was never dealt.

    Raises:
        Damaged: the log does not fit the rules.
    """
    decks = [
        (place, action)
        for place, entry in enumerate(log, start=1)
        if entry.seat == CHANCE and isinstance(action := parse_action(entry.action), Deal)
    ]
    if len(decks) < deal:
        return None
    place, deck = decks[deal - 1]
    table = waking.played(record._replace(status=Status.PLAYING, revision=0), log[:place])
    views = [table.match.seat_view(seat) for seat in range(len(record.seats))]
    held = {card for view in views for card in view.hand}
    return Dealt(tuple(view.order for view in views), tuple(card for card in deck.cards if card not in held))
