"""What the player in turn is asked in Club, and why he may not lay down yet (1988, Club 4, 7, 8, 12)."""

from __future__ import annotations

from typing import Final

from rules.core.actions import Discard, Put, Say, Take
from rules.core.cards import CARDS, CardSet
from rules.core.decisions import ChooseCard, ChooseGroup, ChooseOption, Decision, Option
from rules.games.club.deal import Deal, at_hand, coming, may_empty, set_aside
from rules.games.club.grouping import MOST, Groups
from rules.games.club.melds import NATURALS, OF_NUMBER, WILDS, Meld, extended, worth
from rules.games.club.rules import ClubRules
from rules.games.club.scoring import opening
from rules.games.match import Match

DRAW: Final = Take("pile")
PILE: Final = Say("pile")
MELD: Final = Say("meld")
DOWN: Final = Say("down")
OVER: Final = Say("over")
DISCARDS: Final = tuple(Discard((card,)) for card in CARDS)
NO_MELD: Final = (
    "Those cards fit nothing: a meld is three or more of one number, two of them natural, or three or more"
    " of one color in sequence from 4 up. 3s are laid down last, and only to go out."
)


def question(match: Match, deal: Deal, rules: ClubRules) -> Decision:
    """What the player in turn is asked now."""
    seat, side = deal.turn, match.side_of(deal.turn)
    if deal.stage == "draw":
        draws = _draws(match, deal, rules)
        more = ", or take from the discards" if len(draws) > 1 else ""
        return ChooseOption(seat, draws, ask=f"Draw two cards{more}")
    if deal.stage == "meld":
        return _melding(match, deal, rules)
    hand = deal.hands[seat]
    options = (Option(MELD, label="Lay cards down"),) if _may_meld(match, deal, rules, side) else ()
    return ChooseCard(seat, hand, hand, actions=DISCARDS, otherwise=options, ask="Discard a card")


def missing(match: Match, deal: Deal, rules: ClubRules) -> str:
    """Why the player may not lay down what he has set aside; empty if he may."""
    side = match.side_of(deal.turn)
    aside = set_aside(deal, side)
    if not aside:
        return "nothing is set aside yet"
    if deal.takes_pile and not _uses_top(deal, side):
        return f"{deal.top} must go into one meld with two natural {deal.pile[-1].rank}s of your hand"
    short = needed(match, deal, rules, side) - worth(aside)
    if short > 0:
        return f"{short} points more to open"
    if len(at_hand(deal, side)) + coming(deal) < 2 and not may_empty(deal.plan):
        return "without two Birdies you must keep a card after discarding"
    return ""


def needed(match: Match, deal: Deal, rules: ClubRules, side: int) -> int:
    """What the first play of a side must be worth; 0 if it has laid down already."""
    return 0 if deal.melds[side] else opening(match.totals[side], rules.club_over3000_min)


def _draws(match: Match, deal: Deal, rules: ClubRules) -> tuple[Option, ...]:
    two = Option(DRAW, label="Draw two cards")
    if deal.is_stopped:
        return (two,)
    top = deal.pile[-1]
    whole = Option(PILE, label=f"Take the discards ({len(deal.pile)})")
    ups = [
        Option(Put((top,), place), label=f"Take only {top}, onto #{place}: {meld.name}")
        for place, meld in enumerate(deal.melds[match.side_of(deal.turn)], 1)
        if _takes_natural(meld, CardSet.of((top,)))
    ]
    return (two, whole, *ups) if _may_take_pile(match, deal, rules) else (two, *ups)


def _takes_natural(meld: Meld, card: CardSet) -> bool:
    """Whether the top card alone may go onto a meld: a sequence, or a matched set without wild cards."""
    return meld.is_natural and extended(meld, card) is not None


def _may_take_pile(match: Match, deal: Deal, rules: ClubRules) -> bool:
    """Whether it is not his first turn and he has two natural cards to it, and perhaps enough to open."""
    if deal.turns < match.seats:
        return False
    top, hand, side = deal.pile[-1], deal.hands[deal.turn], match.side_of(deal.turn)
    if (hand & OF_NUMBER[top.rank]).bit_count() < NATURALS:
        return False
    groups = Groups(CardSet(hand | 1 << top), deal.melds[side])
    return worth(groups.fitting()) >= needed(match, deal, rules, side)


def _may_meld(match: Match, deal: Deal, rules: ClubRules, side: int) -> bool:
    """Whether anything may be laid down, unless it surely is too little for a first play."""
    fitting = Groups(deal.hands[deal.turn], deal.melds[side]).fitting()
    return bool(fitting) and worth(fitting) >= needed(match, deal, rules, side)


def _uses_top(deal: Deal, side: int) -> bool:
    """Whether the top card is set aside with two natural cards of its number in one matched set (R-70)."""
    top = deal.pile[-1]
    added = set_aside(deal, side)
    meld = next((meld for meld in deal.plan if top in meld.cards), None)
    if meld is None or meld.number != top.rank:
        return False
    return (meld.cards & added & ~WILDS).bit_count() > NATURALS


def _melding(match: Match, deal: Deal, rules: ClubRules) -> ChooseGroup:
    side = match.side_of(deal.turn)
    aside, cards, lacking = set_aside(deal, side), at_hand(deal, side), missing(match, deal, rules)
    down = () if lacking else (Option(DOWN, label="Lay them down"),)
    over = Option(OVER, label="Take them back" if aside else "Lay nothing down")
    points = f"{worth(aside)} points set aside" if aside else "Choose cards that belong together"
    groups = Groups(cards, deal.plan, coming(deal))
    return ChooseGroup(
        deal.turn,
        groups.fitting(),
        cards,
        MOST,
        groups,
        (*down, over),
        ask=f"{points}: {lacking}" if aside and lacking else points,
        reason=NO_MELD,
    )
