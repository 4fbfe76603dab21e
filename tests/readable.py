"""Every text a person reads: in the source, in the documentation, and as the games put their rules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rules.catalog import GAMES, game_with
from rules.core.protocol import Game, InvalidOption
from rules.presets import PRESETS
from tests.rules.house.house_rules import random_rules

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = (
    "README.md",
    "CHANGELOG.md",
    "docs/commands.md",
    "docs/games.md",
    "docs/house-rules.md",
    "docs/playing.md",
    "docs/running.md",
    ".env.example",
)
HOUSE_RULES: Final = 300
"""Number of random house rules that are read."""
FIELD: Final = "{}"
"""Placeholder for each value of an f-string."""

_NAME = re.compile(r"[a-z0-9_.]*")
"""Keys, verbs of controls, values of enumerations: for programs, unless a module makes words alone."""
_FOR_PROGRAMS = re.compile(
    r"""\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|PRAGMA|SET|BEGIN|FROM\s\w+\s(WHERE|JOIN))\b  # a statement
    |\{\}\sWHERE\b                                                       # one whose columns stand elsewhere
    |<.*>$                                                               # a repr
    |/\S*$                                                               # a path
    |.*\(\?P<                                                            # an expression
    |[a-z0-9_.,() ]*_[a-z0-9_.,() ]*$                                    # columns
    |M(\ -?\d+|\ [MLCZ])+\ ?$                                            # an outline of a drawing
    """,
    re.VERBOSE | re.DOTALL,
)


class Text(NamedTuple):
    """A text and its place."""

    where: str
    text: str


@cache
def everything() -> tuple[Text, ...]:
    """All texts: those of the source, of the pages and of the games' rules. To find them takes seconds."""
    return (*sources(), *pages(), *rules())


def sources() -> Iterator[Text]:
    """The texts in the source of all packages."""
    for package in ("rules", "bot", "cogs"):
        for path in sorted((ROOT / package).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            yield from literals(where, path.read_text(encoding="utf-8"))


def literals(where: str, source: str) -> Iterator[Text]:
    """The string literals of a module, but for docstrings and what only programs read."""
    tree = ast.parse(source)
    passed_over: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.MatchValue):
            passed_over.add(node.value)
        elif isinstance(node, ast.Compare):
            passed_over.update(part for side in node.comparators for part in ast.walk(side))
        elif isinstance(node, ast.JoinedStr):
            passed_over.update(node.values)
        elif isinstance(node, ast.FormattedValue) and node.format_spec:
            passed_over.add(node.format_spec)
        if isinstance(node, ast.Constant | ast.JoinedStr) and node not in passed_over:
            text = _written(node)
            if _is_for_people(where, text):
                yield Text(f"{where}:{node.lineno}", text)


def _written(node: ast.Constant | ast.JoinedStr) -> str:
    """The text of a literal; of an f-string with its fields empty, of a number none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else FIELD for part in node.values)


def _is_for_people(where: str, text: str) -> bool:
    is_words = "/words" in where or where.startswith("cogs/")
    return not _FOR_PROGRAMS.match(text) and (is_words or not _NAME.fullmatch(text))


def pages() -> Iterator[Text]:
    """The paragraphs, list items and table cells of the documentation for players and owners."""
    for name in PAGES:
        yield from paragraphs(name, (ROOT / name).read_text(encoding="utf-8"))


def paragraphs(where: str, page: str) -> Iterator[Text]:
    """The paragraphs, list items and table cells of a page, without code."""
    page = re.sub(r"^```.*?^```", "", page, flags=re.MULTILINE | re.DOTALL)
    page = re.sub(r"^\s*(?:[-*]|\d+\.) ", "\n\n", page, flags=re.MULTILINE)
    page = re.sub(r"`[^`]*`|\]\([^)]*\)|<img [^>]*>", FIELD, page)
    for block in re.split(r"\n\s*\n|\n(?=\|)|\n#", page):
        for cell in block.strip().strip("|").split(" | "):
            if re.search("[a-z]", cell):
                yield Text(where, " ".join(cell.split()))


def rules() -> Iterator[Text]:
    """The rules of every game, of every set by name and of random house rules, as they are read whole."""
    for key, game in GAMES.items():
        yield from of_game(key, game)
    for key, preset in PRESETS.items():
        yield from sections(key, game_with(preset.game, preset.options))
    random = Random(11)
    for _ in range(HOUSE_RULES):
        key, options = random_rules(random)
        try:
            game = game_with(key, options)
        except InvalidOption as refusal:
            yield Text(f"{key} {options}", str(refusal))
        else:
            yield from sections(f"{key} {options}", game)


def of_game(key: str, game: Game[Any]) -> Iterator[Text]:
    """The texts of a game: summary, options and rules."""
    yield Text(key, game.about.summary)
    for option in game.options:
        yield from _named(f"{key} {option.key}", (option.label, option.help, option.shown))
        yield from _named(f"{key} {option.key}", (choice.label for choice in option.choices))
    yield from sections(key, game)


def sections(where: str, game: Game[Any]) -> Iterator[Text]:
    """The rules of a game in sections, and its readings."""
    for section in game.words.rules():
        yield Text(f"{where} {section.heading}", section.text)
        yield from _named(f"{where} {section.heading}", (reading.text for reading in section.ours))


def _named(where: str, texts: Iterable[str]) -> Iterator[Text]:
    for text in texts:
        yield Text(where, text)
