"""Advice: the champion's answer for a seat, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Final

from bot.computers.bidding_games.bidding import best_to_bid, limit
from bot.computers.bidding_games.certain import CERTAIN, holds, losing, wins
from bot.computers.bidding_games.declaring import best_outlook, discards, worth_of_sale
from bot.computers.bidding_games.gains import draws, worth_of_draws
from bot.computers.bidding_games.odds import beaters, holds_up
from bot.computers.bidding_games.played import played, setup_for
from bot.computers.bidding_games.playing import compared
from bot.computers.bidding_games.prospects import SAMPLES, Prospect, known_to, prospect
from bot.computers.bidding_games.race import at_this_score
from bot.computers.bidding_games.trumps import best_color
from bot.computers.brief import Brief, decision_of
from bot.computers.games.players import PLAYERS
from bot.computers.heard import UNKNOWN
from bot.computers.hints.ranking import ranked
from bot.computers.hints.reasons import (
    Advice,
    Cheapest,
    Discarding,
    Drawn,
    DrawsTrumps,
    EveryTrick,
    Judged,
    Lost,
    Margin,
    NoChoice,
    NotDealtYet,
    PartnerTakes,
    Reason,
    Sold,
    Strength,
    Takes,
    TriedOut,
    Worth,
)
from bot.computers.kinds import BEST, find_computer
from bot.computers.memory import Memory
from bot.computers.steady import considered
from rules.bidding.ranking import Order, Ranking
from rules.bidding.state import NO_SEAT
from rules.core.actions import (
    Action,
    AskPartner,
    Bid,
    CallPartner,
    ClaimMisdeal,
    Discard,
    Fold,
    GiveLead,
    Hold,
    Keep,
    NameBird,
    NameTrump,
    Pass,
    Play,
    Sell,
    Shoot,
    Take,
)
from rules.core.cards import Card, CardSet, Color
from rules.core.decisions import ChooseCard, ChooseCards, ChooseNumber, ChooseOption, Decision

COUNTED: Final = 100
"""Most answers that are counted exactly."""


def advise(brief: Brief, random: Random) -> Advice:
    """The best computer's answer to a brief, its reason and the answers it compared."""
    decision, setup = decision_of(brief), setup_for(played(brief))
    if setup is None:
        action = find_computer(BEST).choose(brief, random)
        return Advice(action, _reason(decision, lambda: PLAYERS[brief.game].explain(brief, action)))
    memory = Memory(brief, setup)  # one, so that a card is searched for once
    action = considered(memory, decision)
    reason = _reason(decision, lambda: why(memory, decision, action))
    return Advice(action, reason, ranked(memory, decision, action))


def _reason(decision: Decision, find: Callable[[], Reason | None]) -> Reason:
    """The reason that ``find`` returns; NoChoice for a single answer, Judged if it returns None."""
    choices = sum(1 for _ in islice(decision.answers(), COUNTED + 1))
    if choices == 1:
        return NoChoice()
    found = find()
    return Judged(choices if choices <= COUNTED else 0) if found is None else found


def why(memory: Memory, decision: Decision, action: Action) -> Reason | None:
    """The reason for an answer; None if no reason fits in a sentence."""
    match action:
        case Play(card) if isinstance(decision, ChooseCard):
            return _of_card(memory, decision, card)
        case Bid() | Pass() | Hold() if isinstance(decision, ChooseNumber):
            return _of_bid(memory, decision, action)
        case Shoot():
            return EveryTrick(SAMPLES)
        case Discard() if isinstance(decision, ChooseCards) and not memory.trick:
            return _of_discard(memory, decision, action)
        case NameTrump(color, lowest_wins):
            return _of_trump(memory, color, lowest_wins=lowest_wins)
        case _:
            return _settled(memory, decision, action)


def _settled(memory: Memory, decision: Decision, action: Action) -> Reason | None:
    """The reason for a partner, the first lead, a sale, a draw, a claimed misdeal or a fold."""
    heard = memory.heard
    match action:
        case CallPartner(card):
            return _worth(memory, prospect(known_to(memory), heard.card_order, calls=(*heard.called, card)))
        case GiveLead(to):
            known = known_to(memory)
            return _worth(memory, prospect(known, heard.card_order, calls=tuple(heard.called), leader=to))
        case Take():
            up, unseen = worth_of_draws(memory)
            return Drawn(round(up), round(unseen))
        case Sell() | Keep() if isinstance(decision, ChooseOption):
            sale = worth_of_sale(memory, [option.action for option in decision.options])
            return Sold(sale.price, round(sale.keeping), round(sale.selling))
        case NameBird():
            return NotDealtYet()
        case ClaimMisdeal() | Fold():
            return _worth(memory, best_outlook(memory))
        case AskPartner():
            return _strength(memory.setup.ranking(best_color(memory)), memory.own)
        case _:
            return None


