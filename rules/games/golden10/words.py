"""Golden 10 and Flip in words."""

from __future__ import annotations

from rules.core.about import RuleSection
from rules.core.views import TableView
from rules.games.golden10.options import FlipRules
from rules.games.trick_taking.words import TrickWords


class Golden10Words(TrickWords):
    """What Golden 10 and Flip say."""

    def __init__(self, rules: FlipRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        partners = " Four players are two pairs, partners opposite." if self._rules.partners_at_four else ""
        return (
            RuleSection(
                "Deal",
                "The whole pack is dealt evenly. Cards left over lie face down in the centre and go to"
                f" whoever takes the first trick.{partners}",
            ),
            RuleSection(
                "Play",
                "The player left of the dealer leads any card. Follow the color led if you can; if not, play"
                " any card. The highest card of the color led takes the trick, and its taker leads next.",
            ),
            RuleSection("Scoring", self._scoring()),
            RuleSection("End", f"After {self._deals()} the lowest total wins. {self._tie()}"),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return f"lowest after {self._deals()}"

    def _scoring(self) -> str:
        rules = self._rules
        five = f" and the red 5 counts {rules.red_five}" if rules.red_five > 1 else ""
        text = f"Each red card you capture counts 1 point against you, but the red 10 counts 10{five}."
        if rules.has_golden_ten:
            what = "score" if rules.golden_cumulative else "red points of the deal"
            text += f" The yellow 10 is the golden 10: it takes 10 off your {what}, but not below 0."
        if rules.partners_at_four:
            text += " What partners capture counts together."
        return text

    def _deals(self) -> str:
        return f"{self._rules.deals} deal{'' if self._rules.deals == 1 else 's'}"

    def _tie(self) -> str:
        if self._rules.extra_deal:
            return "With equal lowest totals another deal is played."
        return "Equal lowest totals share the win."
