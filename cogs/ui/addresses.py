"""What a control of the statistics leads to, in the few characters a ``custom_id`` has for it.

Fields stand between dots: players in base 36, a pair with a hyphen, rivals with a tilde; then the period and
the games by their keys. Whoever presses may have forged it, so what cannot be read is refused; what can is
looked up in the server of the press alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.common.errors import Refused
from bot.models.boards import Among, Games, Order, Period
from bot.models.credits import Entry
from cogs.ui.controls import base36

OUT_OF_DATE: Final = "That button is out of date. `/stats` shows the figures as they are now."
MOST_LEAST: Final = 1_000
"""Matches that can be asked for at least."""
_ENTRY: Final = re.compile(r"[0-9a-z]{1,13}(-[0-9a-z]{1,13})?")
_NUMBER: Final = re.compile(r"\d{1,6}", re.ASCII)
_SHORT: Final = (("season ", "s"), ("family ", "f"), ("game ", "g"))
"""Letters for the words keys begin with, and no other key does: two pairs and the longest would not fit."""


class Chart(StrEnum):
    """Which picture stands below a record."""

    FORM = "form"
    BIDS = "bids"


@dataclass(frozen=True, slots=True)
class RecordAddress:
    """The record of a player or a pair, or how two of them did against each other."""

    entries: tuple[Entry, ...]
    """One, or two rivals."""
    period: Period = Period.EVER
    games: Games = Games.ALL
    chart: Chart = Chart.FORM

    def __str__(self) -> str:
        who = "~".join("-".join(map(base36, entry)) for entry in self.entries)
        return ".".join((who, _short(self.period.key), _short(self.games.key), self.chart[0]))

    @classmethod
    def read(cls, text: str, entries: int = 1) -> RecordAddress:
        """The address of a control that shows so many players or pairs.

        Raises:
            Refused: there is none in it.
        """
        who, period, games, chart = _fields(text, 4)
        found = tuple(map(_entry, who.split("~")))
        if len(found) != entries:
            raise Refused(OUT_OF_DATE)
        charts = {one[0]: one for one in Chart}
        return cls(found, _period(period), _games(games), charts.get(chart, Chart.FORM))


@dataclass(frozen=True, slots=True)
class RatingAddress:
    """The rating of a player or a pair in a family of games, or in a season."""

    entry: Entry
    family: str = "bidding"
    season_id: int | None = None

    def __str__(self) -> str:
        season = Period.EVER if self.season_id is None else Period.season(self.season_id)
        who = "-".join(map(base36, self.entry))
        return ".".join((who, _short(season.key), _short(Games.family(self.family).key)))

    @classmethod
    def read(cls, text: str) -> RatingAddress:
        """The address of a control that shows a rating.

        Raises:
            Refused: there is none in it.
        """
        who, season, family = _fields(text, 3)
        return cls(_entry(who), _games(family).one_family or "bidding", _period(season).season_id)


@dataclass(frozen=True, slots=True)
class BoardAddress:
    """A page of a leaderboard."""

    among: Among = Among.PLAYERS
    order: Order = Order.WINS
    period: Period = Period.EVER
    games: Games = Games.ALL
    least: int = 0
    """Matches that somebody has to have played."""
    page: int = 0

    def __str__(self) -> str:
        keys = _short(self.period.key), _short(self.games.key)
        return ".".join((self.among, self.order, *keys, str(self.least), str(self.page)))

    @classmethod
    def read(cls, text: str) -> BoardAddress:
        """The address of a control of a leaderboard; without one, the first page of all.

        Raises:
            Refused: there is none in it.
        """
        if not text:
            return cls()
        among, order, period, games, least, page = _fields(text, 6)
        if among not in set(Among) or order not in set(Order) or not _period(period).has_leaderboard:
            raise Refused(OUT_OF_DATE)
        numbers = _number(least), _number(page)
        return cls(Among(among), Order(order), _period(period), _games(games), *numbers)


Address = RecordAddress | RatingAddress | BoardAddress


def read_address(text: str) -> Address:
    """Whichever address it is.

    Raises:
        Refused: it is none.
    """
    match text.count("."):
        case 2:
            return RatingAddress.read(text)
        case 3:
            return RecordAddress.read(text, entries=text.count("~") + 1)
        case _:
            return BoardAddress.read(text)


def _fields(text: str, number: int) -> list[str]:
    fields = text.split(".")
    if len(fields) != number:
        raise Refused(OUT_OF_DATE)
    return fields


def _entry(text: str) -> Entry:
    if not _ENTRY.fullmatch(text):
        raise Refused(OUT_OF_DATE)
    return tuple(sorted(int(one, 36) for one in text.split("-")))


def _period(text: str) -> Period:
    period = Period.parse(_long(text))
    if period is None:
        raise Refused(OUT_OF_DATE)
    return period


def _games(text: str) -> Games:
    games = Games.parse(_long(text))
    if games is None:
        raise Refused(OUT_OF_DATE)
    return games


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise Refused(OUT_OF_DATE)
    return int(text)


def _short(key: str) -> str:
    return next((short + key.removeprefix(long) for long, short in _SHORT if key.startswith(long)), key)


def _long(key: str) -> str:
    return next((long + key.removeprefix(short) for long, short in _SHORT if key.startswith(short)), key)
