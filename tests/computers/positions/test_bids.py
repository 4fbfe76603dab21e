"""Bids at a match score, as a good player would bid.

Kentucky, where a bid is 70 to 120 and one that fails is set back. Seat 0 deals, so seat 1 bids first.
"""

from random import Random
from typing import Final

import pytest

from bot.computers.brief import Briefing
from bot.computers.hints.reasons import Worth
from bot.computers.steady import Steady
from rules.bidding.phases import Phase
from rules.catalog import find_game
from rules.core.actions import PASS, Bid
from rules.core.decisions import CHANCE
from tests.computers.ask import answer, ask, brief, reason_for
from tests.rules.scene import Scene
from tests.strength.duel import drawn, prepared

STEADY: Final = Steady()
DEALS: Final = 12
MONSTER = "R14 R13 R12 R11 R10 R9 Rook Y14 G14"
FAIR = "R14 R13 R12 R9 R8 Y14 G9 B13 B6"


def at_score(ours: int, theirs: int, hand: str, target: int = 500, deals: int | None = None) -> Scene:
    """Seat 1 with a hand, before the first call, at a score of a match."""
    scene = Scene("kentucky", target=target, deals=deals).draw(0)
    match = scene.state.match
    totals = tuple(ours if 1 in side else theirs for side in match.sides)
    scene.state = scene.state._replace(match=match._replace(totals=totals))
    scene.deal({1: hand})
    assert scene.seat == 1
    return scene


def goes_to(scene: Scene) -> int:
    """Points of seat 1's last bid while the opponent on its left raises it; 0 if it passes at once."""
    reached = 0
    while scene.phase == "Bidding":
        if scene.seat == 1:
            said = answer(scene)
            if said == "pass":
                return reached
            reached = int(said.split()[1])
            scene.do(said)
        elif scene.seat == 2 and reached < 120:
            scene.do(f"bid {reached + 5}")
        else:
            scene.do("pass")
    return reached


LEVEL = goes_to(at_score(0, 0, FAIR))


def test_score_far_from_the_target_does_not_change_bids() -> None:
    assert 80 <= LEVEL <= 105
    assert goes_to(at_score(200, 200, FAIR)) == LEVEL
    assert goes_to(at_score(100, 0, FAIR)) == LEVEL


def test_fair_hand_at_480_to_0_opens_and_stops() -> None:
    """The missing twenty points come from defending as well, but the opponents need not bid."""
    assert goes_to(at_score(480, 0, FAIR)) == 70


def test_fair_hand_at_0_to_480_passes() -> None:
    """Defending brings the opponents their missing twenty points: only their own bid can still fail."""
    assert goes_to(at_score(0, 480, FAIR)) == 0


def test_fair_hand_at_minus_300_to_495_passes() -> None:
    assert goes_to(at_score(-300, 495, FAIR)) == 0


def test_monster_hand_at_minus_300_to_495_bids() -> None:
    assert goes_to(at_score(-300, 495, MONSTER)) >= 70


POOR = "R14 R8 Y13 Y7 G10 G6 B12 B9 B5"


def test_poor_hand_passes_at_any_score() -> None:
    assert goes_to(at_score(0, 0, POOR)) == 0
    assert goes_to(at_score(495, -300, POOR)) == 0


@pytest.mark.parametrize(("ours", "theirs", "target"), [(480, 0, 500), (495, -300, 500), (290, 10, 300)])
@pytest.mark.parametrize("key", ["kentucky", "one_high"])
def test_few_deals_are_thrown_in_near_the_end_of_a_match(
    key: str, ours: int, theirs: int, target: int
) -> None:
    """The side ahead waits for the other's bid, and the side behind risks much: one of them must bid."""
    game = find_game(key).with_options({"target": target})
    thrown_in = 0
    for number, dealer, deal in prepared(game, 4, DEALS, 31):
        state, briefing = drawn(game, 4, dealer), Briefing(game)
        totals = tuple(ours if 0 in side else theirs for side in state.match.sides)
        state, events = game.apply(state._replace(match=state.match._replace(totals=totals)), CHANCE, deal)
        briefing.hear(events)
        said = None
        while not isinstance(said, Bid) and state.phase is Phase.BID:
            [seat] = game.decisions(state)
            said = STEADY.choose(briefing.brief(state, seat), Random(number))
            state, events = game.apply(state, seat, said)
            briefing.hear(events)
        thrown_in += not isinstance(said, Bid)
    assert thrown_in <= DEALS // 4


def test_fair_hand_at_450_to_450_bids_a_little_higher() -> None:
    """It bids a little above its limit for points, but no bid that it will hardly make."""
    assert LEVEL < goes_to(at_score(450, 450, FAIR)) <= LEVEL + 20


def test_fair_hand_at_290_to_10_of_300_bids_lower() -> None:
    assert goes_to(at_score(290, 10, FAIR, target=300)) < LEVEL


@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (480, 0), (450, 450), (300, 450)])
def test_monster_hand_bids_high_at_any_score(ours: int, theirs: int) -> None:
    assert goes_to(at_score(ours, theirs, MONSTER)) >= 115


def test_score_in_a_match_of_fixed_deals_does_not_change_bids() -> None:
    assert goes_to(at_score(480, 0, FAIR, deals=4)) == LEVEL


def test_reason_of_a_pass_names_the_score_if_it_decided() -> None:
    reason = reason_for(brief(at_score(0, 480, FAIR)), PASS)
    assert isinstance(reason, Worth)
    assert reason.by_score
    assert reason.points > 80


def test_reason_of_a_bid_names_the_score_if_it_decided() -> None:
    scene = at_score(450, 450, FAIR).do("bid 70", "bid 100", "pass", "pass")
    bid = ask(scene)
    assert isinstance(bid, Bid)
    reason = reason_for(brief(scene), bid)
    assert isinstance(reason, Worth)
    assert reason.by_score
    assert reason.points < bid.points
