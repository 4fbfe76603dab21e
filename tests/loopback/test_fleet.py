"""Three processes of six shards: what happens to one of them is over in seconds, and costs no act."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.loopback.bot_process import BotProcess
from tests.loopback.club import Club, a_club
from tests.loopback.faults import (
    SHORTEST_LEASE,
    Fault,
    cut_off,
    database_hung,
    database_restarted,
    frozen,
    frozen_past_lease,
    killed,
    told_to_stop,
)
from tests.loopback.gateway import IDENTIFY_EVERY
from tests.loopback.local_discord import now
from tests.loopback.player import playing
from tests.postgres import PostgresServer

log = logging.getLogger(__name__)

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(600)]
"""These tests measure time, so no two run at once."""

SHARDS: Final = 6
PROCESSES: Final = 3
TABLES: Final = int(os.environ.get("ROOKERY_TABLES", "12"))
MANY_FAULTS: Final = int(os.environ.get("ROOKERY_FAULTS", "100"))
SEED: Final = int(os.environ.get("ROOKERY_FAULT_SEED", "50"))
AT_ONCE: Final = int(os.environ.get("ROOKERY_FAULTS_AT_ONCE", "1"))
"""The most faults that happen together, before all are checked."""
BUCKETS: Final = int(os.environ.get("ROOKERY_BUCKETS", "1"))
"""Discord's ``max_concurrency``: it lets some shards of a large bot identify at the same time."""
PAUSE: Final = float(os.environ.get("ROOKERY_PAUSE", "0.5"))
"""Seconds on average between an answer and the player's next press."""
TOGETHER_WITHIN: Final = 2.0
"""Seconds in which faults that happen together begin."""
RESULTS_EVERY: Final = int(os.environ.get("ROOKERY_RESULTS_EVERY", "1"))
"""Rounds of faults after which all results are computed again, and at the end; a wrong one stays stored."""
RELEASE_BEFORE: Final = os.environ.get("ROOKERY_RELEASE_BEFORE", "")
"""A checkout of the release before, with which a rolling upgrade begins; by default all run the same code."""
FAULTS: Final = (
    killed,
    told_to_stop,
    frozen,
    frozen_past_lease,
    cut_off,
    database_hung,
    database_restarted,
)
FIGURES: Final = {
    "fleet_acts": "SELECT COUNT(*) FROM actions WHERE user_id IS NOT NULL",
    "fleet_matches": "SELECT COUNT(*) FROM matches",
    "fleet_matches_of_league": "SELECT COUNT(*) FROM season_matches JOIN matches USING (table_id)",
    "fleet_evenings": "SELECT COUNT(*) FROM evenings WHERE status = 'over'",
}
"""By name, the query for a figure of how much was played."""
PRESSES: Final = 3
LONGEST_GAP: Final = 2.0
"""Seconds until any press is answered while every process is replaced."""
BEGUN_WITHIN: Final = 5.0
"""Seconds until the tables of an ended process answer, its IDENTIFYs not counted."""
SETTINGS: Final = {"ROOKERY_SHARDS_A_PROCESS": "3", "ROOKERY_LEASE": str(SHORTEST_LEASE)}


@asynccontextmanager
async def three_processes(
    postgres: PostgresServer, folder: Path, *, has_company: bool = False, code: str = ""
) -> AsyncIterator[Club]:
    """Two processes with three shards each, and a spare.

    ``code``: a checkout that they run, by default this one.
    """
    async with a_club(
        postgres,
        folder,
        tables=TABLES,
        processes=PROCESSES,
        shards=SHARDS,
        pause=PAUSE,
        buckets=BUCKETS,
        has_company=has_company,
        settings={**SETTINGS, "PYTHONPATH": code},
    ) as club:
        yield club


async def holder(club: Club, random: Random) -> tuple[BotProcess, set[int]]:
    """A process that holds shards, and these."""
    held = {one: await club.fleet.shards_of(one) for one in club.fleet.running}
    process = random.choice([one for one, shards in held.items() if shards])
    return process, held[process]


