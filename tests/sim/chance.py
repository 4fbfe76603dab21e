"""Everything left to chance, from one seed: a stream for each subject, so that one disturbs no other."""

from __future__ import annotations

from random import Random


class Chance:
    """Where random generators come from."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, *subject: object) -> Random:
        """The generator of a subject; the same seed and subject give the same one."""
        return Random("/".join(map(str, (self.seed, *subject))))
