"""Computer players on the virtual loop: they take a moment, and mostly play anything legal."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from bot.computers.brief import Brief
from bot.computers.worker import InlineComputers
from rules.core.actions import Action

IN_EARNEST: Final = 0.002
"""How often the computer plays as its kind does: that takes thousands of times as long."""

NODES: Final = 10_000
"""Cards played to find par of a daily deal: where more are needed, less of it is exact. No law asks more."""

ENDLESS: Final = frozenset({"doubt_old", "doubt_1924", "donkey"})
"""Games that hardly end where nobody thinks."""


class SimComputers(InlineComputers):
    """Computers that need no process of their own."""

    def __init__(self, random: Random) -> None:
        self._random = random

    async def choose(self, kind: str, brief: Brief, seed: int | None = None) -> Action:
        """A legal answer, after a while."""
        await asyncio.sleep(self._random.uniform(0.001, 0.2))
        in_earnest = brief.game in ENDLESS or self._random.random() < IN_EARNEST
        played = kind if in_earnest else "random"
        return await super().choose(played, brief, self._random.getrandbits(32))
