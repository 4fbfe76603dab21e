"""What the application asks of any database about daily deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.models.stored import Forgetting, LogEntry
from bot.models.stored_daily import DailyAttempt, DailyDeal, DailyPlace, DailyScore, DayPlayed


class DailyStored(Protocol):
    """Daily deals, and who has played them how far."""

    async def draw_daily(self, deal: DailyDeal) -> DailyDeal:
        """The deal of a server for a day: this one, under the next number, unless there is one already.

        Raises:
            Damaged: the one that is there cannot be read.
        """
        ...

    async def daily_of_day(self, guild_id: int, day: str) -> DailyDeal | None:
        """The deal of a server for a day; None where nobody has asked for it yet.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def next_daily(self, guild_id: int) -> int:
        """The number that a server's next deal will have."""
        ...

    async def daily(self, place: DailyPlace) -> DailyDeal | None:
        """A deal by its number.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def save_computer(self, place: DailyPlace, score: DailyScore, par: int | None) -> None:
        """Store what a computer made of a deal, and its par."""
        ...

    async def begin_daily(
        self,
        place: DailyPlace,
        user_id: int,
        name: str,
        log: Sequence[LogEntry],
        score: DailyScore | None = None,
    ) -> None:
        """Store that somebody has begun a deal; whoever had begun it goes on where they were.

        It has a score where it ended before they were asked anything.
        """
        ...

    async def go_on_daily(
        self,
        place: DailyPlace,
        user_id: int,
        before: int,
        log: Sequence[LogEntry],
        score: DailyScore | None,
    ) -> None:
        """Store how somebody has gone on from where the log had so many entries.

        Raises:
            Conflict: it has others now.
        """
        ...

    async def daily_attempt(self, place: DailyPlace, user_id: int) -> DailyAttempt | None:
        """How far somebody has played a deal; None where they have not begun it.

        Raises:
            Damaged: it cannot be read.
        """
        ...

    async def daily_scores(self, place: DailyPlace) -> dict[int, DailyScore]:
        """What everybody made of a deal who has played it to its end, by person."""
        ...

    async def daily_days(self, guild_id: int, user_id: int) -> list[str]:
        """The days whose deals somebody has played to their end in a server, the latest first."""
        ...

    async def daily_standings(self, guild_id: int, user_id: int, most: int) -> list[DayPlayed]:
        """How somebody did on the last days they have played to the end in a server, the latest first."""
        ...

    async def share_daily(self, place: DailyPlace, user_id: int, *, is_shared: bool = True) -> bool:
        """Store that somebody shows their result, or that it could not be; whether that was not so before."""
        ...

    async def forget_in_daily(self, who: Forgetting) -> None:
        """Have daily deals know a person as a former player only; what they have not ended goes."""
        ...
