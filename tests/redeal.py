"""Re-deal what a seat cannot see, and look whether it sees a difference: the leak test's machinery.

Hidden from an onlooker (a seat, or None for the spectator) are the cards in other seats' hands, in a
dummy that does not lie open, under a battery, in a draw pile but for its top, and in a nest it has not
laid itself. ``redeal`` swaps them about at random: the result is another state that the onlooker must not
be able to tell from the first. ``twins`` does the same to a state and the action that is taken next, so
that the events of the action can be compared too: cards the action brings to light stay where they are,
cards it moves in secret are swapped like the others.

``find_leaks`` compares, for every onlooker, the results of the given functions for the twins. By default
these are views and events as the rules give them; a renderer, an autocomplete list or a log line is
tested by passing a function that makes it:

    def hand_text(game, state, onlooker):
        return "" if onlooker is None else render_hand(game.seat_view(state, onlooker))

    assert find_leaks(game, state, seat, action, Random(1), shown=[hand_text]) == []
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from rules.bidding.phases import Phase
from rules.bidding.setup import Setup
from rules.bidding.state import State, Stock
from rules.bidding.teams import teams_of
from rules.core.actions import Action, Deal, Discard
from rules.core.cards import NO_CARDS, Card, CardSet
from rules.core.decisions import Seat
from rules.core.events import Event, HeardEvent, heard_by
from rules.core.protocol import Game, IllegalAction

Onlooker = Seat | None
Show = Callable[[Game[Any], State, Onlooker], object]
Hear = Callable[[Iterable[Event], Onlooker], object]
Swap = dict[Card, Card]

TRIES = 20
"""How often to look for a re-deal in which the next action is legal too."""
COUNTED = (Phase.DEAL, Phase.OVER)
"""The deal is over: odd cards and a nest that was won have been shown."""


def views(game: Game[Any], state: State, onlooker: Onlooker) -> object:
    """What the onlooker sees: the table, and its own view if it has a seat."""
    return game.table_view(state), None if onlooker is None else game.seat_view(state, onlooker)


def heard(events: Iterable[Event], onlooker: Onlooker) -> tuple[HeardEvent, ...]:
    """What the onlooker hears of some events."""
    return heard_by(events, onlooker)


def hidden_from(game: Game[Any], state: State, onlooker: Onlooker) -> CardSet:
    """The cards with places the onlooker cannot know."""
    hidden = NO_CARDS if state.phase in COUNTED else hidden_hands(state, onlooker)
    stock = state.stock
    hidden |= CardSet.of(stock.pile[1:]) | CardSet.of(under for _, under in stock.covered)
    if not knows_nest(game, state, onlooker):
        hidden |= state.deal.nest
    deal = state.deal
    hidden &= ~deal.shown
    for one in deal.called:
        if one.is_known or one.holder == onlooker:
            # Who holds the card called is known.
            hidden &= ~(1 << one.card)
    return CardSet(hidden)


def hidden_hands(state: State, onlooker: Onlooker) -> int:
    """The cards held that the onlooker does not see: not its own, not a battery, not an open dummy."""
    seats, teams = state.match.seats, state.teams
    is_open = state.phase in (Phase.PLAY, Phase.TAKE, Phase.SCORE) and bool(state.trick or state.taken)
    hidden = 0
    for number, hand in enumerate(state.hands):
        is_battery = bool(teams.sources) and teams.sources[number][1] == "battery"
        is_blind = bool(state.stock.blind) and number == seats
        lies_open = number == teams.dummy and is_open and not is_blind
        if number != onlooker and not is_battery and not lies_open:
            hidden |= hand
    return hidden


def knows_nest(game: Game[Any], state: State, onlooker: Onlooker) -> bool:
    """Whether the onlooker has seen the nest: the declarer who laid it, everyone once it was won."""
    won = state.phase in COUNTED and game.parameters()["nest_to"] != "nobody"
    if state.phase in COUNTED and any(state.ranking.value[card] for card in state.deal.nest):
        won = True  # counters that had to stay are shown
    return won or (onlooker is not None and onlooker == state.contract.declarer)


def redeal(game: Game[Any], state: State, onlooker: Onlooker, random: Random) -> State:
    """The state with all cards hidden from the onlooker dealt again among their places."""
    return swapped(game, state, any_swap(hidden_from(game, state, onlooker), random))


def twins(
    game: Game[Any], state: State, seat: Seat, action: Action, onlooker: Onlooker, random: Random
) -> tuple[State, Action]:
    """A state and an action that the onlooker must not be able to tell from these."""
    after, _ = game.apply(state, seat, action)
    hidden = hidden_from(game, after, onlooker)
    if isinstance(action, Deal):
        return state, with_swap(action, any_swap(hidden, random))
    # What the action brings to light for the onlooker must be the same cards in both.
    hidden = CardSet(hidden & hidden_from(game, state, onlooker))
    for _ in range(TRIES):
        swap = any_swap(hidden, random)
        other, secret = swapped(game, state, swap), action if seat == onlooker else with_swap(action, swap)
        try:
            other_after, _ = game.apply(other, seat, secret)
        except IllegalAction:
            continue
        if other_after.deal.shown == after.deal.shown:
            return other, secret
    # Too much depends on this hand: let it stay, and swap the cards of the others.
    asked = game.decisions(state)[seat].hand
    kept = state.hands[asked] if asked >= 0 else NO_CARDS
    return swapped(game, state, any_swap(CardSet(hidden & ~kept), random)), action


def find_leaks(
    game: Game[Any],
    state: State,
    seat: Seat,
    action: Action,
    random: Random,
    *,
    shown: Sequence[Show] = (views,),
    told: Sequence[Hear] = (heard,),
) -> list[str]:
    """The leaks of hidden cards before, during or after an action, a line for each: onlooker and place."""
    leaks = []
    after, events = game.apply(state, seat, action)
    for onlooker in (None, *range(state.match.seats)):
        other, secret = twins(game, state, seat, action, onlooker, random)
        other_after, other_events = game.apply(other, seat, secret)
        who = "the spectator" if onlooker is None else f"seat {onlooker}"
        for show in shown:
            if show(game, state, onlooker) != show(game, other, onlooker):
                leaks.append(f"{show.__name__}: {who} sees a hidden card before {type(action).__name__}")
            if show(game, after, onlooker) != show(game, other_after, onlooker):
                leaks.append(f"{show.__name__}: {who} sees a hidden card after {type(action).__name__}")
        for tell in told:
            if tell(events, onlooker) != tell(other_events, onlooker):
                leaks.append(f"{tell.__name__}: {who} hears of a hidden card in {type(action).__name__}")
    return leaks


def any_swap(cards: CardSet, random: Random) -> Swap:
    """A random way to put some cards in each other's places."""
    places = list(cards)
    return dict(zip(places, random.sample(places, len(places)), strict=True))


