"""Helpers for rules in words: counts, lists, and facts that depend on the number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rules.bidding import deck
from rules.bidding.notation import runs
from rules.bidding.ranking import color_name
from rules.bidding.variant import Variant
from rules.core.cards import Color
from rules.core.words import counted, listed

Section = tuple[str, str]
"""Heading and text."""
_SMALL: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def spelled(number: int) -> str:
    """A number up to twelve in letters, a larger one in digits."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else str(number)


def number_of(number: int, thing: str) -> str:
    """A number and its noun, one in letters: ``one card``, ``5 cards``."""
    return f"one {thing}" if number == 1 else counted(number, thing)


def the_rook(variant: Variant) -> str:
    """The bird in a sentence: "the Rook", or "the Rooks" with several decks."""
    return "the Rooks" if variant.packs > 1 else "the Rook"


def but_red_one(variant: Variant) -> str:
    """After "the highest trump": the red 1, in a game in which it is higher still; else empty."""
    return f" but for the red 1{'s' if deck.red_ones(variant) > 1 else ''}" if variant.red_one else ""


def the_baby(variant: Variant) -> str:
    """The second bird in a sentence: "the black 2", or "the black 2s" if there are several; empty if none."""
    card = deck.second_bird(variant)
    if card is None:
        return ""
    return f"the {color_name(variant, card.color)} {card.rank}{'s' if deck.second_birds(variant) > 1 else ''}"


def each_baby(variant: Variant) -> str:
    """The second bird in a sentence on each one: "the black 2", or "each black 2" if there are several."""
    one = the_baby(variant)
    return f"each {one[4:-1]}" if deck.second_birds(variant) > 1 else one


def the_birds(variant: Variant) -> list[str]:
    """Each kind of bird in the deck, for a sentence."""
    return [*filter(None, ("" if variant.rook == "none" else the_rook(variant), the_baby(variant)))]


def the_bidder(variant: Variant) -> str:
    """The declarer in a sentence: "the bidder", or where trump is sold "the player with the right"."""
    return "the player with the right" if variant.auction == "sale" else "the bidder"


def the_bid(variant: Variant) -> str:
    """What the declarer must take, in a sentence: "the bid", or where trump is sold "what is owed"."""
    return "what is owed" if variant.auction == "sale" else "the bid"


def ranges(numbers: Sequence[int]) -> str:
    """Numbers as people list them: ``1 and 5 to 14``."""
    parts: list[str] = []
    for run in runs(numbers):
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(parts)


def by_players(variant: Variant, fact: Callable[[int], object]) -> str:
    """A fact for each number of players, as text: said once if it is always the same."""
    facts = {seats: str(fact(seats)) for seats in variant.seats}
    if len(set(facts.values())) == 1:
        return facts[variant.seats[0]]
    *others, last = facts.items()
    first = ", ".join(f"{said} with {seats}" for seats, said in others)
    return f"{first} and {last[1]} with {last[0]} players"


def colors_by(variant: Variant, value: Callable[[Color | None], int]) -> list[tuple[int, list[str]]]:
    """The names of the trumps that may be named by a value they share, the highest value first."""
    groups: dict[int, list[str]] = {}
    for color in deck.colors_of(variant):
        groups.setdefault(value(color), []).append(color_name(variant, color))
    return sorted(groups.items(), reverse=True)


def at_stake(variant: Variant) -> str:
    """What a moon, a losing total or a lead decides: "game" in a match of several, else "match"."""
    return "game" if variant.games > 1 else "match"


def sentences(parts: Iterable[str]) -> str:
    """Join sentences with spaces, leaving out empty ones."""
    return " ".join(part for part in parts if part)
