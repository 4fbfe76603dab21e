"""A database of tables with stale messages, and the bot on a local Discord."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

from bot.app import open_app
from bot.table.lobby.seating import AddComputers
from tests.application.command import TOKEN, environment
from tests.inline import InlineComputers
from tests.loopback.bot_process import BotProcess, start
from tests.loopback.local_discord import LocalDiscord
from tests.table.people import ANN, settings_for

FIRST_GUILD: Final = 5_000_000
FIRST_CHANNEL: Final = 6_000_000
FIRST_MESSAGE: Final = 1 << 59
IN_A_GUILD: Final = 10
"""Tables in each server."""
PLAYED: Final = 30
"""Tables made by playing; the others are copies of their rows."""
SHIFTED: Final = {
    "id": 1.0,
    "table_id": 1.0,
    "channel_id": 1.0,
    "message_id": 1.0,
    "guild_id": 1 / IN_A_GUILD,
}
"""Columns in which a copy differs, with the step from one copy to the next."""


async def make_stale(path: Path, tables: int) -> dict[int, list[int]]:
    """Make a database of open tables with stale messages; returns channel ids by server.

    Every other table is a match with computers, the others are lobbies.
    """
    async with open_app(settings_for(path), computers=InlineComputers()) as app:
        for number in range(PLAYED):
            channel = FIRST_CHANNEL + number
            await app.tables.lobbies.open_table(FIRST_GUILD + number // IN_A_GUILD, channel, ANN)
            await app.tables.set_message(channel, FIRST_MESSAGE + number)
            await app.tables.lobbies.change_lobby(channel, AddComputers(ANN.id, "random", None))
            if number % 2:
                await app.tables.lobbies.start(channel, ANN.id)
    _copy_rows(path, tables)
    guilds: dict[int, list[int]] = {}
    for number in range(tables):
        guilds.setdefault(FIRST_GUILD + number // IN_A_GUILD, []).append(FIRST_CHANNEL + number)
    return guilds


def _copy_rows(path: Path, tables: int) -> None:
    """Copy rows until the database has ``tables`` tables."""
    with closing(sqlite3.connect(path)) as database, database:
        for name in ("tables", "actions", "shown_messages"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            shifted = ", ".join(
                f"{column} + CAST({SHIFTED[column]} * ? AS INTEGER)" if column in SHIFTED else column
                for column in columns
            )
            number = sum(column in SHIFTED for column in columns)
            copying = f"INSERT INTO {name} SELECT {shifted} FROM {name} WHERE {columns[0]} < ?"
            least = FIRST_MESSAGE if name == "shown_messages" else 1
            for by in range(PLAYED, tables, PLAYED):
                database.execute(copying, (*[by] * number, least + PLAYED))


@asynccontextmanager
async def the_bot(discord: LocalDiscord, path: Path, **settings: str) -> AsyncIterator[BotProcess]:
    """Run the bot as a process of its own, killed at the end; its log is in the database's folder."""
    made = environment(
        DISCORD_TOKEN=TOKEN,
        ROOKERY_DATABASE=str(path),
        **{"ROOKERY_CARD_FACES": "false", "ROOKERY_LOG_LEVEL": "ERROR", **settings},
    )
    process = await start(discord.origin, path.parent, path.parent / "log", made)
    try:
        yield process
    finally:
        process.kill()
        await process.ended()
