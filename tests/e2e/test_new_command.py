"""A new command on services that exist is one new file: everything else finds it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.common.errors import InDoubt
from bot.table.manager import GameManager
from cogs import stats
from cogs.framework.pages import commands_page, permissions_page
from tests.e2e.players import Club, a_club

PLANTED = '''
"""How many tables are open here."""

from typing import ClassVar

from discord import app_commands

from cogs.framework.extension import Commands, Extension
from cogs.framework.groups import STATS, Topic
from cogs.framework.permissions import OF_ONESELF
from cogs.framework.replies import answer_privately


@app_commands.command(name="tables", description="Count the open tables")
async def tables(interaction, least: int = 0):
    """Count the open tables."""
    await answer_privately(interaction, f"{len(interaction.client.app.tables.places())} open.")


class CountingTables(Extension):
    """The open tables, counted."""

    typed: ClassVar = (Commands(STATS, Topic.STATS, OF_ONESELF, (tables,), "/stats player"),)


async def setup(bot):
    """Load the extension."""
    await bot.add_cog(CountingTables(bot))
'''


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module more in the room of statistics."""
    (tmp_path / "planted.py").write_text(PLANTED, encoding="utf-8")
    monkeypatch.setattr(stats, "__path__", [*stats.__path__, str(tmp_path)])
    yield
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

        monkeypatch.setattr(GameManager, "places", lost)
        assert "Look at `/stats player` in a minute" in await tables_counted(club)
    assert "| `/stats tables` | Count the open tables | `least` |" in commands_page()
    themselves = " | ".join(["whoever does it, of themselves"] * 4)
    assert f"| `/stats tables` | {themselves} |" in permissions_page()


def test_pages_without_the_file_do_not_name_its_command() -> None:
    assert "/stats tables" not in commands_page() + permissions_page()
