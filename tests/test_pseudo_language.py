"""Results do not depend on texts: with nonsense for every text, only texts change."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

POSITIONS = int(os.environ.get("ROOKERY_POSITIONS", "3"))
"""Positions of every game and number of players; ROOKERY_POSITIONS=200 looks at more."""


def lines(*arguments: str, number: int = POSITIONS) -> list[str]:
    """The lines that ``tests.pseudo`` prints in a process of its own."""
    command = [sys.executable, "-m", "tests.pseudo", str(number), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_computers_records_codes_rows_and_controls_do_not_depend_on_a_word() -> None:
    spoken = lines()
    assert len(spoken) > 100 * POSITIONS
    assert lines("--nonsense") == spoken


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_result_that_depends_on_texts_is_noticed() -> None:
    assert lines("--listen", number=1) != lines("--listen", "--nonsense", number=1)
