"""The words of Tens, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import PASS, SHOUT, Action
from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Cell, Note, Words, counted, shown, shown_all, who
from rules.games.match_words import DRAWN
from rules.games.race_words import WHO_COUNTS, time_to_call
from rules.games.tens.deal import ENOUGH, MOST_TURNS
from rules.games.tens.events import CardTurned, NobodySlapped, PileSlapped, WrongSlapPaid
from rules.games.tens.facts import Phase, Pile, TensFacts
from rules.games.tens.options import TensRules

BOOK: Final = "Older rule books (transcribed 2020), Tens"
FOR_SO_MANY: Final = Reading("", "2 to 8 can play. The book doesn't say how many.")
LEFT_OVER: Final = Reading("R-88", "Cards left over start the pile, face down.")
STARTS: Final = Reading("", "The player left of the dealer starts. The book says only that one child begins.")
LAST_CARD: Final = Reading("", "You can still slap the last card you turned.")
STOPPED: Final = Reading(
    "",
    "The most cards win. Players who tie share the win. The game also ends when only one player has cards, or"
    f" after {MOST_TURNS:,} cards.",
)
OTHER_NUMBERS: Final = "To teach young children the numbers, play it with another one: 6s, 7s, 8s and so on."


DEAL: Final = "Deal the cards evenly, face down."
END: Final = f"The first player with {ENOUGH} cards wins. When you run out of cards, you are out."
"""The rules in short."""


class TensWords(Words):
    """The words of Tens. A card that is not slapped needs no answer: the next one turns by itself."""

    is_played_on_table: ClassVar[bool] = True
    phases: ClassVar[Mapping[object, str]] = {Phase.SLAP: "Time to slap"}
    piles: ClassVar[Mapping[str, str]] = {Pile.CENTER: "Pile"}
    answers: ClassVar[Mapping[Action, str]] = {SHOUT: "Slap", PASS: "Let it pass"}

    def __init__(self, rules: TensRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        played = (
            "Players turn their top cards up onto the pile, in turn to the left. When"
            f" {_any(self._rules.number)} lies there, of any color, be the first to slap it. You get the"
            " whole pile."
        )
        ended = f"When you run out of cards, you are out. The game ends when a player has {ENOUGH} cards."
        return (
            RuleSection("Deal", DEAL, BOOK, (FOR_SO_MANY, DRAWN, LEFT_OVER), DEAL),
            RuleSection("Play", played, BOOK, (STARTS, self._slaps(), self._time()), self._in_short()),
            RuleSection("End", ended, BOOK, (LAST_CARD, STOPPED), END),
            RuleSection("Good to know", OTHER_NUMBERS, BOOK),
        )

    def _in_short(self) -> str:
        cost = " A slap on any other card costs you a card." if self._rules.false_slap_penalty else ""
        return (
            f"Cards turn up in turn. Be the first to slap {_any(self._rules.number)}, and you get the"
            f" pile.{cost}"
        )

    def _slaps(self) -> Reading:
        cost = (
            "A slap on any other card costs you a card, put under the pile. No one pays their last card."
            if self._rules.false_slap_penalty
            else "A slap on any other card costs nothing."
        )
        return Reading("R-88", f"A pile you take goes under your cards. {cost}")

    def _time(self) -> Reading:
        rules = self._rules
        counts = WHO_COUNTS[rules.race]
        return Reading(
            "",
            f"Cards turn by themselves. You have {time_to_call(rules)} to slap each one. If several slap,"
            f" {counts}.",
        )

    def goal(self, table: TableView) -> str:
        """What wins the match, in a few words."""
        return f"{ENOUGH} cards win"

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Marks a seat that is out of the game."""
        match table.facts:
            case TensFacts(playing=playing) if seat not in playing:
                return (*super().notes(table, seat), Note("out"))
        return super().notes(table, seat)

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """The pile: its top card, and how many lie below."""
        return [[Cell(zone.shown, zone.hidden)] for zone in zones if zone.shown]

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardTurned(seat, card):
                return f"{who(seat)} turns {shown(card)}."
            case PileSlapped(seat, cards):
                return f"{who(seat)} slaps first and takes {counted(cards, 'card')}."
            case NobodySlapped(number):
                return f"No one slaps the {number}."
            case WrongSlapPaid(seat):
                return f"{who(seat)} slaps the wrong card and pays one."
        return super().event(event)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The number of cards a player has at the end, as text."""
        return "".join(counted(item.number, "card") for item in items)

    def prompt(self, table: TableView) -> str:
        """What to do while a card may be slapped, the same for every card; empty at other times."""
        match table.facts:
            case TensFacts(number) if _top(table):
                return f"Slap {_any(number)}."
        return ""

    def question(self, view: SeatView) -> str:
        """Which card was turned, and what to slap."""
        match view.table.facts:
            case TensFacts(turned_by=seat):
                return f"{who(seat)} turned {_top(view.table)}. Slap {_any(self._rules.number)}."
        return ""

    def call(self, table: TableView, action: Action) -> str:
        """The label of an answer given on the table message; to let a card pass, press nothing there."""
        return "" if action == PASS else super().call(table, action)


def _top(table: TableView) -> str:
    """The card that may be slapped; empty if the pile was taken."""
    return shown_all(card for zone in table.zones if zone.kind == Pile.CENTER for card in zone.shown)


def _any(number: int) -> str:
    """Any card of a number: ``a 10``, ``an 8``."""
    return f"an {number}" if number in (8, 11) else f"a {number}"
