"""Who competes in a season: joining, leaving, finding a partner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Final, NamedTuple

from bot.common.errors import Refused
from bot.common.text import in_markdown
from bot.database.database import Database
from bot.league.service import Leagues
from bot.league.store.rosters import RosterStore
from bot.models.stored_league import (
    Competing,
    Did,
    Entrant,
    League,
    LeagueAct,
    PairRequest,
    Season,
    SeasonEntry,
)
from bot.table.lobby.before_match import NAME_LIMIT, Person

__all__ = ["Ended", "Entrant", "Left", "Outcome", "PairRequest", "Paired", "Rosters", "SeasonEntry"]

MOST_ENTRANTS: Final = 500
FOR_PAIRS: Final = "This league is for pairs. `/league pair` asks someone to be your partner."
FOR_PLAYERS: Final = "This league has no pairs: everyone joins alone."
YOU_ARE_IN: Final = "You're in already."
IN_ALREADY: Final = "You're in this league already."
NOT_IN: Final = "You aren't in this league."
PAIRED_ALREADY: Final = "You have a partner in this league already. `/league leave` takes your pair out."
YOURSELF: Final = "That's you. Ask someone else to be your partner."
TAKEN: Final = "They have a partner in this league already. Ask someone else."
NOT_YOURS: Final = "Only {asked} can answer that. {asker} can take it back with *No*."
OVER: Final = "No one is asked here any more. `/league pair` asks someone to be your partner."
NOT_FOUND: Final = "They aren't in this league."
FULL: Final = f"This season has {MOST_ENTRANTS} entries, and that's the most."


class Outcome(StrEnum):
    """What became of a request to be partners."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """Whoever asked asks someone else, has a partner, or has thought again."""
    REPEATED = "repeated"
    """It was asked once more."""
    TAKEN = "taken"
    """Whoever was asked has another partner."""


class Ended(NamedTuple):
    """A request to be partners that nobody waits for any more."""

    request: PairRequest
    outcome: Outcome


class Paired(NamedTuple):
    """What came of asking somebody."""

    request: PairRequest
    is_pair: bool
    """Whether they had asked, too, so that both are partners now."""
    ended: Sequence[Ended]
    """What is not waited for any more."""


class Left(NamedTuple):
    """What somebody has left: what they competed as, or a request that they waited for."""

    entry: SeasonEntry | None
    ended: Sequence[Ended] = ()


class Rosters:
    """Who competes in the seasons of leagues."""

    def __init__(self, database: Database, leagues: Leagues, now: Callable[[], float] = time.time) -> None:
        self._store = RosterStore(database)
        self._leagues = leagues
        self._now = now
        self._turn = asyncio.Lock()
        """One changes who competes at a time: nobody is in two pairs."""

    async def of(self, season: Season) -> list[SeasonEntry]:
        """Everybody who competes or has competed in a season, in the order they joined."""
        return await self._store.roster(season.id)

    async def entry_of(self, season: Season, user_id: int) -> SeasonEntry | None:
        """What somebody competes as in a season now; None for nothing."""
        roster = await self._store.roster(season.id)
        return next((one for one in roster if one.left_at is None and user_id in one.entrant), None)

    async def requests(self, season: Season) -> list[PairRequest]:
        """Who waits for an answer of whom."""
        return await self._store.pair_requests(season.id)

    async def place(self, request: PairRequest, channel_id: int, message_id: int) -> None:
        """Keep which message asks."""
        await self._store.place_request(request, channel_id, message_id)

    async def join(self, league: League, person: Person) -> Season:
        """Have somebody compete.

        Raises:
            Refused: they do already, the season is over or full, or the league is for pairs.
        """
        season = await self._leagues.open_season(league)
        if league.competing is Competing.PAIRS:
            raise Refused(FOR_PAIRS)
        async with self._turn:
            if await self.entry_of(season, person.id) is not None:
                raise Refused(IN_ALREADY)
            await self._enter(league, season, (person,))
        return season

    async def leave(self, league: League, user_id: int) -> Left:
        """Have somebody compete no more, with their partner; what they have played stays.

        Whoever only waits for an answer does not any more.

        Raises:
            Refused: they do neither, or the season is over.
        """
        season = await self._leagues.open_season(league)
        async with self._turn:
            entry, asked = await self.entry_of(season, user_id), await self._request_of(season, user_id)
            if entry is not None:
                await self._store.leave_season(season.id, entry.entrant, self._now())
            elif asked is not None:
                await self._store.withdraw_request(season.id, user_id)
            else:
                raise Refused(NOT_IN)
        self._leagues.tell(league.id)
        return Left(entry) if entry is not None or asked is None else Left(None, [_withdrawn(asked)])

    async def take_out(self, league: League, user_id: int, by: int, reason: str) -> SeasonEntry:
        """Have an organizer take somebody out, with their partner; what they have played stays.

        Raises:
            Refused: they do not compete, or the season is over.
        """
        season = await self._leagues.open_season(league)
        async with self._turn:
            entry = await self.entry_of(season, user_id)
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
            is_in = await self.entry_of(season, asker.id) is not None
            raise Refused(f"{FOR_PLAYERS} {YOU_ARE_IN if is_in else '`/league join` puts you in.'}")
        if asker.id == asked.id:
            raise Refused(YOURSELF)
        request = PairRequest(season.id, asker.id, asked.id, asker.name, asked.name, self._now())
        async with self._turn:
            if await self.entry_of(season, asker.id) is not None:
                raise Refused(PAIRED_ALREADY)
            if await self.entry_of(season, asked.id) is not None:
                raise Refused(TAKEN)
            had_asked = {(one.asker, one.asked) for one in await self.requests(season)}
            if (asked.id, asker.id) in had_asked:
                return Paired(request, True, await self._become_partners(league, season, asker, asked))
            before = await self._request_of(season, asker.id)
            await self._store.ask_to_pair(request)
        ended = [] if before is None else [_replaced(before, request)]
        return Paired(request, False, ended)

    async def asking(self, league: League, asker_id: int, message_id: int | None) -> PairRequest | None:
        """What somebody asks, with a message if that is known; None where nobody waits for an answer to it.

        Raises:
            Refused: the season is over.
        """
        request = await self._request_of(await self._leagues.open_season(league), asker_id)
        if request is None or message_id is None or request.message_id in {None, message_id}:
            return request
        return None

    async def accept(self, league: League, asker_id: int, asked: Person) -> list[Ended]:
        """Say yes to somebody who has asked.

        Raises:
            Refused: they do not wait for that answer, or the season is over.
        """
        season = await self._leagues.open_season(league)
        async with self._turn:
            found = await self._asked_by(season, asker_id)
            if asked.id != found.asked:
                raise _not_yours(found)
            return await self._become_partners(league, season, Person(asker_id, found.asker_name), asked)

    async def decline(self, league: League, asker_id: int, user_id: int) -> Ended:
        """Say no to somebody who has asked, or have whoever has asked ask no more.

        Raises:
            Refused: they do not wait for that answer, or the season is over.
        """
        season = await self._leagues.open_season(league)
        async with self._turn:
            found = await self._asked_by(season, asker_id)
            if user_id not in {found.asker, found.asked}:
                raise _not_yours(found)
            await self._store.withdraw_request(season.id, asker_id)
        return _withdrawn(found) if user_id == found.asker else Ended(found, Outcome.DECLINED)

    async def _become_partners(
        self, league: League, season: Season, one: Person, other: Person
    ) -> list[Ended]:
        """Have two compete as a pair, which settles whatever either has asked or was asked."""
        pair = {one.id, other.id}
        waited = [each for each in await self.requests(season) if pair & {each.asker, each.asked}]
        await self._enter(league, season, (one, other))
        return [_settled(each, pair) for each in waited]

    async def _asked_by(self, season: Season, asker_id: int) -> PairRequest:
        found = await self._request_of(season, asker_id)
        if found is None:
            raise Refused(OVER)
        return found

    async def _request_of(self, season: Season, asker_id: int) -> PairRequest | None:
        """What somebody asks, which is one person at a time."""
        return next((one for one in await self.requests(season) if one.asker == asker_id), None)

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


def _withdrawn(request: PairRequest) -> Ended:
    return Ended(request, Outcome.WITHDRAWN)


def _replaced(before: PairRequest, request: PairRequest) -> Ended:
    return Ended(before, Outcome.REPEATED) if before.asked == request.asked else _withdrawn(before)


def _settled(request: PairRequest, pair: AbstractSet[int]) -> Ended:
    """What becomes of a request as two are partners."""
    if {request.asker, request.asked} == pair:
        return Ended(request, Outcome.ACCEPTED)
    return _withdrawn(request) if request.asker in pair else Ended(request, Outcome.TAKEN)


def _not_yours(request: PairRequest) -> Refused:
    asker, asked = (in_markdown(one, NAME_LIMIT) for one in (request.asker_name, request.asked_name))
    return Refused(NOT_YOURS.format(asker=asker, asked=asked))
