"""Card faces as emojis of the bot's own: what Discord has of them, and what is still to be sent there.

The names say what there is (``bot/pictures/sheet.py``), so nothing is stored: each start asks for the one
list and sends what is missing, one after the other and unhurried. Whatever stops that, the next start goes
on. Until a usual deck is complete, cards are said in words; so they are once Discord has refused a face,
until the list has been asked for again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from bot.delivery.pictures import Pictures
from bot.models.faces import NO_FACES, Faces
from bot.pictures.sheet import EMOJI_NAMES, SHEET, USUAL
from bot.table.desk.shown import ShownTable

log = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""Seconds between two emojis: how many Discord takes is not documented, and nobody waits for them."""
FIRST_RETRY: Final = 60.0
"""Seconds after which Discord is asked again that could not be reached, or has refused a face.

The pauses double, until all is well for as long as the longest.
"""
LAST_RETRY: Final = 3600.0
PROGRESS: Final = 25
"""So many emojis are told of in one line of the log."""
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
    """Discord keeps no more emojis of the bot."""


class OutOfReach(Exception):
    """Discord did not answer, or with a failure; ``str`` names its kind."""


class Emojis(Protocol):
    """The emojis Discord keeps for the bot."""

    async def all(self) -> Mapping[str, str]:
        """How each stands in a message, by its name: ``{"red_14_a19b": "<:red_14_a19b:1234>"}``.

        Raises:
            OutOfReach: Discord could not be asked.
        """
        ...

    async def add(self, name: str, png: bytes) -> str:
        """Send one; returns how it stands in a message.

        Raises:
            NameTaken: there is one of that name.
            NoRoom: there are as many as there may be.
            OutOfReach: Discord could not be asked.
        """
        ...


class Sent(NamedTuple):
    """What came of sending faces."""

    sent: int
    missing: int
    """Faces that are not there yet."""
    is_worth_another_try: bool = False

    def __str__(self) -> str:
        if self.missing:
            return f"{self.sent} of {len(SHEET)} card faces were sent. Still missing: {self.missing}."
        if self.sent:
            return f"{self.sent} card faces were sent. All {len(SHEET)} are there."
        return f"All {len(SHEET)} card faces are there. Nothing had to be sent."


class CardFaces:
    """Knows which faces can be shown, and brings the others to Discord."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._known: dict[str, str] = {}
        self._is_refused = asyncio.Event()
        """Whether Discord has refused a face since it was last asked which there are."""
        self.shown: Faces = NO_FACES
        """Those that stand for cards in messages."""

    def on(self, table: ShownTable) -> ShownTable:
        """A table with the faces that can be shown."""
        return table._replace(faces=self.shown)

    def drop(self) -> None:
        """Show no face from now on: Discord has refused one. Which there are is asked again later."""
        if self.shown is not NO_FACES:
            log.warning(REFUSED)
            self.shown = NO_FACES
            self._is_refused.set()

    async def keep(self, emojis: Emojis, pause: float = PAUSE) -> None:
        """Send what is missing, again if that may help, and whenever Discord has refused a face."""
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
        except Exception as error:  # noqa: BLE001 - the bot plays on without faces
            log.error("card faces are left as they are: %s", type(error).__name__)

    async def send_missing(self, emojis: Emojis, pause: float = PAUSE) -> Sent:
        """Send the faces that Discord does not have as they are drawn now; what hinders it is logged."""
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
        """Send one face; returns whether it was sent, not whether it is there."""
        name = EMOJI_NAMES[face]
        if name in self._known:  # another process has sent it meanwhile
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
