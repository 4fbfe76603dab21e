"""The computer player of Old Rook Solitaire: plays every move out in sampled layouts, and takes the best."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.computers.brief import Brief, decision_of
from bot.computers.games.reasons import NextOfColor, NoMove, OneMove, OtherReason, Uncovers
from rules.core.actions import Action, Put
from rules.core.cards import RANKS, Card, Color, deck
from rules.core.views import SeatView
from rules.games.old_solitaire.deal import ALL, FITS_ON, HOME, PILES, Layout, Pile, moved
from rules.games.old_solitaire.facts import PileKind
from rules.games.old_solitaire.game import GO
from rules.games.solitaire.game import GIVE_UP

PLAYOUTS: Final = 80
"""Games played out for one decision, over all its moves."""
WIN: Final = 20
"""Points a win is worth, in addition to one for each card that comes home."""
DECK: Final = deck(range(1, RANKS + 1), bird=False)


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """The move with most cards home on average; ``GO`` for a forced move, giving up without moves."""
    moves = [answer for answer in decision_of(brief).answers() if isinstance(answer, Put)]
    if not moves:
        return GIVE_UP.action
    if len(moves) == 1:
        return GO.action
    worth = [0] * len(moves)
    for _ in range(max(1, round(PLAYOUTS * share) // len(moves))):
        layout = imagined(brief.view, random)
        for place, move in enumerate(moves):
            score = World(moved(layout, move)[0]).played_out(random)
            worth[place] += score + WIN if score == ALL else score
    return moves[worth.index(max(worth))]


def imagined(view: SeatView, random: Random) -> Layout:
    """A sampled layout that agrees with the view: unseen cards are dealt at random."""
    zones = {(zone.kind, zone.number): zone for zone in (*view.table.zones, *view.zones)}
    tops = {card.color: card.rank for card in zones[PileKind.HOME, None].shown}
    red, yellow, green, black = (tops.get(color, 0) for color in Color)
    home = (red, yellow, green, black)
    numbers = range(1, PILES + 1)
    piles = [(zones[PileKind.TRANSFER, one], zones.get((PileKind.UNDER, one))) for one in numbers]
    seen = {card for pile, under in piles for card in (*pile.shown, *(under.shown if under else ()))}
    unseen = [card for card in DECK if card not in seen and card.rank > home[card.color or 0]]
    random.shuffle(unseen)
    dealt = iter(unseen)
    return Layout(
        tuple(
            Pile(under.shown if under else (), tuple(next(dealt) for _ in range(pile.hidden)), pile.shown)
            for pile, under in piles
        ),
        home,
    )


class World:
    """A mutable layout for playing out, faster than that of the rules."""

    def __init__(self, layout: Layout) -> None:
        self.home = list(layout.home)
        self.under = [list(pile.under) for pile in layout.piles]
        self.hidden = [list(pile.hidden) for pile in layout.piles]
        self.shown = [list(pile.shown) for pile in layout.piles]
        self.tops = {shown[-1]: index for index, shown in enumerate(self.shown) if shown}
        """The index of the pile, by top card."""

    def played_out(self, random: Random) -> int:
        """Play to the end and return the number of cards that come home.

        Transfers go first, from the piles with most hidden cards: no card fits on one that went home.
        """
        while True:
            transfers = [
                (len(self.hidden[index]) + 2 * random.random(), index, self.tops[onto])
                for index, shown in enumerate(self.shown)
                if shown
                for onto in FITS_ON[shown[0]]
                if onto in self.tops
            ]
            if transfers:
                _, source, onto = max(transfers)
                self._transfer(source, onto)
                continue
            ready = [DECK[RANKS * color + top] for color, top in enumerate(self.home) if top < RANKS]
            ready = [card for card in ready if card in self.tops]
            if not ready:
                return sum(self.home)
            self._bring_home(ready[int(random.random() * len(ready))])

    def _transfer(self, source: int, onto: int) -> None:
        cards = self.shown[source]
        del self.tops[self.shown[onto][-1]]
        self.tops[cards[-1]] = onto
        self.shown[onto] += cards
        self.shown[source] = []
        self._turn_up(source)

    def _bring_home(self, card: Card) -> None:
        source = self.tops.pop(card)
        self.shown[source].pop()
        self.home[int(card) // RANKS] += 1
        if self.shown[source]:
            self.tops[self.shown[source][-1]] = source
        else:
            self._turn_up(source)

    def _turn_up(self, index: int) -> None:
        """Turn up a pile's next card: 14s go under the pile unless only 14s are left, and 1s go home."""
        hidden, under = self.hidden[index], self.under[index]
        while hidden or under:
            top = (hidden or under).pop()
            rank = int(top) % RANKS
            if rank == RANKS - 1 and hidden:
                under.insert(0, top)
            elif rank == 0:
                self.home[int(top) // RANKS] = 1
            else:
                self.shown[index] = [top]
                self.tops[top] = index
                return


def explain(brief: Brief, action: Action) -> OtherReason | None:
    """The reason for a move: it goes home, uncovers cards, or is the only one."""
    if action == GO.action:
        return OneMove()
    if not isinstance(action, Put):
        return NoMove()
    if action.place >= HOME:
        return NextOfColor()
    zones = (*brief.view.table.zones, *brief.view.zones)
    pile = next(
        zone for zone in zones if zone.kind == PileKind.TRANSFER and zone.shown[-1:] == action.cards[-1:]
    )
    under = (len(zone.shown) for zone in zones if zone.kind == PileKind.UNDER and zone.number == pile.number)
    return Uncovers(pile.hidden + sum(under))
