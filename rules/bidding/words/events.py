"""Events of a bidding game as sentences: from the auction to the last card."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.core.actions import Bird
from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import (
    AuctionWon,
    BidHeld,
    BidMade,
    BidPassed,
    BirdNamed,
    CardDrawn,
    CardsCut,
    CardsTurned,
    CardTaken,
    Folded,
    HeardEvent,
    LeadGiven,
    NestLaid,
    NestWon,
    PartnerAsked,
    PartnerCalled,
    PartnerShown,
    PassedOut,
    ShotDeclared,
    TrumpKept,
    TrumpNamed,
    TrumpSold,
)
from rules.core.words import cards_counted, colored, shown, shown_all, signed, together, who

_RANKS: Final[Mapping[Bird, str]] = MappingProxyType(
    {
        "top": "the highest trump",
        "ten_half": "a trump between the 10 and the 11",
        "low": "the lowest trump",
    }
)


def event_text(event: HeardEvent) -> str:
    """An event as a sentence; empty for events every game shares, and those the table shows anyway."""
    tellers = (_called, _auction_over, _before_play, _in_play, _at_the_end)
    return next(filter(None, (tell(event) for tell in tellers)), "")


def _called(event: HeardEvent) -> str:
    match event:
        case BidMade(seat, points, color, has_color):
            return f"{who(seat)} bids {signed(points)}{f' {colored(color)}' if has_color else ''}."
        case BidPassed(seat):
            return f"{who(seat)} passes."
        case BidHeld(seat):
            return f"{who(seat)} holds for their partner."
        case ShotDeclared(seat):
            return f"{who(seat)} shoots the moon."
    return ""


def _auction_over(event: HeardEvent) -> str:
    match event:
        case PassedOut(_, unable) if unable is not None:
            return f"{who(unable)} holds too few cards to discard, so the deal is thrown in."
        case PassedOut():
            return "Everyone passed, so the deal is thrown in."
        case AuctionWon(declarer, points):
            return f"{who(declarer)} has the bid at {signed(points)}."
        case TrumpSold(seat, to, points):
            return f"{who(seat)} sells trump to {who(to)} for {signed(points)}."
        case TrumpKept(seat, points):
            return f"{who(seat)} keeps trump and owes {signed(points)}."
    return ""


def _before_play(event: HeardEvent) -> str:
    match event:
        case BirdNamed(seat, bird):
            return f"{who(seat)} makes the Rook {_RANKS[bird]}."
        case Folded(seat):
            return f"{who(seat)} gives up."
        case NestLaid(seat, _, _, has_counters) if has_counters is not None:
            return f"{who(seat)} says that there are {'' if has_counters else 'no '}counters in the discard."
        case PartnerAsked(seat, partner, bid):
            rises = f", and the bid rises to {signed(bid)}" if bid else ""
            return f"{who(seat)} lets {who(partner)} name trump{rises}."
        case TrumpNamed(seat, color, lowest_wins):
            return f"{who(seat)} names {colored(color)}{', lowest wins' if lowest_wins else ''}."
        case PartnerCalled(seat, card, partner, of, has_both):
            called = f"{who(seat)} calls {shown(card)}."
            return called if partner is None else f"{called} {_partner(partner, of > 1, has_both)}"
        case LeadGiven(seat, to):
            return f"{who(seat)} leads." if seat == to else f"{who(seat)} lets {who(to)} lead."
    return ""


def _in_play(event: HeardEvent) -> str:
    match event:
        case CardsTurned("nest", _, cards):
            return f"Turned up in the nest: {shown_all(cards, ', ')}."
        case CardsTurned("pile", _, cards):
            return f"Turned up on the draw pile: {shown_all(cards, ', ')}."
        case CardsTurned("battery", seat, cards) if seat is not None:
            return f"Turned up in {who(seat)}'s battery: {shown_all(cards, ', ')}."
        case CardTaken(seat, "up", card) if card is not None:
            return f"{who(seat)} takes the card that shows, {shown(card)}."
        case CardTaken(seat):
            return f"{who(seat)} draws from the pile."
        case CardDrawn(seat, card):
            return f"{who(seat)} draws {shown(card)}."
    return ""


def _at_the_end(event: HeardEvent) -> str:
    match event:
        case PartnerShown(None, card):
            return "The bidder plays alone." if card is None else f"No one else had {shown(card)}."
        case PartnerShown(partner, card, has_both) if partner is not None:
            return _partner(partner, card is not None, has_both)
        case NestWon(winner, cards, points):
            heir = "No one" if winner is None else who(winner)
            return f"{heir} gets the nest: {cards_counted(cards, points)}."
        case CardsCut(cut, winners):
            return _cut(cut, winners)
    return ""


def _partner(seat: Seat, is_one_of_two: bool, has_both: bool) -> str:
    """A sentence on a called partner who became public."""
    if has_both:
        return f"{who(seat)} has both cards, so is the only partner."
    return f"{who(seat)} is {'a' if is_one_of_two else 'the'} partner."


def _cut(cut: tuple[tuple[Seat, Card], ...], winners: tuple[Seat, ...]) -> str:
    cards = ", ".join(f"{who(seat)} {shown(card)}" for seat, card in cut)
    if not winners:
        return f"Cut for most tricks: {cards}. A tie, so everyone cuts again."
    get = "get" if len(winners) > 1 else "gets"
    return f"Cut for most tricks: {cards}. {together(winners)} {get} the points."
