"""Every family, played by its preset and judged by the referee; ``python -m tests.families`` plays more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.families.playing import findings
from tests.families.recording import Careful
from tests.families.rules import FAMILIES, Family

EVERY = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.preset)


@EVERY
def test_referee_finds_nothing_wrong_in_a_familys_deals(family: Family) -> None:
    found = findings(family, 10 * len(family.players), "suite", computers=(Careful(0.6),), most=10)

    assert found.faults == []


@pytest.mark.slow
@pytest.mark.timeout(300)
@EVERY
def test_referee_finds_nothing_wrong_in_200_deals_of_a_family(family: Family) -> None:
    found = findings(family, 200, "slow")

    assert found.faults == []
    assert found.deals == 200
    assert found.matches


@pytest.mark.parametrize("name", ["rules", "cards", "scoring", "reading", "referee"])
def test_referee_imports_nothing_of_the_engine(name: str) -> None:
    lines = (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8").splitlines()
    imported = [line.split()[1] for line in lines if line.startswith(("from ", "import "))]

    assert [module for module in imported if module.split(".")[0] in ("rules", "bot", "cogs")] == []
