"""Tuxedo in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, SHOUT, Action, Capture, Play, Put, Shout
from rules.core.decisions import ChooseOption, Seat
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, Words, ZoneName, shown, shown_all, who
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
from rules.games.tuxedo.labels import counted, label, places
from rules.games.tuxedo.options import TuxedoRules
from rules.games.tuxedo.sections import sections

PHASES: Final[Mapping[object, str]] = {Phase.PLAY: "Play", Phase.ORANGE: "Orange?"}
PILES: Final[Mapping[str, str]] = {Pile.TAKEN: "Just taken", Pile.LOOSE: "Table"}
SWEEPS: Final[Mapping[Sweep, str]] = {Sweep.LITTLE: "Little Sweep", Sweep.BIG: "Big Sweep"}
ANSWERS: Final[Mapping[Action, str]] = {SHOUT: "Orange!", PASS: "No Orange"}


class TuxedoWords(Words):
    """What Tuxedo says."""

    def __init__(self, rules: TuxedoRules) -> None:
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return sections(self._rules)

    def goal(self, table: TableView) -> str:
        """What wins, in a few words."""
        return length(self._rules)

    def phase(self, table: TableView) -> str:
        """What is being done."""
        return PHASES.get(table.phase) or super().phase(table)

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """How many cards are still to be dealt, and who took last."""
        match table.facts:
            case TuxedoFacts(to_deal=to_deal, last_taker=last_taker):
                pack = Line("To deal", f"{to_deal} cards") if to_deal else Line("Last cards", "dealt")
                return (pack,) if last_taker is None else (pack, Line("Took last", who(last_taker)))
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """What a seat has won: cards, sweeps and Oranges."""
        notes = super().notes(table, seat)
        match table.facts:
            case TuxedoFacts(won=won):
                return (*notes, *map(Note, self._won(won[seat])))
        return notes

    def _won(self, won: Winnings) -> list[str]:
        sweeps = won.little_sweeps + won.big_sweeps
        orange = self._rules.orange_points * (won.oranges - won.mistakes)
        told = [f"{won.cards} taken"] if won.cards else []
        told += [f"{sweeps} sweep{'s' if sweeps > 1 else ''}"] if sweeps else []
        told += [f"Orange {orange:+d}"] if won.oranges or won.mistakes else []
        return told

    def zone(self, zone: Zone) -> ZoneName:
        """How cards on the table are called."""
        if zone.kind == Pile.BUILD and zone.builder is not None:
            return ZoneName(f"Build of {zone.number} by {who(zone.builder)}")
        return ZoneName(PILES[zone.kind])

    def event(self, event: HeardEvent) -> str:
        """What happened, in a sentence."""
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
                return f"{who(seat)} took last and gets what is left: {shown_all(cards, ', ')}."
        return _orange(event)

    def _taken(self, taken: CardsTaken) -> str:
        """What was taken; sweeps of both sizes are called the same where they count the same."""
        text = f"{who(taken.seat)} takes {shown_all(taken.cards, ', ')} with {shown(taken.card)}."
        if taken.sweep is None:
            return text
        same = self._rules.big_sweep == self._rules.little_sweep
        return f"{text} {'Sweep' if same else SWEEPS[taken.sweep]}!"

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """What a seat scored for: ``29 cards 15, two fives 10, Big Sweep 10``."""
        return ", ".join(f"{counted(one)} {one.points}" if one.points else counted(one) for one in items)

    def prompt(self, table: TableView) -> str:
        """What is asked of everybody while Orange may be called."""
        match table.facts:
            case TuxedoFacts(waiting=waiting) if waiting:
                return _is_it_orange(table)
        return ""

    def question(self, view: SeatView) -> str:
        """What a seat is asked."""
        if not isinstance(view.decision, ChooseOption):
            return ""
        if asked := _is_it_orange(view.table):
            return asked
        if not any(isinstance(option.action, Play) for option in view.decision.options):
            return "You can take cards: lay none down"
        return "Take cards, or lay one down" if places(view.table) else "The table is empty: lay a card down"

    def answer(self, view: SeatView, action: Action) -> str:
        """How an answer is called."""
        return ANSWERS.get(action) or label(view.table, action) or super().answer(view, action)

    def call(self, table: TableView, action: Action) -> str:
        """How an answer on the table is called."""
        return ANSWERS.get(action) or super().call(table, action)

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an answer is none now."""
        if _is_it_orange(view.table):
            return "Say whether it is Orange first."
        match action:
            case Shout():
                return "The time to call Orange is over."
            case Play(card) | Capture(card) | Put((card, *_)) if card not in view.hand:
                return f"You do not hold {shown(card)}."
            case Play():
                return "You can take something, so you must not lay a card down."
            case Capture():
                return "That card takes other cards than those."
            case Put():
                return "Build to a number that another card of yours has, so that you can take it."
        return "Take cards, or lay one down."


def _is_it_orange(table: TableView) -> str:
    """What was just taken; empty where nobody may call Orange."""
    match table.facts:
        case TuxedoFacts(taken=taken) if taken is not None:
            return f"{who(taken.seat)} took {shown_all(taken.cards, ', ')}. Is it Orange?"
    return ""


def _orange(event: HeardEvent) -> str:
    """How calls of Orange came out."""
    match event:
        case OrangeScored(seat, points):
            return f"Orange! {who(seat)} calls it first, for {points} points."
        case OrangeMistaken(seat, points):
            return f"{who(seat)} calls Orange by mistake: {points} points off."
        case OrangeMissed():
            return "It was Orange, and nobody called."
    return ""


def _last_dealt(dealt: CardsDealt) -> str:
    """How the last cards were dealt."""
    odd = f", {shown_all(dealt.to_table, ', ')} to the table" if dealt.to_table else ""
    if not dealt.each:
        return f"Dealt: no more cards{odd}."
    return f"Dealt: the last {'card' if dealt.each == 1 else f'{dealt.each} cards'} each{odd}."
