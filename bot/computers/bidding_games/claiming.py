"""Search whether a player's side can take every remaining trick, against all possible hands and plays.

All other hands, a partner's included, play against the claim and need not settle their cards before: a hand
may play any card it could hold, as long as all unseen cards still fit the hands. So one search covers every
distribution, and the claimer never guesses. Unknown called partners are settled as late, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.computers.bidding_games.solving import TooMany
from bot.computers.heard import UNKNOWN
from bot.computers.memory import Memory
from rules.bidding.ranking import NOT_LED, Ranking
from rules.bidding.variant import Variant
from rules.core.cards import Card, CardSet

NODES: Final = 20_000
"""Plays searched at most; a claim that needs more counts as not sure."""


class Rest(NamedTuple):
    """The end of a deal as one player knows it. Card sets are masks; tuples go by hand."""

    ranking: Ranking
    rounds: tuple[tuple[int, ...], ...]
    """Playing order of a trick, by leading hand."""
    ours: tuple[bool, ...]
    """By hand: whether its tricks count for the claim."""
    own: tuple[bool, ...]
    """By hand: whether the claimer plays it: their own, a dummy's or a battery's."""
    held: tuple[int, ...]
    """Cards of the claimer's hands; 0 for the others."""
    follows: tuple[bool, ...]
    """By hand: whether it must follow the color led."""
    counts: tuple[int, ...]
    """Number of cards in each other hand; last, of those that are never played."""
    could: tuple[int, ...]
    """Cards each other hand may hold; last, those that may be out of play."""
    trick: tuple[int, ...]
    """Cards played to the present trick."""
    leader: int
    called: int = 0
    """The called cards with holders that are unknown."""
    is_declarers: bool = False
    """Whether the declarer's side claims, so that an unknown partner is on the claim's side."""

    def __repr__(self) -> str:
        return f"<rest for hands {[hand for hand, is_own in enumerate(self.own) if is_own]}>"


def can_be_claimed(variant: Variant) -> bool:
    """Whether a game allows claims, once no cards are drawn or turned up.

    Not with a dummy that lies face down to its end, and not where each trick may end the match.
    """
    return variant.dummy != "blind" and variant.target_checked != "each_trick"


def rest_of(memory: Memory) -> Rest | None:
    """The end of the deal for the player to move; None if no claim is allowed now, or in this game."""
    setup, teams = memory.setup, memory.teams
    hands = range(setup.lanes)
    own = tuple(teams.control[hand] == memory.person for hand in hands)
    is_fixed = memory.pile_left <= 0 and not memory.covering
    is_seen = all(hand in memory.hands.known or not memory.hands.counts[hand] for hand in hands if own[hand])
    if not (can_be_claimed(setup.variant) and is_fixed and is_seen):
        return None
    certain = [0 if own[hand] else memory.hands.holds[hand] for hand in hands]
    placed = 0
    for cards in certain:
        placed |= cards
    could = [
        0 if own[hand] else certain[hand] | memory.hands.could[hand] & memory.hands.unseen & ~placed
        for hand in hands
    ]
    counts = [0 if own[hand] else memory.hands.counts[hand] for hand in hands]
    hidden = [memory.hands.counts[hand] for hand in hands if hand not in memory.hands.known]
    called = CardSet.of(card for card, holder in memory.heard.called.items() if holder == UNKNOWN)
    return Rest(
        ranking=memory.ranking,
        rounds=teams.rounds,
        ours=tuple(not memory.is_opponent(hand) for hand in hands),
        own=own,
        held=tuple(memory.hands.known.get(hand, 0) if own[hand] else 0 for hand in hands),
        follows=tuple(memory.heard.must_follow(hand) for hand in hands),
        counts=(*counts, memory.hands.unseen.bit_count() - sum(hidden)),
        could=(*could, memory.hands.unseen & ~placed),
        trick=tuple(int(card) for _, card in memory.trick),
        leader=memory.trick[0][0] if memory.trick else memory.seat,
        called=called & memory.hands.unseen,
        is_declarers=memory.is_declaring,
    )


def is_sure(rest: Rest, nodes: int = NODES) -> bool:
    """Whether the claimer's side takes every remaining trick, the present one included.

    False if more than ``nodes`` plays would have to be searched.
    """
    try:
        return _Search(rest, nodes).is_won(rest)
    except TooMany:
        return False


