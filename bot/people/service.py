"""Exports a user's data as a file, and forgets a user everywhere."""

from __future__ import annotations

import asyncio
import json
import logging
import zipfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from enum import Enum, auto
from io import BytesIO
from typing import Final, NamedTuple

from bot.common.background import Listeners, in_thread
from bot.common.errors import Busy, StoreError
from bot.daily.store import DailyStore
from bot.database.asking import Asking
from bot.database.database import Database
from bot.database.leases import Lease
from bot.delivery.shown_messages import ShownMessages
from bot.delivery.store import LooseMessageStore
from bot.evening.service import Evenings
from bot.evening.store.people import EveningPeopleStore
from bot.league.ledger import LedgerKeeper
from bot.league.paper.service import PaperMatches
from bot.league.service import Leagues
from bot.models.former_players import ONLY_IN_COPIES, Forgetting
from bot.people.personal_settings import PersonalSettings
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.table.manager import GameManager
from bot.table.store.earlier_deals import EarlierDealStore

log = logging.getLogger(__name__)

NAME: Final = "rookery-my-data"
LARGEST: Final = 8_000_000
"""Bytes above which the file is zipped; Discord accepts ten million."""
RETRY_AFTER: Final = 60.0
"""Seconds before the first retry of forgetting."""
LONGEST_PAUSE: Final = 3600.0
"""Longest pause between retries, in seconds: a damaged backup stays damaged."""
LOOK_EVERY: Final = 600.0
"""Seconds between two looks for a forgetting that another process has not ended: it may be gone."""
TRIES_TO_ERASE: Final = 5
MOST_TOLD: Final = 300
"""The most tables that a notice names; it holds 7,900 bytes."""
GONE: Final = "forgotten"
"""Kind of the notice that a user's last rows are deleted, which another process may have read again."""
RETRY: Final = "forget-again"
"""Kind of the notice that a user could not be forgotten yet."""
OTHERS_WITHIN: Final = 10.0
"""Seconds that the other processes have to forget a user who waits for it."""
RETRY_WITHIN: Final = 60.0
"""The same in a retry: their database and backups may be large. Another *Forget me* waits for it."""
OTHERS_HAVE_NOT: Final = "Another process has not forgotten them yet."

LeaveTables = Callable[[Sequence[int], Forgetting], Awaitable[None]]
"""Makes a person leave each of some tables that is open, for good."""


class Forgotten(Enum):
    """How far forgetting a user has come: everywhere, all but backups, or only in part."""

    EVERYWHERE = auto()
    BUT_FOR_COPIES = auto()
    """Done but for backups."""
    IN_PART = auto()
    """Not done; acts until the rest succeeds are forgotten with it."""


class DataFile(NamedTuple):
    """Everything stored of a user as a file: JSON, zipped if it is large."""

    name: str
    content: bytes

    def __repr__(self) -> str:
        return f"<{len(self.content)} bytes>"


class Running(NamedTuple):
    """The running parts of the bot that hold user data in memory."""

    tables: GameManager
    evenings: Evenings
    ledger: LedgerKeeper
    leagues: Leagues
    paper_matches: PaperMatches
    personal_settings: PersonalSettings
    shown_messages: ShownMessages


