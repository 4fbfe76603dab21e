"""Addresses of statistics: which figures a control shows, packed into the argument of its ``custom_id``.

Fields are separated by dots: players in base 36 (a pair joined by ``-``, rivals by ``~``), then the keys of
period and games. An argument may be forged: unreadable ones are refused, others are looked up only in the
server of the press.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.common.errors import Refused
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing, Entrant
from cogs.ui.controls import base36

OUT_OF_DATE: Final = "That button is out of date. `/stats` shows the numbers as they are now."
MOST_LEAST: Final = 1_000
"""Largest minimum number of matches of a leaderboard."""
_ENTRY: Final = re.compile(r"[0-9a-z]{1,13}(-[0-9a-z]{1,13})?")
_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)
_SHORT: Final = (("season ", "s"), ("family ", "f"), ("game ", "g"))
"""Prefixes of keys and their letters (no other key begins with one): two pairs would not fit otherwise."""


class Chart(StrEnum):
    """The picture below a record: the latest matches (form), or bids by height."""

    FORM = "form"
    BIDS = "bids"


@dataclass(frozen=True, slots=True)
class RecordAddress:
    """Which record is shown: of a player, a pair or two rivals; in which period, games and chart."""

    entrants: tuple[Entrant, ...]
    """One entrant, or two rivals."""
    period: Period = Period.EVER
    games: Games = Games.ALL
    chart: Chart = Chart.FORM

    def __str__(self) -> str:
        who = "~".join("-".join(map(base36, entrant)) for entrant in self.entrants)
        return ".".join((who, _shortened(self.period.key), _shortened(self.games.key), self.chart[0]))

    @classmethod
    def read(cls, text: str, entrants: int = 1) -> RecordAddress:
        """Parse the address of a record of ``entrants`` players or pairs, or raise ``Refused``."""
        who, period, games, chart = _fields(text, 4)
        found = tuple(map(_entrant, who.split("~")))
        if len(found) != entrants:
            raise Refused(OUT_OF_DATE)
        charts = {one[0]: one for one in Chart}
        return cls(found, _period(period), _games(games), charts.get(chart, Chart.FORM))


@dataclass(frozen=True, slots=True)
class RatingAddress:
    """Address of the rating of a player or pair in a family of games, or in a season."""

    entrant: Entrant
    family: str = "bidding"
    season_id: int | None = None

    def __str__(self) -> str:
        season = Period.EVER if self.season_id is None else Period.season(self.season_id)
        who = "-".join(map(base36, self.entrant))
        return ".".join((who, _shortened(season.key), _shortened(Games.family(self.family).key)))

    @classmethod
    def read(cls, text: str) -> RatingAddress:
        """Parse the address of a rating, or raise ``Refused``."""
        who, season, family = _fields(text, 3)
        return cls(_entrant(who), _games(family).one_family or "bidding", _period(season).season_id)


@dataclass(frozen=True, slots=True)
class BoardAddress:
    """Which leaderboard page is shown: players or pairs, order, period, games, least matches, page."""

    competing: Competing = Competing.PLAYERS
    order: Order = Order.WINS
    period: Period = Period.EVER
    games: Games = Games.ALL
    least: int = 0
    """Matches a player needs to be listed."""
    page: int = 0

    def __str__(self) -> str:
        keys = _shortened(self.period.key), _shortened(self.games.key)
        return ".".join((self.competing, self.order, *keys, str(self.least), str(self.page)))

    @classmethod
    def read(cls, text: str) -> BoardAddress:
        """Parse the address of a leaderboard (empty: the default one), or raise ``Refused``."""
        if not text:
            return cls()
        competing, order, period, games, least, page = _fields(text, 6)
        if competing not in set(Competing) or order not in set(Order) or not _period(period).has_leaderboard:
            raise Refused(OUT_OF_DATE)
        numbers = _number(least), _number(page)
        return cls(Competing(competing), Order(order), _period(period), _games(games), *numbers)


Address = RecordAddress | RatingAddress | BoardAddress


def read_address(text: str) -> Address:
    """Parse the address of a rating, a record (or rivals) or a leaderboard, or raise ``Refused``."""
    match text.count("."):
        case 2:
            return RatingAddress.read(text)
        case 3:
            return RecordAddress.read(text, entrants=text.count("~") + 1)
        case _:
            return BoardAddress.read(text)


def _fields(text: str, number: int) -> list[str]:
    fields = text.split(".")
    if len(fields) != number:
        raise Refused(OUT_OF_DATE)
    return fields


def _entrant(text: str) -> Entrant:
    if not _ENTRY.fullmatch(text):
        raise Refused(OUT_OF_DATE)
    return tuple(sorted(int(one, 36) for one in text.split("-")))


def _period(text: str) -> Period:
    period = Period.parse(_lengthened(text))
    if period is None:
        raise Refused(OUT_OF_DATE)
    return period


def _games(text: str) -> Games:
    games = Games.parse(_lengthened(text))
    if games is None:
        raise Refused(OUT_OF_DATE)
    return games


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Refused(OUT_OF_DATE)
    return int(text)


def _shortened(key: str) -> str:
    return next((short + key.removeprefix(long) for long, short in _SHORT if key.startswith(long)), key)


def _lengthened(key: str) -> str:
    return next((long + key.removeprefix(short) for long, short in _SHORT if key.startswith(short)), key)
