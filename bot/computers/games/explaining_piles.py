"""Reasons for an answer in games of piles: Panjandrum and the solitaires."""

from __future__ import annotations

from bot.computers.brief import Brief, decision_of
from bot.computers.games.new_solitaire import fits
from bot.computers.games.panjandrum import cards_left, was_wrong
from bot.computers.games.reasons import (
    CardsLeft,
    FitsNowhere,
    Mistake,
    NextOfColor,
    NoMove,
    NothingFits,
    OneMove,
    OtherReason,
    RunContinues,
    TopFits,
    Uncovers,
)
from rules.core.actions import Action, Put
from rules.games.new_solitaire.facts import Pile as Columns
from rules.games.new_solitaire.game import TURN
from rules.games.old_solitaire.deal import HOME
from rules.games.old_solitaire.facts import PileKind
from rules.games.old_solitaire.game import GO
from rules.games.panjandrum.facts import PanjandrumFacts
from rules.games.panjandrum.piles import BUILDING
from rules.games.solitaire.game import GIVE_UP


def panjandrum(brief: Brief, action: Action) -> OtherReason | None:
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
    top = facts.tops.delays[seat]
    return TopFits() if top is not None and facts.tops.right_places(seat, top) else NothingFits()


def old_solitaire(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a move: it goes home, uncovers cards, or is the only one."""
    if action == GO.action:
        return OneMove()
    if not isinstance(action, Put):
        return NoMove()
    if action.place >= HOME:
        return NextOfColor()
    zones = (*brief.view.table.zones, *brief.view.zones)
    pile = next(
        zone for zone in zones if zone.kind == PileKind.TRANSFER and zone.shown[-1:] == action.cards[-1:]
    )
    under = (len(zone.shown) for zone in zones if zone.kind == PileKind.UNDER and zone.number == pile.number)
    return Uncovers(pile.hidden + sum(under))


def new_solitaire(brief: Brief, action: Action) -> OtherReason | None:
    """How many columns continue a card's run; for a turn or giving up: no card fits, or None if one does."""
    if not isinstance(action, Put):
        is_stuck = not any(isinstance(answer, Put) for answer in decision_of(brief).answers())
        if action == TURN.action:
            return NothingFits() if is_stuck else None
        return NoMove() if action == GIVE_UP.action and is_stuck else None
    (card,) = action.cards
    zones = (*brief.view.table.zones, *brief.view.zones)
    columns = [[one for one in zone.shown if one != card] for zone in zones if zone.kind == Columns.COLUMN]
    return RunContinues(sum(fits(column[-1].rank, card.rank) for column in columns if column))
