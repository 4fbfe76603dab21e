"""Simple players: they bid the points a hand may take, keep winners, and follow suit with a purpose.

They are quick rather than good, so that thousands of matches under any house rules can be played by them.
Each uses its own cards and the open cards only, though it gets the whole state.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from rules.bidding import deck
from rules.bidding.phases import Phase
from rules.bidding.ranking import Order
from rules.bidding.setup import Setup
from rules.bidding.state import State, next_hand
from rules.bidding.trick import captured
from rules.core.actions import (
    PASS,
    Action,
    Bid,
    CallPartner,
    ClaimMisdeal,
    Discard,
    Fold,
    Keep,
    NameTrump,
    Play,
    Sell,
)
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision

HIGHER: Final = 0.55
"""Factor on a card's worth for each higher card in another hand."""
LATER: Final = 0.75
"""Factor on a plain card's worth for each higher card of its color in the same hand."""
HOPELESS: Final = 0.4
"""A declarer who expects at most this share of the bid gives up, if allowed."""


def answer(setup: Setup, state: State, decision: Decision, random: Random) -> Action:
    """The answer of a simple player."""
    match decision:
        case ChooseNumber():
            return _call(setup, state, decision)
        case ChooseCards():
            return _discard(setup, state, decision)
        case ChooseCard() if state.phase is Phase.PARTNER:
            return CallPartner(_card_to_call(setup, state, decision))
        case ChooseCard():
            return Play(_card_to_play(setup, state, decision))
        case ChooseOption():
            return _option(setup, state, decision, random)
        case _:
            return decision.sample(random)


# --- what a hand may bring ----------------------------------------------------------------------------------


def outlook(setup: Setup, state: State) -> tuple[float, Order]:
    """The points the asked seat may expect for its side as declarer, and the trump for them."""
    hand = state.hands[state.turn]
    orders = [Order(color, state.deal.bird) for color in setup.colors]
    return max(((_points(setup, order, hand), order) for order in orders), key=lambda pair: pair[0])


def _points(setup: Setup, order: Order, hand: int) -> float:
    variant, lanes = setup.variant, setup.lanes
    own = min(_tricks(setup, order, hand) + setup.nest / 6, setup.tricks)
    mates = lanes // 2 - 1 if variant.teams == "partners" or setup.batteries else int(variant.teams != "solo")
    share = (own + (setup.tricks - own) * mates / (lanes - 1)) / setup.tricks
    return share * deck.total_of(variant, setup.seats, order.trump)


def _tricks(setup: Setup, order: Order, hand: int) -> float:
    """The tricks a hand may take: by high cards, and by trumps when the others have none left."""
    took = 0.0
    for are_trumps, cards in _suits(setup, order):
        held = higher = 0
        for card in cards:
            if not hand >> card & 1:
                higher += 1
                continue
            took += HIGHER ** max(higher - held / 2, 0) * (1.0 if are_trumps else LATER**held)
            held += 1
        if are_trumps:
            took += 0.5 * max(0.0, held - 1 - (len(cards) - held) / (setup.lanes - 1))
    return took


@lru_cache(maxsize=4096)
def _suits(setup: Setup, order: Order) -> tuple[tuple[bool, tuple[Card, ...]], ...]:
    """The cards of each suit, the strongest first, and whether they are trumps."""
    ranking = setup.ranking(order)
    suits: dict[int, list[Card]] = {}
    for card in setup.deck:
        suits.setdefault(ranking.suit[card], []).append(card)
    return tuple(
        (
            bool(ranking.trumps >> cards[0] & 1),
            tuple(sorted(cards, key=lambda card: -ranking.power[suit][card])),
        )
        for suit, cards in suits.items()
    )


# --- answers ------------------------------------------------------------------------------------------------


def _call(setup: Setup, state: State, decision: ChooseNumber) -> Action:
    others = [option.action for option in decision.otherwise]
    worth, order = outlook(setup, state)
    is_mates = state.auction.declarer in _mates(state)
    least = decision.least + is_mates * decision.step
    caps = dict(decision.colors) if decision.colors else {}
    bid = Bid(decision.least, order.trump if caps else None)
    if decision.accepts(bid) and (least <= worth or not others):
        return bid
    if ClaimMisdeal() in others:
        return ClaimMisdeal()
    if PASS in others:
        return PASS
    return next(iter(decision.answers()))


def _mates(state: State) -> tuple[int, ...]:
    side = state.teams.sides[state.teams.side_of[state.turn]]
    return tuple(hand for hand in side if hand != state.turn)


def _option(setup: Setup, state: State, decision: ChooseOption, random: Random) -> Action:
    """Name the best trump, keep it in Cordova if the hand is worth it, lead first; else a random option."""
    actions = [option.action for option in decision.options]
    if state.phase is Phase.TRUMP:
        return NameTrump(outlook(setup, state)[1].trump)
    if state.phase is Phase.SALE:
        sales = [action for action in actions if isinstance(action, Sell)]
        return Keep() if outlook(setup, state)[0] >= state.auction.high else sales[0]
    if state.phase in (Phase.LEAD, Phase.TAKE):
        return actions[0]
    return decision.sample(random)


def _discard(setup: Setup, state: State, decision: ChooseCards) -> Action:
    """Discard the weakest worthless cards; give up if the bid is hopeless."""
    worth, order = outlook(setup, state)
    may_fold = Fold() in [option.action for option in decision.otherwise]
    if may_fold and worth < HOPELESS * state.contract.bid:
        return Fold()
    if state.ranking.named:
        order = state.card_order
    ranking = setup.ranking(order)
    trumps = ranking.trumps

    def worth_of(card: Card) -> tuple[bool, bool, int, int]:
        late = card not in decision.before
        return late, bool(trumps >> card & 1), ranking.value[card], ranking.power[ranking.suit[card]][card]

    laid: list[Card] = []
    few = decision.few_most
    for card in sorted(decision.cards, key=worth_of):
        if len(laid) == decision.most:
            break
        if card in decision.few:
            if not few:
                continue
            few -= 1
        laid.append(card)
    return Discard(tuple(laid))


def _card_to_call(setup: Setup, state: State, decision: ChooseCard) -> Card:
    """The strongest trump that another seat may hold."""
    ranking = state.ranking
    own = state.hands[state.turn] | state.deal.nest
    elsewhere = [card for card in decision.cards if not own >> card & 1] or list(decision.cards)
    return max(elsewhere, key=lambda card: ranking.power[ranking.suit[card]][card])


def _card_to_play(setup: Setup, state: State, decision: ChooseCard) -> Card:
    """Lead high, give points to the own side, take a trick worth it, else play the least card."""
    ranking, cards, trick = state.ranking, list(decision.cards), state.trick
    value = ranking.value
    if not trick:
        return max(cards, key=lambda card: (ranking.power[ranking.suit[card]][card] % 100, -value[card]))
    power = ranking.power[state.led]
    place, points = captured(ranking, state.led, trick)
    best, winner = power[trick[place]], state.order[place]
    hand = next_hand(state)
    is_last = len(trick) == len(state.order) - 1
    side_of = state.teams.side_of
    is_ours = side_of[winner] == side_of[hand] and state.teams.are_known
    if is_ours and (is_last or best % 100 > 20):
        return max(cards, key=lambda card: (value[card], -power[card]))
    winning = [card for card in cards if power[card] > best]
    if winning and not is_ours and (is_last or points or not state.taken):
        return min(winning, key=lambda card: (-value[card] if is_last else -power[card], power[card]))
    return min(cards, key=lambda card: (value[card], power[card]))
