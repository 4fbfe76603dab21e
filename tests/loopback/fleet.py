"""Bot processes on one Discord and one PostgreSQL database: started, killed, stopped, cut off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.database.database import Database
from bot.database.leases import Lease
from bot.database.opening import open_database
from tests.application.command import TOKEN, environment
from tests.loopback.bot_process import BotProcess, start
from tests.loopback.local_discord import LocalDiscord
from tests.postgres import PostgresServer

QUICK: Final[Mapping[str, str]] = {
    "DISCORD_TOKEN": TOKEN,
    "ROOKERY_BACKUP_EVERY": "0",
    "ROOKERY_CARD_FACES": "false",
    "ROOKERY_CHAT_BELOW": "0",
    "ROOKERY_COMPUTER_PROCESSES": "1",
    "ROOKERY_DEAL_PAUSE": "0",
    "ROOKERY_LAST_CARD_PAUSE": "0",
    "ROOKERY_LOG_LEVEL": "WARNING",
    "ROOKERY_NEW_TABLES": "1000000",
    "ROOKERY_PACE": "0",
    "ROOKERY_REMIND_AFTER": "0",
    "ROOKERY_TABLES_A_PERSON": "0",
    "ROOKERY_TABLES_A_SERVER": "0",
    "ROOKERY_TRICK_PAUSE": "0",
    "ROOKERY_TURN_LIMIT": "0",
}
"""Settings of a process: computers answer at once, and nothing happens by the clock."""
SHARDS: Final = 0x526F6F6B
"""First number of the advisory lock of a shard (ASCII: Rook); the second is the shard's."""
HELD: Final = """
    SELECT objid::BIGINT FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND classid::BIGINT = $1 AND granted AND usename = $2
"""
IS_NEXT: Final = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid::BIGINT = $1 AND granted"
LOOK_EVERY: Final = 0.1
"""Seconds between two looks at the locks."""
SPARE_WITHIN: Final = 30.0
"""Seconds until a process that was started waits to take over, on a busy machine too."""


class Fleet:
    """The processes of one bot."""

    def __init__(self, discord: LocalDiscord, postgres: PostgresServer, database: str, folder: Path) -> None:
        self.discord: Final = discord
        self.postgres: Final = postgres
        self.database: Final = database
        self.processes: Final[list[BotProcess]] = []
        """All that were started, the ended ones too."""
        self.changed: Final[dict[str, str]] = {}
        """Settings of the processes that are started from now on, in place of their own."""
        self._folder = folder
        self._numbers = count(1)
        self._troubling_postgres: Final = asyncio.Lock()
        """Held while the database's server is away, or stands still."""
        self._watching: list[asyncio.Task[None]] = []
        """A task for each process, which waits for its end."""

    @property
    def running(self) -> list[BotProcess]:
        """The processes that have not ended."""
        return [one for one in self.processes if one.exit_code is None]

    async def start(self, *, is_kept: bool = False, **settings: str) -> BotProcess:
        """Start a process with further settings; it is not ready yet.

        With ``is_kept``, another one is started whenever it ends.
        """
        number = next(self._numbers)
        name, role = f"bot {number}", f"{self.database}_bot_{number}"
        async with self._troubling_postgres:
            await self.postgres.run(f"CREATE ROLE {role} LOGIN SUPERUSER")
        folder = self._folder / f"bot_{number}"
        folder.mkdir()
        address = self.postgres.address(self.database, role).get_secret_value()
        made = environment(**{**QUICK, "ROOKERY_DATABASE": address, **settings, **self.changed})
        log = folder / "log"
        started = await start(self.discord.origin, folder, log, made, name=name, role=role)
        started.is_kept = is_kept
        self.processes.append(started)
        self._watching.append(asyncio.create_task(self._watch(started, settings)))
        return started

    async def _watch(self, process: BotProcess, settings: Mapping[str, str]) -> None:
        await process.ended(float("inf"))
        if process.is_kept:
            await self.start(is_kept=True, **settings)

    async def cut(self, process: BotProcess) -> int:
        """End a process's sessions of the database; returns how many it had."""
        async with self._troubling_postgres:
            ended = await self.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", process.role
            )
        return len(ended)

    async def shards_of(self, process: BotProcess) -> set[int]:
        """The shards of which a process holds the leases."""
        return {shard for (shard,) in await self.rows(HELD, SHARDS, process.role)}

    async def until_spare(self) -> None:
        """Wait until a process waits to take over.

        Raises:
            TimeoutError: none does in time.
        """
        async with asyncio.timeout(SPARE_WITHIN):
            while not await self.rows(IS_NEXT, SHARDS + Lease.SPARE):  # noqa: ASYNC110  (a lock is no event)
                await asyncio.sleep(LOOK_EVERY)

    async def spares(self) -> list[BotProcess]:
        """The running processes without a shard."""
        return [one for one in self.running if not await self.shards_of(one)]

    async def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query of the bot's database."""
        return await self.postgres.rows(sql, self.database, *values)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Database]:
        """The bot's database, for its own stores to read."""
        database = await open_database(
            self.postgres.address(self.database), create=False, alone=False, test=False
        )
        database.is_patient = True
        try:
            yield database
        finally:
            await database.close()

    async def restart_postgres(self) -> None:
        """Crash the database's server, and start it again."""
        async with self._troubling_postgres:
            await asyncio.to_thread(self.postgres.stop, "immediate")
            await asyncio.to_thread(self.postgres.start)

    async def hang_postgres(self, seconds: float) -> None:
        """Let the database's server stand still for a while."""
        async with self._troubling_postgres, self.postgres.hanging():
            await asyncio.sleep(seconds)

    async def close(self) -> None:
        """Kill every process, and remove the roles."""
        for process in self.processes:
            process.is_kept = False
            process.kill()
        await asyncio.gather(*self._watching)
        for process in self.processes:
            await self.postgres.run(f"DROP OWNED BY {process.role}", self.database)
            await self.postgres.run(f"DROP ROLE {process.role}")


@asynccontextmanager
async def a_fleet(discord: LocalDiscord, postgres: PostgresServer, folder: Path) -> AsyncIterator[Fleet]:
    """A fleet without a process on an empty, up-to-date database; all of it is removed afterwards."""
    async with discord.serving(), postgres.ready() as database:
        fleet = Fleet(discord, postgres, database, folder)
        try:
            yield fleet
        finally:
            await fleet.close()
