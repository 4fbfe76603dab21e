"""Plays a deal of tricks to its end with all hands open, each seat by the game's ``Style``.

Cards are bits and hands are masks, as in a ``CardSet``: within a color a higher bit is a higher number.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from rules.core.cards import RANKS, Color, card

COLOR_OF: Final = tuple(((1 << RANKS) - 1) << RANKS * (one // RANKS) for one in range(4 * RANKS))
"""Mask of the card's color, by card."""
ALL: Final = (1 << 4 * RANKS) - 1
RANKED: Final = tuple(sum(1 << card(color, rank) for color in Color) for rank in range(1, RANKS + 1))
"""Masks of the four cards of each number, from 1 up."""


class Trick(NamedTuple):
    """A trick as the next player finds it: color led, best card, cards in it, seats after, if it is ours."""

    led: int
    """Mask of the color led."""
    best: int
    """The card that takes the trick so far."""
    pile: int
    """Mask of the cards in the trick."""
    to_come: int
    """Number of seats that play after the next player."""
    is_ours: bool
    """Whether the next player's side takes it so far."""


class Style(Protocol):
    """How one game of tricks is played by looking at the present trick alone, and what captures score."""

    @property
    def free(self) -> int:
        """Mask of the cards that may be played to any lead."""
        ...

    def beats(self, one: int, best: int, led: int) -> bool:
        """Whether ``one`` takes the trick from ``best``; ``led`` is the mask of the color led."""
        ...

    def lead(self, hand: int) -> int:
        """The card to lead from a hand."""
        ...

    def follow(self, hand: int, trick: Trick) -> int:
        """The card to play from a hand to a trick."""
        ...

    def gain(self, captured: int) -> int:
        """Points that a side's captured cards are worth to it; negative if they count against it."""
        ...


class Table(NamedTuple):
    """A deal with all cards known. Card sets are masks; tuples go by seat."""

    hands: tuple[int, ...]
    captured: tuple[int, ...]
    sides: tuple[int, ...]
    """The side of each seat."""
    leader: int
    """The seat that leads, or led, the present trick."""
    center: int
    """Mask of the cards that go to the taker of the next trick."""


def play_out(style: Style, table: Table, played: tuple[int, ...]) -> list[int]:
    """Masks of captured cards by seat at the end; ``played`` are the cards of the present trick so far."""
    hands, captured, leader, center = list(table.hands), list(table.captured), table.leader, table.center
    while played or all(hands):
        if not played:
            one = style.lead(hands[leader])
            hands[leader] ^= 1 << one
            played = (one,)
        leader, pile = _play_trick(style, hands, table.sides, leader, played)
        captured[leader] |= pile | center
        center, played = 0, ()
    for hand in hands:
        captured[leader] |= hand
    return captured


def best_of(style: Style, played: tuple[int, ...]) -> int:
    """Index in ``played`` of the card that takes the trick; 0 is the leader's."""
    place = 0
    for later in range(1, len(played)):
        if style.beats(played[later], played[place], COLOR_OF[played[0]]):
            place = later
    return place


def highest(cards: int) -> int:
    """The card of a mask with the highest number, of any color."""
    return next((cards & ranked).bit_length() - 1 for ranked in reversed(RANKED) if cards & ranked)


def lowest(cards: int) -> int:
    """The card of a mask with the lowest number, of any color."""
    return next((cards & ranked).bit_length() - 1 for ranked in RANKED if cards & ranked)


def _play_trick(
    style: Style, hands: list[int], sides: tuple[int, ...], leader: int, played: tuple[int, ...]
) -> tuple[int, int]:
    """Play the present trick to its end, removing cards from ``hands``; returns its taker and its mask."""
    seats, led = len(hands), COLOR_OF[played[0]]
    place = best_of(style, played)
    best, winner, pile = played[place], (leader + place) % seats, 0
    for one in played:
        pile |= 1 << one
    for step in range(len(played), seats):
        seat = (leader + step) % seats
        is_ours = sides[seat] == sides[winner]
        one = style.follow(hands[seat], Trick(led, best, pile, seats - step - 1, is_ours))
        hands[seat] ^= 1 << one
        pile |= 1 << one
        if style.beats(one, best, led):
            best, winner = one, seat
    return winner, pile
