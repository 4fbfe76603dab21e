"""The partners who are called, where house rules change the High Card Partner.

Six may name two cards; the declarer may name a card of his own, and play alone; a bid made alone earns more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Called:
    """The rules about the cards named."""

    cards: int = 1
    own: bool = False  # may the declarer name a card in his hand or his discard?
    bonus: int = 0  # for a bid made alone
    twice: bool = False  # does a bid made alone count what was taken twice?

    def on_top(self, taken: int) -> int:
        """What a bid made alone earns on top of the points taken."""
        return self.bonus + (taken if self.twice else 0)


def read_called(options: Mapping[str, Any], seats: int) -> Called:
    """The rules that a record tells in its first line."""
    return Called(
        by_players(options, "called_cards", seats, 1),
        options.get("partner_card", "not_held") == "any",
        by_players(options, "alone_bonus", seats, 0),
        bool(options.get("alone_doubles", False)),
    )


def by_players(options: Mapping[str, Any], name: str, seats: int, usual: int) -> int:
    """A number that may be another with so many players."""
    others = {int(number): value for number, value in options.get(f"{name}_with", {}).items()}
    return int(others.get(seats, options.get(name, usual)))


def is_alone(declarer: int, partners: list[int]) -> bool:
    """Did the declarer name cards, and does no one else hold one?"""
    return bool(partners) and set(partners) == {declarer}
