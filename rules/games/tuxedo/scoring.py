"""What a deal of Tuxedo scores (older rule books; 1924 booklet, Counting)."""

from __future__ import annotations

from typing import Final

from rules.games.match import Scored
from rules.games.tuxedo.deal import Won
from rules.games.tuxedo.options import TuxedoRules

FEW: Final = ("no", "one", "two", "three", "four")


def scores(rules: TuxedoRules, won: tuple[Won, ...]) -> tuple[Scored, ...]:
    """The points of each seat and what they are for: ``29 cards 15, two fives 10, Big Sweep 10``."""
    most = max(len(one.cards) for one in won)
    tied = sum(len(one.cards) == most for one in won)
    reward = rules.most_cards if tied == 1 else rules.tie_share
    return tuple(_scored(rules, one, reward if most and len(one.cards) == most else 0) for one in won)


def _scored(rules: TuxedoRules, won: Won, for_most: int) -> Scored:
    fives = sum(card.rank == 5 for card in won.cards)
    parts = [
        *_sweeps(rules, won),
        (f"{FEW[fives]} five{'s' if fives > 1 else ''}", rules.five * fives),
        (_times("Orange", won.oranges), rules.orange_points * won.oranges),
        (_times("wrong Orange", won.mistakes), -rules.orange_points * won.mistakes),
    ]
    cards = f"{len(won.cards)} card{'' if len(won.cards) == 1 else 's'}"
    why = [f"{cards} {for_most}" if for_most else cards]
    why += [f"{name} {points}" for name, points in parts if points]
    return Scored(for_most + sum(points for _, points in parts), ", ".join(why))


def _sweeps(rules: TuxedoRules, won: Won) -> list[tuple[str, int]]:
    big, little = rules.big_sweep * won.big_sweeps, rules.little_sweep * won.little_sweeps
    if rules.big_sweep == rules.little_sweep:
        return [(_times("sweep", won.big_sweeps + won.little_sweeps), big + little)]
    return [(_times("Big Sweep", won.big_sweeps), big), (_times("Little Sweep", won.little_sweeps), little)]


def _times(name: str, number: int) -> str:
    return name if number == 1 else f"{number} {name}s"
