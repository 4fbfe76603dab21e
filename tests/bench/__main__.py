"""``python -m tests.bench``: measure everything, or the parts named; exit code 1 if a bound is missed."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable

from tests.bench.answer import answer
from tests.bench.before import before
from tests.bench.click import click
from tests.bench.crowds import crowds
from tests.bench.decisions import Decisions, decisions
from tests.bench.durable import durable
from tests.bench.first_press import first_press
from tests.bench.idle import idle
from tests.bench.measure import Figure
from tests.bench.outgoing import outgoing, with_crowd
from tests.bench.overdue import overdue
from tests.bench.past import past
from tests.bench.playouts import playouts
from tests.bench.resume import resume
from tests.bench.rivals import rivals
from tests.bench.road import Stretch, road
from tests.bench.thinking import thinking

PARTS: dict[str, Callable[[], Iterable[Figure | Stretch | Decisions]]] = {
    "playouts": playouts,
    "before": before,
    "durable": durable,
    "resume": resume,
    "first_press": first_press,
    "answer": answer,
    "click": click,
    "road": road,
    "idle": idle,
    "past": past,
    "rivals": rivals,
    "overdue": overdue,
    "outgoing": outgoing,
    "crowd": with_crowd,
    "thinking": thinking,
    "decisions": decisions,
    "crowds": crowds,
}


def main() -> int:
    """Measure and print each part in a process of its own, so that none inherits another's memory."""
    parser = ArgumentParser(prog="python -m tests.bench", description=main.__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all, or some of {', '.join(PARTS)}")
    names: list[str] = parser.parse_args().parts
    unknown = sorted(set(names) - PARTS.keys())
    if unknown:
        parser.error(f"there is no part {', '.join(unknown)}")
    if len(names) == 1:
        figures = [_told(figure) for figure in PARTS[names[0]]()]
        return int(not all(figure.holds for figure in figures))
    parts = [[sys.executable, "-m", "tests.bench", name] for name in names or PARTS]
    return max(subprocess.run(part, check=False).returncode for part in parts)


def _told(figure: Figure | Stretch | Decisions) -> Figure | Stretch | Decisions:
    print(figure, flush=True)
    return figure


if __name__ == "__main__":
    sys.exit(main())
