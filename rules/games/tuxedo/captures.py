"""What a card takes from the table: an equal card or a sum, or every distinct combination at once."""

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
"""Number of cards of each number, from 0 to 14."""

MOST_TAKEN: Final = 16
"""The most cards of one capture: it must fit one line of the log."""
MOST_CHOICES: Final = 24
"""The most captures offered for a card: those that take the most."""
_BREADTH: Final = 32
"""Width of the search for captures: with twenty cards on the table there are thousands."""
_ORANGE: Final = frozenset((Color.RED, Color.YELLOW))


class Stack(NamedTuple):
    """A place of the table: a card, or a build, which only a card of its sum takes."""

    cards: Cards
    builder: Seat | None = None
    """The seat that played the last card of a build; None for a single card."""

    @property
    def value(self) -> int:
        """The number of the card that takes it."""
        return sum(card.rank for card in self.cards)

    @property
    def is_build(self) -> bool:
        """Whether it has more than one card."""
        return len(self.cards) > 1


Table = tuple[Stack, ...]
"""The loose cards in the order they were played, then the builds."""


def arranged(stacks: Iterable[Stack]) -> Table:
    """Stacks in the order of a table: loose cards first."""
    return tuple(sorted(stacks, key=lambda stack: stack.is_build))


@lru_cache(maxsize=4096)
def captures(number: int, table: Table, *, every: bool, by_color: bool) -> tuple[Cards, ...]:
    """Sets of table cards that a card of ``number`` may take, most cards first; at most ``MOST_CHOICES``.

    With ``every`` a card takes all distinct combinations at once, so there is a choice only between
    combinations that share cards; without, it takes one card, one sum or one build. Of equal cards only
    the first is offered; with ``by_color`` red and yellow ones differ from the others.
    """
    builds = [stack.cards for stack in table if stack.is_build and stack.value == number]
    if not every:
        return _best(builds + combinations_to(number, table, by_color=by_color))
    built = tuple(chain(*builds))
    loose = _loose(table)
    ways = at_once(number, _counts(loose), MOST_TAKEN - len(built))
    return _best([(*built, *cards) for way in ways for cards in _cards_of(way, loose, by_color=by_color)])


def combinations_to(total: int, table: Table, *, by_color: bool) -> list[Cards]:
    """Each set of loose cards that adds up to a total, single cards included."""
    loose = _loose(table)
    ways = sums(total, _counts(loose))
    return [cards for way in ways for cards in _cards_of(way, loose, by_color=by_color)]


def makes_orange(cards: Iterable[Card]) -> bool:
    """Whether the cards taken from the table include a red and a yellow one (R-78)."""
    return {card.color for card in cards} >= _ORANGE


@lru_cache(maxsize=1024)
def sums(total: int, counts: Counts) -> tuple[Counts, ...]:
    """Every way to add up cards to a total, as counts by number; a single card is a way too."""
    return tuple(_sums(total, counts, total))


@lru_cache(maxsize=1024)
def at_once(total: int, counts: Counts, room: int) -> tuple[Counts, ...]:
    """The maximal unions of distinct combinations to a total, of at most ``room`` cards, as counts by number.

    If no cards add up, the only way is to take none.
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
    """The ways to a total with numbers up to ``highest``."""
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
    """The sets of cards of a way to take, one for each choice that makes a difference."""
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
    """Sort key of captures: number of cards, of 5s, whether it is an Orange."""
    return len(cards), sum(card.rank == 5 for card in cards), makes_orange(cards)
