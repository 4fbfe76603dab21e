"""The words of Panjandrum, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import RuleSection
from rules.core.actions import PASS, SHOUT, Action, Put, Say
from rules.core.cards import Card, Color
from rules.core.decisions import Option, Seat, options_of
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Cell, Line, Note, Words, colored, counted, shown, who
from rules.games.frame import Book
from rules.games.panjandrum.deal import MOST_TURNS
from rules.games.panjandrum.events import CardLaid, CardLifted, GameOver, PanjandrumCalled, PileTurnedOver
from rules.games.panjandrum.facts import PanjandrumFacts, Phase, Pile
from rules.games.panjandrum.options import PanjandrumRules
from rules.games.panjandrum.piles import BUILDING
from rules.games.panjandrum.sections import sections

LIFT: Final = Say("lift")
LIFT_A_CARD: Final = "Lift a card"
RIGHT: Final = "Was that right?"


class PanjandrumWords(Words):
    """The words of Panjandrum."""

    is_played_on_table: ClassVar[bool] = True
    phases: ClassVar[Mapping[object, str]] = {
        Phase.PLAYING: "Play",
        Phase.CALLING: "Time to call Panjandrum",
        Phase.PAYING: "Giving cards",
    }
    piles: ClassVar[Mapping[str, str]] = {
        Pile.BUILDING: "Building",
        Pile.DELAY: "Delay",
        Pile.LIFTED: "Lifted",
        Pile.FROM_DELAY: "From Delay Pile",
        Pile.STRAYS: "Under the Building Piles",
    }
    answers: ClassVar[Mapping[Action, str]] = {
        LIFT: LIFT_A_CARD,
        Say("hand"): "Give from Hand",
        Say("pile"): "Give from Delay Pile",
        SHOUT: "Panjandrum!",
        PASS: "Let it pass",
    }

    def __init__(self, rules: PanjandrumRules, book: Book) -> None:
        self._rules = rules
        self._book = book

    def goal(self, table: TableView) -> str:
        """What wins the match: ``first out of cards wins``."""
        return "first out of cards wins"

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """The number of the turn."""
        facts = table.facts
        return (Line("Turn", str(facts.turn)),) if isinstance(facts, PanjandrumFacts) else ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Marks the player of the card that may be called."""
        laid = table.facts.laid if isinstance(table.facts, PanjandrumFacts) else None
        moved = (Note("just moved", strong=True),) if laid is not None and laid.seat == seat else ()
        return (*super().notes(table, seat), *moved)

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """A line with the Building Piles, and one for each Delay Pile that has cards, with its owner."""
        lines = list[list[Cell]]()
        for zone in zones:
            if zone.kind == Pile.BUILDING:
                lines.append([Cell(name=self.piles[zone.kind]), Cell(zone.shown)])
            elif zone.kind == Pile.DELAY and zone.seat is not None and zone.shown:
                lines.append([Cell(zone.shown, zone.hidden), Cell(name=who(zone.seat))])
        return lines

    def prompt(self, table: TableView) -> str:
        """What the player in turn, or all players, are to do."""
        facts = table.facts
        if not isinstance(facts, PanjandrumFacts):
            return ""
        if facts.laid is not None:
            return RIGHT
        return _move_asked(table.calls) if facts.fine is None else _gift_asked(facts.fine.to)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The number of cards a player has left, as text."""
        return "".join(f"{counted(item.number, 'card')} left" for item in items)

    def question(self, view: SeatView) -> str:
        """Whether the card just played was right, to give cards of a fine, or to move; empty if not asked."""
        facts = view.table.facts
        assert isinstance(facts, PanjandrumFacts)
        if facts.laid is not None:
            return f"{who(facts.laid.seat)} played {shown(facts.laid.card)}. {RIGHT}"
        if facts.fine is not None:
            return f"{_gift_asked(facts.fine.to)} ({facts.fine.owed[view.seat]} left to give)"
        return _move_asked(options_of(view.decision)) if view.decision else ""

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer."""
        return self.call(view.table, action)

    def call(self, table: TableView, action: Action) -> str:
        """The label of an answer given on the table message."""
        facts = table.facts
        if isinstance(action, Put) and isinstance(facts, PanjandrumFacts):
            return _move(facts, action.cards[0], action.place)
        return super().call(table, action)

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardLifted(seat, card, is_forced):
                return "" if is_forced else f"{who(seat)} lifts {shown(card)}."
            case CardLaid():
                return _laid(event)
            case PileTurnedOver(seat):
                return f"{who(seat)} turns over the Delay Pile."
            case PanjandrumCalled():
                return _verdict(event)
            case GameOver(out):
                return _ended(out)
        return super().event(event)

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        return sections(self._rules, self._book)


def _move_asked(moves: Sequence[Option]) -> str:
    """The question to a player who may play a card, lift one, or do either."""
    cards = [move.action.cards[0] for move in moves if isinstance(move.action, Put)]
    if not cards:
        return LIFT_A_CARD
    card = shown(cards[0])
    may_lift = any(move.action == LIFT for move in moves)
    return f"Play {card} or lift a card" if may_lift else f"Where does {card} go?"


def _gift_asked(to: Seat) -> str:
    return f"Give {who(to)} a card"


def _place(place: int, top: Card | None) -> str:
    """The name of a place: ``{2}'s {G9}`` with the top card of a Delay Pile, ``the {red} pile`` without."""
    if top is None:
        return f"the {colored(Color(place - BUILDING))} pile"
    return f"{who(place)}'s {shown(top)}"


def _move(facts: PanjandrumFacts, one: Card, place: int) -> str:
    """The label of a move."""
    card = shown(one)
    if place == facts.player:
        return f"Leave {card} there" if facts.lifted is None else f"Put {card} on your Delay Pile"
    return f"Play {card} on {_place(place, None if place >= BUILDING else facts.tops.delays[place])}"


def _laid(laid: CardLaid) -> str:
    """A move as a sentence, which does not tell whether it was a mistake."""
    seat, card = who(laid.seat), shown(laid.card)
    if laid.place == laid.seat:
        puts = "puts" if laid.was_lifted else "leaves"
        return f"{seat} {puts} {card} on their own Delay Pile."
    source = "" if laid.was_lifted else " from the Delay Pile"
    return f"{seat} plays {card}{source} on {_place(laid.place, laid.covered)}."


def _verdict(called: PanjandrumCalled) -> str:
    """The judgment of a call: who was wrong, and who gives what."""
    caller = who(called.caller)
    if called.was_mistake:
        found, loser, most = "That was a mistake.", called.accused, called.caller
    else:
        found, loser, most = "But the card was right.", called.caller, called.accused
    cards = counted(called.owed[most], "card")
    return (
        f"{caller} calls Panjandrum. {found} {who(loser)} gets {cards} from {who(most)} and 1 from each other"
        " player."
    )


def _ended(out: Sequence[Seat]) -> str:
    """Why the game is over."""
    if not out:
        return f"The game stops after {MOST_TURNS:,} turns. The fewest cards win."
    seats = " and ".join(map(who, out))
    return f"{seats} {'is' if len(out) == 1 else 'are'} out of cards."
