"""Tens in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, SHOUT, Action
from rules.core.decisions import Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, Words, ZoneName, shown, shown_all, who
from rules.games.race_words import WHO_COUNTS, time_to_call
from rules.games.tens.deal import ENOUGH, MOST_TURNS
from rules.games.tens.events import CardTurned, NobodySlapped, PileSlapped, WrongSlapPaid
from rules.games.tens.facts import Phase, Pile, TensFacts
from rules.games.tens.options import TensRules

PHASES: Final[Mapping[object, str]] = {Phase.SLAP: "Slap?"}
PILES: Final[Mapping[str, str]] = {Pile.CENTER: "Centre"}
ANSWERS: Final[Mapping[Action, str]] = {SHOUT: "Slap!", PASS: "Let it pass"}


class TensWords(Words):
    """What Tens says."""

    def __init__(self, rules: TensRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        rules = self._rules
        cost = (
            "costs a card, put under the pile, but nobody's last"
            if rules.false_slap_penalty
            else "costs nothing"
        )
        return (
            RuleSection(
                "Deal",
                "The pack is divided equally. Nobody looks at the cards. Odd cards begin the pile, covered.",
            ),
            RuleSection(
                "Play",
                "Beginning left of the dealer, the top cards are turned up in turn, by themselves. When"
                f" {_any(rules.number)} lies there, of any color, be the first to slap it: the whole pile"
                f" goes under your cards. You have {time_to_call(rules)} for each card. To slap any"
                f" other card {cost}. If several slap, {WHO_COUNTS[rules.race]}.",
            ),
            RuleSection(
                "End",
                f"Whoever is out of cards is out of the game. It ends when somebody has {ENOUGH} cards, or"
                f" when only one has any, or after {MOST_TURNS} turns; the most cards win.",
            ),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return f"{ENOUGH} cards win"

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The number that is slapped."""
        match table.facts:
            case TensFacts(number):
                return (Line("Slap", f"any {number}"),)
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Who is out of the game."""
        match table.facts:
            case TensFacts(playing=playing) if seat not in playing:
                return (*super().notes(table, seat), Note("out"))
        return super().notes(table, seat)

    def zone(self, zone: Zone) -> ZoneName:
        """How the pile is called."""
        return ZoneName(PILES[zone.kind])

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case CardTurned(seat, card):
                return f"{who(seat)} turns {shown(card)}."
            case PileSlapped(seat, cards):
                return f"{who(seat)} slaps first and takes {cards} cards."
            case NobodySlapped(number):
                return f"Nobody slaps the {number}."
            case WrongSlapPaid(seat):
                return f"{who(seat)} slapped a wrong card and pays one."
        return ""

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """How many cards one has in the end."""
        return "".join(f"{item.number} cards" for item in items)

    def prompt(self, table: TableView) -> str:
        """What is asked of everybody while a card may be slapped."""
        card = _top(table)
        match table.facts:
            case TensFacts(number) if card:
                return f"{card}. Is it {_any(number)}?"
        return ""

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        match view.table.facts:
            case TensFacts(turned_by=seat):
                return f"{who(seat)} turned {_top(view.table)}"
        return ""

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or super().answer(view, action)

    def call(self, table: TableView, action: Action) -> str:
        """How an answer on the table is called."""
        return ANSWERS.get(action) or super().call(table, action)


def _top(table: TableView) -> str:
    """The card that may be slapped; empty where the pile was taken."""
    return shown_all(card for zone in table.zones if zone.kind == Pile.CENTER for card in zone.shown)


def _any(number: int) -> str:
    """Any card of a number: ``a 10``, ``an 8``."""
    return f"an {number}" if number in (8, 11) else f"a {number}"
