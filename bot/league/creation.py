"""The choices for a new league, and the check that they fit together."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from bot.common.errors import Refused
from bot.evening.opening import played_game
from bot.models.credits import Abandoned, Competing
from bot.models.scoring import Method, TieBreak
from bot.server.house_rules import Wanted
from bot.table.lobby.before_match import check_number
from bot.table.lobby.lining_up import sides_of
from rules.core.outcome import Ranking
from rules.core.protocol import Game

FOUR: Final = 4
ALONE: Final = "A league needs a game for two or more players. Choose another game."
UNSUITED: Final = {
    Method.TOTAL: "Total points don't fit {game}: the most points don't win it. Score it by wins.",
    Method.AVERAGE: "Average points don't fit {game}: it isn't won by points. Score it by wins.",
    Method.PERCENT: "Duplicate deals don't fit {game}: it isn't won by points. Score it by wins.",
    Method.RATING: "Ratings don't fit {game}: no one wins against others there. Score it by wins.",
}
BY_GAMES: Final = (
    "A best of several games is won by games, and its points begin again with each. "
    "Score it by wins, or play one game."
)


class NewLeague(NamedTuple):
    """The choices for a new league. None: the usual number of seats, no end, no organizer role."""

    name: str
    wanted: Wanted
    seats: int | None = None
    method: Method = Method.MATCH_POINTS
    weeks: int | None = None
    """Length of the first season; None until an organizer closes it."""
    competing: Competing = Competing.PLAYERS
    computers: bool = False
    organizer_role: int | None = None
    least: int = 0
    """Matches needed for a place."""
    abandoned: Abandoned = Abandoned.LEAVERS_LOSE


def ties_of(method: Method, ranking: Ranking, *, of_games: bool = False) -> tuple[TieBreak, ...]:
    """Default tie-breaks, in order: by ratings wins, by percent the average, else head-to-head first.

    ``of_games``: a match is a best of several games; its points are only those of the last one.
    """
    if method is Method.RATING:
        return (TieBreak.WINS,)
    if method is Method.PERCENT:
        return (TieBreak.AVERAGE,)
    has_average = ranking.keeps_points and method is Method.MATCH_POINTS and not of_games
    average = [TieBreak.AVERAGE] if has_average else []
    return (TieBreak.HEAD_TO_HEAD, TieBreak.WINS, *average, TieBreak.FORFEITS)


def is_of_games(game: Game[Any]) -> bool:
    """Whether a match is a best of several games; its points are then only those of the last game."""
    return any(option.key == "games" and option.value != 1 for option in game.options)


def check(new: NewLeague, game: Game[Any], seats: int) -> None:
    """Check that the choices for a league fit together.

    Raises:
        Refused: they do not; the sentence says what to choose.
        InvalidOption: an evening cannot be played by these rules.
    """
    about = game.about
    check_number(about, seats)
    if seats == 1:
        raise Refused(ALONE)
    if not new.method.suits(about.ranking):
        raise Refused(UNSUITED[new.method].format(game=about.title))
    if new.method in {Method.TOTAL, Method.AVERAGE} and is_of_games(game):
        raise Refused(BY_GAMES)
    if new.method is Method.PERCENT:
        played_game(new.wanted.game, new.wanted.options)
        if seats != FOUR:
            raise Refused("Duplicate deals are played by four at each table. Set `seats` to 4.")
    is_of_pairs = all(len(side) == 2 for side in sides_of(game, seats))
    if new.competing is Competing.PAIRS and not is_of_pairs:
        raise Refused(
            f"{about.title} with {seats} players has no two sides of partners. "
            "Leave partners free, or choose another game."
        )
