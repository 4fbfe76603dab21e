"""What a hand would take as declarer: deals sampled from what the player knows, and played out with a trump.

In each sampled deal the declarer takes the nest, discards and calls a partner without seeing other hands. The
take is what counts for the bid in that variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from bot.computers.bidding_games.compiled_search import is_mostly_near, worths_of
from bot.computers.bidding_games.nest import allowed_of, choose_discard
from bot.computers.bidding_games.rollout import Result, play_out, table_of
from bot.computers.bidding_games.tally import final
from bot.computers.bidding_games.trumps import card_to_call
from bot.computers.bidding_games.worlds import World
from bot.computers.levels import CHAMPION
from bot.computers.memory import Memory
from bot.computers.places import Places, lanes_of, places_of
from rules.bidding import scoring
from rules.bidding.deck import pile_size, total_of
from rules.bidding.lead import leader as settled_leader
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import NO_SEAT, Contract, Teams
from rules.bidding.teams import teams_of
from rules.core.cards import Card, CardSet
from rules.core.decisions import Seat

SAMPLES: Final = CHAMPION.samples
"""Deals the best player samples for what a hand would take."""
BETTER: Final = 0.4
"""How much more a declarer takes, in standard deviations, who has the play solved: deals are played out with
less skill than he has later on (docs/computers.md)."""

USUAL: Final = 0.76
"""What the declaring side takes on average where most of a deal is solved, as a share of all there is."""
KEPT: Final = 0.5
"""Share of the take above ``USUAL`` that a hand keeps: opponents take more from a strong hand than
sampled deals show (docs/computers.md)."""


class Known(NamedTuple):
    """Everything a would-be declarer knows before the first card is played; card sets are masks."""

    setup: Setup
    order: tuple[Seat, ...]
    dealer: Seat
    seat: Seat
    hand: int
    counts: tuple[int, ...]
    """Cards by hand."""
    shown: tuple[int, ...]
    """Cards known of each hand, the player's own included."""
    taken_up: int
    """The nest, as far as it is known."""
    has_taken: bool
    """Whether the nest is in the hand, or has been through it."""
    discarded: int
    """The discard; empty before it."""
    up: int
    """The face-up card of the draw pile."""
    samples: int = SAMPLES
    """Deals to be sampled."""
    solves: bool = False
    """Whether the player's level solves deals during the play."""


class Prospect(NamedTuple):
    """Points the declaring side would take with a trump, one figure for each sampled deal."""

    trump: Order
    takes: tuple[int, ...]
    sweeps: int
    """Sampled deals in which it takes every trick."""
    better: int = 0
    """Points in each figure for playing better than the sampled deals are played out."""

    @property
    def mean(self) -> float:
        """Points the declaring side takes on average."""
        return fmean(self.takes)

    @property
    def played_out(self) -> float:
        """Points the declaring side takes on average in the sampled deals, without ``better``."""
        return self.mean - self.better

    @property
    def spread(self) -> float:
        """Standard deviation of the points taken, over the sampled deals."""
        return pstdev(self.takes)

    def chance(self, bid: int) -> float:
        """Probability that the declaring side takes at least ``bid`` points."""
        return sum(take >= bid for take in self.takes) / len(self.takes)


def known_to(memory: Memory, choices: int = 1) -> Known:
    """What the asked seat knows of the deal, and how many deals to sample: fewer with more ``choices``."""
    heard = memory.heard
    return Known(
        memory.setup,
        memory.order,
        memory.dealer,
        memory.person,
        memory.own,
        memory.hands.counts,
        memory.hands.holds,
        heard.nest.own | heard.nest.shown,
        bool(heard.nest.own),
        memory.discarded,
        heard.up,
        _samples(memory, choices),
        memory.level.nodes > 0,
    )


