"""The application simulated from a seed: laws hold, a run repeats to the byte, planted faults are found."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from operator import add
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, NamedTuple

import pytest

from cogs.framework.pages import commands, controls
from cogs.rules_pages.screen import RulesAddress, rules_page
from cogs.ui.controls import Control, Verb
from cogs.ui.items import TableButton
from rules.catalog import find_game
from tests.cards_read import cards_in
from tests.forked import begin
from tests.sim.__main__ import main
from tests.sim.messages import Panel
from tests.sim.planted import PLANTED

ROOT = Path(__file__).parents[1]
SHORT = ("--days", "0.06", "--visits", "0.15", "--people", "30")
CALM = (*SHORT, "--faults", "0")
BUSY = (*SHORT, "--faults", "100")
LIVELY = ("--days", "0.12", "--visits", "0.6", "--people", "30")
LONGER = ("--days", "0.12", "--visits", "0.3", "--people", "30")
CALM_EVENING = (*LONGER, "--faults", "0")
DAYS = ("--days", "30")
SHARED = ("--processes", "2", "--days", "0.12", "--visits", "0.6", "--people", "30", "--faults", "300")
BACKUPS = ("--days", "0.01", "--visits", "30", "--faults", "40", "--backups", "20000")

FOUND_BY = {
    "told_before_stored": ("stored, then told", 1, CALM),
    "acknowledged_too_soon": ("stored, then told", 1, CALM),
    "wrong_winner": ("results are what the log gives", 12, CALM),
    "forfeit_ignored": ("results are what the log gives", 1, (*LIVELY, "--faults", "0")),
    "doubled_act": ("nothing happens twice", 13, CALM),
    "stale_press_accepted": ("nothing happens twice", 21, (*LIVELY, "--faults", "0")),
    "card_in_a_log_line": ("no card stands in a log", 1, CALM),
    "hand_of_another": ("nobody reads a secret", 7, CALM),
    "final_message_not_shown": ("what is shown is what holds", 2, CALM),
    "refresh_dropped": ("what is shown is what holds", 2, CALM),
    "board_never_refreshed": ("what is shown is what holds", 3, CALM_EVENING),
    "last_board_not_shown": ("what is shown is what holds", 3, CALM_EVENING),
    "league_never_posted": ("what is shown is what holds", 4, CALM_EVENING),
    "league_never_refreshed": ("what is shown is what holds", 4, CALM_EVENING),
    "window_never_closed": ("every match goes on", 13, BUSY),
    "never_ready": ("a process is ready in time", 1, CALM),
    "backup_without_snapshot": ("a backup is one moment's truth", 1, BACKUPS),
    "backup_in_place": ("a backup is one moment's truth", 2, BACKUPS),
    "lost_wake_up": ("every match goes on", 8, (*LONGER, "--faults", "100")),
    "acts_not_forgotten": ("who is forgotten is named nowhere", 205, DAYS),
    "lease_not_checked": ("a shard is served by one process", 1, SHARED),
    "doubled_clerk": ("one process is the clerk", 1, SHARED),
    "vote_forgotten": ("what is shown is what holds", 1, SHARED),
}
"""The law that finds each planted fault, and a seed that does so, as a rule; else one of the next does."""
NOTHING_IS_DAMAGED = {"rook-admin repair"}
"""Commands that are always refused: the simulated disk damages no row."""
TAKES_A_FILE = {"lgcheck", "lgimport"}
"""The form that checks a file and the button that imports it: no simulated user attaches a file."""
SEEDS = 10
"""Number of seeds tried for what a seed shows as a rule."""


class Run(NamedTuple):
    """Exit code and output of a simulation."""

    returncode: int
    stdout: str


def simulated(*arguments: str) -> Run:
    """Run the simulation."""
    with NamedTemporaryFile("r+", encoding="utf-8") as said:
        process = begin(run_into, said.name, arguments)
        process.join()
        assert process.exitcode is not None
        return Run(process.exitcode, said.read())


def run_into(path: str, arguments: tuple[str, ...]) -> None:
    """In that process: run the command with its output in a file, also if it restarts itself."""
    with Path(path).open("w", encoding="utf-8") as said:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(said.fileno(), stream.fileno())
        sys.argv[1:] = arguments
        code = main()
        sys.stdout.flush()
    sys.exit(code)


def digests(run: Run) -> list[str]:
    """The digests of the traces, one for each seed."""
    return re.findall(r"^seed .* trace (\w+)$", run.stdout, re.MULTILINE)


def never_used(run: Run) -> list[set[str]]:
    """The verbs and commands never used, by seed."""
    said = re.findall(r"^never used: (.*)$", run.stdout, re.MULTILINE)
    return [set(names.split(", ")) - {"nothing"} for names in said]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_hours_of_one_club_with_many_faults_break_no_law() -> None:
    run = simulated("--days", "0.08", "--visits", "0.3", "--people", "30", "--faults", "80", "--seed", "3")
    assert run.returncode == 0, run.stdout[-6000:]


@pytest.mark.timeout(300)
def test_hours_of_one_club_over_two_processes_and_a_spare_break_no_law() -> None:
    answered = in_passing = handed_over = 0
    for seed in range(3, 3 + SEEDS):  # few people may be there just when one process follows another
        run = simulated(*SHARED, "--seed", str(seed))
        assert run.returncode == 0, run.stdout[-6000:]
        [told] = [line for line in run.stdout.splitlines() if "hand-overs" in line]
        counted = map(int, re.findall(r"\d+", told))
        answered, in_passing, handed_over = map(add, (answered, in_passing, handed_over), counted)
        if answered > 1000 and min(in_passing, handed_over) > 3:
            break
    assert answered > 1000
    assert min(in_passing, handed_over) > 3, "people press while one process hands over to the next"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_same_seed_gives_the_same_trace_to_the_byte(tmp_path: Path) -> None:
    traces = [tmp_path / "first", tmp_path / "second"]
    simulated(*BUSY, "--seed", "3", "--trace", str(traces[0]))
    again = [sys.executable, "-m", "tests.sim", *BUSY, "--seed", "3", "--trace", str(traces[1])]
    subprocess.run(again, cwd=ROOT, check=True, capture_output=True)
    first, second = (trace.read_bytes() for trace in traces)
    assert len(first) > 10_000
    assert first == second, "a seed must leave nothing to anything else"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_backups_taken_while_the_club_plays_are_consistent() -> None:
    run = simulated("--days", "0.008", *BACKUPS[2:], "--seed", "1")
    assert run.returncode == 0, run.stdout[-6000:]
    [told] = [line for line in run.stdout.splitlines() if "backups" in line]
    taken, commits, killed = map(int, re.findall(r"\d+", told))
    assert min(taken, commits, killed) >= 3, "the bot writes while backups are made, and some are killed"


NEEDS_A_FILE: Final = {"league import"}
"""Commands with a file: no simulated user attaches one."""


def test_never_used_list_starts_with_every_control_and_command() -> None:
    run = simulated("--days", "0.0001", "--people", "1", "--faults", "0")
    assert never_used(run) == [{*controls(), *commands()} - NEEDS_A_FILE]


def test_every_planted_fault_has_a_law_that_finds_it() -> None:
    assert sorted(FOUND_BY) == sorted(PLANTED)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "fault",
    [
        "told_before_stored",
        *(pytest.param(one, marks=pytest.mark.slow) for one in PLANTED if one != "told_before_stored"),
    ],
)
def test_planted_fault_is_found_and_its_seed_finds_it_again(fault: str) -> None:
    law, first, where = FOUND_BY[fault]
    for seed in range(first, first + SEEDS):
        run = simulated(*where, "--seed", str(seed), "--planted", fault)
        if f"Broken: {law}" in run.stdout:
            break
    else:
        pytest.fail(f"{fault} was not found: {run.stdout[-2000:]}")
    assert run.returncode == 1
    again = run.stdout.rpartition("Again: python -m tests.sim ")[2].split()
    assert digests(simulated(*again)) == digests(run)[-1:]


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_hundred_days_break_no_law_and_use_every_control() -> None:
    run = simulated("--seed", "101", "--seeds", "10", "--days", "100", "--jobs", "2")
    assert run.returncode == 0, run.stdout[-6000:]
    assert set.intersection(*never_used(run)) == NOTHING_IS_DAMAGED | TAKES_A_FILE


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_hundred_days_over_two_processes_break_no_law() -> None:
    run = simulated("--processes", "2", "--seed", "101", "--days", "100")
    assert run.returncode == 0, run.stdout[-6000:]


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_thousand_backups_of_ten_clubs_are_consistent() -> None:
    run = simulated(*BACKUPS, "--seed", "1", "--seeds", "10", "--jobs", "2")
    assert run.returncode == 0, run.stdout[-6000:]


def test_code_of_rules_names_no_card() -> None:
    """A code that ended in G5 was once taken for a card in another player's hand."""
    assert cards_in("Code of these rules: `101E-6A9R-1472-G5`") == set()
    assert cards_in("You took Y10, and lost R14 · G5⁺ •.") == {"Y10", "R14", "G5"}


def test_rules_page_is_no_revision_of_a_table() -> None:
    rules = rules_page(find_game("kentucky"), RulesAddress(table_id=4), page=2)
    panel = Panel([item.to_component_dict() for item in rules.children])
    assert panel.of_table
    assert all(control.table_id == 4 for control in panel.of_table)
    assert not panel.of_revision


def test_button_of_a_lesson_is_not_of_a_table() -> None:
    following = TableButton(Control(Verb.LEARN, 3, 1), "Next lesson")
    panel = Panel([dict(following.to_component_dict())])
    assert panel.all_controls
    assert not panel.of_table
