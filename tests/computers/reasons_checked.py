"""Checks reasons of hints in the real deal, and in sampled deals that agree with the player's knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.computers.bidding_games.compiled_search import DEALS, worths_now
from bot.computers.bidding_games.playing import ENDS, is_solved
from bot.computers.bidding_games.race import race_of
from bot.computers.bidding_games.worlds import Worlds
from bot.computers.brief import Brief, decision_of
from bot.computers.hints.reasons import (
    Advice,
    Cheapest,
    Discarding,
    Drawn,
    DrawsTrumps,
    EveryTrick,
    Judged,
    Lost,
    NoChoice,
    NotDealtYet,
    PartnerTakes,
    Sold,
    Strength,
    Takes,
    TriedOut,
    Worth,
)
from bot.computers.levels import CHAMPION
from bot.computers.memory import Memory
from rules.core.actions import TAKES, Action, Bid, Discard, Hold, Keep, Pass, Play, Take
from rules.core.cards import Card, CardSet
from rules.core.decisions import ChooseCard
from tests.computers.ask import memory_of

OTHERS = 6
"""Sampled deals in which certain reasons must hold as well."""
Hands = Sequence[int]


def check(told: Brief, advice: Advice, state: Any) -> str:
    """Assert that the reason is true; returns the name of its kind."""
    decision, memory, action, reason = decision_of(told), memory_of(told), advice.action, advice.reason
    assert decision.accepts(action)
    match reason:
        case NoChoice():
            assert len(list(decision.answers())) == 1
        case Judged(choices):
            assert choices in {0, len(list(decision.answers()))}
        case Strength():
            _check_trumps(memory, reason, memory.own)
        case Worth():
            _check_worth(memory, action, reason)
        case Discarding(worth, empty):
            assert isinstance(action, Discard)
            kept = memory.own & ~CardSet.of(action.cards)
            _check_trumps(memory, worth.strength, kept)
            assert worth.points == advice.ranked[0].points
            for color in empty:
                assert color != worth.strength.trump
                assert worth.strength.trumps
                assert any(card.color is color for card in action.cards)
                left = [card for card in CardSet(kept) if card.color is color]
                assert all(card in worth.strength.trumps for card in left)
        case EveryTrick(deals):
            assert deals == 24
        case Sold(price, keeping, selling):
            assert price == max(memory.heard.bidding.bids.values())
            assert isinstance(action, Keep) == (keeping > selling) or keeping == selling
        case Drawn(up, unseen):
            assert isinstance(action, Take)
            assert (action == TAKES[0]) == (up >= unseen) or up == unseen
        case NotDealtYet():
            assert not memory.own
        case _:
            assert isinstance(action, Play)
            assert isinstance(decision, ChooseCard)
            _check_card(memory, action.card, decision.cards, advice, state)
    return type(reason).__name__


def _check_worth(memory: Memory, action: Action, worth: Worth) -> None:
    """Assert that the figures are possible, and that a pass has exactly one reason."""
    strength, points, needed, bidder, margin, by_score, is_sale = worth
    assert is_sale is memory.is_sale
    _check_trumps(memory, strength, memory.own)
    assert 0 <= points <= 500
    assert needed is None or points < needed
    assert bidder is None or (bidder == memory.declarer and bidder in _partners(memory))
    assert margin is None or margin.bid <= points <= margin.bid + margin.spread
    assert not by_score or race_of(memory) is not None
    why = [one for one in (needed, bidder, margin) if one is not None] + [by_score] * by_score
    assert len(why) == isinstance(action, Pass) or isinstance(action, Bid | Hold)
    assert len(why) <= 1


def _partners(memory: Memory) -> set[int]:
    return {hand for hand in range(memory.setup.lanes) if not memory.is_opponent(hand)} - {memory.seat}


def _check_trumps(memory: Memory, strength: Strength, hand: int) -> None:
    """Every card of the color, and what is a trump in any color; the highest first."""
    color, trumps = strength.trump, strength.trumps
    red_one = memory.setup.variant.red_one
    special = {card for card in CardSet(hand) if card.is_bird or (red_one and str(card.face) == "R1")}
    of_color = {card for card in CardSet(hand) if color is not None and card.color is color}
    assert of_color <= set(trumps) <= of_color | special
    assert len(trumps) == len(set(trumps))
    if not strength.lowest_wins:
        plain = [card.rank for card in trumps if card not in special and card.rank != 1]
        assert plain == sorted(plain, reverse=True)


def _check_card(memory: Memory, card: Card, allowed: CardSet, advice: Advice, state: Any) -> None:
    random = Random(1)
    others: list[Hands] = [Worlds(memory).sample(random).hands for _ in range(OTHERS)]
    deals = [state.hands, *(hands for hands in others if _could_be(memory, hands))]
    lies = [played for _, played in memory.trick]
    match advice.reason:
        case Takes(points):
            assert points == sum(memory.value[one] for one in (*lies, card))
            assert all(not _beaten(memory, hands, card, card, theirs=True) for hands in deals)
        case PartnerTakes(hand, points):
            assert memory.winner == memory.person if hand is None else hand in _partners(memory)
            assert points == memory.value[card]
            assert all(not _beaten(memory, hands, memory.best, card, theirs=True) for hands in deals)
        case Lost(points):
            assert memory.is_opponent(memory.winner)
            assert points == memory.value[card]
            power = memory.ranking.power[memory.led]
            assert all(power[one] <= power[memory.best] for one in allowed)
            assert all(not _beaten(memory, hands, memory.best, card, theirs=False) for hands in deals)
        case DrawsTrumps(own, theirs):
            held = [one for one in CardSet(memory.hand) if memory.is_trump(one)]
            assert own == len(held)
            assert card in held
            for hands in deals:
                opponents = [hand for hand in range(memory.setup.lanes) if memory.is_opponent(hand)]
                assert (
                    sum(memory.is_trump(one) for hand in opponents for one in CardSet(hands[hand])) <= theirs
                )
        case Cheapest(points):
            values = _values(memory)
            assert points == memory.value[card] == min(values) < max(values)
        case TriedOut(cards, deals_played):
            if worths_now(memory) is not None:
                assert 1 < cards <= memory.hand.bit_count()
                assert 1 <= deals_played <= DEALS
            elif is_solved(memory):
                assert 1 < cards <= memory.hand.bit_count()
                assert 1 <= deals_played <= ENDS
            else:
                assert 1 < cards <= 4
                assert deals_played == CHAMPION.worlds
        case _:
            raise AssertionError(advice.reason)


def _could_be(memory: Memory, hands: Hands) -> bool:
    """Whether a sampled deal agrees with the player's knowledge; if that is hard, some do not."""
    could = zip(hands, memory.hands.could, memory.hands.holds, strict=False)
    return not any(
        held & ~(may | does) for hand, (held, may, does) in enumerate(could) if hand not in memory.hands.known
    )


def _values(memory: Memory) -> set[int]:
    """The points of the cards that may be played."""
    return {memory.value[one] for one in memory.ranking.legal(CardSet(memory.hand), memory.led)}


def _beaten(memory: Memory, hands: Hands, best: Card, card: Card, *, theirs: bool) -> bool:
    """Whether some hand of the opponents, or of the own side, yet to play may beat the best card."""
    led = memory.led if memory.trick else memory.ranking.suit[card]
    power = memory.ranking.power[led]
    for hand in memory.to_come:
        if memory.is_opponent(hand) is not theirs:
            continue
        held = CardSet(hands[hand])
        legal = memory.ranking.legal(held, led) if memory.heard.must_follow(hand) else held
        if any(power[one] > power[best] for one in legal):
            return True
    return False
