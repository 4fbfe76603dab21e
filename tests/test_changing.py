"""The recipes of docs/changing.md name files that are there, and all that an example takes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RECIPES = dict(
    part.split("\n", 1) for part in (ROOT / "docs/changing.md").read_text(encoding="utf-8").split("\n## ")[1:]
)
FILE = re.compile(r"`((?:bot|cogs|rules|tests|docs)/[\w/.]+\.\w+)`")
EXAMPLE = re.compile(r"^Example: `([\w.]+)`\.$", re.MULTILINE)


def sources() -> list[Path]:
    return [path for layer in ("bot", "cogs", "rules") for path in (ROOT / layer).rglob("*.py")]


def not_in_list(recipe: str) -> list[str]:
    """Sources of the product that name the example of a recipe and are not in its list."""
    listed, found = set(FILE.findall(recipe)), []
    for example in EXAMPLE.findall(recipe):
        named = re.compile(rf"(?<![\w/]){re.escape(example)}(?!\w)")
        for path in sources():
            where = path.relative_to(ROOT).as_posix()
            if where not in listed and named.search(path.read_text(encoding="utf-8")):
                found.append(where)
    return found


def test_changing_page_has_nine_recipes() -> None:
    assert len(RECIPES) == 9


@pytest.mark.parametrize("name", RECIPES)
def test_every_file_named_in_a_recipe_exists(name: str) -> None:
    files = FILE.findall(RECIPES[name])
    assert files
    assert [file for file in files if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize("name", [name for name in RECIPES if EXAMPLE.search(RECIPES[name])])
def test_recipe_lists_every_file_that_names_its_example(name: str) -> None:
    assert not_in_list(RECIPES[name]) == []


def test_file_left_out_of_a_recipe_is_found() -> None:
    recipe = RECIPES["A statistic"].replace("`bot/models/stored_figures.py`", "")
    assert not_in_list(recipe) == ["bot/models/stored_figures.py"]
