"""Checks claims by brute force: every possible deal, and every way to play it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from bot.computers.bidding_games.claiming import Rest
from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.trick import captured
from rules.core.cards import NO_CARDS, Card, CardSet, Color

World = tuple[frozenset[Card], ...]
"""Cards by hand in one deal; the last place is for cards that are never played."""


def worlds_of(rest: Rest, most: int = 1_000_000) -> list[World]:
    """The deals that agree with a player's knowledge; stops once there are more than ``most``."""
    found: list[World] = []
    for world in _dealt(rest, 0, frozenset(CardSet(_all(rest)))):
        found.append(world)
        if len(found) > most:
            break
    return found


def _all(rest: Rest) -> int:
    unseen = 0
    for cards in rest.could:
        unseen |= cards
    return unseen


def _dealt(rest: Rest, place: int, left: frozenset[Card]) -> Iterator[World]:
    if place == len(rest.counts):
        if not left:
            yield ()
        return
    may_hold = sorted(card for card in left if rest.could[place] >> card & 1)
    for some in combinations(may_hold, rest.counts[place]):
        for others in _dealt(rest, place + 1, left - set(some)):
            yield (frozenset(some), *others)


class Deal(NamedTuple):
    """One deal during play: the cards others still hold, and the hands of the claimer's side."""

    hands: World
    ours: frozenset[int]

    def without(self, hand: int, card: Card) -> Deal:
        """The deal after a hand has played a card."""
        hands = (*self.hands[:hand], self.hands[hand] - {card}, *self.hands[hand + 1 :])
        return self._replace(hands=hands)


def is_sure_in_all(rest: Rest, worlds: Sequence[World]) -> bool:
    """Whether one way to play, which sees what is played and nothing else, wins every trick in all deals."""
    own = {hand: frozenset(CardSet(rest.held[hand])) for hand in range(len(rest.own)) if rest.own[hand]}
    return _wins(rest, [Deal(world, ours_in(rest, world)) for world in worlds], own, rest.trick, rest.leader)


def ours_in(rest: Rest, world: World) -> frozenset[int]:
    """The hands of the claimer's side in one deal: the called cards' holders play with the declarer."""
    ours = {hand for hand, is_ours in enumerate(rest.ours) if is_ours}
    partner = {
        hand for hand, cards in enumerate(world[:-1]) if any(card in cards for card in CardSet(rest.called))
    }
    return frozenset(ours | partner if rest.is_declarers else ours - partner)


def _wins(
    rest: Rest, deals: list[Deal], own: dict[int, frozenset[Card]], trick: tuple[int, ...], leader: int
) -> bool:
    ranking, order = rest.ranking, rest.rounds[leader]
    if len(trick) == len(order):
        place, _ = captured(ranking, ranking.suit[trick[0]], tuple(map(Card, trick)))
        return all(order[place] in deal.ours for deal in deals) and _wins(rest, deals, own, (), order[place])
    hand = order[len(trick)]
    if not trick and not any(own.values()):
        return True
    if rest.own[hand]:
        return any(
            _wins(rest, deals, own | {hand: own[hand] - {card}}, (*trick, int(card)), leader)
            for card in _legal(rest, hand, own[hand], trick)
        )
    seen: defaultdict[Card, list[Deal]] = defaultdict(list)
    for deal in deals:
        for card in _legal(rest, hand, deal.hands[hand], trick):
            seen[card].append(deal.without(hand, card))
    return all(_wins(rest, those, own, (*trick, int(card)), leader) for card, those in seen.items())


def _legal(rest: Rest, hand: int, held: frozenset[Card], trick: tuple[int, ...]) -> list[Card]:
    """Follow the color led if you can; what may be played at any time is always allowed."""
    if not trick or not rest.follows[hand]:
        return sorted(held, reverse=True)
    ranking, led = rest.ranking, rest.ranking.suit[trick[0]]
    following = [card for card in held if ranking.follow[led] >> card & 1]
    anytime = [card for card in held if ranking.free >> card & 1]
    return sorted({*following, *anytime} if following else held, reverse=True)


TABLES: Final = ("own hands", "own dummy", "open dummy", "called")
"""Kinds of endings: hands alone, the claimer's dummy, another side's dummy, secret called partners."""


