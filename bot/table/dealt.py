"""The cards of a deal of a finished match, for users who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.models.stored import LogEntry, Status, TableRecord
from bot.table.desk.waking import played
from rules.core.actions import Deal, parse_action
from rules.core.cards import Card
from rules.core.decisions import CHANCE


class Dealt(NamedTuple):
    """A deal as dealt, before any card moved: each hand, and the cards dealt to no hand."""

    hands: tuple[tuple[Card, ...], ...]
    """By seat, each sorted for reading."""
    nest: tuple[Card, ...]
    """Cards dealt to no hand."""

    def __repr__(self) -> str:
        return f"<a deal of {len(self.hands)} hands>"


def dealt(record: TableRecord, log: Sequence[LogEntry], deal: int) -> Dealt | None:
    """The hands and nest of a match's deal by number, from 1, redeals counted; None if it was never dealt.

    Raises:
        Damaged: the log does not fit the rules.
    """
    decks = [
        (place, action)
        for place, entry in enumerate(log, start=1)
        if entry.seat == CHANCE and isinstance(action := parse_action(entry.action), Deal)
    ]
    if len(decks) < deal:
        return None
    place, deck = decks[deal - 1]
    table = played(record._replace(status=Status.PLAYING, revision=0), log[:place])
    views = [table.match.seat_view(seat) for seat in range(len(record.seats))]
    held = {card for view in views for card in view.hand}
    return Dealt(tuple(view.order for view in views), tuple(card for card in deck.cards if card not in held))