class People:
    """Exporting and forgetting of users' data."""

    def __init__(
        self, database: Database, running: Running, copies: Callable[[int], Awaitable[None]]
    ) -> None:
        """``copies`` deletes a user's data, by id, in this process's backups of the database."""
        self._database = database
        self._own_data_store = OwnDataStore(database)
        self._people_store = PeopleStore(database)
        self._running = running
        self._copies = copies
        self._asking = Asking(database, "forget", self._forget_for_another)
        self._asking_for_copies = Asking(database, "copies", self._forget_in_own_copies)
        database.listen(RETRY, lambda _: self._has_failed.set())
        database.listen(GONE, self._drop_again)
        self._has_failed = asyncio.Event()
        """Set if a forgetting failed and needs a retry."""
        self._listeners = Listeners[Callable[[int], Awaitable[None]]]()
        self.on_forgotten: Final = self._listeners.add
        """Register a callback for when a user's id is out of the database; returns how to unregister it.

        A callback that raises ``StoreError`` is called again with the next retry.
        """

    def start(self) -> None:
        """Forget users for other processes from now on: the tables of its servers are this one's."""
        self._asking.start()
        self._asking_for_copies.start()

    async def close(self) -> None:
        """Stop forgetting users for other processes."""
        await self._asking.close()
        await self._asking_for_copies.close()

    async def data_of(self, user_id: int) -> DataFile:
        """Everything stored of a user, as a file; a StoreError if the database cannot be read."""
        return await in_thread(_file, await self._own_data_store.data_of(user_id))

    async def forget(self, user_id: int) -> Forgotten:
        """Forget a user: their acts stay, under a former player; returns how far that came.

        Once begun it is completed, by retries or after the next start.

        Raises:
            StoreError: it could not be begun.
        """
        async with self._database.leases.alone(Lease.FORGETTING):
            so_far = await self._try(await self._people_store.begin_forgetting(user_id), OTHERS_WITHIN)
        if so_far is not Forgotten.EVERYWHERE:
            self._has_failed.set()
            with suppress(StoreError):  # the clerk, who tries again, may be another process
                await self._database.notify(RETRY, "")
        return so_far

    async def retry_forever(self) -> None:
        """Complete unfinished forgettings, at the start, after each failure and now and then; never ends."""
        while True:
            await self.retry_until_done()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._has_failed.wait(), LOOK_EVERY)
            self._has_failed.clear()
            await asyncio.sleep(RETRY_AFTER)

    async def retry_until_done(self) -> None:
        """Retry all unfinished forgettings until each is done."""
        pause = RETRY_AFTER
        while not await self._retry_all():
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _retry_all(self) -> bool:
        """Try each unfinished forgetting once, independently; returns whether all are done."""
        try:
            return all([await self._retry(who) for who in await self._people_store.being_forgotten()])
        except StoreError as error:
            log.warning("who is to be forgotten can't be read yet: %s", error)
            return False

    async def _retry(self, who: Forgetting) -> bool:
        """Try to complete one forgetting; returns whether it is done."""
        async with self._database.leases.alone(Lease.FORGETTING):
            if who not in await self._people_store.being_forgotten():
                return True  # another process was at it; what the user has done since stays
            return await self._try(who, RETRY_WITHIN) is Forgotten.EVERYWHERE

    async def _try(self, who: Forgetting, within: float) -> Forgotten:
        """Do what is left of a forgetting, others in ``within`` seconds; returns how far it has come."""
        so_far = Forgotten.IN_PART
        try:
            if who.former_id != ONLY_IN_COPIES:
                await self._forget(who, within)
            so_far = Forgotten.BUT_FOR_COPIES
            await self._forget_in_copies(who.user_id, within)
        except StoreError as error:
            log.warning("one person could not be forgotten yet: %s", error)
            return so_far
        return Forgotten.EVERYWHERE

    async def _forget_in_copies(self, user_id: int, within: float) -> None:
        await self._forget_in_own_copies(str(user_id))
        if not await self._asking_for_copies.others(str(user_id), within):
            raise StoreError(OTHERS_HAVE_NOT)
        await self._people_store.end_in_copies(user_id)

    async def _forget_in_own_copies(self, user_id: str) -> None:
        async with self._database.leases.alone(Lease.COPIES):
            await self._copies(int(user_id))

    async def _forget(self, who: Forgetting, within: float) -> None:
        told = await self._forget_here(who)
        text = " ".join(map(str, [who.user_id, *told[:MOST_TOLD]]))
        if not await self._asking.others(text, within) or await self._is_at_table(who):
            raise StoreError(OTHERS_HAVE_NOT)
        await self._end(who)
        self._drop(who.user_id)
        with suppress(StoreError):
            await self._database.notify(GONE, str(who.user_id))
        log.info("one person was forgotten")

    async def _forget_for_another(self, text: str) -> None:
        """Forget a user where another process has begun to: at this one's tables, and in its memory.

        ``text``: the user, and the tables of which the other has removed stored reasons.
        """
        user_id, *told = map(int, text.split())
        for who in await self._people_store.being_forgotten():
            if who.user_id == user_id and who.former_id != ONLY_IN_COPIES:
                await self._forget_here(who)
        await self._running.tables.presence.reload_tables(told)
        self._drop(user_id)

    async def _is_at_table(self, who: Forgetting) -> bool:
        """Whether an open table of another process names the user still."""
        left = await self._people_store.tables_of(who.user_id)
        return not (await self._people_store.open_elsewhere()).isdisjoint(left)

    def _drop(self, user_id: int) -> None:
        """Drop from memory what is not at a table."""
        self._running.personal_settings.forget(user_id)
        self._running.tables.waiting.forget(user_id)

    def _drop_again(self, user_id: str) -> None:
        """Drop a forgotten user; a reading under way may have their settings still, so read again."""
        self._drop(int(user_id))
        self._running.personal_settings.read_again()

    async def _forget_here(self, who: Forgetting) -> list[int]:
        """Put a former player in a user's place: in the database and in memory; returns tables reloaded."""
        running, presence = self._running, self._running.tables.presence
        await running.shown_messages.write_notes()  # the notes say which messages name the user
        # The ledger must not hold half of a match under the old id when its rows are renumbered.
        async with running.ledger.paused():
            told = await forget_by_name(self._database, who, presence.forget, running.evenings.reload_tables)
        running.paper_matches.look_again()
        await running.ledger.catch_up()
        await running.leagues.tell_all()
        await presence.reload_tables(told)
        running.tables.desk.tables.forget_finished()
        for listener in self._listeners.present:
            await listener(who.user_id)
        return told

    async def _end(self, who: Forgetting) -> None:
        """Delete the last rows, also from the file; ``Busy`` if a snapshot was read at every try."""
        for _ in range(TRIES_TO_ERASE - 1):
            try:
                await self._people_store.end_but_for_copies(who.user_id)
            except Busy:
                await asyncio.sleep(1)
            else:
                return
        await self._people_store.end_but_for_copies(who.user_id)


