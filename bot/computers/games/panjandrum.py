"""The computer player of Panjandrum: plays by the rules, and calls every mistake and nothing else.

Most moves are forced. If a card fits several opponents, the one closest to winning gets it.
"""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief, decision_of
from bot.computers.games.reasons import (
    CardsLeft,
    FitsNowhere,
    Mistake,
    NextOfColor,
    NothingFits,
    OtherReason,
    TopFits,
)
from rules.core.actions import PASS, SHOUT, Action, Put
from rules.core.decisions import Seat
from rules.core.views import TableView
from rules.games.panjandrum.facts import Laid, PanjandrumFacts, Pile
from rules.games.panjandrum.game import FROM_DELAY, FROM_HAND, LIFT
from rules.games.panjandrum.piles import BUILDING


def choose(brief: Brief, random: Random, _share: float = 1.0) -> Action:
    """Call a mistake and nothing else in a window; ``give`` if a fine is owed; else ``move``."""
    table, seat = brief.view.table, brief.view.seat
    facts = table.facts
    assert isinstance(facts, PanjandrumFacts)
    if facts.laid is not None:
        return SHOUT if was_wrong(facts.laid) else PASS
    if facts.fine is not None:
        return give(facts, seat)
    return move(table, facts, tuple(decision_of(brief).answers()), random)


def was_wrong(laid: Laid) -> bool:
    """Whether the card just laid belonged elsewhere, or was lifted while the own Delay Pile's top fitted."""
    own = laid.before.delays[laid.seat]
    if laid.was_lifted and own is not None and laid.before.right_places(laid.seat, own):
        return True
    return laid.place not in (laid.before.right_places(laid.seat, laid.card) or (laid.seat,))


def give(facts: PanjandrumFacts, seat: Seat) -> Action:
    """The card to give as a fine: the own Delay Pile's top, or one from the hand if the top fits a pile."""
    top = facts.tops.delays[seat]
    can_be_laid = top is not None and facts.tops.right_places(seat, top)
    return FROM_HAND.action if can_be_laid else FROM_DELAY.action


def move(table: TableView, facts: PanjandrumFacts, answers: tuple[Action, ...], random: Random) -> Action:
    """Lay a card where it fits, of opponents on the one with fewest cards; else lift, or on its own pile."""
    seat = facts.player
    card = facts.tops.delays[seat] if facts.lifted is None else facts.lifted
    if card is None:
        return LIFT.action
    places = facts.tops.right_places(seat, card)
    if not places:
        return LIFT.action if LIFT.action in answers else Put((card,), seat)
    if len(places) == 1:
        return Put((card,), places[0])
    return Put((card,), min(places, key=lambda other: (cards_left(table, other), random.random())))


def cards_left(table: TableView, seat: Seat) -> int:
    """The number of cards a seat still has to get rid of, in hand and Delay Pile."""
    piles = [zone for zone in table.zones if zone.kind == Pile.DELAY and zone.seat == seat]
    return table.seats[seat].cards + sum(zone.hidden + len(zone.shown) for zone in piles)


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a card laid, a mistake called or not called, a card lifted or given."""
    table, seat = brief.view.table, brief.view.seat
    facts = table.facts
    if not isinstance(facts, PanjandrumFacts):
        return None
    if facts.laid is not None:
        return Mistake(was_wrong(facts.laid))
    if isinstance(action, Put):
        if action.place >= BUILDING:
            return NextOfColor()
        return (
            FitsNowhere()
            if action.place == seat
            else CardsLeft(action.place, cards_left(table, action.place))
        )
    return TopFits() if give(facts, seat) == FROM_HAND.action else NothingFits()