def an_ending(setup: Setup, random: Random) -> Rest:
    """The last cards of a deal as one player might know them, with good cards more often than not."""
    seats, number = setup.seats, random.choice((1, 2, 2, 2, 3))
    table = random.choice((TABLES[0], *TABLES))
    ranking = setup.ranking(Order(random.choice([*Color]), None))
    extra = random.choice((0, 0, 1, 2))
    cards = random.sample(setup.deck, number * seats + extra)
    claimer = random.randrange(seats)
    other = (claimer + random.randrange(1, seats)) % seats
    mine = sorted({claimer, other} if table == "own dummy" else {claimer})
    cards.sort(key=lambda card: ranking.power[ranking.suit[card]][card] + random.uniform(0, 90))
    hands = _dealt_out(cards, number, seats, mine, random)
    free = {other} if "dummy" in table and random.random() < 0.3 else set[int]()
    follows = tuple(hand not in free for hand in range(seats))
    leader = random.choice((claimer, claimer, *range(seats)))
    rounds = tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))
    trick: list[int] = []
    for before in rounds[leader][: rounds[leader].index(claimer)]:
        led = ranking.suit[trick[0]] if trick and follows[before] else NOT_LED
        card = random.choice(list(ranking.legal(hands[before], led)))
        trick.append(int(card))
        hands[before] = CardSet(hands[before] & ~(1 << card))
    known = other if table == "open dummy" else -1
    hidden = 0
    for at, held in enumerate(hands):
        hidden |= 0 if at in {*mine, known} else held
    could = [0 if seat in mine else hidden & ~_voids(ranking, hands[seat], random) for seat in range(seats)]
    if known >= 0:
        could[known] = hands[known]
    called, is_declarers = NO_CARDS, random.random() < 0.5
    ours = {claimer} if seats < 4 else {hand for hand in range(seats) if (hand - claimer) % 2 == 0}
    if table == "own dummy":
        ours |= {other}
    if table == "called" and hidden:
        called = CardSet.of(random.sample([*CardSet(hidden)], min(random.choice((1, 2)), hidden.bit_count())))
        ours = {claimer} if is_declarers else {*range(seats)} - {other}
    return Rest(
        ranking=ranking,
        rounds=rounds,
        ours=tuple(hand in ours for hand in range(seats)),
        own=tuple(hand in mine for hand in range(seats)),
        held=tuple(int(hands[hand]) if hand in mine else 0 for hand in range(seats)),
        follows=follows,
        counts=tuple(0 if at in mine else len(held) for at, held in enumerate(hands)),
        could=(*could, hidden),
        trick=tuple(trick),
        leader=leader,
        called=called,
        is_declarers=is_declarers,
    )


def _dealt_out(
    cards: Sequence[Card], number: int, seats: int, mine: Sequence[int], random: Random
) -> list[CardSet]:
    """``number`` cards for each seat, the best for ``mine``; the cards left come last."""
    best = list(cards[len(cards) - number * len(mine) :])
    others = list(cards[: len(cards) - number * len(mine)])
    random.shuffle(best)
    random.shuffle(others)
    hands = []
    for seat in range(seats):
        some = best if seat in mine else others
        hands.append(CardSet.of(some[:number]))
        del some[:number]
    return [*hands, CardSet.of(others)]


def _voids(ranking: Ranking, held: CardSet, random: Random) -> int:
    """Cards that a hand is known not to hold: some of the colors it has none of."""
    empty = [ranking.follow[color] for color in Color if not held & ranking.follow[color]]
    missing = 0
    for mask in random.sample(empty, random.randint(0, len(empty))):
        missing |= mask & ~ranking.free
    return missing


def endings(setups: Sequence[Setup], seed: str, number: int, most: int) -> Iterator[tuple[Rest, list[World]]]:
    """``number`` endings with all their possible deals, at most ``most`` each."""
    random = Random(seed)
    while number:
        rest = an_ending(random.choice(list(setups)), random)
        worlds = worlds_of(rest, most)
        if 0 < len(worlds) <= most:
            number -= 1
            yield rest, worlds
