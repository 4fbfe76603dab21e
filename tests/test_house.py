"""Each figure of the structure finds a fault that is planted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from tests.house import classes, files, rooms, words
from tests.house.classes import Classes
from tests.house.figures import Figure
from tests.house.measured import Measured
from tests.house.sources import Sources


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path


def sources_of(root: Path, texts: Mapping[str, str]) -> Sources:
    """A project of some files."""
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(dedent(text), encoding="utf-8")
    return Sources(root)


def test_folder_of_41_files_counts_as_large(root: Path) -> None:
    sources = sources_of(
        root, {f"bot/{folder}/f{n}.py": "" for folder, size in (("a", 41), ("b", 40)) for n in range(size)}
    )
    assert files.large_folders(sources, "bot") == Measured(1, ("bot/a 41",))


def test_company_averages_folder_sizes_over_files(root: Path) -> None:
    sources = sources_of(root, {"bot/a/x.py": "", "bot/b/y.py": "", "bot/b/z.py": "", "bot/b/w.py": ""})
    assert files.company(sources, "bot").number == 2.5


def test_short_file_is_found_but_package_and_player_of_one_game_are_not(root: Path) -> None:
    texts = {"bot/a/__init__.py": "", "bot/a/tiny.py": "x = 1\n", "bot/computers/games/club.py": "x = 1\n"}
    assert files.short_files(sources_of(root, texts), "bot").places == ("bot/a/tiny.py 1",)


def test_longest_file_is_named_first(root: Path) -> None:
    sources = sources_of(root, {"bot/a/long.py": "x = 1\n" * 9, "cogs/a/short.py": "x = 1\n"})
    assert files.longest_file(sources, "bot", "cogs") == Measured(9, ("bot/a/long.py 9", "cogs/a/short.py 1"))
    assert files.lines(sources, "bot", "cogs").number == 10


def test_protocol_of_the_store_counts_its_lines(root: Path) -> None:
    sources = sources_of(
        root, {"bot/database/book_protocol.py": "x = 1\n" * 3, "bot/database/book.py": "x = 1\n"}
    )
    assert files.lines_of_store_protocols(sources).number == 3


def test_words_of_a_page_have_a_letter_or_digit(root: Path) -> None:
    sources = sources_of(root, {"docs/page.md": "# Two words | — | 3 *\n"})
    assert files.words_of_page(sources, "docs/page.md").number == 3


def test_shared_value_used_by_two_rooms_is_seldom_used(root: Path) -> None:
    uses = "from bot.models.two import x\n"
    texts = {
        "bot/models/two.py": "x = 1\n",
        "bot/models/three.py": "from bot.models.two import x\n",
        "bot/a/x.py": uses + "from bot.models import three\n",
        "bot/b/x.py": uses + "from bot.models import three\n",
        "cogs/a/x.py": "import bot.models.three\n",
    }
    assert rooms.seldom_used_values(sources_of(root, texts)).places == ("bot/models/two.py bot/a, bot/b",)


@pytest.mark.parametrize(
    "statement",
    [
        'run("INSERT INTO seats (a) VALUES (1)")',
        'run("UPDATE seats SET a = 1")',
        'run("DELETE FROM seats")',
        'run(f"INSERT OR REPLACE INTO seats VALUES ({1})")',
        'Insert("seats (a)", rows)',
        'insert(f"seats ({columns})", rows)',
    ],
)
def test_second_room_that_writes_a_table_is_found(root: Path, statement: str) -> None:
    texts = {
        "bot/a/store.py": 'run("UPDATE seats SET b = 2")\n',
        "bot/b/store.py": statement + "\n",
        "bot/c/store.py": 'run("SELECT a FROM seats")\n',
    }
    sources = sources_of(root, texts)
    assert rooms.writers(sources) == Measured(2, ("seats: bot/a, bot/b 2",))
    assert rooms.tables_of_several_writers(sources).number == 1


ORDER = """
    [[tool.importlinter.contracts]]
    layers = ["cogs", "bot", "rules"]
    [[tool.importlinter.contracts]]
    containers = ["bot"]
    layers = ["app", "high | room", "low"]
    [[tool.importlinter.contracts]]
    containers = ["cogs"]
    layers = []
