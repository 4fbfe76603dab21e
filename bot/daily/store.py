"""The store of daily deals and users' attempts at them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from bot.common.text import FORMER_PLAYER
from bot.daily.stored import DailyAttempt, DailyDeal, DailyPlace, DailyScore, DayPlayed
from bot.database.database import Conflict, Database, Statement, Values
from bot.database.packed_logs import packed, unpacked
from bot.database.rows import or_none, readable, sound, text, whole
from bot.models.former_players import Forgetting
from bot.models.shuffles import MatchSeed
from bot.models.stored_tables import LogEntry
from bot.table.store.reading import read_options

MOST_POINTS: Final = 1_000_000
"""Bound of stored points: more than any deal scores."""

DRAW: Final = """
    INSERT INTO daily_deals (guild_id, number, day, game, options, rules_version, seed)
    SELECT ?, COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ? FROM daily_deals WHERE guild_id = ?
    ON CONFLICT DO NOTHING
"""
COLUMNS: Final = "guild_id, number, day, game, options, rules_version, seed, own, against, par"
DAILY_DEALS: Final = f"SELECT {COLUMNS} FROM daily_deals"  # noqa: S608 (no user input)
OF_DAY: Final = f"{DAILY_DEALS} WHERE guild_id = ? AND day = ?"
ONE: Final = f"{DAILY_DEALS} WHERE guild_id = ? AND number = ?"
NEXT: Final = "SELECT COALESCE(MAX(number), 0) + 1 FROM daily_deals WHERE guild_id = ?"
COMPUTER: Final = "UPDATE daily_deals SET own = ?, against = ?, par = ? WHERE guild_id = ? AND number = ?"
BEGIN: Final = """
    INSERT INTO daily_attempts (guild_id, number, user_id, name, log, acts, own, against)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
SAVE_PROGRESS: Final = """
    UPDATE daily_attempts SET log = ?, acts = ?, own = ?, against = ?
    WHERE guild_id = ? AND number = ? AND user_id = ? AND acts = ?
    RETURNING acts
"""
ATTEMPT: Final = """
    SELECT name, log, own, against, shared FROM daily_attempts
    WHERE guild_id = ? AND number = ? AND user_id = ?
"""
DAILY_SCORES: Final = "SELECT user_id, own, against FROM daily_attempts WHERE own IS NOT NULL"
SCORES: Final = f"{DAILY_SCORES} AND guild_id = ? AND number = ?"
DAYS: Final = """
    SELECT day FROM daily_attempts
    JOIN daily_deals ON daily_deals.guild_id = daily_attempts.guild_id
        AND daily_deals.number = daily_attempts.number
    WHERE user_id = ? AND daily_attempts.guild_id = ? AND daily_attempts.own IS NOT NULL
    ORDER BY day DESC
"""
STANDINGS: Final = """
    SELECT day, COUNT(*),
        SUM(CASE WHEN others.own - others.against < mine.own - mine.against THEN 1 ELSE 0 END)
    FROM daily_attempts AS mine
    JOIN daily_deals ON daily_deals.guild_id = mine.guild_id AND daily_deals.number = mine.number
    JOIN daily_attempts AS others ON others.guild_id = mine.guild_id AND others.number = mine.number
    WHERE mine.user_id = ? AND mine.guild_id = ? AND mine.own IS NOT NULL AND others.own IS NOT NULL
    GROUP BY day ORDER BY day DESC LIMIT ?
"""
SHARE: Final = """
    UPDATE daily_attempts SET shared = ?
    WHERE guild_id = ? AND number = ? AND user_id = ? AND own IS NOT NULL AND shared <> ?
    RETURNING number
"""
FORGET_ALL: Final = "DELETE FROM daily_attempts WHERE user_id = ?"
"""Deletes a user's attempts."""
FORGET: Final = (
    "DELETE FROM daily_attempts WHERE own IS NULL AND user_id = ?",
    "UPDATE daily_attempts SET user_id = ?, name = ? WHERE user_id = ?",
)
OWN: Final[Mapping[str, str]] = {
    "daily_deals": """
        SELECT daily_deals.guild_id, daily_deals.number, day, name, acts, daily_attempts.own,
            daily_attempts.against, shared, log
        FROM daily_attempts JOIN daily_deals ON daily_deals.guild_id = daily_attempts.guild_id
        AND daily_deals.number = daily_attempts.number
        WHERE user_id = ? ORDER BY 1, 2
    """
}
"""Queries of a user's own data for export; ? is the user id."""
DELETE_SERVER: Final = (
    "DELETE FROM daily_attempts WHERE guild_id = ?",
    "DELETE FROM daily_deals WHERE guild_id = ?",
)
"""Deletes the daily deals of a server and all attempts at them."""


