"""Simulate days of a club from a seed: ``python -m tests.sim --seed 7 --days 30``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter, process_time

from tests.sim.plan import Plan
from tests.sim.planted import PLANTED
from tests.sim.world import World

HASH_SEED = "PYTHONHASHSEED"


def main() -> int:
    """Simulate; returns exit code 1 if a law was broken."""
    if os.environ.get(HASH_SEED) != "0":  # the hash seed decides the order of sets of texts
        os.environ[HASH_SEED] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.sim", *sys.argv[1:]])
    options = _parser().parse_args()
    if options.seeds == 1:
        return 0 if _simulate(_plan(options), options.trace, options.planted) else 1
    seeds = range(options.seed, options.seed + options.seeds)
    with ThreadPoolExecutor(options.jobs) as jobs:
        return 0 if all(list(jobs.map(_in_a_process_of_its_own, seeds))) else 1


def _in_a_process_of_its_own(seed: int) -> bool:
    """Simulate a seed in a process of its own; returns whether no law was broken."""
    again = [sys.executable, "-m", "tests.sim", *sys.argv[1:], "--seed", str(seed), "--seeds", "1"]
    return subprocess.run(again, check=False).returncode == 0


def _simulate(plan: Plan, trace: Path | None, planted: str | None) -> bool:
    began, worked = perf_counter(), process_time()
    with ExitStack() as opened:
        file = None if trace is None else opened.enter_context(trace.open("w", encoding="utf-8"))
        if planted is not None:
            opened.enter_context(PLANTED[planted]())
        world = World(plan, file)
        world.run()
    days, seconds = world.loop.time() / 86_400, process_time() - worked
    print(
        f"seed {plan.seed}: {days:.2f} days, {world.presses} presses, {world.laws.ledger.opened} tables, "
        f"{world.laws.looks} looks ({world.laws.unloaded} at sleeping ones), {world.boards.looks} at boards, "
        f"{perf_counter() - began:.1f} s, "
        f"{60 * days / seconds:.0f} days a CPU minute, trace {world.trace.digest()[:16]}"
    )
    if world.forgetting.forgotten:
        print(f"{world.forgetting.forgotten} people were forgotten")
    if world.departures.forgotten:
        print(f"{world.departures.forgotten} servers that stayed away were forgotten")
    if plan.processes > 1:
        print(f"{world.duties}")
    if world.backups is not None:
        print(f"{world.backups}")
    print(f"never used: {', '.join(world.never_used()) or 'nothing'}")
    if world.laws.violation is None:
        return True
    print("\n".join(line[:300] for line in world.trace.end()))
    print(f"\nBroken: {world.laws.violation}\nAgain: {plan.command(planted)}")
    return False


def _plan(options: argparse.Namespace) -> Plan:
    return Plan(
        seed=options.seed,
        days=options.days,
        people=options.people,
        visits=options.visits,
        faults=options.faults,
        backups=options.backups,
        processes=options.processes,
    )


def _parser() -> argparse.ArgumentParser:
    usual = Plan(seed=1)
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds, from that one on")
    parser.add_argument("--jobs", type=int, default=1, help="how many seeds at once")
    parser.add_argument("--days", type=float, default=usual.days)
    parser.add_argument("--people", type=int, default=usual.people)
    parser.add_argument("--visits", type=float, default=usual.visits, help="of each person, in a day")
    parser.add_argument("--faults", type=float, default=usual.faults, help="in a day")
    parser.add_argument("--backups", type=float, default=usual.backups, help="in a day")
    parser.add_argument(
        "--processes", type=int, default=usual.processes, help="that share the bot, with a spare if several"
    )
    parser.add_argument("--planted", choices=sorted(PLANTED), help="with something wrong on purpose")
    parser.add_argument("--trace", type=Path, help="write every line of the trace to this file")
    return parser


if __name__ == "__main__":
    sys.exit(main())
