"""A club's seasons, played through the application: every figure agrees with its deals."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.database.copying import copy_database
from bot.database.sqlite import IN_MEMORY
from bot.tools.copies import Progress
from bot.tools.rebuild import rebuild
from tests.application.ledger import Rows, rows_of_file, rows_of_server
from tests.league.club import Club
from tests.league.shown_club import Shown, check, shown_by
from tests.postgres import PostgresServer
from tests.table.in_loop import InLoop

SEASONS: Final = 3
HAPPENED: Final = {
    *("match", "substitute", "computer", "leaver", "back", "broken off", "agreed", "restart"),
    *("recorded", "denied", "imported", "dispute", "void", "restore", "correct", "forfeit", "left league"),
}
RESULTS: Final = ("season_sides", "deal_players", "deal_sides", "deals", "match_players", "results_to_book")
"""Tables of results, without the matches themselves."""
WORKED_OUT: Final = {
    "final_seasons": "season_id",
    "season_lines": "season_id, position",
    "season_credits": "season_id, size, first, second, table_id",
    "ratings": "board, size, first, second",
    "rated_entries": "board, finished_at, table_id, size, first, second",
    "tallies": "period, games, size, first, second",
    "tallied_bids": "period, games, size, first, second, bid",
    "booked_entries": "table_id, size, first, second",
    "booked_matches": "table_id",
    "boards_to_rate": "board",
    "seasons_to_rank": "season_id",
    "results_to_book": "table_id",
}
"""Tables computed from results, with the order in which they are compared."""


async def play(club: Club, matches: int, rows: Rows) -> None:
    """Play three seasons, and compare every figure with the rows of deals after each and at the end."""
    for number in range(SEASONS):
        await club.play_season(number, matches // SEASONS)
        await check_figures(club, rows)
        await club.end_season()
    await check_figures(club, rows)
    assert club.did.keys() == HAPPENED


async def check_figures(club: Club, rows: Rows) -> None:
    check(await shown(club), rows)


async def shown(club: Club) -> Shown:
    async with club.open() as app:
        return await shown_by(app)


async def check_voids(club: Club, connection: sqlite3.Connection) -> None:
    """Check that all figures are as if no void match had ever been played."""
    other = InLoop()
    connection.backup(other.connection)
    never_play(other.connection)
    database = other.database()
    async with replace(club, database=database).open() as app:
        await app.stats.ledger.catch_up()
    for table, order in WORKED_OUT.items():
        rows = f"SELECT * FROM {table} ORDER BY {order}"
        assert other.read(rows) == connection.execute(rows).fetchall(), table
    await database.close()


def never_play(connection: sqlite3.Connection) -> None:
    """Delete every void match from a database, and all figures computed from the others."""
    void = "SELECT table_id FROM season_matches WHERE state = 'void'"
    for table in RESULTS:
        connection.execute(f"DELETE FROM {table} WHERE table_id IN ({void})")
    connection.execute(f"DELETE FROM matches WHERE table_id IN ({void})")
    deleted = connection.execute("DELETE FROM season_matches WHERE state = 'void'").rowcount
    assert deleted
    for table in WORKED_OUT:
        connection.execute(f"DELETE FROM {table}")
    connection.execute("INSERT INTO results_to_book (table_id, changes) SELECT table_id, 1 FROM matches")
    connection.execute("INSERT INTO seasons_to_rank (season_id, changes) SELECT id, 1 FROM seasons")
    connection.commit()


async def test_season_of_forty_matches_gives_the_expected_standings() -> None:
    in_loop = InLoop()
    database = in_loop.database()
    club = Club(IN_MEMORY, Random(9), size=20, database=database)
    await play(club, 40, in_loop.read)
    await check_voids(club, in_loop.connection)
    await database.close()


@pytest.mark.slow
def test_season_with_leavers_is_the_same_on_postgresql(tmp_path: Path, postgres: PostgresServer) -> None:
    path = tmp_path / "rookery.sqlite3"
    club = Club(path, Random(21), size=20)
    with asyncio.Runner() as runner:
        runner.run(club.play_season(0, 60))
        on_file = runner.run(shown(club))
        name = runner.run(postgres.create())
        address = postgres.address(name)
        runner.run(copy_database(path, address, lambda *_: None))
        runner.run(rebuild(address, Progress(is_terminal=False)))
        on_server = runner.run(shown(replace(club, place=address)))
    with rows_of_server(address) as rows:
        check(on_server, rows)
        [[forfeits]] = rows("SELECT COUNT(*) FROM season_credits WHERE how = 'left'")
    with asyncio.Runner() as runner:
        runner.run(postgres.drop(name))
    assert on_server == on_file
    assert forfeits
    assert club.did["leaver"]


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_two_thousand_matches_give_the_expected_standings(tmp_path: Path) -> None:
    path = tmp_path / "rookery.sqlite3"
    club = Club(path, Random(14), size=40)
    async with club.open():
        pass  # now the file exists
    with rows_of_file(path) as rows:
        await play(club, 2000, rows)
    with closing(sqlite3.connect(path)) as connection:
        await check_voids(club, connection)
