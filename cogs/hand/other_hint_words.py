"""Reasons of a hint in games without bidding, a sentence each."""

from __future__ import annotations

from bot.computers.games import reasons
from rules.core.words import counted, shown, who


def other_reason_text(reason: reasons.OtherReason) -> str:
    """The reason of an advice that ``reason_text`` leaves over: a sentence, as a template."""
    return _of_tricks(reason) or _of_races(reason) or _of_takings(reason) or _of_piles(reason)


def _of_tricks(reason: reasons.OtherReason) -> str:
    match reason:
        case reasons.Below(best):
            return f"It stays below {shown(best)}, which is winning the trick."
        case reasons.OffColor():
            return "It isn't the color led, so it can't take the trick."
        case reasons.Last():
            return "You play last, and it takes the trick."
        case reasons.Beatable(0):
            return "No card you haven't seen can beat it."
        case reasons.Beatable(cards):
            return f"{counted(cards, 'card')} you haven't seen can beat it."
        case _:
            return ""


def _of_races(reason: reasons.OtherReason) -> str:  # noqa: PLR0911 - one branch for each reason
    match reason:
        case reasons.Held(rank, number):
            return f"You hold {number} of the {rank}s." if number > 1 else f"You hold one {rank}."
        case reasons.FourHeld(rank):
            return f"You hold all four {rank}s."
        case reasons.SomeoneFolded():
            return "Someone has folded, so fold before you're the last."
        case reasons.Called(number, is_true):
            verb = "is" if is_true else "isn't"
            return f"The card's number {verb} {number}."
        case reasons.LastCard():
            return "It's their last card, and your last chance to doubt."
        case reasons.Likely(0):
            return "You can see every card of that number, so they can't have it."
        case reasons.Likely(percent):
            return f"From what you've seen, the chance that they had that number is {percent}%."
        case reasons.Orange(is_one):
            taken = "include" if is_one else "don't include"
            return f"The cards taken {taken} both a red and a yellow card."
        case reasons.Mistake(is_one):
            return f"That move {'was a' if is_one else 'was no'} mistake."
        case _:
            return ""


def _of_takings(reason: reasons.OtherReason) -> str:  # noqa: PLR0911 - one branch for each reason
    match reason:
        case reasons.Count(count, points):
            scored = f", for {counted(points, 'point')}" if points else ""
            return f"It brings the count to {count}{scored}."
        case reasons.Collects(cards):
            return f"It takes {counted(cards, 'card')}, counting itself."
        case reasons.Exposes(numbers):
            number = f"{numbers} of the 14 numbers" if numbers else "no number"
            return f"After that, {number} can take cards."
        case reasons.Builds(number, held):
            return f"It builds {number}, and you keep {counted(held, 'card')} of that number."
        case reasons.LaysMelds(points, 0):
            return f"You can lay down {counted(points, 'point')} this turn."
        case reasons.LaysMelds(points, needed):
            return f"You can lay down {counted(points, 'point')}, and your side needs {needed} to open."
        case reasons.CannotLayMelds():
            return "The cards you set out can't be laid down yet."
        case reasons.PileOf(cards, top, held):
            pile = f"The discard pile has {counted(cards, 'card')}, {shown(top)} on top."
            return f"{pile} You hold {held} of that number."
        case reasons.StopsPile():
            return "It keeps the next player off the discard pile."
        case reasons.Spare(held, fits):
            kept = counted(held, "more card") if held else "no other card"
            melds = counted(fits, "meld") if fits else "no meld"
            return f"You keep {kept} of its number. It fits {melds} of another side."
        case _:
            return ""


def _of_piles(reason: reasons.OtherReason) -> str:  # noqa: PLR0911 - one branch for each reason
    match reason:
        case reasons.NextOfColor():
            return "It's the next card of its color."
        case reasons.CardsLeft(seat, cards):
            return f"{who(seat)} has the fewest cards left of those it fits: {cards}."
        case reasons.FitsNowhere():
            return "It fits no other pile."
        case reasons.NothingFits():
            return "You have no card that fits a pile now."
        case reasons.TopFits():
            return "The top card of your Delay Pile fits a pile now, so keep it."
        case reasons.Uncovers(0):
            return "It clears a pile."
        case reasons.Uncovers(cards):
            return f"There {'is' if cards == 1 else 'are'} {counted(cards, 'more card')} under what you move."
        case reasons.OneMove():
            return "Only one move is possible."
        case reasons.NothingKnown():
            return "There's nothing to go on, so any choice will do."
        case reasons.NoMove():
            return "No move is left."
        case reasons.RunContinues(columns):
            on = counted(columns, "column") if columns else "no column"
            return f"After that, {on} can go on."
        case _:
            raise AssertionError(type(reason).__name__)
