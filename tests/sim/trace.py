"""The trace of a simulation: its digest is equal in two runs of a seed, its end is shown with a failure."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable
from typing import Final, TextIO

KEPT: Final = 60
"""Number of last lines shown with a failure."""


class Trace:
    """A record of the simulation. Only developers read it, so it may name cards."""

    def __init__(self, time: Callable[[], float], file: TextIO | None = None) -> None:
        self.lines = 0
        self._time = time
        self._file = file
        self._digest = hashlib.sha256()
        self._last: deque[str] = deque(maxlen=KEPT)

    def note(self, what: str) -> None:
        """Add a line with the present virtual time."""
        line = f"{self._time():.6f} {what}"
        self.lines += 1
        self._digest.update(line.encode())
        self._last.append(line)
        if self._file is not None:
            print(line, file=self._file)

    def digest(self) -> str:
        """The digest of all lines so far."""
        return self._digest.hexdigest()

    def end(self) -> list[str]:
        """The last lines."""
        return list(self._last)
