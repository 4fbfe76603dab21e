"""Simplified Cribbage in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, Action, Play
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem, points_of
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, Words, ZoneName, shown, who
from rules.games.cribbage.deal import HAND, MOST
from rules.games.cribbage.events import CardCounted, CountPassed, GoScored
from rules.games.cribbage.facts import CribbageFacts, Phase, Pile
from rules.games.cribbage.options import CribbageRules
from rules.games.match_words import end_readings, ending, length

PHASES: Final[Mapping[object, str]] = {Phase.PLAY: "Play"}
PILES: Final[Mapping[str, str]] = {Pile.COUNT: "Played"}
ANSWERS: Final[Mapping[Action, str]] = {PASS: "I pass"}
TOO_HIGH: Final = f"The count may not go above {MOST}."


class CribbageWords(Words):
    """What Simplified Cribbage says."""

    def __init__(self, rules: CribbageRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return (
            RuleSection("Deal", f"{HAND} cards each. The colors mean nothing in this game."),
            RuleSection(
                "Play",
                "The player left of the dealer begins. Each in turn plays a card and adds its number to the"
                f" count, which may not go above {MOST}. If you have a card that fits you must play one; if"
                " not, you pass until a new count begins.",
            ),
            RuleSection(
                "Counts",
                f"Making 15, 20, 25 or 30 scores 2, making {MOST} scores 3. When nobody can go on below"
                f" {MOST}, whoever played last scores 1 for the go. After a go or {MOST} the player to the"
                " left of the last card begins a new count.",
            ),
            RuleSection(
                "Hands",
                f"When all cards are played, every hand of {HAND} is counted, from the left of the dealer:"
                " 2 points for each combination that adds up to 15.",
            ),
            self._end(),
        )

    def _end(self) -> RuleSection:
        rules = self._rules
        if rules.end_of_deal_win or rules.deals is not None:
            return RuleSection("End", ending(rules), ours=end_readings(rules))
        at_once = f"The first with {rules.target} points wins at once, even in the middle of a deal."
        return RuleSection("End", at_once)

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return length(self._rules)

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The present count."""
        match table.facts:
            case CribbageFacts(count):
                return (Line("Count", str(count)),)
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """What a seat has scored and played in this deal, and whether it has passed."""
        notes = super().notes(table, seat)
        match table.facts:
            case CribbageFacts() as facts:
                return (*notes, *_notes(facts, seat))
        return notes

    def zone(self, zone: Zone) -> ZoneName:
        """How cards on the table are called."""
        return ZoneName(PILES[zone.kind])

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case CardCounted(seat, card, count, points):
                made = f" for {points}" if points else ""
                return f"{who(seat)} plays {shown(card)}: {count}{made}."
            case CountPassed(seat):
                return f"{who(seat)} passes."
            case GoScored(seat, points):
                return f"Go: {points} for {who(seat)}."
        return ""

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        match view.decision, view.table.facts:
            case None, _:
                return ""
            case ChooseCard(), CribbageFacts(count):
                return f"The count is {count}: play a card" if count else "Begin a count"
            case _, CribbageFacts(count):
                return f"The count is {count}: no card of yours fits"
        return ""

    def reason(self, view: SeatView) -> str:
        """Why the other cards of the hand may not be played."""
        return TOO_HIGH if isinstance(view.decision, ChooseCard) else ""

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or super().answer(view, action)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """What was made in play and with the hand: ``play 3, hand 10+5, 2 × 8+7: 6``."""
        (play, *hand) = items
        told = f"play {play.points}"
        return f"{told}, hand {_hand(hand)}" if hand else told

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an answer may not be given."""
        if action == PASS:
            return "You have a card that fits: play it."
        if isinstance(action, Play) and action.card not in view.hand:
            return "You do not hold that card."
        return TOO_HIGH


def _hand(made: Sequence[ScoreItem]) -> str:
    points = points_of(made)
    if not points:
        return "nothing"
    told = ["+".join(map(str, item.ranks)) for item in made]
    counted = [
        text if item.number == 1 else f"{item.number} × {text}" for text, item in zip(told, made, strict=True)
    ]
    return f"{', '.join(counted)}: {points}"


def _notes(facts: CribbageFacts, seat: Seat) -> tuple[Note, ...]:
    numbers = [str(card.rank) for player, card in facts.played if player == seat]
    scored = (Note(f"+{facts.points[seat]}", strong=True),) if facts.points[seat] else ()
    played = (Note(f"played {' '.join(numbers)}"),) if numbers else ()
    return (*scored, *played, *((Note("passed"),) if facts.passed[seat] else ()))
