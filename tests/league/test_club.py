"""A club's seasons, played through the application: every figure is what its deals say."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.app import App
from bot.league.boards import Among
from tests.bot.in_loop import InLoop
from tests.bot.people import GUILD
from tests.league.club import Club
from tests.league.recount import Entry, Line, Recount

SEASONS: Final = 3
MORE_THAN_ALL: Final = 1000
HAPPENED: Final = {
    *("match", "substitute", "computer", "leaver", "back", "broken off", "agreed", "restart"),
    *("recorded", "denied", "imported", "dispute", "void", "restore", "correct", "forfeit", "left league"),
}
RESULTS: Final = ("season_sides", "deal_players", "deal_sides", "deals", "match_players", "results_to_book")
"""Where it is stored what was played, but for the matches themselves."""
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
"""What follows from that, and in which order it is compared."""


async def play(club: Club, matches: int) -> None:
    """Play three seasons, and hold every figure against the rows of deals after each and at the end."""
    for number in range(SEASONS):
        await club.play_season(number, matches // SEASONS)
        await check(club)
        await club.end_season()
    await check(club)
    await check_voids(club)
    assert club.did.keys() == HAPPENED


async def check(club: Club) -> None:
    """Hold every table, every rating and the leaderboard against what the rows come to."""
    with club.rows() as connection:
        recount = Recount(connection)
        async with club.open() as app:
            for season in recount.seasons:
                await check_table(app, season, recount)
            await check_leaders(app, recount)
        check_ratings(connection, recount)


async def check_table(app: App, season: int, recount: Recount) -> None:
    page = await app.standings.page(season, size=MORE_THAN_ALL)
    shown = {
        one.who.entry: Line(
            *(one.place, one.value, one.played, one.won, one.drawn, one.lost, one.forfeits, one.points)
        )
        for one in page.lines
    }
    counted = recount.table(season)
    assert shown.keys() == counted.keys()
    wrong = {who: (line, counted[who]) for who, line in shown.items() if line != counted[who]}
    assert not wrong, f"season {season}"
    places = [line.place or MORE_THAN_ALL for line in shown.values()]
    assert places == sorted(places)


async def check_leaders(app: App, recount: Recount) -> None:
    board = await app.leaderboards.page(GUILD, Among.PLAYERS, size=MORE_THAN_ALL)
    figures = {one.who.entry[0]: one.figures for one in board.lines}
    assert {who: (one.won, one.drawn, one.lost) for who, one in figures.items()} == recount.leaders()
    bids = recount.bids()
    assert {who: (one.bids, one.made) for who, one in figures.items()} == {
        who: bids.get(who, (0, 0)) for who in figures
    }


def check_ratings(connection: sqlite3.Connection, recount: Recount) -> None:
    found: defaultdict[str, dict[Entry, list[float]]] = defaultdict(dict)
    rows = connection.execute("SELECT board, size, first, second, mean, spread, matches FROM ratings")
    for board, size, first, second, *rating in rows:
        found[board][(first, second)[:size]] = rating
    assert found.keys() == recount.boards()
    for board, ratings in found.items():
        counted = recount.ratings(board)
        assert ratings.keys() == counted.keys()
        for who, rating in counted.items():
            assert ratings[who] == pytest.approx(rating, rel=1e-9), (board, who)


async def check_voids(club: Club) -> None:
    """Every table, rating and sum is as if no void match had ever been played."""
    other = InLoop()
    with club.rows() as connection:
        connection.backup(other.connection)
        never_play(other.connection)
        again = Club(other, Random(0), club.size)
        async with again.open() as app:
            await app.book.catch_up()
        for table, order in WORKED_OUT.items():
            rows = f"SELECT * FROM {table} ORDER BY {order}"
            assert other.read(rows) == connection.execute(rows).fetchall(), table
    await again.close()


def never_play(connection: sqlite3.Connection) -> None:
    """Take every void match out of a database, and all that was ever worked out of the others."""
    void = "SELECT table_id FROM season_matches WHERE state = 'void'"
    for table in RESULTS:
        connection.execute(f"DELETE FROM {table} WHERE table_id IN ({void})")
    connection.execute(f"DELETE FROM matches WHERE table_id IN ({void})")
    gone = connection.execute("DELETE FROM season_matches WHERE state = 'void'").rowcount
    assert gone
    for table in WORKED_OUT:
        connection.execute(f"DELETE FROM {table}")
    connection.execute("INSERT INTO results_to_book (table_id, changes) SELECT table_id, 1 FROM matches")
    connection.execute("INSERT INTO seasons_to_rank (season_id, changes) SELECT id, 1 FROM seasons")
    connection.commit()


async def test_forty_matches() -> None:
    club = Club(InLoop(), Random(7), size=20)
    await play(club, 40)
    await club.close()


@pytest.mark.long
@pytest.mark.timeout(3600)
async def test_two_thousand_matches_on_a_file(tmp_path: Path) -> None:
    await play(Club(tmp_path / "rookery.sqlite3", Random(14), size=40), 2000)
