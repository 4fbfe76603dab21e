"""Pictures for messages, drawn in a process of their own that is there only while pictures are wanted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from bot.common.worker_process import WorkerDied, Workers
from bot.pictures.alt_text import alt_text
from bot.pictures.values import (
    NO_TABLE,
    TABLE_SEATS,
    BidHeights,
    BidsAt,
    CrossTable,
    Form,
    FormBar,
    MatchEnd,
    RatingHistory,
    RatingPoint,
    Subject,
    TablePicture,
    TableSeat,
)

__all__ = [
    "NO_TABLE",
    "TABLE_SEATS",
    "BidHeights",
    "BidsAt",
    "CrossTable",
    "DrawingProcess",
    "Form",
    "FormBar",
    "InlinePictures",
    "MatchEnd",
    "Picture",
    "Pictures",
    "RatingHistory",
    "RatingPoint",
    "Subject",
    "TablePicture",
    "TableSeat",
]

log = logging.getLogger(__name__)
T = TypeVar("T")

TIME_LIMIT: Final = 10.0
"""Seconds for a picture; the first takes one or two, for matplotlib has to be loaded."""
PATIENT: Final = 120.0
"""The same for card faces, which nobody waits for."""
FACES_IDLE: Final = 10.0
"""Seconds after a card face until their process ends: when many are sent, the next one comes sooner."""
IDLE: Final = 120.0
"""Seconds after which the process ends: loaded, it is as large as the bot."""
MOST_WAITING: Final = 20
"""Pictures asked for at once; whoever comes then does without."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture and what stands for it where it can't be seen."""

    png: bytes
    alt_text: str


class Pictures(Protocol):
    """Whoever draws."""

    async def of(self, subject: Subject) -> Picture | None:
        """The picture of something; None if there is nothing to draw, or it could not be drawn in time."""
        ...

    async def face(self, name: str) -> bytes | None:
        """A card face of the sheet as a PNG file; None if it could not be drawn in time."""
        ...

    async def close(self) -> None:
        """Let go of what drawing needs."""
        ...


class InlinePictures:
    """Draws where it is asked: for tests."""

    async def of(self, subject: Subject) -> Picture | None:
        """The picture, drawn on the spot."""
        return None if subject.is_empty else Picture(draw(subject), alt_text(subject))

    async def face(self, name: str) -> bytes | None:
        """The card face, drawn on the spot."""
        return draw_face(name)

    async def close(self) -> None:
        """There is nothing to let go of."""


class DrawingProcess:
    """Draws one picture after the other. One that cannot be drawn is left out: the text says it all, too.

    Card faces are drawn in a process of their own, so that nobody waits for a picture behind them.
    """

    def __init__(self, *, time_limit: float = TIME_LIMIT, idle: float = IDLE) -> None:
        self._process = Workers(time_limit=time_limit, idle=idle)
        self._faces = Workers(time_limit=PATIENT, idle=FACES_IDLE)

    async def of(self, subject: Subject) -> Picture | None:
        """The picture of something; None if there is nothing to draw, or it could not be drawn in time."""
        if subject.is_empty or self._process.waiting >= MOST_WAITING:
            return None
        drawn = await _drawn(self._process, draw, subject)
        return None if drawn is None else Picture(drawn, alt_text(subject))

    async def face(self, name: str) -> bytes | None:
        """A card face of the sheet as a PNG file; None if it could not be drawn in time."""
        return await _drawn(self._faces, draw_face, name)

    async def close(self) -> None:
        """End the processes, at once."""
        await self._process.close()
        await self._faces.close()


async def _drawn(process: Workers, drawing: Callable[[T], bytes], about: T) -> bytes | None:
    """What a process has drawn; None if it could not, which is logged."""
    if process.is_closed:
        return None
    try:
        return await process.ask(drawing, about)
    except (WorkerDied, TimeoutError):
        log.warning("a picture is left out: its process died, or took too long")
    except Exception as error:  # noqa: BLE001 - the message comes without it
        log.error("a picture is left out: %s", type(error).__name__)
    return None


def draw(subject: Subject) -> bytes:
    """The picture of something that is not empty, as a PNG file."""
    from bot.pictures.drawing import png_of

    return png_of(subject)


def draw_face(name: str) -> bytes:
    """A card face of the sheet as a PNG file, of the size of an emoji."""
    from bot.pictures.face import face_png

    return face_png(name)
