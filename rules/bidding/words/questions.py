"""The questions of the bidding games, and the labels of their answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.bidding import deck
from rules.bidding.facts import facts_of
from rules.bidding.phases import Phase
from rules.bidding.ranking import suit_of
from rules.bidding.variant import Variant
from rules.bidding.words.common import but_red_one, number_of
from rules.bidding.words.refusals import TOO_FEW, must_follow, not_callable, not_in_nest
from rules.core.actions import (
    PASS,
    Action,
    AskPartner,
    Bid,
    Bird,
    ClaimMisdeal,
    Fold,
    GiveLead,
    Hold,
    Keep,
    NameBird,
    NameTrump,
    Pass,
    Sell,
    Shoot,
    Take,
)
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, Seat, options_of
from rules.core.views import SeatView, ZoneKind
from rules.core.words import colored, counted, signed, who

BIRDS: Final[Mapping[Bird, str]] = MappingProxyType(
    {"top": "highest trump", "ten_half": "between the 10 and 11", "low": "lowest trump"}
)
_ASKS: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.BIRD: "Where does the Rook rank this deal?",
        Phase.SALE: "Sell trump, or keep it?",
        Phase.TRUMP: "Name the trump color",
        Phase.LEAD: "Who leads to the first trick?",
        Phase.TAKE: "Draw a card",
    }
)


def bird_rank(variant: Variant, bird: Bird) -> str:
    """The rank the dealer chooses for the bird, without an article."""
    return BIRDS[bird] + (but_red_one(variant) if bird == "top" else "")


def question(variant: Variant, view: SeatView) -> str:
    """The question in the hand message of a seat with a decision: ``Bid or pass``, ``Lead a card``."""
    phase, decision = view.table.phase, view.decision
    if isinstance(decision, ChooseNumber):
        others = [option.action for option in options_of(decision)]
        if PASS in others:
            return "Bid or pass"
        return "Bid, or claim a misdeal" if ClaimMisdeal() in others else "You must bid"
    if isinstance(decision, ChooseCards):
        return f"Discard {counted(decision.most, 'card')} to the nest"
    if phase is Phase.PLAY and isinstance(decision, ChooseCard):
        return _which_card(view, decision.hand)
    if phase is Phase.PARTNER:
        return _which_to_call(variant, view)
    return _ASKS[phase] if isinstance(phase, Phase) else ""


def reason(variant: Variant, view: SeatView) -> str:
    """Why a seat must bid, or may not discard, call or play other cards; empty without a reason."""
    match view.table.phase:
        case Phase.BID if isinstance(view.decision, ChooseNumber):
            return _must_bid(variant, view)
        case Phase.DISCARD if isinstance(view.decision, ChooseCards):
            barred = not_in_nest(variant, view.decision.few_most)
            return f"{barred} {TOO_FEW}" if _barred(variant, view) & view.decision.cards else barred
        case Phase.PARTNER:
            return not_callable(variant, is_second=bool(facts_of(view.table).called))
        case Phase.PLAY:
            return _must_follow(variant, view)
    return ""


def _must_bid(variant: Variant, view: SeatView) -> str:
    """Why the dealer may not pass; empty for a seat that may."""
    if view.decision is None or PASS in [option.action for option in options_of(view.decision)]:
        return ""
    if variant.all_pass != "dealer_must_bid":
        return f"{number_of(len(view.table.seats), 'deal')} in a row were passed out, so the dealer must bid."
    if variant.first_bidder == "dealer":
        return "The dealer bids first and must bid."
    return "Everyone else passed, so the dealer must bid."


def _barred(variant: Variant, view: SeatView) -> int:
    """Mask of the cards that may be discarded only if other cards are too few."""
    barred = 0 if variant.bury_counters else int(view.table.counters)
    return barred | (view.table.trumps if variant.bury_trumps == "no" else 0)


def answer(variant: Variant, view: SeatView, action: Action) -> str:
    """The label of an answer; empty for a card, which needs none."""
    facts = facts_of(view.table)
    match action:
        case Sell(to):
            return f"Sell to {who(to)} for {signed(dict(facts.offers).get(to, 0))}"
        case Keep():
            return f"Keep it and owe {signed(facts.contract.points if facts.contract else 0)}"
        case NameTrump(color, lowest_wins):
            name = colored(color, capital=True)
            return f"{name}, lowest wins" if lowest_wins else name
        case AskPartner() if variant.trump_by == "partner_for_five" and facts.contract is not None:
            does = "Let your partner name it" if view.seat == facts.contract.declarer else "Hand it back"
            return f"{does}, for a bid of {signed(facts.contract.points + deck.FOR_TRUMP)}"
        case GiveLead(to):
            return _leading(variant, view, to)
        case NameBird(bird):
            return bird_rank(variant, bird).capitalize()
        case Bid(points, color):
            named = f" {colored(color)}" if variant.trump == "with_bid" else ""
            return f"{signed(points)}{named}"
    return _NAMES.get(type(action), "") or _drawn(action)


_NAMES: Final[Mapping[type, str]] = MappingProxyType(
    {
        Pass: "Pass",
        Hold: "Hold",
        Shoot: "Shoot the moon",
        ClaimMisdeal: "Claim a misdeal",
        AskPartner: "Let your partner name it",
        Fold: "Give up",
    }
)


def _which_to_call(variant: Variant, view: SeatView) -> str:
    """The question for a card to call, with its place if two are called."""
    if facts_of(view.table).called:
        return "Call the second card. Whoever holds it is your partner, too"
    card = "the first of two cards" if deck.called_cards(variant, len(view.table.seats)) > 1 else "a card"
    return f"Call {card}. Whoever holds it is your partner"


def _leading(variant: Variant, view: SeatView, to: Seat) -> str:
    """The label of an answer on who leads; with a name if there are two partners."""
    if to == view.seat:
        return "Lead yourself"
    if variant.first_lead == "declarer_or_left":
        return "Let your left lead"
    seats = len(view.table.seats)
    has_one = seats == 4 if variant.teams == "partners" else deck.called_cards(variant, seats) == 1
    return "Let your partner lead" if has_one else f"Let {who(to)} lead"


def _drawn(action: Action) -> str:
    if not isinstance(action, Take):
        return ""
    return "Take the card that shows" if action.source == "up" else "Draw from the pile"


def _which_card(view: SeatView, hand: int) -> str:
    """The question for a card, with the hand it comes from if the seat plays several."""
    table = view.table
    verb = "Play" if table.trick is not None and table.trick.plays else "Lead"
    seats = len(table.seats)
    facts = facts_of(view.table)
    if hand >= seats:
        is_battery = table.others[hand - seats] is ZoneKind.BATTERY
        return f"{verb} a card from {'your battery' if is_battery else 'the dummy'}"
    if facts.dummy is not None and hand == facts.dummy.hand:
        return f"{verb} a card from {who(hand)}'s hand"
    plays_several = ZoneKind.BATTERY in table.others or (
        facts.dummy is not None and facts.dummy.played_by == view.seat
    )
    return f"{verb} a card from your hand" if plays_several else f"{verb} a card"


def _must_follow(variant: Variant, view: SeatView) -> str:
    trick, facts = view.table.trick, facts_of(view.table)
    if trick is None or not trick.plays:
        return ""
    (_, card), *_ = trick.plays
    trump = facts.trump.color if facts.trump else None
    is_dummy = facts.dummy is not None and view.table.hand == facts.dummy.hand
    return must_follow(variant, suit_of(variant, card, trump), trump, dummy=is_dummy)
