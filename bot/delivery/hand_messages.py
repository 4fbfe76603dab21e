"""Players' hand messages, with the interaction tokens that can still edit them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.database.database import Database
from bot.delivery.seal import Seal
from bot.delivery.store import MessageStore
from bot.models.stored import HandMessage


class HandMessages:
    """The newest hand message of every player at every table, while its token is valid."""

    def __init__(self, database: Database, now: Callable[[], float], seal: Seal) -> None:
        self._store = MessageStore(database)
        self._now = now
        self._seal = seal

    async def remember(
        self, table_id: int, user_id: int, *, message_id: int, token: str, expires_at: float
    ) -> None:
        """Store a player's newest hand message, its token encrypted; ``expires_at`` in epoch seconds.

        Expired messages are deleted from the database.

        Raises:
            StoreError: it could not be stored.
        """
        hand = HandMessage(table_id, user_id, message_id, self._seal.seal(token), expires_at)
        await self._store.save_hand(hand, purge_before=self._now())

    async def forget_expired(self) -> None:
        """Delete the expired messages from the database."""
        await self._store.purge_hands(self._now())

    async def reachable(self) -> list[HandMessage]:
        """Unexpired hand messages, their tokens decrypted; without those sealed with another bot's token."""
        stored = await self._store.reachable_hands(self._now())
        opened = [(hand, self._seal.open(hand.token)) for hand in stored]
        return [replace(hand, token=token) for hand, token in opened if token is not None]
