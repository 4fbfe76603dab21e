"""What is read from the book is read by an index, on both databases, however much there is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.database.database import Row, Statement
from bot.league.standings_pages import Standings
from bot.models.boards import Among, Games, Order, Period
from bot.stats.leaderboards import Leaderboards
from bot.stats.ratings import Ratings
from bot.stats.records import Records
from bot.store import SqlStore
from tests.store.books import Hand, book_of, new_season, play, result_of
from tests.store.samples import HOME

PEOPLE = tuple(range(2001, 2041))
PLAYER, PAIR = (PEOPLE[0],), (PEOPLE[0], PEOPLE[2])
SMALL = ("final_seasons", "seasons", "leagues", "fixtures", "asked_for")
"""What has few rows, those of one season or of one page: a plan may read all of it."""


class Look(NamedTuple):
    """Something that is looked up."""

    name: str
    of: Callable[[SqlStore, int], Awaitable[Any]]


FAMILY = Games.family("bidding")
LOOKS = (
    Look("standings", lambda store, season: Standings(store).page(season, 1)),
    Look("a line", lambda store, season: Standings(store).line(season, PLAYER)),
    Look("its origins", lambda store, season: Standings(store).origins(season, PLAYER)),
    Look("cross-table", lambda store, season: Standings(store).cross_table(season)),
    Look("what all come to", lambda store, season: store.tallies_of_season(season, 1, PLAYER)),
    Look("whom all met", lambda store, season: store.meetings_of_season(season, 1, PLAYER, most=10)),
    Look("leaders", lambda store, _: Leaderboards(store).page(HOME, least=3)),
    Look("pairs by share", lambda store, _: Leaderboards(store).page(HOME, Among.PAIRS, order=Order.SHARE)),
    Look("by rating", lambda store, _: Leaderboards(store).page(HOME, games=FAMILY, order=Order.RATING)),
    Look("periods", lambda store, _: Leaderboards(store).periods(HOME)),
    Look("games", lambda store, _: Leaderboards(store).games(HOME)),
    Look("a player", lambda store, _: Records(store).of(HOME, PLAYER, Period.EVER, Games.game("kentucky"))),
    Look("a season's player", lambda store, season: Records(store).of(HOME, PLAYER, Period.season(season))),
    Look("a pair", lambda store, _: Records(store).of(HOME, PAIR, Period.year(2023))),
    Look("partners", lambda store, _: Records(store).partners(HOME, PLAYER[0], least=1)),
    Look("rivals", lambda store, _: Records(store).rivalry(HOME, PLAYER, (PEOPLE[1],))),
    Look("by game", lambda store, _: Records(store).by_game(HOME, PLAYER)),
    Look("a rating", lambda store, _: Ratings(store).of(HOME, PLAYER)),
    Look("its history", lambda store, season: Ratings(store).history(HOME, PLAYER, season_id=season)),
)


async def club(store: SqlStore) -> int:
    """Matches of forty people in a season; gives its number."""
    chance = Random(7)
    _, season = await new_season(store, *((one,) for one in PEOPLE))
    for number in range(60):
        people = chance.sample(PEOPLE, 4) if number else PEOPLE[:4]
        hand = Hand(chance.randrange(4), 100, (120, 60))
        await play(store, result_of(people, (hand,), 1.7e9 + number), season_id=season.id)
    await book_of(store).catch_up()
    return season.id


@pytest.fixture
async def looked(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> list[Statement]:
    """Every statement that is read by."""
    read, seen = store._database.read, list[Statement]()

    async def noted(statement: Statement) -> list[Row]:
        seen.append(statement)
        return await read(statement)

    monkeypatch.setattr(store._database, "read", noted)
    return seen


async def plan(store: SqlStore, statement: Statement) -> list[str]:
    """The lines of a statement's plan; a server plans as if there were more rows than a test has."""
    is_server = "postgres" in type(store._database).__module__
    if is_server:
        await store._database.read(Statement("SET enable_seqscan = off"))
    explain = "EXPLAIN" if is_server else "EXPLAIN QUERY PLAN"
    rows = await store._database.read(Statement(f"{explain} {statement.sql}", statement.values))
    return [str(row[-1]) for row in rows]


async def test_nothing_is_found_by_reading_all_of_a_table(store: SqlStore, looked: list[Statement]) -> None:
    season = await club(store)
    looked.clear()
    for look in LOOKS:
        assert await look.of(store, season), look.name
        statements = {one.sql: one for one in looked}
        looked.clear()
        for statement in statements.values():
            for line in await plan(store, statement):
                reads_all = line.startswith("SCAN ") or "Seq Scan on" in line
                is_small = any(name in line for name in SMALL) or "CONSTANT ROW" in line
                assert not reads_all or is_small, f"{look.name}: {line} {statement.sql}"
        looked.clear()
