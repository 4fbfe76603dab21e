"""Donkey in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import SHOUT, Action, Shout
from rules.core.decisions import ChooseCard, ChooseOption, Seat
from rules.core.events import HeardEvent
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Note, Words, ZoneName, shown_all, who
from rules.games.donkey.deal import MOST_PASSES
from rules.games.donkey.events import FoldedFirst, FoldedLast, NobodyFolded
from rules.games.donkey.facts import DonkeyFacts, Phase, Pile
from rules.games.donkey.options import DonkeyRules
from rules.games.race_words import WHO_COUNTS, time_to_call

PILES: Final[Mapping[str, str]] = {Pile.READY: "To pass on"}
ANSWERS: Final[Mapping[Action, str]] = {SHOUT: "Fold my hand"}


class DonkeyWords(Words):
    """What Donkey says."""

    def __init__(self, rules: DonkeyRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        rules = self._rules
        forfeit = (
            " and runs around the table three times, calling “I am slow, I am slow.”"
            if rules.forfeit
            else "."
        )
        most = f"The most of {rules.deals} deals win the match, and equal numbers share it"
        win = "wins" if rules.deals == 1 else f"wins the deal. {most}"
        return (
            RuleSection("Deal", "The whole pack is dealt, even if some have a card more than others."),
            RuleSection(
                "Pass",
                "Everybody chooses a card for the player on the left. When all have chosen, the cards move"
                " at once. Try to get four cards of one number; colors mean nothing.",
            ),
            RuleSection(
                "Fold",
                "Whoever holds four of one number quietly folds, even straight after the deal. As soon as"
                " the others notice, they fold too, whatever they hold.",
            ),
            RuleSection(
                "Time",
                f"After the first fold you have {time_to_call(rules)} to fold. If several fold,"
                f" {WHO_COUNTS[rules.race]}. Those who do not fold come last, in an order drawn by lot.",
            ),
            RuleSection(
                "End",
                f"The first to fold with four of one number {win}. The last to fold is the Donkey{forfeit}"
                f" After {MOST_PASSES} passes without a fold nobody is first and nobody is last.",
            ),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return "first to fold wins" if self._rules.deals == 1 else f"{self._rules.deals} deals"

    def phase(self, table: TableView) -> str:
        """What is being done."""
        match table.phase, table.facts:
            case Phase.PASS, DonkeyFacts(passes):
                return f"Pass {passes + 1}"
            case Phase.FOLD, _:
                return "Fold"
        return super().phase(table)

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Who still chooses and who has folded, until the match is over."""
        notes = super().notes(table, seat)
        match table.facts:
            case DonkeyFacts() as facts if table.outcome is None:
                return (*notes, _state(facts, seat))
        return notes

    def zone(self, zone: Zone) -> ZoneName:
        """How cards are called that only their owner sees."""
        return ZoneName(PILES[zone.kind])

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence; a fold is quiet."""
        match event:
            case FoldedFirst(seat, four):
                return f"{who(seat)} folds first, with {shown_all(four)}."
            case FoldedLast(seat):
                slow = ", and runs around the table three times: “I am slow, I am slow!”"
                return f"{who(seat)} folds last and is the Donkey{slow if self._rules.forfeit else '.'}"
            case NobodyFolded(passes):
                return f"Nobody has folded in {passes} passes: nobody is first, and nobody the Donkey."
        return ""

    def prompt(self, table: TableView) -> str:
        """What is to be done; the same whether somebody has folded or not."""
        if not isinstance(table.facts, DonkeyFacts):
            return ""
        return "Press *My hand* to choose a card to pass on, and watch for folded hands."

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        match view.decision, view.table.facts:
            case ChooseCard(), DonkeyFacts(passes):
                to = (view.seat + 1) % len(view.table.seats)
                return f"Pass {passes + 1}: choose a card for {who(to)}"
            case ChooseOption(), _:
                return "Somebody has folded"
        return ""

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or super().answer(view, action)

    def call(self, table: TableView, action: Action) -> str:
        """How an answer on the table is called."""
        return ANSWERS.get(action) or super().call(table, action)

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why a fold or a card is not accepted; only the one who tried it reads this."""
        if isinstance(action, Shout):
            return "You may fold only with four cards of one number, or after somebody else has folded."
        return "Pass a card of your own hand."


def _state(facts: DonkeyFacts, seat: Seat) -> Note:
    """What everybody sees of a seat."""
    if facts.folded[seat]:
        return Note("folded", strong=True)
    return Note("ready" if facts.ready[seat] else "choosing")
