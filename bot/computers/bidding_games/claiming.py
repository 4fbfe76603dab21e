"""Whether a player takes all the tricks that are left for the own side, whatever the others hold and play.

Everybody else may conspire, a partner too. They need not settle who holds what: a card is in a hand as
soon as it is played from there, as long as all cards left find a place. So one search over what can be seen
covers every distribution at once, and the player never has to guess. A called partner whom nobody knows yet
is whoever holds the called card, and that is not settled either before it has to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.computers.heard import UNKNOWN
from bot.computers.memory import Memory
from rules.bidding.deck import pile_size
from rules.bidding.ranking import NOT_LED, Ranking
from rules.bidding.variant import Variant
from rules.core.cards import Card, CardSet

NODES: Final = 20_000
"""Plays looked at; a claim that needs more is not sure."""


NOT_CALLED: Final = -1


class Rest(NamedTuple):
    """The end of a deal as one player knows it. Card sets are masks; tuples go by hand."""

    ranking: Ranking
    rounds: tuple[tuple[int, ...], ...]
    """The order of a trick, by who leads."""
    ours: tuple[bool, ...]
    """Whose tricks the claim is for."""
    own: tuple[bool, ...]
    """The hands that whoever claims plays: the own one, and a dummy or battery."""
    held: tuple[int, ...]
    """The cards in them; none for the others."""
    follows: tuple[bool, ...]
    """Whether each hand has to follow the color led."""
    counts: tuple[int, ...]
    """Cards in each of the other hands, and at the end those that nobody will play."""
    could: tuple[int, ...]
    """The cards each of the others may hold, and those that nobody may play."""
    trick: tuple[int, ...]
    """The cards that lie in the present trick."""
    leader: int
    called: int = NOT_CALLED
    """The card whose holder is the declarer's partner, while that is not known; else none."""
    is_declarers: bool = False
    """Whether the claim is the declarer's, so that such a partner is of the own side and not of the other."""

    def __repr__(self) -> str:
        return f"<rest for hands {[hand for hand, is_own in enumerate(self.own) if is_own]}>"


class TooMany(Exception):
    """More would have to be looked at than is allowed."""


def can_be_claimed(variant: Variant) -> bool:
    """Whether tricks of a game can be claimed, once nobody draws or turns up cards any more.

    Not with a dummy that lies face down to its end, and not where each trick may end the match.
    """
    return variant.dummy != "blind" and variant.target_checked != "each_trick"


def rest_of(memory: Memory) -> Rest | None:
    """The rest of a deal as somebody knows it who is to play; None while cards are drawn or turned up."""
    setup, teams = memory.setup, memory.teams
    hands = range(setup.lanes)
    own = tuple(teams.control[hand] == memory.person for hand in hands)
    drawn = setup.seats * len(memory.heard.tricks)
    is_fixed = pile_size(setup.variant, setup.seats) <= drawn and not memory.covering
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
    called, partner = memory.heard.called, memory.heard.partner
    is_open = called is not None and partner == UNKNOWN and bool(memory.hands.unseen >> called & 1)
    return Rest(
        ranking=memory.ranking,
        rounds=teams.rounds,
        ours=tuple(not memory.is_foe(hand) for hand in hands),
        own=own,
        held=tuple(memory.hands.known.get(hand, 0) if own[hand] else 0 for hand in hands),
        follows=tuple(memory.must_follow(hand) for hand in hands),
        counts=(*counts, memory.hands.unseen.bit_count() - sum(hidden)),
        could=(*could, memory.hands.unseen & ~placed),
        trick=tuple(int(card) for _, card in memory.trick),
        leader=memory.trick[0][0] if memory.trick else memory.seat,
        called=int(called) if is_open and called is not None else NOT_CALLED,
        is_declarers=memory.person == memory.declarer,
    )


def is_sure(rest: Rest, nodes: int = NODES) -> bool:
    """Whether the own side takes every trick that is left, the present one included.

    Where that cannot be seen from so many plays, it is not sure.
    """
    try:
        return _Search(rest, nodes).is_won(rest)
    except TooMany:
        return False


