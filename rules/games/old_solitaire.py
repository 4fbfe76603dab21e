"""Old Rook Solitaire: fourteen piles, four of them built up by color from 1 to 14."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from rules.core.actions import Action, Put, Say
from rules.core.cards import RANKS, Card, Color, card
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import Event
from rules.core.views import Fact, Zone
from rules.games.match import Board, Book, Match, Scored, Turn, replaced
from rules.games.patience import GIVE_UP, UNDO, Patience, UndoRules, rounds

PILES: Final = 14
HOME: Final = PILES + 1
"""The place of the red building pile; those of the other colors follow."""
ALL: Final = 56
FITS_ON: Final = {
    card(color, rank): tuple(card(other, rank + 1) for other in Color if other != color and rank < RANKS)
    for color in Color
    for rank in range(1, RANKS + 1)
}
"""The cards another may be laid on: a number higher, of another color."""
GO: Final = Option(Say("go"), label="Play all that is forced")


class Pile(NamedTuple):
    """One of the fourteen piles, from its lowest card: 14s put under it, cards never seen, cards face up."""

    under: tuple[Card, ...]
    hidden: tuple[Card, ...]
    shown: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<pile of {len(self.under) + len(self.hidden) + len(self.shown)}>"


class Layout(NamedTuple):
    """The piles, and the highest number home in each color, 0 before the 1 appears."""

    piles: tuple[Pile, ...]
    home: tuple[int, int, int, int]

    @property
    def score(self) -> int:
        """How many cards are home."""
        return sum(self.home)

    def __repr__(self) -> str:
        return f"<layout, {self.score} cards home>"


class Deal(NamedTuple):
    """The layout, and the earlier ones one may go back to."""

    layout: Layout
    past: tuple[Layout, ...] = ()
    undone: int = 0

    def __repr__(self) -> str:
        return f"<deal, {self.layout.score} cards home>"


class OldSolitaire(Patience[UndoRules, Deal]):
    """Old Rook Solitaire (1924 booklet)."""

    keeps_points: ClassVar[bool] = False

    def explain(self) -> tuple[tuple[str, str], ...]:
        """The rules in short sections."""
        rules = self.rules
        undo = f" A move may be taken back {rules.undo_words}." if rules.undo else ""
        back = " and you take nothing back" if rules.undo else ""
        return (
            (
                "Deal",
                f"Fourteen piles of four cards, face down; the top card of each is turned up.{self.agreed()}",
            ),
            (
                "14s and 1s",
                "A 14 that shows goes under its own pile, unless only 14s are left there. A 1 that shows is"
                " laid out at once and begins the home pile of its color.",
            ),
            (
                "Move",
                "A card goes onto one that is a number higher and of another color. Cards that lie face up on"
                " each other move together. Whatever is uncovered is turned up; an empty space stays empty.",
            ),
            ("Home", "The home piles go up to 14, each in its own color, one card at a time."),
            ("Must", f"As long as anything can be moved, something must be.{undo}"),
            ("End", f"You win if all 56 cards come home. If nothing can be moved{back}, the deal is lost."),
        )

    def goal(self) -> str:
        """What wins, in a few words."""
        return "all 56 cards home"

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Four cards to each pile; the top ones are turned up."""
        piles = tuple(Pile((), cards[start : start + 4], ()) for start in range(0, ALL, 4))
        layout = Layout(piles, (0, 0, 0, 0))
        for index in range(PILES):
            layout, _ = turned_up(layout, index)
        return self._turn(Deal(layout), ())

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """A card or sequence to move; one must, as long as one can."""
        moves = legal_moves(deal.layout)
        options = [Option(move, label=_label(deal.layout, move)) for move in moves]
        if len(moves) == 1:
            options.append(GO)
        if self._can_undo(deal):
            options.append(UNDO)
        ask = "Move a card" if moves else "No card can be moved"
        return {0: ChooseOption(0, (*options, GIVE_UP), ask=ask)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Move, play what is forced, take back or give up."""
        if action == GIVE_UP.action:
            return Turn(deal, self.told("Given up."), _scores(deal))
        if action == UNDO.action:
            *past, layout = deal.past
            return Turn(Deal(layout, tuple(past), deal.undone + 1), self.told("A move is taken back."))
        layout, told = deal.layout, list[str]()
        moves = [action] if isinstance(action, Put) else legal_moves(layout)
        while len(moves) == 1:
            (move,) = moves
            text = _label(layout, move)
            layout, turned = moved(layout, move)
            told.append(f"{text}, turned up {' '.join(map(str, turned))}." if turned else f"{text}.")
            moves = [] if isinstance(action, Put) else legal_moves(layout)
        events = tuple(event for text in told for event in self.told(text))
        return self._turn(Deal(layout, (*deal.past, deal.layout), deal.undone), events)

    def refusal(self, match: Match, deal: Deal, seat: Seat, action: Action) -> str:
        """What may be moved, for whoever chose something else."""
        if isinstance(action, Put):
            return (
                "What lies face up moves whole onto a card a number higher and of another color."
                " Only its last card goes home."
            )
        return super().refusal(match, deal, seat, action)

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """The player, if all cards came home; else nobody."""
        return (0,) if rounds(match)[-1].lines[0].scored == ALL else ()

    def player(self, deal: Deal) -> Seat:
        """The only one there is."""
        return 0

    def layout(self, deal: Deal) -> tuple[Zone, ...]:
        """The fourteen piles by number, the 14s put under them, and the top card of each home pile."""
        piles = deal.layout.piles
        rows = [
            Zone(str(number), None, pile.shown, len(pile.hidden), is_row=True)
            for number, pile in enumerate(piles, start=1)
        ]
        under = [
            Zone(f"Under {number}", None, pile.under, 0)
            for number, pile in enumerate(piles, start=1)
            if pile.under
        ]
        home = tuple(card(color, top) for color, top in zip(Color, deal.layout.home, strict=True) if top)
        return (*rows, Zone("", None, home, 0, is_row=True, heading="Home"), *under)

    def board(self, match: Match, deal: Deal) -> Board:
        """The piles, how many cards are home, and how often a move was taken back."""
        facts = [Fact("Home", f"{deal.layout.score} of {ALL}")]
        if deal.undone:
            facts.append(Fact("Taken back", str(deal.undone)))
        return Board("Play", (0,) * match.seats, facts=tuple(facts), zones=self.open_zones(deal))

    def _can_undo(self, deal: Deal) -> bool:
        return bool(deal.past) and deal.undone < self.rules.undo

    def _turn(self, deal: Deal, events: tuple[Event, ...]) -> Turn[Deal]:
        """What came of a move: the deal is over when all is home, or nothing can be moved or taken back."""
        is_won = deal.layout.score == ALL
        is_lost = not legal_moves(deal.layout) and not self._can_undo(deal)
        return Turn(deal, events, _scores(deal) if is_won or is_lost else None)


def turned_up(layout: Layout, index: int) -> tuple[Layout, tuple[Card, ...]]:
    """Turn up the top of a pile that shows nothing, and say which cards appeared.

    A 14 goes under the pile unless only 14s are left there; a 1 is laid out at once.
    """
    (under, hidden, shown), home = layout.piles[index], list(layout.home)
    turned: list[Card] = []
    while not shown and (hidden or under):
        if not hidden:
            shown, under = under[-1:], under[:-1]
            turned += shown
            continue
        top, hidden = hidden[-1], hidden[:-1]
        turned.append(top)
        if top.rank == RANKS and hidden:
            under = (top, *under)
        elif top.color is not None and top.rank == 1:
            home[top.color] = 1
        else:
            shown = (top,)
    red, yellow, green, black = home
    after = Layout(replaced(layout.piles, index, Pile(under, hidden, shown)), (red, yellow, green, black))
    return after, tuple(turned)


def legal_moves(layout: Layout) -> list[Put]:
    """Every card that may go home, and every sequence that may go onto another pile.

    A sequence always moves whole, so each move brings a card home, turns one up or empties a pile: there
    is no endless shuffling, and nothing that R-89 would make optional.
    """
    tops = {pile.shown[-1]: number for number, pile in enumerate(layout.piles, start=1) if pile.shown}
    moves = [
        Put((card(color, top + 1),), HOME + color)
        for color, top in zip(Color, layout.home, strict=True)
        if top < RANKS and card(color, top + 1) in tops
    ]
    for pile in layout.piles:
        if pile.shown:
            moves += [Put(pile.shown, tops[onto]) for onto in FITS_ON[pile.shown[0]] if onto in tops]
    return moves


def moved(layout: Layout, move: Put) -> tuple[Layout, tuple[Card, ...]]:
    """The layout after a move, and the cards turned up by it."""
    source = next(index for index, pile in enumerate(layout.piles) if pile.shown[-1:] == move.cards[-1:])
    pile = layout.piles[source]
    piles = replaced(layout.piles, source, pile._replace(shown=pile.shown[: -len(move.cards)]))
    home = layout.home
    if move.place >= HOME:
        red, yellow, green, black = (
            top + (color == move.place - HOME) for color, top in zip(Color, home, strict=True)
        )
        home = (red, yellow, green, black)
    else:
        onto = piles[move.place - 1]
        piles = replaced(piles, move.place - 1, onto._replace(shown=onto.shown + move.cards))
    return turned_up(Layout(piles, home), source)


def _scores(deal: Deal) -> tuple[Scored, ...]:
    return (Scored(deal.layout.score, f"{deal.layout.score} of {ALL} cards home"),)


def _label(layout: Layout, move: Put) -> str:
    first, last = move.cards[0], move.cards[-1]
    cards = str(first) if first == last else f"{first}–{last}"
    if move.place >= HOME:
        return f"{cards} home"
    return f"{cards} onto {layout.piles[move.place - 1].shown[-1]} (pile {move.place})"


GAMES: Final = (
    OldSolitaire(
        Book(
            key="old_solitaire",
            title="Old Rook Solitaire",
            edition="1924",
            kind="patience",
            seats=(1,),
            summary="Fourteen piles of four cards. Uncover them by moving cards onto the next higher of"
            " another color, and build each color up from 1 to 14.",
            source="Booklet of 1924, Old Rook Solitaire",
        ),
        UndoRules(),
    ),
)
