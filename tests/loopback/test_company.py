"""A league and evenings are played by what Discord shows, and the audit sees each fault in their results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from cogs.ui.controls import Verb
from tests.loopback.audit import ALL_WELL, Audited, audit
from tests.loopback.club import Club, a_club
from tests.loopback.company import EVENINGS
from tests.loopback.final import until_final
from tests.loopback.fleet import Fleet
from tests.loopback.player import OVER, playing
from tests.loopback.results import wrong_results
from tests.postgres import PostgresServer
from tests.sim.evenings import board_of

pytestmark = [pytest.mark.xdist_group("loopback"), pytest.mark.timeout(300), pytest.mark.slow]

OF_LEAGUE: Final = "(SELECT MAX(table_id) FROM season_matches JOIN matches USING (table_id))"
OF_EVENING: Final = "(SELECT MAX(table_id) FROM evening_tables WHERE first_points IS NOT NULL)"
OTHER: Final = "(SELECT MIN(table_id) FROM evening_tables)"
WRONG: Final = {
    "UPDATE tables SET status = 'finished' WHERE status = 'playing'": "is finished, and has no result",
    f"DELETE FROM booked_matches WHERE table_id = {OF_LEAGUE}": "is finished, and not in the ledger",
    f"UPDATE season_matches SET table_id = {OF_EVENING} WHERE table_id = {OF_LEAGUE}": "and of no season",
    f"UPDATE evening_tables SET table_id = NULL WHERE table_id = {OF_EVENING}": "and of no round",
    f"UPDATE evening_tables SET table_id = {OTHER} WHERE table_id = {OF_EVENING}": "is of two rounds",
    "UPDATE evening_tables SET first_points = first_points + 5": "and its table was",
    "UPDATE evening_tables SET deals = 2 WHERE deals = 1": "and its table was",
    "UPDATE evening_tables SET table_id = NULL WHERE first_points IS NOT NULL": "and no result",
    "UPDATE deal_sides SET scored = scored + 5": "and its tables give",
    "UPDATE season_lines SET won = won + 1 WHERE position = 0": "_check_table fails",
    "UPDATE tallies SET won = won + 1 WHERE size = 1": "_check_leaders fails",
    "UPDATE ratings SET matches = matches + 1": "_check_ratings fails",
}
"""By a planted fault, what the audit says of it."""
NOT_FINAL: Final = {
    "UPDATE tables SET message_id = 0 WHERE status = 'playing'": r"table \d+ shows  instead",
    "UPDATE tables SET message_id = 0 WHERE status = 'finished'": r"table \d+ shows  instead",
    "UPDATE leagues SET name = 'Another League'": "league 1 shows",
    "UPDATE evenings SET most_rounds = 3": r"evening \d+ shows",
    "UPDATE evening_tables SET table_id = NULL WHERE first_points IS NULL": "nobody hears why",
    "UPDATE evening_tables SET first_points = 0, second_points = 0, cut = 0, deals = 1": "has its score",
    "INSERT INTO seasons_to_rank SELECT id, 1 FROM seasons": "are not counted",
}
"""By a planted fault, what is said to be not final."""
AFTER_THE_END: Final = f"""
    INSERT INTO actions (table_id, revision, seat, user_id, action, at)
    SELECT table_id, revision + 1000, seat, user_id, action, at FROM actions WHERE table_id = {OF_LEAGUE}
"""
PLAYED_WITHIN: Final = 150.0
"""Seconds in which evenings of each kind are over, on a busy machine too."""
SOON: Final = 1.0
"""Seconds for all to become final."""


@pytest.fixture
async def club(postgres: PostgresServer, tmp_path: Path) -> AsyncIterator[Club]:
    """A club without a process, after a league match and two evenings, during another."""
    async with a_club(postgres, tmp_path, tables=0, is_paced=False, has_company=True) as club:
        async with playing(club.everyone):
            await club.discord.until(lambda: has_played(club), PLAYED_WITHIN)
        await club.check()
        for process in club.fleet.running:
            process.is_kept = False
            process.kill()
            await process.ended()
        yield club


def has_played(club: Club) -> bool:
    """Whether a league match and an evening of each kind are over, and a table of the next is in play."""
    [of_league, *_], [of_evenings, *_] = ([one.home for one in some] for some in (club.members, club.guests))
    board = board_of(of_evenings)
    return (
        any(one.panel.offers(verb) for one in of_league.public for verb in OVER)
        and sum(one.panel.offers(Verb.ANOTHER_EVENING) for one in of_evenings.public) >= len(EVENINGS)
        and board is not None
        and board.panel.offers(Verb.ASK_SCORE_EVENING)
    )


async def test_each_planted_fault_is_seen(club: Club) -> None:
    unseen = []
    for planted, said in WRONG.items():
        async with copied(club, planted) as copy:
            if not any(said in line for line in await wrong_results(copy)):
                unseen.append(planted)
    await until_final(club.fleet)
    for planted, said in NOT_FINAL.items():
        async with copied(club, planted) as copy:
            with pytest.raises(TimeoutError, match=said):
                await until_final(copy, SOON)
    assert unseen == []


async def test_audit_sees_acts_of_finished_matches_change(club: Club) -> None:
    audited = Audited()
    await audited.add_finished(club.fleet, club.everyone)
    assert await audit(club.fleet, club.everyone, audited) == ALL_WELL
    async with copied(club, f"DELETE FROM actions WHERE table_id = {OF_LEAGUE}") as copy:
        assert (await audit(copy, club.everyone, audited)).lost
    async with copied(club, AFTER_THE_END) as copy:
        assert (await audit(copy, club.everyone, audited)).doubled


@asynccontextmanager
async def copied(club: Club, planted: str) -> AsyncIterator[Fleet]:
    """A fleet without a process, on a copy of the club's database with a planted fault."""
    async with club.fleet.postgres.database(club.fleet.database) as name:
        await club.fleet.postgres.run(f"SET session_replication_role = replica; {planted}", name)  # no checks
        yield Fleet(club.discord, club.fleet.postgres, name, Path())
