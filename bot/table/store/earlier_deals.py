"""Tables at which an earlier deal is played again: which deal it is, and its cards."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from bot.database.database import Database, Statement, Values
from bot.database.rows import damaged, parsed, readable, text, whole
from rules.core.decisions import Seat

INSERT_FOR_ADDED: Final = """
    INSERT INTO earlier_deals (table_id, source_id, deal, seats, draw, cards)
    VALUES (LAST_INSERT_ROWID(), ?, ?, ?, ?, ?)
    RETURNING table_id
"""
"""For the unit that adds the table, in which it follows at once."""
ONE: Final = "SELECT source_id, deal, seats, draw, cards FROM earlier_deals WHERE table_id = ?"
PLAYED_AGAIN: Final = "SELECT table_id FROM earlier_deals WHERE source_id = ? ORDER BY table_id"
MOVE_EARLIER_DEAL: Final = "UPDATE earlier_deals SET table_id = ? WHERE table_id = ?"
"""Moves the earlier deal of a replaced table to the new one, if it has one."""


class EarlierDealStore:
    """Earlier deals that are played again, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def earlier_deal(self, table_id: int) -> EarlierDeal | None:
        """The deal that a table plays again; None where it plays its own.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(ONE, Values((table_id,))))
        if not rows:
            return None
        with readable("the deal that is played again"):
            [[source_id, deal, seats, draw, cards]] = rows
            return EarlierDeal(
                source_id=whole(source_id, "its table"),
                deal=whole(deal, "its number", least=1),
                seats=_seats(seats),
                draw=text(draw, "its draw"),
                cards=text(cards, "its cards"),
            )

    async def played_again_at(self, source_id: int) -> list[int]:
        """Ids of the tables at which a deal of a table is played again, the lowest first."""
        return [row[0] for row in await self._database.read(Statement(PLAYED_AGAIN, Values((source_id,))))]


def insert_earlier_deal(earlier: EarlierDeal) -> Statement:
    """Statement that links the table added just before, in the same unit, to an earlier deal."""
    values = (earlier.source_id, earlier.deal, json.dumps(earlier.seats), earlier.draw, earlier.cards)
    return Statement(INSERT_FOR_ADDED, Values(values))


def _seats(value: object) -> tuple[int, ...]:
    seats = parsed(value, "its seats")
    if not isinstance(seats, list) or not all(type(seat) is int for seat in seats):
        damaged("its seats")
    return tuple(seats)


@dataclass(frozen=True, slots=True)
class EarlierDeal:
    """A finished deal that another table plays again."""

    source_id: int
    """The table it was played at."""
    deal: int
    """Its number there."""
    seats: tuple[Seat, ...]
    """By seat of the new table: the seat that had these cards in the source deal."""
    draw: str = field(repr=False)
    """The stored draw for the deal, so that the same seat deals; empty without one."""
    cards: str = field(repr=False)
    """The stored deal of the cards; empty if the rules alone determine it."""
