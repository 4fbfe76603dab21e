"""Words that all solitaires share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules.core.actions import Action, Redeal, Say
from rules.core.events import HeardEvent
from rules.core.views import TableView
from rules.core.words import Words, counted
from rules.games.solitaire.events import DealNumberShown
from rules.games.solitaire.options import UNLIMITED, SolitaireRules, UndoRules


class SolitaireWords(Words):
    """The words all solitaires share: answers, rulings, and sentences on their card options."""

    answers: ClassVar[Mapping[Action, str]] = {Say("undo"): "Take back", Say("quit"): "Give up"}

    def __init__(self, rules: SolitaireRules) -> None:
        self._shared_rules = rules

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case DealNumberShown(number):
                return f"That was deal number {number}. To play it again, set it in *Set up*, page *Deck*."
        return super().event(event)

    def ruling(self, table: TableView, ruling: Action) -> str:
        """The label of a ruling. Only one player deals, so a redeal is just *Deal again*."""
        return "Deal again" if isinstance(ruling, Redeal) else super().ruling(table, ruling)

    def card_options(self) -> str:
        """Sentences on the deal number and private cards, to append to the rules; perhaps empty."""
        rules, said = self._shared_rules, ""
        if rules.deal_number is not None:
            said += f" This is deal number {rules.deal_number}."
        if rules.hides_cards:
            said += " Only the player sees the cards. Others see how far they are."
        return said


def taking_back(rules: UndoRules) -> str:
    """The limit of taking back: ``You can take back any number of moves``; empty if none."""
    if rules.undo == UNLIMITED:
        return "You can take back any number of moves"
    return f"You can take back {counted(rules.undo, 'move')} a deal" if rules.undo else ""
