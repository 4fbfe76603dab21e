"""The evenings that are not over, in memory: stored first, then the present, then told."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final

from bot.common.background import Listeners
from bot.common.errors import Refused
from bot.database.database import Database
from bot.database.errors import ChannelTaken, Damaged
from bot.evening.joining import OVER
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningStatus
from bot.models.stored_evenings import EveningRecord

DAMAGED: Final = (
    "This channel's evening can't be read anymore, so it's stuck. "
    "A manager of this server ends it with `/night end`."
)

log = logging.getLogger(__name__)

Listener = Callable[[int], None]


class KeptEvenings:
    """All open evenings, one a channel, each with a lock of its own."""

    def __init__(self, database: Database, counts: Callable[[int], None]) -> None:
        """``counts`` is told of a league, by its id, when an evening that counts there is over."""
        self._store = EveningStore(database)
        self._counts = counts
        self._present: dict[int, EveningRecord] = {}
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._doubtful: set[int] = set()
        """Of which more may be stored than is known here."""
        self._damaged: dict[int, int] = {}
        """The channel of each open evening that cannot be read."""
        self._listeners = Listeners[Listener]()

    @property
    def everyone(self) -> tuple[EveningRecord, ...]:
        """The open evenings, oldest first."""
        return tuple(self._present.values())

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told, by its number, of each evening that has changed; returns how to stop."""
        return self._listeners.add(listener)

    def tell(self, evening_id: int) -> None:
        """Tell everyone who listens that an evening has changed, or one of its tables."""
        for listener in self._listeners.present:
            try:
                listener(evening_id)
            except Exception:
                log.exception("a listener failed on evening %d", evening_id)

    async def learn(self) -> None:
        """Read every open evening that is not known; one that is damaged stands still until somebody ends it.

        Raises:
            StoreError: not even which there are can be read.
        """
        for evening_id in await self._store.open_evenings():
            if self._is_unknown(evening_id):
                await self._read(evening_id)

    async def _read(self, evening_id: int) -> None:
        self._damaged.pop(evening_id, None)
        try:
            evening = await self._store.evening(evening_id)
        except Damaged as error:
            log.error("evening %d is left as it is: %s", evening_id, error)
            await self._set_aside(evening_id)
            evening = None
        self._doubtful.discard(evening_id)
        if evening is None or evening.status is EveningStatus.OVER:
            self._present.pop(evening_id, None)
        else:
            self._present[evening_id] = evening

    async def _set_aside(self, evening_id: int) -> None:
        with suppress(Damaged):
            self._damaged[evening_id] = await self._store.channel_of_evening(evening_id)

    async def end_damaged(self, channel_id: int, now: float) -> bool:
        """End the evening of a channel that cannot be read; whether there is one."""
        found = next((one for one, place in self._damaged.items() if place == channel_id), None)
        if found is None:
            return False
        await self._store.end_damaged_evening(found, now)
        self._damaged.pop(found, None)
        return True

    def check_sound(self, channel_id: int) -> None:
        """Check that the evening of a channel, if it has one, can be read.

        Raises:
            Refused: it cannot.
        """
        if channel_id in self._damaged.values():
            raise Refused(DAMAGED)

    def is_damaged(self, evening_id: int) -> bool:
        """Whether an open evening cannot be read."""
        return evening_id in self._damaged

    def find(self, evening_id: int) -> EveningRecord | None:
        """An open evening."""
        return self._present.get(evening_id)

    def at(self, channel_id: int) -> EveningRecord | None:
        """The open evening of a channel."""
        return next((one for one in self._present.values() if one.channel_id == channel_id), None)

    def playing_in(self, channel_id: int) -> EveningRecord | None:
        """The evening that has a table in a channel or thread."""
        return next(
            (
                one
                for one in self._present.values()
                if any(table.channel_id == channel_id for table in one.tables)
            ),
            None,
        )

    @asynccontextmanager
    async def changing(self, evening_id: int) -> AsyncIterator[EveningRecord]:
        """Hold the lock of an open evening, sure of what is stored of it.

        Raises:
            Refused: it is over.
            StoreError: what is stored cannot be found out yet.
        """
        async with self._locks[evening_id]:
            if evening_id in self._doubtful or self._is_unknown(evening_id):
                await self._read(evening_id)
            evening = self._present.get(evening_id)
            if evening is None:
                self._locks.pop(evening_id, None)
                raise Refused(DAMAGED if self.is_damaged(evening_id) else OVER)
            try:
                yield evening
            except Refused:
                raise
            except BaseException:  # it may have been stored: a write that is cancelled is, or is not
                self._doubtful.add(evening_id)
                raise

    def _is_unknown(self, evening_id: int) -> bool:
        """Whether it is over, or is open and its opening was left in doubt."""
        return evening_id not in self._present and evening_id not in self._damaged

    async def add(self, evening: EveningRecord) -> EveningRecord:
        """Store a new evening; whoever opened it shows it.

        Raises:
            ChannelTaken: the channel has one, which is known from now on if its opening was left in doubt.
        """
        try:
            stored = await self._store.create_evening(evening)
        except ChannelTaken:
            await self.learn()
            raise
        self._present[stored.id] = stored
        return stored

    async def save(
        self, before: EveningRecord, after: EveningRecord, cards: Mapping[int, str] | None = None
    ) -> EveningRecord:
        """Store an evening that is being changed, make it the present, and tell of it.

        Raises:
            StoreError: it could not be stored; nothing has changed.
        """
        if after == before:
            return before
        changed = replace(after, revision=before.revision + 1)
        await self._store.save_evening(changed, before, cards)
        self.put(changed)
        return changed

    def hold(self, evening: EveningRecord) -> None:
        """Make what is stored of an evening the present, where nobody needs to be told."""
        self._present[evening.id] = evening

    def put(self, evening: EveningRecord) -> None:
        """Make what is stored of an evening the present, and tell of it."""
        if evening.status is EveningStatus.OVER:
            self._present.pop(evening.id, None)
            if evening.season is not None:
                self._counts(evening.season.league_id)
        else:
            self._present[evening.id] = evening
        self.tell(evening.id)

    def doubt(self, evening_id: int) -> None:
        """More may be stored of an evening than is known: it is read again before it is changed."""
        self._doubtful.add(evening_id)
