"""Answers without a press: what a player decides before their turn, and the last card of a hand.

A plan, a pass or a card to play if it may be played, is kept in memory, known to its player alone, and is
for the present auction or trick only.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.bidding.facts import BiddingFacts, CallKind
from rules.bidding.phases import Phase
from rules.core.actions import PASS, Action, Play
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, ChooseNumber, Decision
from rules.core.events import AuctionWon, DealStarted, TrickTaken
from rules.core.views import SeatView, ZoneKind

ENDS_PLANS: Final = frozenset({AuctionWon, DealStarted, TrickTaken})
"""Events that end the auction or trick that plans are for."""


class PassAhead(NamedTuple):
    """A plan to pass, if the high bid is at least ``least`` by then; 0 passes in any case."""

    least: int


class CardAhead(NamedTuple):
    """A plan to play a card, if it may be played by then. Secret."""

    card: Card

    def __repr__(self) -> str:
        return "<a card ahead>"


Plan = PassAhead | CardAhead


def may_pass_ahead(view: SeatView) -> bool:
    """Whether a player may decide to pass: others are asked to bid, and the player is still in."""
    facts = view.table.facts
    if view.decision is not None or view.table.phase is not Phase.BID or not view.table.asked:
        return False
    if not isinstance(facts, BiddingFacts):
        return False
    call = facts.calls[view.seat] if view.seat < len(facts.calls) else None
    return call is None or call.kind is not CallKind.PASS


def passes_ahead(view: SeatView) -> range:
    """Bids that a planned pass may wait for; not the highest, after which no seat is asked."""
    facts = view.table.facts
    return facts.bids[:-1] if isinstance(facts, BiddingFacts) else range(0)


def cards_ahead(view: SeatView) -> tuple[Card, ...]:
    """Cards a player may plan for the present trick, in reading order.

    Empty if the player has played to it, is asked now, has an open hand, or holds one card only.
    """
    table = view.table
    if view.decision is not None or table.phase is not Phase.PLAY or not table.asked or table.trick is None:
        return ()
    has_played = any(hand == view.seat for hand, _ in table.trick.plays)
    is_open = any(zone.kind is ZoneKind.DUMMY and zone.seat == view.seat for zone in table.zones)
    return () if has_played or is_open or len(view.order) == 1 else view.order


def fits(plan: Plan, view: SeatView) -> bool:
    """Whether a plan may be made now."""
    match plan:
        case PassAhead():
            return may_pass_ahead(view)
        case CardAhead(card):
            return card in cards_ahead(view)


def answer_of(plan: Plan, view: SeatView) -> Action | None:
    """The planned card, or a pass if the high bid is high enough; None if the asked player has to answer."""
    decision = view.decision
    match plan:
        case PassAhead(least):
            can_pass = isinstance(decision, ChooseNumber) and decision.accepts(PASS)
            return PASS if can_pass and high_bid(view) >= least else None
        case CardAhead(card):
            if not isinstance(decision, ChooseCard) or decision.hand != view.seat:
                return None
            play = decision.actions[card] if card in decision.cards else None
            return play if isinstance(play, Play) else None


def high_bid(view: SeatView) -> int:
    """The bid to beat; 0 before there is one."""
    facts = view.table.facts
    return facts.contract.points if isinstance(facts, BiddingFacts) and facts.contract else 0


def only_play(decision: Decision) -> Play | None:
    """The play of the only card of the asked hand; None if there are more, or the decision is another."""
    # A card that is forced earlier waits for its player: played at once, it would tell of the hand.
    if not isinstance(decision, ChooseCard) or len(decision.held) != 1:
        return None
    first, *others = decision.answers()
    return first if isinstance(first, Play) and not others else None
