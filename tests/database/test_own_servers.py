"""What a process reads at its start, when it has one of two shards: rows of its own servers and no others."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from bot.common.shards import Shards
from bot.database.database import Database
from bot.delivery.store import HandMessage, HandMessageStore, LooseMessageStore
from bot.evening.store.evenings import EveningStore
from bot.league.store.leagues import LeagueStore
from bot.league.store.paper_matches import PaperMatchStore
from bot.models.stored_league import PaperMatch
from bot.models.stored_messages import LooseMessage, ShownMessage
from bot.models.stored_tables import UnloadedTable, Waiting
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from bot.table.store.waiting import WaitingStore
from tests.database.leagues import new_league
from tests.database.samples import ANN, an_evening, new_table, stored_tables

MINE: Final = 2 << 22
THEIRS: Final = 3 << 22
LATER: Final = 1.8e9


async def tables(database: Database, guild_id: int) -> None:
    table = await new_table(database, guild_id, guild_id)
    await ShownStore(database).note_unseen(table.id, guild_id)
    await ShownStore(database).save_shown(ShownMessage(guild_id, table.id, "reminder", 0, 1))
    await HandMessageStore(database).save_hand(HandMessage(table.id, guild_id, 1, "token", LATER))


async def evenings(database: Database, guild_id: int) -> None:
    await EveningStore(database).create_evening(an_evening(guild_id, guild_id))


async def leagues(database: Database, guild_id: int) -> None:
    store = LeagueStore(database)
    league, season = await new_league(database, guild_id=guild_id)
    await store.set_league_place(league.id, guild_id)
    await PaperMatchStore(database).keep_paper(PaperMatch(0, season.id, "{}", ANN, guild_id))


async def loose_messages(database: Database, guild_id: int) -> None:
    await WaitingStore(database).wait(Waiting(guild_id, ANN, guild_id, LATER))
    await LooseMessageStore(database).note_loose(LooseMessage(guild_id, guild_id, guild_id, "thread"))


async def found(database: Database) -> list[object]:
    """Guild ids by what is read of them: each row of the samples carries its guild's id somewhere."""
    await LooseMessageStore(database).mark_unopened_stale(0)
    shown, papers = ShownStore(database), PaperMatchStore(database)
    unloaded = await TableStore(database).unloaded_tables()
    return [
        [one.guild_id for one in unloaded if isinstance(one, UnloadedTable)],
        [one.guild_id for one in await shown.stale_tables()],
        [one.message_id for one in await shown.reminders()],
        list((await shown.unseen()).values()),
        [one.user_id for one in await HandMessageStore(database).reachable_hands(0)],
        [one.guild_id for one in await WaitingStore(database).all_waiting(0)],
        [one.guild_id for one in await LooseMessageStore(database).stale()],
        [await channel(database, one) for one in await EveningStore(database).open_evenings()],
        [one.guild_id for one in await LeagueStore(database).posted_leagues()],
        [one.at for one in await papers.paper_until(LATER)],
    ]


async def channel(database: Database, evening_id: int) -> int | None:
    return await EveningStore(database).channel_of_evening(evening_id)


@pytest.mark.parametrize("fill", [tables, evenings, leagues, loose_messages])
async def test_process_reads_rows_of_its_own_servers_alone(
    database: Database, fill: Callable[[Database, int], Awaitable[None]]
) -> None:
    for guild_id in (MINE, THEIRS):
        await fill(database, guild_id)
    both = await found(database)
    assert [MINE, THEIRS] in both
    database.shards = Shards(2, frozenset({0}))
    assert await found(database) == [[MINE] if rows else [] for rows in both]
    database.shards = Shards(2, frozenset({1}))
    assert await found(database) == [[THEIRS] if rows else [] for rows in both]


async def test_clock_set_back_changes_no_time_of_others(database: Database) -> None:
    for guild_id in (MINE, THEIRS):
        await new_table(database, guild_id, guild_id)
    database.shards = Shards(2, frozenset({0}))
    await TableStore(database).clamp_times(1.0)
    [mine] = await stored_tables(database)
    database.shards = Shards(2, frozenset({1}))
    [theirs] = await stored_tables(database)
    assert (mine.created_at, theirs.created_at) == (1.0, 1.7e9 + 0.1)
