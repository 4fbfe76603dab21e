"""The analysis of a deal: the bid against what could be taken, other trumps, the nest, the costliest card.

Analyses are computed in a worker on request, and cached.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from bot.common.arithmetic import Ask, NotWorkedOut
from bot.common.errors import Refused
from bot.replay.match import Replay
from bot.replay.moments import score_of
from bot.replay.open_deal import OpenDeal, open_deal
from bot.replay.open_play import Costly, OpenPlay, Taken, judged
from rules.bidding.nest import decide_discard, trumps
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.core.actions import Discard, NameTrump
from rules.core.cards import CardSet

log = logging.getLogger(__name__)

CLEARLY: Final = 10
"""Points by which another trump must be better to be named: the estimates are not exact."""
CACHE_SIZE: Final = 100
MOST_RUNNING: Final = 5
"""Analyses running at a time; further requests are refused."""
TOO_MANY: Final = "Several deals are being worked out just now. Nothing is lost. Try again in a moment."
NOT_NOW: Final = "The deal couldn't be worked out just now. Nothing is lost. Try again."
FAILED: Final = "This deal can't be worked out. Nothing is lost. Tell the bot's owner."
NO_ANALYSIS: Final = "There's no analysis of this deal. Choose another deal."


class OtherTrump(NamedTuple):
    """A trump with which the declaring side could have taken more points, after the same discard."""

    trump: NameTrump
    could_take: int
    has_nest: bool
    """Whether there was a discard."""


class Analysis(NamedTuple):
    """The analysis of a deal. It names cards of every hand: only for those who may see the replay."""

    declarer: int
    """The seat that made the bid."""
    bid: int
    took: int
    """Points the declaring side took toward its bid."""
    could_take: Taken
    """What it could take with all hands open from the first lead, if both sides play well."""
    other_trump: OtherTrump | None
    nest_when_dealt: int
    """Points of the nest as it was dealt."""
    nest_in_play: int
    """Points of the nest during play, after the discard."""
    costliest: Costly | None
    """The costliest card, among those with an exactly known cost; None if none cost a point."""
    known_from: int
    """The first trick, from 1, with exactly known costs."""
    shot: bool = False
    """Whether the bid was to shoot the moon."""

    def __repr__(self) -> str:
        return f"<analysis of a bid of {self.bid}>"


def analyse(deal: OpenDeal, took: int) -> Analysis:
    """Analyze a deal, deterministically, by searches of limited size.

    ``took`` is what the declaring side scored: a cut for the most tricks cannot be replayed.
    """
    play, first = OpenPlay(deal.what), deal.first
    value, could_take = first.ranking.value, play.expected_take(first)
    costliest, known_from = judged(play, first, deal.cards)
    return Analysis(
        declarer=first.contract.declarer,
        bid=first.contract.bid,
        took=took,
        could_take=could_take,
        other_trump=_other_trump(play, first, could_take.points),
        nest_when_dealt=sum(value[card] for card in first.deal.taken_up),
        nest_in_play=sum(value[card] for card in CardSet(first.deal.nest)),
        costliest=costliest,
        known_from=known_from,
        shot=first.auction.shot,
    )


def _other_trump(play: OpenPlay, first: State, could_take: int) -> OtherTrump | None:
    """The best other trump, if it is clearly better and the declarer could name it."""
    if play.setup.variant.trump == "with_bid":
        return None
    own = NameTrump(first.ranking.trump, lowest_wins=first.ranking.lowest_wins)
    others = {name: _with_trump(play, first, name) for name in trumps(play.setup) if name != own}
    could = {
        name: play.expected_take(under).points
        for name, under in others.items()
        if _is_legal_discard(play.setup, under)
    }
    best = max(could, key=lambda name: could[name], default=own)
    if best == own or could[best] < could_take + CLEARLY:
        return None
    return OtherTrump(best, could[best], has_nest=bool(first.deal.nest))


def _with_trump(play: OpenPlay, first: State, name: NameTrump) -> State:
    """A deal before its first lead under another trump."""
    order = Order(name.color, first.deal.bird, name.lowest_wins)
    return first._replace(ranking=play.setup.ranking(order))


def _is_legal_discard(setup: Setup, first: State) -> bool:
    """Whether the discard would be legal under this trump, in a game that names trump before it."""
    laid, declarer = first.deal.nest, first.contract.declarer
    if not laid or setup.variant.trump != "before_nest":
        return True
    hands = list(first.hands)
    hands[declarer] = CardSet(hands[declarer] | laid)
    before = first._replace(turn=declarer, hands=tuple(hands))
    return decide_discard(setup, before)[declarer].accepts(Discard(tuple(laid)))


def may_be_analysed(replay: Replay, place: int) -> bool:
    """Whether deal ``place``, from 0, can be analyzed; False if there is no such deal."""
    return place < len(replay.deals) and open_deal(replay, place) is not None


class Analyses:
    """Computes analyses and caches the latest. Callers check who may see the replay."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._cache: dict[OpenDeal, Analysis] = {}
        self._running = 0

    async def of(self, replay: Replay, place: int) -> Analysis:
        """The analysis of deal ``place``, from 0.

        Raises:
            Refused: the deal has none, too many are running, or the computation failed.
        """
        deal = open_deal(replay, place)
        if deal is None:
            raise Refused(NO_ANALYSIS)
        if deal not in self._cache:
            score = score_of(replay.deals[place])
            assert score is not None, "a deal with an analysis has a score"
            assert score.contract is not None, "and a bid"
            self._cache[deal] = await self._computed(deal, score.contract.took)
            if len(self._cache) > CACHE_SIZE:
                del self._cache[next(iter(self._cache))]
        return self._cache[deal]

    async def _computed(self, deal: OpenDeal, took: int) -> Analysis:
        if self._running >= MOST_RUNNING:
            raise Refused(TOO_MANY)
        self._running += 1
        try:
            return await self._ask(analyse, deal, took)
        except NotWorkedOut:
            raise Refused(NOT_NOW) from None
        except Exception as error:  # noqa: BLE001 - its message may name cards
            log.error("a deal could not be analysed (%s)", type(error).__name__)
            raise Refused(FAILED) from None
        finally:
            self._running -= 1