def _samples(memory: Memory, choices: int) -> int:
    """Deals sampled for each of so many choices: fewer where they would exceed the cards a level plays."""
    level, setup = memory.level, memory.setup
    if level.plays is None:
        return level.samples
    return max(1, min(level.samples, level.plays // (choices * setup.lanes * setup.tricks)))


@lru_cache(maxsize=4096)
def prospect(known: Known, trump: Order, calls: tuple[Card, ...] = (), leader: Seat = NO_SEAT) -> Prospect:
    """The prospect of a trump, by playing out sampled deals; cached, so equal through a whole auction.

    ``calls`` are the cards called and ``leader`` the first leader, as far as they are settled.
    """
    setup = known.setup
    places = places_of(setup, trump)
    takes, sweeps = [], 0
    for world in _worlds(known):
        take, swept = _take(known, world, trump, places, calls, leader)
        takes.append(take)
        sweeps += swept
    most = max(total_of(setup.variant, setup.seats, trump.trump), *takes)
    better = _better(known, trump, takes, most)
    if better:
        takes = [min(take + better, most) for take in takes]
    return Prospect(trump, tuple(takes), sweeps, better)


def _better(known: Known, trump: Order, takes: Sequence[int], most: int) -> int:
    """Points above the played-out mean to expect from better play; most for a weak hand."""
    if not known.solves:
        return 0
    setup = known.setup
    teams = teams_of(setup, known.order, known.dealer, known.seat)
    solved = worths_of(setup, trump, Contract(known.seat, setup.opening), teams)
    if solved is None:
        return 0
    usually = BETTER * pstdev(takes)
    if not is_mostly_near(setup):
        return round(usually)
    over = fmean(takes) + usually - USUAL * most
    return round(min(max(0.0, usually - (1 - KEPT) * over), 2 * usually))


def _worlds(known: Known) -> Iterator[World]:
    """Sampled deals, the same for every trump."""
    seen = known.hand | known.taken_up | known.discarded | known.up
    for shown in known.shown:
        seen |= shown
    unseen = [card for card in known.setup.deck if not seen >> card & 1]
    random = Random(known.hand)
    for _ in range(known.samples):
        yield _world(known, random.sample(unseen, len(unseen)))


def _world(known: Known, unseen: list[Card]) -> World:
    """Shuffled unseen cards, dealt where cards are missing; of the nest the unseen part."""
    setup = known.setup

    def deal(number: int) -> int:
        dealt = CardSet.of(unseen[:number])
        del unseen[:number]
        return int(dealt)

    hands = [
        shown | deal(count - shown.bit_count())
        for count, shown in zip(known.counts, known.shown, strict=True)
    ]
    nest = 0 if known.has_taken else deal(setup.nest - known.taken_up.bit_count())
    covers = []
    if setup.has_batteries:
        for upper in [card for hand in hands[setup.seats :] for card in CardSet(hand)]:
            covers.append((upper, unseen.pop()))
    left = pile_size(setup.variant, setup.seats) - known.up.bit_count()
    pile = (*unseen[: max(0, left)], *CardSet(known.up))
    return World(hands, nest, pile, tuple(covers))


def _take(
    known: Known,
    world: World,
    trump: Order,
    places: Places,
    calls: tuple[Card, ...],
    leader: Seat,
) -> tuple[int, bool]:
    """What the declaring side takes in one sampled deal, and whether it takes every trick."""
    setup = known.setup
    ranking = setup.ranking(trump)
    hands = world.hands[:]
    discarded = known.discarded
    if setup.nest and not discarded:
        nest = known.taken_up | world.nest
        full = known.hand | nest
        allowed = allowed_of(setup, full, nest, ranking)
        discarded = int(CardSet.of(choose_discard(setup, ranking, full, allowed, setup.nest)))
        hands[known.seat] = full & ~discarded
    teams = _teams(known, hands, discarded, trump, calls)
    first = leader if leader != NO_SEAT else settled_leader(setup, teams, known.dealer, known.seat)
    declaring = teams.side_of[known.seat]
    table = table_of(setup, places, hands, world.covers, world.pile)
    result = play_out(places, table, lanes_of(setup, teams, known.seat, first), setup.tricks)
    points = _points(setup, result, declaring, ranking.trick, places.points(places.renumber(discarded)))
    return points, result.tricks[declaring] == setup.tricks


def _teams(known: Known, hands: list[int], discarded: int, trump: Order, calls: tuple[Card, ...]) -> Teams:
    """The teams, with the partners who hold the cards called; what is not settled is called as usual."""
    setup = known.setup
    if setup.variant.teams != "called":
        return teams_of(setup, known.order, known.dealer, known.seat)
    ranking = setup.ranking(trump)
    own = hands[known.seat] | discarded
    while len(calls) < setup.called_cards:
        calls = (*calls, card_to_call(setup, ranking, own | int(CardSet.of(calls))))
    holders = [
        next((seat for seat, hand in enumerate(hands) if hand >> card & 1), known.seat) for card in calls
    ]
    return teams_of(setup, known.order, known.dealer, known.seat, tuple(holders))


def _points(setup: Setup, result: Result, declaring: int, trick_value: int, nest: int) -> int:
    """Points that count for the bid after a deal played out; ``nest`` are the points discarded."""
    taken = scoring.Result(
        taken=final(setup, result, declaring, nest),
        declaring=declaring,
        bid=0,
        trick_value=trick_value,
        last=result.last,
    )
    return taken.taken[declaring].counters + scoring.earned_bonus(setup.variant, taken)[declaring]
