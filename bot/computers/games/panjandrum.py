"""Panjandrum: plays by the book, calls every mistake and no other card, and lays cards where they hurt.

Most is forced. What is left is which opponent gets a card that fits several, once or twice in a game: whoever
is closest to winning.
"""

from __future__ import annotations

from random import Random

from bot.computers.any_legal import decision_of
from bot.computers.brief import Brief
from rules.core.actions import PASS, SHOUT, Action, Put
from rules.core.decisions import Seat
from rules.core.views import TableView
from rules.games.panjandrum.game import GIVE, LIFT
from rules.games.panjandrum.sight import MOVED, Seen, seen


def choose(brief: Brief, random: Random) -> Action:
    """Answer the decision in the brief."""
    table, seat = brief.view.table, brief.view.seat
    answers = tuple(decision_of(brief).answers())
    look = seen(table.zones, len(table.seats))
    if SHOUT in answers:
        return SHOUT if was_wrong(table, look) else PASS
    if GIVE[0].action in answers:
        return give(look, seat)
    return move(table, look, seat, answers, random)


def was_wrong(table: TableView, look: Seen) -> bool:
    """Whether the card just laid belonged somewhere else, or was lifted too early."""
    mover = next(info.seat for info in table.seats if MOVED in info.marks)
    assert look.card is not None
    tops, place = look.before(mover)
    own = tops.delays[mover]
    if look.was_lifted and own is not None and tops.right_places(mover, own):
        return True
    return place not in (tops.right_places(mover, look.card) or (mover,))


def give(look: Seen, seat: Seat) -> Action:
    """Give the top of the own Delay Pile, which may stay long, unless it can be laid soon."""
    top = look.tops.delays[seat]
    from_hand, from_pile = (option.action for option in GIVE)
    return from_hand if top is not None and look.tops.right_places(seat, top) else from_pile


def move(table: TableView, look: Seen, seat: Seat, answers: tuple[Action, ...], random: Random) -> Action:
    """Lay the card where it has to go; of several opponents to the one whom it hurts most."""
    card = look.tops.delays[seat] if look.card is None else look.card
    if card is None:
        return LIFT.action
    places = look.tops.right_places(seat, card)
    if not places:
        return LIFT.action if LIFT.action in answers else Put((card,), seat)
    if len(places) == 1:
        return Put((card,), places[0])
    return Put((card,), min(places, key=lambda other: (_left(table, other), random.random())))


def _left(table: TableView, seat: Seat) -> int:
    """How many cards a seat has to get rid of."""
    pile = sum(zone.hidden + len(zone.shown) for zone in table.zones if zone.seat == seat)
    return table.seats[seat].cards + pile
