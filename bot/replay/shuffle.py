"""The shuffle of a deal that is over: its seal, its seed, and whether the cards lay as these say."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from bot.models.shuffles import DealPlace, SeededRandom, seal_of
from rules.core.actions import Deal
from rules.core.cards import Card
from rules.core.decisions import DrawByLot
from rules.core.protocol import Game


class CheckedShuffle(NamedTuple):
    """What everybody may know of a shuffle once its deal is over."""

    place: DealPlace
    seal: str
    """What stood at the table before the cards were dealt."""
    seed: str
    cards: tuple[Card, ...]
    """The pack as the seed shuffles it, the card dealt first being the first."""
    is_as_dealt: bool
    """Whether it was dealt like that."""


def checked_shuffle(game: Game[Any], seats: int, place: DealPlace, seed: str, dealt: str) -> CheckedShuffle:
    """A shuffle worked out again from its seed, beside the deal as it stands in the log."""
    cards = shuffled_pack(game, seats, seed)
    return CheckedShuffle(place, seal_of(place, seed), seed, cards, dealt == str(Deal(cards)))


def shuffled_pack(game: Game[Any], seats: int, seed: str) -> tuple[Card, ...]:
    """The whole pack of a game for so many, as a seed of a deal shuffles it."""
    pack = pack_of(game, seats)
    dealt = DrawByLot(pack, len(pack), Deal).sample(SeededRandom(seed))
    assert isinstance(dealt, Deal)
    return dealt.cards


def pack_of(game: Game[Any], seats: int) -> tuple[Card, ...]:
    """The pack of a game for so many players, in the order it is shuffled from.

    What a dealer settles before the deal, such as the rank of the bird, changes nothing about it.
    """
    state = game.start(seats)
    while True:
        seat, asked = next(iter(game.decisions(state).items()))
        if isinstance(asked, DrawByLot) and asked.make is Deal:
            return asked.pack
        state, _ = game.apply(state, seat, asked.sample(Random(0)))