class _Search:
    """A search over the claimer's choices and all plays the other hands may have."""

    def __init__(self, rest: Rest, nodes: int) -> None:
        self._nodes = nodes
        self._ranking = ranking = rest.ranking
        mine = sum(rest.held)
        cards = CardSet(_unseen(rest) | mine | sum(1 << card for card in rest.trick))
        self._sorted = sorted(
            cards, key=lambda card: (ranking.suit[card], ranking.power[ranking.suit[card]][card])
        )
        """The cards left, sorted by suit and rank."""
        self._follows = {
            card: tuple(mask >> card & 1 for mask in (*ranking.follow, ranking.free)) for card in cards
        }
        """By card: the suits it may be played on when led, as flags."""
        self._known: dict[tuple[object, ...], bool] = {}
        """Cache: whether a position between two tricks is won."""

    def is_won(self, rest: Rest) -> bool:
        """Whether the claimer's side takes every trick from here. Raises ``TooMany`` past its limit."""
        if rest.trick:
            return self._plays_on(rest)
        if not any(rest.held):
            return True
        key = rest.held, rest.could, rest.leader, rest.called, rest.ours
        won = self._known.get(key)
        if won is None:
            won = (rest.own[rest.leader] and _are_masters(rest)) or self._plays_on(rest)
            self._known[key] = won
        return won

    def _plays_on(self, rest: Rest) -> bool:
        """Whether a started trick and the rest are won, by one own play or on all plays of others."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooMany
        hand = rest.rounds[rest.leader][len(rest.trick)]
        if rest.own[hand]:
            return any(self._wins_after(after) for after in self._own_plays(rest, hand))
        return all(self._wins_after(after) for after in self._plays_of(rest, hand))

    def _wins_after(self, rest: Rest) -> bool:
        """Whether the claim wins after a play, which may complete the trick."""
        order = rest.rounds[rest.leader]
        if len(rest.trick) < len(order):
            return self._plays_on(rest)
        power = self._ranking.power[self._ranking.suit[rest.trick[0]]]
        winner = order[rest.trick.index(max(rest.trick, key=lambda card: power[card]))]
        return _is_ours(rest, winner) and self.is_won(rest._replace(trick=(), leader=winner))

    def _own_plays(self, rest: Rest, hand: int) -> Iterator[Rest]:
        """Positions after each legal play from a hand of the claimer."""
        cards = CardSet(rest.held[hand])
        legal = self._ranking.legal(cards, self._led(rest)) if rest.follows[hand] else cards
        for card in self._kinds(rest, legal):
            held = tuple(one & ~(1 << card) for one in rest.held)
            yield rest._replace(held=held, trick=(*rest.trick, card))

    def _plays_of(self, rest: Rest, hand: int) -> Iterator[Rest]:
        """Positions after each play another hand may have, if the unseen cards still fit the hands."""
        led = self._led(rest)
        following = self._ranking.follow[led]
        counts = (*rest.counts[:hand], rest.counts[hand] - 1, *rest.counts[hand + 1 :])
        for card in self._kinds(rest, rest.could[hand], apart=self._takers(rest)):
            could = [cards & ~(1 << card) for cards in rest.could]
            is_void = led != NOT_LED and not (following | self._ranking.free) >> card & 1
            if is_void and rest.follows[hand]:
                could[hand] &= ~following
            left = _unseen(rest) & ~(1 << card)
            if _find_places(counts, could, left):
                after = rest._replace(counts=counts, could=tuple(could), trick=(*rest.trick, card))
                yield _with_partner(after, hand, card) if rest.called >> card & 1 else after

    def _led(self, rest: Rest) -> int:
        return self._ranking.suit[rest.trick[0]] if rest.trick else NOT_LED

    def _takers(self, rest: Rest) -> int:
        """Cards that beat the trick so far; all before the lead, none for the last hand of a trick."""
        if len(rest.trick) == len(rest.rounds[rest.leader]) - 1:
            return 0
        if not rest.trick:
            return -1
        power = self._ranking.power[self._led(rest)]
        best = max(power[card] for card in rest.trick)
        return sum(1 << card for card in self._sorted if power[card] > best)

    def _kinds(self, rest: Rest, cards: int, apart: int = 0) -> list[Card]:
        """One card of each kind, the highest first; of those ``apart`` each one.

        Two are of a kind if they may be played to the same tricks, the same hands may hold them, and no
        other card that is left lies between them. A card a partner is known by is like no other.
        """
        kinds: list[Card] = []
        last: object = None
        is_taken = False
        for card in reversed(self._sorted):
            if card in rest.trick:
                last = None
                continue
            holders = tuple(held >> card & 1 for held in (*rest.held, *rest.could))
            if not any(holders):
                continue  # already played
            called = rest.called & 1 << card
            kind = self._ranking.suit[card], self._follows[card], holders, called
            if kind != last:
                last, is_taken = kind, False
            if cards >> card & 1 and (not is_taken or apart >> card & 1):
                kinds.append(card)
                is_taken = True
        return kinds


def _with_partner(rest: Rest, hand: int, card: Card) -> Rest:
    """The position once a hand has played a called card and so is the declarer's partner."""
    ours = tuple(rest.is_declarers if at == hand else one for at, one in enumerate(rest.ours))
    return rest._replace(ours=ours, called=rest.called & ~(1 << card))


def _is_ours(rest: Rest, winner: int) -> bool:
    """Whether a trick that a hand takes certainly counts for the claim, with any possible partners.

    ``ours`` says so as if no hand had a card in ``called``.
    """
    if not rest.called or rest.own[winner] or rest.ours[winner] == rest.is_declarers:
        return rest.ours[winner]
    could = list(rest.could)
    if rest.is_declarers:
        could[winner] &= ~rest.called
        return not _find_places(rest.counts, could, _unseen(rest))
    return not any(_could_hold(rest, winner, card) for card in CardSet(could[winner] & rest.called))


def _could_hold(rest: Rest, hand: int, card: Card) -> bool:
    others = [cards if at == hand else cards & ~(1 << card) for at, cards in enumerate(rest.could)]
    return _find_places(rest.counts, others, _unseen(rest))


def _unseen(rest: Rest) -> int:
    unseen = 0
    for cards in rest.could:
        unseen |= cards
    return unseen


def _find_places(counts: Sequence[int], could: Sequence[int], cards: int) -> bool:
    """Whether cards fill the hands that may hold them: no set of hands is the only place of too many."""
    for chosen in range(1 << len(counts)):
        room, elsewhere = 0, 0
        for hand, number in enumerate(counts):
            if chosen >> hand & 1:
                room += number
            else:
                elsewhere |= could[hand]
        if (cards & ~elsewhere).bit_count() > room:
            return False
    return True


def _are_masters(rest: Rest) -> bool:
    """Whether no other hand can beat any card of the claimer when it is led."""
    others = 0
    for number, cards in zip(rest.counts[:-1], rest.could, strict=False):
        others |= cards if number else 0
    for card in CardSet(sum(rest.held)):
        power = rest.ranking.power[rest.ranking.suit[card]]
        if any(power[other] >= power[card] for other in CardSet(others)):
            return False
    return True
