"""Those somebody can name: whoever is with them, and themselves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

NAMES_THEMSELVES: Final = 0.05
"""How often somebody names themselves where somebody is to be named."""


class Company(NamedTuple):
    """Members, by their numbers."""

    own: int
    others: Sequence[int]

    @property
    def everybody(self) -> Sequence[int]:
        """All of them."""
        return [self.own, *self.others]

    def one(self, random: Random) -> int:
        """Somebody: mostly another."""
        is_another = self.others and random.random() >= NAMES_THEMSELVES
        return random.choice(self.others) if is_another else self.own

    def some(self, random: Random, number: int) -> str:
        """So many of them as one types them, or as many as there are: mentions, with commas between."""
        chosen = random.sample(self.everybody, min(number, 1 + len(self.others)))
        return ", ".join(f"<@{one}>" for one in chosen)
