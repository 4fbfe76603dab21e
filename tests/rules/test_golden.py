"""Golden matches: what every seat sees after each action of one match of every game; see ``transcript``."""

from __future__ import annotations

import pytest

from rules.catalog import GAMES
from tests.rules.transcript import FOLDER, transcript

MOST = 150_000
"""Characters of one file, so that its changes can be read."""


@pytest.mark.parametrize("key", GAMES)
def test_golden_match_is_played_as_before(key: str) -> None:
    """If the change is meant: ``make golden``, and look at the difference."""
    written = (FOLDER / f"{key}.txt").read_text(encoding="utf-8")

    assert transcript(key).splitlines() == written.splitlines()
    assert len(written) < MOST


def test_every_game_has_a_golden_match_and_no_file_is_extra() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(GAMES)
