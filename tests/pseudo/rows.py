"""All rows a real database holds after some actions in every game."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from pathlib import Path
from random import Random

from bot.app import App, open_app
from rules.catalog import GAMES
from tests.inline import InlineComputers
from tests.table.people import EIGHT, asked, begin, legal, settings_for

ACTS = 40
"""Actions in each game."""
NOW = 1_800_000_000.0
"""The calendar's time in epoch seconds throughout: one that runs faster than the loop's is one set ahead."""


async def stored_rows() -> list[str]:
    """Play a little of every game, each in its own channel, and return the database's rows."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rookery.sqlite3"
        async with open_app(
            settings_for(file, pace=30),
            computers=InlineComputers(),
            random=Random(1),
            now=lambda: NOW,
        ) as app:
            app.turns.pause()  # no turn of the clock on a slow machine
            for channel, key in enumerate(GAMES):
                await play_a_little(app, channel, key)
        with contextlib.closing(sqlite3.connect(file)) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            names = [name for (name,) in tables]
            rows = [connection.execute(f"SELECT * FROM {name}") for name in names]
            return [f"{name} {row}" for name, found in zip(names, rows, strict=True) for row in found]


async def play_a_little(app: App, channel: int, key: str) -> None:
    """Play legal actions until ``ACTS`` are stored or no player is asked."""
    random = Random(channel)
    people = EIGHT[: GAMES[key].about.seats[0]]
    table = await begin(app.tables, *people, channel_id=channel, game=key)
    for _ in range(ACTS):
        if not table.is_playing or not table.turn.waiting_for:
            return
        who = asked(table)
        table = (await app.tables.play.act(channel, who, await legal(app.tables, who, random, channel))).table
