"""Old Rook Solitaire."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar, Final

from rules.core.actions import Action, Put, Say
from rules.core.cards import Card
from rules.core.dealing import piles_event
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import Event
from rules.core.match import Match
from rules.core.outcome import Ranking
from rules.core.scores import ScoreItem
from rules.core.views import Zone
from rules.games.frame import Board, DealStep, Scored
from rules.games.old_solitaire.deal import ALL, HOME, PILES, Deal, Layout, Pile, legal_moves, moved, turned_up
from rules.games.old_solitaire.events import CardsMoved, TopsTurned
from rules.games.old_solitaire.facts import Phase, Scores, facts_of, zones
from rules.games.old_solitaire.words import OldWords
from rules.games.solitaire.events import GaveUp, MoveTakenBack
from rules.games.solitaire.game import GIVE_UP, UNDO, Solitaire
from rules.games.solitaire.options import UndoRules

GO: Final = Option(Say("go"))


class OldSolitaire(Solitaire[UndoRules, Deal]):
    """Old Rook Solitaire (1924 booklet)."""

    ranking: ClassVar[Ranking] = Ranking.SOLVED

    @cached_property
    def words(self) -> OldWords:
        """The words of the game, for players."""
        return OldWords(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal four cards to each pile and turn up the top ones."""
        piles = tuple(cards[start : start + 4] for start in range(0, ALL, 4))
        layout, tops = Layout(tuple(Pile((), pile, ()) for pile in piles), (0, 0, 0, 0)), []
        for index in range(PILES):
            layout, turned = turned_up(layout, index)
            tops.append(turned)
        dealt = piles_event(pile[::-1] for pile in piles)
        return self._turn(Deal(layout), (dealt, *self.card_events(0, TopsTurned(tuple(tops)))))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask to move a card or sequence, to play forced moves if only one is possible, undo, or give up."""
        moves = legal_moves(deal.layout)
        options = [Option(move) for move in moves]
        if len(moves) == 1:
            options.append(GO)
        if self._can_undo(deal):
            options.append(UNDO)
        return {0: ChooseOption(0, (*options, GIVE_UP))}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Move, play all forced moves, take back or give up."""
        if action == GIVE_UP.action:
            return DealStep(deal, self.card_events(seat, GaveUp(seat)), _scores(deal))
        if action == UNDO.action:
            *past, layout = deal.past
            return DealStep(
                Deal(layout, tuple(past), deal.undone + 1), self.card_events(seat, MoveTakenBack(seat))
            )
        layout, events = deal.layout, list[CardsMoved]()
        moves = [action] if isinstance(action, Put) else legal_moves(layout)
        while len(moves) == 1:
            (move,) = moves
            onto = None if move.place >= HOME else layout.piles[move.place - 1].shown[-1]
            layout, turned = moved(layout, move)
            events.append(CardsMoved(move.cards, move.place, onto, turned))
            moves = [] if isinstance(action, Put) else legal_moves(layout)
        return self._turn(
            Deal(layout, (*deal.past, deal.layout), deal.undone), self.card_events(seat, *events)
        )

    def layout(self, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The fourteen piles by number, the 14s put under them, and the top card of each home pile."""
        return zones(deal.layout)

    def board(self, match: Match, deal: Deal) -> Board:
        """The numbers of cards home and of moves taken back; unless private the piles, too."""
        return Board(
            phase=Phase.PLAYING,
            cards=(0,) * match.seats,
            facts=facts_of(deal),
            zones=self.open_zones(deal),
        )

    def _can_undo(self, deal: Deal) -> bool:
        return bool(deal.past) and deal.undone < self.rules.undo

    def _turn(self, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """The step of a move. The deal ends when all cards are home, or no move and no undo is left."""
        is_won = deal.layout.score == ALL
        is_lost = not legal_moves(deal.layout) and not self._can_undo(deal)
        return DealStep(deal, events, _scores(deal) if is_won or is_lost else None)


def _scores(deal: Deal) -> tuple[Scored, ...]:
    return ((ScoreItem(Scores.HOME, deal.layout.score, deal.layout.score),),)
