"""Bidding: what a hand would take as declarer, in the game's own points, is what it bids."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.compiled_search import is_mostly_near
from bot.computers.bidding_games.misjudging import misread
from bot.computers.bidding_games.prospects import Known, Prospect, known_to, prospect
from bot.computers.bidding_games.race import at_this_score
from bot.computers.bidding_games.trumps import trumps_of, trumps_to_compare, worth_a_look
from bot.computers.memory import Memory
from rules.bidding.state import NO_SEAT
from rules.core.actions import PASS, Action, Bid, ClaimMisdeal, Hold, Shoot
from rules.core.cards import Color
from rules.core.decisions import ChooseNumber

# All in standard deviations of what the hand takes, and found by duels (docs/computers.md).
EAGER: Final = {"set_back": 0.0, "opponents_doubled": 0.2, "counters_only": 0.2, "deducted": -0.1}
"""Standard deviations above the mean that a bid may lie, by the variant's cost of a failed bid. To outbid
good hands is to have the cards lie badly: 0 or less if a failure costs the bid."""
CROWD: Final = 0.05
"""Taken off for each opponent if everyone plays alone: the highest of many bids is often the most hopeful."""
TWO_PARTNERS: Final = 0.3
"""Added with two partners, who take and feed more than a deal played out shows."""
OPEN_PARTNER: Final = 0.2
"""Added if the declarer plays the partner's open hand as well."""
CALLED_PARTNER: Final = 0.3
"""Added if the partner is called: a deal played out shows less than the two take."""
ENTRY: Final = 0.2
"""Standard deviations above the lowest bid that a hand must be worth to enter the auction."""
SIX: Final = 6
"""Seats of two sides of three."""
OPENING: Final = 0.5
"""Share of the limit that a first bid may reach, so that an auction does not crawl up from the lowest bid."""


def call(memory: Memory, decision: ChooseNumber) -> Action:
    """A bid up to the limit; else hold or pass. A misdeal or shot if it fits."""
    others = [option.action for option in decision.otherwise]
    best = best_to_bid(memory, decision)
    if ClaimMisdeal() in others and best.played_out < memory.setup.opening:
        return ClaimMisdeal()
    if Shoot() in others and _sweeps(memory):
        return Shoot()
    highest = limit(memory, best)
    worth = _for_the_match(memory, best, highest, decision.least)
    if decision.least <= min(worth, decision.most) or not others:
        points = _points(memory, decision, worth, highest)
        return Bid(points, best.trump.trump if decision.colors else None)
    if Hold() in others:
        return Hold()
    return PASS if PASS in others else others[0]


def best_to_bid(memory: Memory, decision: ChooseNumber) -> Prospect:
    """The prospect of the trump with the highest limit."""
    return max(_outlooks(memory, decision), key=lambda outlook: limit(memory, outlook))


def limit(memory: Memory, outlook: Prospect) -> float:
    """The highest bid, in points, that a hand is worth with a trump, without regard to the score.

    Better play than in sampled deals counts only if most of a deal is solved by search, and the hand is worth
    the opening bid without it.
    """
    setup = memory.setup
    worth = outlook.played_out + memory.level.eager * outlook.spread
    if worth < setup.opening + ENTRY * outlook.spread:
        return min(worth, setup.opening - 1)
    better = outlook.better if is_mostly_near(setup) else 0
    return min(worth + better + eagerness(memory) * outlook.spread, setup.caps[outlook.trump.trump])


def eagerness(memory: Memory) -> float:
    """Standard deviations above the mean take that a bid may lie."""
    variant = memory.setup.variant
    opponents = memory.setup.seats - 1 if variant.teams == "solo" else 0
    has_two = variant.teams == "partners" and memory.setup.seats == SIX
    is_open = variant.dummy in ("declarers_partner", "opposite")
    called = CALLED_PARTNER * (variant.teams == "called")
    return (
        EAGER[variant.failure] - CROWD * opponents + TWO_PARTNERS * has_two + OPEN_PARTNER * is_open + called
    )


def _points(memory: Memory, decision: ChooseNumber, worth: float, highest: float) -> int:
    """The points to bid: the least allowed, but a share of ``worth`` for the first bid of an auction.

    Some levels bid at once what the hand is worth: not more than its limit ``highest``, though the score may
    call for more.
    """
    if memory.level.jumps:
        wanted = min(worth, highest, decision.most)
    elif memory.declarer == NO_SEAT:
        wanted = OPENING * worth
    else:
        return decision.least
    steps = int(wanted - decision.least) // decision.step
    return decision.least + max(0, steps) * decision.step


def _outlooks(memory: Memory, decision: ChooseNumber) -> list[Prospect]:
    """The prospects of the hand, one for each trump it may still bid for."""
    setup, known = memory.setup, misread(memory, _known(memory))
    trumps = trumps_of(setup, memory.heard.card_order.bird)
    if decision.colors:
        allowed: set[Color | None] = {color for color, most in decision.colors if most >= decision.least}
        trumps = tuple(trump for trump in trumps if trump.trump in allowed) or trumps
    return [prospect(known, trump) for trump in worth_a_look(setup, known.hand, trumps)]


def _known(memory: Memory) -> Known:
    """What the bidder knows: the same for all trumps of a decision, so that none is played out twice."""
    return known_to(memory, len(trumps_to_compare(memory)))


def _for_the_match(memory: Memory, outlook: Prospect, worth: float, least: int) -> float:
    """The highest bid against the present high bid, with the score of the match considered.

    A partner's bid is raised only if the hand is worth much more, and never once both opponents have passed.
    """
    declarer = memory.declarer
    if declarer in (NO_SEAT, memory.seat) or memory.is_opponent(declarer):
        return at_this_score(memory, outlook, worth, least)
    return least - 1 if _opponents_have_passed(memory) else worth - memory.level.defers * outlook.spread


def _opponents_have_passed(memory: Memory) -> bool:
    """Whether all opponents have passed."""
    return memory.heard.bidding.passed.issuperset(memory.opponents)


def _sweeps(memory: Memory) -> bool:
    """Whether the hand takes every trick in all sampled deals; without a color if bids name trump."""
    known, trumps = _known(memory), trumps_to_compare(memory)
    if memory.setup.variant.trump == "with_bid":
        trumps = [trump for trump in trumps if trump.trump is None]
    return any(prospect(known, trump).sweeps == known.samples for trump in trumps)
