"""A club with matches in progress, written to the database directly: tables with messages and hands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from pydantic import SecretStr

from bot.app import App, open_app
from bot.client import RookeryBot
from bot.common.settings import Settings
from bot.computers.worker import ComputerPlayers
from bot.database.database import Database
from bot.database.opening import open_database
from bot.delivery.hand_messages import Seal
from bot.delivery.store import HandMessage, HandMessageStore
from bot.models.stored_messages import ShownMessage
from bot.models.stored_tables import LogEntry, SeatRecord, Status
from bot.table.lobby.before_match import Person
from bot.table.opening import WantedTable, new_table
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from cogs.ui.controls import IN_HANDS, Verb
from tests.bench.small_discord import NextPress, SmallDiscord
from tests.bench.stored import GAME, Answers, play
from tests.inline import InlineComputers
from tests.sim.ids import GUILD
from tests.sim.messages import Channel

SEATS: Final = 4
PLAYED: Final = 30
"""Actions played at each table; by then most are in a trick and some still bid."""
TOKEN_LIFE: Final = 14 * 60.0
ANSWERS: Final = tuple(f":{verb}:" for verb in IN_HANDS - {Verb.OTHER_BID, Verb.BID})
"""Verbs that answer by a press; those that need a form are left out."""


class Club:
    """Tables of four people each; ``played_at`` is when their matches were last played, in epoch seconds."""

    def __init__(self, discord: SmallDiscord, tables: int, played_at: float) -> None:
        self._discord = discord
        self._played_at = played_at
        self._channels = [
            discord.server.add_channel(f"table-{number}", discord.guild) for number in range(tables)
        ]

    @property
    def is_ready(self) -> bool:
        """Whether every player has a hand message."""
        hands = (own[-1] for channel in self._channels for own in channel.private.values())
        return all(hand.drawn_at > hand.made_at for hand in hands)

    def next_press(self, random: Random) -> NextPress:
        """A random legal press of a player who is asked, from their hand message."""
        while True:
            presses = self._presses_offered(random.choice(self._channels))
            if presses:
                return random.choice(presses)

    def _presses_offered(self, channel: Channel) -> Sequence[NextPress]:
        return [
            NextPress(user_id, own[-1], component)
            for user_id, own in channel.private.items()
            if own
            for component in self._discord.server.offered[own[-1].id]
            if any(verb in component for verb in ANSWERS)
        ]

    async def write_down(self, database: Database, seal: Seal) -> None:
        """Store the matches and their messages."""
        stored = (_store(self._discord, database, seal, one, self._played_at) for one in self._channels)
        await asyncio.gather(*stored)


async def _store(discord: SmallDiscord, database: Database, seal: Seal, channel: Channel, now: float) -> None:
    people = [Person(channel.id + seat, f"Player {seat + 1}") for seat in range(SEATS)]
    answers: Answers = play(PLAYED, Random(channel.id))
    table = await TableStore(database).create_table(
        new_table(GUILD, channel.id, people[0], WantedTable(GAME, seats=SEATS), at=now)
    )
    entries = [
        LogEntry(number, seat, None if seat < 0 else people[seat].id, str(action), now)
        for number, (seat, action) in enumerate(answers, start=2)
    ]
    seats = tuple(SeatRecord(person.id, person.name) for person in people)
    playing = table._replace(seats=seats, status=Status.PLAYING, revision=1)
    await TableStore(database).append(table.id, entries, table=playing)
    message, _ = discord.message(channel.id, ())
    await ShownStore(database).save_shown(
        ShownMessage(message.id, table.id, "table", 1, entries[-1].revision)
    )
    for person in people:
        hand, token = discord.message(channel.id, (), reader=person.id)
        sealed = HandMessage(table.id, person.id, hand.id, seal.seal(token), now + TOKEN_LIFE)
        await HandMessageStore(database).save_hand(sealed)


@asynccontextmanager
async def a_club(discord: SmallDiscord, path: Path, tables: int) -> AsyncIterator[Club]:
    """Store a club, start the bot on it, and wait until every player has a hand message."""
    club = Club(discord, tables, time.time())
    settings = Settings(_env_file=None, database=path)
    async with a_bot(discord, settings, InlineComputers(), club):
        await discord.until(lambda: club.is_ready)
        yield club


@asynccontextmanager
async def a_bot(
    discord: SmallDiscord, settings: Settings, computers: ComputerPlayers, *clubs: Club
) -> AsyncIterator[App]:
    """Store clubs and start the bot on them."""
    token = SecretStr("a token")
    settings = settings.model_copy(update={"discord_token": token})
    database = await open_database(settings.database)
    try:
        for club in clubs:
            await club.write_down(database, Seal(token))
    finally:
        await database.close()
    async with (
        open_app(settings, computers=computers, random=Random(1)) as app,
        RookeryBot(app) as bot,
    ):
        await discord.connect(bot)
        try:
            yield app
        finally:
            await discord.disconnect()
