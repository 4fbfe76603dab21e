"""New Rook Solitaire for one player, or for several who take turns or play at once."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from rules.core.actions import Action, Put, Say
from rules.core.cards import Card
from rules.core.dealing import piles_event
from rules.core.decisions import ChooseOption, Decision, Decisions, Option, Seat
from rules.core.events import Event
from rules.core.match import Match
from rules.core.scores import ScoreItem
from rules.core.views import Zone
from rules.core.winning import Goal, decided
from rules.games.frame import Board, DealStep, replaced
from rules.games.new_solitaire.deal import DEALS_EACH, PARKED, PILE, Deal, Layout, Together, playable, put
from rules.games.new_solitaire.events import CardPlayed, CardTurned, ColumnsLaid, Finished
from rules.games.new_solitaire.facts import Phase, Scores, facts_of, together_facts, zones
from rules.games.new_solitaire.options import NewRules
from rules.games.new_solitaire.words import NewWords
from rules.games.solitaire.events import GaveUp, MoveTakenBack
from rules.games.solitaire.game import GIVE_UP, UNDO, Solitaire, scored_deals

TURN: Final = Option(Say("turn"))
FINISH: Final = Option(GIVE_UP.action)
"""Giving up when no card can be turned or played: it is no grave step then."""


class NewSolitaire(Solitaire[NewRules, Deal | Together]):
    """New Rook Solitaire (1924 booklet), for one player, or for several who take turns or play at once."""

    @cached_property
    def words(self) -> NewWords:
        """The words of the game, for players."""
        return NewWords(self.rules)

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal | Together]:
        """Deal five cards to each column, the left one first; the rest is the hand."""
        columns = tuple(cards[start : start + 5] for start in range(0, PARKED, 5))
        layout = Layout(columns, cards[PARKED:])
        players = range(match.seats) if self.rules.at_once else (match.scored % match.seats,)
        laid = [event for seat in players for event in self.card_events(seat, ColumnsLaid(seat, columns))]
        deals = tuple(Deal(seat, layout) for seat in players)
        deal = Together(deals, (None,) * match.seats) if self.rules.at_once else deals[0]
        return DealStep(deal, (piles_event((layout.hand,)), *laid))

    def number_offset(self, match: Match) -> int:
        """Number of deals scored; if deals are private, of full rounds, as all players get the same cards."""
        # Everyone may get the same private cards. In the open a later player would know the hand.
        return match.scored // self._a_round(match) if self.rules.hides_cards else match.scored

    def _a_round(self, match: Match) -> int:
        """Deals to score until every player has played one."""
        return 1 if self.rules.at_once else match.seats

    def ask(self, match: Match, deal: Deal | Together) -> Decisions:
        """Ask the player, or all at once who have not ended their deal."""
        if isinstance(deal, Together):
            return {seat: self._question(deal.deals[seat]) for seat in deal.playing}
        return {deal.player: self._question(deal)}

    def _question(self, deal: Deal) -> Decision:
        """Ask to play a card that fits, turn the next (if none fits, or *Hold back*), undo, or give up."""
        layout, places = deal.layout, playable(deal.layout)
        options = [Option(Put((layout.columns[column][-1],), PILE)) for column in places]
        if layout.hand and (self.rules.hold_back or not places):
            options.append(TURN)
        if self._can_undo(deal):
            options.append(UNDO)
        options.append(FINISH if layout.is_out else GIVE_UP)
        return ChooseOption(deal.player, tuple(options))

    def act(
        self, match: Match, deal: Deal | Together, seat: Seat, action: Action
    ) -> DealStep[Deal | Together]:
        """Move in the player's deal. Deals played at once are over, and scored, when all have ended."""
        if not isinstance(deal, Together):
            return self._move(match, deal, seat, action)
        own, events, scores = self._move(match, deal.deals[seat], seat, action)
        assert isinstance(own, Deal)
        ended = deal.ended if scores is None else replaced(deal.ended, seat, scores[seat])
        after = Together(replaced(deal.deals, seat, own), ended)
        booked = tuple(items for items in ended if items is not None)
        return DealStep(after, events, None if after.playing else booked)

    def _move(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal | Together]:
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
        a_round = self._a_round(match)
        if match.scored % a_round:
            return None
        return decided(match, Goal(deals=DEALS_EACH * a_round, shares=not self.rules.extra_deal))

    def layout(self, deal: Deal | Together, seat: Seat) -> tuple[Zone, ...]:
        """The columns with the playable card last, and the top of the playing pile."""
        if isinstance(deal, Together):
            return zones(deal.deals[seat])
        return zones(deal) if seat == deal.player else ()

    def board(self, match: Match, deal: Deal | Together) -> Board:
        """The numbers of cards parked and left in the hand; unless private the columns and the pile, too."""
        if isinstance(deal, Together):
            facts = together_facts(deal)
            return Board(phase=Phase.PLAYING, cards=facts.hands, facts=facts)
        left = len(deal.layout.hand)
        return Board(
            phase=Phase.PLAYING,
            cards=tuple(left if seat == deal.player else 0 for seat in range(match.seats)),
            facts=facts_of(deal),
            zones=self.open_zones(deal, deal.player),
        )

    def _can_undo(self, deal: Deal) -> bool:
        return bool(deal.past) and deal.undone < self.rules.undo

    def _turn(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal | Together]:
        """The step of a move. The deal ends when the columns are cleared, or no move and no undo is left."""
        layout = deal.layout
        is_stuck = layout.is_out and not self._can_undo(deal)
        return self._over(match, deal, events) if is_stuck or not layout.parked else DealStep(deal, events)

    def _over(self, match: Match, deal: Deal, events: tuple[Event, ...]) -> DealStep[Deal | Together]:
        layout = deal.layout
        kind, cards = (Scores.PARKED, layout.parked) if layout.parked else (Scores.CLEARED, layout.score)
        own = (ScoreItem(kind, cards, layout.score), *self._compared(match, deal.player, layout.score))
        return DealStep(
            deal, events, tuple(own if seat == deal.player else () for seat in range(match.seats))
        )

    def _compared(self, match: Match, seat: Seat, score: int) -> tuple[ScoreItem, ...]:
        """With *Best deal*: the item that leaves of a deal's score its gain over the best so far."""
        if not self.rules.best_single or match.scored < self._a_round(match):
            return ()
        best_so_far = sum(line.sides[seat].scored for line in scored_deals(match))
        if score > best_so_far:
            return (ScoreItem(Scores.BETTER, 1, -best_so_far),)
        return (ScoreItem(Scores.NOT_BETTER, 1, -score),)
