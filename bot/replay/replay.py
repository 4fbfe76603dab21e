"""A match that can be looked back at: how it is said to people, and the deals of it that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from bot.play.played_game import game_of
from bot.play.replaying import SLICE, lines_played
from bot.play.shown import ShownTable
from bot.play.table import Table
from bot.play.table_rules import table_rules
from bot.play.taking_up import damage_named
from bot.play.turn_time import NO_LIMIT
from bot.replay.deals import DealReader, PlayedDeal
from bot.replay.moments import Moment, moment
from bot.replay.shuffle import CheckedShuffle, checked_shuffle
from bot.shuffles import DealPlace
from bot.store.stored import LogEntry, Status, TableRecord
from rules.core.actions import Deal, parse_action
from rules.core.decisions import CHANCE
from rules.core.protocol import Game


class Replay(NamedTuple):
    """The deals of a match that are over, with every hand: for those alone who may see them."""

    table: ShownTable
    """As everyone may see it, without a view."""
    game: Game[Any]
    deals: tuple[PlayedDeal, ...]
    shuffles: tuple[CheckedShuffle, ...] = ()
    """How each of them was shuffled; empty where no seed decided that."""

    def __repr__(self) -> str:
        return f"<replay of table {self.table.id}: {len(self.deals)} deals>"

    def at(self, place: int, step: int) -> tuple[ShownTable, Moment]:
        """A step of a deal, both from 0, and the table with what everyone saw of it then."""
        there = moment(self.game, self.deals, place, step)
        return self.table._replace(view=there.view), there


async def replayed(record: TableRecord, log: Sequence[LogEntry], *, is_shuffled: bool = True) -> Replay:
    """A match played again in slices, while others have their turns on the event loop.

    ``is_shuffled`` is whether its cards were shuffled for it alone, not drawn beforehand for several tables.

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
        shuffles = tuple(_shuffles(game, record, log, len(deals))) if is_shuffled else ()
    return Replay(shown, game, deals, shuffles)


def _shuffles(
    game: Game[Any], record: TableRecord, log: Sequence[LogEntry], deals: int
) -> Iterator[CheckedShuffle]:
    """The shuffles of the first deals of a match, checked."""
    if record.seed is None or not table_rules(game).is_shuffled:
        return
    chance = (parse_action(entry.action) for entry in log if entry.seat == CHANCE)
    dealt = (action for action in chance if isinstance(action, Deal))
    for number, deal in enumerate(islice(dealt, deals), 1):
        place = DealPlace(record.guild_id, record.id, number)
        yield checked_shuffle(game, len(record.seats), place, record.seed.of_deal(number), deal)
