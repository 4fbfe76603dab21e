"""The words of Simplified Cribbage, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import PASS, Action, Play
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem, points_of
from rules.core.views import SeatView, TableView
from rules.core.words import Line, Note, Words, counted, gained, shown, who
from rules.games.cribbage.deal import HAND, MOST
from rules.games.cribbage.events import CardCounted, CountPassed, GoScored
from rules.games.cribbage.facts import CribbageFacts, Phase, Pile
from rules.games.cribbage.options import CribbageRules
from rules.games.match_words import DRAWN, end_section, ending, length

DEAL: Final = f"Deal {HAND} cards each, one at a time. Colors don't matter."
PLAY: Final = (
    "The player left of the dealer plays any card and calls its number. Each player in turn adds a card and"
    f" calls the new count. The count can't go above {MOST}. If no card of yours fits, pass."
)
PLAY_IN_SHORT: Final = (
    f"Add a card in turn and call the new count, which can't go above {MOST}. If no card of yours fits, pass."
)
MUST_PLAY: Final = Reading("R-87", "If a card fits, you must play one. A pass lasts until the next count.")
COUNTS: Final = (
    f"Call 15, 20, 25 or 30 and score 2 points. Call {MOST} and score 3. When everyone has passed it is a go:"
    " the last player to play scores 1. The player to their left starts a new count."
)
COUNTS_IN_SHORT: Final = (
    f"Call 15, 20, 25 or 30 and score 2 points. Call {MOST} and score 3. When all have passed, the last to"
    " play scores 1."
)
GOES: Final = Reading(
    "R-87", f"{MOST} scores no go, and starts a new count too. The last card of a deal scores a go."
)
HANDS: Final = (
    f"After the last card, count your {HAND} cards. Each combination that adds up to 15 scores 2 points."
)
IN_TURN: Final = Reading("R-87", "Hands are counted from the dealer's left.")
TOO_HIGH: Final = f"The count can't go above {MOST}."


class CribbageWords(Words):
    """The words of Simplified Cribbage."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAY: "Play"}
    piles: ClassVar[Mapping[str, str]] = {Pile.COUNT: "Count"}
    answers: ClassVar[Mapping[Action, str]] = {PASS: "Pass"}

    def __init__(self, rules: CribbageRules, source: str) -> None:
        self._rules = rules
        self._source = source

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        source = self._source
        return (
            RuleSection("Deal", DEAL, source, (DRAWN,), DEAL),
            RuleSection("Play", PLAY, source, (MUST_PLAY,), PLAY_IN_SHORT),
            RuleSection("Counts", COUNTS, f"{source}, Scoring", (GOES,), COUNTS_IN_SHORT),
            RuleSection("Hands", HANDS, f"{source}, Counting the Hand", (IN_TURN,), HANDS),
            self._end(),
        )

    def _end(self) -> RuleSection:
        rules = self._rules
        if rules.deals is not None:
            return end_section(rules, self._source)
        if rules.end_of_deal_win:
            end = end_section(rules, self._source)
            finished = Reading("R-87", "The deal is finished and every hand counted before anyone wins.")
            return end._replace(ours=(*end.ours, finished))
        at_once = (
            Reading("R-05", f"Reaching {rules.target:,} exactly is enough."),
            Reading("R-07", "You win as soon as you get there, even in the middle of a deal."),
            Reading("R-87", "When hands are counted, the first to get there wins. The rest don't count."),
        )
        return RuleSection("End", ending(rules), self._source, at_once, ending(rules))

    def goal(self, table: TableView) -> str:
        """How far the match goes: ``to 50``, or ``4 deals``."""
        return length(self._rules)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The current count."""
        match table.facts:
            case CribbageFacts(count):
                return (Line("Count", str(count)),)
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Points and numbers played of a seat in this deal, and whether it has passed."""
        notes = super().notes(table, seat)
        match table.facts:
            case CribbageFacts() as facts:
                return (*notes, *_notes(facts, seat))
        return notes

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardCounted(seat, card, reached, points):
                made = f" for {points}" if points else ""
                return f"{who(seat)} plays {shown(card)}: {reached}{made}."
            case CountPassed(seat):
                return f"{who(seat)} passes."
            case GoScored(seat, points):
                return f"Go: {counted(points, 'point')} for {who(seat)}."
        return super().event(event)

    def question(self, view: SeatView) -> str:
        """The count and whether a card of the hand fits, or to start a new count; empty if not asked."""
        match view.decision, view.table.facts:
            case None, _:
                return ""
            case ChooseCard(), CribbageFacts(count):
                return f"The count is {count}: play a card" if count else "Start a new count"
            case _, CribbageFacts(count):
                return f"The count is {count}: none of your cards fits"
        return ""

    def reason(self, view: SeatView) -> str:
        """Why the other cards of the hand may not be played: the count; empty if no card is to be chosen."""
        return TOO_HIGH if isinstance(view.decision, ChooseCard) else ""

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """Points in play and of the hand: ``3 in play, 6 in hand (10+5, 2 × 8+7)``."""
        (play, *hand) = items
        told = f"{play.points} in play"
        return f"{told}, {_hand(hand)}" if hand else told

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an answer is not accepted."""
        if action == PASS:
            return "You have a card that fits, so play it."
        if isinstance(action, Play) and action.card not in view.hand:
            return "You don't hold that card."
        return TOO_HIGH


def _hand(made: Sequence[ScoreItem]) -> str:
    points = points_of(made)
    combinations = [
        f"{item.number} × {_sum(item)}" if item.number > 1 else _sum(item) for item in made if item.points
    ]
    return f"{points} in hand" + (f" ({', '.join(combinations)})" if combinations else "")


def _sum(item: ScoreItem) -> str:
    return "+".join(map(str, item.ranks))


def _notes(facts: CribbageFacts, seat: Seat) -> tuple[Note, ...]:
    numbers = [str(card.rank) for player, card in facts.played if player == seat]
    scored = (Note(gained(facts.points[seat]), strong=True),) if facts.points[seat] else ()
    played = (Note(f"played {' '.join(numbers)}"),) if numbers else ()
    return (*scored, *played, *((Note("passed"),) if facts.passed[seat] else ()))
