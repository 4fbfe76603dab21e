"""``python -m tests.families --deals 200``: every family plays so many deals, and the referee judges them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from tests.families.playing import findings
from tests.families.rules import FAMILIES


def main() -> int:
    """Print for each family its deals, matches and what was wrong; 1 if anything was."""
    parser = ArgumentParser(prog="python -m tests.families", description=__doc__)
    parser.add_argument("--deals", type=int, default=200, help="deals of each family")
    parser.add_argument("--seed", default="1", help="any text: the same seed, the same deals")
    parser.add_argument("families", nargs="*", help="presets (all of them)")
    wanted = parser.parse_args()
    wrong = 0
    for family in FAMILIES:
        if wanted.families and family.preset not in wanted.families:
            continue
        found = findings(family, wanted.deals, wanted.seed)
        wrong += len(found.faults)
        print(found)
        print(*(f"    {fault}" for fault in found.faults), sep="\n", end="\n" * bool(found.faults))
    print(f"{wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
