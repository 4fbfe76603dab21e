"""Encryption of stored secrets (tokens): the database alone is not enough to read them."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from typing import Final

from cryptography.fernet import Fernet, InvalidToken
from pydantic import SecretStr

_PURPOSE: Final = b"Rookery: tokens of hands"
NO_TIME: Final = 0
"""Stands for when a text was encrypted. The machine's time would differ when a simulated run is repeated."""


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
        except (InvalidToken, UnicodeError):
            return None


def _key(secret: SecretStr) -> bytes:
    digest = hashlib.blake2b(_PURPOSE, key=hashlib.sha256(secret.get_secret_value().encode()).digest())
    return urlsafe_b64encode(digest.digest()[:32])
