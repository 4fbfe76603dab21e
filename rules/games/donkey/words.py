"""The words of Donkey, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import SHOUT, Action, Shout
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, ChooseOption, Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView
from rules.core.words import Note, Words, counted, shown, shown_all, who
from rules.games.donkey.deal import MOST_PASSES
from rules.games.donkey.events import FoldedFirst, FoldedLast, NobodyFolded
from rules.games.donkey.facts import DonkeyFacts, Phase, Pile, Scores
from rules.games.donkey.options import DonkeyRules
from rules.games.match_words import DRAWN, tied_after_last_deal
from rules.games.race_words import WHO_COUNTS, time_to_call

BOTH: Final = "1924 booklet and older rule books, Donkey"
FOR_SO_MANY: Final = Reading("", "3 to 8 can play. The books don't say how many.")
RUN: Final = RuleSection(
    "Forfeit",
    "The very last to fold runs around the table three times, calling “I am slow, I am slow.”",
    "1924 booklet, Donkey",
)
PLACES: Final = ("folded first", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


DEAL: Final = "Deal all the cards, even if some players get one card more."
PASS: Final = (
    "Everyone passes a card to the left at once, over and over, until someone holds four of one number."
)
FOLD: Final = (
    "With four of a number, quietly fold. When you notice that someone has folded, fold too. The last is"
    " the Donkey."
)
END: Final = "The first to fold with four of a number wins."


class DonkeyWords(Words):
    """The words of Donkey."""

    piles: ClassVar[Mapping[str, str]] = {Pile.READY: "Card to pass"}
    answers: ClassVar[Mapping[Action, str]] = {SHOUT: "Fold my hand"}

    def __init__(self, rules: DonkeyRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        rules = self._rules
        passed = (
            "Everyone picks a card and passes it face down to the player on the left, all at once. Do it over"
            " and over, until someone holds four cards of one number."
        )
        folded = (
            "When you hold four of a number, quietly fold. When you notice that someone has folded, fold too,"
            " whatever you hold."
        )
        sections = (
            RuleSection("Deal", DEAL, BOTH, (FOR_SO_MANY, DRAWN), DEAL),
            RuleSection("Pass", passed, BOTH, short=PASS),
            RuleSection("Fold", folded, BOTH, (self._places(), self._time()), FOLD),
            self._end(),
        )
        return (*sections, RUN) if rules.forfeit else sections

    def _places(self) -> Reading:
        counts = WHO_COUNTS[self._rules.race]
        return Reading(
            "R-85",
            f"Four of a number that you were dealt count too. If several players fold, {counts}. Only a hand"
            " with four of a number can come first.",
        )

    def _time(self) -> Reading:
        return Reading(
            "",
            f"After the first fold you have {time_to_call(self._rules)} to fold. Players who haven't by then"
            " come last, in a random order. The very last is the Donkey.",
        )

    def _end(self) -> RuleSection:
        number = self._rules.deals
        stopped = Reading("", f"After {MOST_PASSES} passes without a fold, no one wins the deal.")
        if number == 1:
            return RuleSection("End", END, BOTH, (stopped,), END)
        text = (
            "The first to fold with four of a number wins the deal. The player who wins the most of"
            f" {number} deals wins the match."
        )
        tied = Reading("R-06", tied_after_last_deal("most deals", plays_on=self._rules.extra_deal))
        return RuleSection("End", text, BOTH, (tied, stopped), text)

    def goal(self, table: TableView) -> str:
        """What wins the match, in a few words."""
        return "first to fold wins" if self._rules.deals == 1 else counted(self._rules.deals, "deal")

    def phase(self, table: TableView) -> str:
        """The name of the phase: the number of the pass, ``Pass 3``, or ``Fold``."""
        match table.phase, table.facts:
            case Phase.PASS, DonkeyFacts(passes):
                return f"Pass {passes + 1}"
            case Phase.FOLD, _:
                return "Fold"
        return super().phase(table)

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Whether a seat still chooses, is ready or has folded, until the match is over."""
        notes = super().notes(table, seat)
        match table.facts:
            case DonkeyFacts() as facts if table.outcome is None:
                return (*notes, _state(facts, seat))
        return notes

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty for folds but the first and the last, which are told at the end."""
        match event:
            case FoldedFirst(seat, four):
                return f"{who(seat)} folds first with {shown_all(four)}."
            case FoldedLast(seat):
                run = " Run around the table three times and call “I am slow, I am slow.”"
                return f"{who(seat)} folds last and is the Donkey.{run if self._rules.forfeit else ''}"
            case NobodyFolded(passes):
                return f"No one folded in {passes} passes. The deal has no winner and no Donkey."
        return super().event(event)

    def prompt(self, table: TableView) -> str:
        """What all players are to do. It must not tell whether a player has folded."""
        if not isinstance(table.facts, DonkeyFacts):
            return ""
        return "Pick a card to pass in *My hand*, and watch for folded hands."

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """A seat's place: ``folded first``, ``2nd``, ``4th, the Donkey``."""
        return "".join(
            PLACES[item.number - 1] + (", the Donkey" if item.kind is Scores.DONKEY else "") for item in items
        )

    def question(self, view: SeatView) -> str:
        """To pick a card for the next seat, or to fold since another player has; empty if not asked."""
        match view.decision, view.table.facts:
            case ChooseCard(), DonkeyFacts(passes):
                to = (view.seat + 1) % len(view.table.seats)
                return f"Pass {passes + 1}: pick a card for {who(to)}"
            case ChooseOption(), _:
                return "Someone folded, so fold too"
        return ""

    def advised(self, card: Card) -> str:
        """A hint to pass a card."""
        return f"Pass {shown(card)}"

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why a fold or a card is not accepted; only the player who tried it reads this."""
        if isinstance(action, Shout):
            return "Fold when you hold four of a number, or once someone else has folded."
        return "You don't hold that card."


def _state(facts: DonkeyFacts, seat: Seat) -> Note:
    """What the table message says of a seat."""
    if facts.folded[seat]:
        return Note("folded", strong=True)
    return Note("ready" if facts.ready[seat] else "choosing")
