"""Choosing a discard: the card the own side needs least and that helps the others least."""

from __future__ import annotations

from typing import Final

from bot.computers.games.club.prospects import gain
from bot.computers.games.club.sight import Sight, unseen_of
from rules.core.cards import Card, CardSet
from rules.games.club.melds import OF_NUMBER, THREE, WILDS, extended, faces_of

STOP: Final = 25
"""Worth of a 3 in the hand: it stops the next player from taking a large pile."""
WILD: Final = 60
"""Worth of a wild card in the hand."""
PAIR: Final = 18
"""Worth of a card for each other one of its number in the hand: with two the discards can be taken."""
NEIGHBOR: Final = 12
"""Worth of a card for each next to it in its color."""
NEAR: Final = 6
"""Worth of a card for each two away from it in its color."""
PER_CARD: Final = 12
"""Worth of each card of the discards to the player who takes them."""


def cheapest(sight: Sight, cards: CardSet) -> Card:
    """The card of ``cards`` that costs least to discard."""
    return min(cards, key=lambda card: (_use(sight, card) + _danger(sight, card), card))


def _use(sight: Sight, card: Card) -> float:
    """Points a card is worth in the hand: for melds, pairs and neighbors."""
    if card in WILDS:
        return WILD if not sight.is_late else 2 * PER_CARD
    if card.rank == THREE:
        return STOP if not sight.is_late else 0
    fits = max((_gain(sight, card, index) for index in range(len(sight.own))), default=0.0)
    same = (sight.hand & OF_NUMBER[card.rank]).bit_count() - 1
    faces = faces_of(sight.hand) | _table_faces(sight)
    near = sum(
        worth
        for step, worth in ((1, NEIGHBOR), (-1, NEIGHBOR), (2, NEAR), (-2, NEAR))
        if faces >> card.face + step & 1
    )
    return max(fits, 0) + PAIR * min(same, 2) + near


def _table_faces(sight: Sight) -> int:
    """Mask of the faces in the own side's sequences."""
    faces = 0
    for meld in sight.own:
        if not meld.number:
            faces |= faces_of(meld.cards)
    return faces


def _gain(sight: Sight, card: Card, index: int) -> float:
    meld = sight.own[index]
    after = extended(meld, CardSet(1 << card))
    return gain(sight, sight.own, meld, after) if after else 0.0


def _danger(sight: Sight, card: Card) -> float:
    """Points the others may gain by a discard: on their melds, or by taking the pile with two like it."""
    if card in WILDS or card.rank == THREE:
        return 0.0
    helps = 0.0
    for meld in sight.others:
        after = extended(meld, CardSet(1 << card)) if meld.is_natural else None
        if after:
            is_completed = after.birdie and not meld.birdie
            gained = after.birdie if is_completed else gain(sight, sight.others, meld, after) / 2
            helps = max(helps, gained)
    unseen = unseen_of(sight.unseen, card.rank)
    pairs = min(1.0, (unseen / (4.0 * (sight.seats // 2))) ** 2) * 0.4
    return helps + pairs * PER_CARD * (sight.discards + 1)
