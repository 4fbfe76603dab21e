"""The application simulated from a seed: laws hold, a run repeats to the byte, planted faults are found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHORT = ("--days", "0.12", "--visits", "1", "--people", "30")
CALM = (*SHORT, "--faults", "0", "--seed", "4")
BUSY = (*SHORT, "--faults", "100", "--seed", "3")

FOUND_BY = {
    "told_before_stored": ("stored, then told", CALM),
    "acknowledged_too_soon": ("stored, then told", CALM),
    "wrong_winner": ("results are what the log gives", CALM),
    "doubled_act": ("nothing happens twice", CALM),
    "stale_press_accepted": ("nothing happens twice", (*CALM, "--seed", "3")),
    "card_in_a_log_line": ("no card stands in a log", CALM),
    "hand_of_another": ("nobody reads a secret", CALM),
    "final_message_not_shown": ("what is shown is what holds", CALM),
    "refresh_dropped": ("what is shown is what holds", CALM),
    "window_never_closed": ("every match goes on", (*SHORT, "--faults", "100", "--seed", "4")),
    "lost_wake_up": ("every match goes on", BUSY),
}
"""The law that finds each planted fault, and the seed that does so soon."""


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the simulation in a process of its own, where nothing is left over from other tests."""
    return subprocess.run(
        [sys.executable, "-m", "tests.sim", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )


def digests(run: subprocess.CompletedProcess[str]) -> list[str]:
    """The digests of the traces, of each seed one."""
    return re.findall(r"^seed .* trace (\w+)$", run.stdout, re.MULTILINE)


@pytest.mark.timeout(300)
def test_some_hours_of_a_club_with_many_faults_break_no_law() -> None:
    run = simulated("--days", "0.25", "--visits", "0.4", "--faults", "40", "--seed", "3")
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-3000:]


@pytest.mark.timeout(300)
def test_a_seed_gives_the_same_trace_to_the_byte(tmp_path: Path) -> None:
    traces = [tmp_path / "first", tmp_path / "second"]
    for trace in traces:
        simulated(*BUSY, "--trace", str(trace))
    first, second = (trace.read_bytes() for trace in traces)
    assert len(first) > 10_000
    assert first == second, "a seed must leave nothing to anything else"


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("fault", sorted(FOUND_BY))
def test_a_planted_fault_is_found_and_its_seed_finds_it_again(fault: str) -> None:
    law, where = FOUND_BY[fault]
    run = simulated(*where, "--planted", fault)
    assert run.returncode == 1, f"{fault} was not found: {run.stdout[-2000:]}"
    assert f"Broken: {law}" in run.stdout, run.stdout[-3000:]
    again = run.stdout.rpartition("Again: python -m tests.sim ")[2].split()
    assert digests(simulated(*again)) == digests(run)[-1:]


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_hundred_days_of_ten_clubs_break_no_law() -> None:
    run = simulated("--seed", "101", "--seeds", "10", "--days", "100", "--jobs", "2")
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-3000:]
