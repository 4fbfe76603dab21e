"""The pages of commands and permissions equal the extensions' declarations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from cogs.framework.pages import commands, commands_page, permissions_page

DOCS = Path(__file__).parents[2] / "docs"


def test_pages_are_current() -> None:
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == commands_page(), "make docs"
    assert (DOCS / "permissions.md").read_text(encoding="utf-8") == permissions_page(), "make docs"


def test_commands_page_names_every_command_once() -> None:
    assert sorted(re.findall(r"^\| `/([^`]+)`", commands_page(), re.MULTILINE)) == list(commands())


@pytest.mark.parametrize("page", ["games", "commands", "permissions"])
def test_command_line_prints_page(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([page]) == 0
    assert capsys.readouterr().out == (DOCS / f"{page}.md").read_text(encoding="utf-8")
