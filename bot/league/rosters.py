"""Who competes in a season: joining, leaving, asking for a partner."""

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
from bot.models.credits import Competing
from bot.models.stored_league import Did, League, LeagueAct, PairRequest, Season, SeasonEntry
from bot.table.lobby.before_match import NAME_LIMIT, Person

MOST_ENTRANTS: Final = 500
FOR_PAIRS: Final = "This league is for pairs. `/league join` asks someone to be your partner."
FOR_PLAYERS: Final = "This league has no pairs: everyone joins alone."
YOU_ARE_IN: Final = "You're in already."
IN_ALREADY: Final = "You're in this league already."
NOT_IN: Final = "You aren't in this league."
PAIRED_ALREADY: Final = "You have a partner in this league already. `/league leave` takes your pair out."
YOURSELF: Final = "That's you. Ask someone else to be your partner."
TAKEN: Final = "They have a partner in this league already. Ask someone else."
NOT_YOURS: Final = "Only {asked} can answer that. {asker} can take it back with *No*."
OVER: Final = "No one is asked here any more. `/league join` asks someone to be your partner."
NOT_FOUND: Final = "They aren't in this league."
FULL: Final = f"This season has {MOST_ENTRANTS} entries, and that's the most."


class Outcome(StrEnum):
    """How a request to be partners ended: by an answer, by its asker, or as the asked has a partner."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """The asker asked someone else, found a partner, or took it back."""
    REPEATED = "repeated"
    """The asker asked the same player again."""
    TAKEN = "taken"
    """The asked player has another partner."""


class Ended(NamedTuple):
    """A closed request to be partners, with how it ended."""

    request: PairRequest
    outcome: Outcome


class Paired(NamedTuple):
    """What asking for a partner led to: an open request or a pair, and the requests this closed."""

    request: PairRequest
    is_pair: bool
    """Whether the other had asked, too, so that both are partners now."""
    ended: Sequence[Ended]
    """Requests that this closed."""


class Left(NamedTuple):
    """What a user left: their entry, or only their open request."""

    entry: SeasonEntry | None
    ended: Sequence[Ended] = ()


class Rosters:
    """Who competes in seasons: joining, leaving, removal, and requests to be partners."""

    def __init__(self, database: Database, leagues: Leagues, now: Callable[[], float] = time.time) -> None:
        self._store = RosterStore(database)
        self.place: Final = self._store.place_request
        """Store which message shows a request, if it is still open."""
        self._leagues = leagues
        self._now = now
        self._lock = asyncio.Lock()
        """Serializes changes of rosters, so that no one ends up in two pairs."""

    async def of(self, season: Season) -> list[SeasonEntry]:
        """All entries of a season, including those that left, in the order they joined."""
        return await self._store.roster(season.id)

    async def entry_of(self, season: Season, user_id: int) -> SeasonEntry | None:
        """A user's current entry in a season; None if they do not compete."""
        roster = await self._store.roster(season.id)
        return next((one for one in roster if one.left_at is None and user_id in one.entrant), None)

    async def requests(self, season: Season) -> list[PairRequest]:
        """Open requests to be partners in a season, oldest first."""
        return await self._store.pair_requests(season.id)

    async def join(self, league: League, person: Person) -> Season:
        """Enter a user into the open season of a league.

        Raises:
            Refused: they compete already, no season is open, the season is full, or the league is for pairs.
        """
        season = await self._leagues.open_season(league)
        if league.competing is Competing.PAIRS:
            raise Refused(FOR_PAIRS)
        async with self._lock:
            if await self.entry_of(season, person.id) is not None:
                raise Refused(IN_ALREADY)
            await self._enter(league, season, (person,))
        return season

    async def leave(self, league: League, user_id: int) -> Left:
        """Withdraw a user and their partner from the open season, or else the user's open request.

        Results stay.

        Raises ``Refused`` if they have neither entry nor request, or no season is open.
        """
        season = await self._leagues.open_season(league)
        async with self._lock:
            entry, asked = await self.entry_of(season, user_id), await self._request_of(season, user_id)
            with self._leagues.telling(league.id):
                if entry is not None:
                    await self._store.leave_season(season.id, entry.entrant, self._now())
                elif asked is not None:
                    await self._store.withdraw_request(season.id, user_id)
                else:
                    raise Refused(NOT_IN)
        return Left(entry) if entry is not None or asked is None else Left(None, [_withdrawn(asked)])

    async def take_out(self, league: League, user_id: int, by: int, reason: str) -> SeasonEntry:
        """Remove a user and their partner from the open season, by the organizer ``by``. Results stay.

        Raises ``Refused`` if they do not compete, or no season is open.
        """
        season = await self._leagues.open_season(league)
        async with self._lock:
            entry = await self.entry_of(season, user_id)
            if entry is None:
                raise Refused(NOT_FOUND)
            now = self._now()
            act = LeagueAct(league.id, by, Did.TOOK_OUT, now, season.id, about=user_id, reason=reason)
            with self._leagues.telling(league.id):
                await self._store.leave_season(season.id, entry.entrant, now, act)
        return entry

    async def pair(self, league: League, asker: Person, asked: Person) -> Paired:
        """Ask a user to be partners; if they have asked the asker already, enter both as a pair.

        Raises:
            Refused: one has a partner, both are the same, no season is open, or the league is not for pairs.
        """
        season = await self._leagues.open_season(league)
        if league.competing is Competing.PLAYERS:
            is_in = await self.entry_of(season, asker.id) is not None
            raise Refused(f"{FOR_PLAYERS} {YOU_ARE_IN if is_in else '`/league join` puts you in.'}")
        if asker.id == asked.id:
            raise Refused(YOURSELF)
        request = PairRequest(season.id, asker.id, asked.id, asker.name, asked.name, self._now())
        async with self._lock:
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
        """A user's open request; None without one, or if another message than ``message_id`` shows it.

        Raises ``Refused`` if no season is open.
        """
        request = await self._request_of(await self._leagues.open_season(league), asker_id)
        if request is None or message_id is None or request.message_id in {None, message_id}:
            return request
        return None

    async def accept(self, league: League, asker_id: int, asked: Person) -> list[Ended]:
        """Accept the request of ``asker_id`` and enter both as a pair; returns the requests this closed.

        Raises ``Refused`` if the request is not open or is to someone else, or no season is open.
        """
        season = await self._leagues.open_season(league)
        async with self._lock:
            found = await self._asked_by(season, asker_id)
            if asked.id != found.asked:
                raise _not_yours(found)
            return await self._become_partners(league, season, Person(asker_id, found.asker_name), asked)

    async def decline(self, league: League, asker_id: int, user_id: int) -> Ended:
        """Decline a request for the user who was asked, or take it back for the asker.

        Raises ``Refused`` if the request is not open or does not involve the user, or no season is open.
        """
        season = await self._leagues.open_season(league)
        async with self._lock:
            found = await self._asked_by(season, asker_id)
            if user_id not in {found.asker, found.asked}:
                raise _not_yours(found)
            await self._store.withdraw_request(season.id, asker_id)
        return _withdrawn(found) if user_id == found.asker else Ended(found, Outcome.DECLINED)

    async def _become_partners(
        self, league: League, season: Season, one: Person, other: Person
    ) -> list[Ended]:
        """Enter two users as a pair; returns every open request of or to either, now closed."""
        pair = {one.id, other.id}
        waited = [each for each in await self.requests(season) if pair & {each.asker, each.asked}]
        await self._enter(league, season, (one, other))
        return [_closed_by(each, pair) for each in waited]

    async def _asked_by(self, season: Season, asker_id: int) -> PairRequest:
        found = await self._request_of(season, asker_id)
        if found is None:
            raise Refused(OVER)
        return found

    async def _request_of(self, season: Season, asker_id: int) -> PairRequest | None:
        """The open request of a user; they can have one at a time."""
        return next((one for one in await self.requests(season) if one.asker == asker_id), None)

    async def _enter(self, league: League, season: Season, people: tuple[Person, ...]) -> SeasonEntry:
        competing = [one for one in await self._store.roster(season.id) if one.left_at is None]
        if len(competing) >= MOST_ENTRANTS:
            raise Refused(FULL)
        ordered = sorted(people)
        ids, names = tuple(one.id for one in ordered), tuple(one.name for one in ordered)
        entry = SeasonEntry(ids, names, self._now())
        with self._leagues.telling(league.id):
            await self._store.enter(season.id, entry)
        return entry


def _withdrawn(request: PairRequest) -> Ended:
    return Ended(request, Outcome.WITHDRAWN)


def _replaced(before: PairRequest, request: PairRequest) -> Ended:
    return Ended(before, Outcome.REPEATED) if before.asked == request.asked else _withdrawn(before)


def _closed_by(request: PairRequest, pair: AbstractSet[int]) -> Ended:
    """How a request ends when two users become partners."""
    if {request.asker, request.asked} == pair:
        return Ended(request, Outcome.ACCEPTED)
    return _withdrawn(request) if request.asker in pair else Ended(request, Outcome.TAKEN)


def _not_yours(request: PairRequest) -> Refused:
    asker, asked = (in_markdown(one, NAME_LIMIT) for one in (request.asker_name, request.asked_name))
    return Refused(NOT_YOURS.format(asker=asker, asked=asked))
