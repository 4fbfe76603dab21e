"""The data of a bidding game, prepared once for a key, its options and a number of seats."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from bot.computers.brief import Brief
from rules.bidding.engine import BiddingGame
from rules.bidding.setup import Setup
from rules.catalog import game_with
from rules.core.protocol import Game, OptionValue


class GamePlayed(NamedTuple):
    """Key of a game's prepared tables: game, options, seats and version of the rules."""

    game: str
    options: tuple[tuple[str, OptionValue], ...]
    seats: int
    version: int


def played(brief: Brief) -> GamePlayed:
    """The key of the game of a brief."""
    options = tuple(sorted(brief.options.items()))
    return GamePlayed(brief.game, options, len(brief.view.table.seats), brief.version)


def played_at(game: Game[Any], seats: int) -> GamePlayed:
    """The key of a game at a table of ``seats`` seats."""
    return GamePlayed(game.about.key, tuple(sorted(game.changes().items())), seats, game.version)


@lru_cache(maxsize=64)
def setup_for(what: GamePlayed) -> Setup | None:
    """The prepared tables of a bidding game; None for any other game."""
    game = game_with(what.game, dict(what.options), what.version)
    return Setup(game.variant, what.seats) if isinstance(game, BiddingGame) else None
