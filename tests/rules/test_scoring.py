"""Scoring a deal: 1988 booklet, Scoring sections of both games."""

from __future__ import annotations

import pytest

from rules.cards import CARDS
from rules.events import DealScored, NestWon
from rules.tricks.rows import KENTUCKY, ONE_HIGH
from rules.tricks.scoring import Taken, majority_bonus, score, score_revoke
from rules.tricks.setup import make_setup
from tests.rules.scene import Scene

MOON = ONE_HIGH.model_copy(update={"moon": 100})


@pytest.mark.parametrize(
    ("variant", "points", "total"),
    [
        pytest.param(KENTUCKY, {5: 5, 10: 10, 14: 10, 0: 20, 1: 0, 9: 0}, 120, id="SV-21 Kentucky Discard"),
        pytest.param(ONE_HIGH, {5: 5, 10: 10, 14: 10, 1: 15, 0: 20, 2: 0}, 200, id="SV-11 1-High"),
    ],
)
def test_the_counters_and_the_proof_total(variant: object, points: dict[int, int], total: int) -> None:
    """SV-11: 20 + 40 + 40 + 60 + 20 = 180 and 20 for tricks; SV-21: 20 + 40 + 40 + 20 = 120."""
    row = KENTUCKY if variant is KENTUCKY else ONE_HIGH
    setup = make_setup(row, 4)

    assert row.total == total
    assert sum(setup.value) + row.majority == total
    for card in CARDS:
        if card.rank in points and card in setup.pack:
            assert setup.value[card] == points[card.rank]


def test_sv12_short_of_the_bid_both_partners_are_set_back() -> None:
    """SV-12 (1988, 1-High, Example): bid 120, counters 90 + 20 for tricks: minus 120; the others score 90."""
    record = score(ONE_HIGH, (Taken(90, 8), Taken(90, 6)), declaring=0, bid=120)

    assert not record.made
    assert [side.scored for side in record.sides] == [-120, 90]
    assert [side.bonus for side in record.sides] == [20, 0]
    assert 200 + record.sides[0].scored == 80


def test_sv13_a_bid_made_is_scored_in_full() -> None:
    """SV-13 (1988, 1-High, Example): 125 made, the opponents score the other 75."""
    record = score(ONE_HIGH, (Taken(105, 9), Taken(75, 5)), declaring=0, bid=120)

    assert record.made
    assert [side.scored for side in record.sides] == [125, 75]


def test_sv14_on_seven_tricks_each_the_opponents_of_the_bidder_get_the_twenty() -> None:
    """SV-14, R-45 (1988, 1-High, Scoring): declarer 100 made, opponents 80 + 20."""
    record = score(ONE_HIGH, (Taken(100, 7), Taken(80, 7)), declaring=0, bid=100)

    assert record.made
    assert [side.scored for side in record.sides] == [100, 100]
    other_way = score(ONE_HIGH, (Taken(100, 7), Taken(80, 7)), declaring=1, bid=100)
    assert [side.scored for side in other_way.sides] == [120, -100]


def test_sv15_shooting_the_moon_adds_a_hundred() -> None:
    """SV-15 (1988, 1-High, Shooting the Moon): all 14 tricks, bid 150: 200 + 100; opponents 0."""
    record = score(MOON, (Taken(180, 14), Taken(0, 0)), declaring=0, bid=150)

    assert [side.scored for side in record.sides] == [300, 0]
    assert record.sides[0].bonus == 120


def test_r44_the_moon_is_off_unless_agreed() -> None:
    """R-44."""
    record = score(ONE_HIGH, (Taken(180, 14), Taken(0, 0)), declaring=0, bid=150)

    assert [side.scored for side in record.sides] == [200, 0]


def test_r44_the_moon_is_for_either_side_and_never_makes_a_bid() -> None:
    """R-44."""
    record = score(MOON, (Taken(0, 0), Taken(180, 14)), declaring=0, bid=75)
    assert [side.scored for side in record.sides] == [-75, 300]

    # More than a deal is worth cannot be bid; if it were, the moon would not help.
    beyond = score(MOON, (Taken(180, 14), Taken(0, 0)), declaring=0, bid=205)
    assert not beyond.made
    assert [side.scored for side in beyond.sides] == [-205, 0]


