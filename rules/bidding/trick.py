"""Playing to tricks (1988, Playing): follow the color led if you can; the highest card takes the trick."""

from __future__ import annotations

from rules.bidding import batteries, dummy, partner
from rules.bidding.lead import leader
from rules.bidding.midgame import target_is_reached
from rules.bidding.phases import Phase
from rules.bidding.ranking import NOT_LED, Ranking
from rules.bidding.setup import Setup
from rules.bidding.state import State, next_hand
from rules.bidding.words.refusals import must_follow
from rules.core.actions import PLAYS, Action, Play
from rules.core.cards import NO_CARDS, Card, CardSet
from rules.core.decisions import ChooseCard, Decisions, Seat
from rules.core.events import Event, TrickTaken
from rules.core.protocol import IllegalAction
from rules.core.quick import new


def begin(setup: Setup, state: State) -> tuple[State, tuple[Event, ...]]:
    """Ask for the first lead: of the seat already chosen, or else of the one the game's rule names."""
    teams, order = state.teams, state.order
    if not order:
        order = teams.rounds[leader(setup, teams, state.match.dealer, state.contract.declarer)]
    return new(State, (state.phase, teams.control[order[0]], order, *state[3:])), ()


def decide(_setup: Setup, state: State) -> Decisions:
    """The decision of the seat to play: a card that follows or may always be played; any if none follows."""
    seat, led, ranking = state.turn, state.led, state.ranking
    hand = state.hands[seat]
    following = hand & ranking.follow[led]
    legal = CardSet(following | hand & ranking.free) if following else hand
    return {seat: new(ChooseCard, (seat, legal, hand, PLAYS, ()))}


def apply(setup: Setup, state: State, hand: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Play a card. The last card of a trick gives it to its winner; the last trick ends the deal.

    Raises:
        IllegalAction: the card is not held, or the color led must be followed.
    """
    if type(action) is not Play or type(action.card) is not Card:
        raise IllegalAction("Play one of your cards now.")
    phase, _, order, match, auction, contract, deal, teams, ranking, held, led, trick, taken, stock = state
    card = action.card
    bit = 1 << card
    cards = held[hand]
    if not cards & bit:
        raise IllegalAction("You don't hold that card." if hand == state.turn else "That card isn't there.")
    following = cards & ranking.follow[led]
    if following and not following & bit and not ranking.free & bit and not _is_free(setup, state, hand):
        is_dummy = setup.variant.dummy != "none" and hand != state.turn
        raise IllegalAction(must_follow(setup.variant, led, ranking.trump, dummy=is_dummy))

    hands = list(held)
    hands[hand] = CardSet(cards ^ bit)
    if led == NOT_LED:
        led = ranking.suit[card]
    trick = (*trick, card)
    played = teams.played[hand][card]
    count = len(trick)
    if count < len(order):
        turn = teams.control[order[count]]
        # fmt: off
        after = (phase, turn, order, match, auction, contract, deal, teams, ranking, tuple(hands), led, trick,
                 taken, stock)
        # fmt: on
        return new(State, after), (played,)

    place, points = captured(ranking, led, trick)
    taker = order[place]
    winner, source = teams.sources[taker]
    done = new(TrickTaken, (winner, order, trick, points, source))
    taken = (*taken, done)
    if len(taken) == setup.tricks:
        phase = Phase.SCORE
    turn, order = teams.control[taker], teams.rounds[taker]
    # fmt: off
    after = (phase, turn, order, match, auction, contract, deal, teams, ranking, tuple(hands), NOT_LED, (),
             taken, stock)
    # fmt: on
    return new(State, after), (played, done)


def decide_for_hand(setup: Setup, state: State) -> Decisions:
    """The decision of the seat on turn to play from the hand on turn: its own, a dummy or a battery."""
    playing = next_hand(state)
    hand, ranking = state.hands[playing], state.ranking
    legal = hand if _is_free(setup, state, playing) else ranking.legal(hand, state.led)
    return {state.turn: ChooseCard(playing, legal, hand)}


def apply_with_effects(
    setup: Setup, state: State, _seat: Seat, action: Action
) -> tuple[State, tuple[Event, ...]]:
    """Play a card, reveal partner or dummy, uncover battery cards; after a trick, end at the target or draw.

    Raises:
        IllegalAction: the card is not held, or the color led must be followed.
    """
    after, events = _play_with_effects(setup, state, action)
    while after.phase is Phase.PLAY and after.stock.blind and next_hand(after) == setup.seats:
        # A face-down dummy plays its top card unasked (1988, Regular for Two).
        after, more = _play_with_effects(setup, after, PLAYS[after.stock.blind[0]])
        events = (*events, *more)
    return after, events


def _play_with_effects(setup: Setup, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    playing = next_hand(state)
    after, events = apply(setup, state, playing, action)
    assert isinstance(action, Play)
    after, shown = partner.reveal(after, action.card)
    after, turned = batteries.uncover(setup, after, playing, action.card)
    after, opened = dummy.show(setup, state, after)
    after = _after_trick(setup, after) if not after.trick else after
    return after, (*events, *shown, *turned, *opened)


def _is_free(setup: Setup, state: State, hand: int) -> bool:
    """Whether a hand need not follow: a face-down dummy, or by house rule a battery (R-40)."""
    if setup.variant.dummy == "blind":
        return hand == setup.seats
    return setup.variant.battery_free and state.teams.sources[hand][1] == "battery"


def _after_trick(setup: Setup, state: State) -> State:
    """After a trick, end the deal if the target is checked and reached, or have the players draw."""
    if setup.variant.target_checked == "each_trick" and target_is_reached(setup, state):
        return state._replace(phase=Phase.SCORE)
    if state.stock.drawn:
        state = state._replace(stock=state.stock._replace(drawn=NO_CARDS))
    if state.phase is Phase.PLAY and state.stock.pile:
        return state._replace(phase=Phase.TAKE)
    return state


def captured(ranking: Ranking, led: int, trick: tuple[Card, ...]) -> tuple[int, int]:
    """The position of the card that takes a trick, and the points of the trick.

    The highest trump takes it, else the highest card of the color led; of two equal cards the first played.
    """
    power, value = ranking.power[led], ranking.value
    best, place, points = -1, 0, ranking.trick
    for at, card in enumerate(trick):
        points += value[card]
        strength = power[card]
        if strength > best:
            best, place = strength, at
    return place, points
