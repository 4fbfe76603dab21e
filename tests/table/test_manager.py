"""The manager: one change after another, stored before it is announced, in spite of errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.common.errors import (
    MatchRunning,
    NoTable,
    NotSeated,
    NotStarted,
    NotYourTurn,
    Refused,
    Stale,
    StoreError,
    TableOver,
    TableQuarantined,
)
from bot.models.boards import Period
from bot.models.endings import Ending
from bot.models.stored_tables import LogEntry, Status
from bot.table import lobbies
from bot.table.desk import open_tables
from bot.table.desk.agreement import Proposal
from bot.table.desk.present import adopt
from bot.table.desk.shown import ShownHand, ShownTable, Update
from bot.table.desk.steps import first_step
from bot.table.lobby.seating import Sit, StandUp
from bot.table.manager import GameManager
from bot.table.opening import WantedTable, new_table
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from rules.core.actions import PASS, Bid, Say
from rules.core.events import DealScored, DealStarted, HandDealt, Secret
from rules.core.protocol import IllegalAction, InvalidOption
from tests.database.ledgers import leaders, record_of
from tests.database.samples import stored_tables
from tests.table.people import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    EVE,
    FOUR,
    GUILD,
    answer,
    asked,
    begin,
    legal,
    play_out,
    seat,
)
from tests.table.stage import some_turns_of_the_loop
from tests.table.troubled import TroubledDatabase, disk_full, open_troubled

END = Proposal("end")
Restart = Callable[[], Awaitable[GameManager]]


@pytest.fixture
async def restart(database: TroubledDatabase, path: Path) -> AsyncIterator[Restart]:
    """Close the file, and open it with another manager, which loads every readable table."""
    stores = [database]

    async def restart() -> GameManager:
        await stores[-1].close()
        stores.append(await open_troubled(path))
        manager = GameManager(stores[-1], random=Random(6))
        await manager.resume()
        for unloaded in manager.desk.tables.unloaded_tables:
            with suppress(Refused):
                await manager.desk.awake(unloaded.channel_id)
        return manager

    yield restart
    for opened in stores:
        await opened.close()


def losers(answers: list[Any]) -> list[BaseException]:
    return [one for one in answers if isinstance(one, BaseException)]


# Tables ---------------------------------------------------------------------------------------------


async def test_channel_without_a_table_has_none_to_show(manager: GameManager) -> None:
    for look in (partial(manager.reading.shown, CHANNEL), partial(manager.reading.hand, CHANNEL, ANN.id)):
        with pytest.raises(NoTable):
            await look()
    with pytest.raises(NoTable):
        await manager.play.act(CHANNEL, ANN.id, PASS)
    with pytest.raises(NoTable):
        await manager.close_table(CHANNEL)
    await manager.set_message(CHANNEL, 1)


async def test_host_is_seated_at_the_new_table_with_the_agreed_options(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await manager.lobbies.open_table(
        GUILD, CHANNEL, ANN, WantedTable("kentucky", options={"deals": 4})
    )

    assert (table.host_id, table.status, table.seats[0].user_id) == (ANN.id, Status.LOBBY, ANN.id)
    assert table.rules.changes == {"deals": 4}
    [record] = await stored_tables(database)
    assert record == manager.desk.live_tables[0].record


async def test_forty_tables_opened_at_once_in_a_channel_make_one(
    manager: GameManager, database: TroubledDatabase
) -> None:
    opened = await asyncio.gather(
        *(manager.lobbies.open_table(GUILD, CHANNEL, ANN) for _ in range(40)), return_exceptions=True
    )

    assert [str(one) for one in losers(opened)] == [lobbies.TAKEN] * 39
    assert len(await stored_tables(database)) == 1


async def test_unknown_game_or_option_opens_no_table(
    manager: GameManager, database: TroubledDatabase
) -> None:
    with pytest.raises(InvalidOption):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable("whist"))
    with pytest.raises(InvalidOption):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(options={"luck": True}))
    assert await stored_tables(database) == []


async def test_half_opened_table_does_not_block_its_channel(
    manager: GameManager, database: TroubledDatabase
) -> None:
    database.troubles = [disk_full()]
    with pytest.raises(StoreError, match="disk is full"):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    with pytest.raises(NoTable):
        await manager.reading.shown(CHANNEL)

    table = await manager.lobbies.open_table(GUILD, CHANNEL, BEN, WantedTable("one_high"))

    assert (table.host_id, table.rules.about.key) == (BEN.id, "one_high")
    assert [record.id for record in await stored_tables(database)] == [table.id]


async def test_stored_table_the_rules_cannot_follow_blocks_no_other_table(
    manager: GameManager, database: TroubledDatabase, restart: Restart, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await begin(manager, *FOUR)
    await begin(manager, *FOUR, channel_id=CHANNEL + 1)
    unplayable = await seat(manager, ANN, channel_id=CHANNEL + 2)
    await TableStore(database).append(broken.id, [LogEntry(99, 0, ANN.id, "play R14", 1.7e9)])
    await TableStore(database).save_table(
        (manager.desk.live_tables[2].record)._replace(options={"deals": -1})
    )
    await manager.close()

    manager = await restart()

    for quarantined, channel_id in ((broken, CHANNEL), (unplayable, CHANNEL + 2)):
        with pytest.raises(TableQuarantined):
            await manager.reading.shown(channel_id)
        assert f"table {quarantined.id} is set aside: Its acts do not fit the rules." in caplog.text
    assert (await manager.reading.shown(CHANNEL + 1)).is_playing
    assert "R14" not in caplog.text
    with pytest.raises(Refused, match="record of that match is damaged"):
        await manager.reading.recall(CHANNEL, broken.id)  # the stored value is kept
    with pytest.raises(TableQuarantined):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    assert await manager.damaged.close(GUILD, CHANNEL, 1)
    assert (await manager.lobbies.open_table(GUILD, CHANNEL, ANN)).in_lobby


async def test_last_table_of_a_channel_is_shown_until_there_is_another(manager: GameManager) -> None:
    first = await begin(manager, *FOUR, deals=1)
    await play_out(manager, Random(1))

    with pytest.raises(NoTable):
        await manager.reading.shown(CHANNEL)
    over = await manager.reading.shown(CHANNEL, finished=True)
    assert (over.id, over.status) == (first.id, Status.FINISHED)
    assert (await manager.reading.hand(CHANNEL, ANN.id)).view.table.outcome is not None
    assert manager.desk.tables.find(first.id) is None
    second = await manager.lobbies.open_table(GUILD, CHANNEL, BEN)
    assert (await manager.reading.shown(CHANNEL, finished=True)).id == second.id != first.id


async def test_finished_table_is_still_shown_when_unloaded(
    manager: GameManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "MOST_FINISHED", 2)
    closed = []
    for channel in range(4):
        await manager.lobbies.open_table(GUILD, channel, ANN)
        closed.append(await manager.close_table(channel))

    assert [await manager.reading.shown(channel, finished=True) for channel in range(4)] == closed


async def test_finished_match_is_recalled_as_it_ended(manager: GameManager, restart: Restart) -> None:
    first = await begin(manager, *FOUR, deals=1)
    over = await play_out(manager, Random(4))
    await manager.lobbies.open_table(GUILD, CHANNEL, BEN)
    assert await manager.reading.recall(
        CHANNEL, (await manager.reading.shown(CHANNEL)).id
    ) == await manager.reading.shown(CHANNEL)
    for _ in range(2):
        recalled = await manager.reading.recall(CHANNEL, first.id)
        assert (recalled.status, recalled.view, recalled.seats) == (Status.FINISHED, over.view, over.seats)
        for channel, table_id in ((CHANNEL + 1, first.id), (CHANNEL, 99)):
            with pytest.raises(TableOver):
                await manager.reading.recall(channel, table_id)
        manager = await restart()


async def test_table_closed_before_its_match_is_recalled_without_one(
    manager: GameManager, restart: Restart
) -> None:
    table = await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    await manager.close_table(CHANNEL)
    for _ in range(2):
        recalled = await manager.reading.recall(CHANNEL, table.id)
        assert (recalled.status, recalled.view) == (Status.CANCELLED, None)
        manager = await restart()


async def test_damaged_record_is_not_recalled(manager: GameManager, database: TroubledDatabase) -> None:
    record = new_table(GUILD, CHANNEL, ANN, WantedTable("kentucky"), 1.7e9)
    stored = await TableStore(database).create_table(record._replace(status=Status.FINISHED))
    await TableStore(database).append(stored.id, [LogEntry(1, 0, ANN.id, "sing loudly", 1.7e9)])
    with pytest.raises(Refused, match="record of that match is damaged"):
        await manager.reading.recall(CHANNEL, stored.id)


async def test_damaged_table_keeps_no_other_from_being_reloaded(
    manager: GameManager, database: TroubledDatabase
) -> None:
    """Bug: the first one ended the loop, and with it the forgetting of a player and every later retry."""
    broken = await begin(manager, *FOUR)
    other = await begin(manager, *FOUR, channel_id=CHANNEL + 1)
    await TableStore(database).append(broken.id, [LogEntry(99, 0, ANN.id, "play R14", 1.7e9)])
    told = list[int]()
    manager.desk.listen(lambda update: told.append(update.table.id))

    await manager.presence.reload_tables([broken.id, other.id])

    assert told == [other.id]
    assert [one.id for one in manager.reading.quarantined_tables()] == [broken.id]


async def test_table_that_ends_while_a_reload_waits_stays_over(manager: GameManager) -> None:
    """Bug: its end was told twice, and the table opened in its channel since was dropped from memory."""
    ended = await begin(manager, *FOUR)
    ends, table = list[int](), await manager.desk.awake(CHANNEL)
    manager.desk.listen_to_ends(lambda update: ends.append(update.table.id))
    async with table.lock:
        reloading = asyncio.create_task(manager.presence.reload_tables([ended.id]))
        season = asyncio.create_task(manager.lobbies.show_season(CHANNEL))
        await some_turns_of_the_loop()
        await manager.desk.close(table, table.record.closed(Ending.NO_CHANNEL))
        new = await manager.lobbies.open_table(GUILD, CHANNEL, BEN)
    await reloading
    with pytest.raises(TableOver):
        await season

    assert ends == [ended.id]
    assert await manager.reading.shown(CHANNEL) == new


async def test_message_of_an_ended_table_is_stored_while_the_next_one_is_damaged(
    manager: GameManager, database: TroubledDatabase
) -> None:
    """Bug: the damage of one table was raised over the message of another, which was then lost."""
    ended = await begin(manager, *FOUR)
    await manager.close_table(CHANNEL)
    broken = await begin(manager, *FOUR)
    await TableStore(database).append(broken.id, [LogEntry(99, 0, ANN.id, "play R14", 1.7e9)])
    await manager.presence.reload_tables([broken.id])
    assert [one.id for one in manager.reading.quarantined_tables()] == [broken.id]

    await manager.set_message(CHANNEL, 7, table_id=ended.id)

    assert [one.message_id for one in await ShownStore(database).shown(ended.id)] == [7]


async def test_agreed_rules_no_longer_allowed_are_still_played_on(
    manager: GameManager, database: TroubledDatabase, restart: Restart
) -> None:
    """Bug: a hundred deals became too many to agree on when the match was half played."""
    with pytest.raises(InvalidOption, match="at most 60 “Deals”"):
        await manager.lobbies.open_table(GUILD, CHANNEL, ANN, WantedTable(options={"deals": 100}))
    record = new_table(GUILD, CHANNEL, ANN, WantedTable("kentucky"), 1.7e9)._replace(options={"deals": 100})
    await TableStore(database).create_table(record)
    await manager.close()

    manager = await restart()

    assert (await manager.reading.shown(CHANNEL)).rules.changes == {"deals": 100}


async def test_table_message_is_stored_without_making_controls_stale(
    manager: GameManager, restart: Restart
) -> None:
    table = await begin(manager, *FOUR)
    await manager.set_message(CHANNEL, 4711)
    assert await manager.reading.shown(CHANNEL) == table._replace(place=table.place._replace(message_id=4711))
    await manager.close()

    manager = await restart()

    assert (await manager.reading.shown(CHANNEL)).place.message_id == 4711


async def test_message_of_the_last_table_is_not_taken_for_the_new(manager: GameManager) -> None:
    old = await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    await manager.close_table(CHANNEL)
    await manager.set_message(CHANNEL, 1, table_id=old.id)
    assert (await manager.reading.shown(CHANNEL, finished=True)).place.message_id == 1

    new = await manager.lobbies.open_table(GUILD, CHANNEL, ANN)
    await manager.set_message(CHANNEL, 2, table_id=old.id)
    assert (await manager.reading.shown(CHANNEL)).place.message_id is None
    await manager.set_message(CHANNEL, 3, table_id=new.id)
    assert (await manager.reading.shown(CHANNEL)).place.message_id == 3


# Who may do what ------------------------------------------------------------------------------------


async def test_player_who_is_not_asked_is_refused(manager: GameManager) -> None:
    await seat(manager, *FOUR)
    with pytest.raises(NotStarted):
        await manager.play.act(CHANNEL, ANN.id, PASS)
    with pytest.raises(NotStarted):
        await manager.presence.leave(CHANNEL, ANN.id, "random")
    with pytest.raises(NotStarted):
        await manager.votes.agree(CHANNEL, ANN.id, END)
    with pytest.raises(NotStarted):
        await manager.reading.hand(CHANNEL, ANN.id)
    table = await manager.lobbies.start(CHANNEL, ANN.id)
    other = next(person.id for person in FOUR if person.id != asked(table))

    for who, refusal in ((EVE.id, NotSeated), (other, NotYourTurn)):
        with pytest.raises(refusal):
            await manager.play.act(CHANNEL, who, PASS)
    with pytest.raises(NotSeated):
        await manager.reading.hand(CHANNEL, EVE.id)
    with pytest.raises(MatchRunning):
        await manager.lobbies.start(CHANNEL, ANN.id)
    with pytest.raises(IllegalAction):
        await manager.play.act(CHANNEL, asked(table), Bid(7))
    assert await manager.reading.shown(CHANNEL) == table


async def test_control_of_another_table_or_moment_is_refused(manager: GameManager) -> None:
    table = await begin(manager, *FOUR)
    who = asked(table)
    with pytest.raises(TableOver):
        await manager.play.act(CHANNEL, who, PASS, table_id=table.id + 1)
    for revision in (table.revision - 1, table.revision + 1):
        with pytest.raises(Stale):
            await manager.play.act(CHANNEL, who, PASS, table_id=table.id, revision=revision)
    assert (await manager.reading.question(CHANNEL, who, table.id, table.revision)).table == table
    with pytest.raises(Stale):
        await manager.reading.question(CHANNEL, who, table.id, table.revision - 1)
    with pytest.raises(TableOver):
        await manager.reading.question(CHANNEL, who, table.id + 1, table.revision)
    assert await manager.reading.shown(CHANNEL, table.id) == table
    with pytest.raises(TableOver):
        await manager.reading.shown(CHANNEL, table.id + 1)


async def test_doubled_press_counts_once_even_if_the_question_repeats(manager: GameManager) -> None:
    await begin(manager, ANN, game="new_solitaire", deal_number=2)
    turn = Say("turn")
    first = await manager.play.act(CHANNEL, ANN.id, turn)

    second = await manager.play.act(CHANNEL, ANN.id, turn, revision=first.table.revision)
    assert second.view.decision == first.view.decision
    with pytest.raises(Stale):
        await manager.play.act(CHANNEL, ANN.id, turn, revision=first.table.revision)
    assert await manager.reading.hand(CHANNEL, ANN.id) == second


async def test_press_counts_while_others_play_their_own_solitaire(manager: GameManager) -> None:
    wanted = WantedTable("new_solitaire", {"at_once": True}, seats=2)
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN, wanted)
    await manager.lobbies.change_lobby(CHANNEL, Sit(BEN))
    table = await manager.lobbies.start(CHANNEL, ANN.id)
    for who in (BEN, ANN):
        acted = await manager.play.act(CHANNEL, who.id, Say("turn"), revision=table.revision)
        assert len(acted.view.zones[-1].shown) == 1
        assert acted.table.view is not None
        assert not acted.table.view.zones


async def test_match_ends_without_a_winner_once_all_present_agree(
    manager: GameManager, database: TroubledDatabase
) -> None:
    await begin(manager, ANN, BEN, CLEO)
    await manager.presence.leave(CHANNEL, CLEO.id, "random")
    with pytest.raises(NotSeated):
        await manager.votes.agree(CHANNEL, EVE.id, END)

    assert (await manager.votes.agree(CHANNEL, ANN.id, END)).is_playing
    assert (await manager.votes.agree(CHANNEL, ANN.id, END)).voting.votes[END].yes == {ANN.id}
    ended = await manager.votes.agree(CHANNEL, BEN.id, END)

    assert ended.status is Status.CANCELLED
    assert await stored_tables(database) == []
    assert await leaders(database, GUILD) == ()


async def test_player_who_plays_on_votes_against_ending_the_match(manager: GameManager) -> None:
    first = asked(await begin(manager, *FOUR))
    await manager.votes.agree(CHANNEL, next(person.id for person in FOUR if person.id != first), END)

    assert (await answer(manager, Random(1))).voting.votes[END].no == {first}
    while (table := await manager.reading.shown(CHANNEL)).voting.votes:
        await answer(manager, Random(1))

    assert table.is_playing
    assert table.voting.decided is None or not table.voting.decided.is_agreed


async def test_end_that_cannot_be_stored_is_no_end(manager: GameManager, database: TroubledDatabase) -> None:
    table = await begin(manager, ANN)
    database.troubles = [disk_full()]
    with pytest.raises(StoreError):
        await manager.votes.agree(CHANNEL, ANN.id, END)
    assert await manager.reading.shown(CHANNEL) == table


async def test_leaving_or_returning_twice_changes_the_table_once(manager: GameManager) -> None:
    table = await begin(manager, *FOUR)
    assert (await manager.presence.come_back(CHANNEL, ANN.id)).table == table
    away = await manager.presence.leave(CHANNEL, ANN.id, "random")
    with pytest.raises(Refused, match="A computer is playing for you"):
        await manager.presence.leave(CHANNEL, ANN.id, "random")
    assert await manager.reading.shown(CHANNEL) == away
    back = await manager.presence.come_back(CHANNEL, ANN.id)
    assert await manager.presence.come_back(CHANNEL, ANN.id) == back
    assert not any(one.is_away for one in back.table.seats)


async def test_seat_taken_back_twice_at_once_counts_once(manager: GameManager) -> None:
    await begin(manager, *FOUR)
    await manager.presence.leave(CHANNEL, ANN.id, "random")

    first, second = await asyncio.gather(*(manager.presence.come_back(CHANNEL, ANN.id) for _ in range(2)))

    assert first == second


async def test_no_computer_stands_in_for_a_computer(manager: GameManager) -> None:
    table = await begin(manager, ANN)
    computer = next(one.seat for one in table.seats if one.user_id is None)
    with pytest.raises(Refused):
        await manager.presence.stand_in(CHANNEL, computer, "random")


async def test_computers_answer_to_an_old_question_is_dropped(manager: GameManager) -> None:
    who = asked(await begin(manager, *FOUR))
    await manager.presence.leave(CHANNEL, who, "random")
    [table] = manager.desk.live_tables
    seat_asked = table.computer_to_ask()
    assert seat_asked is not None
    answer_then = table.match.asked[seat_asked].sample(Random(1))
    revision = table.revision
    await manager.presence.come_back(CHANNEL, who)
    assert not await manager.due.act_for_computer(table, seat_asked, answer_then, table.revision)
    await manager.presence.leave(CHANNEL, who, "random")

    assert await manager.due.act_for_computer(
        table, seat_asked, answer_then, revision
    )  # the question is still open
    assert not await manager.due.act_for_computer(table, seat_asked, answer_then, revision)


# Many at once ---------------------------------------------------------------------------------------


async def test_exactly_one_of_forty_presses_of_one_button_counts(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR)
    random = Random(1)
    for _ in range(5):
        who, before = asked(table), (await manager.reading.shown(CHANNEL)).revision
        action = await legal(manager, who, random)
        press = partial(manager.play.act, CHANNEL, who, action, table_id=table.id, revision=before)

        answers = await asyncio.gather(*(press() for _ in range(40)), return_exceptions=True)

        assert len(losers(answers)) == 39
        assert {type(one) for one in losers(answers)} == {Stale}
        [table] = [one.table for one in answers if isinstance(one, ShownHand)]
        log = await TableStore(database).log(table.id)
        assert [entry.action for entry in log if entry.revision == before + 1] == [str(action)]


async def test_forty_players_pressing_everything_at_once_make_one_consistent_log(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR, deals=1)
    random = Random(2)
    while table.is_playing:
        who = asked(table)
        decision = (await manager.reading.hand(CHANNEL, who)).view.decision
        assert decision is not None
        presses = [
            manager.play.act(
                CHANNEL, random.choice([*FOUR, EVE]).id, decision.sample(random), revision=table.revision
            )
            for _ in range(39)
        ]
        presses.append(manager.play.act(CHANNEL, who, decision.sample(random), revision=table.revision))
        answers = await asyncio.gather(*presses, return_exceptions=True)
        assert {type(one) for one in losers(answers)} <= {Stale, NotYourTurn, NotSeated, TableOver}
        [table] = [one.table for one in answers if isinstance(one, ShownHand)]

    log = await TableStore(database).log(table.id)
    numbers = [entry.revision for entry in log]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


async def test_forty_tables_play_at_once_without_mixing(
    manager: GameManager, database: TroubledDatabase
) -> None:
    channels = range(700, 740)

    async def play(channel: int) -> ShownTable:
        await begin(manager, *FOUR, channel_id=channel, deals=1)
        return await play_out(manager, Random(channel), channel)

    ended = await asyncio.gather(*map(play, channels))

    assert {table.status for table in ended} == {Status.FINISHED}
    assert await stored_tables(database) == []
    ann = await record_of(database, ANN.id, Period.CASUAL, guild_id=GUILD)
    assert ann is not None
    assert ann.figures.matches == 40


# Cancelled ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", range(0, 14, 2))
async def test_answer_with_a_cancelled_interaction_is_stored_or_never_begun(
    manager: GameManager, restart: Restart, turns: int
) -> None:
    table = await begin(manager, *FOUR)
    press = asyncio.create_task(answer(manager, Random(1)))
    for _ in range(turns):
        await asyncio.sleep(0)
    press.cancel()
    await asyncio.gather(press, return_exceptions=True)
    await manager.close()
    now = await manager.reading.shown(CHANNEL)

    assert now.revision == table.revision + (1 if turns else 0)
    manager = await restart()
    assert await manager.reading.shown(CHANNEL) == now


async def test_closing_waits_for_changes_in_flight(manager: GameManager, database: TroubledDatabase) -> None:
    table = await begin(manager, *FOUR)
    before = len(await TableStore(database).log(table.id))
    database.gate.clear()
    database.writing.clear()
    press = asyncio.create_task(answer(manager, Random(1)))
    await database.writing.wait()
    closing = asyncio.create_task(manager.close())
    await asyncio.sleep(0)
    assert not closing.done()

    database.gate.set()
    await closing

    assert len(await TableStore(database).log(table.id)) == before + 1
    assert (await press).revision == table.revision + 1


@pytest.mark.timeout(5)
async def test_closing_ends_as_soon_as_a_change_is_done(manager: GameManager) -> None:
    told = asyncio.Event()
    await begin(manager, *FOUR)
    manager.desk.listen(lambda _: told.set())
    press = asyncio.create_task(answer(manager, Random(1)))
    await told.wait()  # the change is done, and the caller has not been resumed

    await manager.close()
    assert await press == await manager.reading.shown(CHANNEL)


# The database fails ---------------------------------------------------------------------------------


async def test_unstorable_answer_changes_nothing_and_the_next_works(
    manager: GameManager, database: TroubledDatabase
) -> None:
    heard: list[Update] = []
    table = await begin(manager, *FOUR)
    manager.desk.listen(heard.append)
    database.troubles = [disk_full()] * 3
    for _ in range(3):
        with pytest.raises(StoreError, match="disk is full"):
            await answer(manager, Random(1))
        assert await manager.reading.shown(CHANNEL) == table
    assert heard == []

    after = await answer(manager, Random(1))

    assert after.revision == table.revision + 1
    assert [update.table for update in heard] == [after]


async def test_unstorable_lobby_change_or_start_changes_nothing(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await seat(manager, *FOUR)
    database.troubles = [disk_full(), disk_full()]
    with pytest.raises(StoreError):
        await manager.lobbies.change_lobby(CHANNEL, StandUp(BEN.id))
    with pytest.raises(StoreError):
        await manager.lobbies.start(CHANNEL, ANN.id)

    assert await manager.reading.shown(CHANNEL) == table
    assert (await manager.lobbies.start(CHANNEL, ANN.id)).is_playing


async def test_table_with_a_log_ahead_of_memory_is_reloaded_and_announced(
    manager: GameManager, database: TroubledDatabase, restart: Restart, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a write that was reported as failed, and yet was done."""
    table = await begin(manager, *FOUR)
    heard: list[Update] = []
    manager.desk.listen(heard.append)
    step = manager.desk.live_tables[0].step_of(
        table.turn.waiting_for[0],
        await legal(manager, asked(table), Random(1)),
        asked(table),
        1.7e9,
        Random(1),
    )
    await TableStore(database).append(table.id, step.entries)

    with pytest.raises(Refused, match="reloaded"):
        await answer(manager, Random(2))

    now = await manager.reading.shown(CHANNEL)
    assert now.revision == table.revision + 1
    assert [update.table for update in heard] == [now]
    assert "its log was ahead of memory" in caplog.text
    await answer(manager, Random(3))
    after = await manager.reading.shown(CHANNEL)
    manager = await restart()
    assert await manager.reading.shown(CHANNEL) == after