def test_sv22_five_points_short_in_kentucky_discard() -> None:
    """SV-22: bid 100, 95 taken: minus 100; the opponents keep 25."""
    record = score(KENTUCKY, (Taken(95, 6), Taken(25, 3)), declaring=0, bid=100)

    assert [side.scored for side in record.sides] == [-100, 25]


def test_exactly_the_bid_is_made_and_more_gets_full_credit() -> None:
    """1988, Official Tournament Rules, Scoring."""
    assert score(KENTUCKY, (Taken(100, 6), Taken(20, 3)), declaring=0, bid=100).made
    assert [side.scored for side in score(KENTUCKY, (Taken(20, 3), Taken(100, 6)), 1, 70).sides] == [20, 100]


def test_tricks_count_nothing_in_kentucky_discard() -> None:
    """1988, Official Tournament Rules: captured tricks have no separate value."""
    assert majority_bonus(KENTUCKY, (Taken(0, 9), Taken(120, 0)), 0) == (0, 0)


def test_where_the_book_gives_equal_tricks_to_nobody_nobody_gets_the_bonus() -> None:
    nobody = ONE_HIGH.model_copy(update={"majority_tie": "nobody"})

    assert majority_bonus(nobody, (Taken(90, 7), Taken(90, 7)), 0) == (0, 0)


@pytest.mark.parametrize(("offender", "expected"), [(1, (40, -85)), (0, (-85, 30))])
def test_sv23_a_late_revoke_costs_the_bid_whoever_made_it(offender: int, expected: tuple[int, int]) -> None:
    """SV-23, R-27 (1988, Penalties): bid 85; the others keep the counters captured so far."""
    assert score_revoke((40, 30), offender, 85) == expected


def test_the_penalties_of_the_tournament_are_on_record() -> None:
    """1988, Official Tournament Rules, Penalties: 40 points, and the bid for a revoke."""
    penalties = KENTUCKY.penalties

    assert (penalties.wrong_discard, penalties.table_talk, penalties.late_misdeal) == (40, 40, 40)
    assert (penalties.misdeal_until_trick, penalties.revoke) == (3, "bid")


def test_the_last_trick_takes_the_nest() -> None:
    """1988, Official Tournament Rules: any counters found in it count for the taker of the last trick."""
    scene = Scene(deals=1).deal({1: "R5 R10 R14 Y5"}, nest="Y10", dealer=0).win_auction(1, 70)
    scene.do("discard R5 R10 R14 Y5 Y10", "trump black").play_out()
    won, deal = scene.last[-3], scene.scored()

    assert isinstance(won, NestWon)
    assert (won.points, deal.nest_points) == (40, 40)
    assert set(map(str, won.cards)) == {"R5", "R10", "R14", "Y5", "Y10"}
    assert won.winner == scene.state.taken[-1].winner
    captured = [0, 0]
    for trick in scene.state.taken:
        captured[trick.winner % 2] += trick.points
    captured[scene.state.taken[-1].winner % 2] += 40
    assert [side.counters for side in deal.sides] == captured


def test_the_buried_card_of_one_high_is_shown_to_nobody() -> None:
    """1988, 1-High: it holds no counter and leaves the game; only the declarer knows it."""
    scene = Scene("one_high", deals=1).deal().win_auction(1, 75).lay_any().do("trump red").play_out()

    assert not any(isinstance(event, NestWon) for event in scene.events)
    assert scene.scored().nest_points == 0


def test_the_score_tells_the_deal_again() -> None:
    scene = Scene(deals=2).deal(dealer=2).win_auction(3, 70).lay_any().do("trump green").play_out()
    deal = scene.scored()

    assert isinstance(deal, DealScored)
    assert (deal.deal, deal.dealer, deal.declarer, deal.bid, str(deal.trump.word if deal.trump else "")) == (
        1,
        2,
        3,
        70,
        "green",
    )
    assert [side.seats for side in deal.sides] == [(0, 2), (1, 3)]
    assert [side.total for side in deal.sides] == [total.total for total in scene.table.totals]
