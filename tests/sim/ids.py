"""Virtual time as Discord tells it: ids hold the moment they were made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from discord.utils import DISCORD_EPOCH

EPOCH: Final = 1_767_225_600.0
"""Start of the simulation in epoch seconds: 1 January 2026."""
APPLICATION: Final = 900
GUILD: Final = 700
"""The id of the first server."""
MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Ids:
    """Makes ids like Discord's: milliseconds since its epoch, and a counter."""

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._made = 0

    def new(self) -> int:
        """A new unique id of the present moment."""
        self._made += 1
        return int((EPOCH + self._time()) * 1000 - DISCORD_EPOCH) << 22 | self._made & 0x3FFFFF
