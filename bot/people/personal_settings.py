"""Users' personal settings: cards as faces or words, turn pings, slow-table reminders, the last card."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Set
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from bot.common.background import Background
from bot.common.errors import StoreError
from bot.database.database import Database
from bot.delivery.card_faces import CardFaces
from bot.models.faces import NO_FACES
from bot.models.stored_settings import Pings, SlowSettings
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.table.desk.shown import ShownTable

log = logging.getLogger(__name__)

USUAL: Final = SlowSettings()
CHANGED: Final = "settings"
"""Kind of the notice that a user's settings have changed."""


class PersonalSettings:
    """Personal settings, loaded whole at the start: every message for one player asks for them."""

    def __init__(self, database: Database, faces: CardFaces) -> None:
        self._database = database
        self._store = PersonalSettingsStore(database)
        self._faces = faces
        self._in_words = frozenset[int]()
        self._pings = dict[int, Pings]()
        self._slow = dict[int, SlowSettings]()
        self._by_hand = set[int]()
        self.all_by_hand: Final[Set[int]] = self._by_hand
        """Users who play the last card of a hand themselves; a live view."""
        self.all_slow: Final[Mapping[int, SlowSettings]] = MappingProxyType(self._slow)
        """Slow-table settings by user, without defaults; a live view."""
        self._reading = Background()
        self.close: Final = self._reading.cancel
        """Stop reading again what another process has changed."""
        database.listen(CHANGED, lambda _: self.read_again())

    async def resume(self) -> None:
        """Load the stored settings in place of those in memory; a StoreError if they cannot be read."""
        in_words, pings = await self._store.people_in_words(), await self._store.pings()
        slow, by_hand = await self._store.slow_settings(), await self._store.people_by_hand()
        self._in_words, self._pings = in_words, pings
        self._slow.clear()
        self._slow.update(slow)
        self._by_hand.clear()
        self._by_hand.update(by_hand)

    def read_again(self) -> None:
        """Load the stored settings again, in the background."""
        self._reading.begin(self._read_again())

    async def _read_again(self) -> None:
        try:
            await self.resume()
        except StoreError as error:
            log.warning("the settings of people could not be read again: %s", error)

    async def _tell(self) -> None:
        """Have other processes read the settings again: people play in the servers of several."""
        if self._database.leases.are_shared:
            with suppress(StoreError):  # the change is stored
                await self._database.notify(CHANGED, "")

    def sees_words(self, user_id: int) -> bool:
        """Whether a user sees cards as words instead of faces."""
        return user_id in self._in_words

    async def set_words(self, user_id: int, *, in_words: bool) -> None:
        """Set whether a user sees cards as words."""
        await self._store.set_in_words(user_id, in_words=in_words)
        self._in_words = self._in_words | {user_id} if in_words else self._in_words - {user_id}
        await self._tell()

    def pings(self, user_id: int) -> Pings:
        """How a user is told of their turn; by default in the channel."""
        return self._pings.get(user_id, Pings.CHANNEL)

    async def set_pings(self, user_id: int, pings: Pings) -> None:
        """Set how a user is told of their turn."""
        await self._store.set_pings(user_id, pings)
        self._pings[user_id] = pings
        await self._tell()

    def slow(self, user_id: int) -> SlowSettings:
        """When a user is reminded at slow tables, and their quiet hours; the defaults if none are set."""
        return self._slow.get(user_id, USUAL)

    async def set_slow(self, user_id: int, settings: SlowSettings) -> None:
        """Set when a user is reminded at slow tables, and their quiet hours."""
        await self._store.set_slow_settings(user_id, settings)
        self._slow[user_id] = settings
        await self._tell()

    def lays_last_card(self, user_id: int) -> bool:
        """Whether a user plays the last card of a hand themselves; otherwise it is played for them."""
        return user_id in self._by_hand

    async def set_last_card(self, user_id: int, *, by_hand: bool) -> None:
        """Set whether a user plays the last card of a hand themselves."""
        await self._store.set_by_hand(user_id, by_hand=by_hand)
        (self._by_hand.add if by_hand else self._by_hand.discard)(user_id)
        await self._tell()

    def forget(self, user_id: int) -> None:
        """Drop the settings of a user from memory."""
        self._in_words -= {user_id}
        self._pings.pop(user_id, None)
        self._slow.pop(user_id, None)
        self._by_hand.discard(user_id)

    def seen_by(self, user_id: int, table: ShownTable) -> ShownTable:
        """The table with the card faces this user sees."""
        return table._replace(faces=NO_FACES if self.sees_words(user_id) else self._faces.shown)
