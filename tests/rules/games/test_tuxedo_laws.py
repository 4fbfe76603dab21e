"""The laws of Tuxedo and its secrets in random matches."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations
from random import Random
from typing import Any

import pytest

from rules.core.actions import Capture, Put, parse_action
from rules.core.cards import Card, CardSet, deck
from rules.core.decisions import CHANCE
from rules.core.events import DealScored
from rules.core.match import Match
from rules.games.frame import State
from rules.games.tuxedo.captures import makes_orange
from rules.games.tuxedo.deal import Deal
from rules.games.tuxedo.events import OrangeScored
from rules.games.tuxedo.scoring import Scores
from tests.rules.games.kit import Step, check_every_state, check_secrets, game_of, matches, play, tables
from tests.rules.games.tuxedo_tables import laid_out

KEYS = ("tuxedo_old", "tuxedo_1924")
ALL = frozenset(deck(range(1, 15), bird=False))


def check(match: Match, deal: Deal) -> None:
    """56 cards in hands, on the table, won and still to be dealt."""
    on_table = [card for stack in deal.table for card in stack.cards]
    held = [card for cards in (*deal.hands, *(won.cards for won in deal.won)) for card in cards]
    cards = [*held, *on_table, *deal.undealt]
    assert len(cards) == 56
    assert set(cards) == ALL
    assert all(stack.value <= 14 for stack in deal.table)
    assert len({len(one) for one in deal.hands}) <= 2


def adds_up(number: int, cards: frozenset[Card]) -> bool:
    """True if the cards fall into groups that each add up to a number."""
    if not cards:
        return True
    first, *others = sorted(cards)
    groups = chain.from_iterable(combinations(others, size) for size in range(len(others) + 1))
    return any(
        first.rank + sum(card.rank for card in group) == number and adds_up(number, cards - {first, *group})
        for group in groups
    )


def check_captures(steps: list[Step], *, every: bool) -> None:
    """Sums really equal the card; Orange only for a red and a yellow card."""
    for step in steps:
        if isinstance(step.action, Capture):
            number, cards = step.action.card.rank, frozenset(step.action.cards)
            assert adds_up(number, cards)
            assert every or sum(card.rank for card in cards) == number
        for event in step.events:
            if isinstance(event, OrangeScored):
                deal: Deal | None = step.before.deal
                assert deal is not None
                assert deal.taken is not None
                assert makes_orange(deal.taken.cards)
        assert len(str(step.action)) < 70 or step.seat == CHANCE


def check_scores(steps: list[Step]) -> None:
    """The fives of a deal are worth 20 in all; the most cards are one player's, or those tied get 5 each."""
    for step in steps:
        for event in step.events:
            if isinstance(event, DealScored):
                items = [item for line in event.sides for item in line.items]
                assert sum(item.number for item in items if item.kind is Scores.FIVES) == 4
                for_most = [item.points for item in items if item.kind is Scores.CARDS and item.points]
                assert for_most in ([], [5], [15]) or set(for_most) == {5}


@pytest.mark.laws
@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_laws_hold_in_random_matches(key: str, seats: int) -> None:
    for steps in matches(game_of(key), seats):
        check_every_state(steps, check)
        check_captures(steps, every=key == "tuxedo_1924")
        check_scores(steps)


def test_laws_hold_with_every_option_changed() -> None:
    game = game_of("tuxedo_old", deals=3, building=True, orange=True, multi_build=True, forced_capture=True)
    steps = play(game, 3, seed=1)
    check_every_state(steps, check)
    check_captures(steps, every=False)
    assert any(isinstance(step.action, Put) and len(step.action.cards) > 1 for step in steps)


def test_card_dealt_twice_and_a_wrong_sum_are_noticed() -> None:
    game = game_of("tuxedo_old", deals=1)
    match = laid_out([""] * 2, "")[0]
    deal = game.lay_out(match, tuple(sorted(ALL))).deal
    check(match, deal)
    with pytest.raises(AssertionError):
        check(match, deal._replace(undealt=(*deal.undealt[:-1], deal.undealt[0])))
    wrong = Step(State(match, deal), 0, parse_action("capture R8 R6 R3"), State(match, deal), ())
    with pytest.raises(AssertionError):
        check_captures([wrong], every=True)


def scramble(match: Match, deal: Deal, seat: int | None, random: Random) -> Deal:
    """Redeal the cards a seat cannot know: other hands and the undealt cards."""
    others = [one for one in range(match.seats) if one != seat]
    unknown = [card for one in others for card in deal.hands[one]] + list(deal.undealt)
    random.shuffle(unknown)
    hands = list(deal.hands)
    for one in others:
        hands[one] = CardSet.of(unknown.pop() for _ in range(len(hands[one])))
    return deal._replace(hands=tuple(hands), undealt=tuple(unknown))


@pytest.mark.parametrize(("key", "seats"), tables(*KEYS))
def test_hands_and_undealt_cards_are_hidden_from_other_seats(key: str, seats: int) -> None:
    game = game_of(key, deals=1)
    check_secrets(game, play(game, seats, seed=7), scramble, Random(seats))


def test_shown_next_card_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("tuxedo_old", deals=1)
    told = type(game).board

    def leaky(self: Any, match: Match, deal: Deal) -> Any:
        board = told(self, match, deal)
        return board._replace(facts=replace(board.facts, to_deal=sum(card.rank for card in deal.undealt[:1])))

    steps = play(game, 2, seed=1)
    monkeypatch.setattr(type(game), "board", leaky)
    with pytest.raises(AssertionError):
        check_secrets(game, steps, scramble, Random(1), share=1)
