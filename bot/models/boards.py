"""Keys of leaderboards and statistics: the period, the games, and who is compared."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import ClassVar, Final

_PERIOD: Final = re.compile(
    r"ever|casual|computers|[12]\d{3}(-(0[1-9]|1[0-2]))?|season [1-9]\d{0,18}", re.ASCII
)
_GAMES: Final = re.compile(r"all|(family|game) [a-z0-9_]{1,40}", re.ASCII)


class Order(StrEnum):
    """The figure a leaderboard is sorted by: wins, share of wins, or rating."""

    WINS = "wins"
    """Most matches won; among equals, fewest played."""
    SHARE = "share"
    """Highest share of matches won; among equals, most played."""
    RATING = "rating"
    """Rating in one family of games, all time or in a season; provisional ones come last, without a place."""


@dataclass(frozen=True, slots=True)
class Period:
    """A set of matches: a month or a year (UTC), a season, all time, or the casual ones."""

    key: str

    EVER: ClassVar[Period]
    """All counted matches."""
    CASUAL: ClassVar[Period]
    """Casual matches without computers, and solitaire. No other period but a season includes them."""
    COMPUTERS: ClassVar[Period]
    """Casual matches with computers. No other period but a season includes them."""

    @classmethod
    def year(cls, year: int) -> Period:
        """A year."""
        return cls(f"{year:04}")

    @classmethod
    def month(cls, year: int, month: int) -> Period:
        """A month, from 1 to 12."""
        return cls(f"{year:04}-{month:02}")

    @classmethod
    def season(cls, season_id: int) -> Period:
        """A season of a league."""
        return cls(f"season {season_id}")

    @classmethod
    def of(cls, at: float) -> tuple[Period, Period]:
        """The year and the month of a moment, in epoch seconds."""
        day = datetime.fromtimestamp(at, UTC)
        return cls.year(day.year), cls.month(day.year, day.month)

    @classmethod
    def parse(cls, key: str) -> Period | None:
        """The period with a key; None if the key is invalid."""
        return cls(key) if _PERIOD.fullmatch(key) else None

    @property
    def span(self) -> tuple[float, float] | None:
        """Start and end of a month or a year, in epoch seconds, end exclusive; None for other periods."""
        year, _, month = self.key.partition("-")
        if not year.isdecimal():
            return None
        first = datetime(int(year), int(month or 1), 1, tzinfo=UTC)
        after = (first.year + 1, 1) if not month or month == "12" else (first.year, first.month + 1)
        return first.timestamp(), datetime(*after, 1, tzinfo=UTC).timestamp()

    @property
    def has_leaderboard(self) -> bool:
        """Whether there is a leaderboard of it: not of casual matches, with or without computers."""
        return self not in {Period.CASUAL, Period.COMPUTERS}

    @property
    def season_id(self) -> int | None:
        """The id of the season; None if the period is no season."""
        return int(self.key.removeprefix("season ")) if self.key.startswith("season ") else None


Period.EVER = Period("ever")
Period.CASUAL = Period("casual")
Period.COMPUTERS = Period("computers")


@dataclass(frozen=True, slots=True)
class Games:
    """A set of games: one game, a family of games (``About.kind``), or all."""

    key: str

    ALL: ClassVar[Games]
    """Every game but solitaire."""

    @classmethod
    def family(cls, kind: str) -> Games:
        """The family of games of one kind."""
        return cls(f"family {kind}")

    @classmethod
    def game(cls, game: str) -> Games:
        """One game, under any house rules."""
        return cls(f"game {game}")

    @classmethod
    def parse(cls, key: str) -> Games | None:
        """The set of games with a key; None if the key is invalid."""
        return cls(key) if _GAMES.fullmatch(key) else None

    @property
    def one_game(self) -> str | None:
        """The name of the game; None for a family or all games."""
        return self.key.removeprefix("game ") if self.key.startswith("game ") else None

    @property
    def one_family(self) -> str | None:
        """The kind of the family; None for one game or all games."""
        return self.key.removeprefix("family ") if self.key.startswith("family ") else None


Games.ALL = Games("all")
