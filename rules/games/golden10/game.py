"""Golden 10 and Flip: red cards count against their taker, Golden 10's yellow 10 for."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

from rules.core.about import Teams
from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.words import Words
from rules.games.frame import Book, Scored
from rules.games.golden10.options import FlipRules, GoldenRules
from rules.games.golden10.scoring import scored, value
from rules.games.golden10.words import Golden10Words
from rules.games.trick_taking import Deal, TrickTaking, captured


class Golden10(TrickTaking[FlipRules]):
    """Golden 10 (1924 and 1988 booklets) and Flip (older rule books)."""

    ranking: ClassVar[Ranking] = Ranking.FEWEST
    deals_evenly: ClassVar[bool] = True

    @cached_property
    def words(self) -> Words:
        """The words of the game, for players."""
        return Golden10Words(self.rules, self.book)

    def teams(self) -> Teams:
        """No partners; with the option, two pairs at four (R-54)."""
        return Teams.PARTNERS_AT_FOUR if self.rules.partners_at_four else self.book.teams

    def sides(self, seats: int) -> tuple[tuple[Seat, ...], ...]:
        """Every seat alone; with the option, partners opposite at four (R-54)."""
        if self.rules.partners_at_four and seats == 4:
            return ((0, 2), (1, 3))
        return super().sides(seats)

    def shows_center(self) -> bool:
        """Whether cards left over lie face up: in Flip, "left in a pool on the table", not in Golden 10."""
        return self.rules.pool_is_open

    def value(self, card: Card) -> int:
        """Points a card counts against its taker: the red 10 and 5 by the rules, other reds 1, else 0."""
        return value(self.rules, card)

    def score(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """Each side's items for its red cards and, if it has the Golden 10, for what that takes off."""
        return tuple(
            scored(self.rules, captured(deal, seats), total)
            for seats, total in zip(match.sides, match.totals, strict=True)
        )


NEWEST: Final = Golden10(
    Book(
        key="golden10_1988",
        title="Golden 10",
        edition="1988",
        kind="tricks",
        seats=tuple(range(3, 8)),
        summary="Avoid red cards, above all the red 10 and the red 5. The yellow 10 is the one to catch: it"
        " takes 10 points off.",
        source="1988 booklet, Golden 10",
    ),
    GoldenRules(),
)
GAMES: Final = (
    NEWEST,
    Golden10(
        NEWEST.book._replace(key="golden10_1924", edition="1924", source="1924 booklet, Golden 10"),
        GoldenRules(partners_at_four=True),
    ),
    Golden10(
        NEWEST.book._replace(
            key="flip",
            title="Flip",
            edition="oldest",
            summary="Avoid red cards, above all the red 10. Get rid of yours when you can't follow color.",
            source="Older rule books (transcribed 2020), Flip",
        ),
        FlipRules(),
    ),
)
