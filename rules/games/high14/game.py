"""High 14: tricks for 5s and 10s, in which a 14 of any color may always be played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from rules.core.cards import Card, CardSet, Color, card
from rules.core.match import Match
from rules.core.scores import points_of
from rules.core.words import Words
from rules.games.frame import Book, Scored
from rules.games.high14.options import High14Rules
from rules.games.high14.scoring import COUNTERS, scored
from rules.games.high14.words import High14Words
from rules.games.trick_taking import COLORED, Deal, TrickTaking, captured

FOURTEENS: Final = CardSet.of(card(color, 14) for color in Color)


class High14(TrickTaking[High14Rules]):
    """High 14 (older rule books)."""

    @cached_property
    def words(self) -> Words:
        """The words of the game, for players."""
        return High14Words(self.rules, self.book.source)

    def value(self, card: Card) -> int:
        """The number of a 5 or 10; 0 for other cards."""
        return card.rank if card.rank in COUNTERS else 0

    def may_play(self, hand: CardSet, led: Color) -> CardSet:
        """The cards of the color led and every 14; without that color all cards."""
        if not hand & COLORED[led]:
            return hand
        return CardSet(hand & (COLORED[led] | FOURTEENS))

    def taker_index(self, trick: Sequence[Card]) -> int:
        """Index of the 14 of the color led, else of the first 14, else of the highest card of that color."""
        led = trick[0].color
        fourteens = [place for place, card in enumerate(trick) if card.rank == 14]
        if not fourteens:
            return super().taker_index(trick)
        return next((place for place in fourteens if trick[place].color == led), fourteens[0])

    def is_over(self, match: Match, deal: Deal) -> bool:
        """Whether all tricks are played or, with *Target checked*, a player has the target (R-07)."""
        if super().is_over(match, deal):
            return True
        rules = self.rules
        if rules.target_checked == "deal_end" or rules.deals is not None:
            return False
        scores = self.score(match, deal)
        return any(
            total + points_of(items) >= rules.target
            for total, items in zip(match.totals, scores, strict=True)
        )

    def score(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """Score items for the 5s and 10s each side has captured so far."""
        return tuple(scored(captured(deal, seats)) for seats in match.sides)


GAMES: Final = (
    High14(
        Book(
            key="high14",
            title="High 14",
            edition="oldest",
            kind="tricks",
            seats=tuple(range(3, 9)),
            summary="Catch the 5s and 10s. A 14 can be played on any lead. The first 14 takes the trick,"
            " unless the 14 of the color led is played.",
            source="Older rule books (transcribed 2020), High 14",
        ),
        High14Rules(),
    ),
)
