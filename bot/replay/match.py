"""A match that can be looked back at: how it is said to people, and the deals of it that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.models.shuffles import DealPlace
from bot.models.stored import LogEntry, Status, TableRecord
from bot.replay.deals import DealReader, PlayedDeal
from bot.replay.moments import Moment, moment
from bot.replay.shuffle import CheckedShuffle, checked_shuffle
from bot.table.desk.showing import shown_table
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table
from bot.table.desk.taking_up import damage_named
from bot.table.match.replaying import SLICE, lines_played
from bot.table.match.rules import table_rules
from bot.table.played_game import game_of
from bot.table.turns.time_limit import NO_LIMIT
from rules.core.protocol import Game


class Replay(NamedTuple):
    """The deals of a match that are over, with every hand: for those alone who may see them."""

    table: ShownTable
    """As everyone may see it, without a view."""
    game: Game[Any]
    deals: tuple[PlayedDeal, ...]
    seeds: tuple[str, ...] = ()
    """The seed of each of them; empty where none decided how the cards lay."""

    def __repr__(self) -> str:
        return f"<replay of table {self.table.id}: {len(self.deals)} deals>"

    def at(self, place: int, step: int) -> tuple[ShownTable, Moment]:
        """A step of a deal, both from 0, and the table with what everyone saw of it then."""
        there = moment(self.game, self.deals, place, step)
        return self.table.with_view(there.view), there

    def shuffle(self, place: int) -> CheckedShuffle:
        """The shuffle of a deal, from 0, that has a seed: worked out again, and held against the deal."""
        number = DealPlace(self.table.place.guild_id, self.table.id, place + 1)
        dealt = self.deals[place].cards
        return checked_shuffle(self.game, len(self.table.seats), number, self.seeds[place], dealt)


async def replayed(record: TableRecord, log: Sequence[LogEntry], *, is_shuffled: bool = True) -> Replay:
    """A match played again in slices, while others have their turns on the event loop.

    ``is_shuffled`` is whether its cards were shuffled for it alone, not drawn beforehand for several tables.

    Raises:
        NewerTable: a newer version of the bot has played it.
        Damaged: the log does not fit the rules.
    """
    reader = DealReader()
    with damage_named():
        game, shown = game_of(record), shown_table(Table(record), NO_LIMIT)
        for place, line in enumerate(lines_played(game, record.seats, log)):
            reader.read(line)
            if place % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        deals = reader.deals(is_over=record.status is Status.FINISHED)
    seed = record.seed if is_shuffled and table_rules(game).is_shuffled else None
    seeds = () if seed is None else tuple(seed.of_deal(number) for number in range(1, len(deals) + 1))
    return Replay(shown, game, deals, seeds)
