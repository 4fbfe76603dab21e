"""Cache of open evenings: a change is stored first, then adopted, then announced to listeners."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.common.background import Listeners
from bot.common.errors import Refused
from bot.database.database import ChannelTaken, Damaged, Database
from bot.evening.joining import OVER
from bot.evening.store.evenings import EveningStore
from bot.models.evening_kinds import EveningStatus
from bot.models.stored_evenings import EveningRecord

DAMAGED: Final = (
    "This channel's evening can't be read anymore, so it's stuck. "
    "A manager of this server ends it with `/night end`."
)
NONE_HERE: Final = "There's no evening in this channel. `/night new` opens one."

log = logging.getLogger(__name__)

Listener = Callable[[int], None]


class KeptEvenings:
    """All open evenings in memory, at most one a channel, each with its lock.

    A ``StoreError`` means that the database cannot be read, or that nothing was stored or changed.
    """

    def __init__(self, database: Database, counts: Callable[[int], None]) -> None:
        """``counts`` is called with a league's id when an evening that counts there is over."""
        self._store = EveningStore(database)
        self._counts = counts
        self._present: dict[int, EveningRecord] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._doubtful: set[int] = set()
        """Ids of evenings with a possibly stale copy here: they are read again before a change."""
        self._damaged: dict[int, int] = {}
        """Channel of each damaged open evening, by its id."""
        self._listeners = Listeners[Listener]()
        self.listen: Final = self._listeners.add
        """Call ``listener`` with the id of each evening that changes; returns a function that removes it."""

    @property
    def everyone(self) -> tuple[EveningRecord, ...]:
        """The open evenings, oldest first."""
        return tuple(self._present.values())

    def tell(self, evening_id: int) -> None:
        """Notify all listeners that an evening or one of its tables has changed."""
        for listener in self._listeners.present:
            try:
                listener(evening_id)
            except Exception:
                log.exception("a listener failed on evening %d", evening_id)

    async def learn(self) -> None:
        """Load open evenings not in memory. Damaged ones are quarantined until a manager ends them."""
        for evening_id in await self._store.open_evenings():
            if self._is_unknown(evening_id):
                await self._load(evening_id)

    async def catch_up(self, evening_id: int) -> None:
        """Read an evening again if its last write is in doubt."""
        if evening_id in self._doubtful:
            with suppress(Refused):
                async with self.changing(evening_id):
                    pass

    async def _read_again(self, evening_id: int) -> None:
        """Load an evening, and notify listeners if it is not as its copy was."""
        copy, stored = self.find(evening_id), await self._load(evening_id)
        if stored is not None and self.find(evening_id) != copy:
            self.put(stored)

    async def _load(self, evening_id: int) -> EveningRecord | None:
        self._damaged.pop(evening_id, None)
        try:
            evening = await self._store.evening(evening_id)
        except Damaged as error:
            log.error("evening %d is left as it is: %s", evening_id, error)
            await self._quarantine(evening_id)
            evening = None
        self._doubtful.discard(evening_id)
        if evening is None or evening.status is EveningStatus.OVER:
            self._present.pop(evening_id, None)
        else:
            self._present[evening_id] = evening
        return evening

    async def _quarantine(self, evening_id: int) -> None:
        with suppress(Damaged):
            self._damaged[evening_id] = await self._store.channel_of_evening(evening_id)

    async def end_damaged(self, channel_id: int, now: float) -> bool:
        """End the damaged evening of a channel; returns whether there was one."""
        found = next((one for one, place in self._damaged.items() if place == channel_id), None)
        if found is None:
            return False
        await self._store.end_damaged_evening(found, now)
        self._damaged.pop(found, None)
        return True

    def check_sound(self, channel_id: int) -> None:
        """Raise ``Refused`` if a channel has a damaged evening."""
        if channel_id in self._damaged.values():
            raise Refused(DAMAGED)

    def is_damaged(self, evening_id: int) -> bool:
        """Whether an open evening is damaged."""
        return evening_id in self._damaged

    def find(self, evening_id: int) -> EveningRecord | None:
        """The open evening with an id; None without one."""
        return self._present.get(evening_id)

    def open(self, evening_id: int) -> EveningRecord:
        """The open evening with an id; raises ``Refused`` if it is over."""
        evening = self.find(evening_id)
        if evening is None:
            raise Refused(OVER)
        return evening

    async def read(self, evening_id: int) -> EveningRecord:
        """The evening with an id, open or over; raises ``Refused`` if there is none, or it is damaged."""
        if self.is_damaged(evening_id):
            raise Refused(DAMAGED)
        evening = self.find(evening_id) or await self._store.evening(evening_id)
        if evening is None:
            raise Refused(NONE_HERE)
        return evening

    def of_place(self, channel_id: int) -> EveningRecord | None:
        """The open evening of a channel, or with a table in it (a channel or thread); None without one.

        Raises ``Refused`` if it is damaged.
        """
        self.check_sound(channel_id)
        return self.at(channel_id) or self.playing_in(channel_id)

    def at(self, channel_id: int) -> EveningRecord | None:
        """The open evening of a channel; None without one."""
        return next((one for one in self._present.values() if one.channel_id == channel_id), None)

    def playing_in(self, channel_id: int) -> EveningRecord | None:
        """The evening with a table in a channel or thread; None without one."""
        found = (one for one in self.everyone if any(table.channel_id == channel_id for table in one.tables))
        return next(found, None)

    @asynccontextmanager
    async def changing(self, evening_id: int) -> AsyncIterator[EveningRecord]:
        """Hold the lock of an open evening; gives the evening, read again if the copy may be stale.

        Raises ``Refused`` if it is over or damaged.
        """
        async with self._locks.setdefault(evening_id, asyncio.Lock()):
            if evening_id in self._doubtful or self._is_unknown(evening_id):
                await self._read_again(evening_id)
            evening = self._present.get(evening_id)
            if evening is None:
                raise Refused(DAMAGED if self.is_damaged(evening_id) else OVER)
            try:
                yield evening
            except Refused:
                raise
            except BaseException:  # a cancelled write may or may not have been stored
                self._doubtful.add(evening_id)
                self.tell(evening_id)  # its board reads it again
                raise

    def _is_unknown(self, evening_id: int) -> bool:
        """Whether an evening is neither loaded nor damaged: it is over, or its opening is in doubt."""
        return evening_id not in self._present and evening_id not in self._damaged

    async def add(self, evening: EveningRecord) -> EveningRecord:
        """Store a new evening; returns it with its id. Listeners are not notified.

        Raises ``ChannelTaken`` if the channel has an open evening.
        """
        try:
            stored = await self._store.create_evening(evening)
        except ChannelTaken:
            await self.learn()  # an earlier opening that seemed to fail may have been stored
            if taken := self.at(evening.channel_id):
                self.tell(taken.id)
            raise
        self._present[stored.id] = stored
        return stored

    async def save(
        self, before: EveningRecord, after: EveningRecord, cards: Mapping[int, str] | None = None
    ) -> EveningRecord:
        """Store a changed evening (lock held) with ``cards`` by deal, adopt it, notify; returns it stored."""
        if after == before:
            return before
        changed = replace(after, revision=before.revision + 1)
        await self._store.save_evening(changed, before, cards)
        self.put(changed)
        return changed

    def hold(self, evening: EveningRecord) -> None:
        """Adopt a stored evening without notifying listeners."""
        self._present[evening.id] = evening

    def put(self, evening: EveningRecord) -> None:
        """Adopt a stored evening, or drop it if over (then its league is told), and notify listeners."""
        if evening.status is EveningStatus.OVER:
            self._present.pop(evening.id, None)
            if evening.season is not None:
                self._counts(evening.season.league_id)
        else:
            self._present[evening.id] = evening
        self.tell(evening.id)

    def doubt(self, evening_id: int) -> None:
        """Mark the copy of an evening as stale: it is read again before the next change."""
        self._doubtful.add(evening_id)

    async def note_when_over(self, evening_id: int, **values: Any) -> None:  # noqa: ANN401  (of any field)
        """Store new values of fields of an evening that is over; does nothing if it is not."""
        evening = await self._store.evening(evening_id)
        if evening is not None and evening.status is EveningStatus.OVER:
            noted = replace(evening, revision=evening.revision + 1, **values)
            await self._store.save_evening(noted, evening)
