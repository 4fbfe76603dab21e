"""Revisions shown by messages are stored in batches, seldom enough to be cheap."""

from __future__ import annotations

from dataclasses import replace

from bot.delivery.loose_messages import LooseMessages
from bot.delivery.shown_messages import ShownMessages
from bot.table.manager import GameManager
from bot.table.store.shown_messages import ShownStore
from tests.table.people import ANN, CHANNEL, seat
from tests.table.troubled import TroubledDatabase


async def revision_of(database: TroubledDatabase, message_id: int) -> int:
    [shown] = [one for one in await ShownStore(database).shown(1) if one.message_id == message_id]
    return shown.revision


async def with_one_table(manager: GameManager, database: TroubledDatabase) -> ShownMessages:
    """A store with one table and its message 70."""
    table = await seat(manager, ANN)
    await manager.set_message(CHANNEL, 70, table_id=table.id)
    return ShownMessages(database, LooseMessages(database))


async def test_first_revision_is_stored_at_once_and_later_ones_on_close(
    manager: GameManager, database: TroubledDatabase
) -> None:
    messages = await with_one_table(manager, database)
    messages.note(70, 4)
    await messages.close()
    assert await revision_of(database, 70) == 4
    for revision in range(5, 9):
        messages.note(70, revision)
    assert await revision_of(database, 70) == 4
    await messages.close()
    assert await revision_of(database, 70) == 8


async def test_message_left_to_a_restart_is_stored_as_not_shown_first(
    manager: GameManager, database: TroubledDatabase
) -> None:
    messages = await with_one_table(manager, database)
    messages.note(70, 4)
    messages.note(70, 5)  # waits to be written
    await messages.will_pass(70)
    assert await revision_of(database, 70) == 0
    await messages.close()
    assert await revision_of(database, 70) == 0
    messages.note(70, 5)
    await messages.close()
    assert await revision_of(database, 70) == 5


async def test_forgotten_message_is_not_stored_again(
    manager: GameManager, database: TroubledDatabase
) -> None:
    messages = await with_one_table(manager, database)
    messages.note(70, 1)
    messages.note(70, 2)
    assert await messages.of_table(1) != []
    await messages.forget([70])
    await messages.close()
    assert await messages.of_table(1) == []


async def test_reminder_is_one_of_its_tables_messages(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await seat(manager, ANN)
    await manager.set_message(CHANNEL, 70, table_id=table.id, revision=5)
    messages = ShownMessages(database, LooseMessages(database))
    await messages.remind(71, table.id, 5)
    live, reminder = await messages.of_table(table.id)
    assert reminder == replace(live, message_id=71, kind="reminder")
    assert await messages.reminders() == [reminder]
