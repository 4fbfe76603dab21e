"""The words of Old Rook Solitaire, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import Action, Put, Say
from rules.core.cards import Card, Color
from rules.core.decisions import options_of
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import GAP, Cell, Line, ZoneName, shown, shown_all
from rules.games.old_solitaire.deal import ALL
from rules.games.old_solitaire.events import CardsMoved
from rules.games.old_solitaire.facts import OldFacts, Phase, PileKind
from rules.games.solitaire.events import GaveUp, MoveTakenBack
from rules.games.solitaire.options import UndoRules
from rules.games.solitaire.words import SolitaireWords, taking_back

BOOK: Final = "1924 booklet, Old Rook Solitaire"
DEAL: Final = "Deal fourteen piles of four cards, face down. Turn up the top card of each pile."
OUT: Final = "A 14 that shows goes under its own pile. A 1 that shows starts the home pile of its color."
MOVE: Final = (
    "Move a card onto one that is a number higher and of another color. Cards that lie face up on each"
    " other move together."
)
HOME: Final = "Build each home pile from 1 to 14 in its own color."
MUST: Final = "As long as you can move a card, you have to."
END: Final = "You win if all 56 cards come home. Otherwise you lose."
IN_LINE: Final = 8
"""Cards that fit in a line on a phone; the space between two piles takes the room of one."""
WHOLE: Final = Reading(
    "R-89", "All the cards that lie face up on a pile move, so every move changes something."
)


class OldWords(SolitaireWords):
    """The words of Old Rook Solitaire."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAYING: "Play"}

    def __init__(self, rules: UndoRules) -> None:
        super().__init__(rules)
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        out = (
            "A 14 that shows goes under its own pile. If only 14s are left in a pile, they stay. A 1 that"
            " shows starts the home pile of its color at once."
        )
        moved = (
            "Move a card onto one that is a number higher and of another color. Cards that lie face up on"
            " each other move together. Turn up the card you uncover. An empty space stays empty."
        )
        return (
            RuleSection("Deal", f"{DEAL}{self.card_options()}", BOOK, short=DEAL),
            RuleSection("14s and 1s", out, BOOK, short=OUT),
            RuleSection("Move", moved, BOOK, (WHOLE,), MOVE),
            RuleSection("Home", HOME, BOOK, short=HOME),
            RuleSection("Must", MUST, BOOK, self._back(), MUST),
            RuleSection("End", END, BOOK, short=END),
        )

    def _back(self) -> tuple[Reading, ...]:
        back = taking_back(self._rules)
        return (Reading("", f"{back}."),) if back else ()

    def goal(self, table: TableView) -> str:
        """What wins the match: ``all 56 cards home``."""
        return f"all {ALL} cards home"

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """Cards home, and moves taken back."""
        match table.facts:
            case OldFacts(home, taken_back):
                line = Line("Home", f"{home} of {ALL}")
                return (line, Line("Taken back", str(taken_back))) if taken_back else (line,)
        return ()

    def zone(self, zone: Zone) -> ZoneName:
        """The name of a pile: ``3``, ``Under``; home piles have none, only the heading ``Home``."""
        if zone.kind == PileKind.HOME:
            return ZoneName("", heading="Home")
        return ZoneName("Under" if zone.kind == PileKind.UNDER else str(zone.number))

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """The home piles by color, then the piles that have cards left, as many in a line as fit."""
        home = {card.color: card for zone in zones if zone.kind == PileKind.HOME for card in zone.shown}
        lines = [[Cell(name="Home"), *(Cell((home[color],)) if color in home else GAP for color in Color)]]
        under = {zone.number: len(zone.shown) for zone in zones if zone.kind == PileKind.UNDER}
        room = 0
        for zone in zones:
            if zone.kind == PileKind.TRANSFER and zone.shown:
                if room < len(zone.shown):
                    lines.append([])
                    room = IN_LINE
                lines[-1].append(Cell(zone.shown, zone.hidden + under.get(zone.number, 0)))
                room -= len(zone.shown) + 1
        return lines

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardsMoved(cards, _, covered, turned):
                up = f" Turned up: {shown_all(turned)}." if turned else ""
                return f"{_move(cards, covered)}.{up}"
            case MoveTakenBack():
                return "Took back a move."
            case GaveUp():
                return "Gave up."
        return super().event(event)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The number of cards on the home piles: ``20 of 56 cards home``."""
        return "".join(f"{item.number} of {ALL} cards home" for item in items)

    def question(self, view: SeatView) -> str:
        """Whether a card can move: ``Move a card``, or ``No card can move``."""
        answers = options_of(view.decision) if view.decision else ()
        can_move = any(isinstance(option.action, Put) for option in answers)
        return "Move a card" if can_move else "No card can move"

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer."""
        match action:
            case Put(cards, place):
                return _move(cards, _top(view, place))
            case Say("go"):
                return "Play forced moves"
        return super().answer(view, action)

    def refusal(self, view: SeatView, action: Action) -> str:
        """Which cards may move, for a player who chose others."""
        if isinstance(action, Put):
            return (
                "Move all the face-up cards of a pile, onto a card a number higher and of another color. Only"
                " the last one can go home."
            )
        return super().refusal(view, action)


def _top(view: SeatView, place: int) -> Card | None:
    """The top card of a transfer pile; None for a home pile."""
    zones = (*view.table.zones, *view.zones)
    piles = (zone for zone in zones if zone.kind == PileKind.TRANSFER and zone.number == place)
    return next((zone.shown[-1] for zone in piles if zone.shown), None)


def _move(cards: Sequence[Card], covered: Card | None) -> str:
    """A move: ``{R8}–{G6} onto {Y9}``, or ``{R8} home``."""
    first, last = shown(cards[0]), shown(cards[-1])
    moved = first if first == last else f"{first}–{last}"
    return f"{moved} home" if covered is None else f"{moved} onto {shown(covered)}"
