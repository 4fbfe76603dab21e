"""Every playable game, by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from rules.protocol import Game, InvalidOption, OptionValue
from rules.tricks.engine import TrickGame
from rules.tricks.rows import ROWS

DEFAULT: Final = "kentucky"

GAMES: Final[dict[str, Game[Any]]] = {row.key: TrickGame(row) for row in ROWS}


def find_game(key: str) -> Game[Any]:
    """The game of a key.

    Raises:
        InvalidOption: there is no such game.
    """
    game = GAMES.get(key.strip().lower())
    if game is None:
        raise InvalidOption(f"There is no game “{key}”. Playable are: {', '.join(GAMES)}.")
    return game


def game_with(key: str, options: Mapping[str, OptionValue]) -> Game[Any]:
    """A game with options that differ from its book; equal wishes share one game and its tables.

    Raises:
        InvalidOption: there is no such game, or the options do not fit it.
    """
    return _game_with(key, tuple(sorted(options.items())))


@lru_cache(maxsize=256)
def _game_with(key: str, options: tuple[tuple[str, OptionValue], ...]) -> Game[Any]:
    game = find_game(key)
    return game.with_options(dict(options)) if options else game
