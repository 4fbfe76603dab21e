"""The project's Python files, parsed, and the imports between them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

PRODUCT: Final = ("bot", "cogs", "rules")
PACKAGES: Final = (*PRODUCT, "tests")


class Source(NamedTuple):
    """One parsed file."""

    path: str
    """Relative to the project's root, with slashes."""
    lines: int
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """Every node of the tree."""

    @property
    def folder(self) -> str:
        """The path of the folder it is in."""
        return self.path.rpartition("/")[0]

    @property
    def layer(self) -> str:
        """The top-level package: bot, cogs, rules or tests."""
        return self.path.partition("/")[0]

    @property
    def room(self) -> str:
        """The layer and the subject in it, such as ``bot/league``; the layer alone for a file outside any."""
        return "/".join(self.path.split("/")[:-1][:2])


class Import(NamedTuple):
    """An import of one file by another."""

    importer: Source
    imported: Source

    def __str__(self) -> str:
        return f"{self.importer.path} -> {self.imported.path}"


class Sources:
    """All files of the project's packages, parsed once."""

    def __init__(self, root: Path) -> None:
        self.root: Final = root
        self.all: Final = tuple(
            _parsed(root, path) for package in PACKAGES for path in sorted((root / package).rglob("*.py"))
        )
        self._by_path: Final = {source.path: source for source in self.all}

    def of(self, *layers: str) -> list[Source]:
        """The files of the given layers."""
        return [source for source in self.all if source.layer in layers]

    def module(self, dotted: str) -> Source | None:
        """The file of a module or a package; None if it is not the project's."""
        path = dotted.replace(".", "/")
        return self._by_path.get(f"{path}.py") or self._by_path.get(f"{path}/__init__.py")

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """All imports between files of the product, those in functions included."""
        pairs = {
            (source.path, imported.path)
            for source in self.of(*PRODUCT)
            for imported in self._imported(source)
            if imported is not source
        }
        return tuple(Import(self._by_path[one], self._by_path[other]) for one, other in sorted(pairs))

    def _imported(self, source: Source) -> Iterator[Source]:
        for node in source.nodes:
            if isinstance(node, ast.ImportFrom) and node.module:
                found = [
                    self.module(f"{node.module}.{name.name}") or self.module(node.module)
                    for name in node.names
                ]
            elif isinstance(node, ast.Import):
                found = [self.module(name.name) for name in node.names]
            else:
                continue
            yield from (one for one in found if one is not None)


def _parsed(root: Path, path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    return Source(path.relative_to(root).as_posix(), text.count("\n"), tree, tuple(ast.walk(tree)))