def swapped(game: Game[Any], state: State, swap: Swap) -> State:
    """The state with hidden cards swapped, and with a secret partner who holds the card called."""
    deal, stock = state.deal, state.stock
    hands = tuple(swap_set(hand, swap) for hand in state.hands)
    deal = deal._replace(nest=swap_set(deal.nest, swap), taken_up=swap_set(deal.taken_up, swap))
    other = state._replace(
        hands=hands,
        deal=deal,
        stock=Stock(
            tuple(swap.get(card, card) for card in stock.pile),
            tuple((over, swap.get(under, under)) for over, under in stock.covered),
            tuple(swap.get(card, card) for card in stock.blind),
            CardSet.of(swap.get(card, card) for card in stock.drawn),
        ),
    )
    return with_partners(game, other, swap) if any(one.card in swap for one in deal.called) else other


def with_partners(game: Game[Any], state: State, swap: Swap) -> State:
    """The state with those who hold called cards that were swapped; the declarer if no hand holds one."""
    match, deal, declarer = state.match, state.deal, state.contract.declarer
    called = tuple(
        one._replace(
            holder=next((seat for seat in range(match.seats) if one.card in state.hands[seat]), declarer)
        )
        if one.card in swap
        else one
        for one in deal.called
    )
    state = state._replace(deal=deal._replace(called=called))
    setup = Setup(game.variant, match.seats)  # type: ignore[attr-defined]
    if len(called) < setup.called_cards:
        return state
    holders = tuple(one.holder for one in called)
    return state._replace(teams=teams_of(setup, match.order, match.dealer, declarer, holders))


def swap_set(cards: CardSet, swap: Swap) -> CardSet:
    """A set of cards with some swapped for others."""
    return CardSet.of(swap.get(card, card) for card in cards)


def with_swap(action: Action, swap: Swap) -> Action:
    """An action with its cards swapped, where it has any."""
    if isinstance(action, Deal):
        return Deal(tuple(swap.get(card, card) for card in action.cards))
    if isinstance(action, Discard):
        return Discard(tuple(swap.get(card, card) for card in action.cards))
    return action
