"""Works out, after a hand is drawn, whether its player may claim the rest at a table with computers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.common.background import Background
from bot.common.errors import Refused, StoreError
from bot.table.deciding import Claims
from bot.table.desk.shown import ShownHand
from cogs.hand.extras import may_claim, must_be_sure
from cogs.hand.notes import HandNotes
from cogs.hand.refreshes import Viewer
from cogs.ui.hand_tokens import Owner


class SureClaims:
    """Finds claims that are sure, in the background: a hand is never late for one."""

    def __init__(self, claims: Claims, notes: HandNotes, redraw: Callable[[ShownHand, int], None]) -> None:
        """``redraw`` draws a user's hand again: it may be claimed from now on."""
        self._claims = claims
        self._notes = notes
        self._redraw = redraw
        self._at_work = Background()
        self.close: Final = self._at_work.cancel

    def look(self, viewer: Viewer, hand: ShownHand) -> None:
        """Begin to work out the claim of a hand's question, once for each question."""
        owner = Owner(hand.table.id, viewer.user_id)
        is_wanted = must_be_sure(hand.table) and may_claim(hand.table, hand.view)
        if is_wanted and self._notes.begin_claim(owner, hand):
            self._at_work.begin(self._work_out(viewer, owner, hand))

    async def _work_out(self, viewer: Viewer, owner: Owner, hand: ShownHand) -> None:
        with suppress(Refused, StoreError):
            if await self._claims.is_sure(*viewer, hand.table.id, hand.table.revision):
                self._notes.note_claim(owner, hand)
                self._redraw(hand, viewer.user_id)
