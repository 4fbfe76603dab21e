"""The words of I Doubt It, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import PASS, SHOUT, Action
from rules.core.decisions import ChooseCard, Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView
from rules.core.words import Line, Note, Words, counted, shown, who
from rules.games.doubt.deal import MOST_PLAYS
from rules.games.doubt.events import CardClaimed, CardDoubted, DealStopped, WentOut
from rules.games.doubt.facts import DoubtFacts, Phase, Pile
from rules.games.doubt.options import DoubtRules
from rules.games.match_words import DRAWN, end_readings, ending, length
from rules.games.race_words import WHO_COUNTS, time_to_call

NUMBERS: Final = (
    "one", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
)  # fmt: skip
OLDER: Final = "Older rule books (transcribed 2020), I Doubt It"
BOOKLET: Final = "1924 booklet, I Doubt It"
ANY_CARD: Final = Reading("", "You may play any card, even if you hold the number you call.")
LAST_CARD: Final = Reading("R-84", "Your last card may be doubted too. You are out only after that.")
STOPPED: Final = Reading(
    "", f"A deal stops after {MOST_PLAYS:,} cards. The fewest cards in hand win it, and a tie is shared."
)
FOR_SO_MANY: Final = Reading("", "3 to 8 can play. The books don't say how many.")


DEAL: Final = "Deal all the cards. Some players may get one card more."
PLAY: Final = (
    "In turn, lay a card face down and call the next number: “one,” “two,” and so on. Your call may be true"
    " or not."
)
DOUBT: Final = (
    "Anyone may doubt the card just played. If it is the number called, the doubter takes the pile. If not,"
    " whoever played it does."
)
"""The rules in short."""


class DoubtWords(Words):
    """The words of I Doubt It."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAY: "Play", Phase.DOUBT: "Time to doubt"}
    piles: ClassVar[Mapping[str, str]] = {Pile.CENTER: "Center"}
    answers: ClassVar[Mapping[Action, str]] = {SHOUT: "I doubt it", PASS: "Believe it"}

    def __init__(self, rules: DoubtRules, source: str) -> None:
        self._rules = rules
        self._source = source

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections; both rule books have the same ones, but for the end."""
        played = (
            "The player left of the dealer lays a card face down and calls “one,” true or not. The next"
            " player lays a card on top and calls “two,” and so on. After fourteen, start over at one. Colors"
            " don't matter."
        )
        doubted = (
            "Anyone may doubt the card just played, and it is shown. If it is the number called, the doubter"
            " takes all the cards in the center. If not, whoever played it takes them."
        )
        return (
            RuleSection("Deal", DEAL, f"{self._source}, rule 1", (FOR_SO_MANY, DRAWN), DEAL),
            RuleSection("Play", played, f"{self._source}, rule 3", (ANY_CARD,), PLAY),
            RuleSection("Doubt", doubted, f"{self._source}, rule 4", (self._after(), self._time()), DOUBT),
            self._end(),
        )

    def _after(self) -> Reading:
        if self._rules.loser_leads:
            return Reading("R-83", "After a doubt, whoever took the cards plays next and calls “one.”")
        return Reading("R-83", "After a doubt, the next player goes on with the next number.")

    def _time(self) -> Reading:
        rules = self._rules
        return Reading(
            "", f"You have {time_to_call(rules)} to answer. If several doubt, {WHO_COUNTS[rules.race]}."
        )

    def _end(self) -> RuleSection:
        rules = self._rules
        first, points = "The first player out of cards", "1 point for each card left in the other hands"
        if rules.deals == 1:
            text = f"{first} wins, and scores {points}."
            one_deal = Reading("R-82", "One deal decides. The older books play to 100 points instead.")
            return RuleSection("End", text, BOOKLET, (one_deal, LAST_CARD, STOPPED), text)
        scored, ended = f"{first} scores {points}.", ending(rules)
        match = "The match has several deals. In 1924 one deal decides."
        if rules.deals is None:
            match = "The match is played to points. In 1924 the first player out wins it."
        return RuleSection(
            "End",
            f"{scored} Cards in the center don't count. {ended}",
            OLDER,
            (Reading("R-82", match), LAST_CARD, *end_readings(rules), STOPPED),
            f"{scored} {ended}",
        )

    def goal(self, table: TableView) -> str:
        """``first out wins`` if the match is one deal; else how far it goes: ``to 100``, ``4 deals``."""
        return "first out wins" if self._rules.deals == 1 else length(self._rules)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The number called, or to be called next."""
        match table.facts:
            case DoubtFacts(number, claimant):
                label = "Next call" if claimant is None else "Called"
                return (Line(label, f"{_named(number)} ({number})"),)
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Notes about a seat; if its card may be doubted, also the number it called."""
        match table.facts:
            case DoubtFacts(number, claimant) if claimant == seat:
                return (*super().notes(table, seat), Note(f"called {_named(number)}"))
        return super().notes(table, seat)

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardClaimed(seat, number, is_last):
                which = "their last card" if is_last else "a card"
                return f"{who(seat)} plays {which} and calls {_named(number)}."
            case CardDoubted():
                return _doubted(event)
            case WentOut(seat):
                return f"{who(seat)} is out of cards."
            case DealStopped(plays):
                return f"The deal stops after {plays:,} cards. The fewest cards in hand win."
        return super().event(event)

    def prompt(self, table: TableView) -> str:
        """The question to all players while a card may be doubted; empty at other times."""
        return _claimed(table)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """A seat's items: ``5 cards left in the other hands``; empty without items."""
        return "".join(f"{counted(item.number, 'card')} left in the other hands" for item in items)

    def question(self, view: SeatView) -> str:
        """To play a card and call the next number, or whether to doubt the card just played."""
        match view.decision, view.table.facts:
            case ChooseCard(), DoubtFacts(number):
                return f"Play a card and call {_named(number)}"
        return _claimed(view.table)


def _claimed(table: TableView) -> str:
    """The question about the card that may be doubted; empty if there is none."""
    match table.facts:
        case DoubtFacts(number, claimant) if claimant is not None:
            return f"{who(claimant)} called {_named(number)}. Do you believe it?"
    return ""


def _doubted(doubt: CardDoubted) -> str:
    """The result of a doubt."""
    verdict = "as called" if doubt.was_true else f"not {_named(doubt.number)}"
    doubted = f"{who(doubt.doubter)} doubts it. The card is {shown(doubt.card)}, {verdict}."
    return f"{doubted} {who(doubt.loser)} takes {counted(doubt.taken, 'card')}."


def _named(number: int) -> str:
    """A number from 1 to 14 as a word."""
    return NUMBERS[number - 1]
