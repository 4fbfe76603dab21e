"""High 14: tricks for fives and tens, in which a fourteen of any color may always be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from rules.core.cards import Card, CardSet, Color, card
from rules.core.decisions import Seat
from rules.core.protocol import Choice
from rules.games.match import Book, Match, Scored
from rules.games.options import Offer, TargetRules, numbers
from rules.games.trick_taking import COLORED, Deal, TrickTaking, captured
from rules.games.winning import decided, ending, length

FOURTEENS: Final = CardSet.of(card(color, 14) for color in Color)


class High14Rules(TargetRules):
    """High 14: to 50, or to 100 for a longer game."""

    target: Annotated[
        int,
        Field(ge=5, le=10_000),
        Offer("Match", "Target", "Points that win the match", numbers(50, 100)),
    ] = 50
    target_checked: Annotated[
        Literal["deal_end", "each_trick"],
        Offer(
            "Match",
            "Target checked",
            "When reaching the target counts",
            (
                Choice("deal_end", "When the deal is over"),
                Choice("each_trick", "After each trick: the deal stops"),
            ),
        ),
    ] = "deal_end"

    def idle(self) -> frozenset[str]:
        """Only one player takes a trick, so that nobody is tied where each is looked at."""
        if self.deals is not None:
            return super().idle() | {"target_checked"}
        return frozenset({"tie"}) if self.target_checked == "each_trick" else frozenset()


class High14(TrickTaking[High14Rules]):
    """High 14 (003)."""

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        return (
            (
                "Deal",
                "The whole pack is dealt, one card at a time; some may have a card more than others. Such"
                " cards, left after the last trick, go to its taker.",
            ),
            (
                "Play",
                "The player left of the dealer leads any card. Follow the color led if you can, or play a 14"
                " of any color: a 14 may be played on every lead. Who cannot follow may play any card.",
            ),
            (
                "Tricks",
                "The highest card of the color led takes the trick, unless a 14 was played: then the 14 of"
                " the color led takes it, or else the 14 played first. The taker leads next.",
            ),
            ("Scoring", "Each 5 you capture counts 5 points, each 10 counts 10: 60 in every deal."),
            ("End", self._end_text()),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return length(self.rules)

    def value(self, card: Card) -> int:
        """Fives and tens count."""
        return card.rank if card.rank in (5, 10) else 0

    def may_play(self, hand: CardSet, led: Color) -> CardSet:
        """The color led and every 14, or any card where one holds none of that color."""
        if not hand & COLORED[led]:
            return hand
        return CardSet(hand & (COLORED[led] | FOURTEENS))

    def must_follow(self, led: Color) -> str:
        """Why other cards may not be played."""
        return f"You hold {led.word}: follow the color led, or play a 14."

    def place_of_taker(self, trick: Sequence[Card]) -> int:
        """The 14 of the color led, else the first 14, else the highest of the color led."""
        led = trick[0].color
        fourteens = [place for place, card in enumerate(trick) if card.rank == 14]
        if not fourteens:
            return super().place_of_taker(trick)
        return next((place for place in fourteens if trick[place].color == led), fourteens[0])

    def is_over(self, match: Match, deal: Deal) -> bool:
        """After the last trick, or where it was agreed (R-07) when somebody has the target."""
        if super().is_over(match, deal):
            return True
        rules = self.rules
        if rules.target_checked == "deal_end" or rules.deals is not None:
            return False
        scored = self.score(match, deal)
        return any(
            total + line.points >= rules.target for total, line in zip(match.totals, scored, strict=True)
        )

    def score(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """The fives and tens each has captured."""
        return tuple(self._scored(captured(deal, seats)) for seats in match.sides)

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The first to the target."""
        return decided(match, self.rules)

    def _scored(self, cards: Sequence[Card]) -> Scored:
        counts = {rank: sum(card.rank == rank for card in cards) for rank in (5, 10)}
        why = [f"{number} × {rank}" for rank, number in counts.items() if number]
        return Scored(sum(rank * number for rank, number in counts.items()), ", ".join(why))

    def _end_text(self) -> str:
        rules = self.rules
        if rules.target_checked == "each_trick" and rules.deals is None:
            return f"The first with {rules.target} points wins, as soon as a trick brings them."
        return ending(rules)


GAMES: Final = (
    High14(
        Book(
            key="high14",
            title="High 14",
            edition="oldest",
            kind="tricks",
            seats=tuple(range(3, 9)),
            summary="Catch the fives and tens. A fourteen may be played at any time and takes the trick:"
            " keep yours until a ten falls.",
            source="Older rule books (transcribed 2020), High 14",
        ),
        High14Rules(),
    ),
)
