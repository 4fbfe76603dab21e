"""Each contract of imports in ``pyproject.toml`` finds an import that is planted."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from subprocess import run

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

PLANTED = [
    ("layers", "rules/core/cards.py", "import bot.common.text"),
    ("subjects-of-bot", "bot/stats/leaderboards.py", "import bot.league.service"),
    ("subjects-of-bot", "bot/newroom/first.py", "import bot.common.text"),
    ("subjects-of-cogs", "cogs/evening/words.py", "from cogs.people import data"),
    ("no-circles", "bot/computers/native/library.py", "import bot.computers.bidding_games.rollout"),
    ("pure-rules", "rules/core/cards.py", "import random, time"),
    ("pure-league", "bot/league/standings.py", "from bot.league import rosters"),
    ("pure-league", "bot/league/round_robin.py", "import bot.models.stored_league"),
    ("pure-league", "bot/models/stored_figures.py", "from datetime import datetime"),
    ("pure-pictures", "bot/pictures/values.py", "from bot.league import standings_pages"),
    ("pure-pictures", "bot/pictures/values.py", "import bot.models.stored_tables"),
    ("drawing", "bot/stats/records.py", "from bot.pictures import canvas"),
    ("discord", "bot/delivery/requests.py", "import discord"),
    ("sql", "bot/league/store/leagues.py", "import sqlite3"),
    ("database", "bot/maintenance/copies.py", "from bot.database import postgres"),
    ("secrets", "cogs/table/panel.py", "from bot.table.store import earlier_deals"),
    ("secrets", "cogs/hand/panel.py", "from rules.bidding import state"),
    *(
        (f"store-{room}", "bot/pictures/values.py", f"import bot.{room}.store")
        for room in (
            "daily",
            "delivery",
            "evening",
            "league",
            "learn",
            "maintenance",
            "people",
            "server",
            "stats",
        )
    ),
    ("store-table", "bot/pictures/values.py", "import bot.table.store.tables"),
    ("simcord", "bot/client.py", "import simcord"),
]
EVERY_DAY = ("subjects-of-bot", "secrets")
"""Contracts of which a case runs with every build; each takes seconds."""


def test_every_contract_has_a_planted_import() -> None:
    contracts = {one["id"] for one in PROJECT["tool"]["importlinter"]["contracts"]}
    assert contracts == {contract for contract, _, _ in PLANTED}


@pytest.mark.parametrize(
    ("contract", "path", "line"),
    [
        pytest.param(
            *one, id=f"{one[0]}-{one[2].split()[1]}", marks=() if one[0] in EVERY_DAY else pytest.mark.slow
        )
        for one in PLANTED
    ],
)
def test_planted_import_breaks_its_contract(tmp_path: Path, contract: str, path: str, line: str) -> None:
    for package in ("bot", "cogs", "rules"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    assert _holds(tmp_path, contract)

    planted = tmp_path / path
    if not planted.exists():
        planted.parent.mkdir()
        (planted.parent / "__init__.py").touch()
        planted.touch()
    planted.write_text(f"{planted.read_text(encoding='utf-8')}\n\n{line}\n", encoding="utf-8")
    assert not _holds(tmp_path, contract)


def _holds(root: Path, contract: str) -> bool:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--contract", contract]
    done = run(command, cwd=root, capture_output=True, text=True, timeout=50, check=False)
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    return done.returncode == 0
