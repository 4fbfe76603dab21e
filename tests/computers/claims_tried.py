"""Claims looked at again: every deal there could be is written down, and every way to play it tried."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from bot.computers.claiming import Rest
from rules.bidding.ranking import NOT_LED, Order, Ranking
from rules.bidding.setup import Setup
from rules.bidding.trick import captured
from rules.core.cards import Card, CardSet, Color

World = tuple[frozenset[Card], ...]
"""Who holds what in one deal; the last place is for cards nobody will play."""


def worlds_of(rest: Rest, most: int = 1_000_000) -> list[World]:
    """Every deal that agrees with what is known; no more than ``most``."""
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


def is_sure_in_all(rest: Rest, worlds: Sequence[World]) -> bool:
    """Whether one way to play, which sees what is played and nothing else, wins every trick in all deals."""
    return _wins(
        rest.ranking, rest, list(worlds), frozenset(CardSet(rest.hand)), tuple(rest.trick), rest.leader
    )


def _wins(
    ranking: Ranking,
    rest: Rest,
    worlds: list[World],
    own: frozenset[Card],
    trick: tuple[int, ...],
    leader: int,
) -> bool:
    order = rest.rounds[leader]
    if len(trick) == len(order):
        place, _ = captured(ranking, ranking.suit[trick[0]], tuple(map(Card, trick)))
        return rest.ours[order[place]] and _wins(ranking, rest, worlds, own, (), order[place])
    hand = order[len(trick)]
    if not trick and not own:
        return True
    if hand == rest.own:
        return any(
            _wins(ranking, rest, worlds, own - {card}, (*trick, int(card)), leader)
            for card in _legal(ranking, own, trick)
        )
    seen: defaultdict[Card, list[World]] = defaultdict(list)
    for world in worlds:
        for card in _legal(ranking, world[hand], trick):
            seen[card].append((*world[:hand], world[hand] - {card}, *world[hand + 1 :]))
    return all(_wins(ranking, rest, those, own, (*trick, int(card)), leader) for card, those in seen.items())


def _legal(ranking: Ranking, held: frozenset[Card], trick: tuple[int, ...]) -> list[Card]:
    """Follow the color led if you can; what may be played at any time is always allowed."""
    if not trick:
        return sorted(held, reverse=True)
    led = ranking.suit[trick[0]]
    following = [card for card in held if ranking.follow[led] >> card & 1]
    anytime = [card for card in held if ranking.free >> card & 1]
    return sorted({*following, *anytime} if following else held, reverse=True)


def an_ending(setup: Setup, random: Random) -> Rest:
    """The last cards of a deal as one player might know them, with good cards more often than not."""
    seats, number = setup.seats, random.choice((1, 2, 2, 2, 3))
    ranking = setup.ranking(Order(random.choice([*Color]), None))
    aside = random.choice((0, 0, 1, 2))
    cards = random.sample(setup.pack, number * seats + aside)
    own = random.randrange(seats)
    cards.sort(key=lambda card: ranking.power[ranking.suit[card]][card] + random.uniform(0, 90))
    hand = CardSet.of(cards[len(cards) - number :])
    others = cards[: len(cards) - number]
    random.shuffle(others)
    held = [CardSet.of(others[at : at + number]) for at in range(0, number * (seats - 1), number)]
    hands = [*held[:own], CardSet(0), *held[own:], CardSet.of(others[number * (seats - 1) :])]
    leader = random.choice((own, own, *range(seats)))
    rounds = tuple(tuple((first + step) % seats for step in range(seats)) for first in range(seats))
    trick: list[int] = []
    counts = [len(cards) for cards in hands]
    for before in rounds[leader][: rounds[leader].index(own)]:
        led = ranking.suit[trick[0]] if trick else NOT_LED
        card = random.choice(list(ranking.legal(hands[before], led)))
        trick.append(int(card))
        hands[before] = CardSet(hands[before] & ~(1 << card))
        counts[before] -= 1
    unseen = 0
    for held_cards in hands:
        unseen |= held_cards
    could = []
    for seat, own_cards in enumerate(hands):
        voids = [ranking.follow[color] for color in Color if not own_cards & ranking.follow[color]]
        missing = 0
        for mask in random.sample(voids, random.randint(0, len(voids))) if seat < seats else ():
            missing |= mask & ~ranking.free
        could.append(0 if seat == own else unseen & ~missing)
    ours = tuple(seat == own or (seats == 4 and (seat - own) % 2 == 0) for seat in range(seats))
    return Rest(ranking, rounds, ours, own, int(hand), tuple(counts), tuple(could), tuple(trick), leader)


def endings(setups: Sequence[Setup], seed: str, number: int, most: int) -> Iterator[tuple[Rest, list[World]]]:
    """So many endings with every deal there could be; those with more than ``most`` are passed over."""
    random = Random(seed)
    while number:
        rest = an_ending(random.choice(list(setups)), random)
        worlds = worlds_of(rest, most)
        if 0 < len(worlds) <= most:
            number -= 1
            yield rest, worlds
