"""Players' hand messages, and the interaction tokens that can still edit them, which are encrypted."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from pydantic import SecretStr

from bot.database.database import Database
from bot.delivery.store import HandMessage, HandMessageStore

_PURPOSE: Final = b"Rookery: tokens of hands"
NO_TIME: Final = 0
"""Stands for when a text was encrypted. The machine's time would differ when a simulated run is repeated."""


class HandMessages:
    """The newest hand message of every player at every table, while its token is valid."""

    def __init__(self, database: Database, now: Callable[[], float], seal: Seal) -> None:
        self._store = HandMessageStore(database)
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


class Seal:
    """Encrypts with a key derived from the bot's token, or without one with a random key of the process."""

    def __init__(self, secret: SecretStr | None) -> None:
        self._cipher = Fernet(Fernet.generate_key() if secret is None else _key(secret))

    def seal(self, text: str) -> str:
        """Encrypt a text; returns ASCII text."""
        return self._cipher.encrypt_at_time(text.encode(), NO_TIME).decode("ascii")

    def open(self, sealed: str) -> str | None:
        """Decrypt a text; None if it was encrypted with another key, or altered."""
        try:
            return self._cipher.decrypt(sealed).decode()
        except (InvalidToken, ValueError):  # a ValueError for a text that is not ASCII
            return None


def _key(secret: SecretStr) -> bytes:
    digest = hashlib.blake2b(_PURPOSE, key=hashlib.sha256(secret.get_secret_value().encode()).digest())
    return urlsafe_b64encode(digest.digest()[:32])
