"""The frame of every trick-taking game without bidding."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rules.core.actions import Action, Play
from rules.core.cards import Card, CardSet, Color
from rules.core.dealing import dealt_out, hand_events
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import (
    NO_ONE,
    CardPlayed,
    CardsSeen,
    Event,
    OddCardsWon,
    Secret,
    TableLaid,
    TrickTaken,
)
from rules.core.match import Match
from rules.core.views import Facts, TrickView, Zone
from rules.games.frame import Board, DealStep, Scored, replaced
from rules.games.game import CardGame
from rules.games.options import Rules
from rules.games.trick_taking.deal import COLORED, Deal
from rules.games.trick_taking.events import CenterShown, CenterTaken
from rules.games.trick_taking.facts import Phase, Pile

R = TypeVar("R", bound=Rules)


class TrickTaking(CardGame[R, Deal]):
    """A trick-taking game without trumps. All cards are dealt, a few perhaps to a center."""

    deals_evenly: ClassVar[bool] = False
    """Whether cards left over by an even deal lie in the center; otherwise some seats get one more."""

    @abstractmethod
    def value(self, card: Card) -> int:
        """The points of a captured card."""

    @abstractmethod
    def score(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """The score items of each side for the tricks taken so far."""

    def shows_center(self) -> bool:
        """Whether cards left over by an even deal lie face up."""
        return False

    def may_play(self, hand: CardSet, led: Color) -> CardSet:
        """The cards of a hand that may follow ``led``: those of its color, or without one all."""
        return CardSet(hand & COLORED[led]) or hand

    def taker_index(self, trick: Sequence[Card]) -> int:
        """Index in the trick of the card that takes it: the highest of the color led."""
        led = trick[0].color
        return max(range(len(trick)), key=lambda place: trick[place].color == led and trick[place].rank)

    def is_over(self, match: Match, deal: Deal) -> bool:
        """Whether the deal is over after the trick just taken; by default once all cards are played."""
        return deal.is_played_out

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> DealStep[Deal]:
        """Deal all cards, with ``deals_evenly`` some to the center; the player left of the dealer leads."""
        each = len(cards) // match.seats if self.deals_evenly else None
        hands, center = dealt_out(cards, match, each)
        laid = TableLaid(nest=center, kind=Pile.CENTER)
        events: tuple[Event, ...] = (*hand_events(hands), Secret(NO_ONE, laid))
        if center and self.shows_center():
            events = (*events, CenterShown(center))
        return DealStep(Deal(hands, match.left_of(match.dealer), center), events)

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Ask the seat on turn to lead any card, or to follow with a card of ``may_play``."""
        seat, hand = deal.turn, deal.hands[deal.turn]
        legal = self.may_play(hand, _color_led(deal.trick)) if deal.trick else hand
        return {seat: ChooseCard(seat, legal, hand)}

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> DealStep[Deal]:
        """Play a card. The last card of a trick completes it."""
        assert isinstance(action, Play)
        hands = replaced(deal.hands, seat, deal.hands[seat].without(action.card))
        after = deal._replace(hands=hands, trick=(*deal.trick, action.card))
        played = CardPlayed(seat, seat, action.card)
        if len(after.trick) < match.seats:
            return DealStep(after, (played,))
        return self._complete_trick(match, after, played)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """The cards left in a seat's hand."""
        return deal.hands[seat]

    def own_zones(self, match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The cards of the center, for the seat that took them; empty for others."""
        if deal.center and deal.taken and deal.taken[0].winner == seat:
            return (Zone(Pile.TAKEN_CENTER, None, deal.center, 0),)
        return ()

    def board(self, match: Match, deal: Deal) -> Board:
        """The current trick, the last one, numbers of tricks; the center until the first trick is taken."""
        winners = [trick.winner for trick in deal.taken]
        last = deal.taken[-1] if deal.taken else None
        return Board(
            phase=Phase.PLAY,
            cards=tuple(len(hand) for hand in deal.hands),
            tricks=tuple(winners.count(seat) for seat in range(match.seats)),
            facts=Facts(),
            zones=() if last else self._center(deal),
            trick=self._present_trick(match, deal) if deal.trick else None,
            last_trick=_trick_view(last) if last else None,
        )

    def _center(self, deal: Deal) -> tuple[Zone, ...]:
        if not deal.center:
            return ()
        shown = deal.center if self.shows_center() else ()
        return (Zone(Pile.CENTER, None, shown, len(deal.center) - len(shown)),)

    def _present_trick(self, match: Match, deal: Deal) -> TrickView:
        plays = tuple(zip(_order(match, deal.leader), deal.trick, strict=False))
        return TrickView(plays, plays[self.taker_index(deal.trick)][0], self._points(deal.trick))

    def _complete_trick(self, match: Match, deal: Deal, played: CardPlayed) -> DealStep[Deal]:
        """Give a complete trick to its taker, who leads next; or end the deal."""
        order = _order(match, deal.leader)
        winner = order[self.taker_index(deal.trick)]
        done = TrickTaken(winner, order, deal.trick, self._points(deal.trick))
        events: tuple[Event, ...] = (played, done)
        if deal.center and not deal.taken:
            events = (*events, *self._center_taken(winner, deal.center))
        after = deal._replace(leader=winner, trick=(), taken=(*deal.taken, done))
        if not self.is_over(match, after):
            return DealStep(after, events)
        if odd := after.odd_cards:
            events = (*events, OddCardsWon(winner, odd, self._points(odd)))
        return DealStep(after, events, self.score(match, after))

    def _center_taken(self, seat: Seat, center: tuple[Card, ...]) -> tuple[Event, ...]:
        if self.shows_center():
            return (CenterTaken(seat, len(center), center),)
        return CenterTaken(seat, len(center)), Secret(seat, CardsSeen(seat, center))

    def _points(self, cards: Sequence[Card] | CardSet) -> int:
        return sum(self.value(card) for card in cards)


def _trick_view(trick: TrickTaken) -> TrickView:
    return TrickView(tuple(zip(trick.hands, trick.cards, strict=True)), trick.winner, trick.points)


def _order(match: Match, leader: Seat) -> tuple[Seat, ...]:
    return tuple((leader + step) % match.seats for step in range(match.seats))


def _color_led(trick: Sequence[Card]) -> Color:
    led = trick[0].color
    assert led is not None, "no bird in these games"
    return led
