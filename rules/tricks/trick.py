"""Playing to tricks (1988, Playing): follow the color led if you can; the highest card takes all."""

from __future__ import annotations

from rules.actions import Action
from rules.actions import Play as PlayCard
from rules.cards import CardSet
from rules.decisions import ChooseCard, Decision, Seat
from rules.events import CardPlayed, Event, TrickTaken
from rules.protocol import IllegalAction
from rules.tricks import endings
from rules.tricks.ranking import NOT_LED
from rules.tricks.setup import Setup
from rules.tricks.state import NOBODY, Play, State, Trick


def decide(setup: Setup, state: State) -> tuple[Seat, Decision]:
    """Play a card: the color led if it is held."""
    play = state.play
    assert play is not None
    hand = state.hands[play.turn]
    return play.turn, ChooseCard(
        play.turn,
        "Lead a card" if play.led == NOT_LED else "Play a card",
        CardSet(play.ranking.legal(hand, play.led)),
        CardSet(hand),
        "" if play.led == NOT_LED else play.ranking.reasons[play.led],
    )


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Play the card; the last card of a trick gives it to its winner, the last trick ends the deal.

    Raises:
        IllegalAction: the card is not held, or the color led must be followed.
    """
    play = state.play
    assert play is not None
    if type(action) is not PlayCard:
        raise IllegalAction("Play one of your cards now.")
    card = action.card
    hand = state.hands[seat]
    if not play.ranking.legal(hand, play.led) >> card & 1:
        held = hand >> card & 1
        raise IllegalAction(play.ranking.reasons[play.led] if held else "You do not hold that card.")

    hands = (*state.hands[:seat], hand ^ (1 << card), *state.hands[seat + 1 :])
    led = play.ranking.suit[card] if play.led == NOT_LED else play.led
    power = play.ranking.power[led][card]
    winner = play.winner
    if power > play.power:
        winner = seat
    else:
        power = play.power
    cards = (*play.cards, card)
    played = CardPlayed(seat, seat, card)
    if len(cards) < setup.seats:
        turn = (seat + 1) % setup.seats
        after = Play(
            play.ranking, turn, play.leader, led, cards, winner, power, play.won, play.tricks, play.last
        )
        return State(
            state.phase, state.match, hands, state.nest, state.auction, state.trump, after
        ), (played,)
    return _complete(setup, state._replace(hands=hands), Trick(play.leader, cards, winner, 0), played)


def _complete(
    setup: Setup, state: State, trick: Trick, played: CardPlayed
) -> tuple[State, tuple[Event, ...]]:
    play = state.play
    assert play is not None
    points = sum([setup.value[card] for card in trick.cards])
    trick = trick._replace(points=points)
    won, tricks = list(play.won), list(play.tricks)
    won[trick.winner] |= CardSet.of(trick.cards)
    tricks[trick.winner] += 1
    state = state._replace(
        play=Play(
            play.ranking,
            trick.winner,
            trick.winner,
            NOT_LED,
            (),
            NOBODY,
            0,
            tuple(won),
            tuple(tricks),
            trick,
        )
    )
    taken = TrickTaken(trick.winner, trick.leader, trick.cards, points)
    if any(state.hands):
        return state, (played, taken)
    ended, events = endings.end_deal(setup, state)
    return ended, (played, taken, *events)
