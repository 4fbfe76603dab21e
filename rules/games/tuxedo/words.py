"""The words of Tuxedo, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, SHOUT, Action, Capture, Play, Put, Shout
from rules.core.cards import Card
from rules.core.decisions import ChooseOption, Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Cell, Line, Note, Words, ZoneName, counted, gained, shown, shown_all, who
from rules.games.match_words import length
from rules.games.tuxedo.events import (
    CardLaidDown,
    CardsBuilt,
    CardsDealt,
    CardsTaken,
    LeftoversWon,
    OrangeMissed,
    OrangeMistaken,
    OrangeScored,
    Sweep,
)
from rules.games.tuxedo.facts import Phase, Pile, TuxedoFacts, Winnings
from rules.games.tuxedo.labels import label, places, scored_for
from rules.games.tuxedo.options import TuxedoRules
from rules.games.tuxedo.sections import sections

SWEEPS: Final[Mapping[Sweep, str]] = {Sweep.LITTLE: "Little Sweep", Sweep.BIG: "Big Sweep"}
IN_LINE: Final = 7
"""Cards next to each other on the table in one line of a phone."""
QUESTIONS: Final[Mapping[frozenset[type[object]], str]] = {
    frozenset({Capture, Put, Play}): "Take cards, build, or lay one down",
    frozenset({Capture, Play}): "Take cards, or lay one down",
    frozenset({Put, Play}): "You can't take any cards, so build or lay one down",
    frozenset({Play}): "You can't take any cards, so lay one down",
    frozenset({Capture, Put}): "You can take cards, so take some or build",
    frozenset({Capture}): "You can take cards, so take some",
}
"""The question to a seat, by the kinds of plays it has."""


class TuxedoWords(Words):
    """The words of Tuxedo."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAY: "Play", Phase.ORANGE: "Time to call Orange"}
    piles: ClassVar[Mapping[str, str]] = {Pile.TAKEN: "Just taken", Pile.LOOSE: "Table"}
    answers: ClassVar[Mapping[Action, str]] = {SHOUT: "Call Orange", PASS: "No Orange"}

    def __init__(self, rules: TuxedoRules, key: str) -> None:
        self._rules = rules
        self._key = key

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return sections(self._rules, self._key)

    def goal(self, table: TableView) -> str:
        """How far the match goes: ``to 100``, or ``4 deals``."""
        return length(self._rules)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The number of cards left to deal, and the last taker once there is one."""
        match table.facts:
            case TuxedoFacts(to_deal=to_deal, last_taker=last_taker):
                to_come = Line("", f"{counted(to_deal, 'card')} left to deal")
                return (to_come,) if last_taker is None else (to_come, Line("Last to take:", who(last_taker)))
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """The cards and sweeps a seat has won, and its points for right minus wrong calls of Orange."""
        notes = super().notes(table, seat)
        match table.facts:
            case TuxedoFacts(won=won):
                return (*notes, *map(Note, self._won(won[seat])))
        return notes

    def _won(self, won: Winnings) -> list[str]:
        sweeps = won.little_sweeps + won.big_sweeps
        orange = self._rules.orange_points * (won.oranges - won.mistakes)
        told = [f"{won.cards} taken"] if won.cards else []
        told += [counted(sweeps, "sweep")] if sweeps else []
        told += [f"Orange {gained(orange)}"] if won.oranges or won.mistakes else []
        return told

    def zone(self, zone: Zone) -> ZoneName:
        """The name of a zone: ``Just taken``, ``Table``, or for a build its number and builder."""
        if zone.kind == Pile.BUILD and zone.builder is not None:
            return ZoneName(f"Build of {zone.number} by {who(zone.builder)}")
        return super().zone(zone)

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """A line for the cards just taken and for each build, and the loose cards of the table, large."""
        lines = list[list[Cell]]()
        for zone in zones:
            name = Cell(name=self.zone(zone).name)
            if zone.kind == Pile.LOOSE and zone.shown:
                starts = range(0, len(zone.shown), IN_LINE)
                lines += [[name], *([Cell(zone.shown[start : start + IN_LINE])] for start in starts)]
            else:
                lines.append([name, Cell(zone.shown)])
        return lines

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardLaidDown(seat, card):
                return f"{who(seat)} lays down {shown(card)}."
            case CardsTaken():
                return self._taken(event)
            case CardsBuilt(seat, cards):
                return f"{who(seat)} builds {event.value}: {shown_all(cards, ', ')}."
            case CardsDealt(are_last=True):
                return _last_dealt(event)
            case LeftoversWon(seat, cards):
                return f"{who(seat)} was the last to take and gets the rest: {shown_all(cards, ', ')}."
        return _orange(event) or super().event(event)

    def _taken(self, taken: CardsTaken) -> str:
        """A capture as a sentence. The size of a sweep is named if the sizes count differently."""
        text = f"{who(taken.seat)} takes {shown_all(taken.cards, ', ')} with {shown(taken.card)}."
        if taken.sweep is None:
            return text
        same = self._rules.big_sweep == self._rules.little_sweep
        return f"{text} {'Sweep' if same else SWEEPS[taken.sweep]}."

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The items of a seat: ``29 cards +15, 2 fives +10, 1 Big Sweep +10``."""
        return ", ".join(map(scored_for, items))

    def prompt(self, table: TableView) -> str:
        """The question to all players while Orange may be called."""
        match table.facts:
            case TuxedoFacts(waiting=waiting) if waiting:
                return _is_it_orange(table)
        return ""

    def question(self, view: SeatView) -> str:
        """Whether it is Orange, or which plays can be made; empty if the seat is not asked."""
        if not isinstance(view.decision, ChooseOption):
            return ""
        if asked := _is_it_orange(view.table):
            return asked
        if not places(view.table):
            return "The table is empty, so lay a card down"
        return QUESTIONS[frozenset(type(option.action) for option in view.decision.options)]

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer: ``Call Orange``, ``No Orange``, or what a play does, with its cards."""
        return label(view.table, action) or super().answer(view, action)

    def advised(self, card: Card) -> str:
        """A hint to lay a card down."""
        return f"Lay down {shown(card)}"

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an answer is not accepted."""
        if _is_it_orange(view.table):
            return "First say whether it is Orange."
        match action:
            case Shout():
                return "It is too late to call Orange."
            case Play(card) | Capture(card) | Put((card, *_)) if card not in view.hand:
                return f"You don't hold {shown(card)}."
            case Play():
                return "You can take cards, so you can't lay one down."
            case Capture():
                return "That card doesn't take those cards."
            case Put():
                return "Build only to a number you hold another card of."
        return "Take cards, or lay one down."


def _is_it_orange(table: TableView) -> str:
    """The question about the capture for which Orange may be called; empty if there is none."""
    match table.facts:
        case TuxedoFacts(taken=taken) if taken is not None:
            return f"{who(taken.seat)} took {shown_all(taken.cards, ', ')}. Is it Orange?"
    return ""


def _orange(event: HeardEvent) -> str:
    """The result of a window for Orange; empty for other events."""
    match event:
        case OrangeScored(seat, points):
            return f"{who(seat)} calls Orange first and scores {points} points."
        case OrangeMistaken(seat, points):
            return f"{who(seat)} calls Orange by mistake and loses {points} points."
        case OrangeMissed():
            return "It was Orange, and no one called it."
    return ""


def _last_dealt(dealt: CardsDealt) -> str:
    """The deal of the last cards: 2 each, some to the table."""
    each = [f"{dealt.each} each"] if dealt.each else []
    odd = [f"{shown_all(dealt.to_table, ', ')} to the table"] if dealt.to_table else []
    return f"Last cards: {', '.join(each + odd)}."
