"""The sentence on a player's action, shown later because its confirmation was lost."""

from __future__ import annotations

from bot.table.desk.shown import ShownHand
from cogs.ui.news import plain
from cogs.ui.words import NO_COLOR, look_of
from rules.core.actions import Action, Bid, Discard, NameTrump, Pass, Play
from rules.core.cards import Card


def done_line(hand: ShownHand, action: Action) -> str:
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
