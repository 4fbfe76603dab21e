"""Which private message shows a player's hand, and the token with which it may still be edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.database.database import Database
from bot.delivery.seal import Seal
from bot.delivery.store.hand_messages import MessageStore
from bot.models.stored import HandMessage


class HandMessages:
    """The newest private message of every player, for as long as it can be edited."""

    def __init__(self, database: Database, now: Callable[[], float], seal: Seal) -> None:
        self._store = MessageStore(database)
        self._now = now
        self._seal = seal

    async def remember(
        self, table_id: int, user_id: int, *, message_id: int, token: str, expires_at: float
    ) -> None:
        """Keep a message in place of the one before; ``expires_at`` in epoch seconds.

        Those that have expired meanwhile are forgotten.

        Raises:
            StoreError: it could not be stored.
        """
        sealed = self._seal.seal(token)
        await self._store.save_hand(HandMessage(table_id, user_id, message_id, sealed, expires_at))
        await self.forget_expired()

    async def forget_expired(self) -> None:
        """Forget the messages that cannot be edited any more."""
        await self._store.purge_hands(self._now())

    async def reachable(self) -> list[HandMessage]:
        """The messages of all players that can still be edited; those another bot has sealed cannot."""
        stored = await self._store.reachable_hands(self._now())
        opened = [(hand, self._seal.open(hand.token)) for hand in stored]
        return [replace(hand, token=token) for hand, token in opened if token is not None]
