"""``python -m tests.bench``: measure everything, or the parts named; exit code 1 if a bound is missed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tests.bench.answer import answer
from tests.bench.before import before
from tests.bench.book import book
from tests.bench.click import click
from tests.bench.closing import closing
from tests.bench.durable import durable
from tests.bench.first_press import first_press
from tests.bench.idle import idle
from tests.bench.measure import Figure
from tests.bench.outgoing import beside_a_crowd, outgoing
from tests.bench.playouts import playouts
from tests.bench.resume import resume
from tests.bench.road import Stretch, road

PARTS: dict[str, Callable[[], Sequence[Figure | Stretch]]] = {
    "playouts": playouts,
    "before": before,
    "durable": durable,
    "resume": resume,
    "first_press": first_press,
    "answer": answer,
    "click": click,
    "road": road,
    "idle": idle,
    "book": book,
    "closing": closing,
    "outgoing": outgoing,
    "crowd": beside_a_crowd,
}


def main() -> int:
    """Measure and print."""
    missed: list[Figure | Stretch] = []
    for name in sys.argv[1:] or PARTS:
        for figure in PARTS[name]():
            print(figure, flush=True)
            missed += [] if figure.holds else [figure]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
