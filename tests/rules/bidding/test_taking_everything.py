"""Points on top for taking everything: all the counters of a deal, or every trick with the own hand."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tools.record import Record
from rules.bidding.rows import BOOKS
from rules.bidding.scoring import Captures, Result, score
from rules.bidding.variant import Variant
from rules.bidding.words.score import points
from rules.catalog import game_with
from rules.core.protocol import InvalidOption
from tests import oracle
from tests.rules.faults import claiming
from tests.rules.scene import Scene


def scored(
    *taken: tuple[int, int], bid: int = 100, alone: bool = False, last: int = 0, **changes: Any
) -> list[int]:
    """The points of each side for counters and tricks taken; side 0 has bid."""
    variant: Variant = BOOKS["kentucky"].model_copy(update=changes)
    result = Result(tuple(Captures(*one) for one in taken), 0, bid, last=last, is_alone=alone)
    return [side.scored for side in score(variant, result).sides]


# --- all the counters ---------------------------------------------------------------------------------------


def test_all_the_points_may_be_in_eight_of_nine_tricks() -> None:
    """A family: who takes all the points scores 20 more; 8 of 9 tricks can hold every point."""
    assert scored((120, 8), (0, 1), all_points=20) == [140, 0]
    assert scored((120, 8), (0, 1), all_points=20, last=1) == [140, 0]
    assert scored((115, 8), (5, 1), all_points=20) == [115, 5]


def test_all_the_points_never_help_to_make_a_bid() -> None:
    assert scored((100, 8), (0, 1), bid=120, all_points=20) == [-120, 0]


def test_opponents_may_take_all_the_points_and_double_them_with_the_rest() -> None:
    assert scored((0, 1), (120, 8), all_points=20) == [-100, 140]
    assert scored((0, 1), (120, 8), all_points=20, failure="opponents_doubled") == [0, 280]


def test_all_the_points_come_on_top_of_the_moon_and_are_not_doubled_by_it() -> None:
    assert scored((120, 9), (0, 0), all_points=20, moon=100) == [240, 0]
    assert scored((120, 9), (0, 0), all_points=20, moon_doubles=True) == [260, 0]


def test_stopped_deal_and_one_without_counters_bring_no_bonus() -> None:
    assert scored((120, 8), (0, 0), all_points=20, last=-1) == [120, 0]
    assert scored((0, 9), (0, 0), bid=0, all_points=20) == [0, 0]


@pytest.mark.parametrize(("nest_to", "nest"), [("last_trick", True), ("declarer", True), ("nobody", False)])
def test_rules_tell_of_all_the_points(nest_to: str, nest: bool) -> None:
    game = game_with("kentucky", {"all_points": 20, "nest_to": nest_to})
    text = points(Variant.model_validate(game.parameters()))
    assert "Taking all the counters counts 20 more, even without every trick." in text
    assert ("Those in the nest go with it." in text) is nest


# --- a moon of the bidder alone -----------------------------------------------------------------------------

ALL_TRUMPS = "Rook R14 R13 R12 R11 R10 R9 R8 R7"
ONE_SHORT = "Rook R14 R13 R12 R11 R10 R9 R8 Y5"
PARTNER = "Y14 B14 B13 B12 B11 B10 G14 G13 G12"


def moon(hand: str, **options: Any) -> Scene:
    """A deal in which seat 1 bids 70 and its side takes every trick; the other trumps are out of play."""
    rules: dict[str, Any] = {"first_lead": "declarer", "deals": 1, "moon_by": "declarer", **options}
    nest = "R6 R5 G6 G7 B6" if hand == ALL_TRUMPS else "R7 R6 R5 G6 G7"
    scene = Scene(**rules).deal({1: hand, 3: PARTNER}, nest=nest)
    scene.win_auction(1, 70).settle("red", keep=hand.split())
    scene.do(f"play {hand.rsplit(maxsplit=1)[-1]}").play_out()
    assert [taken.tricks for taken in scene.captured()] == [0, 9]
    return scene


@pytest.mark.parametrize(
    ("options", "alone", "together"),
    [
        ({"moon": 400}, 520, 120),
        ({"moon_doubles": True}, 240, 120),
        ({"moon": 400, "moon_by": "side"}, 520, 520),
    ],
)
def test_moon_by_the_bidder_needs_every_trick_in_the_bidders_own_hand(
    options: dict[str, Any], alone: int, together: int
) -> None:
    """Bird ten and a half: a moon (400) must be taken by the bidder's own tricks alone."""
    assert moon(ALL_TRUMPS, **options).points()[1] == alone
    assert moon(ONE_SHORT, **options).points()[1] == together


def test_opponents_of_the_bidder_shoot_no_moon() -> None:
    assert scored((0, 0), (120, 9), last=1, moon=400, moon_by="declarer") == [-100, 120]
    assert scored((0, 0), (120, 9), last=1, moon=400) == [-100, 520]


def test_moon_by_the_bidder_needs_a_moon() -> None:
    game_with("three_handed_1914", {"moon": 100, "moon_by": "declarer"})
    with pytest.raises(InvalidOption, match="needs “Shooting the moon”"):
        game_with("kentucky", {"moon_by": "declarer"})


def test_rules_tell_who_shoots_the_moon() -> None:
    game = game_with("kentucky", {"moon": 400, "moon_by": "declarer"})
    assert "Taking every trick with the bidder's own hand alone counts 400 more" in points(
        Variant.model_validate(game.parameters())
    )
    readings = [reading.text for section in game.about.rules for reading in section.ours]
    assert not any("bidder or not" in text for text in readings)


def test_oracle_tells_the_bidders_own_moon_from_the_sides() -> None:
    for hand in (ALL_TRUMPS, ONE_SHORT):
        for played, claimed in (("declarer", "side"), ("side", "declarer")):
            scene = moon(hand, moon=400, moon_by=played)
            kept = Record(scene.game, 4)
            first, *lines = [kept.opening(), *kept.lines(tuple(scene.events))]
            assert oracle.check_record([first, *lines]) == []
            told = claiming(first, {"moon_by": claimed})
            assert bool(oracle.check_record([told, *lines])) is (hand == ONE_SHORT)
