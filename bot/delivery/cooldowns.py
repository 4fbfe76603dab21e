"""What may be done only so often: reposts, votes, new tables. Forgotten by a restart."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused

MANY: Final = 1_000
"""How many are known before those that are over are looked for."""


class TooSoon(Refused):
    """It may be done again at a time in epoch seconds."""

    def __init__(self, what: str, at: float) -> None:
        super().__init__(f"{what} You can do it again <t:{ceil(at)}:R>.")


class Cooldowns:
    """Remembers when what was done, by the clock ``now``, in epoch seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = Clock.of(now)
        self._ends: dict[Hashable, list[float]] = {}
        """For each kind of thing and whoever did it, until when each time counts."""

    @contextmanager
    def doing(self, what: Hashable, seconds: float, why: str, *, most: int = 1) -> Iterator[None]:
        """Do something that may be done so often in so many seconds; what fails does not count.

        ``why`` is the first sentence of the refusal.

        Raises:
            TooSoon: it has been done that often.
        """
        now = self._now()
        ends = [end for end in self._ends.get(what, ()) if end > now]
        if len(ends) >= most:
            raise TooSoon(why, self._now.shown(ends[-most]))
        end = now + seconds
        self._ends[what] = [*ends, end]
        try:
            yield
        except BaseException:
            self._ends[what].remove(end)
            raise
        finally:
            self._forget_past(now)

    def _forget_past(self, now: float) -> None:
        if len(self._ends) > MANY:
            self._ends = {what: ends for what, ends in self._ends.items() if ends and ends[-1] > now}
