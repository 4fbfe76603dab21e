"""Golden matches as stored: a log for each game, and all its events."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

from bot.models.stored_tables import LogEntry, SeatRecord
from bot.replay.deals import DealReader, PlayedDeal
from bot.table.match.replaying import lines_played
from bot.tools.simulate import next_to_act
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.decisions import Seat
from rules.core.events import Event, HeardEvent, Secret
from rules.core.protocol import Game
from tests.rules.playouts import carefully
from tests.rules.transcript import DEALS, PLAYERS

ACTS = 1_200
"""Number of entries of a game without bidding: at least one deal of each."""


class Logged(NamedTuple):
    """A match, or the beginning of one, as a log."""

    game: Game[Any]
    seats: tuple[SeatRecord, ...]
    log: list[LogEntry]
    events: list[Event]
    is_over: bool

    def deals(self) -> tuple[PlayedDeal, ...]:
        """Its finished deals, read from the log."""
        reader = DealReader()
        for line in lines_played(self.game, self.seats, self.log):
            reader.read(line)
        return reader.deals(is_over=self.is_over)


@cache
def golden(key: str, players: int | None = None) -> Logged:
    """The golden match of a game; of a long match its beginning."""
    game = find_game(key)
    if key in BIDDING_GAMES:
        game = game.with_options({"deals": DEALS})
    number = players or PLAYERS.get(key, game.about.seats[0])
    return logged(game, number, Random(f"golden {key}"), None if key in BIDDING_GAMES else ACTS)


def logged(game: Game[Any], number: int, random: Random, most: int | None = None) -> Logged:
    """A match played at random, or its first ``most`` acts."""
    state = game.start(number)
    log: list[LogEntry] = []
    events: list[Event] = []
    while (decisions := game.decisions(state)) and (most is None or len(log) < most):
        seat: Seat = next_to_act(decisions)
        action = carefully(decisions[seat], random)
        state, happened = game.apply(state, seat, action)
        log.append(LogEntry(len(log) + 1, seat, None, str(action), 0.0))
        events += happened
    seats = (SeatRecord(computer="steady"),) * number
    return Logged(game, seats, log, events, not decisions)


def heard(events: list[Event]) -> list[HeardEvent]:
    """All events of the match, secret ones too."""
    return [event.event if isinstance(event, Secret) else event for event in events]


def told(deals: tuple[PlayedDeal, ...]) -> list[HeardEvent]:
    """All events in the steps of some deals."""
    return [event for deal in deals for step in deal.steps for event in step.events]
