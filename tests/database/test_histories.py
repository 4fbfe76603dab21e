"""Match histories of players, read from every store."""

from __future__ import annotations

from bot.database.database import Database
from bot.models.stored_results import MatchPlayer, Results
from bot.server.store import ServerStore
from bot.stats.store.histories import HistoryStore
from bot.table.store.tables import TableStore
from tests.database.samples import ANN, AWAY, BEN, HOME, deal, entries, finish_match, new_table, player


async def test_matches_are_listed_newest_first(database: Database) -> None:
    """By their end; one under way or without a result by its last deal."""
    late = await finish_match(
        database, player(ANN, won=True), player(BEN, won=False), at=1.7e9 + 50, channel_id=1
    )
    early = await finish_match(database, player(ANN, won=True), at=1.7e9 - 50, channel_id=2)
    going_on = await new_table(database, channel_id=3)
    await TableStore(database).append(going_on.id, entries(1), results=Results((deal(1), deal(2))))
    elsewhere = await finish_match(database, player(ANN, won=True), guild_id=AWAY, channel_id=4)
    await finish_match(database, player(BEN, won=True), channel_id=5)
    await new_table(database, channel_id=6)

    assert await HistoryStore(database).played_by(HOME, ANN, 10) == [late, going_on.id, early]
    assert await HistoryStore(database).played_by(HOME, ANN, 1, 1) == [going_on.id]
    assert await HistoryStore(database).number_played_by(HOME, ANN) == 3
    assert await HistoryStore(database).played_by(AWAY, ANN, 10) == [elsewhere]
    assert await HistoryStore(database).number_played_by(AWAY, BEN) == 0


async def test_players_of_each_listed_table_are_known(database: Database) -> None:
    over = await finish_match(database, player(ANN, won=True), channel_id=1)
    going_on = await new_table(database, channel_id=2)
    assert await HistoryStore(database).has_played(over, ANN)
    assert not await HistoryStore(database).has_played(over, BEN)
    assert not await HistoryStore(database).has_played(going_on.id, ANN)

    await TableStore(database).append(
        going_on.id, entries(1), results=Results((deal(1, ANN, BEN, None, None),))
    )

    assert await HistoryStore(database).has_played(going_on.id, ANN)
    assert await HistoryStore(database).has_played(going_on.id, BEN)


async def test_recently_played_rules_are_listed_once_each_newest_first(database: Database) -> None:
    players: tuple[MatchPlayer, ...] = (player(ANN, won=True), player(BEN, won=False))
    for at, code in enumerate(("1000-A", "1000-B", "1000-A", None, "1000-C")):
        await finish_match(database, *players, at=1.7e9 + at, channel_id=at, code=code)
    await finish_match(database, *players, guild_id=AWAY, channel_id=9, code="1000-D")

    assert await ServerStore(database).rules_played(HOME, 8) == ["1000-C", "1000-A", "1000-B"]
    assert await ServerStore(database).rules_played(HOME, 1) == ["1000-C"]
    assert await ServerStore(database).rules_played(AWAY, 8) == ["1000-D"]
