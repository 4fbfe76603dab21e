"""What is played as a daily deal: the server's default game, where two pairs bid in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.common.errors import Refused
from bot.evening.opening import played_game
from rules.catalog import DEFAULT
from rules.core.protocol import Game, InvalidOption, OptionValue


def daily_game(name: str, options: Mapping[str, OptionValue]) -> Game[Any]:
    """A game by its rules, over after one deal; Kentucky by the book where these don't suit.

    One without bidding, that is not for two pairs, or has no fixed number of deals, does not suit.
    """
    usual = played_game(DEFAULT, {}, deals=1)
    try:
        game = played_game(name, options, deals=1)
    except (Refused, InvalidOption):
        return usual
    return game if game.about.kind == "bidding" else usual