async def test_caller_waiting_for_a_reload_acts_on_what_is_stored(
    manager: GameManager, database: TroubledDatabase, restart: Restart
) -> None:
    table = await begin(manager, *FOUR)
    who = asked(table)
    step = manager.desk.live_tables[0].step_of(
        table.turn.waiting_for[0],
        await legal(manager, who, Random(1)),
        who,
        1.7e9,
        Random(1),
    )
    await TableStore(database).append(table.id, step.entries)

    pressed, left = await asyncio.gather(
        answer(manager, Random(2)), manager.presence.leave(CHANNEL, who, "random"), return_exceptions=True
    )

    assert isinstance(pressed, Refused)
    assert isinstance(left, ShownTable)
    assert await manager.reading.shown(CHANNEL) == left
    assert left.revision == table.revision + 2
    manager = await restart()
    assert await manager.reading.shown(CHANNEL) == left


async def test_match_that_ended_unseen_is_over_once_its_table_is_reloaded(
    manager: GameManager, database: TroubledDatabase
) -> None:
    table = await begin(manager, *FOUR, deals=1)
    random = Random(1)
    while True:
        [held] = manager.desk.live_tables
        [seat_asked] = (await manager.reading.shown(CHANNEL)).turn.waiting_for
        who = asked(await manager.reading.shown(CHANNEL))
        step = held.step_of(seat_asked, await legal(manager, who, random), who, 1.7e9, random)
        if step.results is not None:
            break
        adopt(held, step)
        await TableStore(database).append(table.id, step.entries)
    await TableStore(database).append(table.id, step.entries, results=step.results, table=step.record)

    with pytest.raises(Refused):
        await answer(manager, Random(2))

    assert manager.desk.live_tables == ()
    assert (await manager.reading.shown(CHANNEL, finished=True)).status is Status.FINISHED


