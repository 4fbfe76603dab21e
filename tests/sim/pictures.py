"""Omits pictures: drawing takes another process, and messages are complete without."""

from __future__ import annotations

from bot.delivery.pictures import Picture
from bot.pictures.values import Subject


class NoPictures:
    """A drawing service that returns no pictures."""

    async def of(self, subject: Subject) -> Picture | None:
        """None."""
        return None

    async def face(self, name: str) -> bytes | None:
        """None."""
        return None

    async def close(self) -> None:
        """Nothing to close."""