class DailyStore:
    """Stores daily deals and attempts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def draw_daily(self, deal: DailyDeal) -> DailyDeal:
        """Store a server's deal of a day under the next number, unless there is one. Returns the stored one.

        Raises:
            Damaged: the stored one cannot be read.
        """
        guild_id = deal.place.guild_id
        options = json.dumps(dict(deal.options))
        values = (guild_id, deal.day, deal.game, options, deal.rules_version, deal.seed.stored, guild_id)
        while True:  # again if another writer gave the number to another day
            await self._database.write(Statement(DRAW, Values(values)))
            for drawn in await self._daily_deals(OF_DAY, guild_id, deal.day):
                return drawn

    async def daily_of_day(self, guild_id: int, day: str) -> DailyDeal | None:
        """The deal of a server for a day; None if it has not been drawn.

        Raises:
            Damaged: it cannot be read.
        """
        return next(iter(await self._daily_deals(OF_DAY, guild_id, day)), None)

    async def next_daily(self, guild_id: int) -> int:
        """The number of a server's next deal."""
        [[number]] = await self._database.read(Statement(NEXT, Values((guild_id,))))
        return whole(number, "the number of a daily deal")

    async def daily(self, place: DailyPlace) -> DailyDeal | None:
        """A deal by server and number; None if there is none.

        Raises:
            Damaged: it cannot be read.
        """
        return next(iter(await self._daily_deals(ONE, *place)), None)

    async def save_computer(self, place: DailyPlace, score: DailyScore, par: int | None) -> None:
        """Store a computer's score of a deal, and its par."""
        await self._database.write(Statement(COMPUTER, Values((*score, par, *place))))

    async def begin_daily(
        self,
        place: DailyPlace,
        user_id: int,
        name: str,
        log: Sequence[LogEntry],
        score: DailyScore | None = None,
    ) -> None:
        """Store a new attempt, with a ``score`` if it is over already; an attempt already stored is kept."""
        values = (*place, user_id, name, packed(log), len(log), *(score or (None, None)))
        await self._database.write(Statement(BEGIN, Values(values)))

    async def save_progress(
        self, place: DailyPlace, user_id: int, before: int, log: Sequence[LogEntry], score: DailyScore | None
    ) -> None:
        """Store a user's progress in a deal, if the stored log still has ``before`` entries.

        Raises:
            Conflict: it has another number of entries.
        """
        values = (packed(log), len(log), *(score or (None, None)), *place, user_id, before)
        if not await self._database.write(Statement(SAVE_PROGRESS, Values(values))):
            raise Conflict("The daily deal has gone on meanwhile.")

    async def daily_attempt(self, place: DailyPlace, user_id: int) -> DailyAttempt | None:
        """A user's attempt at a deal; None if they have not begun it.

        Raises:
            Damaged: it cannot be read.
        """
        rows = await self._database.read(Statement(ATTEMPT, Values((*place, user_id))))
        if not rows:
            return None
        with readable("a daily deal that was begun"):
            [[name, log, own, against, shared]] = rows
            return DailyAttempt(text(name, "a name"), tuple(unpacked(log)), _score(own, against), shared == 1)

    async def daily_scores(self, place: DailyPlace) -> dict[int, DailyScore]:
        """The scores of all who have finished a deal, by user id."""
        rows = await self._database.read(Statement(SCORES, Values(place)))
        return dict(sound(read_score, rows, "the result of a daily deal"))

    async def daily_days(self, guild_id: int, user_id: int) -> list[str]:
        """The days on which a user has finished the deal of a server, the latest first."""
        rows = await self._database.read(Statement(DAYS, Values((user_id, guild_id))))
        return sound(_day, rows, "the day of a daily deal")

    async def daily_standings(self, guild_id: int, user_id: int, most: int) -> list[DayPlayed]:
        """A user's standings on the last ``most`` days they finished in a server, the latest first."""
        rows = await self._database.read(Statement(STANDINGS, Values((user_id, guild_id, most))))
        return sound(_day_played, rows, "how someone did on a day")

    async def share_daily(self, place: DailyPlace, user_id: int, *, is_shared: bool = True) -> bool:
        """Store whether a user has shared their result. False if it was so, or they have not finished."""
        values = Values((is_shared, *place, user_id, is_shared))
        return bool(await self._database.write(Statement(SHARE, values)))

    async def forget_in_daily(self, who: Forgetting) -> None:
        """Replace a user by a former player in daily deals, and delete unfinished attempts."""
        unfinished, finished = FORGET
        await self._database.write(
            Statement(unfinished, Values((who.user_id,))),
            Statement(finished, Values((who.former_id, FORMER_PLAYER, who.user_id))),
        )

    async def _daily_deals(self, sql: str, *values: int | str) -> list[DailyDeal]:
        rows = await self._database.read(Statement(sql, Values(values)))
        with readable("a daily deal"):
            return [read_daily(*row) for row in rows]


def read_daily(*row: object) -> DailyDeal:
    """Read a daily deal from its row.

    Raises:
        Damaged, ValueError: it cannot be read.
    """
    guild_id, number, day, game, options, version, seed, own, against, par = row
    return DailyDeal(
        place=DailyPlace(whole(guild_id, "its server"), whole(number, "its number", least=1)),
        day=_day(day),
        game=text(game, "its game"),
        options=read_options(options),
        rules_version=whole(version, "the version of its rules", least=1),
        seed=MatchSeed.read(text(seed, "its seed")),
        computer=_score(own, against),
        par=or_none(_points, par, "its par"),
    )


def _score(own: object, against: object) -> DailyScore | None:
    return None if own is None or against is None else DailyScore(*map(_points, (own, against)))


def read_score(user_id: object, own: object, against: object) -> tuple[int, DailyScore]:
    """Read a user id and score from a row.

    Raises:
        Damaged: it cannot be read.
    """
    return whole(user_id, "whose it is"), DailyScore(_points(own), _points(against))


def _points(value: object, what: str = "the points") -> int:
    return whole(value, what, least=-MOST_POINTS, most=MOST_POINTS)


def _day(day: object) -> str:
    return date.fromisoformat(text(day, "the day")).isoformat()


def _day_played(day: object, played: object, behind: object) -> DayPlayed:
    return DayPlayed(_day(day), whole(played, "how many"), whole(behind, "how many"))
