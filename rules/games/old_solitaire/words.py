"""Old Rook Solitaire in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import Action, Put, Say
from rules.core.cards import Card
from rules.core.decisions import options_of
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, ZoneName, shown, shown_all
from rules.games.old_solitaire.deal import ALL
from rules.games.old_solitaire.events import CardsMoved
from rules.games.old_solitaire.facts import OldFacts, Phase, PileKind
from rules.games.patience.events import GaveUp, MoveTakenBack
from rules.games.patience.options import UndoRules
from rules.games.patience.words import PatienceWords, how_often

PHASES: Final[Mapping[object, str]] = {Phase.PLAYING: "Play"}


class OldWords(PatienceWords):
    """What Old Rook Solitaire says."""

    def __init__(self, rules: UndoRules) -> None:
        super().__init__(rules)
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        rules = self._rules
        undo = f" A move may be taken back {how_often(rules)}." if rules.undo else ""
        back = " and you take nothing back" if rules.undo else ""
        return (
            RuleSection(
                "Deal",
                f"Fourteen piles of four cards, face down; the top card of each is turned up.{self.agreed()}",
            ),
            RuleSection(
                "14s and 1s",
                "A 14 that shows goes under its own pile, unless only 14s are left there. A 1 that shows is"
                " laid out at once and begins the home pile of its color.",
            ),
            RuleSection(
                "Move",
                "A card goes onto one that is a number higher and of another color. Cards that lie face up on"
                " each other move together. Whatever is uncovered is turned up; an empty space stays empty.",
            ),
            RuleSection("Home", "The home piles go up to 14, each in its own color, one card at a time."),
            RuleSection("Must", f"As long as anything can be moved, something must be.{undo}"),
            RuleSection(
                "End", f"You win if all 56 cards come home. If nothing can be moved{back}, the deal is lost."
            ),
        )

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return f"all {ALL} cards home"

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """How many cards are home, and how often a move was taken back."""
        match table.facts:
            case OldFacts(home, taken_back):
                line = Line("Home", f"{home} of {ALL}")
                return (line, Line("Taken back", str(taken_back))) if taken_back else (line,)
        return ()

    def zone(self, zone: Zone) -> ZoneName:
        """How a pile is called: a transfer pile by its number."""
        if zone.kind == PileKind.HOME:
            return ZoneName("", heading="Home")
        return ZoneName(f"Under {zone.number}" if zone.kind == PileKind.UNDER else str(zone.number))

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
        match event:
            case CardsMoved(cards, place, covered, turned):
                up = f", turned up {shown_all(turned)}" if turned else ""
                return f"{_move(cards, place, covered)}{up}."
            case MoveTakenBack():
                return "A move is taken back."
            case GaveUp():
                return "Given up."
        return super().event(event)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """How many cards came home."""
        return "".join(f"{item.number} of {ALL} cards home" for item in items)

    def question(self, view: SeatView) -> str:
        """What the player is asked."""
        answers = options_of(view.decision) if view.decision else ()
        can_move = any(isinstance(option.action, Put) for option in answers)
        return "Move a card" if can_move else "No card can be moved"

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        match action:
            case Put(cards, place):
                return _move(cards, place, _top(view, place))
            case Say("go"):
                return "Play all that is forced"
        return super().answer(view, action)

    def refusal(self, view: SeatView, action: Action) -> str:
        """What may be moved, for whoever chose something else."""
        if isinstance(action, Put):
            return (
                "What lies face up moves whole onto a card a number higher and of another color."
                " Only its last card goes home."
            )
        return super().refusal(view, action)


def _top(view: SeatView, place: int) -> Card | None:
    """The card that shows on a transfer pile; None at home."""
    zones = (*view.table.zones, *view.zones)
    piles = (zone for zone in zones if zone.kind == PileKind.TRANSFER and zone.number == place)
    return next((zone.shown[-1] for zone in piles if zone.shown), None)


def _move(cards: Sequence[Card], place: int, covered: Card | None) -> str:
    """Where some cards go: ``{R8}–{G6} onto {Y9} (pile 2)``."""
    first, last = shown(cards[0]), shown(cards[-1])
    moved = first if first == last else f"{first}–{last}"
    return f"{moved} home" if covered is None else f"{moved} onto {shown(covered)} (pile {place})"
