"""The phases of a match, and which of them a deal has between auction and tricks."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise

from rules.bidding import deck
from rules.bidding.variant import Variant

LEAD_CHOSEN = ("declarer_or_left", "declarer_or_partner")


class Phase(IntEnum):
    """A phase: draw, bird, deal, bid, sale, discard, trump, partner, lead, play, take, cut, score, over."""

    DRAW = 0
    BIRD = 1
    DEAL = 2
    BID = 3
    SALE = 4
    DISCARD = 5
    TRUMP = 6
    PARTNER = 7
    LEAD = 8
    PLAY = 9
    TAKE = 10
    CUT = 11
    SCORE = 12
    OVER = 13


def phases_of(variant: Variant, seats: int) -> tuple[Phase, ...]:
    """The phases of a deal from auction to play, in this game's order, without those it skips."""
    wanted = {
        Phase.BID: True,
        Phase.DISCARD: deck.nest_size(variant, seats) > 0,
        Phase.TRUMP: variant.trump != "with_bid",
        Phase.PARTNER: variant.teams == "called",
        Phase.LEAD: variant.first_lead in LEAD_CHOSEN,
        Phase.PLAY: True,
    }
    order = list(wanted)
    if variant.trump == "before_nest":
        order.remove(Phase.TRUMP)
        order.insert(1, Phase.TRUMP)
    return tuple(phase for phase in order if wanted[phase])


def followers(phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
    """For every phase the one after it in ``phases``; a phase not followed by another maps to itself."""
    after = dict(pairwise(phases))
    return tuple(after.get(phase, phase) for phase in Phase)
