"""Every family, played by its preset and judged by the referee; ``python -m tests.families`` plays more."""

from __future__ import annotations

import pytest

from tests.families.playing import PLAYED, findings
from tests.families.rules import Family

EVERY = pytest.mark.parametrize("family", PLAYED, ids=lambda family: family.preset)


@EVERY
def test_referee_finds_nothing_wrong_in_a_familys_deals(family: Family) -> None:
    assert findings(family, 4 * len(family.players), "suite").faults == []


@pytest.mark.slow
@EVERY
def test_referee_finds_nothing_wrong_in_200_deals_of_a_family(family: Family) -> None:
    found = findings(family, 200, "slow")

    assert found.faults == []
    assert found.deals == 200
    assert found.matches