def _file(data: object) -> DataFile:
    text = json.dumps(data, ensure_ascii=False, indent=1).encode()
    if len(text) <= LARGEST:
        return DataFile(f"{NAME}.json", text)
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{NAME}.json", text)
    return DataFile(f"{NAME}.zip", packed.getvalue())


async def forget_by_name(
    database: Database,
    who: Forgetting,
    leave_tables: LeaveTables,
    reload_evenings: Callable[[], Awaitable[None]] | None = None,
) -> list[int]:
    """Replace a person by a former player in evenings, tables, leagues and daily deals; safe to repeat.

    Open tables of other processes' servers stay as they are: each has its own in memory, where they leave.
    ``reload_evenings`` reloads the evenings in memory from the database; None where none are, in a backup.

    Returns the tables to reload: those with a reason removed, and those replaying a deal of their tables.

    Raises:
        StoreError: a part could not be changed. Repeat to finish.
    """
    people = PeopleStore(database)
    said_at = await people.remove_reasons(who)  # first, while their names are still stored
    # Before tables: an evening could else open another table with this person.
    await EveningPeopleStore(database).forget_in_evenings(who)
    if reload_evenings is not None:
        await reload_evenings()
    elsewhere = await people.open_elsewhere()
    tables = [one for one in await people.tables_of(who.user_id) if one not in elsewhere]
    await leave_tables(tables, who)
    for table_id in tables:
        await people.forget_at(table_id, who)
    await people.forget_in_leagues(who)
    await DailyStore(database).forget_in_daily(who)
    await LooseMessageStore(database).forget_in_messages(who.user_id)
    again = EarlierDealStore(database)
    played_again = [one for table_id in tables for one in await again.played_again_at(table_id)]
    return [*said_at, *played_again]
