"""Whole random matches of Club: the laws after every act, secrets, and the ends of deals."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules.core.actions import Put, Say
from rules.core.cards import CardSet
from rules.core.decisions import Seat
from rules.core.events import DealScored, GameEvent, heard_by
from rules.core.match import Match
from rules.games.club.deal import Deal
from rules.games.club.events import GoneOut, StockUsedUp
from rules.games.club.melds import Meld
from rules.games.club.turn import drop_plan
from rules.games.frame import State
from tests.rules.games.club_tables import eagerly, is_meld, meld, points, table
from tests.rules.games.kit import Step, at_random, check_every_state, check_secrets, game_of, matches, play

TABLES = [(4, "pairs"), (6, "pairs"), (6, "threes")]


def played(
    seats: int, teams: str, choose: Any = eagerly, *, deals: int = 3, few: int = 1
) -> list[list[Step]]:
    game = game_of("club", deals=deals, club_teams=teams)
    return [play(game, seats, seed, choose) for seed in range(few)]


def check(match: Match, deal: Deal) -> None:
    """RULES 5: no card lost, every meld valid, no Rook in a hand, staged cards only from the hand."""
    everything = [*deal.stock, *deal.pile]
    for cards in (*deal.hands, *(one.cards for side in deal.melds for one in side)):
        everything += cards
    everything += [card for rooks in deal.rooks for card in rooks]
    assert sorted(everything) == sorted(game_of("club").deck(match.seats))
    assert not any(card.is_bird for hand in deal.hands for card in hand)
    for one in (one for side in deal.melds for one in side):
        assert is_meld(one.cards)
    if match.winners is None:
        assert all(deal.hands)
        has_threes = any(one.number == 3 for side in deal.melds for one in side)
        assert not has_threes or len(_hand(deal)) == 1  # which must be discarded now


def _hand(deal: Deal) -> CardSet:
    return deal.hands[deal.turn]


def check_turns(steps: list[Step]) -> None:
    """Every first play has its points, every turn draws or melds, and sides meld only in their turn."""
    for step in steps:
        before, after = step.before.deal, step.after.deal
        if before is None or after is None:
            continue
        for side, (old, new) in enumerate(zip(before.melds, after.melds, strict=True)):
            if new == old:
                continue
            assert side == step.before.match.side_of(before.turn)
            if not old:
                total = step.before.match.totals[side]
                need = 50 if total < 2000 else 100 if total <= 3000 else 160
                assert sum(points(one.cards) for one in new) >= need
            assert all(one.cards & new[place].cards == one.cards for place, one in enumerate(old))
        if after.turns > before.turns and before.stage == "draw":
            assert isinstance(step.action, Put)
            assert sum(len(one.cards) for side in after.melds for one in side) == 1 + sum(
                len(one.cards) for side in before.melds for one in side
            )


@pytest.mark.laws
@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_invariants_hold_after_every_act(seats: int, teams: str) -> None:
    for steps in matches(game_of("club", deals=3, club_teams=teams), seats, eagerly):
        check_every_state(steps, check)
        check_turns(steps)


@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_answers_of_a_meld_question_are_legal_and_their_cards_offered(seats: int, teams: str) -> None:
    game = game_of("club", club_teams=teams)
    random = Random(seats)
    for steps in played(seats, teams, deals=2):
        for step in steps:
            deal = step.before.deal
            if deal is None or deal.stage != "meld" or random.random() < 0.5:
                continue
            decision = game.ask(step.before.match, deal)[deal.turn]
            offered = 0
            for answer in decision.grouping.answers():
                assert decision.accepts(answer), answer
                assert len(str(answer)) < 70
                offered |= CardSet.of(answer.cards)
            assert not offered & ~decision.cards


@pytest.mark.parametrize("choose", [at_random, eagerly])
def test_deal_ends_when_a_player_is_out_or_the_stock_is_empty(choose: Any) -> None:
    for steps in played(4, "pairs", choose, few=2):
        for step in steps:
            if any(isinstance(event, DealScored) for event in step.events):
                last = [event for event in step.events if isinstance(event, GameEvent)][-1]
                is_used_up = step.before.deal is not None and not step.before.deal.stock
                assert isinstance(last, GoneOut) or (is_used_up and isinstance(last, StockUsedUp))


def test_random_match_ends_with_its_last_deal() -> None:
    steps = play(game_of("club", deals=10), 4, 1)
    assert steps[-1].after.match.deal == 10


def scramble(match: Match, deal: Deal, looker: Seat | None, random: Random) -> Deal:
    """Redeal all cards that a seat cannot know; staged cards of another seat return to its hand."""
    others = [seat for seat in range(match.seats) if seat != looker]
    hidden = [card for seat in others for card in deal.hands[seat]]
    hidden += [*deal.pile[:-1], *(card for card in deal.stock if not card.is_bird)]
    random.shuffle(hidden)
    hands = list(deal.hands)
    for seat in others:
        hands[seat] = CardSet.of([hidden.pop() for _ in hands[seat]])
    pile = (*[hidden.pop() for _ in deal.pile[:-1]], *deal.pile[-1:])
    stock = [*hidden, *(card for card in deal.stock if card.is_bird)]
    random.shuffle(stock)
    deal = deal._replace(hands=tuple(hands), pile=pile, stock=tuple(stock))
    if looker != deal.turn and deal.stage == "meld":
        deal = drop_plan(deal).deal
    return deal


@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_hidden_cards_are_shown_to_no_other_seat(seats: int, teams: str) -> None:
    for steps in played(seats, teams):
        check_secrets(game_of("club", deals=3, club_teams=teams), steps, scramble, Random(1), share=0.05)


def test_staged_cards_are_told_to_no_seat() -> None:
    for steps in played(4, "pairs", few=2):
        for step in steps:
            is_private = step.before.deal is not None and step.before.deal.stage == "meld"
            if is_private and str(step.action) != "say down":
                assert [heard_by(step.events, seat) for seat in (None, 0, 1, 2, 3)] == [()] * 5


# Each law shown once to catch a fault ------------------------------------------------------------------


def a_card_lost(deal: Deal) -> Deal:
    return deal._replace(stock=deal.stock[1:])


def a_rook_in_a_hand(deal: Deal) -> Deal:
    rook = next(card for card in deal.stock if card.is_bird)
    stock = tuple(card for card in deal.stock if card != rook)
    return deal._replace(stock=stock, hands=(CardSet(deal.hands[0] | 1 << rook), *deal.hands[1:]))


def no_meld(deal: Deal) -> Deal:
    wrong = Meld(CardSet.of(deal.stock[:3]), 1)
    return deal._replace(stock=deal.stock[3:], melds=((wrong,), ()))


def an_empty_hand(deal: Deal) -> Deal:
    return deal._replace(stock=(*deal.stock, *deal.hands[0]), hands=(CardSet(0), *deal.hands[1:]))


def threes_laid(deal: Deal) -> Deal:
    threes = meld("R3 Y3 G3")
    stock = tuple(card for card in deal.stock if card not in threes.cards)
    hands = (deal.hands[0], CardSet.of(stock[:2]), *deal.hands[2:])
    return deal._replace(stock=(*stock[2:], *deal.hands[1]), hands=hands, melds=((threes,), ()))


@pytest.mark.parametrize("fault", [a_card_lost, a_rook_in_a_hand, no_meld, an_empty_hand, threes_laid])
def test_planted_fault_is_caught(fault: Callable[[Deal], Deal]) -> None:
    _, match, deal = table({})
    check(match, deal)
    with pytest.raises(AssertionError):
        check(match, fault(deal))


def test_insufficient_first_play_is_caught() -> None:
    _, match, deal = table({})
    poor = deal._replace(melds=((), (meld("R4 R5 R6"),)))
    with pytest.raises(AssertionError):
        check_turns([Step(State(match, deal), 1, Say("down"), State(match, poor), ())])
