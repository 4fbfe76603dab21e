"""A hint in one or two sentences: what a computer would do with this hand, and why."""

from __future__ import annotations

from typing import Final

from bot.computers.reasons import (
    Advice,
    Below,
    Called,
    Cheapest,
    Collects,
    Count,
    Discarding,
    Doubtful,
    DrawsTrumps,
    EveryTrick,
    Held,
    Judged,
    Last,
    Lost,
    NoChoice,
    NothingKnown,
    OffColor,
    PartnerTakes,
    Reason,
    Strength,
    Takes,
    TriedOut,
    Worth,
)
from bot.play.shown import ShownTable
from cogs.ui.news import said
from rules.core.actions import Action, Bid, CallPartner, Discard, NameTrump, Play
from rules.core.views import SeatView
from rules.core.words import colored, counted, shown, shown_all, who

BEST: Final = 3
"""Trumps that are named, the highest ones."""


def hint_text(table: ShownTable, view: SeatView, advice: Advice) -> str:
    """What to do, and why."""
    answer, reason = in_short(table, view, advice.action), reason_text(advice.reason)
    return f"💡 **{said(table, answer)}** {said(table, reason)}"


def in_short(table: ShownTable, view: SeatView, action: Action) -> str:
    """An answer as something to do, in a template."""
    match action:
        case Play(card):
            return f"Play {shown(card)}."
        case Bid():
            return f"Bid {table.words.answer(view, action)}."
        case NameTrump(color, False) if color is not None:
            return f"Name {colored(color)} trump."
        case CallPartner(card):
            return f"Call {shown(card)}."
        case Discard(cards) if cards:
            return f"Discard {shown_all(cards)}."
        case _:
            return f"{table.words.answer(view, action)}."


def reason_text(reason: Reason) -> str:  # noqa: PLR0911 - one branch for each reason
    """A reason in a template."""
    match reason:
        case NoChoice():
            return "There's no other choice."
        case NothingKnown():
            return "Nothing tells one choice from another."
        case Judged(choices):
            return f"Of {choices} choices, this one looks best." if choices else "This looks best."
        case Strength():
            return f"{_strength(reason)}."
        case Worth():
            return _worth(reason)
        case EveryTrick(deals):
            return f"Tried out in {counted(deals, 'deal')}, this hand took every trick."
        case Discarding(worth, empty):
            gone = " and ".join(map(colored, empty))
            rest = f" You keep no {gone}, so you can trump it." if gone else ""
            return f"{_worth(worth)}{rest}"
        case TriedOut(cards, deals):
            return f"Of {cards} cards tried out in {counted(deals, 'deal')}, this one did best."
        case Cheapest(points):
            least = f"counts only {counted(points, 'point')}" if points else "counts nothing"
            return f"It {least}, and others you could play count more."
        case _:
            return _of_trick(reason)


def _strength(strength: Strength) -> str:
    low = ", lowest wins" if strength.lowest_wins else ""
    if strength.trump is None and not strength.trumps:
        return f"No color{low}"
    number = counted(len(strength.trumps), "trump") if strength.trumps else "no trumps"
    best = f" with {shown_all(strength.trumps[:BEST])}" if strength.trumps else ""
    return f"{colored(strength.trump, capital=True)}{low}: {number}{best}"


def _worth(worth: Worth) -> str:
    about = f"{_strength(worth.strength)}; about {counted(worth.points, 'point')} as the bidder"
    if worth.needed is not None:
        return f"{about}, and a bid takes {worth.needed}."
    if worth.bidder is not None:
        return f"{about}, but {who(worth.bidder)} is your partner and has the high bid."
    if worth.by_score:
        return f"{about}, but at this score winning the match counts more."
    return f"{about}."


def _of_trick(reason: Reason) -> str:
    match reason:
        case Takes(points):
            return f"No opponent can beat it. The trick has {counted(points, 'point')} so far."
        case PartnerTakes(hand, points):
            given = f"this adds {counted(points, 'point')}" if points else "save your good cards"
            return f"This trick goes to {who(hand)} for certain, so {given}."
        case Lost(points):
            given = f"only {counted(points, 'point')}" if points else "no points"
            return f"The opponents take this trick for certain. This gives them {given}."
        case DrawsTrumps(own, theirs):
            held = f"up to {counted(theirs, 'trump')}"
            return f"It draws trumps: the opponents may hold {held}, and you hold {own}."
        case Below(best):
            return f"It stays below {shown(best)}, which takes the trick so far."
        case OffColor():
            return "It isn't of the color led, so it can't take the trick."
        case Last():
            return "You play last, and it takes the trick."
        case _:
            return _of_other_games(reason)


def _of_other_games(reason: Reason) -> str:
    match reason:
        case Held(rank, number):
            return f"You hold {counted(number, 'card')} with the number {rank}."
        case Count(count, points):
            scored = f", for {counted(points, 'point')}" if points else ""
            return f"It brings the count to {count}{scored}."
        case Called(number, is_true):
            return f"The card is {'' if is_true else 'not '}the {number} that was called."
        case Doubtful(True, _):
            return "It's their last card, and your last chance to doubt."
        case Doubtful(_, True):
            return "Every card of that number is somewhere else."
        case Doubtful():
            return "They may well hold that number."
        case Collects(cards):
            return f"It takes {counted(cards, 'card')}, its own included."
        case _:
            raise AssertionError(type(reason).__name__)