class _Search:
    """A search over what can be seen: one player's choices, and everything the others may do."""

    def __init__(self, rest: Rest, nodes: int) -> None:
        self._nodes = nodes
        self._ranking = ranking = rest.ranking
        mine = sum(rest.held)
        cards = CardSet(_unseen(rest) | mine | sum(1 << card for card in rest.trick))
        self._sorted = sorted(
            cards, key=lambda card: (ranking.suit[card], ranking.power[ranking.suit[card]][card])
        )
        """The cards that are left, by suit and height."""
        self._follows = {
            card: tuple(mask >> card & 1 for mask in (*ranking.follow, ranking.free)) for card in cards
        }
        """What each of them may be played to."""
        self._known: dict[tuple[object, ...], bool] = {}
        """Whether a position between two tricks is won."""

    def is_won(self, rest: Rest) -> bool:
        """Whether every trick is won from here on."""
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
        """The same from within a trick: the player needs one card that wins, the others must have none."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooMany
        hand = rest.rounds[rest.leader][len(rest.trick)]
        if rest.own[hand]:
            return any(self._goes_on(after) for after in self._own_plays(rest, hand))
        return all(self._goes_on(after) for after in self._plays_of(rest, hand))

    def _goes_on(self, rest: Rest) -> bool:
        """The same once a card is played, which may be the last one of its trick."""
        order = rest.rounds[rest.leader]
        if len(rest.trick) < len(order):
            return self._plays_on(rest)
        power = self._ranking.power[self._ranking.suit[rest.trick[0]]]
        winner = order[rest.trick.index(max(rest.trick, key=lambda card: power[card]))]
        return _is_ours(rest, winner) and self.is_won(rest._replace(trick=(), leader=winner))

    def _own_plays(self, rest: Rest, hand: int) -> Iterator[Rest]:
        """What may be played from a hand of whoever claims."""
        cards = CardSet(rest.held[hand])
        legal = self._ranking.legal(cards, self._led(rest)) if rest.follows[hand] else cards
        for card in self._kinds(rest, legal):
            held = tuple(one & ~(1 << card) for one in rest.held)
            yield rest._replace(held=held, trick=(*rest.trick, card))

    def _plays_of(self, rest: Rest, hand: int) -> Iterator[Rest]:
        """What another hand may play, if it holds that, and all cards that are left find a place."""
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
                yield _with_partner(after, hand) if card == rest.called else after

    def _led(self, rest: Rest) -> int:
        return self._ranking.suit[rest.trick[0]] if rest.trick else NOT_LED

    def _takers(self, rest: Rest) -> int:
        """The cards that take the trick as it lies, where others who may hold better ones are to play."""
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
        other card that is left lies between them. The card a partner is known by is like no other.
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
                continue  # it is gone
            kind = self._ranking.suit[card], self._follows[card], holders, card == rest.called
            if kind != last:
                last, is_taken = kind, False
            if cards >> card & 1 and (not is_taken or apart >> card & 1):
                kinds.append(card)
                is_taken = True
        return kinds


def _with_partner(rest: Rest, hand: int) -> Rest:
    """The same once the called card was played from a hand: it is the declarer's partner's."""
    ours = tuple(rest.is_declarers if at == hand else one for at, one in enumerate(rest.ours))
    return rest._replace(ours=ours, called=NOT_CALLED)


def _is_ours(rest: Rest, winner: int) -> bool:
    """Whether a trick that a hand takes is certainly for the claim, whoever the declarer's partner may be.

    ``ours`` says so as if no hand had the called card.
    """
    if rest.called == NOT_CALLED or rest.own[winner] or (not rest.is_declarers and not rest.ours[winner]):
        return rest.ours[winner]
    called, could = 1 << rest.called, list(rest.could)
    if rest.is_declarers:
        could[winner] &= ~called
        return not _find_places(rest.counts, could, _unseen(rest))
    if not could[winner] & called:
        return True
    others = [cards if hand == winner else cards & ~called for hand, cards in enumerate(could)]
    return not _find_places(rest.counts, others, _unseen(rest))


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
    """Whether nobody else can have a card that beats one of whoever claims when that is led."""
    others = 0
    for number, cards in zip(rest.counts[:-1], rest.could, strict=False):
        others |= cards if number else 0
    for card in CardSet(sum(rest.held)):
        power = rest.ranking.power[rest.ranking.suit[card]]
        if any(power[other] >= power[card] for other in CardSet(others)):
            return False
    return True
