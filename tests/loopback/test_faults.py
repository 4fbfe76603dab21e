"""Faults of a bot of one process: no act is lost or doubled, no table closed, no server left."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.loopback.club import a_club
from tests.loopback.faults import FAULTS, Fault
from tests.loopback.gateway import Gateway
from tests.loopback.player import playing
from tests.postgres import PostgresServer

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(180)]
"""These tests measure time, so no two run at once."""

TABLES: Final = 3
PRESSES: Final = 5
"""Presses of each player that are answered between two faults."""
MANY_FAULTS: Final = int(os.environ.get("ROOKERY_FAULTS", "100"))


@pytest.mark.slow  # with a fault between the presses, the next test checks the same
async def test_players_presses_are_answered_and_messages_become_final(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with a_club(postgres, tmp_path, tables=TABLES) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
        assert [player.unanswered for player in club.players] == [[]] * TABLES
        await club.check()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
async def test_fault_loses_and_doubles_no_act(fault: Fault, postgres: PostgresServer, tmp_path: Path) -> None:
    async with a_club(postgres, tmp_path, tables=TABLES, is_paced=False) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
            await fault(club.fleet, club.fleet.running[0])
            await club.until_answered()
        await club.check()


@pytest.mark.long
@pytest.mark.timeout(60 * MANY_FAULTS)
async def test_many_random_faults_lose_and_double_no_act(postgres: PostgresServer, tmp_path: Path) -> None:
    random = Random(50)
    async with a_club(postgres, tmp_path, tables=TABLES, is_paced=False) as club:
        for _ in range(MANY_FAULTS):
            async with playing(club.players):
                await club.play_on(random.randrange(PRESSES))
                await random.choice(FAULTS)(club.fleet, club.fleet.running[0])
                await club.until_answered()
            await club.check()


@pytest.mark.parametrize("break_shard", [Gateway.kick, Gateway.forget], ids=["lost", "forgotten"])
async def test_shard_away_leaves_the_tables_of_the_other_in_play(
    break_shard: Callable[[Gateway, int], None], postgres: PostgresServer, tmp_path: Path
) -> None:
    async with a_club(postgres, tmp_path, tables=4, shards=2) as club:
        gateway = club.discord.gateway
        others = [player for player in club.players if player.channel.guild.id >> 22 & 1 == 0]
        async with playing(club.players):
            await club.play_on(PRESSES)
            break_shard(gateway, 1)
            await club.until_answered()
        assert [player.unanswered for player in others] == [[]] * len(others)
        assert not gateway.offences
        await club.check()
