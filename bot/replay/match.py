"""The replay of a match: its public table and its finished deals."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.models.shuffles import DealPlace, seal_of
from bot.models.stored_tables import LogEntry, Status, TableRecord
from bot.replay.deals import DealReader, PlayedDeal
from bot.replay.moments import Moment, moment_at
from bot.replay.shuffle import CheckedShuffle, shuffled_deck
from bot.table.desk.shown import ShownTable
from bot.table.desk.table import Table, shown_table
from bot.table.desk.waking import as_damaged
from bot.table.match.replaying import SLICE, lines_played
from bot.table.match.state import table_rules
from bot.table.played_game import game_of
from bot.table.turns.time_limit import NO_LIMIT
from rules.core.actions import Deal
from rules.core.protocol import Game


class Replay(NamedTuple):
    """The finished deals of a match, with every hand: only for those who may see them."""

    table: ShownTable
    """The public table, without a view of the cards."""
    game: Game[Any]
    deals: tuple[PlayedDeal, ...]
    seeds: tuple[str, ...] = ()
    """The seed of each deal; empty if no seed of this match shuffled them."""

    def __repr__(self) -> str:
        return f"<replay of table {self.table.id}: {len(self.deals)} deals>"

    def at(self, place: int, step: int) -> tuple[ShownTable, Moment]:
        """The public table and the moment with its hands at a step of a deal; both from 0, or the nearest."""
        moment = moment_at(self.game, self.deals, place, step)
        return self.table.with_view(moment.view), moment

    def shuffle(self, place: int) -> CheckedShuffle:
        """The shuffle of deal ``place``, from 0, computed from its seed, and whether it fits the cards."""
        number = DealPlace(self.table.place.guild_id, self.table.id, place + 1)
        seed, dealt = self.seeds[place], self.deals[place].cards
        cards = shuffled_deck(self.game, len(self.table.seats), seed)
        return CheckedShuffle(number, seal_of(number, seed), seed, cards, dealt == str(Deal(cards)))


async def replayed(record: TableRecord, log: Sequence[LogEntry], *, is_shuffled: bool = True) -> Replay:
    """Rebuild a match from its log, in slices that yield to the event loop.

    ``is_shuffled`` is whether its cards were shuffled for this match, not drawn for several tables.

    Raises:
        NewerTable: the match was played by a newer version of the bot.
        Damaged: the log does not fit the rules.
    """
    reader = DealReader()
    with as_damaged():
        game, shown = game_of(record), shown_table(Table(record), NO_LIMIT)
        for place, line in enumerate(lines_played(game, record.seats, log)):
            reader.read(line)
            if place % SLICE == SLICE - 1:
                await asyncio.sleep(0)
        deals = reader.deals(is_over=record.status is Status.FINISHED)
    seed = record.seed if is_shuffled and table_rules(game).is_shuffled else None
    seeds = () if seed is None else tuple(seed.of_deal(number) for number in range(1, len(deals) + 1))
    return Replay(shown, game, deals, seeds)
