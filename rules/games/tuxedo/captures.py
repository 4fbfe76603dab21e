"""What one card takes from the table: an equal card or a sum, or every distinct combination at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations, product
from operator import le, sub
from typing import Final, NamedTuple

from rules.core.cards import RANKS, Card, Color
from rules.core.decisions import Seat

Cards = tuple[Card, ...]
Counts = tuple[int, ...]
"""How many cards there are of each number, from 0 to 14."""

MOST_TAKEN: Final = 16
"""The most cards taken at once: a taking is told in one line."""
MOST_CHOICES: Final = 24
"""Where a card could take in more ways than these, those that take the most are offered."""
_BREADTH: Final = 32
"""Ways that are followed up at a time: on a table of twenty cards and more there are thousands."""
_ORANGE: Final = frozenset((Color.RED, Color.YELLOW))


class Stack(NamedTuple):
    """What lies in one place of the table: a card, or a build that only a card of its sum takes."""

    cards: Cards
    builder: Seat | None = None
    """Who laid the last card of a build."""

    @property
    def value(self) -> int:
        """The number that takes it."""
        return sum(card.rank for card in self.cards)

    @property
    def is_build(self) -> bool:
        """Whether cards lie on one another."""
        return len(self.cards) > 1


Table = tuple[Stack, ...]
"""The loose cards in the order they were laid, then the builds."""


def arranged(stacks: Iterable[Stack]) -> Table:
    """Stacks in the order they lie."""
    return tuple(sorted(stacks, key=lambda stack: stack.is_build))


@lru_cache(maxsize=4096)
def captures(number: int, table: Table, *, every: bool, by_color: bool) -> tuple[Cards, ...]:
    """Each choice of table cards that a card of this number may take; the most first.

    With ``every`` all distinct combinations are taken at once, and a choice is left only where they
    share cards; without, one card, one sum or one build. Of cards that are worth the same only the
    first is offered; with ``by_color`` red and yellow ones differ from the others.
    """
    builds = [stack.cards for stack in table if stack.is_build and stack.value == number]
    if not every:
        return _best(builds + combinations_to(number, table, by_color=by_color))
    built = tuple(chain(*builds))
    loose = _loose(table)
    ways = at_once(number, _counts(loose), MOST_TAKEN - len(built))
    return _best([(*built, *cards) for way in ways for cards in _cards_of(way, loose, by_color=by_color)])


def combinations_to(total: int, table: Table, *, by_color: bool) -> list[Cards]:
    """Each choice of loose cards that add up to a total; one card of that number is one too."""
    loose = _loose(table)
    ways = sums(total, _counts(loose))
    return [cards for way in ways for cards in _cards_of(way, loose, by_color=by_color)]


def makes_orange(cards: Iterable[Card]) -> bool:
    """Whether a red and a yellow card are among those taken from the table (R-78)."""
    return {card.color for card in cards} >= _ORANGE


@lru_cache(maxsize=1024)
def sums(total: int, counts: Counts) -> tuple[Counts, ...]:
    """Every different way to add up cards to a total; one equal card is a way too."""
    return tuple(_sums(total, counts, total))


@lru_cache(maxsize=1024)
def at_once(total: int, counts: Counts, room: int) -> tuple[Counts, ...]:
    """What one combination after another takes until none is left, or no room for one.

    No way takes only some of what another takes. Where nothing adds up, the one way is to take nothing.
    """
    ways, held = sums(total, counts), sum(counts)
    level, left = [counts], list[Counts]()
    while level:
        following = set[Counts]()
        for rest in level:
            room_left = room - held + sum(rest)
            possible = [way for way in ways if sum(way) <= room_left and _holds(rest, way)]
            following.update(_without(rest, way) for way in possible)
            left += [] if possible else [rest]
        level = sorted(following, key=lambda rest: (sum(rest), rest))[:_BREADTH]
    least = [rest for rest in left if not any(other != rest and _holds(rest, other) for other in left)]
    return tuple(_without(counts, rest) for rest in dict.fromkeys(least))


def _loose(table: Table) -> Cards:
    return tuple(stack.cards[0] for stack in table if not stack.is_build)


def _counts(cards: Iterable[Card]) -> Counts:
    counts = [0] * (RANKS + 1)
    for card in cards:
        counts[card.rank] += 1
    return tuple(counts)


def _sums(total: int, counts: Counts, highest: int) -> Iterator[Counts]:
    """The ways to a total with numbers up to the highest: so many cards of that, then lower ones."""
    if total == 0:
        yield (0,) * len(counts)
        return
    if highest == 0:
        return
    for taken in range(min(counts[highest], total // highest) + 1):
        for way in _sums(total - taken * highest, counts, highest - 1):
            yield (*way[:highest], taken, *way[highest + 1 :])


def _holds(counts: Counts, some: Counts) -> bool:
    return all(map(le, some, counts))


def _without(counts: Counts, taken: Counts) -> Counts:
    return tuple(map(sub, counts, taken))


def _cards_of(way: Counts, loose: Cards, *, by_color: bool) -> Iterator[Cards]:
    """The cards of a way to take, once for each choice among them that makes a difference."""
    choices = [
        _choices([card for card in loose if card.rank == number], count, by_color=by_color)
        for number, count in enumerate(way)
        if count
    ]
    return (tuple(chain(*chosen)) for chosen in product(*choices))


def _choices(cards: list[Card], count: int, *, by_color: bool) -> list[Cards]:
    different = dict[tuple[int, ...], Cards]()
    for chosen in combinations(cards, count):
        colors = sorted(int(card.color) for card in chosen if by_color and card.color in _ORANGE)
        different.setdefault(tuple(colors), chosen)
    return list(different.values())


def _best(takings: list[Cards]) -> tuple[Cards, ...]:
    return tuple(sorted(filter(None, takings), key=_worth, reverse=True)[:MOST_CHOICES])


def _worth(cards: Cards) -> tuple[int, int, bool]:
    """Which of two takings is offered first: more cards, more fives, an Orange."""
    return len(cards), sum(card.rank == 5 for card in cards), makes_orange(cards)
