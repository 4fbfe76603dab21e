"""Card faces as emojis of the bot's application: which ones Discord has, and uploading the others.

An emoji's name encodes its drawing (``bot/pictures/sheet.py``), so nothing is stored: each start lists the
emojis and slowly uploads the missing ones; the next start continues where one was stopped. Messages use words
until a usual deck is complete, and after Discord has refused a face, until the list was fetched again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from bot.delivery.pictures import Pictures
from bot.models.faces import NO_FACES, Faces
from bot.pictures.sheet import EMOJI_NAMES, SHEET, USUAL

log = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""Seconds between two uploads: Discord's limit is not documented, and no one waits for them."""
FIRST_RETRY: Final = 60.0
"""Seconds until the first retry after a failure or a refused face.

The pause doubles up to ``LAST_RETRY``, and is reset after that long without a failure.
"""
LAST_RETRY: Final = 3600.0
PROGRESS: Final = 25
"""Uploads per line of the log."""
MOST: Final = 2000
"""Emojis that Discord keeps for an application."""

TAKEN: Final = (
    "Discord says the name of the emoji %s is taken, but does not list it. That card is shown in words. "
    "Look in the developer portal (your application, Emojis) and delete what has that name, then restart."
)
FULL: Final = (
    "Discord keeps no more emojis for this bot: it has %d of at most %d. %d card faces are missing. "
    "Their cards are shown in words. Delete emojis in the developer portal (your application, Emojis), "
    "then restart."
)
UNDRAWN: Final = "The card face %s could not be drawn. It is tried again later."
REFUSED: Final = (
    "Discord refused a message with card faces: their emojis may have been deleted. Cards are said in words "
    "for now. The faces are looked for again, and sent again if they are gone."
)
AWAY: Final = "Discord could not be asked about card faces (%s). Nothing is lost; the next try goes on."


class NameTaken(Exception):
    """Another emoji of the bot has that name."""


class NoRoom(Exception):
    """The application has as many emojis as Discord allows."""


class OutOfReach(Exception):
    """Discord did not answer, or failed; ``str`` is the HTTP status or the exception's type."""


class Emojis(Protocol):
    """The application's emojis on Discord."""

    async def all(self) -> Mapping[str, str]:
        """All emojis as they are written in messages, by name: ``{"red_14_a19b": "<:red_14_a19b:1234>"}``.

        Raises:
            OutOfReach: Discord could not be asked.
        """
        ...

    async def add(self, name: str, png: bytes) -> str:
        """Upload an emoji; returns it as it is written in messages.

        Raises:
            NameTaken: there is already an emoji of that name.
            NoRoom: the application has as many emojis as Discord allows.
            OutOfReach: Discord could not be asked.
        """
        ...


class Sent(NamedTuple):
    """How many faces an upload sent and how many Discord still lacks. Its ``str`` is a sentence."""

    sent: int
    missing: int
    """Faces that Discord still lacks."""
    is_worth_another_try: bool = False

    def __str__(self) -> str:
        if self.missing:
            return f"{self.sent} of {len(SHEET)} card faces were sent. Still missing: {self.missing}."
        if self.sent:
            return f"{self.sent} card faces were sent. All {len(SHEET)} are there."
        return f"All {len(SHEET)} card faces are there. Nothing had to be sent."


class CardFaces:
    """Tracks which faces Discord has, and uploads the others."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._known: dict[str, str] = {}
        self._is_refused = asyncio.Event()
        """Set if Discord has refused a face since the emojis were last listed."""
        self.shown: Faces = NO_FACES
        """Faces used in messages; ``NO_FACES`` while messages use words."""

    def drop(self) -> None:
        """Use words from now on, since Discord has refused a face. ``keep`` lists the emojis again later."""
        if self.shown is not NO_FACES:
            log.warning(REFUSED)
            self.shown = NO_FACES
            self._is_refused.set()

    async def keep(self, emojis: Emojis, pause: float = PAUSE) -> None:
        """Upload missing faces with retries, again after Discord refused one; until cancelled or an error."""
        loop, retry = asyncio.get_running_loop(), FIRST_RETRY
        try:
            while True:
                tried_at = loop.time()
                if not (await self.send_missing(emojis, pause)).is_worth_another_try:
                    await self._is_refused.wait()
                if loop.time() - tried_at > LAST_RETRY:
                    retry = FIRST_RETRY
                await asyncio.sleep(retry)
                retry = min(2 * retry, LAST_RETRY)
        except Exception as error:  # noqa: BLE001 - the bot works without faces
            log.error("card faces are left as they are: %s", type(error).__name__)

    async def send_missing(self, emojis: Emojis, pause: float = PAUSE) -> Sent:
        """Upload all faces that Discord lacks in their present drawing. Failures are logged, not raised."""
        sent = 0
        try:
            await self._learn(emojis)
            for face in self._missing():
                if await self._send(emojis, face):
                    sent += 1
                    if sent % PROGRESS == 0:
                        log.info("%d card faces sent, %d to go", sent, len(self._missing()))
                    await asyncio.sleep(pause)
        except NoRoom:
            log.warning(FULL, len(self._known), MOST, len(self._missing()))
            return Sent(sent, len(self._missing()))
        except _Undrawn as trouble:
            log.warning(UNDRAWN, trouble)
            return Sent(sent, len(self._missing()), is_worth_another_try=True)
        except OutOfReach as trouble:
            log.warning(AWAY, trouble)
            return Sent(sent, len(self._missing()), is_worth_another_try=True)
        result = Sent(sent, len(self._missing()))
        log.info("%s", result)
        return result

    async def _send(self, emojis: Emojis, face: str) -> bool:
        """Upload one face; returns whether this call uploaded it."""
        name = EMOJI_NAMES[face]
        if name in self._known:  # another process has uploaded it since
            return False
        if len(self._known) >= MOST:
            raise NoRoom
        png = await self._pictures.face(face)
        if png is None:
            raise _Undrawn(face)
        try:
            self._known[name] = await emojis.add(name, png)
        except NameTaken:
            await self._learn(emojis)
            if name not in self._known:
                log.warning(TAKEN, name)
            return False
        self._show()
        return True

    async def _learn(self, emojis: Emojis) -> None:
        self._is_refused.clear()
        self._known = dict(await emojis.all())
        self._show()

    def _show(self) -> None:
        if self._is_refused.is_set():
            return
        there = {face: self._known[name] for face, name in EMOJI_NAMES.items() if name in self._known}
        if there.keys() >= USUAL and len(there) != len(self.shown):
            self.shown = Faces(there)

    def _missing(self) -> list[str]:
        return [face for face, name in EMOJI_NAMES.items() if name not in self._known]


class _Undrawn(Exception):
    """A face could not be drawn."""
