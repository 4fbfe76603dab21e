"""What games for one say in the same words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.actions import Action, Redeal, Say
from rules.core.events import HeardEvent
from rules.core.views import SeatView, TableView
from rules.core.words import Words
from rules.games.patience.events import DealNumberShown
from rules.games.patience.options import ALWAYS, PatienceRules, UndoRules

ANSWERS: Final[Mapping[Action, str]] = {Say("undo"): "Undo", Say("quit"): "Give up"}


class PatienceWords(Words):
    """The words of a game for one."""

    def __init__(self, rules: PatienceRules) -> None:
        self._agreed = rules

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case DealNumberShown(number):
                return f"It was deal number {number}: the options can deal it again."
        return ""

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or super().answer(view, action)

    def ruling(self, table: TableView, ruling: Action) -> str:
        """How something is called that a referee may rule: nobody else could deal."""
        return "Deal again" if isinstance(ruling, Redeal) else super().ruling(table, ruling)

    def agreed(self) -> str:
        """What was agreed on about the cards, to follow how they are dealt."""
        rules, said = self._agreed, ""
        if rules.deal_number is not None:
            said += f" The cards are those of deal number {rules.deal_number}."
        if rules.private:
            said += " Only the player sees the cards; the others see how far he is."
        return said


def how_often(rules: UndoRules) -> str:
    """How often a move may be taken back: ``as often as you like``, ``3 times a deal``."""
    if rules.undo == ALWAYS:
        return "as often as you like"
    return "once a deal" if rules.undo == 1 else f"{rules.undo} times a deal"
