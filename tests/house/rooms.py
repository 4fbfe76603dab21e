"""Figures of rooms: the subjects of each layer, what they import of each other, and what they write."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from tests.house.measured import Amount, Measured, most, number_of
from tests.house.sources import Import, Source, Sources

LAYERS: Final = ("bot", "cogs")
VALUES: Final = "bot/models"
ENOUGH: Final = 3
"""The least number of rooms that use a file of the shared values."""
WRITE: Final = re.compile(r"\b(?:INSERT INTO|INSERT OR \w+ INTO|UPDATE|DELETE FROM)\s+([a-z_]+)\b")
TABLE: Final = re.compile(r"\s*([a-z_]+)\b")
ADDING: Final = ("Insert", "insert")
"""Functions that add rows to the table named first in their first argument."""


def seldom_used_values(sources: Sources) -> Measured:
    """Files of the shared values used by fewer than ``ENOUGH`` rooms."""
    users: dict[str, set[str]] = {
        source.path: set()
        for source in sources.of("bot")
        if source.room == VALUES and not source.path.endswith("/__init__.py")
    }
    for one in sources.imports:
        if one.imported.path in users and one.importer.room != VALUES:
            users[one.imported.path].add(one.importer.room)
    return number_of(
        f"{path} {', '.join(sorted(rooms))}" for path, rooms in users.items() if len(rooms) < ENOUGH
    )


def writers(sources: Sources) -> Measured:
    """The most rooms that write one SQL table."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for source in sources.of(*LAYERS):
        for table in written_tables(source):
            rooms[table].add(source.room)
    return most(Amount(len(found), f"{table}: {', '.join(sorted(found))}") for table, found in rooms.items())


def tables_of_several_writers(sources: Sources) -> Measured:
    """SQL tables that more than one room writes."""
    return number_of(place for place in writers(sources).places if not place.endswith(" 1"))


def written_tables(source: Source) -> Iterator[str]:
    """The SQL tables that the statements of a module write."""
    for node in source.nodes:
        match node:
            case ast.Constant(value=str(text)):
                yield from WRITE.findall(text)
            case ast.Call(
                func=ast.Name(id=name),
                args=[
                    ast.Constant(value=str(text)) | ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]),
                    *_,
                ],
            ) if name in ADDING:
                yield from TABLE.findall(text)[:1]


def against_order(sources: Sources) -> Measured:
    """Imports between subjects of one layer that run against the order of its contract."""
    order = [f"{layer}/{room}" for layer in LAYERS for room in reversed(subjects_of(sources, layer))]
    pairs = _between(sources.imports, depth=1)
    return number_of(
        one
        for pair, found in pairs.items()
        if pair[0].startswith(LAYERS)
        for one in against({pair: found}, order)
    )


def subjects_of(sources: Sources, layer: str) -> list[str]:
    """The subjects of a layer by its contract in ``pyproject.toml``: each knows those after it."""
    project = tomllib.loads((sources.root / "pyproject.toml").read_text(encoding="utf-8"))
    [layers] = [
        one["layers"]
        for one in project["tool"]["importlinter"]["contracts"]
        if one.get("containers") == [layer]
    ]
    return [room for level in layers for room in re.split(r" [|:] ", level)]


def circles_in_rooms(sources: Sources) -> Measured:
    """Imports between parts of one room (its folders and its own files) that close a circle."""
    depths = range(2, max((source.path.count("/") for source in sources.all), default=0) + 1)
    return number_of(
        one
        for depth in depths
        for pairs in _by_parent(_between(sources.imports, depth)).values()
        for one in against(pairs, order_of(pairs))
    )


Pairs = Mapping[tuple[str, str], Sequence[Import]]


def _between(imports: Sequence[Import], depth: int) -> dict[tuple[str, str], list[Import]]:
    """Imports between two parts of one folder that is ``depth`` deep, by the parts' paths."""
    pairs: dict[tuple[str, str], list[Import]] = defaultdict(list)
    for one in imports:
        importer, imported = _part(one.importer, depth), _part(one.imported, depth)
        if importer and imported and importer != imported and _parent(importer) == _parent(imported):
            pairs[importer, imported].append(one)
    return pairs


def _part(source: Source, depth: int) -> str | None:
    """The part of a file's path below a folder ``depth`` deep; None for a file above it.

    Files directly in a layer (``depth`` one) wire the subjects and have no part in their order.
    """
    parts = source.path.split("/")
    if len(parts) <= depth + (depth == 1) or (len(parts) == depth + 1 and parts[-1] == "__init__.py"):
        return None
    return "/".join(parts[: depth + 1])


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _by_parent(pairs: Pairs) -> dict[str, dict[tuple[str, str], Sequence[Import]]]:
    found: dict[str, dict[tuple[str, str], Sequence[Import]]] = defaultdict(dict)
    for (one, other), imports in pairs.items():
        if one.startswith(LAYERS):
            found[_parent(one)][one, other] = imports
    return found


def against(pairs: Pairs, order: Sequence[str]) -> list[Import]:
    """The imports that run against an order: parts that import come after what they import."""
    place = {name: number for number, name in enumerate(order)}
    return [one for (a, b), found in sorted(pairs.items()) if place[a] < place[b] for one in found]


def order_of(pairs: Pairs) -> list[str]:
    """An order of parts in which few imports run upwards: those nothing is needed for come first.

    Parts are moved one at a time while that helps. Finding the very best order would take too long.
    """
    order: list[str] = []
    left = sorted({name for pair in pairs for name in pair})
    while left:  # a fair start: next is what imports least of the rest, then what the rest imports most
        order.append(
            min(left, key=lambda name: (_weight(pairs, [name], left), -_weight(pairs, left, [name]), name))
        )
        left.remove(order[-1])
    cost, is_better = _cost(pairs, order), True
    while cost and is_better:
        is_better = False
        for start, end in product(range(len(order)), repeat=2):
            trial = [*order[:start], *order[start + 1 :]]
            trial.insert(end, order[start])
            if (found := _cost(pairs, trial)) < cost:
                order, cost, is_better = trial, found, True
    return order


def _weight(pairs: Pairs, importers: Sequence[str], imported: Sequence[str]) -> int:
    return sum(len(pairs.get((one, other), ())) for one in importers for other in imported)


def _cost(pairs: Pairs, order: Sequence[str]) -> int:
    place = {name: number for number, name in enumerate(order)}
    return sum(len(found) for (one, other), found in pairs.items() if place[one] < place[other])
