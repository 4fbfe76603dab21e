"""The leagues of a server and their seasons."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from bot.common.background import Listeners
from bot.common.clock import Clock
from bot.common.errors import InDoubt, Refused, StoreError
from bot.common.text import clean, in_markdown, plain
from bot.database.database import Damaged, Database, NameTaken
from bot.league.creation import NewLeague, check, is_of_games, ties_of
from bot.league.store.leagues import LeagueStore
from bot.league.store.matches import SeasonMatchStore
from bot.models.scoring import Method, Scoring, Terms, read, written
from bot.models.stored_league import CONFIRMED_WITHIN, Did, League, LeagueAct, Season, Unfinished
from bot.models.stored_tables import OPEN, Settled
from bot.server.house_rules import Offer
from bot.table.desk.shown import Update
from bot.table.opening import SeasonPlace, WantedTable, usual_number
from rules.catalog import game_with
from rules.codes import decode
from rules.core.protocol import Game

log = logging.getLogger(__name__)

NAME_LIMIT: Final = 40
MOST_LEAGUES: Final = 50
"""Most leagues of one server."""
WEEK: Final = 7 * 24 * 3600.0
CLOCK: Final = 0
"""User id in acts done by the clock."""
LONGEST_WAIT: Final = 3600.0
"""Most seconds between two checks for seasons that have ended."""
NO_LEAGUE: Final = "This server has no league yet. A manager starts one with `/league create`."
NOT_HERE: Final = "That league isn't in this server. `/league show` shows the one that is."


class Leagues:
    """The leagues of servers. The caller has checked the user's permissions."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float] = time.time,
        ranked: Callable[[], None] = lambda: None,
        lining_up: asyncio.Lock | None = None,
    ) -> None:
        """``ranked`` is called when standings are stale.

        ``lining_up`` is the lock shared with those who start matches at tables.
        """
        self._league_store = LeagueStore(database)
        self.posted: Final = self._league_store.posted_leagues
        """Leagues that have a message, or a channel to post one in."""
        self.of_server: Final = self._league_store.leagues_of
        """All leagues of a server, sorted by name."""
        self.current: Final = self._league_store.league
        """A league as stored now; None if it no longer exists."""
        self._season_match_store = SeasonMatchStore(database)
        self.tables_to_tell: Final = self._season_match_store.season_tables_to_tell
        """Tables with a message that shows their season, as pairs of league and channel ids."""
        self._clock = Clock.of(now)
        self._now = self._clock.today
        self._ranked = ranked
        self.lining_up: Final = lining_up or asyncio.Lock()
        """Held while taking a place on a schedule, and while changing a schedule or closing a season."""
        self._listeners = Listeners[Callable[[int], None]]()
        self.listen: Final = self._listeners.add
        """Register a callback for league ids that change; returns how to unregister it."""
        self._closed = Listeners[Callable[[], None]]()
        self.on_closed: Final = self._closed.add
        """Register a callback for closed seasons; returns how to unregister it."""
        self._ends_changed = asyncio.Event()

    def tell(self, league_id: int) -> None:
        """Notify listeners that a league has changed, and have its standings recomputed."""
        self._ranked()
        for listener in self._listeners.present:
            listener(league_id)

    @contextmanager
    def telling(self, league_id: int) -> Iterator[None]:
        """Notify of what the block changes in a league, or may have changed if that is in doubt."""
        try:
            yield
        except InDoubt:
            self.tell(league_id)
            raise
        self.tell(league_id)

    async def tell_all(self) -> None:
        """Notify listeners of every league with a message, after a player's name has changed."""
        for league in await self.posted():
            self.tell(league.id)

    def follow(self, update: Update) -> None:
        """Notify listeners of a league when a table of a match in it is over, with a result or not."""
        table = update.table
        if table.kind.season is not None and table.status not in OPEN:
            self.tell(table.kind.season.league_id)

    async def find(self, guild_id: int, name: str | None = None) -> League:
        """The league of a server by name; without a name, the only one.

        Raises ``Refused`` if there is no league, none has the name, or there are several and none is named.
        """
        if name is not None:
            found = await self._league_store.league_named(guild_id, clean(name, NAME_LIMIT + 1))
            if found is not None:
                return found
        leagues = await self._league_store.leagues_of(guild_id)
        if not leagues:
            raise Refused(NO_LEAGUE)
        if len(leagues) == 1 and name is None:
            return leagues[0]
        known = ", ".join(map(bold_name, leagues[:10]))
        more = f" and {len(leagues) - 10} more" if len(leagues) > 10 else ""
        said = "This server has several leagues" if name is None else "No league here has that name"
        raise Refused(f"{said}. Name one of these in `league`: {known}{more}.")

    async def by_id(self, guild_id: int, league_id: int) -> League:
        """The league of a server with an id; raises ``Refused`` if the server has no such league."""
        league = await self._league_store.league(league_id)
        if league is None or league.guild_id != guild_id:
            raise Refused(NOT_HERE)
        return league

    async def offers(self, guild_id: int, typed: str, method: Method | None = None) -> list[Offer]:
        """A server's leagues with ``typed`` in the name and, if given, an open season of this ``method``."""
        wanted = typed.strip().casefold()
        leagues = await self._league_store.leagues_of(guild_id)
        return [
            Offer(plain(one.name, NAME_LIMIT), one.name)
            for one in leagues
            if wanted in one.name.casefold() and (method is None or await self._is_scored(one, method))
        ]

    async def _is_scored(self, league: League, method: Method) -> bool:
        season = await self.season(league)
        return season.is_open and terms_of(season).scoring.method is method

    async def seasons(self, league: League) -> list[Season]:
        """All seasons of a league, newest first."""
        return await self._league_store.seasons_of(league.id)

    async def season(self, league: League, number: int | None = None) -> Season:
        """The season of a league with a number, or the newest; raises ``Refused`` if it has no such one."""
        seasons = await self._league_store.seasons_of(league.id)
        found = next((one for one in seasons if number in {None, one.number}), None)
        if found is None:
            if len(seasons) == 1:
                raise Refused("This league has had only season 1.")
            raise Refused(f"This league has had seasons 1 to {len(seasons)}. Name one of these.")
        return found

    async def season_by_id(self, guild_id: int, season_id: int) -> tuple[League, Season]:
        """The season with an id and its league; raises ``Refused`` if the server has no such season."""
        season = await self._league_store.season(season_id)
        if season is None:
            raise Refused(NOT_HERE)
        return await self.by_id(guild_id, season.league_id), season

    async def open_season(self, league: League) -> Season:
        """The open season of a league; raises ``Refused`` if the last season is closed."""
        season = await self.season(league)
        if not season.is_open:
            raise Refused(
                f"Season {season.number} of {bold_name(league)} is over. "
                "An organizer starts the next one with `/league manage`."
            )
        return season

    async def create(self, guild_id: int, user_id: int, new: NewLeague) -> tuple[League, Season]:
        """Create a league with its first season.

        Raises:
            Refused: the name is taken or not valid, there are too many leagues, or the choices do not fit
                together.
            InvalidOption: there is no such game.
        """
        name = clean(new.name, NAME_LIMIT + 1)
        if not 1 <= len(name) <= NAME_LIMIT:
            raise Refused(f"A league's name has 1 to {NAME_LIMIT} characters.")
        if len(await self._league_store.leagues_of(guild_id)) >= MOST_LEAGUES:
            raise Refused(f"This server has {MOST_LEAGUES} leagues, and that's the most.")
        game = game_with(new.wanted.game, new.wanted.options)
        seats = usual_number(game.about) if new.seats is None else new.seats
        check(new, game, seats)
        now, ranking = self._now(), game.about.ranking
        ties = ties_of(new.method, ranking, of_games=is_of_games(game))
        scoring = Scoring(new.method, ranking, ties=ties, least=new.least)
        league = League(
            id=0,
            guild_id=guild_id,
            name=name,
            rules=new.wanted.code,
            seats=seats,
            competing=new.competing,
            computers=new.computers,
            organizer_role=new.organizer_role,
            created_by=user_id,
            created_at=now,
        )
        season = Season(0, 0, 1, written(Terms(scoring, new.abandoned)), now, self._end(new.weeks))
        try:
            created = await self._league_store.create_league(
                league, season, LeagueAct(0, user_id, Did.CREATED, now)
            )
        except NameTaken:
            raise Refused(
                f"This server has a league {bold_name(league)} already. Choose another name."
            ) from None
        self._ends_changed.set()
        self.tell(created[0].id)
        return created

    async def set_computers_allowed(self, league: League, user_id: int, computers: bool) -> League:
        """Set whether computers may fill in at a league's tables."""
        detail = {"computers": [league.computers, computers]}
        act = LeagueAct(league.id, user_id, Did.CHANGED, self._now(), detail=detail)
        with self.telling(league.id):
            await self._league_store.set_computers(computers, act)
        return replace(league, computers=computers)

    async def name_organizers(self, league: League, user_id: int, role_id: int | None) -> League:
        """Set the role that may organize a league, as the server's managers may; None for no role."""
        detail = {"organizers": [league.organizer_role, role_id]}
        act = LeagueAct(league.id, user_id, Did.CHANGED, self._now(), detail=detail)
        with self.telling(league.id):
            await self._league_store.set_organizers(role_id, act)
        return replace(league, organizer_role=role_id)

    async def unfinished(self, season: Season) -> Unfinished:
        """What is unfinished in a season, and will not count once it is closed."""
        return await self._season_match_store.unfinished_in(season.id, self._clock.since(CONFIRMED_WITHIN))

    async def close(self, league: League, season: Season, user_id: int) -> bool:
        """Close a season; returns whether it was open. Its standings become final."""
        async with self.lining_up:
            act = LeagueAct(league.id, user_id, Did.CLOSED, self._now(), season_id=season.id)
            try:
                with self.telling(league.id):
                    return await self._league_store.close_season(season.id, act)
            finally:
                for listener in self._closed.present:
                    listener()

    async def next_season(self, league: League, user_id: int, weeks: int | None = None) -> Season:
        """Open the next season, scored as the last; it ends after ``weeks``, or when closed if None.

        Raises ``Refused`` if the last season is still open.
        """
        async with self.lining_up:
            last, now = await self.season(league), self._now()
            if last.is_open:
                going_on = f"Season {last.number} of {bold_name(league)} goes on."
                raise Refused(f"{going_on} Close it first with `/league manage`.")
            season = Season(0, league.id, last.number + 1, last.scoring, now, self._end(weeks))
            act = LeagueAct(league.id, user_id, Did.OPENED, now)
            with self.telling(league.id):
                opened = await self._league_store.open_season(season, act)
        self._ends_changed.set()
        return opened

    async def close_on_time(self) -> None:
        """Close each season at its end; runs until cancelled, retries after errors."""
        while True:
            wait = LONGEST_WAIT
            self._ends_changed.clear()  # before the look: a season may open while it is read
            try:
                now = self._now()
                await self.close_ended()
                ends_at = await self._league_store.next_season_end()
                if ends_at is not None and ends_at > now:  # else the season could not be closed: wait
                    wait = max(1.0, min(LONGEST_WAIT, ends_at - self._now()))
            except StoreError as error:
                log.warning("seasons that are over could not be closed: %s", error)
            try:
                async with asyncio.timeout(wait):
                    await self._ends_changed.wait()
            except TimeoutError:
                pass

    async def close_ended(self) -> None:
        """Close every open season that is past its end."""
        for season in await self._league_store.seasons_due(self._now()):
            try:
                league = await self._league_store.league(season.league_id)
            except Damaged as error:
                log.warning("a season of league %d could not be closed: %s", season.league_id, error)
                continue
            if league is not None:
                await self.close(league, season, CLOCK)

    async def move(self, league: League, channel_id: int) -> None:
        """Set the channel of a league's message; a new one is posted there."""
        with self.telling(league.id):
            await self._league_store.set_league_place(league.id, channel_id)

    async def posted_as(self, league: League, channel_id: int, message_id: int) -> bool:
        """Store which message shows a league; False if it has been moved to another channel since."""
        return await self._league_store.set_league_message(league.id, channel_id, message_id)

    async def lose_channel(self, league: League, channel_id: int) -> None:
        """Unset the channel of a league's message after its deletion; another channel stays set."""
        await self._league_store.lose_league_place(league.id, channel_id)

    def _end(self, weeks: int | None) -> float | None:
        return None if weeks is None else self._now() + weeks * WEEK


def bold_name(league: League) -> str:
    """A league's name in bold, escaped."""
    return f"**{in_markdown(league.name, NAME_LIMIT)}**"


def game_of(league: League) -> Game[Any]:
    """The game and house rules of a league; raises ``InvalidOption`` if this version does not play it."""
    return game_with(*decode(league.rules))


def wanted_table(league: League, season: Season) -> WantedTable:
    """The table to open for a match of a season: counted, with computers if the league allows them.

    Raises ``InvalidOption`` if this version does not play the league's game.
    """
    who = Settled.COMPUTERS if league.computers else Settled.PEOPLE
    game, place = game_of(league), SeasonPlace(season.id, who)
    return WantedTable(game.about.key, game.changes(), league.seats, counted=True, season=place)


def terms_of(season: Season) -> Terms:
    """The scoring terms of a season; raises ``ValueError`` if they cannot be read."""
    return read(season.scoring)
