"""A target looked at after each trick: a stopped deal scores what no card left can change (R-07)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random

import pytest

from rules.bidding.endings import result_of
from rules.bidding.engine import BiddingGame
from rules.bidding.phases import Phase
from rules.bidding.rows import DIXIE_1912, KENTUCKY, ONE_HIGH, PARTNERSHIP_REGULAR, REGULAR_1988
from rules.bidding.scoring import Captures, DealRecord, Result, score
from rules.bidding.setup import Setup
from rules.bidding.state import State
from rules.bidding.variant import Variant
from rules.catalog import BIDDING_GAMES, find_game
from rules.core.events import DealScored
from rules.core.protocol import OptionValue
from tests import oracle
from tests.rules.house.house_rules import valid_rules
from tests.rules.playouts import TABLES, at_random, carefully, match, play
from tests.rules.scene import Scene
from tests.rules.test_oracle_agrees import record

EACH: Mapping[str, OptionValue] = {"target_checked": "each_trick"}


def so_far(variant: Variant, *tricks: int, left: int, declaring: int = 0, bid: int = 0) -> DealRecord:
    """The record after so many tricks of each side, without a counter."""
    taken = tuple(Captures(0, count) for count in tricks)
    return score(variant, Result(taken, declaring, bid, left=left, uncaptured=100))


# --- points for most tricks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("version", "totals", "winners"), [(2, [150, 145], (0, 2)), (1, [150, 165], (1, 3))])
def test_six_of_fourteen_tricks_score_no_majority(
    version: int, totals: list[int], winners: tuple[int, ...]
) -> None:
    """Bug: at 145 the defenders got 20 for 6 : 3 of 14 tricks, and won 165 : 150 a match they had lost.

    A match begun under version 1 keeps its result.
    """
    scene = Scene("partnership_regular", 4, target=150, **EACH)
    scene.game = scene.game.of_version(version)
    scene.state = scene.game.start(4)
    scene.deal(
        {
            0: "R10 Y10 G11 G12 Y8 Y9 Y11 Y12 Y13",
            1: "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12 B13 B14",
            2: "R2 R13 G14 G2 G4 G6 G7 G8 G9",
            3: "R1 G1 G3 Y1 Y2 Y3 Y4 Y6 Y7",
        },
        dealer=0,
    )
    scene.state = scene.state._replace(match=scene.state.match._replace(totals=(120, 145)))
    scene.win_auction(0, 20).settle("red")
    led = ("B13", "B12", "B11", "B9", "B8", "B7")
    thrown = zip(
        led,
        ["G2", "G4", "G6", "G7", "G8", "G9"],
        ["Y1", "Y2", "Y3", "Y4", "Y6", "Y7"],
        ["Y8", "Y9", "Y11", "Y12", "Y13", "G12"],
        strict=True,
    )
    for trick in thrown:
        scene.do(*(f"play {card}" for card in trick))
    scene.do("play B1", "play R2", "play G1", "play Y10")
    assert scene.phase == "Playing"
    scene.do("play G14", "play G3", "play G11", "play B2")
    assert (scene.phase, len(scene.state.taken)) == ("Playing", 8)
    scene.do("play R13", "play R1", "play R10", "play B3")

    assert len(scene.state.taken) == 9
    assert scene.phase == "The match is over"
    assert scene.totals == totals
    outcome = scene.game.outcome(scene.state)
    assert outcome is not None
    assert outcome.winners == winners


@pytest.mark.parametrize(
    ("variant", "tricks", "left", "bonus"),
    [
        pytest.param(PARTNERSHIP_REGULAR, (6, 3), 5, (0, 0), id="6 : 3 of 14"),
        pytest.param(PARTNERSHIP_REGULAR, (7, 3), 4, (0, 0), id="7 of 14 may still be tied"),
        pytest.param(PARTNERSHIP_REGULAR, (8, 0), 6, (20, 0), id="8 of 14"),
        pytest.param(ONE_HIGH, (6, 6), 2, (0, 0), id="6 : 6 of 14"),
        pytest.param(ONE_HIGH, (7, 5), 2, (0, 0), id="7 of 14 by the bidder"),
        pytest.param(ONE_HIGH, (5, 7), 2, (0, 20), id="7 of 14 by those who win a tie"),
        pytest.param(DIXIE_1912, (7, 5), 2, (0, 0), id="the nest is a trick, and may tie"),
        pytest.param(DIXIE_1912, (8, 4), 2, (20, 0), id="8 of 14 with the nest"),
    ],
)
def test_most_tricks_are_scored_once_decided(
    variant: Variant, tricks: tuple[int, int], left: int, bonus: tuple[int, int]
) -> None:
    assert tuple(side.bonus for side in so_far(variant, *tricks, left=left).sides) == bonus


def test_tied_tricks_with_the_bidder_are_decided_for_three_players() -> None:
    variant = REGULAR_1988.model_copy(update={"majority": 20, "majority_tie": "defenders"})

    assert [side.bonus for side in so_far(variant, 2, 6, 2, left=3).sides] == [0, 20, 0]
    assert [side.bonus for side in so_far(variant, 3, 6, 1, left=3).sides] == [0, 20, 0]
    assert [side.bonus for side in so_far(variant, 1, 6, 3, left=3).sides] == [0, 0, 0]


def test_undecided_most_tricks_are_not_cut_for() -> None:
    """Bug: a deal stopped at 3 : 3 of 14 tricks cut for the 20 as if it were over."""
    scene = Scene("dixie_1912", 4, target=150, **EACH).draw(0).shuffle(Random(3))
    scene.state = scene.state._replace(match=scene.state.match._replace(totals=(149, 149)))
    scene.win_auction(0, 120).settle("red")
    while scene.phase == "Playing":
        scene.act(next(scene.decision.answers()))

    assert scene.phase == "The match is over"


# --- a bid --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("failure", "scored"),
    [("set_back", (-110, 30)), ("opponents_doubled", (0, 60)), ("counters_only", (20, 60))],
)
def test_impossible_bid_has_failed(failure: str, scored: tuple[int, int]) -> None:
    variant = KENTUCKY.model_copy(update={"failure": failure})
    result = Result((Captures(20, 2), Captures(30, 3)), 0, 110, left=4, uncaptured=70)

    lost = score(variant, result)

    assert (lost.made, lost.stopped) == (False, False)
    assert tuple(side.scored for side in lost.sides) == scored


def test_open_bid_neither_scores_nor_costs() -> None:
    result = Result((Captures(20, 2), Captures(10, 3)), 0, 110, left=4, uncaptured=90)

    still_open = score(KENTUCKY, result)

    assert (still_open.made, still_open.stopped) == (False, True)
    assert [side.scored for side in still_open.sides] == [0, 10]


def test_bid_that_most_tricks_may_make_is_open() -> None:
    """Dixie of 1912: even a cut may bring them."""
    result = Result((Captures(70, 6), Captures(30, 7)), 0, 90, left=1, uncaptured=0)

    assert score(DIXIE_1912, result).stopped
    assert not score(ONE_HIGH, result).stopped


# --- all games ----------------------------------------------------------------------------------------------


def laws_of_a_stop(game: BiddingGame, seats: int, before: list[State], last: DealScored) -> None:
    """Assert that no trick of a deal showed more certain points than its end."""
    setup = Setup(game.variant, seats)
    contract = last.contract
    assert contract is not None
    final = {side.seats: side.scored for side in last.sides}
    for state in before:
        result = result_of(setup, state)
        stopped = score(game.variant, result)
        if not stopped.stopped:
            assert stopped.made == contract.made
        for unit in setup.units:
            side = state.teams.side_of[unit[0]]
            if unit in final and not (side == result.declaring and stopped.stopped):
                sale = contract.sold_for if last.dealer in unit else 0
                assert stopped.sides[side].scored <= final[unit] - sale


def check_deals(game: BiddingGame, seats: int, seed: int) -> int:
    """Check the law at each trick of a match; returns the number of tricks checked."""
    played = play(game, Random(seed), carefully if seed % 2 else at_random, players=seats)
    seen: list[State] = []
    looked = 0
    for step in played.steps:
        scored = [event for event in step.events if isinstance(event, DealScored)]
        last = scored[0] if scored else None
        if last is not None and last.contract is not None and last.contract.revoked_by is None:
            if not (last.contract.folded or last.contract.shot):
                laws_of_a_stop(game, seats, seen, last)
                looked += len(seen)
            seen = []
        if step.after.phase in (Phase.PLAY, Phase.TAKE) and not step.after.trick and step.after.taken:
            seen.append(step.after)
        elif step.after.phase < Phase.PLAY:
            seen = []
    return looked


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_stopped_deal_scores_only_certain_points(key: str, seats: int) -> None:
    game = find_game(key).with_options({"deals": 3})
    assert isinstance(game, BiddingGame)
    assert sum(check_deals(game, seats, seed) for seed in range(4)) > 20


@pytest.mark.parametrize("seed", range(40))
def test_stopped_deal_with_house_rules_scores_only_certain_points(seed: int) -> None:
    random = Random(f"stopped {seed}")
    _, game = valid_rules(random)
    if isinstance(game, BiddingGame) and game.variant.target_checked == "deal_end":
        check_deals(game, random.choice(game.about.seats), seed)


@pytest.mark.parametrize("key", BIDDING_GAMES)
def test_oracle_agrees_on_deals_stopped_at_the_target(key: str) -> None:
    stopped = 0
    for seed in range(6):
        told = record(match(key, seed, target=60, max_deals=12, target_checked="each_trick"))
        assert oracle.check_record(told) == []
        lines = [json.loads(line)["type"] for line in told]
        stopped += "match" in lines
    assert stopped
