"""Verifiable shuffles: each deal follows from a seed; its seal (a hash) is shown before the cards are dealt.

A match has a secret seed of 32 bytes, drawn from the system's generator when its table opens. Each deal's
seed is derived from it, tells nothing of the others, and is shown to those who may replay the deal once it is
over. The seal hashes that seed with server, table and number of the deal: a player who noted the seal can
verify the deal. ``docs/shuffles.md`` explains what is hashed, why, and how to check it without this program.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple

SEED_BYTES: Final = 32
SEAL_LENGTH: Final = 32
"""Hexadecimal digits of a seal: 128 bits. Finding two decks with one seal would take 2 ** 64 tries."""
_BITS: Final = 53
"""Random bits of a number, as in ``random.random``."""


@dataclass(frozen=True, slots=True)
class MatchSeed:
    """The secret seed of a match, from which all its chance follows. Its ``repr`` and ``str`` hide it."""

    value: bytes = field(repr=False)

    @classmethod
    def read(cls, stored: str) -> MatchSeed:
        """Parse a seed stored as hexadecimal digits; a ValueError if it is none."""
        value = bytes.fromhex(stored)
        if len(value) != SEED_BYTES:
            raise ValueError
        return cls(value)

    def __str__(self) -> str:
        return "<the seed of a match>"

    @property
    def stored(self) -> str:
        """The seed as hexadecimal digits."""
        return self.value.hex()

    def of_deal(self, number: int) -> str:
        """The seed of a deal, the first being 1: 64 hexadecimal digits. Secret until that deal is over."""
        return self._derived(f"deal {number}")

    def of_lot(self, number: int) -> str:
        """The seed of a draw or a cut, by its number: 64 hexadecimal digits."""
        return self._derived(f"lot {number}")

    def _derived(self, name: str) -> str:
        return hmac.digest(self.value, name.encode(), sha256).hex()


def new_seed(random: Random) -> MatchSeed:
    """Draw a new seed for a match."""
    return MatchSeed(random.randbytes(SEED_BYTES))


class DealPlace(NamedTuple):
    """The server, table and number that identify a deal among all deals."""

    guild_id: int
    """The server; it salts the seal."""
    table_id: int
    number: int
    """Count of deals dealt in the match so far: a deal that is dealt again gets a new number."""


def seal_of(place: DealPlace, seed: str) -> str:
    """The seal of a deal: shown before the cards are dealt, verified when the seed is revealed."""
    sealed = f"rookery {place.guild_id} {place.table_id} {place.number} {seed}"
    return sha256(sealed.encode()).hexdigest()[:SEAL_LENGTH]


class SeededRandom(Random):
    """Random numbers from SHA-256 of a seed and a counter, reproducible in every language."""

    def __init__(self, seed: str) -> None:
        super().__init__(0)
        self._seed = seed
        self._number = 0

    def __repr__(self) -> str:
        return "<numbers that follow from a seed>"

    def random(self) -> float:
        """The next in [0, 1): the first 53 bits of SHA-256 of ``"<seed> <counter>"``, the counter from 0."""
        digest = sha256(f"{self._seed} {self._number}".encode()).digest()
        self._number += 1
        return (int.from_bytes(digest[:8]) >> (64 - _BITS)) / (1 << _BITS)
