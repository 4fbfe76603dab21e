"""Computer players and pictures worked out on the event loop, for tests and measurements."""

from __future__ import annotations

import contextlib
import logging
from random import Random

from bot.computers import worker
from bot.computers.brief import Brief, NoAnswer, decision_of
from bot.computers.first_sight import first_sight
from bot.computers.hints.reasons import Advice
from bot.delivery.pictures import Picture, draw, draw_face
from bot.pictures.alt_text import alt_text
from bot.pictures.values import Subject
from rules.core.actions import Action

log = logging.getLogger(worker.__name__)


class InlineComputers:
    """Computer players that answer on the event loop."""

    async def choose(
        self, kind: str, brief: Brief, seed: int | None = None, *, is_awaited: bool = True
    ) -> Action:
        """A legal answer, searched on the event loop; at first sight if the player finds none."""
        seed = worker._FRESH.getrandbits(64) if seed is None else seed
        with contextlib.suppress(NoAnswer):
            answer = worker._think(kind, brief, seed)
            if decision_of(brief).accepts(answer):
                return answer
        log.error("%s gave no answer that is allowed at %s", kind, brief.game)
        return first_sight(kind, brief, Random(seed))

    async def advise(self, brief: Brief, seed: int) -> Advice | None:
        """The champion's advice, worked out on the event loop."""
        return worker._advise(brief, seed)

    async def is_claim_sure(self, brief: Brief) -> bool:
        """Whether the player to move certainly takes every trick left, searched on the event loop."""
        return worker._is_claim_sure(brief)

    async def close(self) -> None:
        """Do nothing: there are no processes."""


class InlinePictures:
    """Draws in the caller's process."""

    async def of(self, subject: Subject) -> Picture | None:
        """Draw the picture at once; None if the subject is empty."""
        return None if subject.is_empty else Picture(draw(subject), alt_text(subject))

    async def face(self, name: str) -> bytes | None:
        """Draw the card face at once."""
        return draw_face(name)

    async def close(self) -> None:
        """Do nothing: there is no process."""