async def test_start_that_was_stored_unseen_is_adopted(
    manager: GameManager, database: TroubledDatabase
) -> None:
    await seat(manager, *FOUR)
    [table] = manager.desk.live_tables
    started = table.record._replace(status=Status.PLAYING, revision=table.revision + 1)
    step = first_step(table, started, 1.7e9, Random(9))
    await TableStore(database).append(table.record.id, step.entries, table=step.record)

    with pytest.raises(Refused, match="reloaded"):
        await manager.lobbies.start(CHANNEL, ANN.id)

    assert (await manager.reading.shown(CHANNEL)).is_playing
    await answer(manager, Random(1))


# Listeners ------------------------------------------------------------------------------------------


async def test_failing_listener_stops_neither_the_change_nor_the_others(
    manager: GameManager, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(update: Update) -> None:
        raise RuntimeError("Discord is down")

    heard: list[Update] = []
    manager.desk.listen(fail)
    stop = manager.desk.listen(heard.append)

    table = await begin(manager, *FOUR)

    assert heard[-1].table == table
    assert "a listener failed" in caplog.text
    stop()
    told = len(heard)
    await answer(manager, Random(1))
    assert len(heard) == told


async def test_listeners_hear_public_facts_and_no_card_of_a_hand(manager: GameManager) -> None:
    heard: list[Update] = []
    manager.desk.listen(heard.append)
    await begin(manager, *FOUR, deals=1)
    await play_out(manager, Random(1))

    events = [event for update in heard for event in update.events]
    assert any(isinstance(event, DealStarted) for event in events)
    assert any(isinstance(event, DealScored) for event in events)
    assert not any(isinstance(event, Secret) for event in events)
    assert not {type(event).__name__ for event in events} & {"HandDealt", "NestSeen", "DiscardSeen"}


async def test_table_opened_with_show_off_notifies_no_listener(manager: GameManager) -> None:
    heard: list[Update] = []
    manager.desk.listen(heard.append)
    await manager.lobbies.open_table(GUILD, CHANNEL, ANN, show=False)
    assert heard == []


# The data given to computers --------------------------------------------------------------------------


async def test_computer_is_given_the_present_deal_only_and_no_secrets(
    manager: GameManager, restart: Restart
) -> None:
    table = await begin(manager, *FOUR, deals=2)
    while not (table.view and table.view.deal == 2):
        table = await answer(manager, Random(1))
    for _ in range(2):
        [held] = manager.desk.live_tables
        for seat_told in range(4):
            heard = held.match.brief(seat_told).heard
            assert [event.deal for event in heard if isinstance(event, DealStarted)] == [2]
            assert isinstance(heard[0], DealStarted)
            assert [event.seat for event in heard if isinstance(event, HandDealt)] == [seat_told]
        manager = await restart()


# No secrets in reprs --------------------------------------------------------------------------------


async def test_no_repr_in_the_manager_shows_a_card(manager: GameManager) -> None:
    await begin(manager, *FOUR)
    [table] = manager.desk.live_tables
    who = asked(await manager.reading.shown(CHANNEL))
    step = table.step_of(
        (await manager.reading.shown(CHANNEL)).turn.waiting_for[0],
        await legal(manager, who, Random(1)),
        who,
        1.7e9,
        Random(1),
    )
    cards = [str(card) for card in (await manager.reading.hand(CHANNEL, who)).view.hand]
    for thing in (table, step, table.match.seat_view(0), manager, await manager.reading.hand(CHANNEL, who)):
        assert not any(card in repr(thing) for card in cards)
