"""A connection lost during a write leaves its result in doubt: the table is then read again first."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.common.errors import InDoubt, NoTable, NotYourTurn, Refused, StoreError, TableOver
from bot.models.endings import Ending
from bot.models.stored_tables import Status
from bot.table.alarms import RETRY_AFTER
from bot.table.desk.shown import Update
from bot.table.lobby.before_match import CloseLobby
from bot.table.lobby.seating import Sit
from bot.table.manager import GameManager
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from tests.database.samples import stored_tables
from tests.table.people import ANN, BEN, CHANNEL, FOUR, GUILD, answer, asked, begin, legal
from tests.table.stage import Stage, moves_on, nothing_happens
from tests.table.standing_time import StandingTime
from tests.table.troubled import NothingStored, TroubledDatabase, answer_lost, open_troubled, reads_of


async def test_action_in_doubt_that_was_stored_is_part_of_the_match(
    manager: GameManager, database: TroubledDatabase, path: Path
) -> None:
    """Bug: without the reload a player could leave, act, and fork the log."""
    table = await begin(manager, *FOUR)
    database.troubles = [answer_lost()]
    who = asked(table)
    with pytest.raises(InDoubt):
        await answer(manager, Random(1))
    assert await manager.reading.shown(CHANNEL) == table

    left = await manager.presence.leave(CHANNEL, who, "random")

    assert left.revision == table.revision + 2
    assert left.view is not None
    assert left.view.asked != table.view.asked if table.view else False
    await answer(manager, Random(2))
    await is_what_is_stored(manager, database, path)


async def test_press_after_an_action_in_doubt_uses_the_stored_state(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR)
    database.troubles = [answer_lost()]
    who, action = asked(table), await legal(manager, asked(table), Random(1))
    with pytest.raises(InDoubt):
        await manager.play.act(CHANNEL, who, action, table_id=table.id, revision=table.revision)

    with pytest.raises(Refused):
        await manager.play.act(CHANNEL, who, action, table_id=table.id, revision=table.revision)

    log = await TableStore(database).log(table.id)
    assert [entry.action for entry in log if entry.user_id == who] == [str(action)]
    assert (await manager.reading.shown(CHANNEL)).revision == log[-1].revision


async def test_table_accepts_no_action_while_doubt_cannot_be_resolved(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR)
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await answer(manager, Random(1))

    with database.refusing(reads_of("actions")):
        for attempt in (
            answer(manager, Random(2)),
            manager.close_table(CHANNEL),
            manager.set_message(CHANNEL, 9),
        ):
            with pytest.raises(StoreError):
                await attempt
    assert await manager.reading.shown(CHANNEL) == table

    with pytest.raises(NotYourTurn):
        await answer(manager, Random(3))
    assert (await answer(manager, Random(3))).revision == table.revision + 2


async def test_match_that_ended_in_doubt_is_not_reopened_by_its_message(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR, deals=1)
    while not is_nearly_over(manager):
        await answer(manager, Random(1))
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await answer(manager, Random(1))

    await manager.set_message(CHANNEL, 77)

    stored = await TableStore(database).table(table.id)
    assert stored is not None
    assert (stored.status, stored.message_id) == (Status.FINISHED, 77)
    assert await ResultStore(database).match(table.id) is not None
    with pytest.raises(NoTable):
        await manager.reading.shown(CHANNEL)


async def test_doubt_about_the_message_of_a_finished_match_is_no_second_end(
    manager: GameManager, database: TroubledDatabase
) -> None:
    """Bug: the end was told again, and a next table in the channel went out of memory."""
    table = await begin(manager, *FOUR, deals=1)
    while (await manager.reading.shown(CHANNEL, finished=True)).is_open:
        await answer(manager, Random(1))
    ends: list[Update] = []
    manager.desk.listen_to_ends(ends.append)
    database.troubles = [answer_lost()]

    with pytest.raises(InDoubt):
        await manager.set_message(CHANNEL, 77, table_id=table.id)

    assert ends == []


def is_nearly_over(manager: GameManager) -> bool:
    """Whether the next action ends the match: a single card is left."""
    [table] = manager.desk.live_tables
    view = table.match.table_view()
    return view is not None and sum(seat.cards for seat in view.seats) == 1


async def test_seat_taken_in_doubt_is_taken(
    manager: GameManager, database: TroubledDatabase, path: Path
) -> None:
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))
    with pytest.raises(Refused):
        await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))

    assert [seat.user_id for seat in (await manager.reading.shown(CHANNEL)).seats][:2] == [ANN.id, BEN.id]
    await is_what_is_stored(manager, database, path)


async def test_start_in_doubt_has_begun_the_match(
    manager: GameManager, database: TroubledDatabase, path: Path
) -> None:
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    for person in FOUR[1:]:
        await manager.lobbies.change_lobby(CHANNEL, Sit(person))
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await manager.lobbies.start(CHANNEL, ANN.id)
    with pytest.raises(Refused):
        await manager.lobbies.start(CHANNEL, ANN.id)

    assert (await manager.reading.shown(CHANNEL)).is_playing
    await is_what_is_stored(manager, database, path)


async def test_lobby_closed_in_doubt_is_over(manager: GameManager, database: TroubledDatabase) -> None:
    """Bug: it was taken for damaged, and its channel had room for no other table."""
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await manager.lobbies.change_lobby(CHANNEL, CloseLobby(ANN.id))
    with pytest.raises(TableOver):
        await manager.lobbies.change_lobby(CHANNEL, CloseLobby(ANN.id))

    closed = await manager.reading.shown(CHANNEL, finished=True)
    assert (closed.status, closed.end.ending) == (Status.CANCELLED, Ending.HOST)
    await manager.lobbies.open_table(GUILD, CHANNEL, BEN)


async def test_table_opened_in_doubt_does_not_block_its_channel(
    manager: GameManager, database: TroubledDatabase
) -> None:
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN)

    table = await manager.lobbies.open_table(GUILD, CHANNEL, BEN)

    assert [record.id for record in await stored_tables(database)] == [table.id]


@pytest.mark.parametrize("is_stored", [True, False])
async def test_table_opened_in_doubt_is_found_if_it_was_stored(
    manager: GameManager, database: TroubledDatabase, *, is_stored: bool
) -> None:
    """Bug: the answer named ``/rook table``, which knew of none, and a thread's table had no message."""
    database.troubles = [answer_lost() if is_stored else NothingStored("The connection is lost.")]
    with pytest.raises(InDoubt):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN)

    for _ in range(2):
        if is_stored:
            assert (await manager.reading.shown(CHANNEL)).seat_of(ANN.id) is not None
        else:
            with pytest.raises(NoTable):
                await manager.reading.shown(CHANNEL)


