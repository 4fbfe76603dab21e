"""Advice in bidding games ranks the compared answers with points and chances."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

import pytest

from bot.computers.bidding_games.playing import promising, weighed
from bot.computers.brief import Brief, decision_of
from bot.computers.hints.advising import advise
from bot.computers.hints.reasons import Advice, NoChoice, Ranked
from rules.bidding.deck import total_of
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.actions import (
    Action,
    AskPartner,
    Bid,
    CallPartner,
    ClaimMisdeal,
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
from rules.core.decisions import ChooseCard, ChooseNumber
from tests.computers.ask import brief, kentucky, memory_of
from tests.computers.test_hints import HAND, questions
from tests.rules.scene import Scene

SHARE: Final = 0.15
"""Of the cards played; every other question is looked at."""


BY_POINTS: Final = (CallPartner, GiveLead, Keep, NameTrump, Sell, Take)
"""Answers chosen for their points alone."""


def cards_by_worth(told: Brief) -> list[Action]:
    """The cards thought through, the best first."""
    memory, decision = memory_of(told), decision_of(told)
    assert isinstance(decision, ChooseCard)
    gains = promising(memory, decision)
    found = weighed(memory, gains)
    worth = {card: found.worth[card] + found.judgement * gains[card] for card in found.worth}
    return [Play(card) for card in sorted(worth, key=lambda card: worth[card], reverse=True)]


def check_ranked(told: Brief, advice: Advice) -> None:
    """Assert that the answer is first, each one is allowed, and figures are possible."""
    ranked, setup = advice.ranked, memory_of(told).setup
    assert ranked[0].action == advice.action
    assert len({one.action for one in ranked}) == len(ranked)
    assert all(decision_of(told).accepts(one.action) for one in ranked)
    if isinstance(ranked[0].action, BY_POINTS):
        points = [one.points or 0 for one in ranked]
        assert points == sorted(points, reverse=True)
    if isinstance(ranked[0].action, Play) and len(ranked) > 1:
        assert [one.action for one in ranked] == cards_by_worth(told)
    for one in ranked:
        assert one.chance is None or 0 <= one.chance <= 100
        if one.points is not None and not isinstance(one.action, Take | Sell | Keep):
            assert 0 <= one.points <= total_of(setup.variant, setup.seats) + 200


PLAIN: Final = (AskPartner, ClaimMisdeal, Fold, Hold, NameBird, Pass, Shoot)
"""Answers that promise nothing in figures: with most of them nothing is bid."""


def has_figures(advice: Advice) -> bool:
    """Whether the answer has figures."""
    return advice.ranked[0].points is not None


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_every_question_has_its_answers_ranked(key: str) -> None:
    game, random, seen = find_game(key).with_options({"deals": 1}), Random(key), Counter[str]()
    for told, _ in questions(game, game.about.seats[-1], 6, good=2):
        if told.view.table.trick is not None and random.random() > SHARE:
            continue
        advice = advise(told, Random(1))
        check_ranked(told, advice)
        kind = type(advice.action).__name__
        seen[kind] += 1
        is_plain = isinstance(advice.reason, NoChoice) or isinstance(advice.action, PLAIN)
        assert is_plain or has_figures(advice), f"no figures for {kind}"
        if isinstance(decision_of(told), ChooseNumber):
            assert any(isinstance(one.action, Bid) for one in advice.ranked) or len(advice.ranked) == 1
    assert seen[Play.__name__] > 2


def test_higher_bid_has_a_lower_chance_and_the_same_points() -> None:
    ranked = advise(brief(Scene("kentucky").deal({1: HAND})), Random(1)).ranked
    bids = sorted((one for one in ranked if isinstance(one.action, Bid)), key=points_bid)
    assert len(bids) >= 3
    chances = [one.chance for one in bids]
    assert None not in chances
    assert chances == sorted(chances, key=lambda chance: -(chance or 0))
    assert len({one.points for one in bids}) == 1
    assert Ranked(Pass()) in ranked


@pytest.mark.parametrize(("exact", "chance"), [(True, 100), (False, 0)])
def test_chance_of_exactly_the_bid_follows_the_exact_rule(exact: bool, chance: int) -> None:
    """Every trick brings 100 where 20 lie dead in the nest: enough for a bid of 100, and not more than it."""
    nest = "R5 R6 Y5 G5 B5"
    scene = Scene("kentucky", exact_makes=exact, nest_to="nobody", first_lead="declarer")
    scene.deal({1: "Rook R14 R13 R12 R11 R10 R9 R8 R7"}, nest).win_auction(1, 100)
    for act in (f"discard {nest}", "trump red", "play R14"):
        figures = {(one.points, one.chance) for one in advise(brief(scene), Random(1)).ranked if one.points}
        assert (100, chance) in figures
        scene.do(act)


def points_bid(one: Ranked) -> int:
    """The bid in question."""
    assert isinstance(one.action, Bid)
    return one.action.points


def test_named_trump_has_the_most_points() -> None:
    scene = (
        Scene("kentucky").deal({1: "Rook R14 R13 R12 R9 Y14 G9 B13 B6"}, "G5 G6 Y5 Y6 B5").win_auction(1, 80)
    )
    advice = advise(brief(scene.do("discard G5 G6 Y5 Y6 B5")), Random(1))
    assert isinstance(advice.action, NameTrump)
    points = [one.points or 0 for one in advice.ranked]
    assert points == sorted(points, reverse=True)
    assert len(points) > 1


def test_made_bid_is_nearly_sure_and_unreachable_bid_is_not() -> None:
    """A hand full of trumps takes 70 in any deal; one of low cards hardly ever all 120."""
    strong, weak = "Rook R14 R13 R12 R11 R10 R9 Y14 G14", "R6 R7 R8 Y6 Y7 G7 G8 B7 B8"
    for hand, bid, low, high in ((strong, 70, 95, 100), (weak, 120, 0, 5)):
        scene = kentucky(
            {1: hand}, nest="G5 G6 Y5 B6 B5", declarer=1, bid=bid, trump="red", lay="G5 G6 Y5 B6 B5"
        )
        ranked = advise(brief(scene), Random(1)).ranked
        assert all(one.chance is not None and low <= one.chance <= high for one in ranked)
