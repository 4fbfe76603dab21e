"""What people have settled for themselves: how they see cards, and how they hear that it is their turn."""

from __future__ import annotations

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Final

from bot.database.database import Database
from bot.delivery.card_faces import CardFaces
from bot.models.faces import NO_FACES
from bot.models.stored import Pings, QuietHours, SlowReminder, SlowWishes
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.table.desk.shown import ShownTable

__all__ = ["PersonalSettings", "Pings", "QuietHours", "SlowReminder", "SlowWishes"]

USUAL: Final = SlowWishes()


class PersonalSettings:
    """Known from the start on, for whatever is shown to one person alone asks for them."""

    def __init__(self, database: Database, faces: CardFaces) -> None:
        self._store = PersonalSettingsStore(database)
        self._faces = faces
        self._in_words = frozenset[int]()
        self._pings = dict[int, Pings]()
        self._slow = dict[int, SlowWishes]()
        self._by_hand = set[int]()
        self.all_by_hand: Final[Set[int]] = self._by_hand
        """Everybody who lays the last card of a hand themselves, as it is at any time."""
        self.all_slow: Final[Mapping[int, SlowWishes]] = MappingProxyType(self._slow)
        """What people have settled about slow tables, as it is at any time."""

    async def resume(self) -> None:
        """Read what is stored.

        Raises:
            StoreError: it cannot be read.
        """
        self._in_words = await self._store.people_in_words()
        self._pings = await self._store.pings()
        self._slow.update(await self._store.slow_wishes())
        self._by_hand.update(await self._store.people_by_hand())

    def wants_words(self, user_id: int) -> bool:
        """Whether somebody wants cards in words."""
        return user_id in self._in_words

    async def want_words(self, user_id: int, *, in_words: bool) -> None:
        """Settle how somebody sees cards.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.set_in_words(user_id, in_words=in_words)
        self._in_words = self._in_words | {user_id} if in_words else self._in_words - {user_id}

    def pings(self, user_id: int) -> Pings:
        """How somebody wants to hear that it is their turn."""
        return self._pings.get(user_id, Pings.CHANNEL)

    async def want_pings(self, user_id: int, pings: Pings) -> None:
        """Settle how somebody hears that it is their turn.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.set_pings(user_id, pings)
        self._pings[user_id] = pings

    def slow(self, user_id: int) -> SlowWishes:
        """What somebody has settled about slow tables."""
        return self._slow.get(user_id, USUAL)

    async def want_slow(self, user_id: int, wishes: SlowWishes) -> None:
        """Settle when somebody is reminded at slow tables, and when nowhere.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.set_slow_wishes(user_id, wishes)
        self._slow[user_id] = wishes

    def lays_last_card(self, user_id: int) -> bool:
        """Whether somebody lays the last card of a hand themselves; it plays itself otherwise."""
        return user_id in self._by_hand

    async def want_last_card(self, user_id: int, *, by_hand: bool) -> None:
        """Settle who lays somebody's last card.

        Raises:
            StoreError: it could not be stored.
        """
        await self._store.set_by_hand(user_id, by_hand=by_hand)
        (self._by_hand.add if by_hand else self._by_hand.discard)(user_id)

    def forget(self, user_id: int) -> None:
        """Let go of what somebody has settled, who is forgotten in the database."""
        self._in_words -= {user_id}
        self._pings.pop(user_id, None)
        self._slow.pop(user_id, None)
        self._by_hand.discard(user_id)

    def seen_by(self, user_id: int, table: ShownTable) -> ShownTable:
        """A table with the faces somebody sees, in messages for them alone."""
        return table._replace(faces=NO_FACES if self.wants_words(user_id) else self._faces.shown)
