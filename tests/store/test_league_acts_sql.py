"""The audit trail of leagues, held against every statement there is."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bot.store

ALLOWED = {
    "league_people.py": {
        "UPDATE league_acts SET user_id = ? WHERE user_id = ?",
        "UPDATE league_acts SET about = ? WHERE about = ?",
    },
    "people.py": {"UPDATE league_acts SET reason = ? WHERE id = ?"},
}
"""What a person's wish to be forgotten changes: who it was, and reasons that tell of them."""
CHANGES = re.compile(r"\b(?:UPDATE|DELETE FROM|REPLACE INTO|DROP TABLE|ALTER TABLE)\s+league_acts\b")


def strings(path: Path) -> Iterator[str]:
    """All texts in a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield " ".join(node.value.split())


def test_no_statement_edits_or_deletes_what_was_done_in_a_league() -> None:
    folder = Path(bot.store.__file__).parent
    found = {
        (path.name, text) for path in folder.glob("*.py") for text in strings(path) if CHANGES.search(text)
    }
    assert found == {(name, text) for name, texts in ALLOWED.items() for text in texts}


def test_what_was_done_goes_only_with_its_server() -> None:
    """Where tables are named one by one: copying to an empty database, one's own file, a server's end."""
    folder = Path(bot.store.__file__).parent
    naming = {path.name for path in folder.glob("*.py") if "league_acts" in set(strings(path))}
    assert naming == {"copying.py", "own_kinds.py", "retention.py"}
