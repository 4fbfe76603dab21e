"""Figures and names as text: shares, averages, places, players."""

from __future__ import annotations

from fractions import Fraction

from bot.common.text import shown_name
from bot.models.boards import Games
from bot.models.credits import Named
from bot.table.lobby.before_match import NAME_LIMIT
from cogs.ui.words import plain_name, safe_name
from rules.catalog import GAMES
from rules.core.words import rounded


def percent(share: Fraction | None) -> str:
    """A share as whole percent: ``66%``; a dash for None."""
    return "–" if share is None else f"{rounded(100 * share)}%"


def percent_to_a_tenth(share: Fraction) -> str:
    """A share with one decimal: ``62.5%``. For match points, which are compared closely."""
    return f"{rounded(1000 * share) / 10:.1f}%"


def average(value: Fraction | None) -> str:
    """A number with at most one decimal: ``8.3``, ``112``, ``−4.5``; a dash for None."""
    if value is None:
        return "–"
    tenths = rounded(10 * value)  # before formatting: −0.04 is shown as 0, without a sign
    return f"{tenths / 10:,.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")


def adds_points(games: Games) -> bool:
    """Whether points can be summed: the figures are of one game that keeps points, or is not known."""
    game = GAMES.get(games.one_game or "")
    return games.one_game is not None and (game is None or game.about.ranking.keeps_points)


def ordinal(place: int) -> str:
    """An ordinal number: ``1st``, ``12th``."""
    ending = "th" if place % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"


def shown(who: Named) -> str:
    """The name of a player, or both of a pair, escaped for markdown."""
    return " & ".join(map(safe_name, stored_names(who)))


def shown_plain(who: Named) -> str:
    """The name of a player, or both of a pair, for text without markdown."""
    return " & ".join(map(plain_name, stored_names(who)))


def stored_names(who: Named) -> tuple[str, ...]:
    """The names of a player or a pair, not escaped yet; a former player's is replaced."""
    return tuple(
        shown_name(user_id, name, NAME_LIMIT) for user_id, name in zip(who.entrant, who.names, strict=True)
    )
