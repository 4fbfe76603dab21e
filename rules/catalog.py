"""Every playable game, by key."""

from __future__ import annotations

from typing import Any, Final

from rules.protocol import Game, InvalidOption
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
