"""Rate limits for users' actions (reposts, votes, new tables), in memory: a restart forgets them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from math import ceil
from typing import Final

from bot.common.clock import Clock
from bot.common.errors import Refused

MANY: Final = 1_000
"""Number of entries above which expired ones are removed."""


class TooSoon(Refused):
    """An action is on cooldown until ``at``, in epoch seconds; ``what`` is the first sentence."""

    def __init__(self, what: str, at: float) -> None:
        super().__init__(f"{what} You can do it again <t:{ceil(at)}:R>.")


class Cooldowns:
    """The cooldowns of all actions, by the clock ``now`` in epoch seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = Clock.of(now)
        self._ends: dict[Hashable, list[float]] = {}
        """By action and user: when each recent use expires."""

    @contextmanager
    def doing(self, what: Hashable, seconds: float, why: str, *, most: int = 1) -> Iterator[None]:
        """Perform in the block an action allowed ``most`` times in ``seconds``; an error undoes the count.

        ``what`` identifies the action and its user; ``why`` is the first sentence of the refusal.

        Raises:
            TooSoon: the action is on cooldown.
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
            with suppress(KeyError, ValueError):  # it may have expired, and been dropped
                self._ends[what].remove(end)
            raise
        finally:
            self._forget_past(now)

    def _forget_past(self, now: float) -> None:
        if len(self._ends) > MANY:
            self._ends = {what: ends for what, ends in self._ends.items() if ends and ends[-1] > now}
