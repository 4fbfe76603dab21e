"""Re-deal what a seat cannot see, and look whether it sees a difference: the leak test's machinery.

The cards hidden from an onlooker (a seat, or None for the spectator) are those in other seats' hands
and in a nest it has not laid itself. ``redeal`` swaps them about at random: the result is another
state that the onlooker must not be able to tell from the first. ``twins`` does the same to a state and
the action that is taken next, so that the events of the action can be compared too: cards the action
brings to light stay where they are, cards it moves in secret are swapped like the others.

``find_leaks`` compares, for every onlooker, whatever the given functions show of the twins. By default
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

from rules.actions import Action, Deal, Discard
from rules.cards import NO_CARDS, Card, CardSet
from rules.decisions import Seat
from rules.events import Event, HeardEvent, heard_by
from rules.protocol import Game, IllegalAction
from rules.tricks.phases import Phase
from rules.tricks.state import State

Onlooker = Seat | None
Show = Callable[[Game[Any], State, Onlooker], object]
Hear = Callable[[Iterable[Event], Onlooker], object]
Swap = dict[Card, Card]

TRIES = 20
"""How often to look for a re-deal in which the next action is legal too."""


def views(game: Game[Any], state: State, onlooker: Onlooker) -> object:
    """What the onlooker sees: the table, and its own view if it has a seat."""
    return game.table_view(state), None if onlooker is None else game.seat_view(state, onlooker)


def heard(events: Iterable[Event], onlooker: Onlooker) -> tuple[HeardEvent, ...]:
    """What the onlooker hears of some events."""
    return heard_by(events, onlooker)


def hidden_from(game: Game[Any], state: State, onlooker: Onlooker) -> CardSet:
    """The cards whose places the onlooker cannot know."""
    hidden = NO_CARDS
    for seat, hand in enumerate(state.hands):
        if seat != onlooker:
            hidden = CardSet(hidden | hand)
    return hidden if knows_nest(game, state, onlooker) else CardSet(hidden | state.nest)


def knows_nest(game: Game[Any], state: State, onlooker: Onlooker) -> bool:
    """Whether the onlooker has seen the nest: the declarer who laid it, everyone once it was won."""
    won = state.phase in (Phase.DEAL, Phase.OVER) and game.parameters()["nest_to"] == "last_trick"
    return won or (state.phase is not Phase.BID and onlooker == state.auction.declarer)


def redeal(game: Game[Any], state: State, onlooker: Onlooker, random: Random) -> State:
    """The state with all cards hidden from the onlooker dealt again among their places."""
    return swapped(state, any_swap(hidden_from(game, state, onlooker), random))


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
        other, secret = swapped(state, swap), action if seat == onlooker else with_swap(action, swap)
        try:
            game.apply(other, seat, secret)
        except IllegalAction:
            continue
        return other, secret
    # Too much depends on this hand: let it stay, and swap the cards of the others.
    kept = state.hands[seat] if seat >= 0 else NO_CARDS
    return swapped(state, any_swap(CardSet(hidden & ~kept), random)), action


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
    """Who could see or hear a card he must not, before, during or after an action: one line each."""
    leaks = []
    after, events = game.apply(state, seat, action)
    for onlooker in (None, *range(len(state.hands))):
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


def swapped(state: State, swap: Swap) -> State:
    """The state with the cards in hands and nest swapped."""
    return state._replace(
        hands=tuple(swap_set(hand, swap) for hand in state.hands), nest=swap_set(state.nest, swap)
    )


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
