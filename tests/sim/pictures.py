"""No pictures: drawing takes a process of its own, and messages say everything without."""

from __future__ import annotations

from bot.delivery.pictures import Picture, Subject


class NoPictures:
    """Leaves every picture out."""

    async def of(self, subject: Subject) -> Picture | None:
        """None."""
        return None

    async def face(self, name: str) -> bytes | None:
        """None."""
        return None

    async def close(self) -> None:
        """There is nothing to let go of."""
