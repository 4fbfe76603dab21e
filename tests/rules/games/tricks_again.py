"""Games of tricks followed from the log alone: who may play what, who takes, who leads (RULES 5)."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.actions import Deal, Play
from tests.rules.games.kit import Step

Takes = Callable[[list[str]], int]
Legal = Callable[[list[str], str], list[str]]


def tricks_of(
    steps: list[Step], legal: Legal, takes: Takes, *, evenly: bool
) -> list[list[tuple[int, list[str]]]]:
    """The tricks of each deal, as taker and cards; fails where a card was not legal or not in turn."""
    deals: list[list[tuple[int, list[str]]]] = []
    hands: list[list[str]] = []
    trick: list[str] = []
    leader = 0
    for step in steps:
        seats = step.before.match.seats
        if isinstance(step.action, Deal):
            leader, trick = (step.before.match.dealer + 1) % seats, []
            hands = [[] for _ in range(seats)]
            dealt = len(step.action.cards) // seats * seats if evenly else len(step.action.cards)
            for place, card in enumerate(step.action.cards[:dealt]):
                hands[(leader + place) % seats].append(str(card))
            deals.append([])
        elif isinstance(step.action, Play):
            played = str(step.action.card)
            assert step.seat == (leader + len(trick)) % seats
            assert played in (legal(hands[step.seat], trick[0]) if trick else hands[step.seat])
            hands[step.seat].remove(played)
            trick.append(played)
            if len(trick) == seats:
                leader = (leader + takes(trick)) % seats
                deals[-1].append((leader, trick))
                trick = []
    return deals


def of_color(cards: list[str], led: str) -> list[str]:
    """The cards of the color led."""
    return [card for card in cards if card[0] == led[0]]


def number(card: str) -> int:
    """The number of a card."""
    return int(card[1:])
