"""High 14 in words."""

from __future__ import annotations

from rules.core.about import RuleSection
from rules.core.cards import Color
from rules.core.views import TableView
from rules.core.words import colored
from rules.games.high14.options import High14Rules
from rules.games.trick_taking.words import TrickWords
from rules.games.winning import ending, length


class High14Words(TrickWords):
    """What High 14 says."""

    def __init__(self, rules: High14Rules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return (
            RuleSection(
                "Deal",
                "The whole pack is dealt, one card at a time; some may have a card more than others. Such"
                " cards, left after the last trick, go to its taker.",
            ),
            RuleSection(
                "Play",
                "The player left of the dealer leads any card. Follow the color led if you can, or play a 14"
                " of any color: a 14 may be played on every lead. Who cannot follow may play any card.",
            ),
            RuleSection(
                "Tricks",
                "The highest card of the color led takes the trick, unless a 14 was played: then the 14 of"
                " the color led takes it, or else the 14 played first. The taker leads next.",
            ),
            RuleSection(
                "Scoring", "Each 5 you capture counts 5 points, each 10 counts 10: 60 in every deal."
            ),
            RuleSection("End", self._end()),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return length(self._rules)

    def must_follow(self, led: Color) -> str:
        """Why other cards may not be played."""
        return f"You hold {colored(led)}: follow the color led, or play a 14."

    def _end(self) -> str:
        rules = self._rules
        if rules.target_checked == "each_trick" and rules.deals is None:
            return f"The first with {rules.target} points wins, as soon as a trick brings them."
        return ending(rules)
