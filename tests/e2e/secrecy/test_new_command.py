"""A new command on existing services is one new file, a new button one line more: the rest is found."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.client import extension_names
from bot.common.errors import InDoubt
from bot.table.reading import TableReader
from cogs import stats
from cogs.framework.pages import commands_page, permissions_page
from tests.e2e.players import Club, a_club

PLANTED = '''
"""How many tables are open here."""

from typing import ClassVar

from discord import app_commands

from cogs.framework.extension import Commands, Extension
from cogs.framework.extension import STATS, Topic
from cogs.framework.permissions import OF_ONESELF
from cogs.framework.replies import answer_privately


@app_commands.command(name="tables", description="Count the open tables")
async def tables(interaction, least: int = 0):
    """Count the open tables."""
    await answer_privately(interaction, f"{len(interaction.client.app.tables.reading.places())} open.")


class CountingTables(Extension):
    """The open tables, counted."""

    typed: ClassVar = (Commands(STATS, Topic.STATS, OF_ONESELF, (tables,), "/stats show"),)


async def setup(bot):
    """Load the extension."""
    await bot.add_cog(CountingTables(bot))
'''


BUTTON = """
from cogs.framework.extension import Extension, Press
from cogs.framework.permissions import SHOWS
from cogs.framework.replies import answer_privately
from cogs.ui.controls import Verb


async def press_planted(interaction, control, values):
    await answer_privately(interaction, "Pressed.")


class Planting(Extension):
    presses = {Verb.PLANTED: Press(press_planted, SHOWS)}


async def setup(bot):
    await bot.add_cog(Planting(bot))
"""
ROOT = Path(__file__).parents[3]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An additional module in the folder of statistics."""
    (tmp_path / "planted.py").write_text(PLANTED, encoding="utf-8")
    monkeypatch.setattr(stats, "__path__", [*stats.__path__, str(tmp_path)])
    extension_names.cache_clear()
    yield
    extension_names.cache_clear()
    sys.modules.pop("cogs.stats.planted", None)


async def tables_counted(club: Club) -> str:
    return (await club["Ann"].typed("stats tables")).sentence


@pytest.mark.usefixtures("planted")
async def test_new_command_in_one_file_is_found_declared_and_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_club(tmp_path) as club:
        assert await tables_counted(club) == "0 open."

        def lost(*_: object) -> None:
            raise InDoubt("The connection was lost.")

        monkeypatch.setattr(TableReader, "places", lost)
        assert "Look at `/stats show` in a minute" in await tables_counted(club)
    assert "| `/stats tables` | Count the open tables | `least` |" in commands_page()
    themselves = " | ".join(["anyone, for themselves"] * 4)
    assert f"| `/stats tables` | {themselves} |" in permissions_page()


def test_pages_without_the_file_do_not_name_its_command() -> None:
    assert "/stats tables" not in commands_page() + permissions_page()


def test_new_button_is_one_verb_and_one_file(tmp_path: Path) -> None:
    for package in ("bot", "cogs", "rules"):
        shutil.copytree(ROOT / package, tmp_path / package)  # as compiled, too
    (tmp_path / "cogs" / "stats" / "planted.py").write_text(BUTTON, encoding="utf-8")
    verbs = tmp_path / "cogs" / "ui" / "controls.py"
    known = verbs.read_text(encoding="utf-8")
    verbs.write_text(re.sub(r'( +HAND = "hand"\n)', r'\1    PLANTED = "planted"\n', known), encoding="utf-8")
    page = subprocess.run(
        [sys.executable, "-m", "bot", "permissions"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    no_one = " | ".join(["no one"] * 4)
    assert page.stdout == permissions_page().replace("| `do` |", f"| `planted` | {no_one} |\n| `do` |", 1)
