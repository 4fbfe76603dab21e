"""The words of Golden 10 and Flip, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.core.about import Reading, RuleSection
from rules.core.scores import ScoreItem
from rules.core.views import TableView, TrickView
from rules.core.words import counted, signed
from rules.games.frame import Book
from rules.games.golden10.options import FlipRules
from rules.games.golden10.scoring import GOLDEN
from rules.games.match_words import DRAWN, tied_after_last_deal
from rules.games.trick_taking.words import TrickWords


class Edition(NamedTuple):
    """Chapters of a rule book, by section of the rules, and our readings of that edition."""

    deal: str = ""
    play: str = ""
    scoring: str = ""
    end: str = ""
    of_deal: tuple[Reading, ...] = ()
    of_scoring: tuple[Reading, ...] = ()


EDITIONS: Final[Mapping[str, Edition]] = {
    "golden10_1988": Edition(
        ", 1 (Dealing)", ", 3 (To Start the Game)", ", 2 (Object and Scoring)", ", 4 (Winning)"
    ),
    "golden10_1924": Edition(
        of_scoring=(Reading("R-57", "The booklet calls the game Flip here. That is a slip."),)
    ),
    "flip": Edition(
        of_deal=(
            Reading("R-57", "3 to 7 can play. The book doesn't say how many."),
            Reading("", "The pool lies face up."),
        )
    ),
}
"""By the key of the game."""


class Golden10Words(TrickWords):
    """The words of Golden 10 and Flip."""

    def __init__(self, rules: FlipRules, book: Book) -> None:
        self._rules = rules
        self._book = book
        self._edition = EDITIONS[book.key]

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        source, edition = self._book.source, self._edition
        lowest = f"The lowest score after {counted(self._rules.deals, 'deal')} wins."
        return (
            RuleSection(
                "Deal",
                self._deal(),
                source + edition.deal,
                (*edition.of_deal, DRAWN, *self._partners()),
                "Deal all the cards. Whoever takes the first trick takes any cards left over."
                f"{' Four play as partners.' if self._rules.partners_at_four else ''}",
            ),
            RuleSection(
                "Play",
                "The player left of the dealer leads any card. Follow color if you can. If you can't, play"
                " any card. The highest card of the color led takes the trick. Whoever takes it leads next.",
                source + edition.play,
                short="Follow color if you can. The highest card of the color led takes the trick.",
            ),
            RuleSection(
                "Scoring",
                self._scoring(),
                source + edition.scoring,
                (*edition.of_scoring, *self._golden()),
                self._scoring_in_short(),
            ),
            RuleSection(
                "End",
                lowest,
                source + edition.end,
                (self._tie(),),
                lowest,
            ),
        )

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The red cards, their points if not 1 each, and what the Golden 10 takes off."""
        (reds, *golden) = items
        told = counted(reds.number, "red card")
        if reds.points != reds.number or golden:
            told += f" for {reds.points}"
        return "".join((told, *(f", Golden 10 {signed(ten.points)}" for ten in golden)))

    def worth(self, trick: TrickView) -> str:
        """The points of a trick. The Golden 10 is named, as what it takes off is not among them."""
        has_golden = self._rules.has_golden_ten and GOLDEN in [card for _, card in trick.plays]
        return f"{super().worth(trick)}, Golden 10" if has_golden else super().worth(trick)

    def goal(self, table: TableView) -> str:
        """What wins the match, in a few words; without the number of deals once the match is over."""
        return (
            "lowest score wins"
            if table.outcome
            else f"lowest score after {counted(self._rules.deals, 'deal')}"
        )

    def center(self) -> str:
        """The name of the place of cards left over."""
        return "pool" if self._rules.pool_is_open else super().center()

    def _deal(self) -> str:
        lie = "in a pool on" if self._rules.pool_is_open else "face down in the center of"
        text = (
            "Deal all the cards, one at a time, the same number to each player. Any cards left over lie"
            f" {lie} the table. Whoever takes the first trick takes them."
        )
        if self._rules.partners_at_four:
            text += " Four play as partners, who sit opposite each other."
        return text

    def _partners(self) -> tuple[Reading, ...]:
        if not self._rules.has_golden_ten:
            return ()
        four = "Four players are partners" if self._rules.partners_at_four else "Four players play alone"
        return (Reading("R-54", f"{four}. Only the 1924 booklet speaks of partners."),)

    def _scoring(self) -> str:
        rules = self._rules
        five = f" and the red 5 counts {rules.red_five}" if rules.red_five > 1 else ""
        text = f"Each red card you take counts 1 point against you. But the red 10 counts 10{five}."
        if rules.has_golden_ten:
            text += " The yellow 10 is the Golden 10. Whoever takes it takes off up to 10 points."
        if rules.partners_at_four:
            text += " What partners take counts together."
        return text

    def _scoring_in_short(self) -> str:
        rules = self._rules
        ten = "the red 10 counts 10."
        dear = f", the red 5 counts {rules.red_five} and {ten}" if rules.red_five > 1 else f", but {ten}"
        golden = " The yellow 10 takes off up to 10." if rules.has_golden_ten else ""
        return f"Each red card you take counts 1 against you{dear}{golden}"

    def _golden(self) -> tuple[Reading, ...]:
        if not self._rules.has_golden_ten:
            return ()
        what = "your whole score" if self._rules.golden_cumulative else "your red points of that deal"
        return (Reading("R-55", f"The Golden 10 comes off {what}, never below 0."),)

    def _tie(self) -> Reading:
        return Reading("R-56", tied_after_last_deal("lowest score", plays_on=self._rules.extra_deal))
