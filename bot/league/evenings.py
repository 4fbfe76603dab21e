"""Opening an evening of duplicate deals for a season that is scored by them."""

from __future__ import annotations

from typing import Final

from bot.common.errors import Refused
from bot.evening.opening import WantedEvening
from bot.league.service import bold_name, game_of, terms_of
from bot.models.evening_kinds import EveningKind
from bot.models.scoring import Method
from bot.models.stored_evenings import EveningSeason
from bot.models.stored_league import Competing, League, Season

BY_MATCHES: Final = "{league} isn't scored by duplicate deals. `/league play` opens a table for a match."
BY_EVENINGS: Final = (
    "{league} is scored by duplicate deals. Open an evening with `/night new`, "
    "and choose the league in `league`."
)
PAIRS_STAY: Final = "The pairs of {league} stay together. Leave out `partners`."


def is_by_evenings(season: Season) -> bool:
    """Whether a season is scored by evenings of duplicate deals instead of matches.

    Raises:
        ValueError: the season's scoring cannot be read.
    """
    return terms_of(season).scoring.method is Method.PERCENT


def check_by_matches(league: League, season: Season) -> None:
    """Check that a season is scored by matches.

    Raises:
        Refused: it is scored by duplicate deals.
    """
    if is_by_evenings(season):
        raise Refused(BY_EVENINGS.format(league=bold_name(league)))


def evening_for(
    league: League,
    season: Season,
    *,
    deals: int | None = None,
    rounds: int | None = None,
    draws_pairs: bool | None = None,
) -> WantedEvening:
    """A duplicate evening for a season; the league sets game and fixed pairs. None means a default.

    Raises:
        Refused: the season is not scored by duplicate deals, or ``draws_pairs`` is given for fixed pairs.
        InvalidOption: this version does not play the league's game.
    """
    if not is_by_evenings(season):
        raise Refused(BY_MATCHES.format(league=bold_name(league)))
    are_fixed = league.competing is Competing.PAIRS
    if are_fixed and draws_pairs is not None:
        raise Refused(PAIRS_STAY.format(league=bold_name(league)))
    game = game_of(league)
    return WantedEvening(
        EveningKind.DUPLICATE,
        game.about.key,
        game.changes(),
        deals,
        rounds,
        draws_pairs=not are_fixed and draws_pairs is not False,
        season=EveningSeason(
            season_id=season.id,
            league_id=league.id,
            league=league.name,
            number=season.number,
            competing=league.competing,
            computers=league.computers,
        ),
    )
