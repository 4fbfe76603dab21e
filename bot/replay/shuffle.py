"""The shuffle of a finished deal: its seal, its seed, and whether the cards were dealt by them."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from bot.models.shuffles import DealPlace, SeededRandom
from rules.core.actions import Deal
from rules.core.cards import Card
from rules.core.decisions import DrawByLot
from rules.core.protocol import Game


class CheckedShuffle(NamedTuple):
    """A shuffle, public once its deal is over."""

    place: DealPlace
    seal: str
    """The seal shown at the table before the deal."""
    seed: str
    cards: tuple[Card, ...]
    """The deck as the seed shuffles it, the card dealt first at the front."""
    is_as_dealt: bool
    """Whether the log has the same order."""


def shuffled_deck(game: Game[Any], seats: int, seed: str) -> tuple[Card, ...]:
    """The deck of a game for a number of seats, shuffled by the seed of a deal."""
    deck = deck_of(game, seats)
    dealt = DrawByLot(deck, len(deck), Deal).sample(SeededRandom(seed))
    assert isinstance(dealt, Deal)
    return dealt.cards


def deck_of(game: Game[Any], seats: int) -> tuple[Card, ...]:
    """The deck of a game for a number of seats, in the order before the shuffle."""
    state = game.start(seats)
    while True:
        seat, asked = next(iter(game.decisions(state).items()))
        if isinstance(asked, DrawByLot) and asked.make is Deal:
            return asked.deck
        # Any answer will do: what a dealer settles first, such as the bird's rank, leaves the deck as it is.
        state, _ = game.apply(state, seat, asked.sample(Random(0)))
