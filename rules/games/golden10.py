"""Golden 10 and Flip: tricks in which nobody wants a red card, and Golden 10's yellow ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final

from pydantic import Field

from rules.core.about import Teams
from rules.core.cards import Card, Color, card
from rules.core.decisions import Seat
from rules.core.protocol import Choice
from rules.games.match import Book, Match, Scored
from rules.games.options import ON_OFF, Offer, Rules, numbers
from rules.games.trick_taking import Deal, TrickTaking, captured
from rules.games.winning import MOST_DEALS, best

GOLDEN: Final = card(Color.YELLOW, 10)
LESS: Final = 10
"""What the golden ten takes off."""


class FlipRules(Rules):
    """Flip: the red ten counts ten, every other red card one."""

    deals: Annotated[
        int,
        Field(ge=1, le=MOST_DEALS),
        Offer("Match", "Deals", "How many deals a match has", numbers(3, 6, 12)),
    ] = 6
    extra_deal: Annotated[
        bool,
        Offer(
            "Match",
            "Tie for the lowest",
            "What happens when the lowest totals are equal",
            (Choice(False, "Shared win"), Choice(True, "Another deal")),
        ),
    ] = False
    red_five: int = 1
    """What the red five counts."""
    has_golden_ten: bool = False
    """Whether the yellow ten takes points off."""
    partners_at_four: bool = False
    golden_cumulative: bool = False


class GoldenRules(FlipRules):
    """Golden 10: the red five counts five, and the yellow ten takes ten off."""

    red_five: int = 5
    has_golden_ten: bool = True
    partners_at_four: Annotated[
        bool, Offer("Play", "Partners with four", "Whether four players are two pairs", ON_OFF)
    ] = False
    golden_cumulative: Annotated[
        bool,
        Offer(
            "Scoring",
            "Golden 10 lowers",
            "What the golden ten takes ten points off; never below 0",
            (Choice(False, "the red points of the deal"), Choice(True, "the whole score")),
        ),
    ] = False


class Golden10(TrickTaking[FlipRules]):
    """Golden 10 (000 and 002) and Flip (003)."""

    lowest_wins: ClassVar[bool] = True
    deals_evenly: ClassVar[bool] = True

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        return (
            (
                "Deal",
                "The whole pack is dealt evenly. Cards left over lie face down in the centre and go to"
                f" whoever takes the first trick.{self._partners_text()}",
            ),
            (
                "Play",
                "The player left of the dealer leads any card. Follow the color led if you can; if not, play"
                " any card. The highest card of the color led takes the trick, and its taker leads next.",
            ),
            ("Scoring", self._scoring_text()),
            ("End", f"After {self._deals_text()} the lowest total wins. {self._tie_text()}"),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return f"lowest after {self._deals_text()}"

    def teams(self) -> Teams:
        """Who plays with whom."""
        return Teams.PARTNERS_AT_FOUR if self.rules.partners_at_four else self.book.teams

    def sides(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Everyone alone, or with four partners who sit opposite (R-54)."""
        if self.rules.partners_at_four and seats == 4:
            return ((0, 2), (1, 3))
        return super().sides(seats)

    def value(self, card: Card) -> int:
        """What a card counts against its taker."""
        if card.color is not Color.RED:
            return 0
        return {10: 10, 5: self.rules.red_five}.get(card.rank, 1)

    def score(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """The red cards each side has captured, less ten for the golden ten."""
        return tuple(
            self._scored(captured(deal, seats), total)
            for seats, total in zip(match.sides, match.totals, strict=True)
        )

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The lowest total after the last deal; a tie is shared, or another deal is played (R-56)."""
        if match.scored < self.rules.deals:
            return None
        is_tied = match.totals.count(min(match.totals)) > 1
        if is_tied and self.rules.extra_deal and match.scored < MOST_DEALS:
            return None
        return best(match, lowest=True)

    def _scored(self, cards: Sequence[Card], total: int) -> Scored:
        """The golden ten lowers the red points of the deal, or the whole score, not below 0 (R-55)."""
        reds = [card for card in cards if card.color is Color.RED]
        points = sum(self.value(card) for card in reds)
        why = f"{len(reds)} red card{'' if len(reds) == 1 else 's'}"
        if not self.rules.has_golden_ten or GOLDEN not in cards:
            return Scored(points, why)
        lowest = -total if self.rules.golden_cumulative else 0
        return Scored(max(points - LESS, lowest), f"{why} {points}, golden 10 -{LESS}")

    def _partners_text(self) -> str:
        return " Four players are two pairs, partners opposite." if self.rules.partners_at_four else ""

    def _scoring_text(self) -> str:
        rules = self.rules
        five = f" and the red 5 counts {rules.red_five}" if rules.red_five > 1 else ""
        text = f"Each red card you capture counts 1 point against you, but the red 10 counts 10{five}."
        if rules.has_golden_ten:
            what = "score" if rules.golden_cumulative else "red points of the deal"
            text += f" The yellow 10 is the golden 10: it takes 10 off your {what}, but not below 0."
        if rules.partners_at_four:
            text += " What partners capture counts together."
        return text

    def _deals_text(self) -> str:
        return f"{self.rules.deals} deal{'' if self.rules.deals == 1 else 's'}"

    def _tie_text(self) -> str:
        if self.rules.extra_deal:
            return "With equal lowest totals another deal is played."
        return "Equal lowest totals share the win."


NEWEST: Final = Golden10(
    Book(
        key="golden10_1988",
        title="Golden 10",
        edition="1988",
        kind="tricks",
        seats=tuple(range(3, 8)),
        summary="Take no red cards, above all not the red 10 and 5. The yellow 10 is the one card to catch:"
        " it wipes out ten points.",
        source="1988 booklet, Golden 10",
    ),
    GoldenRules(),
)
GAMES: Final = (
    NEWEST,
    Golden10(
        NEWEST.book._replace(key="golden10_1924", edition="1924", source="Booklet of 1924, Golden 10"),
        GoldenRules(partners_at_four=True),
    ),
    Golden10(
        NEWEST.book._replace(
            key="flip",
            title="Flip",
            edition="oldest",
            summary="Take no red cards, above all not the red 10. Get rid of yours when you cannot follow.",
            source="Older rule books (transcribed 2020), Flip",
        ),
        FlipRules(),
    ),
)
