"""The pages of commands and permissions equal the extensions' declarations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from cogs.framework.pages import commands_page, extensions, permissions_page

DOCS = Path(__file__).parents[2] / "docs"


def test_pages_are_current() -> None:
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == commands_page(), "make docs"
    assert (DOCS / "permissions.md").read_text(encoding="utf-8") == permissions_page(), "make docs"


def test_commands_page_names_every_command_once() -> None:
    told = re.findall(r"^\| `/([^`]+)`", commands_page(), re.MULTILINE)
    typed = [declared for one in extensions() for declared in one.typed]
    assert sorted(told) == sorted(f"{one.group.name} {each.name}" for one in typed for each in one.commands)


def test_commands_stay_few_and_a_new_table_asks_little() -> None:
    """A newcomer finds their way in what is offered: at most 60 commands, and 5 options of ``/rook new``."""
    typed = {
        f"{one.group.name} {each.name}": each
        for extension in extensions()
        for one in extension.typed
        for each in one.commands
    }
    assert len(typed) <= 60
    assert len(typed["rook new"].parameters) <= 5


@pytest.mark.parametrize("page", ["games", "commands", "permissions"])
def test_command_line_prints_page(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([page]) == 0
    assert capsys.readouterr().out == (DOCS / f"{page}.md").read_text(encoding="utf-8")
