"""Pictures for messages, drawn in a worker process that starts on demand and ends when idle."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from bot.common.worker_process import WorkerDied, Workers
from bot.pictures.alt_text import alt_text
from bot.pictures.values import Subject

log = logging.getLogger(__name__)
T = TypeVar("T")

TIME_LIMIT: Final = 10.0
"""Seconds for a picture; the first takes one or two, since matplotlib must be loaded."""
FACES_TIME_LIMIT: Final = 120.0
"""Seconds for a card face; no user waits for those."""
FACES_IDLE: Final = 10.0
"""Seconds until the idle process for card faces ends; longer than the pause between two uploads."""
IDLE: Final = 120.0
"""Seconds until the idle process ends; loaded, it takes as much memory as the bot."""
MOST_WAITING: Final = 20
"""Most pictures in the queue; further requests get None."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as PNG, with its alternative text."""

    png: bytes
    alt_text: str


class Pictures(Protocol):
    """Draws pictures and card faces."""

    async def of(self, subject: Subject) -> Picture | None:
        """Draw a picture of a subject; None if the subject is empty, or drawing failed or timed out."""
        ...

    async def face(self, name: str) -> bytes | None:
        """Draw a card face of the sheet as PNG; None if drawing failed or timed out."""
        ...

    async def close(self) -> None:
        """Release the resources of drawing."""
        ...


class DrawingProcess:
    """Draws pictures one after the other in a worker process. Messages are complete without them.

    Card faces have a second process, so that pictures do not queue behind them.
    """

    def __init__(self, *, time_limit: float = TIME_LIMIT, idle: float = IDLE) -> None:
        """``time_limit`` is the seconds for a picture, ``idle`` those until the idle process ends."""
        self._process = Workers(time_limit=time_limit, pool="pictures", idle=idle)
        self._faces = Workers(time_limit=FACES_TIME_LIMIT, pool="faces", idle=FACES_IDLE)

    async def of(self, subject: Subject) -> Picture | None:
        """Draw a picture of a subject; None if it is empty, the queue is full, or drawing failed."""
        if subject.is_empty or self._process.waiting >= MOST_WAITING:
            return None
        drawn = await _drawn(self._process, draw, subject)
        return None if drawn is None else Picture(drawn, alt_text(subject))

    async def face(self, name: str) -> bytes | None:
        """Draw a card face of the sheet as PNG; None if drawing failed or timed out."""
        return await _drawn(self._faces, draw_face, name)

    async def close(self) -> None:
        """Kill the processes."""
        await self._process.close()
        await self._faces.close()


async def _drawn(process: Workers, drawing: Callable[[T], bytes], about: T) -> bytes | None:
    """The result of a drawing in a process; None, and a line in the log, if it failed."""
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
    """Draw a subject that is not empty, as PNG."""
    from bot.pictures.drawing import png_of

    return png_of(subject)


def draw_face(name: str) -> bytes:
    """Draw a card face of the sheet as PNG, in the size of an emoji."""
    from bot.pictures.face import face_png

    return face_png(name)
