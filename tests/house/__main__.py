"""``python -m tests.house``: print each figure and the places over its bound; exit code 1 if any is."""

from __future__ import annotations

import gc
import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.house.figures import NAMED, figures
from tests.house.sources import Sources

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Print the figures of this checkout; returns the exit code."""
    parser = ArgumentParser(prog="python -m tests.house", description=main.__doc__)
    parser.add_argument(
        "--places", action="store_true", help="name places of every figure, over its bound or not"
    )
    all_places: bool = parser.parse_args().places
    gc.disable()  # syntax trees are never garbage here: looking for some takes as long as all the rest
    found = figures(Sources(ROOT))
    for figure in found:
        print(figure)
        if all_places or not figure.holds:
            print(*(f"    {place}" for place in figure.measured.places[:NAMED]), sep="\n")
    return int(not all(figure.holds for figure in found))


if __name__ == "__main__":
    sys.exit(main())
