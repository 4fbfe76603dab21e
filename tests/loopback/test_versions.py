"""A process next to one of the next version, which has migrated the database."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.loopback.club import a_club
from tests.loopback.player import playing
from tests.postgres import PostgresServer

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(120)]

TABLES: Final = 3
PRESSES: Final = 4
EXPAND: Final = """
    ALTER TABLE settings ADD COLUMN note TEXT;
    UPDATE rookery SET version = version + 1;
"""
"""What a migration does that takes nothing away."""
CONTRACT: Final = "UPDATE rookery SET version = version + 1, least_writer = version + 1"
"""What a migration says from which on no earlier version can write."""
UNUSABLE: Final = 2
"""Exit code of a process that cannot use its database."""


async def test_process_plays_and_starts_again_while_the_schema_is_one_version_ahead(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with a_club(postgres, tmp_path, tables=TABLES, is_paced=False) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
            [process] = club.fleet.running
            await postgres.run(EXPAND, club.fleet.database)
            await club.play_on(PRESSES)
            assert [player.unanswered for player in club.players] == [[]] * TABLES
            process.stop()  # another one of the same version is started
            await process.ended()
            await club.until_answered()
        await club.check()


async def test_process_ends_and_is_refused_once_the_schema_is_too_new(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with a_club(postgres, tmp_path, tables=TABLES, is_paced=False) as club:
        async with playing(club.players):
            await club.play_on(1)
        [process] = club.fleet.running
        process.is_kept = False
        await postgres.run(CONTRACT, club.fleet.database)
        assert await process.ended() == UNUSABLE
        again = await club.fleet.start()
        assert await again.ended() == UNUSABLE
        assert "A newer Rookery has changed this PostgreSQL database" in process.log
        assert "was written by a newer Rookery" in again.log
