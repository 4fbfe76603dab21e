"""Figures as people read them: shares, averages, and what they are summed over."""

from __future__ import annotations

from fractions import Fraction

from bot.common.text import shown_name
from bot.models.boards import Games
from bot.stats.records import Named
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.ui.words import plain_name, safe_name
from rules.catalog import GAMES


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