async def late_shards(club: Club, shards: Collection[int], since: float, lease: float = 0.0) -> list[str]:
    """The shards that answer later than they may after a fault at ``since``, a line each."""
    loop = asyncio.get_running_loop()
    began = loop.time() - (now() - since)
    first = [club.players_of({shard})[0] for shard in sorted(shards)]
    answered = await asyncio.gather(*(player.until_hand() for player in first))
    identified = [one for one in club.discord.gateway.identified if one.at > began - IDENTIFY_EVERY]
    late = []
    for shard, at in zip(sorted(shards), answered, strict=True):
        ahead = next((n for n, one in enumerate(identified) if one.shard.id == shard and one.at > began), 0)
        allowed = lease + BEGUN_WITHIN + IDENTIFY_EVERY * ahead
        if at - since > allowed:
            began_at = [f"{one.at - began:.1f}" for one in identified if one.shard.id == shard]
            late.append(
                f"shard {shard} after {at - since:.1f} s instead of {allowed:.1f}, its IDENTIFY at {began_at}"
            )
    return late


@pytest.mark.slow
async def test_killed_process_gives_its_tables_to_the_spare(postgres: PostgresServer, tmp_path: Path) -> None:
    async with three_processes(postgres, tmp_path) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
            process, shards = await holder(club, Random(1))
            since = now()
            await killed(club.fleet, process)
            assert await late_shards(club, shards, since) == []
            await club.until_answered()
        await club.check()
        assert not club.discord.gateway.offences


@pytest.mark.slow
async def test_process_stopped_past_its_lease_gives_its_tables_to_the_spare(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    async with three_processes(postgres, tmp_path) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
            process, shards = await holder(club, Random(1))
            since = now()
            process.freeze()
            assert await late_shards(club, shards, since, SHORTEST_LEASE) == []
            process.thaw()
            await process.ended()
            await club.until_answered()
        await club.check()


@pytest.mark.slow
async def test_rolling_upgrade_under_load_answers_every_press(
    postgres: PostgresServer, tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    async with three_processes(postgres, tmp_path, code=RELEASE_BEFORE) as club:
        async with playing(club.players):
            await club.play_on(PRESSES)
            for code in ("", RELEASE_BEFORE, ""):  # to this code, back, and to it again
                club.fleet.changed["PYTHONPATH"] = code
                for process in club.fleet.running:
                    await club.fleet.until_spare()
                    process.stop()  # another one is started when it has ended
                    await process.ended(120)
                    await club.play_on(PRESSES)
        assert [player.unanswered for player in club.players] == [[]] * TABLES
        longest = max(player.slowest for player in club.players)
        record_testsuite_property("seconds_of_longest_gap", round(longest, 2))
        assert longest <= LONGEST_GAP
        await club.check()
        assert not club.discord.gateway.offences


@pytest.mark.long
@pytest.mark.timeout(120 * MANY_FAULTS)
async def test_many_faults_of_a_fleet_lose_and_double_nothing(
    postgres: PostgresServer, tmp_path: Path, record_testsuite_property: Callable[[str, object], None]
) -> None:
    random, rounds, done = Random(SEED), 0, 0
    async with three_processes(postgres, tmp_path, has_company=True) as club:
        while done < MANY_FAULTS:
            rounds += 1
            began = now()
            async with playing(club.everyone):
                await club.play_on(random.randrange(PRESSES))
                number = min(random.randint(1, AT_ONCE), MANY_FAULTS - done)
                names = await inflict(random.choices(FAULTS, k=number), club, random)
                await club.until_answered()
            answered = now()
            done += len(names)
            await club.check(counts_results=rounds % RESULTS_EVERY == 0 or done == MANY_FAULTS)
            await club.forget()
            log.info(
                "fault %d (%s): %.1f s of play, %.1f s until all is final and checked",
                *(done, ", ".join(names), answered - began, now() - answered),
            )
        for what, sql in FIGURES.items():
            [[figure]] = await club.fleet.rows(sql)
            log.info("%s: %d", what, figure)
            record_testsuite_property(what, figure)


async def inflict(faults: Sequence[Fault], club: Club, random: Random) -> list[str]:
    """Let faults happen to different processes, all within moments; returns their names."""

    async def happen(fault: Fault, process: BotProcess, after: float) -> str:
        await asyncio.sleep(after)
        await fault(club.fleet, process)
        return fault.__name__

    running = club.fleet.running
    processes = random.sample(running, len(running))
    delays = [0.0, *(random.uniform(0, TOGETHER_WITHIN) for _ in faults)]
    return await asyncio.gather(*map(happen, faults, processes, delays))
