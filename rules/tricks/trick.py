"""Playing to tricks (1988, Playing): follow the color led if you can; the highest card takes all."""

from __future__ import annotations

from typing import Final

from rules.actions import PLAYS, Action, Play
from rules.cards import Card, CardSet
from rules.decisions import ChooseCard, Decisions, Seat
from rules.events import Event, TrickTaken
from rules.protocol import IllegalAction
from rules.tricks import endings
from rules.tricks.ranking import NOT_LED, Ranking
from rules.tricks.setup import Setup
from rules.tricks.state import State

# What a NamedTuple's own constructor ends in; called directly, it takes half the time.
new: Final = tuple.__new__


def decide(_setup: Setup, state: State) -> Decisions:
    """Play a card: the color led if it is held."""
    seat, led, ranking = state.turn, state.led, state.ranking
    hand = state.hands[seat]
    ask = "Lead a card" if led == NOT_LED else "Play a card"
    return {seat: new(ChooseCard, (seat, ask, ranking.legal(hand, led), hand, ranking.reasons[led], PLAYS))}


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Play the card; the last card of a trick gives it to its winner, the last trick ends the deal.

    Raises:
        IllegalAction: the card is not held, or the color led must be followed.
    """
    if type(action) is not Play or type(action.card) is not Card:
        raise IllegalAction("Play one of your cards now.")
    phase, _, match, held, nest, auction, ranking, led, trick, taken = state
    card = action.card
    hand = held[seat]
    if not hand >> card & 1:
        raise IllegalAction("You do not hold that card.")
    following = hand & ranking.follow[led]
    if following and not (following | ranking.free) >> card & 1:
        raise IllegalAction(ranking.reasons[led])

    hands = list(held)
    hands[seat] = CardSet(hand ^ 1 << card)
    if led == NOT_LED:
        led = ranking.suit[card]
    trick = (*trick, card)
    played = setup.played[seat][card]
    turn = setup.left[seat]
    if len(trick) < setup.seats:
        after = (phase, turn, match, tuple(hands), nest, auction, ranking, led, trick, taken)
        return new(State, after), (played,)

    taker = (turn + winning(ranking, led, trick)) % setup.seats
    value = setup.value
    done = TrickTaken(taker, turn, trick, sum([value[card] for card in trick]))
    taken = (*taken, done)
    swept = new(State, (phase, taker, match, tuple(hands), nest, auction, ranking, NOT_LED, (), taken))
    if len(taken) < setup.hand_size:
        return swept, (played, done)
    ended, events = endings.end_deal(setup, swept)
    return ended, (played, done, *events)


def winning(ranking: Ranking, led: int, trick: tuple[Card, ...]) -> int:
    """The place in a trick of the card that takes it: the highest trump, else of the color led."""
    power = ranking.power[led]
    strengths = [power[card] for card in trick]
    return strengths.index(max(strengths))
