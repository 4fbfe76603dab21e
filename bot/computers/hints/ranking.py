"""The compared answers to a decision of a bidding game, the best first, with expected points and chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import Final

from bot.computers.bidding_games.bidding import best_to_bid, limit
from bot.computers.bidding_games.declaring import calls, discards, worth_of_sale
from bot.computers.bidding_games.gains import worth_of_draws
from bot.computers.bidding_games.playing import compared
from bot.computers.bidding_games.prospects import Prospect, known_to, prospect
from bot.computers.bidding_games.race import at_this_score
from bot.computers.bidding_games.trumps import trumps_to_compare
from bot.computers.bidding_games.worlds import Guess, Worlds
from bot.computers.hints.reasons import Ranked
from bot.computers.memory import Memory
from rules.bidding.deck import least_to_make
from rules.bidding.state import NO_SEAT
from rules.core.actions import TAKES, Action, Bid, CallPartner, GiveLead, Keep, NameTrump, Sell, Take
from rules.core.cards import Card
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision

DEALS: Final = 24
"""Sampled deals played out after each card to find the bidder's take."""
BIDS: Final = 3
"""Number of lowest allowed bids that are compared with passing."""


def ranked(memory: Memory, decision: Decision, answer: Action) -> tuple[Ranked, ...]:
    """The compared answers to a decision, first ``answer``, then the best first."""
    match decision:
        case ChooseNumber():
            found = _bids(memory, decision, answer)
        case ChooseCards() if not memory.trick:
            kept = discards(memory, decision)
            found = _best_first(_outcome(laid, outlook, _owed(memory)) for laid, outlook in kept.items())
        case ChooseCard() if isinstance(next(decision.answers()), CallPartner):
            called = calls(memory, decision)
            found = _best_first(_outcome(CallPartner(one.card), one.outlook, _owed(memory)) for one in called)
        case ChooseCard():
            found = _cards(memory, decision)
        case ChooseOption():
            found = _options(memory, [option.action for option in decision.options])
        case _:
            found = []
    own = next((one for one in found if one.action == answer), Ranked(answer))
    return (own, *(one for one in found if one.action != answer))


def _owed(memory: Memory) -> int:
    """The points that make the bid; 0 without a bid, or if every trick is owed."""
    return 0 if memory.heard.bidding.is_shot else memory.owed


def _outcome(action: Action, outlook: Prospect, owed: int) -> Ranked:
    """An answer of the bidder with its expected points, and its chance to take ``owed``; None for 0 owed."""
    chance = round(100 * outlook.chance(owed)) if owed else None
    return Ranked(action, round(outlook.mean), chance, is_own=True)


def _best_first(found: Iterable[Ranked]) -> list[Ranked]:
    return sorted(found, key=lambda one: -(one.points or 0))


def _bids(memory: Memory, decision: ChooseNumber, answer: Action) -> list[Ranked]:
    """Bids the hand is worth, then the other answers, then bids it is not worth."""
    best = best_to_bid(memory, decision)
    worth = at_this_score(memory, best, limit(memory, best), decision.least)
    color = best.trump.trump if decision.colors else None
    numbers = [*decision.numbers[:BIDS], *([answer.points] if isinstance(answer, Bid) else [])]
    variant = memory.setup.variant
    bids = [
        _outcome(Bid(number, color), best, least_to_make(variant, number))
        for number in dict.fromkeys(sorted(numbers))
    ]
    bids = [one for one in bids if decision.accepts(one.action)]
    good = [one for one in bids if isinstance(one.action, Bid) and one.action.points <= worth]
    others = [Ranked(option.action) for option in decision.otherwise]
    return [*good, *others, *(one for one in bids if one not in good)]


def _options(memory: Memory, options: list[Action]) -> list[Ranked]:
    known, heard, order = known_to(memory), memory.heard, memory.heard.card_order
    match options[0]:
        case NameTrump() if memory.seat == memory.declarer:
            outlooks = (prospect(known, one) for one in trumps_to_compare(memory))
            named = (
                _outcome(NameTrump(one.trump.trump, one.trump.lowest_wins), one, _owed(memory))
                for one in outlooks
            )
            return _best_first(one for one in named if one.action in options)
        case GiveLead():
            leads = [option for option in options if isinstance(option, GiveLead)]
            return _best_first(
                _outcome(
                    lead, prospect(known, order, calls=tuple(heard.called), leader=lead.to), _owed(memory)
                )
                for lead in leads
            )
        case Take():
            return _best_first(
                Ranked(take, round(worth)) for take, worth in zip(TAKES, worth_of_draws(memory), strict=False)
            )
        case Sell():
            sale = worth_of_sale(memory, options)
            return _best_first(
                [Ranked(Keep(), round(sale.keeping)), Ranked(Sell(sale.buyer), round(sale.selling))]
            )
        case _:
            return []


def _cards(memory: Memory, decision: ChooseCard) -> list[Ranked]:
    """The cards that were searched, the best first."""
    if len(decision.cards) == 1:
        return []
    cards = compared(memory, decision)
    best_first = cards.best_first
    if memory.declarer == NO_SEAT:
        return [Ranked(decision.actions[card]) for card in best_first]
    takes = cards.found.takes or _takes(memory, best_first)
    return [_played(memory, decision.actions[card], takes[card]) for card in best_first]


def _played(memory: Memory, play: Action, takes: Sequence[int]) -> Ranked:
    owed = _owed(memory)
    chance = round(100 * fmean(take >= owed for take in takes)) if owed else None
    is_own = memory.person == memory.declarer
    return Ranked(play, round(fmean(takes)), chance, is_own, is_sale=memory.is_sale)


def _takes(memory: Memory, cards: Iterable[Card]) -> dict[Card, list[int]]:
    """Points the bidder's side takes in each sampled deal, by card played."""
    takes: dict[Card, list[int]] = {card: [] for card in cards}
    for world in Worlds(memory).some(Random(memory.hand), DEALS):
        guess = Guess(memory, world)
        for card, found in takes.items():
            found.append(guess.bid_takes(guess.rest.after(card)))
    return takes
