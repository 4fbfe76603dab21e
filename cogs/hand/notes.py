"""Notes of hand messages: an unconfirmed answer, a hint, and an action that was not confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from bot.computers.hints.reasons import Advice
from bot.table.desk.shown import ShownHand
from cogs.ui.hand_tokens import Owner
from cogs.ui.news import plain
from cogs.ui.words import NO_COLOR, look_of
from rules.core.actions import Action, Bid, Discard, NameTrump, Pass, Play
from rules.core.cards import Card

T = TypeVar("T")


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


class _Note(NamedTuple, Generic[T]):
    """A note of a hand, and the deal or question it is for."""

    of: object
    """The deal's number, the decision, or the revision since which it is asked."""
    what: T

    def __repr__(self) -> str:
        return "<a note of a hand>"


class HandNotes:
    """By owner of a hand: the action still to be confirmed, the draft of an answer, the hint, the claim."""

    def __init__(self) -> None:
        self._done: dict[Owner, _Note[str]] = {}
        self._drafts: dict[Owner, _Note[Action]] = {}
        self._advised: dict[Owner, _Note[Advice]] = {}
        self._claims: dict[Owner, _Note[bool]] = {}
        """Whether a claim is sure; False while that is worked out."""

    def current(self, owner: Owner, hand: ShownHand) -> ShownNotes:
        """A hand's notes: the last action of this deal; hint and draft while their question is open."""
        # The view is worked out when it is first read: only a sentence or a draft needs it here already.
        done, advised = self._done.get(owner), self._advised.get(owner)
        return ShownNotes(
            done=done.what if done is not None and done.of == hand.view.table.deal else "",
            advice=advised.what if advised is not None and advised.of == hand.asked_since else None,
            draft=self.draft(owner, hand),
            is_claim_sure=self._claims.get(owner) == (hand.asked_since, True),
        )

    def begin_claim(self, owner: Owner, hand: ShownHand) -> bool:
        """Note that a claim is being worked out for the present question; False if it is or was already."""
        claim = self._claims.get(owner)
        if hand.asked_since is None or (claim is not None and claim.of == hand.asked_since):
            return False
        self._claims[owner] = _Note(hand.asked_since, what=False)
        return True

    def note_claim(self, owner: Owner, hand: ShownHand) -> None:
        """Note that a claim is sure, until another question is asked."""
        self._claims[owner] = _Note(hand.asked_since, what=True)

    def note_draft(self, owner: Owner, hand: ShownHand, draft: Action | None) -> None:
        """Store an answer that is not confirmed yet, until its question is over; None drops it."""
        if draft is None:
            self._drafts.pop(owner, None)
        else:
            self._drafts[owner] = _Note(hand.view.decision, draft)

    def draft(self, owner: Owner, hand: ShownHand) -> Action | None:
        """The answer not confirmed yet, or None if there is none or its question is over."""
        begun = self._drafts.get(owner)
        return begun.what if begun is not None and begun.of == hand.view.decision else None

    def note_advice(self, owner: Owner, hand: ShownHand, advice: Advice) -> None:
        """Store a hint for the current question of a hand."""
        assert hand.asked_since is not None
        self._advised[owner] = _Note(hand.asked_since, advice)

    def note_done(self, owner: Owner, hand: ShownHand, action: Action) -> None:
        """Store a sentence on an action for the next hand drawn: its confirmation was lost."""
        self._done[owner] = _Note(hand.view.table.deal, _done_line(hand, action))

    def clear_done(self, owner: Owner) -> None:
        """Drop the sentence on a lost confirmation: a hand that shows it has arrived."""
        self._done.pop(owner, None)

    def drop(self, is_past: Callable[[Owner], bool]) -> None:
        """Drop the notes of each owner for which ``is_past`` holds."""
        for known in (self._done, self._drafts, self._advised, self._claims):
            for owner in [owner for owner in known if is_past(owner)]:
                del known[owner]


def _done_line(hand: ShownHand, action: Action) -> str:
    """A private sentence that confirms an action: ``✅ You bid 75.``."""
    look = look_of(hand.table)
    match action:
        case Bid(points, color):
            said = f"You bid {points}" if color is None else f"You bid {points} in {look.color(color)}"
        case Pass():
            said = "You passed"
        case Play(card):
            said = f"You played {look.card(card)}" if _lies_in_a_trick(hand, card) else "Your card counts"
        case Discard(cards):
            said = f"You discarded {look.cards(cards)}"
        case NameTrump(color):
            said = f"You named {NO_COLOR if color is None else look.color(color)} trump"
        case _:
            said = (
                f"Your answer counts: {plain(hand.table, hand.table.rules.words.answer(hand.view, action))}"
            )
    return f"✅ {said}."


def _lies_in_a_trick(hand: ShownHand, card: Card) -> bool:
    """Whether a card is in the shown tricks; if not, the next deal may have dealt it to another hand."""
    tricks = (hand.view.table.trick, hand.view.table.last_trick)
    return any(card == played for trick in tricks if trick is not None for _, played in trick.plays)
