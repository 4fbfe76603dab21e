"""The end of a match: 1988 booklet, Object sections and Additional Comments 2."""

from __future__ import annotations

import pytest

from rules.cards import Color
from rules.events import DealScored, MatchWon, SideScore
from rules.tricks.endings import is_over, winners
from rules.tricks.rows import KENTUCKY
from rules.tricks.setup import make_setup
from rules.tricks.state import Match
from rules.tricks.variant import Variant
from tests.rules.playouts import KEYS, match
from tests.rules.scene import Scene

RECORD = DealScored(1, 0, 1, 70, Color.RED, True, 0, (SideScore((0, 2), 0, 0, 0, 0, 0),))


def ended(totals: tuple[int, int], scored: int = 5, **changes: int | None) -> bool:
    """Whether a match stands at its end with these totals after so many scored deals."""
    variant: Variant = KENTUCKY.model_copy(update=changes)
    return is_over(make_setup(variant, 4), Match(4, (), 0, 9, 0, totals, (RECORD,) * scored))


@pytest.mark.parametrize(
    ("totals", "over"),
    [
        pytest.param((295, 0), False, id="below the target"),
        pytest.param((300, 0), True, id="R-05 exactly the target"),
        pytest.param((310, 305), True, id="R-06 both past it, the higher wins"),
        pytest.param((305, 305), False, id="R-06 equal totals, another deal"),
        pytest.param((-400, 300), True, id="R-08 below zero on the other side"),
        pytest.param((295, 295), False, id="equal below the target"),
    ],
)
def test_the_target_ends_the_match_after_a_deal(totals: tuple[int, int], over: bool) -> None:
    """R-05 to R-08 (1988, Object)."""
    assert ended(totals) is over


@pytest.mark.parametrize(
    ("totals", "played", "over"),
    [
        pytest.param((900, 0), 3, False, id="the target is off"),
        pytest.param((0, 0), 4, True, id="after the last deal, even on equal totals"),
    ],
)
def test_a_fixed_number_of_deals_puts_the_target_off(
    totals: tuple[int, int], played: int, over: bool
) -> None:
    """1988, Additional Comments 2."""
    assert ended(totals, played, deals=4) is over


@pytest.mark.parametrize("totals", [(10, 20), (305, 305), (-900, -900)])
def test_a_match_that_would_not_end_is_stopped(totals: tuple[int, int]) -> None:
    """After 200 scored deals the higher total wins; thrown-in deals do not count."""
    assert not ended(totals, 199)
    assert ended(totals, 200)
    assert ended(totals, 7, max_deals=7)


def test_equal_totals_at_a_fixed_end_are_shared() -> None:
    """1988, Additional Comments 2: the side having the higher score wins; with equal scores, both."""
    setup = make_setup(KENTUCKY, 4)

    assert winners(setup, Match(4, (), 0, 1, 0, (50, 50), ())) == (0, 1, 2, 3)
    assert winners(setup, Match(4, (), 0, 1, 0, (50, 55), ())) == (1, 3)
    assert winners(setup, Match(4, (), 0, 1, 0, (-50, -55), ())) == (0, 2)


def test_r07_the_target_is_not_reached_in_mid_deal() -> None:
    """R-07: the deal is played out, however many points a side has captured."""
    scene = Scene(target=5).deal(dealer=0).win_auction(1, 70).lay_any().do("trump red")
    while scene.table.phase == "Playing":
        assert scene.game.outcome(scene.state) is None
        scene.act(next(scene.decision.answers()))

    assert scene.table.outcome is not None
    assert isinstance(scene.last[-1], MatchWon)


@pytest.mark.parametrize("key", KEYS)
def test_r08_totals_go_below_zero(key: str) -> None:
    """R-08 (1988, 1-High, Example)."""
    lowest = min(min(event.totals) for event in match(key, 2, deals=8).events if isinstance(event, MatchWon))

    assert lowest < 0


def test_the_last_view_of_a_match_tells_its_outcome() -> None:
    scene = Scene(deals=1).deal().win_auction(1, 70).lay_any().do("trump red").play_out()
    outcome = scene.game.outcome(scene.state)

    assert outcome == scene.table.outcome
    assert outcome is not None
    assert [side.seats for side in outcome.totals] == [(0, 2), (1, 3)]
    assert (scene.table.phase, scene.table.asked, scene.table.goal) == ("The match is over", (), "1 deal")
    assert scene.table.trick is None
    assert scene.table.last_trick is not None
