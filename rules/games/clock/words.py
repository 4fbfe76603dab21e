"""The words of Rook Clock Pastime, for players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import Action, Say
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import GAP, Cell, Line, ZoneName, shown
from rules.games.clock.deal import ALL
from rules.games.clock.events import HoursTurned
from rules.games.clock.facts import ClockFacts, Phase, Pile
from rules.games.clock.options import ClockRules
from rules.games.solitaire.words import SolitaireWords
from rules.games.turning_words import cards_turn

BOOK: Final = "1924 booklet, Rook Clock Pastime"
CENTER: Final = Reading("R-91", "The two piles in the center are one for the 13s and one for the 14s.")
DIAL: Final = (
    (None, 11, 12, 1, None),
    (10, None, None, None, 2),
    (9, 13, None, 14, 3),
    (8, None, None, None, 4),
    (None, 7, 6, 5, None),
)
"""The piles as they lie on the table: the hours in a circle, the 13s and 14s in the center."""
LAST_ONE: Final = Reading("", "The fourth 1 ends it. About 1 deal in 14 works out.")


DEAL: Final = "Twelve piles of four cards lie in a circle for the hours, two in the center, all face down."
PLAY: Final = "Turn a card and put it under the pile of its number. Then turn the top card there, and so on."
END: Final = "It works out if every card comes home."


class ClockWords(SolitaireWords):
    """The words of Rook Clock Pastime."""

    phases: ClassVar[Mapping[object, str]] = {Phase.TURNING: "Turning"}
    answers: ClassVar[Mapping[Action, str]] = {Say("turn"): "Turn", Say("all"): "Turn all"}

    def __init__(self, rules: ClockRules) -> None:
        super().__init__(rules)
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        dealt = (
            "Deal the cards face down, one at a time. Twelve piles lie in a circle for the hours, two in the"
            f" center. Each pile gets four cards.{self.card_options()}"
        )
        played = (
            "Turn the top card at one o'clock. Put it face up under the pile of its number. Then turn the top"
            " card of that pile, and so on."
        )
        return (
            RuleSection("Deal", dealt, BOOK, (CENTER,), DEAL),
            RuleSection("Play", played, BOOK, (self._turning(),), PLAY),
            RuleSection("End", END, BOOK, (LAST_ONE,), END),
        )

    def _turning(self) -> Reading:
        how = (
            cards_turn(self._rules)
            if self._rules.is_automatic
            else "Press *Turn* for the next card, or *Turn all*."
        )
        return Reading("", f"There is nothing to decide. {how}")

    def goal(self, table: TableView) -> str:
        """What wins the match: ``get every card home``."""
        return "get every card home"

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """Cards home; unless the deal is private, 1s home, too, and the next pile while there is one."""
        match table.facts:
            case ClockFacts(home, ones, next_pile):
                lines = [Line("Home", f"{home} of {ALL}")]
                lines += [] if ones is None else [Line("1s", f"{ones} of 4")]
                lines += [] if next_pile is None else [Line("Next", _hour(next_pile))]
                return tuple(lines)
        return ()

    def zone(self, zone: Zone) -> ZoneName:
        """The name of a pile."""
        assert zone.kind == Pile.HOUR
        assert zone.number is not None
        return ZoneName(_hour(zone.number))

    def board(self, zones: Sequence[Zone]) -> Sequence[Sequence[Cell]]:
        """The dial. A pile is its last card home; one without a card home is face down."""
        piles = {zone.number: Cell(zone.shown[-1:], 0 if zone.shown else zone.hidden) for zone in zones}
        return [[GAP if hour is None else piles[hour] for hour in line] for line in DIAL]

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence, empty if not told; of several cards turned at once it names the last."""
        match event:
            case HoursTurned(pile, (card,)):
                return f"{_hour(pile).capitalize()}: {shown(card)} goes to {_hour(card.rank)}."
            case HoursTurned(_, cards):
                return f"The last card turned is {shown(cards[-1])}."
        return super().event(event)

    def prompt(self, table: TableView) -> str:
        """That the player is to turn a card, or that cards turn automatically; empty if private."""
        if self._rules.private or not isinstance(table.facts, ClockFacts):
            return ""
        return "The cards turn by themselves." if self._rules.is_automatic else "Turn the next card."

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """The number of cards put under their piles: ``20 of 56 cards home``."""
        return "".join(f"{item.number} of {ALL} cards home" for item in items)

    def question(self, view: SeatView) -> str:
        """Asks for the top card of the next pile, which it names; empty if no card can be turned."""
        match view.facts or view.table.facts:
            case ClockFacts(next_pile=pile) if pile is not None:
                return f"Turn a card at {_hour(pile)}"
        return ""


def _hour(pile: int) -> str:
    """The name of a pile: an hour, or one of the two in the center (R-91)."""
    return f"{pile} o'clock" if pile <= 12 else f"center {pile}"
