"""Random generators from one seed, one for each subject, so that no subject disturbs another."""

from __future__ import annotations

from random import Random


class Chance:
    """Makes the random generators of a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, *subject: object) -> Random:
        """The generator of a subject; equal seeds and subjects give equal generators."""
        return Random("/".join(map(str, (self.seed, *subject))))
