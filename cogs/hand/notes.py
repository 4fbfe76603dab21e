"""Notes of hand messages: an unconfirmed answer, a hint, and an action that was not confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.computers.hints.reasons import Advice
from bot.table.desk.shown import ShownHand
from cogs.ui.done import done_line
from cogs.ui.hand_tokens import Owner
from rules.core.actions import Action
from rules.core.decisions import Decision


class ShownNotes(NamedTuple):
    """Notes a hand message shows in addition to its cards."""

    done: str = ""
    """Sentence on the player's action in this deal, if its confirmation was lost; else empty."""
    advice: Advice | None = None
    """The hint for the current question."""
    draft: Action | None = None
    """The answer not confirmed yet, if its question is still asked."""
    is_claim_sure: bool = False
    """Whether the player certainly takes all tricks that are left, if that has been worked out."""

    def __repr__(self) -> str:
        return "<what stands in a hand>"


class _Done(NamedTuple):
    """A sentence on an action (its confirmation was lost), and its deal."""

    deal: int
    said: str

    def __repr__(self) -> str:
        return f"<what was done in deal {self.deal}>"


class _Draft(NamedTuple):
    """An answer the player has not confirmed yet, and its question."""

    decision: Decision | None
    action: Action

    def __repr__(self) -> str:
        return "<an answer that is begun>"


class _Advised(NamedTuple):
    """A hint, and the revision since which its question is asked."""

    asked_since: int
    advice: Advice

    def __repr__(self) -> str:
        return f"<hint for a question of revision {self.asked_since}>"


class _Claim(NamedTuple):
    """Whether a claim is known to be sure, and the revision since which its question is asked."""

    asked_since: int
    is_sure: bool = False

    def __repr__(self) -> str:
        return f"<claim in a question of revision {self.asked_since}>"


class HandNotes:
    """By owner of a hand: the action still to be confirmed, the draft of an answer, the hint, the claim."""

    def __init__(self) -> None:
        self._done: dict[Owner, _Done] = {}
        self._drafts: dict[Owner, _Draft] = {}
        self._advised: dict[Owner, _Advised] = {}
        self._claims: dict[Owner, _Claim] = {}

    def current(self, owner: Owner, hand: ShownHand) -> ShownNotes:
        """A hand's notes: the last action of this deal; hint and draft while their question is open."""
        done, advised = self._done.get(owner), self._advised.get(owner)
        is_now = done is not None and done.deal == hand.view.table.deal
        is_asked = advised is not None and advised.asked_since == hand.asked_since
        return ShownNotes(
            done=done.said if done is not None and is_now else "",
            advice=advised.advice if advised is not None and is_asked else None,
            draft=self.draft(owner, hand),
            is_claim_sure=self._claims.get(owner) == (hand.asked_since, True),
        )

    def begin_claim(self, owner: Owner, hand: ShownHand) -> bool:
        """Note that a claim is being worked out for the present question; False if it is or was already."""
        claim = self._claims.get(owner)
        if hand.asked_since is None or (claim is not None and claim.asked_since == hand.asked_since):
            return False
        self._claims[owner] = _Claim(hand.asked_since)
        return True

    def note_claim(self, owner: Owner, hand: ShownHand) -> None:
        """Note that a claim is sure, until another question is asked."""
        assert hand.asked_since is not None
        self._claims[owner] = _Claim(hand.asked_since, is_sure=True)

    def with_draft(self, owner: Owner, hand: ShownHand, draft: Action | None) -> ShownNotes:
        """Store an unconfirmed answer for later redraws (None drops it); returns the notes with it."""
        if draft is None:
            self._drafts.pop(owner, None)
        else:
            self._drafts[owner] = _Draft(hand.view.decision, draft)
        return self.current(owner, hand)

    def draft(self, owner: Owner, hand: ShownHand) -> Action | None:
        """The answer not confirmed yet, or None if there is none or its question is over."""
        begun = self._drafts.get(owner)
        return begun.action if begun is not None and begun.decision == hand.view.decision else None

    def note_advice(self, owner: Owner, hand: ShownHand, advice: Advice) -> None:
        """Store a hint for the current question of a hand."""
        assert hand.asked_since is not None
        self._advised[owner] = _Advised(hand.asked_since, advice)

    def note_done(self, owner: Owner, hand: ShownHand, action: Action) -> None:
        """Store a sentence on an action for the next hand drawn: its confirmation was lost."""
        self._done[owner] = _Done(hand.view.table.deal, done_line(hand, action))

    def clear_done(self, owner: Owner) -> None:
        """Drop the sentence on a lost confirmation: a hand that shows it has arrived."""
        self._done.pop(owner, None)

    def drop(self, is_past: Callable[[Owner], bool]) -> None:
        """Drop the notes of each owner for which ``is_past`` holds."""
        for known in (self._done, self._drafts, self._advised, self._claims):
            for owner in [owner for owner in known if is_past(owner)]:
                del known[owner]
