"""Migrations of PostgreSQL: numbered SQL files, all that are needed in one transaction."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import asyncpg

from bot.common.errors import StoreError

FOLDER = Path(__file__).with_name("migrations") / "postgres"

WHOLE_TABLES_SECONDS: Final = 3600.0
"""Timeout of statements that process whole tables, such as migrations; it ends the wait for a lost server."""
NOT_OURS = "The PostgreSQL database is another program's: create one for Rookery alone, and name that."
THINGS = """
    SELECT COUNT(*) FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""
"""Counts tables and views, without those of extensions."""
VERSION_TABLE = """
    CREATE TABLE rookery (version INTEGER NOT NULL);
    COMMENT ON COLUMN rookery.version IS 'How many migrations have been made';
    INSERT INTO rookery VALUES (0);
"""


def migrations() -> list[Path]:
    """Paths of the migrations in order: the first leads to version 1."""
    return sorted(FOLDER.glob("*.sql"))


async def check_version(connection: asyncpg.Connection) -> int:
    """The version of a database's schema; 0 for an empty database. Changes nothing.

    It may be newer than this Rookery knows, as long as that schema lets it write (``least_writer``).

    Raises:
        StoreError: the database belongs to a Rookery that is too new, or to another program.
    """
    if await connection.fetchval("SELECT to_regclass('rookery')") is None:
        if await connection.fetchval(THINGS):
            raise StoreError(NOT_OURS)
        return 0
    try:
        version: int | None = await connection.fetchval("SELECT version FROM rookery")
    except (asyncpg.UndefinedColumnError, asyncpg.InsufficientPrivilegeError):
        version = None
    if version is None:
        raise StoreError(NOT_OURS)
    newest = len(migrations())
    if version > newest < await connection.fetchval("SELECT least_writer FROM rookery"):
        raise StoreError(
            f"The PostgreSQL database was written by a newer Rookery (schema {version}, this one knows "
            f"{newest}): install that version again, or name an empty one and restore a backup made before."
        )
    return version


async def migrate(connection: asyncpg.Connection, version: int) -> None:
    """Migrate a database from a version to the newest, in one transaction; a newer one stays as it is.

    Raises:
        asyncpg.PostgresError: a migration failed; the database is unchanged.
    """
    steps = migrations()
    if version >= len(steps):
        return
    async with connection.transaction():
        if version == 0:
            await connection.execute(VERSION_TABLE)
        for step in steps[version:]:
            await connection.execute(step.read_text(encoding="utf-8"), timeout=WHOLE_TABLES_SECONDS)
        await connection.execute("UPDATE rookery SET version = $1", len(steps))
