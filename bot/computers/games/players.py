"""Who answers in which game without bidding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final

from bot.computers.brief import Brief
from bot.computers.games import doubt
from rules.actions import Action

Choose = Callable[[Brief, Random], Action]

PLAYERS: Final[Mapping[str, Choose]] = MappingProxyType(
    {
        "doubt_old": doubt.choose,
        "doubt_1924": doubt.choose,
    }
)
"""By the key of the game."""
