"""Discarding at Club: the card the own side needs least and the others gain least from."""

from __future__ import annotations

from typing import Final

from bot.computers.games.club.prospects import gain
from bot.computers.games.club.sight import Sight
from rules.core.cards import Card, CardSet
from rules.games.club.melds import OF_NUMBER, THREE, WILDS, extended, faces_of

STOP: Final = 25
"""Worth of a 3 in the hand, to stop the pile when it has grown."""
WILD: Final = 60
PAIR: Final = 18
"""Worth of another card of the same number in the hand: with two the discards can be taken."""
NEIGHBOR: Final = 12
NEAR: Final = 6
PER_CARD: Final = 12
"""Worth of a card of the discards to the player who takes them."""


def cheapest(sight: Sight, cards: CardSet) -> Card:
    """The card that costs least to discard."""
    return min(cards, key=lambda card: (_use(sight, card) + _danger(sight, card), card))


def _use(sight: Sight, card: Card) -> float:
    """Worth of a card in the hand, in points."""
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
    """Points opponents may gain by a discard: on a meld, or with two equal cards for the whole pile."""
    if card in WILDS or card.rank == THREE:
        return 0.0
    helps = 0.0
    for meld in sight.others:
        after = extended(meld, CardSet(1 << card)) if meld.is_natural else None
        if after:
            is_completed = after.birdie and not meld.birdie
            gained = after.birdie if is_completed else gain(sight, sight.others, meld, after) / 2
            helps = max(helps, gained)
    unseen = sight.unseen_of(card.rank)
    pairs = min(1.0, (unseen / (4.0 * (sight.seats // 2))) ** 2) * 0.4
    return helps + pairs * PER_CARD * (sight.discards + 1)
