"""I Doubt It in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, SHOUT, Action
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import HeardEvent
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, Words, ZoneName, shown, who
from rules.games.doubt.deal import MOST_PLAYS
from rules.games.doubt.events import CardClaimed, CardDoubted, DealStopped, WentOut
from rules.games.doubt.facts import DoubtFacts, Phase, Pile
from rules.games.doubt.options import DoubtRules
from rules.games.match_words import end_readings, ending, length
from rules.games.race_words import WHO_COUNTS, time_to_call

NUMBERS: Final = (
    "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
)  # fmt: skip
PHASES: Final[Mapping[object, str]] = {Phase.PLAY: "Play", Phase.DOUBT: "Doubt?"}
PILES: Final[Mapping[str, str]] = {Pile.CENTER: "Centre"}
ANSWERS: Final[Mapping[Action, str]] = {SHOUT: "I doubt it", PASS: "Believe it"}


class DoubtWords(Words):
    """What I Doubt It says."""

    def __init__(self, rules: DoubtRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        rules = self._rules
        after = (
            "Whoever took the cards plays next and calls one."
            if rules.loser_leads
            else "The next player goes on with the next number."
        )
        wins = (
            "wins."
            if rules.deals == 1
            else "scores a point for each card in the others' hands, none for the centre. " + ending(rules)
        )
        return (
            RuleSection(
                "Deal",
                "The whole pack is dealt, one card at a time; some may have a card more than others.",
            ),
            RuleSection(
                "Play",
                "The player left of the dealer lays a card face down and calls one, the next calls two, and"
                " so on to fourteen, then one again. The card may be any card; colors mean nothing.",
            ),
            RuleSection(
                "Doubt",
                "Anybody may doubt the card just played, which is then shown. If it is what was called, the"
                f" doubter takes all cards in the centre; if not, whoever played it does. {after}",
            ),
            RuleSection(
                "Time",
                f"You have {time_to_call(rules)} to answer. If several doubt, {WHO_COUNTS[rules.race]}.",
            ),
            RuleSection(
                "End",
                f"Whoever is out of cards first {wins} The last card may be doubted too. A deal that"
                f" does not end is stopped after {MOST_PLAYS} cards, and the fewest cards in hand win it.",
                ours=() if rules.deals == 1 else end_readings(rules),
            ),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return "first out wins" if self._rules.deals == 1 else length(self._rules)

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The number called, or to be called next."""
        match table.facts:
            case DoubtFacts(number, claimant):
                label = "Next call" if claimant is None else "Called"
                return (Line(label, f"{_named(number)} ({number})"),)
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Who calls what."""
        match table.facts:
            case DoubtFacts(number, claimant) if claimant == seat:
                return (*super().notes(table, seat), Note(f"calls {_named(number)}"))
        return super().notes(table, seat)

    def zone(self, zone: Zone) -> ZoneName:
        """How cards on the table are called."""
        return ZoneName(PILES[zone.kind])

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case CardClaimed(seat, number, is_last):
                which = "the last card" if is_last else "a card"
                return f"{who(seat)} plays {which} and calls {_named(number)}."
            case CardDoubted():
                return _doubted(event)
            case WentOut(seat):
                return f"{who(seat)} is out of cards."
            case DealStopped(plays):
                return f"The deal is stopped after {plays} cards: the fewest in hand win."
        return ""

    def prompt(self, table: TableView) -> str:
        """What is asked of everybody while a card may be doubted."""
        claimed = _claimed(table)
        return f"{claimed}. Is it true?" if claimed else ""

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        match view.decision, view.table.facts:
            case ChooseCard(), DoubtFacts(number):
                return f"Play a card as {_named(number)}"
        return _claimed(view.table)

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or super().answer(view, action)

    def call(self, table: TableView, action: Action) -> str:
        """How an answer on the table is called."""
        return ANSWERS.get(action) or super().call(table, action)


def _claimed(table: TableView) -> str:
    """The card that may be doubted."""
    match table.facts:
        case DoubtFacts(number, claimant) if claimant is not None:
            return f"{who(claimant)} played a card as {_named(number)}"
    return ""


def _doubted(doubt: CardDoubted) -> str:
    """How a doubt came out."""
    verdict = "it was true" if doubt.was_true else "it was false"
    cards = "1 card" if doubt.taken == 1 else f"{doubt.taken} cards"
    return (
        f"{who(doubt.doubter)} doubts it: {shown(doubt.card)}, {verdict}. {who(doubt.loser)} takes {cards}."
    )


def _named(number: int) -> str:
    """A number as it is called."""
    return NUMBERS[number - 1]