"""


def test_import_against_the_order_of_subjects_is_found(root: Path) -> None:
    texts = {
        "bot/low/x.py": "def f():\n    from bot.high.x import y\n",
        "bot/low/y.py": "",
        "bot/high/x.py": "from bot.low import y\n",
        "bot/high/z.py": "from bot.low import x\n",
        "bot/app.py": "from bot.high import z\nfrom bot.low import y\n",
        "pyproject.toml": ORDER,
    }
    sources = sources_of(root, texts)
    assert rooms.subjects_of(sources, "bot") == ["app", "high", "room", "low"]
    assert rooms.against_order(sources).places == ("bot/low/x.py -> bot/high/x.py",)


def test_circle_between_folder_and_file_inside_a_room_is_found(root: Path) -> None:
    texts = {
        "bot/room/inner/x.py": "from bot.room.desk import y\n",
        "bot/room/inner/z.py": "from bot.room.desk import y\n",
        "bot/room/desk.py": "from bot.room.inner import x\n",
    }
    sources = sources_of(root, texts)
    assert rooms.circles_in_rooms(sources).places == ("bot/room/desk.py -> bot/room/inner/x.py",)


def test_methods_ancestors_and_fields_are_counted_through_inheritance(root: Path) -> None:
    texts = {
        "bot/a/base.py": """
            class Base:
                limit: ClassVar[int]
                size: int

                def __init__(self): self._kept = 1
                def one(self): ...
                def _hidden(self): ...
            """,
        "bot/a/made.py": """
            from bot.a.base import Base as Ground

            class Made(Ground, Protocol):
                name: str

                @property
                def two(self): ...
                def one(self): ...
            """,
        "bot/b/made.py": "class Made: ...\n",  # of the same bare name
    }
    found = Classes(sources_of(root, texts))
    first = "bot/a/made.py:4 Made"
    assert classes.public_methods(found, "bot").places[0] == f"{first} 2"
    assert classes.ancestors(found, "bot").places[0] == f"{first} 1"
    assert classes.fields(found, "bot").places[0] == f"{first} 3"


def test_fields_of_settings_and_stored_rows_are_left_out(root: Path) -> None:
    texts = {
        "bot/common/settings.py": "class Settings:\n    a: int\n    b: int\n",
        "bot/models/stored_table.py": "class Row:\n    a: int\n    b: int\n",
        "bot/a/x.py": "class Narrow:\n    a: int\n",
    }
    assert classes.fields(Classes(sources_of(root, texts)), "bot").number == 1


def test_parameters_of_commands_and_computers_private_functions_are_left_out(root: Path) -> None:
    texts = {
        "cogs/a/x.py": """
            @rook.command(name="new")
            async def new(self, a, b, c, d): ...

            def told(a, *, b): ...
            """,
        "bot/computers/x.py": "def _follow(a, b, c): ...\n",
    }
    assert classes.parameters(sources_of(root, texts), "bot", "cogs") == Measured(
        2, ("cogs/a/x.py:5 told 2",)
    )


def test_figure_over_its_bound_does_not_hold() -> None:
    assert Figure("files", Measured(3), 3).holds
    assert not Figure("files", Measured(4), 3).holds
    assert str(Figure("files", Measured(4), 3)) == "files: 4 (≤ 3: OVER)"


GLOSSARY = """
| trick | one card each | `stitch` |

# In the code

| we say | what it is | never |
|---|---|---|
| opponent | not a partner | `foe`, `foes` |
| discard | to put away | `lay away` |
"""


def test_forbidden_word_is_found_in_docstring_comment_and_name_but_not_in_a_text(root: Path) -> None:
    texts = {
        "docs/glossary.md": GLOSSARY,
        "rules/a.py": '''
            """The foe, and what a foe has to do with a stitch."""
            x_foes = 1  # lay away
            y: str
            """Foes."""
            text = "a foe"
            ''',
        "rules/b.py": "foe_like = foehn = 1\n",
    }
    found = words.odd_words(sources_of(root, texts), "rules")
    assert found == Measured(round(1000 * 6 / 7, 1), ("rules/a.py 5", "rules/b.py 1"))


def test_names_of_tests_begin_with_subject_and_have_no_forbidden_word(root: Path) -> None:
    names = "the_deal_ends_early deal_ends foe_leads_a_trump late_vote_counts_bug vote_counts_once"
    tests = names.split()
    texts = {
        "docs/glossary.md": GLOSSARY,
        "tests/test_a.py": "".join(f"def test_{name}(): ...\n" for name in tests),
    }
    found = words.odd_test_names(sources_of(root, texts))
    assert [place.partition("test_a.py test_")[2] for place in found.places] == sorted(tests[:4])
