"""The members a person can name: those who are there, and themselves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

NAMES_THEMSELVES: Final = 0.05
"""Probability that a person names themselves."""


class Company(NamedTuple):
    """Members by user id."""

    own: int
    others: Sequence[int]

    @property
    def all_members(self) -> Sequence[int]:
        """All members, the person included."""
        return [self.own, *self.others]

    def one(self, random: Random) -> int:
        """A random member, mostly another than the person."""
        is_another = self.others and random.random() >= NAMES_THEMSELVES
        return random.choice(self.others) if is_another else self.own

    def some(self, random: Random, number: int) -> str:
        """Up to ``number`` random members as typed: mentions separated by commas."""
        chosen = random.sample(self.all_members, min(number, 1 + len(self.others)))
        return ", ".join(f"<@{one}>" for one in chosen)
