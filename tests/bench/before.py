"""The typed API of this checkout against that of another, such as the last release, in the same run.

``make bench ARGS=before BASELINE=../other-checkout``; without a baseline there is nothing to measure.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.bench.measure import Figure, interleaved

GAMES = ("kentucky", "one_high")
HERE = Path(__file__).parents[2]
_PLAYOUTS = """
import sys
from random import Random
from time import process_time
from rules.catalog import find_game
from rules.core.decisions import CHANCE

game = find_game(sys.argv[1]).with_options({"deals": 1})
best = 0.0
for _ in range(8):
    random, decided, began = Random(1), 0, process_time()
    for _ in range(100):
        state = game.start(4)
        while decisions := game.decisions(state):
            for seat, decision in decisions.items():
                state, _ = game.apply(state, seat, decision.sample(random))
                decided += seat != CHANCE
    best = max(best, decided / (process_time() - began))
print(best)
"""


def before() -> list[Figure]:
    """Measure random playouts of one deal in both checkouts, in players' decisions a second of CPU time."""
    other = os.environ.get("BASELINE")
    return [_figure(key, Path(other)) for key in GAMES] if other else []


def _figure(key: str, other: Path) -> Figure:
    pair = interleaved(lambda: _rate(HERE, key), lambda: _rate(other, key))
    return Figure(
        f"random playouts of {key} against the baseline",
        f"{pair.ours:,.0f} decisions/s",
        f"{pair.baseline:,.0f} in {other}",
        pair.ratio,
        0.95,
        at_least=True,
    )


def _rate(checkout: Path, key: str) -> float:
    command = [sys.executable, "-c", _PLAYOUTS, key]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True)
    return float(done.stdout)
