"""Bidding: what a hand would take as declarer, in the game's own points, is what it bids."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.compiled_search import is_mostly_near
from bot.computers.bidding_games.misjudging import misread
from bot.computers.bidding_games.played import GamePlayed
from bot.computers.bidding_games.prospects import Known, Prospect, known_to, prospect
from bot.computers.bidding_games.race import at_this_score
from bot.computers.bidding_games.trumps import trumps_of, worth_a_look
from bot.computers.memory import Memory
from rules.bidding.state import NOBODY
from rules.core.actions import PASS, Action, Bid, ClaimMisdeal, Hold, Shoot
from rules.core.cards import Color
from rules.core.decisions import ChooseNumber

# All in standard deviations of what the hand takes, and found by duels (docs/computers.md).
EAGER: Final = {"set_back": 0.0, "opponents_doubled": 0.2, "counters_only": 0.2, "deducted": -0.1}
"""How far a bid may lie above the mean, by what a failure costs. Who outbids good hands finds the cards
against him: where a failure is dear, nobody goes above the mean."""
CROWD: Final = 0.05
"""How much less eager one is for each foe where all are alone: who outbids many has often hoped too much."""
TWO_PARTNERS: Final = 0.3
"""How much more eager one is with two partners, who take and feed more than a deal played out shows."""
OPEN_PARTNER: Final = 0.2
"""How much more eager one is to play a partner's open hand as well."""
CALLED_PARTNER: Final = 0.3
"""The same with one who is called: a deal played out shows less of what the two take, too."""
ENTRY: Final = 0.2
"""How much more than the lowest bid a hand must be worth to enter the auction."""
SIX: Final = 6
"""Seats of two sides of three."""
OPENING: Final = 0.5
"""The share of one's limit a first bid may have: an auction need not begin at next to nothing."""


def call(memory: Memory, what: GamePlayed, decision: ChooseNumber) -> Action:
    """Bid as little as is allowed while the hand is worth it; else pass, or what else is fitting."""
    others = [option.action for option in decision.otherwise]
    best = best_to_bid(memory, what, decision)
    if ClaimMisdeal() in others and best.played_out < memory.setup.opening:
        return ClaimMisdeal()
    if Shoot() in others and _sweeps(memory, what):
        return Shoot()
    worth = _for_the_match(memory, best, limit(memory, best), decision.least)
    if decision.least <= min(worth, decision.most) or not others:
        return Bid(_points(memory, decision, worth), best.trump.trump if decision.colors else None)
    if Hold() in others:
        return Hold()
    return PASS if PASS in others else others[0]


def best_to_bid(memory: Memory, what: GamePlayed, decision: ChooseNumber) -> Prospect:
    """The outlook for the trump a hand goes farthest with."""
    return max(_outlooks(memory, what, decision), key=lambda outlook: limit(memory, outlook))


def limit(memory: Memory, outlook: Prospect) -> float:
    """How far a hand goes with a trump, if nobody else's bid matters.

    On what better play brings one bids only where most of a deal is solved, and with a hand that is worth it
    without.
    """
    setup = memory.setup
    worth = outlook.played_out + memory.level.eager * outlook.spread
    if worth < setup.opening + ENTRY * outlook.spread:
        return min(worth, setup.opening - 1)
    better = outlook.better if is_mostly_near(setup) else 0
    return min(worth + better + eagerness(memory) * outlook.spread, setup.caps[outlook.trump.trump])


def eagerness(memory: Memory) -> float:
    """How far a bid may lie above the mean, in standard deviations."""
    variant = memory.setup.variant
    foes = memory.setup.seats - 1 if variant.teams == "solo" else 0
    has_two = variant.teams == "partners" and memory.setup.seats == SIX
    is_open = variant.dummy in ("declarers_partner", "opposite")
    called = CALLED_PARTNER * (variant.teams == "called")
    return EAGER[variant.failure] - CROWD * foes + TWO_PARTNERS * has_two + OPEN_PARTNER * is_open + called


def _points(memory: Memory, decision: ChooseNumber, worth: float) -> int:
    """The least that is allowed, save for a first bid."""
    if memory.declarer != NOBODY:
        return decision.least
    steps = int(OPENING * worth - decision.least) // decision.step
    return decision.least + max(0, steps) * decision.step


def _outlooks(memory: Memory, what: GamePlayed, decision: ChooseNumber) -> list[Prospect]:
    """What the hand would take with each trump it may yet bid for."""
    setup, known = memory.setup, misread(memory, _known(memory, what))
    trumps = trumps_of(setup, memory.heard.card_order.bird)
    if decision.colors:
        allowed: set[Color | None] = {color for color, most in decision.colors if most >= decision.least}
        trumps = tuple(trump for trump in trumps if trump.trump in allowed) or trumps
    return [prospect(known, trump) for trump in worth_a_look(setup, known.hand, trumps)]


def _known(memory: Memory, what: GamePlayed) -> Known:
    """What the bidder knows: the same for all trumps of a decision, so that none is played out twice."""
    trumps = trumps_of(memory.setup, memory.heard.card_order.bird)
    return known_to(memory, what, len(worth_a_look(memory.setup, memory.hand, trumps)))


def _for_the_match(memory: Memory, outlook: Prospect, worth: float, least: int) -> float:
    """How far a hand goes against the standing bid, whatever the score is against a partner's.

    That is left alone unless the hand is worth much more, and always once the foes are out.
    """
    declarer = memory.declarer
    if declarer in (NOBODY, memory.seat) or memory.is_foe(declarer):
        return at_this_score(memory, outlook, worth, least)
    return least - 1 if _foes_are_out(memory) else worth - memory.level.defers * outlook.spread


def _foes_are_out(memory: Memory) -> bool:
    """Whether all foes have passed."""
    return memory.heard.bidding.passed.issuperset(memory.foes)


def _sweeps(memory: Memory, what: GamePlayed) -> bool:
    """Whether every sampled deal brings every trick; a bid with a color would be one without here."""
    setup, trumps = memory.setup, trumps_of(memory.setup, memory.heard.card_order.bird)
    known = _known(memory, what)
    if setup.variant.trump == "with_bid":
        trumps = tuple(trump for trump in trumps if trump.trump is None)
    looked_at = worth_a_look(setup, memory.hand, trumps)
    return any(prospect(known, trump).sweeps == known.samples for trump in looked_at)
