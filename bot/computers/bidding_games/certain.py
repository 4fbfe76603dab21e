"""What is certain about a trick, and the cards that it rules out: no sampled deal may overrule it."""

from __future__ import annotations

from typing import Final

from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.memory import Memory
from rules.core.cards import BIRD, Card

CERTAIN: Final = 1.0
LIKELY: Final = 0.8
"""A card that takes a trick with this chance is not kept back for a counter that goes with it."""
CHEAP: Final = 5
"""Points on the table for which the bird is not spent."""


def without_follies(memory: Memory, cards: list[Card]) -> list[Card]:
    """The cards that can be right in a trick that is led; all of them where each looks wrong.

    A counter is not thrown on a trick that is lost if a card without points can be, if another is likely to
    take it, or if a lower one of its color counts less. A trick with points that a card of its color wins for
    certain is not left to a foe. A mate's sure trick is not trumped. The bird is kept for more than five
    points.
    """
    for rule in (
        _taking_what_is_sure,
        _keeping_the_bird,
        _not_trumping_a_mate,
        _throwing_what_is_worthless,
        _giving_the_least,
    ):
        cards = rule(memory, cards) or cards
    return cards


def _throwing_what_is_worthless(memory: Memory, cards: list[Card]) -> list[Card]:
    """No counters on a lost trick, while a card that is no trump does not count, or is likely to take it."""
    free = [card for card in cards if not memory.is_trump(card)]
    if not any(memory.value[card] <= 0 or wins(memory, card, LIKELY) for card in free):
        return cards
    lost = losing(memory, cards)
    return [card for card in cards if memory.value[card] <= 0 or card not in lost]


def _giving_the_least(memory: Memory, cards: list[Card]) -> list[Card]:
    """No card on a lost trick while there is a lower one of its color that counts less."""
    lost = losing(memory, cards)
    dear = {card for card in lost if any(_gives_less(memory, other, card) for other in lost)}
    return [card for card in cards if card not in dear]


def _gives_less(memory: Memory, one: Card, other: Card) -> bool:
    """Whether a card is lower than another of its color, and counts less."""
    suit, power = memory.ranking.suit, memory.ranking.power
    is_lower = suit[one] == suit[other] and power[suit[one]][one] < power[suit[one]][other]
    return is_lower and memory.value[one] < memory.value[other]


def _taking_what_is_sure(memory: Memory, cards: list[Card]) -> list[Card]:
    """Those that win, where one of the color does so for certain and there are points in it."""
    of_color = [card for card in cards if not memory.is_trump(card)]
    sure = any(memory.at_stake + memory.value[card] > 0 and wins(memory, card) for card in of_color)
    lost = losing(memory, cards) if sure else []
    return [card for card in cards if card not in lost]


def _keeping_the_bird(memory: Memory, cards: list[Card]) -> list[Card]:
    """All but a bird that counts or beats all, until there is something to win, or nothing to wait for."""
    if BIRD not in cards or memory.at_stake > CHEAP or memory.tricks_left == 1:
        return cards
    is_dear = memory.value[BIRD] > CHEAP or _is_master(memory, BIRD)
    return [card for card in cards if card != BIRD] if is_dear else cards


def _not_trumping_a_mate(memory: Memory, cards: list[Card]) -> list[Card]:
    """No trump on a mate's card that holds for certain."""
    if memory.is_foe(memory.winner) or not holds(memory, memory.best):
        return cards
    return [card for card in cards if not memory.is_trump(card)]


def beats_trick(memory: Memory, card: Card) -> bool:
    """Whether a card takes the trick from those that lie."""
    power = memory.ranking.power[memory.led]
    return power[card] > power[memory.best]


def wins(memory: Memory, card: Card, chance: float = CERTAIN) -> bool:
    """Whether a card takes the trick for certain, or with some chance at least."""
    return beats_trick(memory, card) and holds(memory, card, chance)


def holds(memory: Memory, card: Card, chance: float = CERTAIN) -> bool:
    """Whether no foe yet to play can beat a card that is the best; or with some chance at least."""
    foes = [hand for hand in memory.to_come if memory.is_foe(hand)]
    return holds_up(memory, foes, memory.led, beaters(memory, memory.led, card)) >= chance


def losing(memory: Memory, cards: list[Card]) -> list[Card]:
    """The cards after which a foe takes the trick for certain."""
    mates = [hand for hand in memory.to_come if not memory.is_foe(hand)]
    better = beaters(memory, memory.led, memory.best)
    if not memory.is_foe(memory.winner) or holds_up(memory, mates, memory.led, better) < CERTAIN:
        return []
    return [card for card in cards if not beats_trick(memory, card)]


def _is_master(memory: Memory, card: Card) -> bool:
    """Whether no other card that is still to be played beats a trump."""
    return not beaters(memory, memory.ranking.suit[card], card) & memory.against
