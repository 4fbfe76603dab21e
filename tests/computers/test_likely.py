"""Likely deals are weighted by the bids, and agree with the player's knowledge."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from bot.computers.bidding_games.likely import likely
from bot.computers.bidding_games.worlds import World, Worlds
from bot.computers.hints.advising import advise
from bot.computers.memory import Memory
from rules.core.cards import CardSet, parse_cards
from tests.computers.ask import brief, kentucky, remembered
from tests.rules.scene import Scene

LAID = "R5 R6 Y5 Y6 G5"
HANDS = {
    0: "B5 R10 R12 R13 Y13 Y7 G10 G13 G6",
    1: "B13 B12 B11 B10 B9 B7 Y14 G14 R7",
    2: "Rook B14 R8 R9 R11 Y12 Y11 G12 G11",
    3: "B8 B6 R14 Y8 Y9 Y10 G7 G8 G9",
}
NUMBER = 40


def after(*plays: str) -> Memory:
    """The memory of the next seat to play: seat 1 declares with black trumps."""
    scene = kentucky(HANDS, nest=LAID, declarer=1, bid=80, trump="black", lay=LAID)
    scene.do(*plays)
    return remembered(scene)


def drawn(memory: Memory) -> list[tuple[World, int]]:
    return likely(memory, Random(1), NUMBER)


def test_likely_deals_are_as_many_as_requested() -> None:
    assert sum(times for _, times in drawn(after("play B12"))) == NUMBER


def test_likely_deal_agrees_with_everything_known() -> None:
    memory = after("play B12", "play B14", "play B6", "play B5", "play R9", "play R14", "play R12")
    for world, _ in drawn(memory):
        assert [hand.bit_count() for hand in world.hands] == list(memory.hands.counts)
        assert world.nest.bit_count() == 5
        for hand, cards in enumerate(world.hands):
            assert not cards & ~memory.hands.could[hand]
            assert not memory.hands.holds[hand] & ~cards


def test_declarer_holds_more_trumps_than_in_unweighted_deals() -> None:
    memory, random = after("play B12"), Random(1)

    def trumps(hand: int) -> int:
        return (hand & memory.trumps).bit_count()

    weighed = [trumps(world.hands[1]) for world, times in drawn(memory) for _ in range(times)]
    anyhow = [trumps(Worlds(memory).sample(random).hands[1]) for _ in range(400)]
    assert fmean(weighed) > fmean(anyhow) + 1


def test_declarer_discards_no_trumps_in_likely_deals() -> None:
    memory = after("play B12")
    assert not any(world.nest & memory.trumps for world, _ in drawn(memory))


def test_declarers_own_discards_are_known_in_likely_deals() -> None:
    memory = after()
    assert memory.seat == memory.declarer
    assert {world.nest for world, _ in drawn(memory)} == {memory.discarded}


@pytest.mark.parametrize("seat", [2, 3, 0])
def test_trumps_discarded_face_up_lie_in_the_nest(seat: int) -> None:
    """They were in no hand and in no nest: the declarer was short of cards, which no search can solve."""
    scene = Scene("kentucky", bury_trumps="shown", trump="before_nest", first_lead="declarer")
    scene.deal(HANDS, LAID).win_auction(1, 80).do("trump black", "discard R5 R6 Y5 B7 G5", "play B12")
    scene.do(*("play B14", "play B6", "play B5")[: (seat - 2) % 4])
    memory, black_seven = remembered(scene), int(CardSet.of(parse_cards("B7")))
    assert memory.seat == seat
    for world, _ in drawn(memory):
        assert [hand.bit_count() for hand in world.hands] == list(memory.hands.counts)
        assert world.nest.bit_count() == 5
        assert world.nest & black_seven
    assert advise(brief(scene), Random(1)).ranked


def test_likely_deals_hide_no_counter_in_a_discard_with_counters_face_up() -> None:
    scene = Scene("kentucky", bury_counters="shown", first_lead="declarer")
    scene.deal(HANDS, LAID).win_auction(1, 80).do("discard R5 R6 Y5 Y6 B7", "trump black", "play B12")
    memory = remembered(scene)
    shown = int(CardSet.of(parse_cards("R5 Y5")))

    assert {world.nest & memory.setup.counters for world, _ in drawn(memory)} == {shown}
    worlds, random = Worlds(memory), Random(1)
    assert {worlds.sample(random).nest & memory.setup.counters for _ in range(NUMBER)} == {shown}


@pytest.mark.parametrize("laid", ["R5 R6 Y6 B7 B9", "R6 Y6 B7 B9 B10"])
def test_likely_deals_hide_counters_in_the_discard_as_was_said(laid: str) -> None:
    scene = Scene("kentucky", nest_told=True, first_lead="declarer", counters="5:5 14:10")
    scene.deal(HANDS, LAID).win_auction(1, 80).do(f"discard {laid}", "trump black", "play B12")
    memory, random = remembered(scene), Random(1)

    deals = [*(world for world, _ in drawn(memory)), *(Worlds(memory).sample(random) for _ in range(NUMBER))]
    assert {bool(world.nest & memory.setup.counters) for world in deals} == {"R5" in laid}
