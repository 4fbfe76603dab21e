"""The words of High 14, for players."""

from __future__ import annotations

from typing import Final

from rules.core.about import Reading, RuleSection
from rules.core.cards import Color
from rules.core.scores import ScoreItem
from rules.core.views import TableView
from rules.core.words import colored
from rules.games.high14.options import High14Rules
from rules.games.match_words import DRAWN_AGAIN, end_section, ending, length
from rules.games.trick_taking.words import TrickWords

LONGER: Final = 100
"""The target of the book's longer game."""
SCORING: Final = "Each 5 you take counts 5 points and each 10 counts 10. There are 60 points in a deal."


class High14Words(TrickWords):
    """The words of High 14."""

    def __init__(self, rules: High14Rules, source: str) -> None:
        self._rules = rules
        self._source = source

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return (
            RuleSection(
                "Deal",
                "Draw for the deal: the highest card deals. Deal all the cards, one at a time. Some players"
                " may get one card more.",
                self._source,
                (
                    Reading("R-59", "3 to 8 can play. The book doesn't say how many."),
                    DRAWN_AGAIN,
                    Reading("R-09", "Whoever takes the last trick also takes any cards left in hands."),
                ),
                "Deal all the cards. Some players may get one card more.",
            ),
            RuleSection(
                "Play",
                "The player left of the dealer leads any card. Follow color if you can, or play a 14 of any"
                " color. If you can't follow, play any card.",
                self._source,
                short="Follow color if you can, or play a 14 of any color. If you can't follow, play any"
                " card.",
            ),
            RuleSection(
                "Tricks",
                "The highest card of the color led takes the trick, unless a 14 is played. The 14 of the"
                " color led beats every card. Otherwise the 14 played first takes the trick. Whoever takes"
                " the trick leads next.",
                self._source,
                short="The highest card of the color led takes the trick. But its 14 beats every card, and"
                " without it the first 14 does.",
            ),
            RuleSection(
                "Scoring",
                SCORING,
                self._source,
                short=SCORING,
            ),
            self._end(),
            *self._longer(),
        )

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The 5s and 10s captured: ``1 × 5, 2 × 10``."""
        return ", ".join(f"{item.number} × {item.points // item.number}" for item in items)

    def goal(self, table: TableView) -> str:
        """How far the match goes: ``to 50``, or ``4 deals``."""
        return length(self._rules)

    def must_follow(self, led: Color) -> str:
        """Why other cards may not be played."""
        return f"You hold {colored(led)}, so follow color or play a 14."

    def _longer(self) -> tuple[RuleSection, ...]:
        """The book's longer game, unless it or a number of deals is played."""
        if self._rules.deals is not None or self._rules.target >= LONGER:
            return ()
        return (RuleSection("Good to know", f"For a longer game, play to {LONGER} points.", self._source),)

    def _end(self) -> RuleSection:
        rules = self._rules
        if rules.target_checked == "each_trick" and rules.deals is None:
            return RuleSection(
                "End",
                ending(rules),
                self._source,
                (
                    Reading("R-05", f"Reaching {rules.target:,} exactly is enough."),
                    Reading("R-07", "The deal stops as soon as a trick gets someone there."),
                ),
                ending(rules),
            )
        end = end_section(rules, self._source)
        return end._replace(ours=(*end.ours, Reading("R-59", "The book says nothing of ties.")))
