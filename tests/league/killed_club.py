"""A club with a bot that is killed as it plays, records, imports and rules; it prints what was confirmed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import Final, NamedTuple

from bot.app import App
from bot.common.address import Place
from bot.common.errors import Refused
from bot.database.opening import open_database
from bot.models.endings import Leaving
from bot.models.stored_tables import Status
from tests.application.killing import die_after, killable_database
from tests.league.club import BEGAN, CHANNELS, Club
from tests.league.plans import PLANS

QUICK: Final = PLANS[::4]
"""Pairs that meet in a bidding game, and a game of a dozen cards."""
SIZE: Final = 20
DAY: Final = 25 * 3600.0
"""Seconds between starts of the bot: all matches to confirm have expired by then."""
ANSWERS: Final = 8
"""Answers between two actions outside the tables."""


class Confirmed(NamedTuple):
    """A confirmed action, with its table or a count."""

    what: str
    number: int


def killed_club(place: Place, seed: int) -> Club:
    """The club with a fresh random source and clock for each start of the bot, numbered ``seed``."""
    return Club(place, Random(seed), SIZE, QUICK, clock=BEGAN + seed * DAY)


async def begin(place: Place) -> None:
    """Begin the seasons that are played from then on."""
    club = killed_club(place, 0)
    async with club.open() as app:
        await club.begin(app, Leaving.LOST)


class Death(NamedTuple):
    """When the process kills itself: after ``writes`` writes, counted from an action outside the tables."""

    act: int
    """From 1."""
    writes: int


def play_until_killed(place: Place, seed: int, death: Death | None, pipe: Connection) -> None:
    """Continue a club's seasons until the process is killed, by this function or from outside."""
    asyncio.run(_continue(place, seed, death, pipe))


async def _continue(place: Place, seed: int, death: Death | None, pipe: Connection) -> None:
    club = killed_club(place, seed)
    club.tell = lambda what, number: pipe.send(Confirmed(what, number))
    club.database = database = killable_database(await open_database(place))
    async with club.open() as app:
        await _clear_up(app)
        for number in count(1):
            league = await club.any_league(app)
            taken = {place.channel_id for place in app.tables.reading.places()}
            for channel_id in set(CHANNELS[:2]) - taken:
                await club.open_table(app, league, channel_id)
            await club.play(app, ANSWERS)
            if death is not None and number == death.act:
                die_after(death.writes, database)
            act = club.chance.choice((club.record, club.take_over, club.rule, club.rule, club.forfeit))
            await act(app, league)


async def _clear_up(app: App) -> None:
    """End what the kill left open: matches to confirm, and tables where no match has begun."""
    await app.league.paper_matches.lapsed()
    for place in app.tables.reading.places():
        with suppress(Refused):  # the clock closed it in the meantime
            table = await app.tables.desk.awake(place.channel_id)
            if table.record.status is Status.LOBBY:
                await app.tables.close_table(place.channel_id)
