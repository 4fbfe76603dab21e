"""Who competes in a season: joining, leaving, finding a partner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.errors import Refused
from bot.play.lobby import Person
from bot.services.leagues import Leagues
from bot.store.protocol import Store
from bot.store.stored_league import (
    Competing,
    Did,
    Entrant,
    League,
    LeagueAct,
    PairRequest,
    Season,
    SeasonEntry,
)

__all__ = ["Entrant", "PairRequest", "Paired", "Rosters", "SeasonEntry"]

MOST_ENTRANTS: Final = 500
FOR_PAIRS: Final = "This league is for pairs. `/league pair` asks someone to be your partner."
FOR_PLAYERS: Final = "This league has no pairs: everyone joins alone."
YOU_ARE_IN: Final = "You're in already."
IN_ALREADY: Final = "You're in this league already."
NOT_IN: Final = "You aren't in this league."
PAIRED_ALREADY: Final = "You have a partner in this league already. `/league leave` takes your pair out."
YOURSELF: Final = "That's you. Ask someone else to be your partner."
TAKEN: Final = "They have a partner in this league already. Ask someone else."
NOT_ASKED: Final = "No one is waiting for your answer here. `/league pair` asks them instead."
NOT_FOUND: Final = "They aren't in this league."
FULL: Final = f"This season has {MOST_ENTRANTS} entries, and that's the most."


class Paired(NamedTuple):
    """What came of asking somebody."""

    request: PairRequest
    is_pair: bool
    """Whether they had asked, too, so that both are partners now."""


class Rosters:
    """Who competes in the seasons of leagues."""

    def __init__(self, store: Store, leagues: Leagues, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._leagues = leagues
        self._now = now
        self._turn = asyncio.Lock()
        """One changes who competes at a time: nobody is in two pairs."""

    async def of(self, season: Season) -> list[SeasonEntry]:
        """Everybody who competes or has competed in a season, in the order they joined."""
        return await self._store.roster(season.id)

    async def requests(self, season: Season) -> list[PairRequest]:
        """Who waits for an answer of whom."""
        return await self._store.pair_requests(season.id)

    async def join(self, league: League, person: Person) -> Season:
        """Have somebody compete.

        Raises:
            Refused: they do already, the season is over or full, or the league is for pairs.
        """
        season = await self._leagues.open_season(league)
        if league.competing is Competing.PAIRS:
            raise Refused(FOR_PAIRS)
        async with self._turn:
            if await self._entry_of(season, person.id) is not None:
                raise Refused(IN_ALREADY)
            await self._enter(league, season, (person,))
        return season

    async def leave(self, league: League, user_id: int) -> SeasonEntry | None:
        """Have somebody compete no more, with their partner; what they have played stays.

        Whoever only waits for an answer does not any more; that gives None.

        Raises:
            Refused: they do neither, or the season is over.
        """
        season = await self._leagues.open_season(league)
        async with self._turn:
            entry = await self._entry_of(season, user_id)
            if entry is not None:
                await self._store.leave_season(season.id, entry.entrant, self._now())
            elif any(one.asker == user_id for one in await self.requests(season)):
                await self._store.withdraw_request(season.id, user_id)
            else:
                raise Refused(NOT_IN)
        self._leagues.tell(league.id)
        return entry

    async def take_out(self, league: League, user_id: int, by: int, reason: str) -> SeasonEntry:
        """Have an organiser take somebody out, with their partner; what they have played stays.

        Raises:
            Refused: they do not compete, or the season is over.
        """
        season = await self._leagues.open_season(league)
        entry = await self._entry_of(season, user_id)
        if entry is None:
            raise Refused(NOT_FOUND)
        now = self._now()
        act = LeagueAct(league.id, by, Did.TOOK_OUT, now, season.id, about=user_id, reason=reason)
        await self._store.leave_season(season.id, entry.entrant, now, act)
        self._leagues.tell(league.id)
        return entry

    async def pair(self, league: League, asker: Person, asked: Person) -> Paired:
        """Ask somebody to be partners; where they have asked already, both are.

        Raises:
            Refused: one of them has a partner, the season is over, or the league is not for pairs.
        """
        season = await self._leagues.open_season(league)
        if league.competing is Competing.PLAYERS:
            is_in = await self._entry_of(season, asker.id) is not None
            raise Refused(f"{FOR_PLAYERS} {YOU_ARE_IN if is_in else '`/league join` puts you in.'}")
        if asker.id == asked.id:
            raise Refused(YOURSELF)
        request = PairRequest(season.id, asker.id, asked.id, asker.name, asked.name, self._now())
        async with self._turn:
            if await self._entry_of(season, asker.id) is not None:
                raise Refused(PAIRED_ALREADY)
            if await self._entry_of(season, asked.id) is not None:
                raise Refused(TAKEN)
            had_asked = {(one.asker, one.asked) for one in await self.requests(season)}
            is_pair = (asked.id, asker.id) in had_asked
            if is_pair:
                await self._enter(league, season, (asker, asked))
            else:
                await self._store.ask_to_pair(request)
        return Paired(request, is_pair)

    async def accept(self, league: League, asker_id: int, asked: Person) -> SeasonEntry:
        """Say yes to somebody who has asked.

        Raises:
            Refused: they do not wait for that answer, or the season is over.
        """
        season = await self._leagues.open_season(league)
        wanted = (asker_id, asked.id)
        async with self._turn:
            found = next((r for r in await self.requests(season) if (r.asker, r.asked) == wanted), None)
            if found is None:
                raise Refused(NOT_ASKED)
            return await self._enter(league, season, (Person(asker_id, found.asker_name), asked))

    async def _enter(self, league: League, season: Season, people: tuple[Person, ...]) -> SeasonEntry:
        competing = [one for one in await self._store.roster(season.id) if one.left_at is None]
        if len(competing) >= MOST_ENTRANTS:
            raise Refused(FULL)
        ordered = sorted(people)
        ids, names = tuple(one.id for one in ordered), tuple(one.name for one in ordered)
        entry = SeasonEntry(ids, names, self._now())
        await self._store.enter(season.id, entry)
        self._leagues.tell(league.id)
        return entry

    async def _entry_of(self, season: Season, user_id: int) -> SeasonEntry | None:
        """What somebody competes as now."""
        roster = await self._store.roster(season.id)
        return next((one for one in roster if one.left_at is None and user_id in one.entrant), None)
