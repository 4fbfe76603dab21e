"""What a deal could have been: the bid against what was there, other trumps, the nest, the costliest card."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.replay.open_deal import OpenDeal
from bot.replay.open_play import Costly, OpenPlay, Taken, judged
from rules.bidding.nest import decide_discard, trumps
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.actions import Discard, NameTrump
from rules.core.cards import CardSet

CLEARLY: Final = 10
"""Points by which another trump is better before it is told: playing out is not exact."""


class OtherTrump(NamedTuple):
    """A trump that would have brought the declaring side more, with the same cards laid away."""

    trump: NameTrump
    could_take: int
    has_nest: bool
    """Whether any cards were laid away."""


class Analysis(NamedTuple):
    """What a deal could have been. It names cards of every hand: for those who may see its replay."""

    declarer: int
    """The seat that made the bid."""
    bid: int
    took: int
    """What the declaring side took toward its bid."""
    could_take: Taken
    """What it takes, with all hands open from the first lead, if both sides play well."""
    other_trump: OtherTrump | None
    found_in_nest: int
    """Points of the nest as it was dealt."""
    laid_in_nest: int
    """Points of the cards that lay in it during play."""
    costliest: Costly | None
    """The card that cost most of those whose cost is exactly known."""
    known_from: int
    """The trick, from 1, from which on that is known."""
    shot: bool = False
    """Whether the bid was every trick, whatever they count."""

    def __repr__(self) -> str:
        return f"<analysis of a bid of {self.bid}>"


def analyse(deal: OpenDeal, took: int) -> Analysis:
    """What a deal could have been: the same for the same deal, by searches of limited size.

    ``took`` is what it was scored with: where cards were cut for the most tricks, no play tells that.
    """
    play, first = OpenPlay(deal.what), deal.first
    value, could_take = first.ranking.value, play.taken_in_the_end(first)
    costliest, known_from = judged(play, first, deal.cards)
    return Analysis(
        declarer=first.contract.declarer,
        bid=first.contract.bid,
        took=took,
        could_take=could_take,
        other_trump=_other_trump(play, first, could_take.points),
        found_in_nest=sum(value[card] for card in first.deal.taken_up),
        laid_in_nest=sum(value[card] for card in CardSet(first.deal.nest)),
        costliest=costliest,
        known_from=known_from,
        shot=first.auction.shot,
    )


def _other_trump(play: OpenPlay, first: State, could_take: int) -> OtherTrump | None:
    """The best other trump, where it is clearly better and the declarer was free to name it."""
    if play.setup.variant.trump == "with_bid":
        return None
    own = NameTrump(first.ranking.trump, lowest_wins=first.ranking.lowest_wins)
    others = {name: _under(play, first, name) for name in trumps(play.setup) if name != own}
    could = {
        name: play.taken_in_the_end(under).points
        for name, under in others.items()
        if _may_be_laid_away(play.setup, under)
    }
    best = max(could, key=lambda name: could[name], default=own)
    if best == own or could[best] < could_take + CLEARLY:
        return None
    return OtherTrump(best, could[best], has_nest=bool(first.deal.nest))


def _under(play: OpenPlay, first: State, name: NameTrump) -> State:
    """A deal before its first lead under another trump."""
    order = Order(name.color, first.deal.bird, name.lowest_wins)
    return first._replace(ranking=play.setup.ranking(order))


def _may_be_laid_away(setup: Setup, first: State) -> bool:
    """Whether the cards in the nest may lie there, as a trump named before them has it."""
    laid, declarer = first.deal.nest, first.contract.declarer
    if not laid or setup.variant.trump != "before_nest":
        return True
    hands = list(first.hands)
    hands[declarer] = CardSet(hands[declarer] | laid)
    before = first._replace(turn=declarer, hands=tuple(hands))
    return decide_discard(setup, before)[declarer].accepts(Discard(tuple(laid)))
