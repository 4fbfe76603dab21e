"""New Rook Solitaire for one player, or for several who take turns."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from rules.core.actions import Action, Put, Say
from rules.core.cards import Card
from rules.core.dealing import piles_event
from rules.core.decisions import ChooseOption, Decisions, Option, Seat
from rules.core.events import Event
from rules.core.match import Match
from rules.core.scores import ScoreItem
from rules.core.views import Zone
from rules.core.winning import Goal, decided
from rules.games.frame import Board, DealStep
from rules.games.new_solitaire.deal import DEALS_EACH, PARKED, PILE, Deal, Layout, playable, put
from rules.games.new_solitaire.events import CardPlayed, CardTurned, ColumnsLaid, Finished
from rules.games.new_solitaire.facts import Phase, Scores, facts_of, zones
from rules.games.new_solitaire.options import NewRules
from rules.games.new_solitaire.words import NewWords
from rules.games.solitaire.events import GaveUp, MoveTakenBack
from rules.games.solitaire.game import GIVE_UP, UNDO, Solitaire, scored_deals

TURN: Final = Option(Say("turn"))
FINISH: Final = Option(GIVE_UP.action)
"""Giving up when no card can be turned or played: it is no grave step then."""


class NewSolitaire(Solitaire[NewRules, Deal]):
    """New Rook Solitaire (1924 booklet), for one player, or for several who take turns."""

    @cached_property
    def words(self) -> NewWords:
        """The words of the game, for players."""
        return NewWords(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal five cards to each column, the left one first; the rest is the hand."""
        columns = tuple(cards[start : start + 5] for start in range(0, PARKED, 5))
        player = match.scored % match.seats
        hand = cards[PARKED:]
        events = (piles_event((hand,)), *self.card_events(player, ColumnsLaid(player, columns)))
        return DealStep(Deal(player, Layout(columns, hand)), events)

    def number_offset(self, match: Match) -> int:
        """Number of deals scored; if deals are private, of full rounds, as all players get the same cards."""
        # Everyone may get the same private cards. In the open a later player would know the hand.
        return match.scored // match.seats if self.rules.private else match.scored

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask to play a card that fits, turn the next (if none fits, or *Hold back*), undo, or give up."""
        layout, places = deal.layout, playable(deal.layout)
        options = [Option(Put((layout.columns[column][-1],), PILE)) for column in places]
        if layout.hand and (self.rules.hold_back or not places):
            options.append(TURN)
        if self._can_undo(deal):
            options.append(UNDO)
        options.append(FINISH if layout.is_out else GIVE_UP)
        return {deal.player: ChooseOption(deal.player, tuple(options))}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Play a card, turn the next, take back or give up. Ends the deal if cleared or no move is left."""
        if action == GIVE_UP.action:
            ended = Finished(seat) if deal.layout.is_out else GaveUp(seat)
            return self._over(match, deal, self.card_events(seat, ended))
        if action == UNDO.action:
            *past, layout = deal.past
            back = Deal(seat, layout, tuple(past), deal.undone + 1)
            return DealStep(back, self.card_events(seat, MoveTakenBack(seat)))
        if isinstance(action, Put):
            (one,) = action.cards
            after = deal._replace(layout=put(deal.layout, one), past=(*deal.past, deal.layout))
            return self._turn(
                match, after, self.card_events(seat, CardPlayed(seat, one, deal.layout.pile[-1]))
            )
        (one, *rest), pile = deal.layout.hand, deal.layout.pile
        turned = deal.layout._replace(hand=tuple(rest), pile=(*pile, one))
        after = deal._replace(layout=turned, past=())
        return self._turn(match, after, self.card_events(seat, CardTurned(seat, one)))

    def winners(self, match: Match) -> tuple[Seat, ...] | None:
        """Best scores after three deals each, None before; a single player wins by clearing the columns."""
        if match.seats == 1:
            return (0,) if scored_deals(match)[-1].sides[0].scored >= 0 else ()
        return decided(match, Goal(deals=DEALS_EACH * match.seats))

    def player(self, deal: Deal) -> Seat:
        """The seat that plays the deal."""
        return deal.player

    def layout(self, deal: Deal) -> tuple[Zone, ...]:
        """The columns with the playable card last, and the top of the playing pile."""
        return zones(deal)

    def board(self, match: Match, deal: Deal) -> Board:
        """The numbers of cards parked and left in the hand; unless private the columns and the pile, too."""
        left = len(deal.layout.hand)
        return Board(
            phase=Phase.PLAYING,
            cards=tuple(left if seat == deal.player else 0 for seat in range(match.seats)),
            facts=facts_of(deal),
            zones=self.open_zones(deal),
        )

    def _can_undo(self, deal: Deal) -> bool:
        return bool(deal.past) and deal.undone < self.rules.undo

    def _turn(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        """The step of a move. The deal ends when the columns are cleared, or no move and no undo is left."""
        layout = deal.layout
        is_stuck = layout.is_out and not self._can_undo(deal)
        return self._over(match, deal, events) if is_stuck or not layout.parked else DealStep(deal, events)

    def _over(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal]:
        layout = deal.layout
        kind, cards = (Scores.PARKED, layout.parked) if layout.parked else (Scores.CLEARED, layout.score)
        own = (ScoreItem(kind, cards, layout.score), *self._compared(match, deal.player, layout.score))
        return DealStep(
            deal, events, tuple(own if seat == deal.player else () for seat in range(match.seats))
        )

    def _compared(self, match: Match, seat: Seat, score: int) -> tuple[ScoreItem, ...]:
        """With *Best deal*: the item that leaves of a deal's score its gain over the best so far."""
        if not self.rules.best_single or match.scored < match.seats:
            return ()
        best_so_far = sum(line.sides[seat].scored for line in scored_deals(match))
        if score > best_so_far:
            return (ScoreItem(Scores.BETTER, 1, -best_so_far),)
        return (ScoreItem(Scores.NOT_BETTER, 1, -score),)
