"""Match and Everlasting in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import Action, Say
from rules.core.cards import Card
from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, Words, ZoneName, colored, shown, who
from rules.games.match_pairs.deal import MOST_PLAYS
from rules.games.match_pairs.events import CardTurned
from rules.games.match_pairs.facts import MatchFacts, Phase, Pile
from rules.games.match_pairs.options import PairRules

PHASES: Final[Mapping[object, str]] = {Phase.TURNING: "Play"}
PILES: Final[Mapping[str, str]] = {Pile.CENTER: "Pile"}
ANSWERS: Final[Mapping[Action, str]] = {Say("turn"): "Turn a card"}
TURN: Final = "Turn your top card"


class MatchWords(Words):
    """What Match and Everlasting say."""

    def __init__(self, rules: PairRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        what = "color" if self._rules.match_by == "colour" else "number"
        return (
            RuleSection(
                "Deal",
                "The whole pack is dealt, one card at a time; some may have a card more than others. Nobody"
                " looks at the cards.",
            ),
            RuleSection(
                "Play",
                "The player left of the dealer turns up the top card, and everyone in turn does the same."
                f" Whoever turns a card of the same {what} as the first card of the pile takes the pile"
                " and puts it under their own cards. The player to the left begins a new pile.",
            ),
            RuleSection(
                "End",
                "Who has no cards left is out. When only two players are left, five more piles are taken, one"
                " already begun among them, and the most cards win; if they have as many, one more pile. If"
                " nobody else has any cards, the last one wins. A game that does not end is stopped after"
                f" {MOST_PLAYS} cards.",
            ),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return "most cards win"

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """What is to be matched, and how many piles are left once two play."""
        match table.facts:
            case MatchFacts(_, first, piles_left):
                lines = () if first is None else (Line("To match", self._to_match(first)),)
                return lines if piles_left is None else (*lines, Line("Piles left", str(piles_left)))
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Who is out of the game."""
        is_out = isinstance(table.facts, MatchFacts) and not table.seats[seat].cards
        return (*super().notes(table, seat), *([Note("out")] if is_out else []))

    def zone(self, zone: Zone) -> ZoneName:
        """How the pile is called."""
        return ZoneName(PILES[zone.kind])

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case CardTurned(seat, card, taken, is_out):
                turns = f"{who(seat)} turns {shown(card)}"
                if taken:
                    return f"{turns}, a match, and takes {taken} cards."
                return f"{turns}, the last card, and is out." if is_out else f"{turns}."
        return ""

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """How many cards one has in the end."""
        return "".join(f"{item.number} cards" for item in items)

    def prompt(self, table: TableView) -> str:
        """What is to be done, or happens by itself."""
        match table.facts:
            case MatchFacts(player):
                return TURN if self._rules.turning == "button" else f"{who(player)} turns a card …"
        return ""

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        return TURN

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or super().answer(view, action)

    def call(self, table: TableView, action: Action) -> str:
        """How an answer on the table is called."""
        return ANSWERS.get(action) or super().call(table, action)

    def _to_match(self, first: Card) -> str:
        """What the next card has to be to take the pile."""
        return colored(first.color) if self._rules.match_by == "colour" else str(first.rank)
