"""Computer players on the virtual loop: they answer after a delay, mostly with random legal actions."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from bot.computers.brief import Brief
from rules.core.actions import Action
from tests.inline import InlineComputers

IN_EARNEST: Final = 0.002
"""Probability that the real computer player chooses, which takes thousands of times as long."""

NODES: Final = 10_000
"""Search nodes for the par of a daily deal; no law needs an exact one."""

ENDLESS: Final = frozenset({"doubt_old", "doubt_1924", "donkey"})
"""Games that hardly end with random play."""


class SimComputers(InlineComputers):
    """Computers without worker processes."""

    def __init__(self, random: Random) -> None:
        self._random = random

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        """A legal action, after a delay."""
        await asyncio.sleep(self._random.uniform(0.001, 0.2))
        in_earnest = brief.game in ENDLESS or self._random.random() < IN_EARNEST
        played = kind if in_earnest else "random"
        return await super().choose(played, brief, self._random.getrandbits(32))
