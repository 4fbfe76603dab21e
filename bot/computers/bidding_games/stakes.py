"""Points at stake in a trick, and the worth of a card if it is kept for a later trick."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.computers.bidding_games.odds import beaters, density, lacks
from bot.computers.memory import Memory
from rules.core.cards import Card, CardSet

# Measured by duels of steady players that differed in one of these numbers.
FEED: Final = 0.6
"""Share of an average trick that the players yet to come are expected to add."""
TRICK: Final = 1.5
"""How much more than its plain share of the majority's points a trick is worth."""
RANK: Final = 0.5
"""Worth of each step a card stands higher, while it is no sure winner."""
TRUMP: Final = 5.0
"""Worth of any trump: it stops a color, and it may ruff."""
TOP_TRUMP: Final = 0.8
"""Share of an average trick that the highest trump out is to win."""
LOW_TRUMP: Final = 0.3
"""Share of an average trick that any other trump is to win."""
WINNER: Final = 0.8
"""Share of the average trick, and of its own points, that a color's highest card is to win."""
GUARDED: Final = 0.6
"""Chance that a card with one higher card out becomes a winner, with lower cards to guard it."""
BARE: Final = 0.2
"""The same without guards."""
SHARED_LOSS: Final = 0.7
"""Weight of a point lost if it goes to one of several opponents who play alone; 1 between two sides."""


class Stakes(NamedTuple):
    """Points to be had, from one seat's point of view."""

    later: int
    """Tricks after this one."""
    average: float
    """What a trick is worth on average from here on."""
    trick: float
    """Points for a trick itself, its cards not counted."""
    feed: float
    """What each player yet to come is expected to add to a trick."""
    nest: float
    """Points that go with the last trick, the nest's: known, or expected."""
    loss: float
    """Weight of a point lost against a point won: less if it goes to one of several opponents."""

    @property
    def now(self) -> float:
        """Points for this trick, its cards not counted; with the nest if it is the last."""
        return self.trick if self.later else self.trick + self.nest


def stakes_of(memory: Memory) -> Stakes:
    """The stakes of the present trick."""
    setup, variant = memory.setup, memory.setup.variant
    tricks = memory.tricks_left
    out = points_of(memory, memory.out)
    trick = memory.ranking.trick + TRICK * variant.majority / setup.tricks
    return Stakes(
        later=tricks - 1,
        average=out / tricks + trick,
        trick=trick,
        feed=FEED * out / tricks / setup.lanes,
        nest=_last_points(memory),
        loss=1.0 if memory.has_two_sides else SHARED_LOSS,
    )


def points_of(memory: Memory, cards: int) -> int:
    """The points of a set of cards."""
    return sum(memory.value[card] for card in CardSet(cards & memory.setup.counters))


def worth_later(memory: Memory, stakes: Stakes, card: Card) -> float:
    """Points a card is expected to bring if kept; 0 on the last trick."""
    if not stakes.later:
        return 0.0
    suit = memory.ranking.suit[card]
    higher = beaters(memory, suit, card) & memory.against
    if memory.is_trump(card):
        return _trump_later(memory, stakes, card, higher)
    if not higher:
        chance = wins_later(memory, card)
        return WINNER * (2 * chance - 1) * (stakes.average + memory.value[card])
    count = higher.bit_count()
    guards = (memory.hand & memory.ranking.follow[suit]).bit_count() - 1
    promoted = (GUARDED if guards >= count else BARE) / count
    return promoted * (stakes.average + memory.value[card]) + RANK * height(memory, card)


def wins_later(memory: Memory, card: Card) -> float:
    """Probability that the highest card of its color wins a later trick.

    If the color is being led now, each hand yet to play will have one card less of it.
    """
    suit = memory.ranking.suit[card]
    now = len(memory.to_come) if memory.led == suit else 0
    chance = 1.0
    for opponent in memory.opponents:
        chance *= 1.0 - _void_later(memory, opponent, suit, now) * (
            1.0 - lacks(memory.hands, opponent, memory.trumps)
        )
    return chance


def height(memory: Memory, card: Card) -> float:
    """Rank of a card within its suit: its number, for most."""
    return memory.ranking.power[memory.ranking.suit[card]][card] % 100 / 2


def _trump_later(memory: Memory, stakes: Stakes, card: Card, higher: int) -> float:
    """A trump stops a color, wins a trick, and may be the one that takes the last trick and the nest."""
    mine = (memory.hand & memory.trumps).bit_count()
    last = stakes.nest / max(1, mine + memory.opponents_trumps.bit_count())
    worth = TRUMP + last + RANK * height(memory, card)
    if higher:
        return worth + LOW_TRUMP * stakes.average
    return worth + TOP_TRUMP * stakes.average + memory.value[card]


def _void_later(memory: Memory, hand: int, suit: int, going: int) -> float:
    """Probability that a hand is void in a suit after ``going`` more cards of it are played."""
    possible = (memory.hands.could[hand] & memory.ranking.follow[suit]).bit_count()
    if hand in memory.hands.known:
        return 1.0 if possible <= (going > 0) else 0.0
    return float((1.0 - density(memory.hands, hand)) ** max(0, possible - going))


def _last_points(memory: Memory) -> float:
    """Points of the last trick without its cards: the discard, known or expected, and the bonus."""
    setup, variant = memory.setup, memory.setup.variant
    points = float(variant.last_trick)
    if setup.nest and variant.nest_is_trick:
        points += memory.ranking.trick + TRICK * variant.majority / setup.tricks
    if not setup.nest or variant.nest_to != "last_trick":
        return points
    if memory.discarded:
        return points + points_of(memory, memory.discarded)
    seen = memory.heard.nest.discard_shown
    unseen = setup.nest - seen.bit_count()
    points += points_of(memory, seen)
    return points + unseen * points_of(memory, int(CardSet.of(setup.deck))) / len(setup.deck)
