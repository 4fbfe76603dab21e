"""Evenings of duplicate deals of a season that is scored by them: opened, shown, and ruled on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bot.common.errors import Refused
from bot.common.pages import Page, place_on
from bot.database.database import Damaged, Database
from bot.evening.opening import WantedEvening
from bot.evening.results import credits_of_evening
from bot.evening.store.evenings import EveningStore
from bot.league.results import FINAL, NO_SUCH, REFUSALS, RULED
from bot.league.service import Leagues, bold_name, game_of, terms_of
from bot.league.store.evenings import SeasonEveningStore
from bot.league.store.leagues import LeagueStore
from bot.models.credits import Competing, Credit, Entrant
from bot.models.evening_kinds import EveningKind
from bot.models.scoring import Method
from bot.models.stored_evenings import EveningSeason, SeasonEvening
from bot.models.stored_league import League, LeagueAct, MatchState, Season

PAGE: Final = 5
"""Evenings on a page: four names of each, all of them escaped, still fit a message."""
BY_MATCHES: Final = "{league} isn't scored by duplicate deals. `/league play` opens a table for a match."
BY_EVENINGS: Final = (
    "{league} is scored by duplicate deals. Open an evening with `/night new`, "
    "and choose the league in `league`."
)
PAIRS_STAY: Final = "The pairs of {league} stay together. Leave out `partners`."
NOT_YOURS: Final = "Only those who played in an evening can dispute it."
NO_POINTS: Final = (
    "An evening's points come from its deals, so there are none to correct. "
    "`/league rule what:void` takes it out."
)


def is_by_evenings(season: Season) -> bool:
    """Whether a season is scored by evenings of duplicate deals instead of matches.

    Raises ``ValueError`` if the season's scoring cannot be read.
    """
    return terms_of(season).scoring.method is Method.PERCENT


def check_by_matches(league: League, season: Season) -> None:
    """Raise ``Refused`` if a season is scored by duplicate deals, not by matches."""
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


@dataclass(frozen=True, slots=True)
class EveningResult:
    """A finished evening of a season: credits, best first, and the guests' names; neither if damaged."""

    evening: SeasonEvening
    credits: tuple[Credit, ...]
    names: Mapping[int, str]
    """Names by user id, for everyone who ever joined."""

    def concerns(self, user_id: int) -> bool:
        """Whether a user has a credit from the evening, alone or in a pair."""
        return any(user_id in credit.entrant for credit in self.credits)

    def names_of(self, entrant: Entrant) -> tuple[str, ...]:
        """The names of a player or of both players of a pair, in order; an unknown one is empty."""
        return tuple(self.names.get(who, "") for who in entrant)


class SeasonEvenings:
    """Finished evenings of seasons, and rulings on them."""

    def __init__(self, database: Database, leagues: Leagues, now: Callable[[], float]) -> None:
        self._database = database
        self._evening_store = EveningStore(database)
        self._league_store = LeagueStore(database)
        self._season_evening_store = SeasonEveningStore(database)
        self._leagues = leagues
        self._now = now

    async def page(self, season: Season, page: int = 0) -> Page[EveningResult]:
        """A page of finished evenings, newest first, counted from 0; past the end the last page.

        Raises ``Damaged`` if the list of evenings cannot be read.
        """
        total = await self._season_evening_store.number_of_evenings(season.id)
        on = place_on(page, PAGE, total)
        found = await self._season_evening_store.newest_evenings(season.id, PAGE, on.page * PAGE)
        return Page(tuple([await self._result(one) for one in found]), on.page, on.pages, total)

    async def all_of(self, season: Season) -> list[EveningResult]:
        """Evenings over before the season was closed, oldest first: void ones too, called-off ones not.

        Raises ``Damaged`` if the list of evenings cannot be read.
        """
        number = await self._season_evening_store.number_of_evenings(season.id)
        found = await self._season_evening_store.newest_evenings(season.id, number)
        return [await self._result(one) for one in reversed(found)]

    async def find(self, league: League, number: int) -> tuple[Season, EveningResult]:
        """A finished evening of a league by number, with its season.

        Raises ``Refused`` if the league has no finished evening with that number.
        """
        evening = await self._season_evening_store.season_evening(number)
        season = None if evening is None else await self._league_store.season(evening.season_id)
        if evening is None or season is None or season.league_id != league.id:
            raise Refused(NO_SUCH.format(what="evening"))
        return season, await self._result(evening)

    async def rule(
        self, league: League, number: int, state: MatchState, user_id: int, reason: str
    ) -> EveningResult:
        """Dispute an evening as a player who took part, void it, or make it count again.

        Raises:
            Refused: the user may not dispute it, it is in that state already, a void one is disputed, or its
                season is closed.
        """
        season, found = await self.find(league, number)
        if not season.is_open:
            raise Refused(FINAL)
        if state is MatchState.DISPUTED and not found.concerns(user_id):
            raise Refused(NOT_YOURS)
        before = found.evening.state
        if (before, state) in REFUSALS:
            raise Refused(REFUSALS[before, state].format(what="evening"))
        detail = {"evening": number, "before": {"state": before}, "after": {"state": state}}
        act = LeagueAct(
            league.id, user_id, RULED[state], self._now(), season.id, detail=detail, reason=reason
        )
        ruled = found.evening._replace(state=state)
        with self._leagues.telling(league.id):
            await self._season_evening_store.rule_evening(ruled, act)
        return replace(found, evening=ruled)

    async def _result(self, evening: SeasonEvening) -> EveningResult:
        """An evening with its credits; without credits if it is damaged."""
        try:
            stored = await self._evening_store.evening(evening.id)
            given = [one.credit for one in await credits_of_evening(self._database, evening.id)]
        except Damaged:
            return EveningResult(evening, (), {})
        names = {} if stored is None else {guest.user_id: guest.name for guest in stored.guests}
        best_first = sorted(given, key=_merit, reverse=True)
        return EveningResult(evening, tuple(best_first), names)


def share_won(credit: Credit) -> Fraction:
    """The share of the possible match points that was won; 0 if none were possible."""
    return Fraction(credit.matchpoints, credit.possible) if credit.possible else Fraction(0)


def is_equal(one: Credit, other: Credit) -> bool:
    """Whether two credits share a place: the same share of match points won, and the same points."""
    return _merit(one) == _merit(other)


def _merit(credit: Credit) -> tuple[Fraction, int]:
    return share_won(credit), credit.points or 0
