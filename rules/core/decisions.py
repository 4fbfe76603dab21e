"""Decisions: what a seat may choose now, as a question with a closed set of answers.

A few kinds serve every game; two more are answered by chance and one by the clock. Each checks whether an
action is among its answers, lists the answers lazily and samples one. ``hand`` is the number of the hand that
is asked, which is another seat's where a player plays a dummy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Final, NamedTuple, Protocol

from rules.core.actions import (
    PLAYS,
    Action,
    Bid,
    Close,
    Cut,
    Deal,
    Discard,
    Draw,
    Lot,
    Say,
    Shout,
    bid,
    is_well_typed,
)
from rules.core.cards import NO_CARDS, Card, CardSet, Color

Seat = int

CHANCE: Final[Seat] = -1
"""The seat of chance: it deals, draws and cuts."""
CLOCK: Final[Seat] = -2
"""The seat of the clock: it ends races when their time is up, and makes moves that follow a timer."""
REFEREE: Final[Seat] = -3
"""The seat of the referee: it has no decisions, and may rule at any time."""


class Option(NamedTuple):
    """A named answer, offered next to the cards or numbers; the game's ``Words`` give its label."""

    action: Action
    needs_confirmation: bool = False
    """Whether a slip could cost the deal, so that the player must confirm it."""


class ChooseCard(NamedTuple):
    """Choose one card. The answer is its entry in ``actions``, by default to play it.

    ``cards`` may be chosen, ``held`` is the whole hand. An option in ``otherwise`` may be chosen instead.
    """

    hand: Seat
    cards: CardSet
    held: CardSet
    actions: tuple[Action, ...] = PLAYS
    otherwise: tuple[Option, ...] = ()

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        return is_well_typed(action) and unstamped(action) in self.answers()

    def answers(self) -> Iterator[Action]:
        """List the answers lazily, the options first."""
        yield from (option.action for option in self.otherwise)
        yield from (self.actions[card] for card in self.cards)

    def sample(self, random: Random) -> Action:
        """Return one answer at random, each equally likely."""
        if self.otherwise:
            answers = list(self.answers())
            return answers[int(random.random() * len(answers))]
        mask: int = self.cards
        if not mask & mask - 1:
            return self.actions[mask.bit_length() - 1]
        for _ in range(int(random.random() * mask.bit_count())):
            mask &= mask - 1  # clears the lowest bit: faster than listing the cards
        return self.actions[(mask & -mask).bit_length() - 1]


class ChooseCards(NamedTuple):
    """Choose ``least`` to ``most`` different cards of a hand to discard, or an option in ``otherwise``.

    ``cards`` may be chosen, ``held`` is the whole hand. At most ``few_most`` of the cards in ``few`` may be
    among them, and only together with all of the cards in ``before`` (then ``least`` is ``most``).
    """

    hand: Seat
    cards: CardSet
    held: CardSet
    least: int
    most: int
    otherwise: tuple[Option, ...] = ()
    few: CardSet = NO_CARDS
    few_most: int = 0
    before: CardSet = NO_CARDS

    @property
    def free(self) -> CardSet:
        """The cards of which any number may be chosen: those not in ``few``."""
        return CardSet(self.cards & ~self.few)

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        if not is_well_typed(action):
            return False
        if type(action) is not Discard:
            return action in [option.action for option in self.otherwise]
        chosen = CardSet.of(action.cards)
        fits = self.least <= chosen.bit_count() == len(action.cards) <= self.most
        return fits and not chosen & ~self.cards and self.allows_few(chosen)

    def allows_few(self, chosen: int) -> bool:
        """Whether these cards are not too many of ``few``, and leave room for ``before`` if it must go."""
        few = (chosen & self.few).bit_count()
        return few <= self.few_most and not (few and (chosen | self.before).bit_count() > self.most)

    def answers(self) -> Iterator[Action]:
        """List the answers lazily, the options first, then each set of cards once."""
        yield from (option.action for option in self.otherwise)
        for number in range(self.least, self.most + 1):
            for limited in range(min(self.few_most, number) + 1 if self.few else 1):
                first, free = self._free_with(limited)
                for some in combinations(CardSet(self.cards & self.few), limited):
                    rests = combinations(free, number - limited - len(first))
                    yield from (Discard((*some, *first, *rest)) for rest in rests)

    def sample(self, random: Random) -> Action:
        """Return one answer at random: first an option or a number of cards, then the cards."""
        pick = int(random.random() * (len(self.otherwise) + self.most - self.least + 1))
        if pick < len(self.otherwise):
            return self.otherwise[pick].action
        number = self.least + pick - len(self.otherwise)
        if not self.few:
            return Discard(_some(list(self.cards), number, random))
        few, free = list(CardSet(self.cards & self.few)), self.free
        most = min(self.few_most, len(few), number)
        limited = 0
        if most:
            least = max(0, number - len(free))
            limited = least + int(random.random() * (most - least + 1))
        first, free = self._free_with(limited)
        chosen = (*_some(few, limited, random), *first)
        return Discard((*chosen, *_some(list(free), number - len(chosen), random)))

    def _free_with(self, limited: int) -> tuple[CardSet, CardSet]:
        """With so many cards of ``few``: the cards that must be chosen, and those that may be."""
        first = self.before if limited else NO_CARDS
        return first, CardSet(self.free & ~first)


