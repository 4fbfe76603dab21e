"""The words of Match and Everlasting, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import Action, Say
from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Cell, Line, Note, Words, colored, counted, shown, who
from rules.games.frame import Book
from rules.games.match_pairs.deal import MOST_PLAYS
from rules.games.match_pairs.events import CardTurned
from rules.games.match_pairs.facts import MatchFacts, Phase, Pile
from rules.games.match_pairs.options import PairRules
from rules.games.match_words import DRAWN
from rules.games.turning_words import cards_turn

TURN: Final = "Turn your top card"

FOR_SO_MANY: Final = Reading("", "2 to 8 can play. The books don't say how many.")
UNDER: Final[Mapping[str, Reading]] = {
    "everlasting": Reading("R-86", "A pile you take goes under your cards, as in Match.")
}
"""Our reading where the rule book is silent on it, by key of the game."""
LAST_CARDS: Final = Reading(
    "R-86",
    "You are out when your last card doesn't match. A pile already begun is the first of the five. After a"
    " tie, one more pile is played. The last player with cards wins.",
)
COLORS: Final = "Children too young to match numbers can match colors instead."
STOPPED: Final = Reading("", f"A game that doesn't end stops after {MOST_PLAYS:,} cards. The most cards win.")


DEAL: Final = "Deal all the cards. No one looks at them."
PLAY: Final = (
    "Turn cards up in turn onto one pile. Whoever matches the {} of its first card takes the whole pile."
)
END: Final = (
    "When you run out of cards, you are out. With two players left, five more piles are played. Then the"
    " most cards win."
)
"""The rules in short."""


class MatchWords(Words):
    """The words of Match and Everlasting."""

    is_played_on_table: ClassVar[bool] = True
    phases: ClassVar[Mapping[object, str]] = {Phase.TURNING: "Play"}
    piles: ClassVar[Mapping[str, str]] = {Pile.CENTER: "Pile"}
    answers: ClassVar[Mapping[Action, str]] = {Say("turn"): "Turn a card"}

    def __init__(self, rules: PairRules, book: Book) -> None:
        self._rules = rules
        self._book = book

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections; both rule books have the same ones."""
        source = self._book.source
        what = "color" if self._rules.match_by == "colour" else "number"
        under = UNDER.get(self._book.key)
        dealt = (
            "Deal all the cards, one at a time. Some players may get one card more. No one looks at the"
            " cards."
        )
        played = (
            "The player left of the dealer turns a card up in the center. Each player in turn puts one on"
            f" top. Whoever matches the {what} of the first card takes the whole pile"
            f"{'' if under else ', under their own cards'}. The player to the left starts a new pile."
        )
        ended = (
            "When you run out of cards, you are out. When two players are left, five more piles are played."
            " Two players start at these five. Then the most cards win."
        )
        return (
            RuleSection("Deal", dealt, source, (FOR_SO_MANY, DRAWN), DEAL),
            RuleSection(
                "Play", played, source, (*([under] if under else []), self._turning()), PLAY.format(what)
            ),
            RuleSection("End", ended, source, (LAST_CARDS, STOPPED), END),
            *self._colors(),
        )

    def _turning(self) -> Reading:
        is_automatic = self._rules.turning == "auto"
        return Reading("", cards_turn(self._rules) if is_automatic else "Press *Turn a card* in your turn.")

    def _colors(self) -> tuple[RuleSection, ...]:
        """The other way to match, in the booklet that has it, unless it is played."""
        if self._book.key != "match" or self._rules.match_by == "colour":
            return ()
        return (RuleSection("Good to know", COLORS, self._book.source),)

    def goal(self, table: TableView) -> str:
        """What wins the match, in a few words."""
        return "most cards win"

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """What to match, if a pile is begun; with two players left, how many piles are still to be played."""
        match table.facts:
            case MatchFacts(_, first, piles_left):
                lines = () if first is None else (Line("To match", self._to_match(first)),)
                return lines if piles_left is None else (*lines, Line("Piles left", str(piles_left)))
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Marks a seat that is out of the game."""
        is_out = isinstance(table.facts, MatchFacts) and not table.seats[seat].cards
        return (*super().notes(table, seat), *([Note("out")] if is_out else []))

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """The pile: its last cards, and how many lie below."""
        return [[Cell(zone.shown, zone.hidden)] for zone in zones if zone.shown]

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardTurned(seat, card, taken, is_out):
                turns = f"{who(seat)} turns {shown(card)}"
                if taken:
                    return f"{turns}, a match, and takes {counted(taken, 'card')}."
                return f"{turns}, their last card, and is out." if is_out else f"{turns}."
        return super().event(event)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The number of cards a player has at the end, as text."""
        return "".join(counted(item.number, "card") for item in items)

    def prompt(self, table: TableView) -> str:
        """Asks to turn a card; or, if cards turn automatically, says which player's card is next."""
        match table.facts:
            case MatchFacts(player):
                return TURN if self._rules.turning == "button" else f"{who(player)} turns a card …"
        return ""

    def question(self, view: SeatView) -> str:
        """Asks the seat to turn its top card; always the same."""
        return TURN

    def _to_match(self, first: Card) -> str:
        """The color or number that takes the pile."""
        return colored(first.color) if self._rules.match_by == "colour" else str(first.rank)
