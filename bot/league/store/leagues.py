"""Leagues and their seasons in the database."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.database.database import Database, NameTaken, SqlValue, Statement, Values
from bot.database.rows import from_text, moment, or_none, readable, sound, text, whole
from bot.delivery.store import LEAGUE_MOVES
from bot.league.store.acts import note_act
from bot.league.store.paper_matches import lapse_season
from bot.models.credits import Competing
from bot.models.stored_league import League, LeagueAct, Season
from bot.table.store.result_queue import queue_season

INSERT_LEAGUE: Final = """
    INSERT INTO leagues (guild_id, name, name_key, rules, seats, entrants, computers, organiser_role,
                         created_by, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING id
"""
SET_COMPUTERS: Final = "UPDATE leagues SET computers = ? WHERE id = ? RETURNING id"
SET_ORGANIZERS: Final = "UPDATE leagues SET organiser_role = ? WHERE id = ? RETURNING id"
SET_PLACE: Final = "UPDATE leagues SET channel_id = ?, message_id = NULL WHERE id = ? RETURNING id"
SET_MESSAGE: Final = "UPDATE leagues SET message_id = ? WHERE id = ? AND channel_id = ? RETURNING id"
LOSE_PLACE: Final = """
    UPDATE leagues SET channel_id = NULL, message_id = NULL WHERE id = ? AND channel_id = ? RETURNING id
"""
LEAGUES: Final = """
    SELECT id, guild_id, name, rules, seats, entrants, computers, organiser_role, created_by, created_at,
        channel_id, message_id
    FROM leagues
"""
LEAGUE: Final = f"{LEAGUES} WHERE id = ?"
BY_NAME: Final = f"{LEAGUES} WHERE guild_id = ? AND name_key = ?"
OF_SERVER: Final = f"{LEAGUES} WHERE guild_id = ? ORDER BY name_key"
POSTED: Final = f"{LEAGUES} WHERE channel_id > 0 AND {{owned}} ORDER BY id"
INSERT_SEASON: Final = """
    INSERT INTO seasons (league_id, number, scoring, opened_at, ends_at) VALUES (?, ?, ?, ?, ?)
    RETURNING id
"""
SEASONS: Final = "SELECT id, league_id, number, scoring, opened_at, ends_at, closed_at FROM seasons"
SEASON: Final = f"{SEASONS} WHERE id = ?"
OF_LEAGUE: Final = f"{SEASONS} WHERE league_id = ? ORDER BY number DESC"
_OWN_ENDING: Final = """
    FROM seasons WHERE closed_at IS NULL AND ends_at IS NOT NULL
        AND league_id IN (SELECT id FROM leagues WHERE {owned})
"""
DUE: Final = f"{SEASONS} WHERE id IN (SELECT id {_OWN_ENDING}) AND ends_at <= ? ORDER BY ends_at"
NEXT_END: Final = f"SELECT MIN(ends_at) {_OWN_ENDING}"
CLOSE: Final = "UPDATE seasons SET closed_at = ? WHERE id = ? AND closed_at IS NULL RETURNING id"
_LEAGUES: Final = "SELECT id FROM leagues WHERE guild_id = ?"
_SEASONS: Final = f"SELECT id FROM seasons WHERE league_id IN ({_LEAGUES})"  # noqa: S608 (no user input)
DELETE_SERVER: Final = (
    f"DELETE FROM paper_matches WHERE season_id IN ({_SEASONS})",  # noqa: S608 (no user input)
    f"DELETE FROM fixtures WHERE season_id IN ({_SEASONS})",  # noqa: S608 (no user input)
    f"DELETE FROM pair_requests WHERE season_id IN ({_SEASONS})",  # noqa: S608 (no user input)
    f"DELETE FROM season_entries WHERE season_id IN ({_SEASONS})",  # noqa: S608 (no user input)
    f"DELETE FROM season_lines WHERE season_id IN ({_SEASONS})",  # noqa: S608 (no user input)
    f"DELETE FROM final_seasons WHERE season_id IN ({_SEASONS})",  # noqa: S608 (no user input)
    f"DELETE FROM league_acts WHERE league_id IN ({_LEAGUES})",  # noqa: S608 (no user input)
    f"DELETE FROM seasons WHERE league_id IN ({_LEAGUES})",  # noqa: S608 (no user input)
    "DELETE FROM leagues WHERE guild_id = ?",
)
"""Deletes a server's leagues, seasons, rosters and acts; other rooms' rows go first."""


class LeagueStore:
    """Queries for leagues and seasons. They raise ``Damaged`` if one cannot be read, or leave it out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_league(self, league: League, season: Season, act: LeagueAct) -> tuple[League, Season]:
        """Insert a league, its first season and the act; returns the first two with the ids they were given.

        Raises ``NameTaken`` if the server has a league of that name.
        """
        key = _name_key(league.name)
        async with self._database.transaction() as run:
            if await run(Statement(BY_NAME, Values((league.guild_id, key)))):
                raise NameTaken("The server has a league of that name.")
            values = Values(
                (
                    *(league.guild_id, league.name, key, league.rules, league.seats, league.competing),
                    *(league.computers, league.organizer_role, league.created_by, league.created_at),
                )
            )
            [[league_id]] = await run(Statement(INSERT_LEAGUE, values))
            opened = replace(season, league_id=league_id)
            [[season_id]] = await run(_insert_season(opened))
            await run(note_act(replace(act, league_id=league_id, season_id=season_id)))
        return replace(league, id=league_id), replace(opened, id=season_id)

    async def set_computers(self, computers: bool, act: LeagueAct) -> None:
        """Store whether computers may fill in at a league's tables, with the act."""
        values = Values((computers, act.league_id))
        await self._database.write(Statement(SET_COMPUTERS, values, must_find=True), note_act(act))

    async def set_organizers(self, role_id: int | None, act: LeagueAct) -> None:
        """Store the role that may organize a league, with the act; None for no role."""
        values = Values((role_id, act.league_id))
        await self._database.write(Statement(SET_ORGANIZERS, values, must_find=True), note_act(act))

    async def set_league_place(self, league_id: int, channel_id: int) -> None:
        """Store the channel of a league's message, not posted yet; the old message is marked for deletion."""
        await self._database.write(
            Statement(LEAGUE_MOVES, Values((league_id,))),
            Statement(SET_PLACE, Values((channel_id, league_id)), must_find=True),
        )

    async def set_league_message(self, league_id: int, channel_id: int, message_id: int) -> bool:
        """Store which message shows a league; False if it has been moved to another channel since."""
        values = Values((message_id, league_id, channel_id))
        return bool(await self._database.write(Statement(SET_MESSAGE, values)))

    async def lose_league_place(self, league_id: int, channel_id: int) -> None:
        """Unset the channel of a league's message, if it is still ``channel_id``."""
        await self._database.write(Statement(LOSE_PLACE, Values((league_id, channel_id))))

    async def league(self, league_id: int) -> League | None:
        """The league with an id; None if there is none."""
        return next(iter(await self._leagues(LEAGUE, league_id)), None)

    async def league_named(self, guild_id: int, name: str) -> League | None:
        """The league of a server by name, ignoring case and extra spaces; None if there is none."""
        return next(iter(await self._leagues(BY_NAME, guild_id, _name_key(name))), None)

    async def leagues_of(self, guild_id: int) -> list[League]:
        """All readable leagues of a server, sorted by name."""
        return await self._readable(Statement(OF_SERVER, Values((guild_id,))))

    async def posted_leagues(self) -> list[League]:
        """All readable leagues of this process's servers with a channel for their message."""
        return await self._readable(self._database.of_own_servers(POSTED))

    async def _readable(self, statement: Statement) -> list[League]:
        return sound(read_league, await self._database.read(statement), "a league")

    async def _leagues(self, sql: str, *values: int | str) -> list[League]:
        with readable("a league"):
            return [read_league(*row) for row in await self._database.read(Statement(sql, Values(values)))]

    async def season(self, season_id: int) -> Season | None:
        """The season with an id; None if there is none."""
        return next(iter(await self._seasons(SEASON, season_id)), None)

    async def season_in_league(self, season_id: int) -> tuple[League, Season] | None:
        """The season with an id and its league; None if there is none."""
        season = await self.season(season_id)
        league = None if season is None else await self.league(season.league_id)
        return None if season is None or league is None else (league, season)

    async def seasons_of(self, league_id: int) -> list[Season]:
        """All seasons of a league, newest first."""
        return await self._seasons(OF_LEAGUE, league_id)

    async def seasons_due(self, now: float) -> list[Season]:
        """Readable open seasons of this process's servers past their end at ``now``, in epoch seconds."""
        rows = await self._database.read(self._database.of_own_servers(DUE, now))
        return sound(read_season, rows, "a season")

    async def next_season_end(self) -> float | None:
        """The earliest end of this process's open seasons, in epoch seconds; None if none has an end."""
        [[ends_at]] = await self._database.read(self._database.of_own_servers(NEXT_END))
        return or_none(moment, ends_at, "the end of a season")

    async def _seasons(self, sql: str, value: float) -> list[Season]:
        with readable("a season"):
            return [read_season(*row) for row in await self._database.read(Statement(sql, Values((value,))))]

    async def open_season(self, season: Season, act: LeagueAct) -> Season:
        """Insert a season and return it with its id; raises ``Conflict`` if the league has an open one."""
        async with self._database.transaction() as run:
            [[season_id]] = await run(_insert_season(season))
            await run(note_act(replace(act, season_id=season_id)))
        return replace(season, id=season_id)

    async def close_season(self, season_id: int, act: LeagueAct) -> bool:
        """Close a season at the time of its act, and expire its unconfirmed matches.

        Returns whether it was open.
        """
        async with self._database.transaction() as run:
            if not await run(Statement(CLOSE, Values((act.at, season_id)))):
                return False
            await run(lapse_season(season_id))
            await run(queue_season(season_id))
            await run(note_act(act))
        return True


def _insert_season(season: Season) -> Statement:
    """Statement that inserts a season and returns its id."""
    values = (season.league_id, season.number, season.scoring, season.opened_at, season.ends_at)
    return Statement(INSERT_SEASON, Values(values))


def _name_key(name: str) -> str:
    """A name as compared: without case, with single spaces."""
    return " ".join(name.casefold().split())


def read_league(*row: SqlValue) -> League:
    """A league from its row; raises ``Damaged`` if a value cannot be read."""
    league_id, guild, name, rules, seats, competing, computers, role, creator, created_at, *place = row
    channel_id, message_id = (or_none(whole, one, "the place of its message") for one in place)
    return League(
        id=whole(league_id, "its number"),
        guild_id=whole(guild, "its server"),
        name=text(name, "its name"),
        rules=text(rules, "its rules"),
        seats=whole(seats, "its seats", least=1),
        competing=from_text(Competing, competing, "who compete"),
        computers=bool(whole(computers, "whether computers fill in", most=1)),
        organizer_role=or_none(whole, role, "its role"),
        created_by=whole(creator, "who made it"),
        created_at=moment(created_at, "when it was made"),
        channel_id=channel_id,
        message_id=message_id,
    )


def read_season(*row: SqlValue) -> Season:
    """A season from its row; raises ``Damaged`` if a value cannot be read."""
    season_id, league_id, number, scoring, opened_at, ends_at, closed_at = row
    return Season(
        id=whole(season_id, "its id"),
        league_id=whole(league_id, "its league"),
        number=whole(number, "its number", least=1),
        scoring=text(scoring, "how it is scored"),
        opened_at=moment(opened_at, "when it began"),
        ends_at=or_none(moment, ends_at, "when it ends"),
        closed_at=or_none(moment, closed_at, "when it was closed"),
    )
