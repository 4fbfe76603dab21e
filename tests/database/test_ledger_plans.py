"""Every ledger query uses an index, on both databases."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.database.database import Database, Row, Statement
from bot.league.standings_pages import Standings
from bot.league.store.tables import SeasonTableStore
from bot.models.boards import Games, Order, Period
from bot.models.credits import Competing
from bot.stats.leaderboards import Leaderboards
from bot.stats.records import Ratings, Records
from tests.database.ledgers import Hand, ledger_of, new_season, play, result_of
from tests.database.samples import HOME

PEOPLE = tuple(range(2001, 2041))
PLAYER, PAIR = (PEOPLE[0],), (PEOPLE[0], PEOPLE[2])
SMALL = ("final_seasons", "seasons", "leagues", "fixtures", "asked_for")
"""Tables with few rows, those of one season or one page: a plan may read all of them."""


class Query(NamedTuple):
    """A query of the ledger."""

    name: str
    of: Callable[[Database, int], Awaitable[Any]]


FAMILY = Games.family("bidding")
LOOKS = (
    Query("standings", lambda database, season: Standings(database).page(season, 1)),
    Query("a line", lambda database, season: Standings(database).line(season, PLAYER)),
    Query("its origins", lambda database, season: Standings(database).origins(season, PLAYER)),
    Query("cross-table", lambda database, season: Standings(database).cross_table(season)),
    Query(
        "what all come to",
        lambda database, season: SeasonTableStore(database).tallies_of_season(season, 1, PLAYER),
    ),
    Query(
        "whom all met",
        lambda database, season: SeasonTableStore(database).meetings_of_season(season, 1, PLAYER, most=10),
    ),
    Query("leaders", lambda database, _: Leaderboards(database).page(HOME, least=3)),
    Query(
        "pairs by share",
        lambda database, _: Leaderboards(database).page(HOME, Competing.PAIRS, order=Order.SHARE),
    ),
    Query(
        "by rating", lambda database, _: Leaderboards(database).page(HOME, games=FAMILY, order=Order.RATING)
    ),
    Query("periods", lambda database, _: Records(database).periods(HOME)),
    Query("games", lambda database, _: Records(database).games(HOME)),
    Query(
        "a player",
        lambda database, _: Records(database).of(HOME, PLAYER, Period.EVER, Games.game("kentucky")),
    ),
    Query(
        "a season's player",
        lambda database, season: Records(database).of(HOME, PLAYER, Period.season(season)),
    ),
    Query("a pair", lambda database, _: Records(database).of(HOME, PAIR, Period.year(2023))),
    Query("partners", lambda database, _: Records(database).partners(HOME, PLAYER[0], least=1)),
    Query("rivals", lambda database, _: Records(database).rivalry(HOME, PLAYER, (PEOPLE[1],))),
    Query("by game", lambda database, _: Records(database).by_game(HOME, PLAYER)),
    Query("a rating", lambda database, _: Ratings(database).of(HOME, PLAYER)),
    Query("its history", lambda database, season: Ratings(database).history(HOME, PLAYER, season_id=season)),
)


async def club(database: Database) -> int:
    """Matches of forty people in a season; returns its number."""
    chance = Random(7)
    _, season = await new_season(database, *((one,) for one in PEOPLE))
    for number in range(60):
        people = chance.sample(PEOPLE, 4) if number else PEOPLE[:4]
        hand = Hand(chance.randrange(4), 100, (120, 60))
        await play(database, result_of(people, (hand,), 1.7e9 + number), season_id=season.id)
    await ledger_of(database).catch_up()
    return season.id


@pytest.fixture
async def queries_run(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[Statement]:
    """Every statement the queries ran."""
    read, seen = database.read, list[Statement]()

    async def noted(statement: Statement) -> list[Row]:
        seen.append(statement)
        return await read(statement)

    monkeypatch.setattr(database, "read", noted)
    return seen


async def plan(database: Database, statement: Statement) -> list[str]:
    """The lines of a statement's plan; a server plans as for more rows than a test has."""
    is_server = "postgres" in type(database).__module__
    if is_server:
        await database.read(Statement("SET enable_seqscan = off"))
    explain = "EXPLAIN" if is_server else "EXPLAIN QUERY PLAN"
    rows = await database.read(Statement(f"{explain} {statement.sql}", statement.values))
    return [str(row[-1]) for row in rows]


async def test_no_ledger_query_scans_a_whole_table(database: Database, queries_run: list[Statement]) -> None:
    season = await club(database)
    queries_run.clear()
    for look in LOOKS:
        assert await look.of(database, season), look.name
        statements = {one.sql: one for one in queries_run}
        queries_run.clear()
        for statement in statements.values():
            for line in await plan(database, statement):
                reads_all = line.startswith("SCAN ") or "Seq Scan on" in line
                is_small = any(name in line for name in SMALL) or "CONSTANT ROW" in line
                assert not reads_all or is_small, f"{look.name}: {line} {statement.sql}"
        queries_run.clear()
