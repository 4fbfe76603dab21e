"""The audit trail of leagues, checked against every SQL statement of the bot."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import bot

ALLOWED = {
    "league/store/people.py": {
        "UPDATE league_acts SET user_id = ? WHERE user_id = ?",
        "UPDATE league_acts SET about = ? WHERE about = ?",
        "UPDATE league_acts SET reason = ? WHERE id = ?",
    },
    "league/store/leagues.py": {"DELETE FROM league_acts WHERE league_id IN ("},
}
"""Columns that forgetting a player changes: the actor, and reasons that name them.

An action itself is deleted only with its server.
"""
FOLDER = Path(bot.__file__).parent
CHANGES = re.compile(r"\b(?:UPDATE|DELETE FROM|REPLACE INTO|DROP TABLE|ALTER TABLE)\s+league_acts\b")


def strings(path: Path) -> Iterator[str]:
    """All string literals of a module that names the table."""
    source = path.read_text()
    for node in ast.walk(ast.parse(source)) if "league_acts" in source else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield " ".join(node.value.split())


def _named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def test_no_statement_edits_or_deletes_league_actions() -> None:
    found = {
        (_named(path), text)
        for path in FOLDER.rglob("*.py")
        for text in strings(path)
        if CHANGES.search(text)
    }
    assert found == {(name, text) for name, texts in ALLOWED.items() for text in texts}


def test_league_actions_are_deleted_only_with_their_server() -> None:
    """The places that list tables by name: copying to an empty database, and own data."""
    naming = {_named(path) for path in FOLDER.rglob("*.py") if "league_acts" in set(strings(path))}
    assert naming == {"database/copying.py", "league/store/people.py"}
