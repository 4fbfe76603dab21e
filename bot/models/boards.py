"""What figures are summed over: which matches by their time, and which by their game."""

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


class Among(StrEnum):
    """Who is compared with whom."""

    PLAYERS = "players"
    PAIRS = "pairs"

    @property
    def size(self) -> int:
        """How many people one of them is."""
        return 1 if self is Among.PLAYERS else 2


class Order(StrEnum):
    """What a leaderboard goes by."""

    WINS = "wins"
    """The most matches won, of equals those with the fewest played."""
    SHARE = "share"
    """The highest share of matches won, of equals those with the most played."""
    RATING = "rating"
    """Of one family of games, ever or in a season; provisional ratings come last, without a place."""


@dataclass(frozen=True, slots=True)
class Period:
    """Matches by when they were played, or by their season. Months and years are of UTC."""

    key: str

    EVER: ClassVar[Period]
    """All that count."""
    CASUAL: ClassVar[Period]
    """Of people among themselves, and alone, that count for nobody. Only seasons hold them, too."""
    COMPUTERS: ClassVar[Period]
    """Casual matches with computers, which no leaderboard holds. Only seasons hold them, too."""

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
        """The period with a key; None where no period has it."""
        return cls(key) if _PERIOD.fullmatch(key) else None

    @property
    def span(self) -> tuple[float, float] | None:
        """The first moment of a month or a year, and the first after it, in epoch seconds; else None."""
        year, _, month = self.key.partition("-")
        if not year.isdecimal():
            return None
        first = datetime(int(year), int(month or 1), 1, tzinfo=UTC)
        after = (first.year + 1, 1) if not month or month == "12" else (first.year, first.month + 1)
        return first.timestamp(), datetime(*after, 1, tzinfo=UTC).timestamp()

    @property
    def has_leaderboard(self) -> bool:
        """Whether players are compared by it: not by what counts for nobody."""
        return self not in {Period.CASUAL, Period.COMPUTERS}

    @property
    def season_id(self) -> int | None:
        """Which season it is; None where it is none."""
        return int(self.key.removeprefix("season ")) if self.key.startswith("season ") else None


Period.EVER = Period("ever")
Period.CASUAL = Period("casual")
Period.COMPUTERS = Period("computers")


@dataclass(frozen=True, slots=True)
class Games:
    """Matches by what was played: one game, a family of games (``About.kind``), or any."""

    key: str

    ALL: ClassVar[Games]
    """Every game that several play."""

    @classmethod
    def family(cls, kind: str) -> Games:
        """Games of one kind."""
        return cls(f"family {kind}")

    @classmethod
    def game(cls, game: str) -> Games:
        """One game, whatever its house rules."""
        return cls(f"game {game}")

    @classmethod
    def parse(cls, key: str) -> Games | None:
        """The games with a key; None where none have it."""
        return cls(key) if _GAMES.fullmatch(key) else None

    @property
    def one_game(self) -> str | None:
        """The game, where it is but one."""
        return self.key.removeprefix("game ") if self.key.startswith("game ") else None

    @property
    def one_family(self) -> str | None:
        """The family, where it is one."""
        return self.key.removeprefix("family ") if self.key.startswith("family ") else None


Games.ALL = Games("all")
