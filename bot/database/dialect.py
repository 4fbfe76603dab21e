"""What the dialects of the two databases differ in, as far as statements go.

That is how a value's place is written, and how the texts of a group become one. Numbers of new rows are made
by the statements, texts are sorted by their characters' numbers in both, and sums are of small numbers, so
that PostgreSQL gives an ``int`` back as SQLite does. Types differ in the migrations.
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=256)
def for_postgres(sql: str) -> str:
    """A statement as PostgreSQL wants it: the first ``?`` is ``$1``."""
    first, *others = sql.replace("GROUP_CONCAT(", "STRING_AGG(").split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, start=1))
