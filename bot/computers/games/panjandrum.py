"""Panjandrum: makes no mistake, calls every mistake and no other card.

Most moves are forced. A card that fits several opponents goes to the one closest to winning.
"""

from __future__ import annotations

from random import Random

from bot.computers.brief import Brief, decision_of
from rules.core.actions import PASS, SHOUT, Action, Put
from rules.core.decisions import Seat
from rules.core.views import TableView
from rules.games.panjandrum.facts import Laid, PanjandrumFacts, Pile
from rules.games.panjandrum.game import FROM_DELAY, FROM_HAND, LIFT


def choose(brief: Brief, random: Random, _share: float = 1.0) -> Action:
    """Answer the decision in the brief."""
    table, seat = brief.view.table, brief.view.seat
    facts = table.facts
    assert isinstance(facts, PanjandrumFacts)
    if facts.laid is not None:
        return SHOUT if was_wrong(facts.laid) else PASS
    if facts.fine is not None:
        return give(facts, seat)
    return move(table, facts, tuple(decision_of(brief).answers()), random)


def was_wrong(laid: Laid) -> bool:
    """Whether the card just played was a mistake: on a wrong place, or lifted too early."""
    own = laid.before.delays[laid.seat]
    if laid.was_lifted and own is not None and laid.before.right_places(laid.seat, own):
        return True
    return laid.place not in (laid.before.right_places(laid.seat, laid.card) or (laid.seat,))


def give(facts: PanjandrumFacts, seat: Seat) -> Action:
    """Give the top card of the own Delay Pile, or of the Hand if the Delay card can be played soon."""
    top = facts.tops.delays[seat]
    can_be_laid = top is not None and facts.tops.right_places(seat, top)
    return FROM_HAND.action if can_be_laid else FROM_DELAY.action


def move(table: TableView, facts: PanjandrumFacts, answers: tuple[Action, ...], random: Random) -> Action:
    """Lift a card, or play it on its place; of several opponents, on the one with the fewest cards left."""
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
    """Number of cards in a seat's Hand and Delay Pile."""
    piles = [zone for zone in table.zones if zone.kind == Pile.DELAY and zone.seat == seat]
    return table.seats[seat].cards + sum(zone.hidden + len(zone.shown) for zone in piles)
