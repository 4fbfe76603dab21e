"""Playing to tricks (1988, Playing): follow the color led if you can; the highest card takes all."""

from __future__ import annotations

from typing import Final

from rules.actions import PLAYS, Action, Play
from rules.cards import Card, CardSet
from rules.decisions import ChooseCard, Decisions, Seat
from rules.events import Event, TrickTaken
from rules.protocol import IllegalAction
from rules.tricks import batteries, dummy, partner
from rules.tricks.lead import leader
from rules.tricks.midgame import target_is_reached
from rules.tricks.ranking import NOT_LED, Ranking
from rules.tricks.setup import Setup
from rules.tricks.state import Phase, State, next_hand

# What a NamedTuple's own constructor ends in; called directly, it takes half the time.
new: Final = tuple.__new__


def begin(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """The first lead."""
    order = state.order or state.teams.rounds[leader(setup, state)]
    return state._replace(turn=state.teams.control[order[0]], order=order), ()


def decide(setup: Setup, state: State) -> Decisions:
    """Play a card: the color led if it is held."""
    _, seat, _, _, _, _, ranking, hands, led, _, _, _ = state
    if setup.is_plain:
        hand = hands[seat]
        following = hand & ranking.follow[led]
        legal = CardSet(following | hand & ranking.free) if following else hand
        ask = "Lead a card" if led == NOT_LED else "Play a card"
        return {seat: new(ChooseCard, (seat, ask, legal, hand, ranking.reasons[led], PLAYS))}
    playing = next_hand(state)
    legal = _legal(setup, state, playing)
    return {seat: ChooseCard(playing, _ask(state, playing), legal, hands[playing], ranking.reasons[led])}


def _ask(state: State, playing: int) -> str:
    verb = "Lead" if state.led == NOT_LED else "Play"
    owner, source = state.teams.sources[playing]
    if source == "battery":
        return f"{verb} a card from your battery"
    if source == "dummy":
        whose = "the dummy" if owner >= state.match.seats else f"the hand of {{{owner}}}"
        return f"{verb} a card from {whose}"
    others = state.teams.control.count(state.turn) > 1
    return f"{verb} a card from your hand" if others else f"{verb} a card"


def _legal(setup: Setup, state: State, playing: int) -> CardSet:
    if setup.variant.battery_free and state.teams.sources[playing][1] == "battery":
        return state.hands[playing]
    return state.ranking.legal(state.hands[playing], state.led)


def apply(setup: Setup, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Play the card; the last card of a trick gives it to its winner, the last trick ends the deal.

    Raises:
        IllegalAction: the card is not held, or the color led must be followed.
    """
    if type(action) is not Play or type(action.card) is not Card:
        raise IllegalAction("Play one of your cards now.")
    card = action.card
    if setup.is_plain:
        _, _, _, _, _, _, ranking, held, led, _, _, _ = state
        hand = held[seat]
        if not hand >> card & 1:
            raise IllegalAction("You do not hold that card.")
        following = hand & ranking.follow[led]
        if following and not (following | ranking.free) >> card & 1:
            raise IllegalAction(ranking.reasons[led])
        return _lay(setup, state, seat, card)
    playing = next_hand(state)
    if card not in state.hands[playing]:
        raise IllegalAction("You do not hold that card." if playing == seat else "That card is not there.")
    if card not in _legal(setup, state, playing):
        raise IllegalAction(state.ranking.reasons[state.led])
    after, events = _lay_and_look(setup, state, playing, card)
    while after.phase is Phase.PLAY and next_hand(after) == setup.seats and after.stock.blind:
        # The dummy's top card is turned up when its turn comes; it follows nothing (1988, Regular for Two).
        after, more = _lay_and_look(setup, after, setup.seats, after.stock.blind[0])
        events = (*events, *more)
    return after, events


def _lay(setup: Setup, state: State, playing: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Lay a card that may be played."""
    phase, _, order, match, deal, teams, ranking, held, led, trick, taken, stock = state
    hands = list(held)
    hands[playing] = CardSet(held[playing] ^ 1 << card)
    if led == NOT_LED:
        led = ranking.suit[card]
    trick = (*trick, card)
    played = teams.played[playing][card]
    if len(trick) < len(order):
        turn = teams.control[order[len(trick)]]
        after = (phase, turn, order, match, deal, teams, ranking, tuple(hands), led, trick, taken, stock)
        return new(State, after), (played,)

    taker = order[winning(ranking, led, trick)]
    value = ranking.value
    winner, source = teams.sources[taker]
    points = sum([value[card] for card in trick]) + ranking.trick
    done = new(TrickTaken, (winner, order, trick, points, source))
    taken = (*taken, done)
    if len(taken) == setup.tricks:
        phase = Phase.SCORE
    turn, order = teams.control[taker], teams.rounds[taker]
    after = (phase, turn, order, match, deal, teams, ranking, tuple(hands), NOT_LED, (), taken, stock)
    return new(State, after), (played, done)


def _lay_and_look(setup: Setup, state: State, playing: int, card: Card) -> tuple[State, tuple[Event, ...]]:
    """Lay a card, in a game where that may have consequences."""
    after, events = _lay(setup, state, playing, card)
    after, shown = partner.reveal(after, card)
    after, turned = batteries.uncover(setup, after, playing, card)
    after, opened = dummy.show(setup, state, after)
    after = _after_trick(setup, after) if not after.trick else after
    return after, (*events, *shown, *turned, *opened)


def _after_trick(setup: Setup, state: State) -> State:
    """Cards to draw come before the next lead; a target checked at each trick may end the deal."""
    if setup.variant.target_checked == "each_trick" and target_is_reached(setup, state):
        return state._replace(phase=Phase.SCORE)
    if state.phase is Phase.PLAY and state.stock.pile:
        return state._replace(phase=Phase.TAKE)
    return state


def winning(ranking: Ranking, led: int, trick: tuple[Card, ...]) -> int:
    """The place in a trick of the card that takes it: the highest trump, else of the color led.

    Of two equal cards the first one played counts.
    """
    power = ranking.power[led]
    strengths = [power[card] for card in trick]
    return strengths.index(max(strengths))
