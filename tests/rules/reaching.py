"""Random deals, played until one ends with the captures of a rule book's example.

The rule books tell what sides captured, not which cards fell. ``played`` looks for a deal in which the
engine itself comes to those captures, card by card, so that an example is checked by a real deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rules.bidding.phases import Phase
from rules.core.events import DealScored
from rules.core.protocol import OptionValue
from tests.rules.scene import Scene, taken_by

DEALS = 400
"""Most deals tried."""
PLAYS = 60
"""Times each deal is played."""

Took = tuple[int, int] | int
"""Points of counters and number of tricks, or the counters alone."""


def played(
    key: str,
    bid: tuple[int, int | str],
    took: Mapping[int, Took],
    trump: str = "green",
    players: int | None = None,
    **options: OptionValue,
) -> Scene:
    """A deal, scored, in which a seat bid so much (``(1, 40)``) and the sides took `took`.

    ``took`` goes by line of the score: by side, or by seat if each player keeps an own one.
    """

    def begin(random: Random) -> Scene:
        scene = Scene(key, players, **{"deals": 4, **options})
        scene.draw(0).shuffle(random)
        return scene.win_auction(*bid).settle(trump)

    return reach(begin, lambda scene: fits(scene, took))


def fits(scene: Scene, took: Mapping[int, Took]) -> bool:
    """True if the deal was scored with these captures."""
    sheet = scene.state.match.sheet
    if not sheet or not isinstance(sheet[-1], DealScored):
        return False
    for line, wanted in took.items():
        counters, tricks, _ = taken_by(sheet[-1].sides[line])
        if wanted not in ((counters, tricks), counters):
            return False
    return True


def reach(begin: Callable[[Random], Scene], is_there: Callable[[Scene], bool]) -> Scene:
    """Play random deals until `is_there` holds; the same deal every time."""
    for seed in range(DEALS):
        random = Random(seed)
        start = begin(random)
        for _ in range(PLAYS):
            scene = start.copy()
            while not is_there(scene):
                if scene.state.phase not in (Phase.PLAY, Phase.TAKE):
                    break
                ((seat, question),) = scene.game.decisions(scene.state).items()
                scene.act(question.sample(random), seat)
            else:
                return scene
    raise AssertionError("no such deal was found")
