"""The chance to win a match at a score."""

import pytest

from bot.computers.bidding_games.race import Race, Scored, race_of
from tests.computers.ask import remembered
from tests.rules.scene import Scene


def race(ours: int, theirs: int, *, needs_bid: bool = False, bidder_first: bool = False) -> Race:
    """A match for 500 in a game of 120 points a deal."""
    return Race(ours, theirs, 500, needs_bid=needs_bid, bidder_first=bidder_first, deal=120)


NOTHING = Scored(0, 0)
RULES = ("higher", "own_bid", "bidder_first", "own_bid_or_set")


@pytest.mark.parametrize(("ours", "theirs"), [(0, 0), (490, 490), (-300, -300)])
def test_level_scores_are_worth_half_a_win(ours: int, theirs: int) -> None:
    assert race(ours, theirs).chance(NOTHING) == 0.5


@pytest.mark.parametrize(("ours", "theirs"), [(100, 0), (480, 300), (-300, 495), (0, 480)])
def test_chances_of_both_sides_sum_to_one(ours: int, theirs: int) -> None:
    assert race(ours, theirs).chance(NOTHING) + race(theirs, ours).chance(NOTHING) == pytest.approx(1)


def test_lead_is_worth_more_nearer_the_target() -> None:
    chances = [race(theirs + 100, theirs).chance(NOTHING) for theirs in (-200, 0, 200, 390)]
    assert chances == sorted(chances)
    assert 0.5 < chances[0] < 0.65
    assert 0.7 < chances[-1] < 1


def test_reaching_the_target_wins_and_the_higher_total_if_both_do() -> None:
    assert race(450, 480).chance(Scored(50, -70)) == 1
    assert race(450, 480).chance(Scored(-70, 20)) == 0
    assert race(450, 480).chance(Scored(80, 40)) == 1
    assert race(450, 480).chance(Scored(70, 40)) == 0.5


def test_target_alone_does_not_win_when_a_bid_is_needed() -> None:
    behind = race(300, 480, needs_bid=True, bidder_first=True)
    assert behind.chance(Scored(80, 40, we_made=True)) > 0
    assert behind.chance(Scored(60, 60, they_made=True)) == 0


def test_bidder_first_rule_lets_the_bidder_win_with_the_lower_total() -> None:
    assert race(450, 490, bidder_first=True).chance(Scored(80, 50, we_made=True)) == 1
    assert race(450, 490).chance(Scored(80, 60, we_made=True)) == 0


@pytest.mark.parametrize(
    "scene", [Scene("kentucky", deals=8), Scene("regular_1988"), Scene("boston")], ids=lambda scene: scene.key
)
def test_match_without_a_two_sided_race_has_no_race(scene: Scene) -> None:
    assert race_of(remembered(scene.copy().deal())) is None


def test_race_reads_the_score_from_the_seats_own_side() -> None:
    scene = Scene("kentucky").draw(0)
    match = scene.state.match
    totals = tuple(90 if 1 in side else 40 for side in match.sides)
    scene.state = scene.state._replace(match=match._replace(totals=totals))
    first = race_of(remembered(scene.deal()))
    second = race_of(remembered(scene.do("bid 70")))
    assert first is not None
    assert second is not None
    assert (first.ours, first.theirs, first.deal) == (90, 40, 120)
    assert (second.ours, second.theirs) == (40, 90)


@pytest.mark.parametrize(
    ("going_out", "needs_bid", "bidder_first"),
    [
        ("higher", False, False),
        ("own_bid", True, True),
        ("bidder_first", False, True),
        ("own_bid_or_set", True, True),
    ],
)
def test_race_follows_the_going_out_rule(going_out: str, needs_bid: bool, bidder_first: bool) -> None:
    found = race_of(remembered(Scene("kentucky", going_out=going_out).deal()))
    assert found is not None
    assert (found.needs_bid, found.bidder_first) == (needs_bid, bidder_first)


def test_setting_the_others_counts_like_a_bid_only_where_the_rules_say_so() -> None:
    asked = {rule: race_of(remembered(Scene("kentucky", going_out=rule).deal())) for rule in RULES}
    assert [found is not None and found.or_set for found in asked.values()] == [False, False, False, True]
