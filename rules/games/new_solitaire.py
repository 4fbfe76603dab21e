"""New Rook Solitaire: clear seven columns onto one pile, each card a number up or down."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from rules.core.actions import Action, Put, Say
from rules.core.cards import Card
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import CardsSeen, Event, Secret
from rules.core.views import Fact, Zone
from rules.games.match import Board, Book, Match, Scored, Turn
from rules.games.options import ON_OFF, Offer
from rules.games.patience import GIVE_UP, UNDO, Patience, UndoRules, rounds
from rules.games.winning import best

COLUMNS: Final = 7
PARKED: Final = 35
PILE: Final = 0
"""The place of the playing pile."""
DEALS_EACH: Final = 3
"""Where several play; one alone plays one deal."""
TURN: Final = Option(Say("turn"), label="Turn the next card")
FINISH: Final = Option(GIVE_UP.action, label="Finish")
"""Giving up, where nothing is left but taking back."""


class NewRules(UndoRules):
    """New Rook Solitaire: how several compare, and whether one may hold back."""

    hold_back: Annotated[
        bool, Offer("Play", "Hold back", "One may turn the next card though another would still fit", ON_OFF)
    ] = False
    best_single: Annotated[
        bool, Offer("Scoring", "Best deal", "The best of three deals counts, not their sum (R-90)", ON_OFF)
    ] = False


class Layout(NamedTuple):
    """The columns with the playable card last, the hand with the next card first, and the playing pile."""

    columns: tuple[tuple[Card, ...], ...]
    hand: tuple[Card, ...]
    pile: tuple[Card, ...] = ()

    @property
    def parked(self) -> int:
        """How many cards are left in the columns."""
        return sum(map(len, self.columns))

    @property
    def score(self) -> int:
        """One off for each parked card; if there are none, one for each left in the hand."""
        return -self.parked if self.parked else len(self.hand)

    @property
    def is_out(self) -> bool:
        """Whether nothing can be turned or played any more."""
        return not (self.hand or playable(self))

    def __repr__(self) -> str:
        return f"<layout, {self.parked} parked>"


class Deal(NamedTuple):
    """Whose deal it is, the layout, and the earlier ones since the last card was turned."""

    player: Seat
    layout: Layout
    past: tuple[Layout, ...] = ()
    undone: int = 0

    def __repr__(self) -> str:
        return f"<deal of {self.player}, {self.layout.parked} parked>"


class NewSolitaire(Patience[NewRules, Deal]):
    """New Rook Solitaire (1924 booklet), for one, or for several who take turns."""

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        rules = self.rules
        turn = (
            "Turn the next card of the hand whenever you like."
            if rules.hold_back
            else "When nothing fits any more, turn the next card of the hand."
        )
        undo = f" A move may be taken back {rules.undo_words}, but not a card turned." if rules.undo else ""
        numbers = ""
        if rules.deal_number is not None:
            whose = "All have the same cards, next time" if rules.private else "Each deal has"
            numbers = f" {whose} those of the next number."
        counted = "the best of them counts" if rules.best_single else "the best sum wins"
        return (
            (
                "Deal",
                "Seven columns of five cards, face up. The other 21 cards are the hand, face down."
                f"{self.agreed()}",
            ),
            ("Turn", f"Turn a card of the hand: it begins the playing pile, or goes on top of it. {turn}"),
            (
                "Play",
                "Onto the pile goes the last card of any column, if it is a number higher or lower than the"
                " card on top; color does not matter. A 14 may also go onto a 1, but not a 1 onto a"
                f" 14.{undo}",
            ),
            (
                "Score",
                "Each card still parked when the hand is out is a point off. If all columns are cleared, each"
                " card left in the hand is a point. Giving up counts as if the hand were out.",
            ),
            (
                "Several",
                f"Players take turns, one deal each at a time, {DEALS_EACH} deals each, and {counted}"
                f".{numbers} Equal scores share the win. One alone plays one deal, and wins by clearing the"
                " columns.",
            ),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return "clear the columns, the best deal counts" if self.rules.best_single else "clear the columns"

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Five cards to each column, the left one first; the rest is the hand."""
        columns = tuple(cards[start : start + 5] for start in range(0, PARKED, 5))
        player = match.scored % match.seats
        seen = Secret(player, CardsSeen(player, cards[:PARKED]))
        return Turn(Deal(player, Layout(columns, cards[PARKED:])), (seen,))

    def later(self, match: Match) -> int:
        """Where only the player sees his cards, a numbered deal is the same for all: it is fair.

        Where all look on, those who come later would know the hand, so that each deal has its own number.
        """
        return match.scored // match.seats if self.rules.private else match.scored

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A card that fits, or the next of the hand."""
        layout, places = deal.layout, playable(deal.layout)
        cards = [(column, layout.columns[column][-1]) for column in places]
        options = [Option(Put((one,), PILE), label=f"{one} (column {column + 1})") for column, one in cards]
        if layout.hand and (self.rules.hold_back or not places):
            options.append(TURN)
        if self._can_undo(deal):
            options.append(UNDO)
        ask = "Nothing fits, and the hand is out" if layout.is_out else "Nothing fits"
        if not layout.pile:
            ask = "Begin"
        elif places:
            ask = f"Play onto {layout.pile[-1]}"
        options.append(FINISH if layout.is_out else GIVE_UP)
        return {deal.player: ChooseOption(deal.player, tuple(options), ask=ask)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Play a card, turn the next, take back or give up."""
        if action == GIVE_UP.action:
            how = "is done" if deal.layout.is_out else "gives up"
            return self._over(match, deal, self.told(f"{{{seat}}} {how}."))
        if action == UNDO.action:
            *past, layout = deal.past
            back = Deal(seat, layout, tuple(past), deal.undone + 1)
            return Turn(back, self.told(f"{{{seat}}} takes a move back."))
        if isinstance(action, Put):
            (one,) = action.cards
            after = deal._replace(layout=put(deal.layout, one), past=(*deal.past, deal.layout))
            return self._turn(match, after, self.told(f"{one} onto {deal.layout.pile[-1]}."))
        (one, *rest), pile = deal.layout.hand, deal.layout.pile
        turned = deal.layout._replace(hand=tuple(rest), pile=(*pile, one))
        told = (*self.told(f"{{{seat}}} turns {one}."), Secret(seat, CardsSeen(seat, (one,))))
        return self._turn(match, deal._replace(layout=turned, past=()), told)

    def refusal(self, match: Match, deal: Deal, seat: Seat, action: Action) -> str:
        """What may be played, for whoever chose another card."""
        if isinstance(action, Put) and deal.layout.pile:
            top = deal.layout.pile[-1]
            fitting = "a number up or down" + (", or a 14" if top.rank == 1 else "")
            return f"Only the last card of a column goes onto {top}, {fitting}."
        return super().refusal(match, deal, seat, action)

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Whoever has the best score after three deals each; one alone, if he cleared the columns."""
        if match.seats == 1:
            return (0,) if rounds(match)[-1].lines[0].scored >= 0 else ()
        return best(match) if match.scored >= DEALS_EACH * match.seats else None

    def player(self, deal: Deal) -> Seat:
        """Whose deal it is."""
        return deal.player

    def layout(self, deal: Deal) -> tuple[Zone, ...]:
        """The columns with the playable card last, the top of the playing pile, and the hand as a number."""
        columns = [
            Zone(str(number), None, cards, 0, is_row=True)
            for number, cards in enumerate(deal.layout.columns, start=1)
        ]
        return (*columns, Zone("Pile", None, deal.layout.pile[-1:], 0, is_row=True))

    def board(self, match: Match, deal: Deal) -> Board:
        """The columns and the pile; how many cards are parked and how many are left in the hand."""
        layout = deal.layout
        facts = [Fact("Parked", str(layout.parked)), Fact("Hand", str(len(layout.hand)))]
        if deal.undone:
            facts.append(Fact("Taken back", str(deal.undone)))
        cards = tuple(len(layout.hand) if seat == deal.player else 0 for seat in range(match.seats))
        return Board("Play", cards, facts=tuple(facts), zones=self.open_zones(deal))

    def _can_undo(self, deal: Deal) -> bool:
        return bool(deal.past) and deal.undone < self.rules.undo

    def _turn(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Turn[Deal]:
        """What came of a move: the deal is over when all is cleared, or nothing can be done any more."""
        layout = deal.layout
        is_stuck = layout.is_out and not self._can_undo(deal)
        return self._over(match, deal, events) if is_stuck or not layout.parked else Turn(deal, events)

    def _over(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> Turn[Deal]:
        score = deal.layout.score
        why = f"{deal.layout.parked} parked" if deal.layout.parked else f"cleared, {score} in hand"
        points = self._counted(match, deal.player, score)
        if self.rules.best_single and match.scored >= match.seats:
            why += ", the best so far" if points else ", not better"
        own = Scored(points, why)
        scores = tuple(own if seat == deal.player else Scored(0) for seat in range(match.seats))
        return Turn(deal, events, scores)

    def _counted(self, match: Match, seat: Seat, score: int) -> int:
        """What a deal adds to the total; where the best one counts, only what it is better by."""
        if not self.rules.best_single or match.scored < match.seats:
            return score
        best_so_far = sum(line.lines[seat].scored for line in rounds(match))
        return max(0, score - best_so_far)


def playable(layout: Layout) -> list[int]:
    """The columns whose last card fits onto the playing pile."""
    if not layout.pile:
        return []
    top = layout.pile[-1]
    return [index for index, cards in enumerate(layout.columns) if cards and fits(cards[-1], top)]


def fits(one: Card, top: Card) -> bool:
    """Whether a card may go onto another: a number higher or lower, or a 14 onto a 1 (R-90)."""
    return abs(one.rank - top.rank) == 1 or (one.rank == 14 and top.rank == 1)


def put(layout: Layout, one: Card) -> Layout:
    """The layout after the last card of a column went onto the pile."""
    columns = tuple(cards[:-1] if cards[-1:] == (one,) else cards for cards in layout.columns)
    return layout._replace(columns=columns, pile=(*layout.pile, one))


GAMES: Final = (
    NewSolitaire(
        Book(
            key="new_solitaire",
            title="New Rook Solitaire",
            edition="1924",
            kind="patience",
            seats=tuple(range(1, 9)),
            summary="Seven columns lie open. Clear them onto one pile, each card a number up or down, turning"
            " as few cards of the hand as you can.",
            source="Booklet of 1924, New Rook Solitaire",
        ),
        NewRules(),
    ),
)
