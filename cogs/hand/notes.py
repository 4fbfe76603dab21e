"""What stands in somebody's hand beside the cards: an answer begun, a hint, and what was done of late."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.computers.hints.reasons import Advice
from bot.table.desk.shown import ShownHand
from cogs.ui.done import done_line
from cogs.ui.hand_tokens import Owner
from rules.core.actions import Action
from rules.core.decisions import Decision


class Beside(NamedTuple):
    """What stands beside the cards of a hand."""

    done: str
    """What its player did in the present deal and wasn't told of, in a sentence; else nothing."""
    advice: Advice | None
    """The hint for the question that is asked."""
    draft: Action | None
    """The answer that is begun and not confirmed, if its question is asked still."""

    def __repr__(self) -> str:
        return "<what stands in a hand>"


class _Done(NamedTuple):
    """What a player did whose answer was lost, in a sentence, and in which deal."""

    deal: int
    said: str

    def __repr__(self) -> str:
        return f"<what was done in deal {self.deal}>"


class _Draft(NamedTuple):
    """An answer that its player has not confirmed yet, and the question it is to."""

    decision: Decision | None
    action: Action

    def __repr__(self) -> str:
        return "<an answer that is begun>"


class _Advised(NamedTuple):
    """A hint its player has asked for, and the revision at which its question arose."""

    asked_since: int
    advice: Advice

    def __repr__(self) -> str:
        return f"<hint for a question of revision {self.asked_since}>"


class HandNotes:
    """Keeps that for every hand, for as long as it is of use."""

    def __init__(self) -> None:
        self._done: dict[Owner, _Done] = {}
        self._drafts: dict[Owner, _Draft] = {}
        self._advised: dict[Owner, _Advised] = {}

    def beside(self, whose: Owner, hand: ShownHand) -> Beside:
        """What stands beside the cards of a hand as it now is."""
        done, advised = self._done.get(whose), self._advised.get(whose)
        is_now = done is not None and done.deal == hand.view.table.deal
        is_asked = advised is not None and advised.asked_since == hand.asked_since
        return Beside(
            done=done.said if done is not None and is_now else "",
            advice=advised.advice if advised is not None and is_asked else None,
            draft=self.draft(whose, hand),
        )

    def with_draft(self, whose: Owner, hand: ShownHand, draft: Action | None) -> Beside:
        """The same with an answer that is not confirmed yet; it is kept, for when the hand is shown again."""
        if draft is None:
            self._drafts.pop(whose, None)
        else:
            self._drafts[whose] = _Draft(hand.view.decision, draft)
        return self.beside(whose, hand)

    def draft(self, whose: Owner, hand: ShownHand) -> Action | None:
        """The answer that is begun and not confirmed, if its question is asked still."""
        begun = self._drafts.get(whose)
        return begun.action if begun is not None and begun.decision == hand.view.decision else None

    def note_advice(self, whose: Owner, hand: ShownHand, advice: Advice) -> None:
        """Keep a hint for the question that a hand asks."""
        assert hand.asked_since is not None
        self._advised[whose] = _Advised(hand.asked_since, advice)

    def note_done(self, whose: Owner, hand: ShownHand, action: Action) -> None:
        """Keep what a player did whose answer was lost, to tell it with the next one."""
        self._done[whose] = _Done(hand.view.table.deal, done_line(hand, action))

    def done_is_told(self, whose: Owner) -> None:
        """A hand has arrived, with what was done."""
        self._done.pop(whose, None)

    def drop(self, is_past: Callable[[Owner], bool]) -> None:
        """Forget what stands in some hands."""
        for known in (self._done, self._drafts, self._advised):
            for whose in [whose for whose in known if is_past(whose)]:
                del known[whose]
