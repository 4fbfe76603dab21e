"""Tricks in the games without bidding: following, who takes and leads next, what was captured."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple, TypeVar

from rules.core.actions import Action, Play
from rules.core.cards import Card, CardSet, Color, card
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import CardPlayed, CardsSeen, Event, OddCardsWon, Secret, Told, TrickTaken
from rules.core.views import TrickView, Zone
from rules.games.dealing import dealt_out, told_hands
from rules.games.game import CardGame
from rules.games.match import Board, Match, Scored, Turn
from rules.games.options import Rules

R = TypeVar("R", bound=Rules)

COLORED: Final = tuple(CardSet.of(card(color, rank) for rank in range(1, 15)) for color in Color)
"""All cards of each color."""


class Deal(NamedTuple):
    """One deal: the hands, the present trick and those before it."""

    hands: tuple[CardSet, ...]
    leader: Seat
    """Who led the present trick, or is to lead it."""
    centre: tuple[Card, ...] = ()
    """Cards left over by an even deal: they go to whoever takes the first trick."""
    trick: tuple[Card, ...] = ()
    """The present trick, in playing order."""
    taken: tuple[TrickTaken, ...] = ()

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def is_played_out(self) -> bool:
        """Whether no trick can follow: with an uneven deal some still hold a card."""
        return not self.trick and not all(self.hands)

    def __repr__(self) -> str:
        return f"<deal, {len(self.taken)} tricks taken>"


class TrickTaking(CardGame[R, Deal]):
    """A game of tricks without trumps. The whole pack is dealt; the left of the dealer leads first."""

    deals_evenly: ClassVar[bool] = False
    """Whether cards beyond an even deal lie in the centre, or some get a card more."""

    @abstractmethod
    def value(self, card: Card) -> int:
        """What capturing a card counts."""

    @abstractmethod
    def score(self, match: Match, deal: Deal) -> tuple[Scored, ...]:
        """What each side has scored, when the deal is over."""

    def may_play(self, hand: CardSet, led: Color) -> CardSet:
        """The cards of a hand that may be played to a color led: those of it, or any where there is none."""
        return CardSet(hand & COLORED[led]) or hand

    def place_of_taker(self, trick: Sequence[Card]) -> int:
        """Whose card takes a trick, counted from the leader: the highest of the color led."""
        led = trick[0].color
        return max(range(len(trick)), key=lambda place: trick[place].color == led and trick[place].rank)

    def must_follow(self, led: Color) -> str:
        """Why other cards may not be played to a color led."""
        return f"You hold {led.word}: follow the color led."

    def is_over(self, match: Match, deal: Deal) -> bool:
        """Whether the deal ends with the trick just taken."""
        return deal.is_played_out

    def lay_out(self, match: Match, cards: tuple[Card, ...]) -> Turn[Deal]:
        """Deal everything; the player left of the dealer leads."""
        each = len(cards) // match.seats if self.deals_evenly else None
        hands, centre = dealt_out(cards, match, each)
        return Turn(Deal(hands, match.left_of(match.dealer), centre), told_hands(hands))

    def ask(self, match: Match, deal: Deal) -> Decisions:
        """Lead any card, or follow."""
        seat, hand = deal.turn, deal.hands[deal.turn]
        if not deal.trick:
            return {seat: ChooseCard(seat, hand, hand, ask="Lead a card")}
        led = _color_led(deal.trick)
        legal = self.may_play(hand, led)
        return {seat: ChooseCard(seat, legal, hand, ask="Play a card", reason=self.must_follow(led))}

    def refusal(self, match: Match, deal: Deal, seat: Seat, action: Action) -> str:
        """Why a card may not be played."""
        if isinstance(action, Play) and action.card not in deal.hands[seat]:
            return "You do not hold that card."
        return super().refusal(match, deal, seat, action)

    def act(self, match: Match, deal: Deal, seat: Seat, action: Action) -> Turn[Deal]:
        """Play a card; the last card of a trick gives it to its taker."""
        assert isinstance(action, Play)
        hands = list(deal.hands)
        hands[seat] = CardSet(hands[seat] & ~(1 << action.card))
        after = deal._replace(hands=tuple(hands), trick=(*deal.trick, action.card))
        played = CardPlayed(seat, seat, action.card)
        if len(after.trick) < match.seats:
            return Turn(after, (played,))
        return self._take(match, after, played)

    def hand(self, match: Match, deal: Deal, seat: Seat) -> CardSet:
        """A seat's cards."""
        return deal.hands[seat]

    def own_zones(self, match: Match, deal: Deal, seat: Seat) -> tuple[Zone, ...]:
        """The cards of the centre, for whoever took them."""
        if deal.centre and deal.taken and deal.taken[0].winner == seat:
            return (Zone("taken from the centre", None, deal.centre, 0),)
        return ()

    def board(self, match: Match, deal: Deal) -> Board:
        """The trick and the one before it; what else was captured nobody sees until the deal ends."""
        winners = [trick.winner for trick in deal.taken]
        last = deal.taken[-1] if deal.taken else None
        return Board(
            phase="Play",
            cards=tuple(len(hand) for hand in deal.hands),
            tricks=tuple(winners.count(seat) for seat in range(match.seats)),
            zones=(Zone("centre", None, (), len(deal.centre)),) if deal.centre and not last else (),
            trick=self._present_trick(match, deal) if deal.trick else None,
            last_trick=_seen(last) if last else None,
        )

    def _present_trick(self, match: Match, deal: Deal) -> TrickView:
        plays = tuple(zip(_order(match, deal.leader), deal.trick, strict=False))
        return TrickView(plays, plays[self.place_of_taker(deal.trick)][0], self._points(deal.trick))

    def _take(self, match: Match, deal: Deal, played: CardPlayed) -> Turn[Deal]:
        """The trick is complete: its taker leads next, or the deal is over."""
        order = _order(match, deal.leader)
        winner = order[self.place_of_taker(deal.trick)]
        done = TrickTaken(winner, order, deal.trick, self._points(deal.trick))
        events: tuple[Event, ...] = (played, done)
        if deal.centre and not deal.taken:
            cards = "card" if len(deal.centre) == 1 else f"{len(deal.centre)} cards"
            told = Told(f"{{{winner}}} takes the {cards} in the centre as well.")
            events = (*events, told, Secret(winner, CardsSeen(winner, deal.centre)))
        after = deal._replace(leader=winner, trick=(), taken=(*deal.taken, done))
        if not self.is_over(match, after):
            return Turn(after, events)
        odd = _odd_cards(after)
        if odd:
            events = (*events, OddCardsWon(winner, odd, self._points(odd)))
        return Turn(after, events, self.score(match, after))

    def _points(self, cards: Sequence[Card] | CardSet) -> int:
        return sum(self.value(card) for card in cards)


def captured(deal: Deal, seats: Sequence[Seat]) -> tuple[Card, ...]:
    """All that some seats have taken: tricks, the centre with the first, odd cards with the last (R-09)."""
    cards = [card for trick in deal.taken if trick.winner in seats for card in trick.cards]
    if deal.taken and deal.taken[0].winner in seats:
        cards += deal.centre
    if deal.taken and deal.taken[-1].winner in seats:
        cards += _odd_cards(deal)
    return tuple(cards)


def _seen(trick: TrickTaken) -> TrickView:
    return TrickView(tuple(zip(trick.hands, trick.cards, strict=True)), trick.winner, trick.points)


def _odd_cards(deal: Deal) -> CardSet:
    """The cards that are left when no further trick can be played."""
    left = 0
    for hand in deal.hands if deal.is_played_out else ():
        left |= hand
    return CardSet(left)


def _order(match: Match, leader: Seat) -> tuple[Seat, ...]:
    return tuple((leader + step) % match.seats for step in range(match.seats))


def _color_led(trick: Sequence[Card]) -> Color:
    led = trick[0].color
    assert led is not None, "no bird in these games"
    return led