def _some(cards: list[Card], number: int, random: Random) -> tuple[Card, ...]:
    return tuple([cards.pop(int(random.random() * len(cards))) for _ in range(number)])


class ChooseNumber(NamedTuple):
    """Choose a number to bid, from ``least`` to ``most`` by ``step``, or an option in ``otherwise``.

    If ``colors`` is not empty, a bid is a number and one of these colors (None is "no color"), up to that
    color's own highest number. If ``least`` is above ``most``, no number is left to bid.
    """

    hand: Seat
    least: int
    most: int
    step: int
    otherwise: tuple[Option, ...] = ()
    colors: tuple[tuple[Color | None, int], ...] = ()

    @property
    def numbers(self) -> range:
        """Every number that may be chosen, rising."""
        return range(self.least, self.most + 1, self.step)

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        if not is_well_typed(action):
            return False
        if type(action) is not Bid:
            return action in [option.action for option in self.otherwise]
        if action.points not in self.numbers:
            return False
        if not self.colors:
            return action.color is None
        return action.points <= dict(self.colors).get(action.color, 0)

    def answers(self) -> Iterator[Action]:
        """List the answers lazily, the options first."""
        yield from (option.action for option in self.otherwise)
        for points in self.numbers:
            for color, highest in self.colors or ((None, self.most),):
                if points <= highest:
                    yield bid(points, color)

    def sample(self, random: Random) -> Action:
        """Return one answer at random, each equally likely."""
        if self.colors:
            answers = list(self.answers())
            return answers[int(random.random() * len(answers))]
        numbers, others = self.numbers, len(self.otherwise)
        pick = int(random.random() * (others + len(numbers))) - others
        return self.otherwise[pick].action if pick < 0 else bid(numbers[pick])


class ChooseOption(NamedTuple):
    """Choose one of a few named options.

    In a race ``window`` is its number, so that a late press does not count for the next race; a shout is then
    accepted with any time stamp.
    """

    hand: Seat
    options: tuple[Option, ...]
    window: int = 0

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        return is_well_typed(action) and unstamped(action) in [option.action for option in self.options]

    def answers(self) -> Iterator[Action]:
        """List the answers lazily."""
        return (option.action for option in self.options)

    def sample(self, random: Random) -> Action:
        """Return one answer at random, each equally likely."""
        return self.options[int(random.random() * len(self.options))].action


def unstamped(action: Action) -> Action:
    """The action without the time stamp of a shout, as it stands among the answers."""
    return Shout() if type(action) is Shout else action


class Grouping(Protocol):
    """The groups of cards, such as melds, that one game lets a player make from a hand."""

    def readings(self, cards: CardSet) -> tuple[Option, ...]:
        """The answers that exactly these cards can make; empty if they make no group."""
        ...

    def answers(self) -> Iterator[Action]:
        """Every answer; of answers with cards of equal faces only one."""
        ...


