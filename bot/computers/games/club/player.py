"""The answers of the computer player of Club, and their reasons."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.computers.brief import Brief, NoAnswer, decision_of
from bot.computers.games.club.discarding import cheapest
from bot.computers.games.club.planning import Draft, followed, gain_of, plan
from bot.computers.games.club.sight import Sight, sight_of
from bot.computers.games.reasons import CannotLayMelds, LaysMelds, OtherReason, PileOf, Spare, StopsPile
from rules.core.actions import Action, Discard, Put
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseOption
from rules.games.club.grouping import Groups
from rules.games.club.melds import OF_NUMBER, THREE, extended, worth
from rules.games.club.questions import DOWN, DRAW, MELD, OVER, PILE

WORTH_A_TURN: Final = 90
"""Points that taking the top card alone must gain, as the turn then has no other draw or meld."""
FEW: Final = 2
"""Most discards that are not worth taking for their number alone."""


def choose(brief: Brief, _random: Random, _share: float = 1.0) -> Action:
    """Draw, take discards, plan or lay melds, or discard the ``cheapest`` card."""
    decision, sight = decision_of(brief), sight_of(brief)
    match decision:
        case ChooseOption():
            return _draw(sight, [option.action for option in decision.options])
        case ChooseGroup(grouping=Groups() as groups):
            return _meld(brief, sight, groups, [option.action for option in decision.otherwise])
        case ChooseCard():
            may_meld = MELD in [option.action for option in decision.otherwise]
            if may_meld and followed(sight, Draft(Groups(sight.hand, sight.own), 0)):
                return MELD
            return Discard((cheapest(sight, decision.cards),))
        case _:
            raise NoAnswer(f"there is no answer to {type(decision).__name__}")


def _meld(brief: Brief, sight: Sight, groups: Groups, options: list[Action]) -> Action:
    """The next put of the plan; without one, lay the planned melds, or take them back if not allowed."""
    whole = plan(sight, _planned(brief, sight, groups))
    if whole is not None and whole.puts:
        return whole.puts[0]
    return DOWN if DOWN in options else OVER


def _planned(brief: Brief, sight: Sight, groups: Groups) -> Draft:
    """The plan of the melds set out so far."""
    cards = CardSet.of(card for zone in brief.view.zones for card in zone.shown)
    top = sight.pile[-1] if sight.pile and sight.pile[-1] in groups.cards else None
    return Draft(groups, worth(cards), top)


def _draw(sight: Sight, options: list[Action]) -> Action:
    """Take the discards if worth it, or the top card if it gains enough; else draw from the stock."""
    if PILE in options and _is_pile_worth_taking(sight):
        return PILE
    draft = Draft(Groups(sight.hand, sight.own), 0)
    best, most = None, float(WORTH_A_TURN)
    for action in options:
        if isinstance(action, Put) and (brings := gain_of(sight, draft, action)) > most:
            best, most = action, brings
    return best or DRAW


def _is_pile_worth_taking(sight: Sight) -> bool:
    top: Card = sight.pile[-1]
    cards = CardSet(sight.hand | 1 << top)
    draft = Draft(Groups(cards, sight.own, sight.discards - 1), 0, top)
    whole = followed(sight, draft)
    if whole is None:
        return False
    if not sight.is_late:
        return sight.discards > FEW or gain_of(sight, draft, whole.puts[0]) > WORTH_A_TURN
    after = followed(sight, Draft(Groups(CardSet(sight.hand | CardSet.of(sight.pile)), sight.own), 0))
    return after is not None and 2 * after.left <= sight.discards + len(sight.hand)


def explain(brief: Brief, action: Action) -> OtherReason | None:
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
    draft = _planned(brief, sight, groups)
    if action == DOWN:
        return LaysMelds(draft.laid, sight.need)
    if action == OVER:
        may_meld = DOWN in [option.action for option in decision.otherwise]
        return None if may_meld else CannotLayMelds()
    whole = plan(sight, draft)
    return None if whole is None else LaysMelds(whole.laid, sight.need)


def _of_discard(sight: Sight, card: Card) -> OtherReason:
    if card.rank <= THREE and not card.is_bird:
        return StopsPile()
    held = (sight.hand & OF_NUMBER[card.rank] & ~(1 << card)).bit_count()
    return Spare(held, sum(extended(meld, CardSet(1 << card)) is not None for meld in sight.others))
