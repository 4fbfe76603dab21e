"""Figures as people read them: shares, averages, and what they are summed over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from bot.common.text import shown_name
from bot.models.boards import Games, Period
from bot.stats.records import Named
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.ui.words import plain_name, safe_name
from rules.catalog import GAMES
from rules.core.about import Kind

FAMILIES: Final[Mapping[Kind, str]] = {
    "bidding": "games with bidding",
    "tricks": "games of tricks",
    "melding": "games of melds",
    "capturing": "games of capturing",
    "counting": "games of counting",
    "calling": "games of calling",
    "matching": "games of matching",
    "patience": "solitaires",
}
"""Groups of games that are alike, as they are called in figures."""


KINDS: Final[Mapping[Period, str]] = {
    Period.EVER: "all time",
    Period.CASUAL: "casual matches",
    Period.COMPUTERS: "with computers",
}
"""Matches of any time: those that count, and those that do not."""


def percent(share: Fraction | None) -> str:
    """A share of something: ``66%``."""
    return "–" if share is None else f"{round(100 * share)}%"


def percent_to_a_tenth(share: Fraction) -> str:
    """A share of match points, which are compared more closely: ``62.5%``."""
    return f"{float(100 * share):.1f}%"


def average(value: Fraction | None) -> str:
    """A number with one decimal, or none where it is whole: ``8.3``, ``112``, ``−4.5``."""
    if value is None:
        return "–"
    rounded = float(round(value, 1))  # before it has a sign: little less than nothing is nothing
    return f"{rounded:,.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")


def adds_points(games: Games) -> bool:
    """Whether points can be added up: those of one game, and where cards decide there are none."""
    game = GAMES.get(games.one_game or "")
    return games.one_game is not None and (game is None or game.about.ranking.keeps_points)


def ordinal(place: int) -> str:
    """A place: ``1st``, ``12th``."""
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"


def period_name(period: Period, seasons: Mapping[int, str]) -> str:
    """When it was: ``all time``, ``2026``, ``November 2026``, the name of a season."""
    if period.season_id is not None:
        return seasons.get(period.season_id, "a season")
    if period in KINDS:
        return KINDS[period]
    year, _, month = period.key.partition("-")
    return f"{datetime(int(year), int(month), 1, tzinfo=UTC):%B} {year}" if month else year


def games_name(games: Games) -> str:
    """What was played: ``all games``, ``games with bidding``, one by its title."""
    if games.one_family is not None:
        return next((name for kind, name in FAMILIES.items() if kind == games.one_family), games.one_family)
    game = GAMES.get(games.one_game or "")
    if game is not None:
        return f"{game.about.title} ({game.about.edition})"
    return games.one_game or "all games"


def shown(who: Named) -> str:
    """A player, or both of a pair, safe to show."""
    return " & ".join(map(safe_name, stored_names(who)))


def shown_plain(who: Named) -> str:
    """The same where markdown means nothing."""
    return " & ".join(map(plain_name, stored_names(who)))


def stored_names(who: Named) -> tuple[str, ...]:
    """The names of a player or a pair, each as it may be shown once it is made harmless."""
    return tuple(
        shown_name(user_id, name, NAME_LIMIT) for user_id, name in zip(who.entry, who.names, strict=True)
    )
