"""A match that can be looked back at: how it is said to people, and the deals of it that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.play.played_game import game_of
from bot.play.replaying import SLICE, lines_played
from bot.play.shown import ShownTable
from bot.play.table import Table
from bot.play.taking_up import damage_named
from bot.play.turn_time import NO_LIMIT
from bot.replay.deals import DealReader, PlayedDeal
from bot.replay.moments import Moment, moment
from bot.store.stored import LogEntry, Status, TableRecord
from rules.core.protocol import Game


class Replay(NamedTuple):
    """The deals of a match that are over, with every hand: for those alone who may see them."""

    table: ShownTable
    """As everyone may see it, without a view."""
    game: Game[Any]
    deals: tuple[PlayedDeal, ...]

    def __repr__(self) -> str:
        return f"<replay of table {self.table.id}: {len(self.deals)} deals>"

    def at(self, place: int, step: int) -> tuple[ShownTable, Moment]:
        """A step of a deal, both from 0, and the table with what everyone saw of it then."""
        there = moment(self.game, self.deals, place, step)
        return self.table._replace(view=there.view), there


async def replayed(record: TableRecord, log: Sequence[LogEntry]) -> Replay:
    """A match played again in slices, while others have their turns on the event loop.

    Raises:
        NewerTable: a newer version of the bot has played it.
        Damaged: the log does not fit the rules.
    """
    reader = DealReader()
    with damage_named():
        game, shown = game_of(record), Table(record).shown(NO_LIMIT)
        for place, line in enumerate(lines_played(game, record.seats, log)):
            reader.read(line)
            if place % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        deals = reader.deals(is_over=record.status is Status.FINISHED)
    return Replay(shown, game, deals)
