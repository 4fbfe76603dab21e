"""Users' personal settings: cards as faces or words, turn pings, slow-table reminders, the last card."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Final

from bot.database.database import Database
from bot.delivery.card_faces import CardFaces
from bot.models.faces import NO_FACES
from bot.models.stored import Pings, QuietHours, SlowReminder, SlowSettings
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.table.desk.shown import ShownTable

__all__ = ["PersonalSettings", "Pings", "QuietHours", "SlowReminder", "SlowSettings"]

USUAL: Final = SlowSettings()


class PersonalSettings:
    """Personal settings, loaded whole at the start: every message for one player asks for them."""

    def __init__(self, database: Database, faces: CardFaces) -> None:
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

    async def resume(self) -> None:
        """Load the stored settings.

        Raises:
            StoreError: the database cannot be read.
        """
        self._in_words = await self._store.people_in_words()
        self._pings = await self._store.pings()
        self._slow.update(await self._store.slow_settings())
        self._by_hand.update(await self._store.people_by_hand())

    def sees_words(self, user_id: int) -> bool:
        """Whether a user sees cards as words instead of faces."""
        return user_id in self._in_words

    async def set_words(self, user_id: int, *, in_words: bool) -> None:
        """Set whether a user sees cards as words."""
        await self._store.set_in_words(user_id, in_words=in_words)
        self._in_words = self._in_words | {user_id} if in_words else self._in_words - {user_id}

    def pings(self, user_id: int) -> Pings:
        """How a user is told of their turn; by default in the channel."""
        return self._pings.get(user_id, Pings.CHANNEL)

    async def set_pings(self, user_id: int, pings: Pings) -> None:
        """Set how a user is told of their turn."""
        await self._store.set_pings(user_id, pings)
        self._pings[user_id] = pings

    def slow(self, user_id: int) -> SlowSettings:
        """When a user is reminded at slow tables, and their quiet hours; the defaults if none are set."""
        return self._slow.get(user_id, USUAL)

    async def set_slow(self, user_id: int, settings: SlowSettings) -> None:
        """Set when a user is reminded at slow tables, and their quiet hours."""
        await self._store.set_slow_settings(user_id, settings)
        self._slow[user_id] = settings

    def lays_last_card(self, user_id: int) -> bool:
        """Whether a user plays the last card of a hand themselves; otherwise it is played for them."""
        return user_id in self._by_hand

    async def set_last_card(self, user_id: int, *, by_hand: bool) -> None:
        """Set whether a user plays the last card of a hand themselves."""
        await self._store.set_by_hand(user_id, by_hand=by_hand)
        (self._by_hand.add if by_hand else self._by_hand.discard)(user_id)

    def forget(self, user_id: int) -> None:
        """Drop the settings of a user from memory."""
        self._in_words -= {user_id}
        self._pings.pop(user_id, None)
        self._slow.pop(user_id, None)
        self._by_hand.discard(user_id)

    def seen_by(self, user_id: int, table: ShownTable) -> ShownTable:
        """The table with the card faces this user sees."""
        return table._replace(faces=NO_FACES if self.sees_words(user_id) else self._faces.shown)
