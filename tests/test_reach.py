"""No module uses another's stores, live tables or private names, which import-linter cannot see."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from bot import app
from bot.app import App

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "cogs", "rules", "tests/bench")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MAKE_SERVICES = ("bot/app.py", "bot/shard_count.py", "tests/bench/")
"""Where services are made: the application, what asks for the number of shards before there is one, and what
measures one of them alone.
"""
PUBLIC_OF_PYTHON = {"_replace", "_asdict", "_make", "_fields", "_exit"}
"""Public names of Python that begin with an underscore: of named tuples, and ``os._exit``."""
OF_DISCORD_PY = {"_remove_guild", "_parent", "_backoff", "_ready_tasks"}
"""Private names of discord.py: its sharded client has no other way to forget a server, to limit pauses, or to
wait for the servers of its shards.
"""
GROUPED = (one for name, one in vars(app).items() if name.endswith("Services") and is_dataclass(one))
SERVICES = {str(field.type) for one in (App, *GROUPED) for field in fields(one)} - {"Settings"}
"""What ``open_app`` wires, by class: on its own, or in the group of its subject."""


def offences(path: str, source: str) -> list[str]:
    """The lines of a file that use another module's internals."""
    nodes = list(ast.walk(ast.parse(source)))
    own = set(_defined(nodes))
    return [
        f"{path}:{node.lineno} {ast.unparse(node)}"
        for node in nodes
        if (isinstance(node, ast.Attribute) and _is_offence(path, node, own))
        or (isinstance(node, ast.ImportFrom) and any(_is_private(alias.name) for alias in node.names))
        or (
            isinstance(node, ast.Call)
            and not path.startswith(MAKE_SERVICES)
            and isinstance(node.func, ast.Name)
            and node.func.id in SERVICES
        )
    ]


def _is_offence(path: str, node: ast.Attribute, own: set[str]) -> bool:
    is_self = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
    if node.attr == "store":
        return not is_self
    if node.attr == "live_tables":
        return not path.startswith("bot/table/")
    return _is_private(node.attr) and not is_self and node.attr not in own | PUBLIC_OF_PYTHON | OF_DISCORD_PY


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _defined(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names a module gives to functions and attributes."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def test_no_module_uses_stores_live_tables_or_private_names_of_others() -> None:
    sources = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in FILES}
    assert {"cogs/hand/buttons.py", "tests/bench/match.py"} <= set(sources)
    assert [line for path, source in sources.items() for line in offences(path, source)] == []


@pytest.mark.parametrize(
    "line",
    [
        "await interaction.client.app.tables.store.match(1)",
        "for table in manager.live_tables: pass",
        "app.tables._store.log(1)",
        "hands._tokens.clear()",
        "from bot.table.desk.table import _take_back",
        "house = HouseRules(anything)",
        "tables = GameManager(anything)",
    ],
)
def test_planted_use_of_anothers_internals_is_found(line: str) -> None:
    planted = f"async def handler(interaction):\n    {line}\n"
    assert len(offences("cogs/table/scores.py", planted)) == 1


@pytest.mark.parametrize(
    "line",
    ["self._store = store", "control._replace(verb=verb)", "await self._manager.live_tables", "__name__"],
)
def test_use_of_own_internals_is_no_offence(line: str) -> None:
    assert offences("bot/table/turn_driver.py", f"async def method(self):\n    {line}\n") == []
