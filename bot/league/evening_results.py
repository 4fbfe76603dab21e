"""Results of a season scored by duplicate deals: its evenings, and organizers' rulings on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bot.common.errors import Refused
from bot.common.text import place_on
from bot.database.database import Damaged, Database
from bot.evening.results import session_of
from bot.evening.store.evenings import EveningStore
from bot.league.results import FINAL
from bot.league.service import Leagues
from bot.league.store.evenings import SeasonEveningStore
from bot.league.store.leagues import LeagueStore
from bot.models.credits import Credit
from bot.models.stored_book import Page
from bot.models.stored_evenings import SeasonEvening
from bot.models.stored_league import Did, Entrant, League, LeagueAct, MatchState, Season

__all__ = ["EveningResult", "Page", "SeasonEvening", "SeasonEvenings"]

PAGE: Final = 5
"""Evenings on a page: four names of each, all of them escaped, still fit a message."""
NO_SUCH: Final = (
    "This league has no finished evening with that number. `/league show what:results` shows them."
)
NOT_YOURS: Final = "Only those who played in an evening can dispute it."
DISPUTED_ALREADY: Final = "That evening is disputed already. An organizer rules on it."
IS_VOID: Final = "That evening is void. `/league rule what:restore` brings it back."
IS_NOT_VOID: Final = "That evening counts already. Nothing changes."
NO_POINTS: Final = (
    "An evening's points come from its deals, so there are none to correct. "
    "`/league rule what:void` takes it out."
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
        return any(user_id in credit.entry for credit in self.credits)

    def names_of(self, entry: Entrant) -> tuple[str, ...]:
        """The names of a player or of both players of a pair, in order; an unknown one is empty."""
        return tuple(self.names.get(who, "") for who in entry)


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

        Raises:
            Damaged: the list of evenings cannot be read.
        """
        total = await self._season_evening_store.number_of_evenings(season.id)
        on = place_on(page, PAGE, total)
        found = await self._season_evening_store.newest_evenings(season.id, PAGE, on.page * PAGE)
        return Page(tuple([await self._result(one) for one in found]), on.page, on.pages, total)

    async def all_of(self, season: Season) -> list[EveningResult]:
        """Evenings over before the season was closed, oldest first: void ones too, called-off ones not.

        Raises:
            Damaged: the list of evenings cannot be read.
        """
        number = await self._season_evening_store.number_of_evenings(season.id)
        found = await self._season_evening_store.newest_evenings(season.id, number)
        return [await self._result(one) for one in reversed(found)]

    async def find(self, league: League, number: int) -> tuple[Season, EveningResult]:
        """A finished evening of a league by number, with its season.

        Raises:
            Refused: the league has no finished evening with that number.
        """
        evening = await self._season_evening_store.season_evening(number)
        season = None if evening is None else await self._league_store.season(evening.season_id)
        if evening is None or season is None or season.league_id != league.id:
            raise Refused(NO_SUCH)
        return season, await self._result(evening)

    async def dispute(self, league: League, number: int, user_id: int, reason: str) -> EveningResult:
        """Mark an evening as disputed, by a player who took part.

        Raises:
            Refused: the user did not play in it, it is disputed or void already, or its season is closed.
        """
        season, found = await self._find_open(league, number)
        if not found.concerns(user_id):
            raise Refused(NOT_YOURS)
        if found.evening.state is MatchState.DISPUTED:
            raise Refused(DISPUTED_ALREADY)
        if found.evening.state is MatchState.VOID:
            raise Refused(IS_VOID)
        act = self._act(league, season, Did.DISPUTED, user_id, reason)
        return await self._rule(found, MatchState.DISPUTED, act)

    async def void(self, league: League, number: int, user_id: int, reason: str) -> EveningResult:
        """Void an evening: it counts as if never played. Returns it as void.

        Raises:
            Refused: it is void already, or its season is closed.
        """
        season, found = await self._find_open(league, number)
        if found.evening.state is MatchState.VOID:
            raise Refused(IS_VOID)
        return await self._rule(
            found, MatchState.VOID, self._act(league, season, Did.VOIDED, user_id, reason)
        )

    async def restore(self, league: League, number: int, user_id: int, reason: str) -> EveningResult:
        """Make a void or disputed evening count again; returns it as it counts now.

        Raises:
            Refused: it counts already, or its season is closed.
        """
        season, found = await self._find_open(league, number)
        if found.evening.state is MatchState.COUNTS:
            raise Refused(IS_NOT_VOID)
        act = self._act(league, season, Did.RESTORED, user_id, reason)
        return await self._rule(found, MatchState.COUNTS, act)

    async def _find_open(self, league: League, number: int) -> tuple[Season, EveningResult]:
        season, found = await self.find(league, number)
        if season.closed_at is not None:
            raise Refused(FINAL)
        return season, found

    def _act(self, league: League, season: Season, what: Did, user_id: int, reason: str) -> LeagueAct:
        return LeagueAct(league.id, user_id, what, self._now(), season.id, reason=reason)

    async def _rule(self, found: EveningResult, state: MatchState, act: LeagueAct) -> EveningResult:
        detail = {
            "evening": found.evening.id,
            "before": {"state": found.evening.state},
            "after": {"state": state},
        }
        ruled = found.evening._replace(state=state)
        await self._season_evening_store.rule_evening(ruled, replace(act, detail=detail))
        self._leagues.tell(act.league_id)
        return replace(found, evening=ruled)

    async def _result(self, evening: SeasonEvening) -> EveningResult:
        """An evening with its credits; without credits if it is damaged."""
        try:
            stored = await self._evening_store.evening(evening.id)
            given = [one.credit for one in await session_of(self._database, evening.id)]
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
