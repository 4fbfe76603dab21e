"""Each case is chosen on its own, and a shortened run prints its share."""

import os
import subprocess
import sys
from pathlib import Path

from tests.cases import chosen_cases

CASES = [f"tests/x.py::test_score[{number}]" for number in range(400)]
ROOT = Path(__file__).parents[1]


def test_one_in_forty_chooses_about_that_share_of_cases() -> None:
    assert 2 <= len(chosen_cases(CASES, 40)) <= 25


def test_one_in_one_chooses_every_case() -> None:
    assert chosen_cases(CASES, 1) == CASES


def test_only_case_of_a_test_is_always_chosen() -> None:
    assert all(chosen_cases([case], 40) == [case] for case in CASES)


def test_added_case_does_not_change_the_choice_of_others() -> None:
    fewer = chosen_cases(CASES[1:], 40)
    assert [case for case in chosen_cases(CASES, 40) if case != CASES[0]] == fewer


def test_shortened_run_prints_its_share_and_how_to_repeat_a_failure(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.parametrize('number', range(400))\n"
        "def test_number(number): assert number < 0\n"
    )
    plugins = ["-p", "xdist", "-p", "tests.cases", "-p", "no:cacheprovider"]
    options = [*plugins, "--one-in", "400", "-n", "1", "--rootdir", "."]
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", *options, str(tmp_path)]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)

    assert " of 400 cases of 1 tests were chosen; all of them run by: make test-all" in run.stdout
    assert "Run it again: python -m pytest '" in run.stdout
    assert "test_some.py::test_number[" in run.stdout.partition("Run it again")[2]
