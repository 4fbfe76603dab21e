"""Two thousand deals of each game, checked by the naive oracle, which shares no code with the engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.record import lines, rules_line
from rules.actions import Bid, Discard, Play
from rules.cards import Card, Color
from rules.catalog import find_game
from rules.decisions import ChooseCards, ChooseNumber
from rules.events import AuctionWon, PassedOut
from rules.views import TableView
from tests import oracle
from tests.rules.playouts import KEYS, Playout, Step, at_random, carefully, match, play
from tests.rules.test_laws import (
    Broken,
    Forgives,
    low_cards_win,
    low_opening,
    nobody_follows,
    worthless_tens,
)

DEALS = 2000
BATCH = 50
"""Deals of one match, played by the fixed number (1988, Additional Comments 2)."""


def record(playout: Playout) -> list[str]:
    """The record of a match, in lines of JSON."""
    told = [rules_line(playout.game, 4)]
    for step in playout.steps:
        told.extend(lines(step.action, step.events))
    return [json.dumps(line) for line in told]


def names(cards: Iterable[Card]) -> list[str]:
    """Cards as the oracle writes them."""
    return [str(card) for card in cards]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.timeout(180)
def test_the_oracle_finds_nothing_in_2000_deals(key: str) -> None:
    for seed in range(DEALS // BATCH):
        told = record(match(key, seed, deals=BATCH))
        assert oracle.check_record(told) == []
        assert sum('"type": "score"' in line for line in told) == BATCH


@pytest.mark.parametrize("key", KEYS)
def test_the_oracle_finds_nothing_in_matches_to_the_target(key: str) -> None:
    for seed in range(20):
        assert oracle.check_record(record(match(key, seed, target=300))) == []


@pytest.mark.parametrize("key", KEYS)
def test_the_oracle_finds_nothing_where_computers_play(key: str) -> None:
    from bot.computers.registry import find_computer
    from bot.simulate import simulate

    game = find_game(key).with_options({"deals": 20})
    told = [rules_line(game, 4)]
    for step in simulate(game, [find_computer("steady")] * 4, seed=1):
        told.extend(lines(step.action, step.events))

    assert oracle.check_record(map(json.dumps, told)) == []


def test_the_oracle_agrees_about_the_moon() -> None:
    for seed in range(20):
        assert oracle.check_record(record(match("one_high", seed, deals=5, moon=100))) == []


@pytest.mark.parametrize("key", KEYS)
def test_exactly_the_legal_answers_are_listed(key: str) -> None:
    """The same cards, bids and discards as the oracle's, at every decision of 200 deals."""
    row = oracle.ROWS[key]
    for seed in range(40):
        game, steps = match(key, seed, deals=5)
        thrown_in = 0
        for step in steps:
            table = game.table_view(step.before)
            if table.phase == "Bidding":
                same_calls(step, table, row, thrown_in)
            elif isinstance(step.action, Discard):
                same_discards(step, row)
            elif isinstance(step.action, Play):
                same_cards(step, table, row)
            thrown_in += any(isinstance(event, PassedOut) for event in step.events)
            if any(isinstance(event, AuctionWon) for event in step.events):
                thrown_in = 0


@pytest.mark.parametrize("broken", [low_cards_win, nobody_follows, worthless_tens, low_opening, Forgives])
def test_the_oracle_finds_a_planted_fault(broken: Callable[[str], Broken]) -> None:
    found: list[str] = []
    for seed in range(10):
        game: Any = broken("kentucky")
        found += oracle.check_record(record(play(game, Random(seed), carefully if seed % 2 else at_random)))

    assert found


def same_calls(step: Step, table: TableView, row: oracle.Row, thrown_in: int) -> None:
    """The bids, and whether one may pass."""
    assert isinstance(step.decision, ChooseNumber)
    (dealer,) = (info.seat for info in table.seats if any(mark.text == "dealer" for mark in info.marks))
    bids = [fact.text.split()[0] for fact in table.facts if fact.label == "Bid" and fact.text[0].isdigit()]
    high = int(bids[0]) if bids else 0
    listed = list(step.decision.answers())
    assert [call.points for call in listed if isinstance(call, Bid)] == oracle.legal_bids(high, row)
    may_pass = any(not isinstance(call, Bid) for call in listed)
    assert may_pass == oracle.may_pass(step.seat, dealer, high, thrown_in, row)


def same_discards(step: Step, row: oracle.Row) -> None:
    """The cards that may be laid in the nest, and how many."""
    question = step.decision
    assert isinstance(question, ChooseCards)
    held = names(question.held)
    assert names(question.cards) == oracle.buriable(held, row)
    assert question.most == row["nest"]
    for answer in islice(question.answers(), 20):
        assert isinstance(answer, Discard)
        assert oracle.discard_fault(held, names(answer.cards), row) is None


def same_cards(step: Step, table: TableView, row: oracle.Row) -> None:
    """The cards that may be played."""
    assert table.trick is not None
    trump = next(fact.text for fact in table.facts if fact.label == "Trump")
    led = str(table.trick.plays[0][1]) if table.trick.plays else None
    held = names(step.before.hands[step.seat])
    listed = [str(answer).removeprefix("play ") for answer in step.decision.answers()]
    assert listed == oracle.legal_cards(held, led, Color.parse(trump).word, row)