class ChooseGroup(NamedTuple):
    """Choose cards of a hand that form a group, such as a meld, or an option in ``otherwise``.

    ``cards`` may be chosen, ``held`` is the whole hand.
    """

    hand: Seat
    cards: CardSet
    held: CardSet
    most: int
    """The most cards of one answer."""
    grouping: Grouping
    otherwise: tuple[Option, ...] = ()

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        if not is_well_typed(action):
            return False
        if action in [option.action for option in self.otherwise]:
            return True
        cards = getattr(action, "cards", ())
        return action in [option.action for option in self.grouping.readings(CardSet.of(cards))]

    def answers(self) -> Iterator[Action]:
        """List the answers lazily, the options first."""
        yield from (option.action for option in self.otherwise)
        yield from self.grouping.answers()

    def sample(self, random: Random) -> Action:
        """Return one answer at random, each equally likely."""
        answers = list(self.answers())
        return answers[int(random.random() * len(answers))]


class Wait(NamedTuple):
    """The clock's decision: its action is due after ``seconds``, unless all seats have answered before."""

    seconds: float
    number: int
    """The number of this wait in the match."""
    action: Close | Say = Close()

    @property
    def hand(self) -> Seat:
        """Always ``CLOCK``."""
        return CLOCK

    def accepts(self, action: Action) -> bool:
        """Whether the action is the one answer."""
        return action == self.action

    def answers(self) -> Iterator[Action]:
        """The one answer."""
        yield self.action

    def sample(self, random: Random) -> Action:
        """Return the one answer."""
        return self.action


class PickNumber(NamedTuple):
    """Chance picks one of several numbers: of a seat, or of a deal."""

    numbers: Sequence[int]

    @property
    def hand(self) -> Seat:
        """Always ``CHANCE``."""
        return CHANCE

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        return is_well_typed(action) and isinstance(action, Lot) and action.number in self.numbers

    def answers(self) -> Iterator[Action]:
        """List the answers lazily."""
        return map(Lot, self.numbers)

    def sample(self, random: Random) -> Action:
        """Return one answer at random, each equally likely."""
        return Lot(self.numbers[int(random.random() * len(self.numbers))])


class DrawByLot(NamedTuple):
    """Chance takes ``number`` cards of a deck in order: a shuffle, a draw for the deal, a cut."""

    deck: tuple[Card, ...]
    number: int
    make: Callable[[tuple[Card, ...]], Deal | Draw | Cut]

    @property
    def hand(self) -> Seat:
        """Always ``CHANCE``."""
        return CHANCE

    def accepts(self, action: Action) -> bool:
        """Whether the action is one of the answers."""
        if (
            not is_well_typed(action)
            or type(action) is not self.make
            or not isinstance(action, (Deal, Draw, Cut))
        ):
            return False
        drawn = set(action.cards)
        return len(action.cards) == len(drawn) == self.number and drawn.issubset(self.deck)

    def answers(self) -> Iterator[Action]:
        """List the answers lazily; there are very many."""
        return (self.make(drawn) for drawn in permutations(self.deck, self.number))

    def sample(self, random: Random) -> Action:
        """Return one answer at random, each equally likely."""
        if self.number < len(self.deck):
            return self.make(_some(list(self.deck), self.number, random))
        # Sorting by random keys shuffles as evenly as drawing one by one, and is faster.
        return self.make(tuple(sorted(self.deck, key=lambda _: random.random())))


Decision = (
    ChooseCard | ChooseCards | ChooseNumber | ChooseOption | ChooseGroup | DrawByLot | PickNumber | Wait
)
Decisions = Mapping[Seat, Decision]


def options_of(decision: Decision) -> tuple[Option, ...]:
    """The named answers of a decision, without its cards or numbers; empty for chance and clock."""
    if isinstance(decision, ChooseOption):
        return decision.options
    if isinstance(decision, ChooseCard | ChooseCards | ChooseNumber | ChooseGroup):
        return decision.otherwise
    return ()
