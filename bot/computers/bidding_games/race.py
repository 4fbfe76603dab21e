"""Bidding by the score of the match: the highest bid that helps to win the match.

At the limit for points a bid is worth as much as leaving the previous one to the opponents. Here the two are
compared in chances to win the match instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import exp, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from bot.computers.bidding_games.prospects import Prospect
from bot.computers.memory import Memory
from rules.bidding.deck import total_of
from rules.bidding.state import NO_SEAT

# Fitted to matches put together from 500 deals that steady players scored among themselves, and to what
# they took in them (docs/computers.md). All in deals' worth of points.
SLOPE: Final = 0.76
"""Scale of the logistic curve from lead to chance, times the root of the deals left."""
AT_LEAST: Final = 0.8
"""Deals left at least, since opponents may still pass a side that is all but there."""
SPREAD: Final = 0.18
"""Standard deviation of a side's take, in deals' worth of points."""
OVER: Final = tuple(hundredth / 100 for hundredth in range(26))
"""Shares of a deal that a side may take above its bid on average."""

CLEAR: Final = 0.1
"""By how much two chances must differ before they count more than points, as a share of the least of the
chances to win and to lose."""
HARDLY: Final = 0.4
"""Least chance to make a bid above the limit, at any score."""
ALL_BUT_WON: Final = 0.95
"""Chance to win from which on an opening bid is made without comparing it with a deal thrown in."""
TENTHS: Final = (-1.64, -1.04, -0.67, -0.39, -0.13, 0.13, 0.39, 0.67, 1.04, 1.64)
"""The middle of each tenth of a normal distribution, in standard deviations."""


class Scored(NamedTuple):
    """Points a deal brought two sides, ours first, and which made its bid."""

    ours: float
    theirs: float
    we_made: bool = False
    """Whether we made our bid, or set the others where that counts the same."""
    they_made: bool = False


THROWN_IN: Final = Scored(0, 0)
"""What a deal brings in which all pass."""


class Race(NamedTuple):
    """The score of two sides that play to a target, ours first, and the points of a deal."""

    ours: int
    theirs: int
    target: int
    needs_bid: bool
    """Whether only a side that makes a bid of its own can go out."""
    bidder_first: bool
    """Whether the side that made the bid wins if both reach the target."""
    deal: int
    we_may: bool = True
    """Whether our side may win without a bid made in the deal, as far as stars go."""
    they_may: bool = True
    or_set: bool = False
    """Whether a side that sets the others can go out like one that made its bid."""

    def chance(self, scored: Scored) -> float:
        """Chance that our side wins the match after a deal scored so."""
        ours, theirs = self.ours + scored.ours, self.theirs + scored.theirs
        we_are_out = ours >= self.target and (scored.we_made or (self.we_may and not self.needs_bid))
        they_are_out = theirs >= self.target and (scored.they_made or (self.they_may and not self.needs_bid))
        if we_are_out and they_are_out and self.bidder_first and scored.we_made != scored.they_made:
            return float(scored.we_made)
        if we_are_out or they_are_out:
            lead = ours - theirs if we_are_out and they_are_out else we_are_out - they_are_out
            return 0.5 if lead == 0 else float(lead > 0)
        missing = max(0, self.target - max(ours, theirs)) / self.deal
        return 1 / (1 + exp((theirs - ours) / self.deal / SLOPE / sqrt(missing + AT_LEAST)))


def race_of(memory: Memory) -> Race | None:
    """The race a deal is part of; None unless two sides play to a target and failed bids are set back."""
    variant, totals = memory.setup.variant, memory.totals
    is_race = variant.deals is None and variant.failure == "set_back"
    if variant.target is None or not is_race or not len(totals) == len(memory.teams.sides) == 2:
        return None
    first, second = totals if memory.person in totals[0].seats else reversed(totals)
    return Race(
        first.total,
        second.total,
        variant.target,
        needs_bid=variant.going_out in ("own_bid", "own_bid_or_set"),
        bidder_first=variant.going_out != "higher",
        deal=total_of(variant, memory.setup.seats),
        we_may=first.has_star or not variant.winner_made_bid,
        they_may=second.has_star or not variant.winner_made_bid,
        or_set=variant.going_out == "own_bid_or_set",
    )


def at_this_score(memory: Memory, outlook: Prospect, limit: float, least: int) -> float:
    """The highest bid worth making at this score, less than ``least`` to pass; without a race ``limit``."""
    race = race_of(memory)
    if race is None:
        return limit
    cap = memory.setup.caps[outlook.trump.trump]
    bids = range(least, cap + 1, memory.setup.variant.bid_step)
    may_be_thrown_in = memory.setup.variant.all_pass in ("redeal_next", "redeal_same", "thrown_in")
    is_first = memory.declarer == NO_SEAT and may_be_thrown_in
    return _highest(bids, is_first, race, outlook.takes, limit)


@lru_cache(maxsize=1024)
def _highest(bids: range, is_first: bool, race: Race, takes: tuple[int, ...], limit: float) -> int:
    """The highest bid worth making: up to the limit unless that costs the match, above it if that wins it.

    A leading side's first bid is compared with a deal thrown in: opponents who are behind wait for it to bid.
    So is that of a hand that takes everything, since the opponents then have no bid.
    """
    over = _over(race, takes, limit, bids.step)
    thrown_in = 1.0 if race.ours > race.theirs else fmean(take >= race.deal for take in takes)
    highest = bids.start - bids.step
    for bid in bids:
        if bid > limit and fmean(take >= bid for take in takes) < HARDLY:
            break
        bidding = fmean(map(race.chance, _declared(race, takes, bid)))
        # Opponents do not bid above their mean take, so the higher their bid the less they have to spare.
        to_spare = max(0.0, over - max(0.0, bid - limit) / race.deal)
        opens = is_first and bid == bids.start
        passing = fmean(map(race.chance, _left(race, bid - bids.step, to_spare)))
        if opens:
            passing += thrown_in * (race.chance(THROWN_IN) - passing)
        if opens and bid <= limit and bidding > ALL_BUT_WON:
            highest = bid
            continue
        clear = CLEAR * min(max(bidding, passing), 1 - min(bidding, passing))
        if bidding - passing < (-clear if bid <= limit else clear):
            break
        highest = bid
    return highest


def _over(race: Race, takes: tuple[int, ...], limit: float, step: int) -> float:
    """Share of a deal's points the opponents take above their bid, to the hundredth.

    Derived from the limit, where a bid and leaving theirs are worth the same.
    """
    worth = _lead(_declared(race, takes, limit))
    return min(OVER, key=lambda over: abs(_lead(_left(race, limit - step, over)) - worth))


def _lead(scored: Iterable[Scored]) -> float:
    return fmean(one.ours - one.theirs for one in scored)


def _declared(race: Race, takes: tuple[int, ...], bid: float) -> list[Scored]:
    """Scores of our bid, by sampled deal."""
    return [
        Scored(take if take >= bid else -bid, race.deal - take, take >= bid, race.or_set and take < bid)
        for take in takes
    ]


def _left(race: Race, bid: float, over: float) -> list[Scored]:
    """Scores of the opponents' bid, for ten equally likely takes."""
    least = bid / race.deal + over
    takes = [race.deal * min(1.0, max(0.0, least + SPREAD * tenth)) for tenth in TENTHS]
    return [
        Scored(race.deal - take, take if take >= bid else -bid, race.or_set and take < bid, take >= bid)
        for take in takes
    ]
