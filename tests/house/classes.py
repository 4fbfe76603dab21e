"""Figures of classes and functions: methods, ancestors, fields and parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from tests.house.measured import Amount, Measured, most
from tests.house.sources import Source, Sources

Function = ast.FunctionDef | ast.AsyncFunctionDef
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
SETTINGS: Final = "bot.common.settings.Settings"
STORED_ROWS: Final = "stored"
"""Prefix of modules with values of one stored row each, which may be as wide as the row."""


class Class(NamedTuple):
    """A class of the project."""

    source: Source
    node: ast.ClassDef
    name: str
    """Dotted, with its module."""

    def __str__(self) -> str:
        return f"{self.source.path}:{self.node.lineno} {self.node.name}"

    @property
    def public_methods(self) -> set[str]:
        """Names of its own public methods and properties."""
        return {one.name for one in self._functions if not one.name.startswith("_")}

    @property
    def fields(self) -> set[str]:
        """Names of its own annotated fields, and of attributes set in its ``__init__``."""
        made = [node for one in self._functions if one.name == "__init__" for node in ast.walk(one)]
        return {
            one.target.id
            for one in self.node.body
            if isinstance(one, ast.AnnAssign)
            and isinstance(one.target, ast.Name)
            and "ClassVar" not in ast.unparse(one.annotation)
        } | {
            node.attr
            for node in made
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value)
        }

    @property
    def _functions(self) -> list[Function]:
        return [one for one in self.node.body if isinstance(one, FUNCTIONS)]


class Classes:
    """All classes of the product by their dotted names, and their ancestors of the project's own."""

    def __init__(self, sources: Sources) -> None:
        self._sources: Final = sources
        self.all: Final = {
            one.name: one for source in sources.of("bot", "cogs", "rules") for one in _classes(source)
        }
        self.family: Final = cache(self._family)

    def of(self, *layers: str) -> list[Class]:
        """All classes of the given layers."""
        return [one for one in self.all.values() if one.source.layer in layers]

    def _family(self, name: str) -> frozenset[str]:
        """A class and all its ancestors of the project's own, by their dotted names."""
        one = self.all[name]
        bases = [self._base(one.source, base) for base in one.node.bases]
        return frozenset({name}).union(*(self.family(base) for base in bases if base and base != name))

    def _base(self, source: Source, base: ast.expr) -> str | None:
        """The dotted name of a base class; None if it is not the project's."""
        named = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
        first, _, rest = named.partition(".")
        dotted = _imported_names(source).get(first, f"{_module(source)}.{first}") + (
            f".{rest}" if rest else ""
        )
        return dotted if dotted in self.all else None


def public_methods(classes: Classes, *layers: str) -> Measured:
    """The most public methods of a class, inherited ones included."""
    return most(
        Amount(
            len(set().union(*(classes.all[name].public_methods for name in classes.family(one.name)))),
            str(one),
        )
        for one in classes.of(*layers)
    )


def ancestors(classes: Classes, *layers: str) -> Measured:
    """The most ancestors of a class within the project."""
    return most(Amount(len(classes.family(one.name)) - 1, str(one)) for one in classes.of(*layers))


def fields(classes: Classes, *layers: str) -> Measured:
    """The most fields of a class, inherited ones included; settings and stored rows are left out."""
    return most(
        Amount(len(set().union(*(classes.all[name].fields for name in classes.family(one.name)))), str(one))
        for one in classes.of(*layers)
        if one.name != SETTINGS and not one.source.path.rpartition("/")[2].startswith(STORED_ROWS)
    )


def parameters(sources: Sources, *layers: str) -> Measured:
    """The most parameters of a function; slash commands and computers' private functions are left out."""
    return most(
        Amount(_number_of_parameters(node), f"{source.path}:{node.lineno} {node.name}")
        for source in sources.of(*layers)
        for node in source.nodes
        if isinstance(node, FUNCTIONS)
        and not _is_command(node)
        and not (source.path.startswith("bot/computers/") and node.name.startswith("_"))
    )


def _number_of_parameters(node: Function) -> int:
    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return len(named) - bool(named and named[0].arg in {"self", "cls"})


def _is_command(node: Function) -> bool:
    return any(ast.unparse(one).partition("(")[0].endswith(".command") for one in node.decorator_list)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _module(source: Source) -> str:
    return source.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _classes(source: Source) -> Iterator[Class]:
    for body, prefix in _bodies(source.tree.body, _module(source)):
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield Class(source, node, f"{prefix}.{node.name}")


def _bodies(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[Sequence[ast.stmt], str]]:
    """The statements of a module and of each class in it, with the dotted name of the module or class."""
    yield body, prefix
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _bodies(node.body, f"{prefix}.{node.name}")


def _imported_names(source: Source) -> dict[str, str]:
    """The dotted names of a module's imports, by the name they have in it."""
    return {
        name.asname or name.name: f"{node.module}.{name.name}"
        for node in source.nodes
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
