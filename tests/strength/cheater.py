"""A player that bids like the champion and sees all cards in the play: an upper bound of play.

From nine tricks on he plays perfectly. With more to come he plays on quickly until then, as the champion does
in all the deals there may be. He needs the compiled search.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol, runtime_checkable
from unittest.mock import patch

from bot.computers.bidding_games import compiled_search
from bot.computers.bidding_games.worlds import World
from bot.computers.brief import Brief
from bot.computers.memory import Memory
from bot.computers.steady import Steady
from rules.bidding.state import State
from rules.core.actions import Action

CARDS = 36
"""Cards left from which on it plays perfectly: nine tricks of four hands."""


@runtime_checkable
class Seeing(Protocol):
    """A player that is shown everything before it is asked."""

    def see(self, state: Any) -> None: ...


class Cheater:
    """Searches the real deal instead of sampled ones."""

    def __init__(self) -> None:
        self._honest = Steady()
        self._deal: World

    def see(self, state: State) -> None:
        """Keep all hands and the discards of a state."""
        self._deal = World([int(hand) for hand in state.hands], int(state.deal.nest), (), ())

    def choose(self, brief: Brief, random: Random) -> Action:
        """Answer as the champion would in the real deal."""
        with patch.multiple(compiled_search, likely=self._likely, CARDS=CARDS):
            return self._honest.choose(brief, random)

    def _likely(self, _memory: Memory, _random: Random, _number: int) -> list[tuple[World, int]]:
        return [(self._deal, 1)]
