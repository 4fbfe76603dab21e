"""Old Rook Solitaire: plays every move out in several possible layouts, and takes the best."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.computers.brief import Brief, decision_of
from rules.core.actions import Action, Put
from rules.core.cards import RANKS, Card, Color, deck
from rules.core.views import SeatView
from rules.games.old_solitaire.deal import ALL, FITS_ON, PILES, Layout, Pile, moved
from rules.games.old_solitaire.facts import PileKind
from rules.games.old_solitaire.game import GO
from rules.games.solitaire.game import GIVE_UP

PLAYOUTS: Final = 80
"""Layouts played out for one decision, all moves together."""
WIN: Final = 20
"""Worth of a win, in cards on the home piles."""
DECK: Final = deck(range(1, RANKS + 1), bird=False)


def choose(brief: Brief, random: Random, share: float = 1.0) -> Action:
    """The move after which most cards reach the home piles on average; forced moves are played at once."""
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
    """A possible layout: the face-down cards are dealt at random."""
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
    """A mutable layout that is played to its end."""

    # Eighty are played out for a decision: the rules' own layouts would be too slow.

    def __init__(self, layout: Layout) -> None:
        self.home = list(layout.home)
        self.under = [list(pile.under) for pile in layout.piles]
        self.hidden = [list(pile.hidden) for pile in layout.piles]
        self.shown = [list(pile.shown) for pile in layout.piles]
        self.tops = {shown[-1]: index for index, shown in enumerate(self.shown) if shown}
        """Where each top card lies."""

    def played_out(self, random: Random) -> int:
        """Play to the end, transfers first; returns the number of cards on the home piles."""
        # A card on a transfer pile is a place for others; one on a home pile is not.
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
        """Turn up a pile's top as the rules do: 14s go under it unless only 14s are left, 1s go home."""
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
