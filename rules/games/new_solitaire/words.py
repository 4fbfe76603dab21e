"""The words of New Rook Solitaire, for players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.core.about import Reading, RuleSection
from rules.core.actions import Action, Put, Say
from rules.core.cards import Card
from rules.core.decisions import Seat, options_of
from rules.core.events import HeardEvent
from rules.core.scores import ScoreItem
from rules.core.views import SeatView, TableView, Zone
from rules.core.words import Line, Note, ZoneName, shown, who
from rules.games.new_solitaire.deal import DEALS_EACH
from rules.games.new_solitaire.events import CardPlayed, CardTurned, Finished
from rules.games.new_solitaire.facts import NewFacts, Phase, Pile, Scores, TogetherFacts
from rules.games.new_solitaire.options import NewRules
from rules.games.solitaire.events import GaveUp, MoveTakenBack
from rules.games.solitaire.words import SolitaireWords, taking_back

TURN: Final = Say("turn")
SCORES: Final[Mapping[str, str]] = {
    Scores.PARKED: "{} in columns",
    Scores.CLEARED: "cleared, {} in hand",
    Scores.BETTER: "the best so far",
    Scores.NOT_BETTER: "not better",
}

BOOK: Final = "1924 booklet, New Rook Solitaire"
ALONE: Final = f"{BOOK}, Rules for One Player"
IN_TURN: Final = (
    f"Players take turns, one deal at a time. Each plays {DEALS_EACH} deals. The best score wins."
)
AT_ONCE: Final = (
    f"All play at once, each with a deck of their own. Each plays {DEALS_EACH} deals. The best score wins."
)
SAME_ORDER: Final = Reading(
    "",
    "All decks are in the same order. You see only your own cards. The next deal begins when all are done.",
)
OWN_DECKS: Final = "Several can also play all at once, each with a deck of their own."
ONE: Final = "One player alone plays one deal, and wins by clearing the columns."
DEAL: Final = "Deal seven columns of five cards, face up. The other 21 cards are your hand, face down."
PLAY: Final = (
    "Play the last card of any column onto the pile if it is the next number up or down. A 14 can also go"
    " on a 1."
)
SCORE: Final = (
    "Once your hand runs out, each card left in the columns costs 1 point. Clear them, and each card in"
    " hand is 1."
)
ONE_WAY: Final = Reading("R-90", "A 1 never goes on a 14.")
GIVING_UP: Final = Reading("", "If you give up, you score as if your hand had run out.")


class NewWords(SolitaireWords):
    """The words of New Rook Solitaire."""

    phases: ClassVar[Mapping[object, str]] = {Phase.PLAYING: "Play"}

    def __init__(self, rules: NewRules) -> None:
        super().__init__(rules)
        self._rules = rules

    def rules(self) -> tuple[RuleSection, ...]:
        """The rules in short sections."""
        rules = self._rules
        turned = "Turn up the top card of your hand. It starts the pile, or goes on top of it."
        turned += (
            " You can turn the next card at any time."
            if rules.hold_back
            else " When nothing fits, turn the next card."
        )
        played = (
            "Play the last card of any column onto the pile if it is the next number up or down. Color"
            " doesn't matter. A 14 can also go on a 1."
        )
        scored = (
            "If your hand runs out, each card left in the columns costs 1 point. If you clear the columns,"
            " each card left in your hand is 1 point."
        )
        several = AT_ONCE if rules.at_once else IN_TURN
        return (
            RuleSection("Deal", f"{DEAL}{self.card_options()}", ALONE, short=DEAL),
            RuleSection("Turn", turned, ALONE, short=turned),
            RuleSection("Play", played, ALONE, (ONE_WAY, *self._back()), PLAY),
            RuleSection("Score", scored, ALONE, (GIVING_UP,), SCORE),
            RuleSection("Several", several, f"{BOOK}, For Two or More Players", self._several(), several),
            RuleSection("One", ONE, short=ONE),
            *self._decks(),
        )

    def _back(self) -> tuple[Reading, ...]:
        back = taking_back(self._rules)
        return (Reading("", f"{back}, but not a card you turned."),) if back else ()

    def _several(self) -> tuple[Reading, ...]:
        best = "the best single deal" if self._rules.best_single else "the sum of the three deals"
        tied = "everyone plays another deal" if self._rules.extra_deal else "the win is shared"
        readings = (
            Reading("R-90", f"The best score is {best}."),
            Reading("R-06", f"On a tie {tied}."),
        )
        order = (SAME_ORDER,) if self._rules.at_once else ()
        return (*readings, *order, *self._numbers())

    def _decks(self) -> tuple[RuleSection, ...]:
        """The other way for several to play, unless it is played."""
        if self._rules.at_once:
            return ()
        return (RuleSection("Good to know", OWN_DECKS, f"{BOOK}, For Two or More Players"),)

    def _numbers(self) -> tuple[Reading, ...]:
        """With a deal number: which cards each of several players gets."""
        if self._rules.deal_number is None:
            return ()
        which = (
            "Everyone gets the same cards. The next round has the next number."
            if self._rules.hides_cards
            else "Each deal has the next number."
        )
        return (Reading("", which),)

    def goal(self, table: TableView) -> str:
        """What wins the match, in a few words."""
        return "clear the columns, the best deal counts" if self._rules.best_single else "clear the columns"

    def lines(self, table: TableView) -> tuple[Line, ...]:
        """Cards left in the columns and in the hand, and the moves taken back."""
        match table.facts:
            case NewFacts(_, parked, hand, taken_back):
                left = (Line("Columns", str(parked)), Line("Hand", str(hand)))
                return (*left, Line("Taken back", str(taken_back))) if taken_back else left
        return ()

    def notes(self, table: TableView, seat: Seat) -> tuple[Note, ...]:
        """Where all play at once: the cards a seat has left, or that its deal is over."""
        match table.facts:
            case TogetherFacts(parked, hands, playing):
                left = f"{parked[seat]} in columns, {hands[seat]} in hand"
                return (Note(left if seat in playing else f"done: {left}"),)
        return super().notes(table, seat)

    def zone(self, zone: Zone) -> ZoneName:
        """The name of a pile; a column has its number."""
        return ZoneName(str(zone.number) if zone.kind == Pile.COLUMN else "Pile")

    def event(self, event: HeardEvent) -> str:
        """An event as a sentence; empty if it is not told."""
        match event:
            case CardTurned(seat, card):
                return f"{who(seat)} turns {shown(card)}."
            case CardPlayed(_, card, covered):
                return f"{shown(card)} onto {shown(covered)}."
            case MoveTakenBack(seat):
                return f"{who(seat)} takes back a move."
            case Finished(seat):
                return f"{who(seat)} is done."
            case GaveUp(seat):
                return f"{who(seat)} gives up."
        return super().event(event)

    def score(self, items: tuple[ScoreItem, ...]) -> str:
        """Cards parked or left in the hand, and with *Best deal* whether that is the best so far."""
        return ", ".join(SCORES[item.kind].format(item.number) for item in items)

    def question(self, view: SeatView) -> str:
        """To turn the first card, to play onto the pile's top card, or that no card fits."""
        top = _top(view)
        if top is None:
            return "Turn your first card"
        if _plays(view):
            return f"Play onto {shown(top)}"
        return "Nothing fits" if _can_play_or_turn(view) else "Nothing fits, and your hand is out"

    def answer(self, view: SeatView, action: Action) -> str:
        """The label of an answer."""
        match action:
            case Put((card,)):
                return f"Play {shown(card)}, column {_column(view, card)}"
            case Say("turn"):
                return "Turn next card"
            case Say("quit") if not _can_play_or_turn(view):
                return "Finish"
        return super().answer(view, action)

    def refusal(self, view: SeatView, action: Action) -> str:
        """Why an action is no answer now: for a card, which cards fit; otherwise a general sentence."""
        top = _top(view)
        if isinstance(action, Put) and top is not None:
            fitting = "the next number up or down" + (", or a 14" if top.rank == 1 else "")
            return f"Play the last card of a column onto {shown(top)}: {fitting}."
        return super().refusal(view, action)


def _zones(view: SeatView) -> tuple[Zone, ...]:
    """The zones of the layout, public or the player's own."""
    return (*view.table.zones, *view.zones)


def _top(view: SeatView) -> Card | None:
    """The top card of the playing pile; None before the first is turned."""
    return next((card for zone in _zones(view) if zone.kind == Pile.PLAYING for card in zone.shown), None)


def _column(view: SeatView, card: Card) -> int | None:
    """The number of the column with this last card; None if there is none."""
    columns = (zone for zone in _zones(view) if zone.kind == Pile.COLUMN)
    return next((zone.number for zone in columns if zone.shown[-1:] == (card,)), None)


def _answers(view: SeatView) -> tuple[Action, ...]:
    """The answers open to the player."""
    return tuple(option.action for option in options_of(view.decision)) if view.decision else ()


def _plays(view: SeatView) -> bool:
    """Whether a card may be played."""
    return any(isinstance(answer, Put) for answer in _answers(view))


def _can_play_or_turn(view: SeatView) -> bool:
    """Whether a card may be played or turned."""
    return _plays(view) or TURN in _answers(view)
