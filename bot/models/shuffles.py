"""Shuffles anybody can check: each deal follows from a seed, whose seal everyone sees before the cards lie.

A match has a seed of 32 bytes that nobody sees, drawn by the system's own generator when its table opens.
Each deal has a seed that follows from it and tells nothing of the others; once the deal is over, those who
may look at it are told. The seal is a hash of it with the server, the table and the number of the deal: who
has noted the seal can check afterwards that the cards lay as they had to. ``docs/shuffles.md`` says what is
hashed, why that suffices, and how to check it without this program.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

SEED_BYTES: Final = 32
SEAL_LENGTH: Final = 32
"""Hexadecimal digits of a hash that are shown: 128 bits. Two decks with one seal would take 2 ** 64 tries."""
_BITS: Final = 53
"""As many as Python's random numbers have."""


@dataclass(frozen=True, slots=True)
class MatchSeed:
    """What decides all that is left to chance in a match. It never shows itself."""

    value: bytes = field(repr=False)

    @classmethod
    def read(cls, stored: str) -> MatchSeed:
        """A seed as it was stored.

        Raises:
            ValueError: it is none.
        """
        value = bytes.fromhex(stored)
        if len(value) != SEED_BYTES:
            raise ValueError
        return cls(value)

    def __str__(self) -> str:
        return "<the seed of a match>"

    @property
    def stored(self) -> str:
        """As it is stored."""
        return self.value.hex()

    def of_deal(self, number: int) -> str:
        """The seed of a deal, the first being 1: 64 hexadecimal digits. Secret until that deal is over."""
        return self._derived(f"deal {number}")

    def of_lot(self, number: int) -> str:
        """The same of a draw or a cut."""
        return self._derived(f"lot {number}")

    def _derived(self, name: str) -> str:
        return hmac.digest(self.value, name.encode(), sha256).hex()


def new_seed(random: Random) -> MatchSeed:
    """A seed for a match."""
    return MatchSeed(random.randbytes(SEED_BYTES))


class DealPlace(NamedTuple):
    """Which deal it is, of all there are."""

    guild_id: int
    """The server: what salts its seals."""
    table_id: int
    number: int
    """How many times cards were dealt in the match till then: one that is dealt again has another number."""


def seal_of(place: DealPlace, seed: str) -> str:
    """What is shown before the cards of a deal lie, and is checked when its seed is told."""
    sealed = f"rookery {place.guild_id} {place.table_id} {place.number} {seed}"
    return sha256(sealed.encode()).hexdigest()[:SEAL_LENGTH]


class SeededRandom(Random):
    """Numbers that follow from a seed alone, each from a hash of it: the same in every language."""

    def __init__(self, seed: str) -> None:
        super().__init__(0)
        self._seed = seed
        self._number = 0

    def __repr__(self) -> str:
        return "<numbers that follow from a seed>"

    def random(self) -> float:
        """The next number: what ``sha256`` of the seed, a blank and its place, from 0, begins with."""
        digest = sha256(f"{self._seed} {self._number}".encode()).digest()
        self._number += 1
        return (int.from_bytes(digest[:8]) >> (64 - _BITS)) / (1 << _BITS)
