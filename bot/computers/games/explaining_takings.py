"""Reasons for an answer in games of taking and melding: Tuxedo and Club."""

from __future__ import annotations

from bot.computers.brief import Brief, decision_of
from bot.computers.games.club.planning import Draft, followed, plan
from bot.computers.games.club.sight import Sight, sight_of
from bot.computers.games.reasons import (
    Builds,
    CannotLayMelds,
    Collects,
    Exposes,
    LaysMelds,
    Orange,
    OtherReason,
    PileOf,
    Spare,
    StopsPile,
)
from bot.computers.games.tuxedo import after, is_orange, situation_of
from rules.core.actions import Action, Capture, Discard, Pass, Play, Put, Shout
from rules.core.cards import RANKS, Card, CardSet
from rules.core.decisions import ChooseGroup
from rules.games.club.grouping import Groups
from rules.games.club.melds import OF_NUMBER, THREE, extended, worth
from rules.games.club.questions import DOWN, DRAW, MELD, OVER, PILE
from rules.games.tuxedo.captures import captures


def tuxedo(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a taking, a build, a card left on the table, or a call of Orange."""
    match action:
        case Shout() | Pass():
            return Orange(is_orange(brief.view))
        case Capture(_, cards):
            return Collects(len(cards) + 1)
        case Put((card, *_)):
            before = situation_of(brief)
            build = next(stack for stack in after(before, action)[0] if card in stack.cards)
            return Builds(build.value, sum(one.rank == build.value for one in before.hand if one != card))
        case Play():
            before = situation_of(brief)
            table, rules = after(before, action)[0], before.rules
            takes = (
                captures(number, table, every=rules.multi_capture, by_color=rules.orange)
                for number in range(1, RANKS + 1)
            )
            return Exposes(sum(map(bool, takes)))
    return None


def club(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a meld, for drawing or taking the discards, or for a discard."""
    sight, decision = sight_of(brief), decision_of(brief)
    if isinstance(decision, ChooseGroup) and isinstance(decision.grouping, Groups):
        return _of_plan(brief, sight, decision, decision.grouping, action)
    match action:
        case Discard((card,)):
            return _of_discard(sight, card)
        case Put(cards):
            return LaysMelds(worth(CardSet.of(cards)), sight.need)
    if action == MELD:
        whole = followed(sight, Draft(Groups(sight.hand, sight.own), 0))
        return None if whole is None else LaysMelds(whole.laid, sight.need)
    if action in {DRAW, PILE} and sight.pile:
        top = sight.pile[-1]
        return PileOf(sight.discards, top, (sight.hand & OF_NUMBER[top.rank]).bit_count())
    return None


def _of_plan(
    brief: Brief, sight: Sight, decision: ChooseGroup, groups: Groups, action: Action
) -> OtherReason | None:
    planned = CardSet.of(card for zone in brief.view.zones for card in zone.shown)
    if action == DOWN:
        return LaysMelds(worth(planned), sight.need)
    if action == OVER:
        may_meld = DOWN in [option.action for option in decision.otherwise]
        return None if may_meld else CannotLayMelds()
    top = sight.pile[-1] if sight.pile and sight.pile[-1] in groups.cards else None
    whole = plan(sight, Draft(groups, worth(planned), top))
    return None if whole is None else LaysMelds(whole.laid, sight.need)


def _of_discard(sight: Sight, card: Card) -> OtherReason:
    if card.rank <= THREE and not card.is_bird:
        return StopsPile()
    held = (sight.hand & OF_NUMBER[card.rank] & ~(1 << card)).bit_count()
    return Spare(held, sum(extended(meld, CardSet(1 << card)) is not None for meld in sight.others))