async def test_two_who_look_for_a_table_opened_in_doubt_find_the_same(
    manager: GameManager, database: TroubledDatabase
) -> None:
    database.troubles = [answer_lost()]
    with pytest.raises(InDoubt):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    one, other = await asyncio.gather(manager.desk.awake(CHANNEL), manager.desk.awake(CHANNEL))
    assert one is other


async def test_others_see_an_answer_in_doubt_without_a_further_press(stage: Stage) -> None:
    """Bug: who answered had left, and the table stood still for the others until one of them pressed."""
    async with stage.open() as app:
        table = await begin(app.tables, *FOUR)
        stage.database.troubles = [answer_lost()]
        with pytest.raises(InDoubt):
            await answer(app.tables, Random(1))

        shown = await moves_on(app)

        assert shown.revision == table.revision + 1
        assert shown.turn.waiting_for != table.turn.waiting_for


async def test_table_in_doubt_is_read_again_once_the_database_can_be_read(
    stage: Stage, time: StandingTime, caplog: pytest.LogCaptureFixture
) -> None:
    async with stage.open() as app:
        await begin(app.tables, *FOUR)
        stage.database.troubles = [answer_lost()]
        with stage.database.refusing(reads_of("actions")):
            with pytest.raises(InDoubt):
                await answer(app.tables, Random(1))
            assert await nothing_happens(app)
            time.let_pass(RETRY_AFTER)
            while caplog.text.count("waits") < 2:  # once a test write has been made in its thread
                assert await nothing_happens(app)

        time.let_pass(RETRY_AFTER)

        await moves_on(app)


async def test_lobby_in_doubt_is_read_again_without_a_further_press(stage: Stage) -> None:
    async with stage.open() as app:
        await app.tables.lobbies.open_table(GUILD, CHANNEL, ANN)
        stage.database.troubles = [answer_lost()]
        with pytest.raises(InDoubt):
            await app.tables.lobbies.change_lobby(CHANNEL, Sit(BEN))

        assert [seat.user_id for seat in (await moves_on(app)).seats][:2] == [ANN.id, BEN.id]


async def is_what_is_stored(manager: GameManager, database: TroubledDatabase, path: Path) -> None:
    """Check that another bot that opens the file sees the same table."""
    shown = await manager.reading.shown(CHANNEL)
    await database.close()
    reopened = await open_troubled(path)
    again = GameManager(reopened)
    await again.resume()
    assert await again.reading.shown(CHANNEL) == shown
    await reopened.close()