def _strength(ranking: Ranking, hand: int) -> Strength:
    trumps = CardSet(hand & ranking.trumps)
    power = ranking.power[ranking.suit[next(iter(trumps))]] if trumps else ()
    return Strength(ranking.trump, tuple(sorted(trumps, key=lambda card: -power[card])), ranking.lowest_wins)


def _worth(memory: Memory, outlook: Prospect) -> Worth:
    strength = _strength(memory.setup.ranking(outlook.trump), memory.own)
    return Worth(strength, round(outlook.mean), is_sale=memory.is_sale)


def _of_bid(memory: Memory, decision: ChooseNumber, action: Action) -> Worth:
    best = best_to_bid(memory, decision)
    worth, for_points = _worth(memory, best), limit(memory, best)
    to_win = at_this_score(memory, best, for_points, decision.least)
    if isinstance(action, Bid):
        return worth._replace(by_score=for_points < action.points <= to_win)
    declarer = memory.declarer
    if declarer not in {NO_SEAT, memory.seat} and not memory.is_opponent(declarer):
        return worth._replace(bidder=declarer)
    if worth.points < decision.least:
        return worth._replace(needed=decision.least)
    if max(for_points, to_win) < decision.least:
        return worth._replace(margin=Margin(decision.least, round(best.spread)))
    return worth._replace(by_score=to_win < decision.least <= for_points)


def _of_discard(memory: Memory, decision: ChooseCards, discard: Discard) -> Discarding:
    """The reason for a discard: the worth of the hand kept, and the colors it emptied for trumping."""
    outlook = discards(memory, decision).get(discard) or best_outlook(memory)
    ranking, before = memory.setup.ranking(outlook.trump), memory.own
    kept = before & ~CardSet.of(discard.cards)
    empty = tuple(
        color
        for color in Color
        if color is not ranking.trump and before & ranking.follow[color] and not kept & ranking.follow[color]
    )
    worth = Worth(_strength(ranking, kept), round(outlook.mean), is_sale=memory.is_sale)
    return Discarding(worth, empty if kept & ranking.trumps else ())


def _of_trump(memory: Memory, color: Color | None, *, lowest_wins: bool) -> Reason:
    """The reason for naming a trump: the hand's worth with it, or its trumps if a partner names it."""
    order = Order(color, memory.heard.card_order.bird, lowest_wins)
    if memory.seat == memory.declarer:
        return _worth(memory, prospect(known_to(memory), order))
    # A partner who names trump has not seen the nest.
    return _strength(memory.setup.ranking(order), memory.own)


def _of_card(memory: Memory, decision: ChooseCard, card: Card) -> Reason | None:
    """The reason for a card: a certain one if every seat's side is known, else how it compares."""
    if UNKNOWN in memory.heard.called.values():
        return _compared(memory, decision, card)
    certain = _following(memory, list(decision.cards), card) if memory.trick else _leading(memory, card)
    return certain or _compared(memory, decision, card)


def _following(memory: Memory, allowed: list[Card], card: Card) -> Reason | None:
    """The certain reason for a card on a led trick; Lost only if no allowed card could take it."""
    if wins(memory, card):
        return Takes(memory.at_stake + memory.value[card])
    if not memory.is_opponent(memory.winner) and holds(memory, memory.best):
        hand = None if memory.winner == memory.person else memory.winner
        return PartnerTakes(hand, memory.value[card])
    return Lost(memory.value[card]) if losing(memory, allowed) == allowed else None


def _leading(memory: Memory, card: Card) -> Reason | None:
    """The certain reason for leading a card; None if there is none."""
    suit = memory.ranking.suit[card]
    if holds_up(memory, memory.opponents_to_come, suit, beaters(memory, suit, card)) >= CERTAIN:
        return Takes(memory.value[card])
    theirs = memory.opponents_trumps.bit_count()
    if memory.is_trump(card) and theirs and draws(memory):
        return DrawsTrumps((memory.hand & memory.trumps).bit_count(), theirs)
    return None


def _compared(memory: Memory, decision: ChooseCard, card: Card) -> Reason | None:
    """The reason by comparison: the best one tried out, or the one with fewest points; None for neither."""
    found = compared(memory, decision).found
    worth = found.worth
    if len(worth) > 1 and card in worth and worth[card] > max(worth[one] for one in worth if one != card):
        return TriedOut(len(worth), found.deals)
    values = {memory.value[one] for one in decision.cards}
    value = memory.value[card]
    return Cheapest(value) if value == min(values) < max(values) else None
