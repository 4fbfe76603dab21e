"""When a hand offers to claim the rest; at a table with computers, once that is worked out to be sure."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.common.background import Background
from bot.common.errors import Refused, StoreError
from bot.table.deciding import Claims
from bot.table.desk.shown import ShownHand, ShownTable
from bot.table.match.claims import is_settled
from cogs.hand.notes import HandNotes
from cogs.hand.refreshes import Viewer
from cogs.ui.hand_tokens import Owner
from rules.core.actions import Play
from rules.core.decisions import ChooseCard
from rules.core.views import SeatView

CLAIM_MOST: Final = 6
"""Largest hand from which a claim is offered: with more cards it is hardly ever sure."""


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


def must_be_sure(table: ShownTable) -> bool:
    """Whether a claim has to be certain: computers can't be asked."""
    return any(seat.computer for seat in table.seats)


def may_claim(table: ShownTable, view: SeatView) -> bool:
    """Whether the seat plays to a trick, with 2 to ``CLAIM_MOST`` cards in hand, where claims are known."""
    decision = view.decision
    if not table.rules.has_claims or not isinstance(decision, ChooseCard):
        return False
    if not 1 < len(decision.held) <= CLAIM_MOST:
        return False
    return is_settled(view.table) and isinstance(next(decision.answers()), Play)
