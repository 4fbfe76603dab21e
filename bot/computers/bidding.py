"""Bidding: what a hand would take as declarer, in the game's own points, is what it bids.

Deals are sampled around the hand: the nest is taken, cards are laid away and trump is named as at the
table, before the other hands are looked at; then the deal is played out. The mean of what the side
takes sets the limit, so it lies on the game's own scale, whatever counts there.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from statistics import fmean
from typing import Final

from bot.computers.game import Played, setup_for
from bot.computers.memory import Memory
from bot.computers.nest import best_trump, make_plan
from bot.computers.rollout import Result, order_of, play_out
from rules.actions import PASS, Action, Bid
from rules.cards import NO_CARDS, Card, CardSet, Color
from rules.decisions import ChooseNumber, Seat
from rules.tricks.setup import Setup

SAMPLES: Final = 16
EAGER: Final = 1.6
"""Steps a bid may lie above the mean: an auction is mostly won for less than one's limit."""
OPENING_SLACK: Final = 0.5
"""Steps a hand may fall short of the lowest bid and still enter the auction."""
RESPECT: Final = 2
"""Steps a hand must be worth more than needed to overbid a partner."""


def call(memory: Memory, what: Played, decision: ChooseNumber) -> Action:
    """Bid as little as is allowed while the hand is worth it; else pass."""
    limit = worth(memory, what)
    if limit >= memory.setup.opening - OPENING_SLACK * decision.step:
        limit += EAGER * decision.step
    if memory.is_mates_bid:
        limit -= RESPECT * decision.step
    if decision.least <= min(limit, decision.most) or not decision.accepts(PASS):
        return Bid(decision.least, _color(memory, decision))
    return PASS


def worth(memory: Memory, what: Played) -> float:
    """What this side should take, on average, if this hand declares."""
    return _mean_take(what, memory.sides, memory.seat, memory.hand, _leader(memory))


def _color(memory: Memory, decision: ChooseNumber) -> Color | None:
    """The color of the lowest bid, where bids have one."""
    colors = [color for color, most in decision.colors if color is not None and most >= decision.least]
    return best_trump(memory.setup, memory.hand, colors) if colors else None


def _leader(memory: Memory) -> Seat:
    """Who would lead if this seat declared."""
    left_of_dealer = memory.setup.variant.first_lead == "left_of_dealer"
    return ((memory.dealer if left_of_dealer else memory.seat) + 1) % len(memory.sides)


@lru_cache(maxsize=1024)
def _mean_take(what: Played, sides: tuple[int, ...], seat: Seat, hand: int, leader: Seat) -> float:
    """The mean over sampled deals, the same whenever it is asked: one opinion for a whole auction."""
    setup = setup_for(what)
    assert setup is not None
    random = Random(hand)
    unseen = [card for card in setup.pack if not hand >> card & 1]
    return fmean(_take(setup, sides, seat, hand, leader, unseen, random) for _ in range(SAMPLES))


def _take(
    setup: Setup,
    sides: tuple[int, ...],
    seat: Seat,
    hand: int,
    leader: Seat,
    unseen: list[Card],
    random: Random,
) -> int:
    """What the side takes in one sampled deal."""
    random.shuffle(unseen)
    size, nest = setup.hand_size, setup.variant.nest
    full = hand | CardSet.of(unseen[:nest])
    plan = make_plan(setup, full, _buriable(setup, full), nest)
    buried = CardSet.of(plan.laid)
    order = order_of(setup, plan.trump)
    starts = range(nest, len(unseen), size)
    hands = [order.renumber(CardSet.of(unseen[start : start + size])) for start in starts][: len(sides) - 1]
    hands.insert(seat, order.renumber(full & ~buried))
    return _taken(setup, sides, seat, play_out(order, hands, sides, leader, seat), buried)


def _taken(setup: Setup, sides: tuple[int, ...], seat: Seat, result: Result, buried: CardSet) -> int:
    """What counts for the bid of a seat's side, after a deal played out."""
    variant, side = setup.variant, sides[seat]
    ours = [other for other in range(len(sides)) if sides[other] == side]
    taken = sum(result.points[other] for other in ours)
    if variant.nest_to == "last_trick" and result.last in ours:
        taken += sum(setup.value[card] for card in buried)
    if 2 * sum(result.tricks[other] for other in ours) > sum(result.tricks):
        taken += variant.majority
    return taken


def _buriable(setup: Setup, hand: int) -> CardSet:
    """What may be laid away of a hand, nearly: where counters may not, a hand has others."""
    plain = NO_CARDS if setup.variant.bury == "any" else CardSet(hand & ~setup.counters)
    return plain or CardSet(hand)
