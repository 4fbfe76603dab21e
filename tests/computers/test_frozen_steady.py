"""The frozen steady player plays as Steady did on 22 November 2026."""

from bot.computers.levels import CHAMPION
from bot.computers.steady import Steady
from tests.computers.ask import ask
from tests.rules.scene import Scene
from tests.strength.census import Blunder, census
from tests.strength.frozen_steady import FrozenSteady


def bid_up(points: int) -> Scene:
    """Seat 1 has opened with a fair hand, and an opponent has bid ``points``."""
    hand = "R14 R13 R12 R9 R8 Y14 G9 B13 B6"
    return Scene("kentucky").deal({1: hand}).do("bid 70", f"bid {points}", "pass", "pass")


def test_frozen_steady_bids_above_its_hands_mean() -> None:
    assert str(ask(bid_up(95), FrozenSteady())) == "bid 100"
    assert str(ask(bid_up(95), Steady(CHAMPION._replace(nodes=0)))) == "pass"


def test_frozen_steady_bids_like_steady_below_the_mean() -> None:
    assert ask(bid_up(85), FrozenSteady()) == ask(bid_up(85), Steady())


def test_frozen_steady_ignores_the_score_in_the_auction() -> None:
    scene = Scene("kentucky", target=500).draw(0)
    match = scene.state.match
    totals = tuple(0 if 1 in side else 480 for side in match.sides)
    scene.state = scene.state._replace(match=match._replace(totals=totals))
    scene.deal({1: "R14 R13 R12 R9 R8 Y14 G9 B13 B6"})
    assert str(ask(scene, FrozenSteady())) == "bid 70"
    assert str(ask(scene, Steady())) == "pass"


def test_frozen_steady_makes_counted_blunders() -> None:
    assert census("kentucky", FrozenSteady(), 8).found.keys() & set(Blunder)
