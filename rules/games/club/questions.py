"""The questions to the player in turn, and why planned cards may not be laid (1988, Club 4, 7, 8, 12)."""

from __future__ import annotations

from typing import Final

from rules.core.actions import Discard, Put, Say, Take
from rules.core.cards import CARDS, CardSet
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseOption, Decision, Option
from rules.core.match import Match
from rules.games.club.deal import Deal, free_cards, may_go_out, pile_cards, planned_cards
from rules.games.club.grouping import MOST, Groups, Lack, Missing
from rules.games.club.melds import NATURALS, OF_NUMBER, WILDS, Meld, extended, worth
from rules.games.club.options import ClubRules
from rules.games.club.scoring import opening

DRAW: Final = Take("pile")
PILE: Final = Say("pile")
MELD: Final = Say("meld")
DOWN: Final = Say("down")
OVER: Final = Say("over")
DISCARDS: Final = tuple(Discard((card,)) for card in CARDS)


def question(match: Match, deal: Deal, rules: ClubRules) -> Decision:
    """The question to the player in turn: draw, plan melds, or discard."""
    seat, side = deal.turn, match.side_of(deal.turn)
    if deal.stage == "draw":
        return ChooseOption(seat, _draws(match, deal, rules))
    if deal.stage == "meld":
        return _melding(match, deal, rules)
    hand = deal.hands[seat]
    options = (Option(MELD),) if _may_meld(match, deal, rules, side) else ()
    return ChooseCard(seat, hand, hand, actions=DISCARDS, otherwise=options)


def missing(match: Match, deal: Deal, rules: ClubRules) -> Missing | None:
    """Why the planned cards may not be laid; None if they may."""
    side = match.side_of(deal.turn)
    planned = planned_cards(deal, side)
    if not planned:
        return Missing(Lack.CARDS)
    if deal.takes_pile and not _uses_top(deal, side):
        return Missing(Lack.TOP_CARD)
    short = needed(match, deal, rules, side) - worth(planned)
    if short > 0:
        return Missing(Lack.POINTS, short)
    if len(free_cards(deal, side)) + pile_cards(deal) < 2 and not may_go_out(deal.plan):
        return Missing(Lack.LAST_CARD)
    return None


def needed(match: Match, deal: Deal, rules: ClubRules, side: int) -> int:
    """Points the first play of a side must be worth; 0 if it has laid melds."""
    return 0 if deal.melds[side] else opening(match.totals[side], rules.club_over3000_min)


def _draws(match: Match, deal: Deal, rules: ClubRules) -> tuple[Option, ...]:
    two = Option(DRAW)
    if deal.is_stopped:
        return (two,)
    top = deal.pile[-1]
    whole = Option(PILE)
    ups = [
        Option(Put((top,), place))
        for place, meld in enumerate(deal.melds[match.side_of(deal.turn)], 1)
        if _takes_natural(meld, CardSet.of((top,)))
    ]
    return (two, whole, *ups) if _may_take_pile(match, deal, rules) else (two, *ups)


def _takes_natural(meld: Meld, card: CardSet) -> bool:
    """Whether a meld takes the top discard alone: a sequence, or a matched set without wild cards."""
    return meld.is_natural and extended(meld, card) is not None


def _may_take_pile(match: Match, deal: Deal, rules: ClubRules) -> bool:
    """Whether the player may take the pile: after the first turns, with two natural cards of its number.

    Hands that are surely too poor to open are refused too; others may try.
    """
    if deal.turns < match.seats:
        return False
    top, hand, side = deal.pile[-1], deal.hands[deal.turn], match.side_of(deal.turn)
    if (hand & OF_NUMBER[top.rank]).bit_count() < NATURALS:
        return False
    groups = Groups(CardSet(hand | 1 << top), deal.melds[side])
    return worth(groups.fitting()) >= needed(match, deal, rules, side)


def _may_meld(match: Match, deal: Deal, rules: ClubRules, side: int) -> bool:
    """Whether the hand fits any meld, and is not surely worth too little to open."""
    fitting = Groups(deal.hands[deal.turn], deal.melds[side]).fitting()
    return bool(fitting) and worth(fitting) >= needed(match, deal, rules, side)


def _uses_top(deal: Deal, side: int) -> bool:
    """Whether the plan has the top discard and two natural cards of its number in one matched set (R-70)."""
    top = deal.pile[-1]
    added = planned_cards(deal, side)
    meld = next((meld for meld in deal.plan if top in meld.cards), None)
    if meld is None or meld.number != top.rank:
        return False
    return (meld.cards & added & ~WILDS).bit_count() > NATURALS


def _melding(match: Match, deal: Deal, rules: ClubRules) -> ChooseGroup:
    side = match.side_of(deal.turn)
    cards, lacking = free_cards(deal, side), missing(match, deal, rules)
    down = () if lacking else (Option(DOWN),)
    groups = Groups(cards, deal.plan, pile_cards(deal), lacking)
    return ChooseGroup(deal.turn, groups.fitting(), cards, MOST, groups, (*down, Option(OVER)))
