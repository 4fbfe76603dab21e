"""Forgets a person in one database: everything stored there then names a former player instead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.daily.store import DailyStore
from bot.database.database import Database
from bot.delivery.store import LooseMessageStore
from bot.evening.store.people import EveningPeopleStore
from bot.models.stored import Forgetting
from bot.people.store.people import PeopleStore
from bot.table.store.earlier_deals import EarlierDealStore

LeaveTables = Callable[[Sequence[int], Forgetting], Awaitable[None]]
"""Makes a person leave each of some tables that is open, for good."""


async def forget_by_name(
    database: Database,
    who: Forgetting,
    leave_tables: LeaveTables,
    reload_evenings: Callable[[], Awaitable[None]] | None = None,
) -> list[int]:
    """Replace a person by a former player in evenings, tables, leagues and daily deals; safe to repeat.

    Open tables of other processes' servers stay as they are: each has its own in memory, where they leave.
    ``reload_evenings`` reloads the evenings in memory from the database; None where none are, in a backup.

    Returns the tables to reload: those with a reason removed, and those replaying a deal of their tables.

    Raises:
        StoreError: a part could not be changed. Repeat to finish.
    """
    people = PeopleStore(database)
    said_at = await people.remove_reasons(who)  # first, while their names are still stored
    # Before tables: an evening could else open another table with this person.
    await EveningPeopleStore(database).forget_in_evenings(who)
    if reload_evenings is not None:
        await reload_evenings()
    elsewhere = await people.open_elsewhere()
    tables = [one for one in await people.tables_of(who.user_id) if one not in elsewhere]
    await leave_tables(tables, who)
    for table_id in tables:
        await people.forget_at(table_id, who)
    await people.forget_in_leagues(who)
    await DailyStore(database).forget_in_daily(who)
    await LooseMessageStore(database).forget_in_messages(who.user_id)
    again = EarlierDealStore(database)
    played_again = [one for table_id in tables for one in await again.played_again_at(table_id)]
    return [*said_at, *played_again]
