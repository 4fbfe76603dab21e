"""The table of contents of these tests: every worked example and every open question of the rule books.

Ids are those of the register: BV auctions, SV scores, FV following, GV layouts, R ambiguities. An example
is tested where a test's name or id has it; a question also has a test for the other reading, where one may
be agreed on.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

EXAMPLES = (
    *(f"BV-{number}" for number in range(1, 12)),
    *(f"SV-{number}" for number in range(1, 45)),
    *(f"FV-{number}" for number in range(1, 15)),
    *(f"GV-{number}" for number in range(1, 17)),
)
QUESTIONS = tuple(f"R-{number:02}" for number in range(1, 92) if number not in {53, 58})
WITH_OPTION = (
    *("R-01", "R-02", "R-03", "R-04", "R-06", "R-07", "R-08", "R-11", "R-12", "R-14", "R-15", "R-16", "R-17"),
    *("R-19", "R-20", "R-21", "R-23", "R-28", "R-35", "R-36", "R-37", "R-38", "R-39", "R-40", "R-42", "R-43"),
    *("R-44", "R-47", "R-48", "R-49", "R-54", "R-55", "R-56", "R-60", "R-61", "R-62", "R-63", "R-64", "R-65"),
    *("R-73", "R-76", "R-79", "R-80", "R-82", "R-83", "R-87", "R-88", "R-90"),
)
ID = re.compile(r"\b(BV|SV|FV|GV|R)-(\d+)\b")
OF_OPTION_ALONE = re.compile(r"_option_(?<!by_the_option_)(?<!and_by_option_)")
IN_NAME = re.compile(r"_(bv|sv|fv|gv|r)_?(\d+)(?=_|$)")


class Entry:
    """One test function: the ids in its name and in the ids of its parameters, and if it is of an option."""

    def __init__(self, node: ast.FunctionDef, folder: str) -> None:
        named = [f"{kind.upper()}-{number}" for kind, number in IN_NAME.findall(node.name)]
        listed = [
            "-".join(found)
            for decorator in node.decorator_list
            for part in ast.walk(decorator)
            if isinstance(part, ast.keyword) and part.arg == "id"
            for found in ID.findall(ast.unparse(part.value))
        ]
        self.ids = set(named) | set(listed)
        self.is_of_option = "_option_" in node.name
        self.is_of_default = OF_OPTION_ALONE.search(node.name) is None
        self.says = ast.get_docstring(node) or ""
        self.name = node.name
        self.is_of_other_game = folder == "games"


@cache
def entries() -> tuple[Entry, ...]:
    """Every test in this folder."""
    return tuple(_entries())


def _entries() -> Iterator[Entry]:
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield Entry(node, path.parent.name)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_has_a_test_of_its_name(example: str) -> None:
    assert any(example in test.ids for test in entries())


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_has_a_test_of_its_default(question: str) -> None:
    assert any(question in test.ids and test.is_of_default for test in entries())


@pytest.mark.parametrize("question", WITH_OPTION)
def test_every_question_with_an_option_has_a_test_of_it(question: str) -> None:
    assert any(question in test.ids and test.is_of_option for test in entries())


def test_id_in_a_test_name_is_also_in_its_docstring() -> None:
    """A test of a bidding game that carries an id says it in its docstring, where the book is cited."""
    bidding = (test for test in entries() if not test.is_of_other_game)
    silent = [test.name for test in bidding if any(kind not in test.says for kind in named(test))]

    assert silent == []


def named(test: Entry) -> set[str]:
    """The ids in the name of a test."""
    return {f"{kind.upper()}-{number}" for kind, number in IN_NAME.findall(test.name)}


def test_example_without_a_test_is_missed() -> None:
    """The check can fail: no test has SV-99."""
    assert not any("SV-99" in test.ids for test in entries())
