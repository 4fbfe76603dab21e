"""A process in which two players doubt a card and the others do not answer, until it is killed."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from bot.app import open_app
from rules.core.actions import SHOUT
from tests.inline import InlineComputers
from tests.table.people import CHANNEL, FOUR, asked, begin, legal, settings_for

NOON = 1_700_000_000_000
"""A time as Discord stamps it, in milliseconds."""


def doubt_and_wait(path: Path, pipe: Connection) -> None:
    """Have two players doubt a card, the later one first; print who was earlier, once confirmed."""
    asyncio.run(_doubt_and_wait(path, pipe))


async def _doubt_and_wait(path: Path, pipe: Connection) -> None:
    async with open_app(settings_for(path), computers=InlineComputers()) as app:
        player = asked(await begin(app.tables, *FOUR, game="doubt_old", race_window=60))
        await app.tables.play.act(CHANNEL, player, await legal(app.tables, player, Random(1)))
        late, early, _ = [person.id for person in FOUR if person.id != player]
        await app.tables.play.act(CHANNEL, late, SHOUT, stamp=NOON + 1)
        await app.tables.play.act(CHANNEL, early, SHOUT, stamp=NOON)
        pipe.send(early)
        await asyncio.get_running_loop().create_future()
