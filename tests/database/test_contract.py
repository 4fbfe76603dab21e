"""What every store does: tables, their logs, hand messages and settings."""

import asyncio
from dataclasses import replace

import pytest

from bot.common.errors import StoreError
from bot.database.database import ChannelTaken, Conflict, Database
from bot.database.remembered import Remembered
from bot.delivery.store import HandMessage, HandMessageStore
from bot.models.endings import Allowed, Ending, Leaving, Managed
from bot.models.shuffles import MatchSeed
from bot.models.stored_messages import ShownMessage, StaleTable
from bot.models.stored_results import Results
from bot.models.stored_settings import (
    AuditEntry,
    Pings,
    QuietHours,
    SavedRules,
    ServerSettings,
    SlowReminder,
    SlowSettings,
)
from bot.models.stored_tables import LogEntry, SeatRecord, Status, TableRecord, UnloadedTable
from bot.people.store.own_data import OwnDataStore
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.server.store import ServerStore
from bot.table.store.results import ResultStore
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from rules.core.protocol import OptionValue
from tests.database.samples import (
    ANN,
    AWAY,
    BEN,
    HOME,
    SECRET_ACTION,
    SECRET_TOKEN,
    deal,
    entries,
    new_table,
    stored_tables,
)

EVE = 1009
SEATS = (
    SeatRecord(ANN, "Ann “14” Ünal"),
    SeatRecord(computer="steady"),
    SeatRecord(BEN, "Ben", "steady"),
    SeatRecord(),
)


async def test_new_table_is_an_empty_lobby(database: Database) -> None:
    table = await new_table(database)

    assert (table.status, table.revision, table.options, table.message_id) == (Status.LOBBY, 0, {}, None)
    assert table.seats == (SeatRecord(),) * 4
    assert await stored_tables(database) == [table]


async def test_channel_has_one_open_table(database: Database) -> None:
    await new_table(database, channel_id=1)
    await new_table(database, channel_id=2)

    with pytest.raises(ChannelTaken):
        await new_table(database, channel_id=1)
    assert len(await stored_tables(database)) == 2


@pytest.mark.parametrize("status", [Status.FINISHED, Status.CANCELLED])
async def test_closed_table_frees_its_channel_and_is_not_listed(database: Database, status: Status) -> None:
    first = await new_table(database)
    await TableStore(database).save_table(first._replace(status=status))
    second = await new_table(database)

    assert second.id > first.id
    assert await stored_tables(database) == [second]


async def test_closed_table_cannot_reopen_while_another_is_open(database: Database) -> None:
    first = await new_table(database)
    await TableStore(database).save_table(first._replace(status=Status.FINISHED))
    second = await new_table(database)

    with pytest.raises(ChannelTaken):
        await TableStore(database).save_table(first)
    assert await stored_tables(database) == [second]


async def test_table_loads_as_it_was_saved(database: Database) -> None:
    options: dict[str, OptionValue] = {"target": 500, "bird": "low", "nest": True, "red": None}
    table = (await new_table(database))._replace(
        host_id=2**63 - 1,
        options=options,
        seats=SEATS,
        status=Status.PLAYING,
        revision=17,
        message_id=2**62,
        rules_version=2,
    )
    await TableStore(database).save_table(table)

    assert await stored_tables(database) == [table]


async def test_saved_table_does_not_change_with_the_callers_copy(database: Database) -> None:
    table = (await new_table(database))._replace(options={"target": 500})
    await TableStore(database).save_table(table)
    table.options["target"] = 300
    (await stored_tables(database))[0].options["target"] = 700

    assert (await stored_tables(database))[0].options == {"target": 500}


async def test_table_never_opened_cannot_be_saved(database: Database) -> None:
    table = await new_table(database)

    with pytest.raises(StoreError, match="no such table"):
        await TableStore(database).save_table(table._replace(id=99, channel_id=2))


async def test_new_table_may_have_people_and_options_already(database: Database) -> None:
    options: dict[str, OptionValue] = {"target": 500}
    first = await new_table(database)
    wanted = first._replace(id=0, channel_id=2, options=options, seats=SEATS, revision=3)
    table = await TableStore(database).create_table(wanted)

    assert table == wanted._replace(id=table.id)
    assert await stored_tables(database) == [first, table]


async def test_single_table_is_found_open_or_closed(database: Database) -> None:
    first = await new_table(database)
    closed = first._replace(status=Status.FINISHED)
    await TableStore(database).save_table(closed)
    second = await new_table(database)

    assert [await TableStore(database).table(number) for number in (first.id, second.id, 99)] == [
        closed,
        second,
        None,
    ]


async def test_open_tables_come_oldest_first(database: Database) -> None:
    opened = [await new_table(database, channel_id=channel) for channel in (30, 10, 20)]

    assert await stored_tables(database) == opened


async def test_log_loads_in_order_and_unchanged(database: Database) -> None:
    table = await new_table(database)
    kept = [LogEntry(1, -1, None, SECRET_ACTION, 1700000000.1234567), *entries(2, 3, 4)]
    await TableStore(database).append(table.id, kept[:1])
    await TableStore(database).append(table.id, kept[1:])

    assert await TableStore(database).log(table.id) == kept


async def test_append_of_no_entries_changes_nothing(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, [])

    assert await TableStore(database).log(table.id) == []


async def test_thousands_of_entries_are_appended_together(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(*range(1, 2501)))

    assert await TableStore(database).log(table.id) == entries(*range(1, 2501))


@pytest.mark.parametrize("again", [(2,), (3, 2), (3, 3), (*range(3, 2000), 1)])
async def test_revision_is_written_once_and_a_conflict_adds_nothing(
    database: Database, again: tuple[int, ...]
) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1, 2))

    with pytest.raises(Conflict):
        await TableStore(database).append(table.id, entries(*again))
    assert await TableStore(database).log(table.id) == entries(1, 2)


async def test_conflict_rolls_back_results_and_table_too(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1))

    with pytest.raises(Conflict):
        await TableStore(database).append(
            table.id, entries(1), results=Results((deal(1),)), table=table._replace(revision=9)
        )
    assert await stored_tables(database) == [table]
    assert await ResultStore(database).deals(table.id) == []


async def test_deal_is_recorded_once_and_a_repeat_rolls_back_its_entries(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1), results=Results((deal(1),)))

    with pytest.raises(Conflict):
        await TableStore(database).append(table.id, entries(2), results=Results((deal(1),)))
    assert await TableStore(database).log(table.id) == entries(1)


async def test_entries_results_and_table_are_stored_together(database: Database) -> None:
    table = await new_table(database)
    now = table._replace(status=Status.PLAYING, revision=3)
    await TableStore(database).append(table.id, entries(1, 2, 3), results=Results((deal(1),)), table=now)

    assert await TableStore(database).log(table.id) == entries(1, 2, 3)
    assert await stored_tables(database) == [now]
    assert await ResultStore(database).deals(table.id) == [deal(1)]


async def test_append_to_a_table_never_opened_is_refused(database: Database) -> None:
    with pytest.raises(StoreError):
        await TableStore(database).append(99, entries(1))
    assert await TableStore(database).log(99) == []


async def test_unsaveable_table_rolls_back_its_entries(database: Database) -> None:
    table = await new_table(database)

    with pytest.raises(StoreError):
        await TableStore(database).append(table.id, entries(1), table=table._replace(id=99))
    assert await TableStore(database).log(table.id) == []


async def test_each_table_has_a_log_of_its_own(database: Database) -> None:
    playing, over, empty = [await new_table(database, channel_id=channel) for channel in (1, 2, 3)]
    await TableStore(database).append(playing.id, entries(2, 5, 9))
    await TableStore(database).append(over.id, entries(1), table=over._replace(status=Status.FINISHED))

    assert await TableStore(database).log(playing.id) == entries(2, 5, 9)
    assert await TableStore(database).log(over.id) == entries(1)
    assert await TableStore(database).log(empty.id) == []


async def test_unloaded_table_is_listed_until_it_changes(database: Database) -> None:
    playing, lobby, over = [await new_table(database, channel_id=channel) for channel in (1, 2, 3)]
    await TableStore(database).append(playing.id, entries(1, 2))
    await TableStore(database).save_table(over._replace(status=Status.FINISHED))
    assert await TableStore(database).unloaded_tables() == [
        unloaded(playing, is_known=False),
        unloaded(lobby, is_known=False),
    ]

    await TableStore(database).note_unloaded(playing.id, 2, 1700.5)
    await TableStore(database).note_unloaded(lobby.id, lobby.revision, None)
    assert await TableStore(database).unloaded_tables() == [unloaded(playing, due_at=1700.5), unloaded(lobby)]

    await TableStore(database).append(playing.id, entries(3))
    await TableStore(database).save_table(lobby._replace(revision=lobby.revision + 1))
    assert [
        one
        for one in await TableStore(database).unloaded_tables()
        if isinstance(one, UnloadedTable) and one.is_known
    ] == []


async def test_only_an_existing_table_may_be_unloaded(database: Database) -> None:
    with pytest.raises(StoreError):
        await TableStore(database).note_unloaded(7, 0, None)


async def test_newest_table_of_a_channel_is_found_open_or_over(database: Database) -> None:
    first = await new_table(database, channel_id=1)
    await TableStore(database).save_table(first._replace(status=Status.FINISHED))
    second = await new_table(database, channel_id=1)
    await new_table(database, channel_id=2)

    assert await TableStore(database).newest_table(1) == second
    assert await TableStore(database).newest_table(3) is None


def unloaded(table: TableRecord, *, is_known: bool = True, due_at: float | None = None) -> UnloadedTable:
    return UnloadedTable(table.id, table.guild_id, table.channel_id, is_known, due_at)


async def test_newest_hand_message_of_a_player_replaces_the_last(database: Database) -> None:
    first, second = await new_table(database, channel_id=1), await new_table(database, channel_id=2)
    old = HandMessage(first.id, ANN, 70, SECRET_TOKEN, 1.5)
    new = HandMessage(first.id, ANN, 71, "another", 2.5)
    others = HandMessage(first.id, BEN, 72, "bens", 3.5)
    elsewhere = HandMessage(second.id, ANN, 73, "elsewhere", 4.5)
    for hand in (old, others, elsewhere, new):
        await HandMessageStore(database).save_hand(hand)

    assert await HandMessageStore(database).reachable_hands(0.0) == [new, others, elsewhere]


async def test_hand_message_belongs_to_a_table(database: Database) -> None:
    with pytest.raises(StoreError) as refused:
        await HandMessageStore(database).save_hand(HandMessage(99, ANN, 70, SECRET_TOKEN, 1.5))

    assert SECRET_TOKEN not in str(refused.value)
    assert await HandMessageStore(database).reachable_hands(0.0) == []


async def test_hand_messages_are_deleted_once_their_token_is_too_old(database: Database) -> None:
    first, second = await new_table(database, channel_id=1), await new_table(database, channel_id=2)
    old = HandMessage(first.id, ANN, 70, SECRET_TOKEN, 100.0)
    young = HandMessage(second.id, ANN, 71, SECRET_TOKEN, 200.0)
    for hand in (old, young):
        await HandMessageStore(database).save_hand(hand)

    await HandMessageStore(database).purge_hands(100.0)
    assert await HandMessageStore(database).reachable_hands(0.0) == [old, young]
    assert await HandMessageStore(database).reachable_hands(100.0) == [young]
    await HandMessageStore(database).purge_hands(100.5)
    assert await HandMessageStore(database).reachable_hands(0.0) == [young]


async def test_server_keeps_rules_by_name_and_its_default_rules(database: Database) -> None:
    family, club = SavedRules("Family", "1000-4DAG-9"), SavedRules("Club 🐦", "2000")
    for rules in (family, club, SavedRules("Family", "3000")):
        await ServerStore(database).save_rules(HOME, rules)
    await ServerStore(database).save_rules(AWAY, family)

    assert await ServerStore(database).saved_rules(HOME) == [club, SavedRules("Family", "3000")]
    assert await ServerStore(database).saved_rules(AWAY) == [family]
    for name in ("Family", "nobody's"):
        await ServerStore(database).remove_rules(HOME, name)
    assert await ServerStore(database).saved_rules(HOME) == [club]
    assert await ServerStore(database).saved_rules(AWAY) == [family]

    assert await ServerStore(database).default_rules(HOME) is None
    for usual in ("Club 🐦", "kentucky", None, None):
        await ServerStore(database).set_default_rules(HOME, usual)
        assert await ServerStore(database).default_rules(HOME) == usual
    assert await ServerStore(database).default_rules(AWAY) is None


@pytest.mark.parametrize("value", [7, "seven", "", True, False, None])
async def test_setting_keeps_value_and_type(database: Database, value: OptionValue) -> None:
    await Remembered(database).set_setting("key", 0)
    await Remembered(database).set_setting("key", value)
    found = await Remembered(database).setting("key")

    assert (found, type(found)) == (value, type(value))


async def test_setting_never_made_is_none(database: Database) -> None:
    assert await Remembered(database).setting("key") is None


async def test_open_store_is_writable_and_a_closed_one_is_not(database: Database) -> None:
    assert await Remembered(database).is_writable()
    await database.close()
    await database.close()

    assert not await Remembered(database).is_writable()
    with pytest.raises(StoreError, match="closed"):
        await stored_tables(database)


async def test_fifty_tables_at_once_lose_nothing(database: Database) -> None:
    async def play(channel: int) -> None:
        table = await new_table(database, channel_id=channel)
        for revision in range(1, 13, 3):
            await TableStore(database).append(table.id, entries(revision))
            await TableStore(database).append(
                table.id, entries(revision + 1), table=table._replace(revision=revision + 1)
            )
            await TableStore(database).save_table(table._replace(revision=revision + 2))
            with pytest.raises(Conflict):
                await TableStore(database).append(
                    table.id, entries(revision + 2, 1), table=table._replace(revision=99)
                )
            await TableStore(database).append(table.id, entries(revision + 2))

    await asyncio.gather(*(play(channel) for channel in range(50)))

    tables = await stored_tables(database)
    assert {table.channel_id for table in tables} == set(range(50))
    assert {table.revision for table in tables} == {12}
    for table in tables:
        assert await TableStore(database).log(table.id) == entries(*range(1, 13))


async def test_failed_write_rolls_back_nothing_of_others(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1))

    async def fail() -> None:
        with pytest.raises(Conflict):
            await TableStore(database).append(table.id, entries(1), table=table._replace(revision=99))

    await asyncio.gather(
        *(
            write
            for number in range(40)
            for write in (fail(), Remembered(database).set_setting(f"key {number}", number))
        )
    )

    assert [await Remembered(database).setting(f"key {number}") for number in range(40)] == list(range(40))


def test_no_record_shows_a_card_or_a_token_when_printed() -> None:
    hand = HandMessage(1, ANN, 70, SECRET_TOKEN, 1.5)

    assert SECRET_ACTION not in repr(LogEntry(1, 0, None, SECRET_ACTION, 1.5))
    assert SECRET_TOKEN not in repr(hand)


async def test_table_knows_its_newest_message_and_older_stale_ones(
    database: Database,
) -> None:
    table = await new_table(database)
    first, second = shown_message(70, table.id), shown_message(71, table.id, deal=2, revision=9)
    for shown in (second, first, second):
        await ShownStore(database).save_shown(shown)

    assert await ShownStore(database).shown(table.id) == [first, second]
    stored = await TableStore(database).table(table.id)
    assert stored is not None
    assert stored.message_id == 71
    await ShownStore(database).forget_shown([70])
    assert await ShownStore(database).shown(table.id) == [second]


async def test_reminder_is_kept_apart_from_the_table_message(database: Database) -> None:
    table = await new_table(database)
    message = shown_message(70, table.id)
    reminder = replace(shown_message(72, table.id), kind="reminder")
    await ShownStore(database).save_shown(message)
    await ShownStore(database).save_shown(reminder)

    stored = await TableStore(database).table(table.id)
    assert stored is not None
    assert stored.message_id == 70
    assert await ShownStore(database).reminders() == [reminder]
    assert await ShownStore(database).shown(table.id) == [message, reminder]


async def test_message_of_no_table_is_refused(database: Database) -> None:
    with pytest.raises(StoreError):
        await ShownStore(database).save_shown(shown_message(70, 99))
    assert await ShownStore(database).shown(99) == []


async def test_message_shown_as_rendered_is_not_stale(database: Database) -> None:
    table = (await new_table(database))._replace(status=Status.PLAYING, revision=3)
    stale = StaleTable(table.id, table.guild_id, table.channel_id)
    assert await ShownStore(database).stale_tables() == [stale]  # it has no message
    await ShownStore(database).save_shown(shown_message(70, table.id, revision=3))
    await TableStore(database).save_table(table._replace(message_id=70))
    assert await ShownStore(database).stale_tables() == []
    await TableStore(database).append(table.id, entries(4))
    assert await ShownStore(database).stale_tables() == [stale]  # its match has moved on
    await ShownStore(database).note_shown({70: 4})
    assert await ShownStore(database).stale_tables() == []
    await ShownStore(database).save_shown(shown_message(71, table.id, revision=4))
    assert await ShownStore(database).stale_tables() == [stale]  # the message before will be retired
    await ShownStore(database).forget_shown([70])
    assert await ShownStore(database).stale_tables() == []
    await TableStore(database).save_table(table._replace(message_id=71, status=Status.FINISHED))
    assert await ShownStore(database).stale_tables() == [stale]  # its end is not shown yet
    await ShownStore(database).forget_shown([71])
    assert await ShownStore(database).stale_tables() == []


def shown_message(message_id: int, table_id: int, deal: int = 1, revision: int = 0) -> ShownMessage:
    return ShownMessage(message_id, table_id, "table", deal, revision)


async def test_audit_log_is_listed_by_server_newest_first_in_pages(database: Database) -> None:
    ours, theirs = await new_table(database), await new_table(database, 2, AWAY)
    acts = [
        AuditEntry(HOME, ours.id, BEN, what, 1.7e9 + number, "why")
        for number, what in enumerate([Managed.CLOSED, Managed.RULED, Managed.REMOVED, Managed.REPAIRED])
    ]
    for act in acts:
        await TableStore(database).append(ours.id, [], results=Results(audit=act))
    await TableStore(database).append(theirs.id, [], results=Results(audit=acts[0]._replace(guild_id=AWAY)))

    assert await ServerStore(database).audit(HOME, 3) == acts[:0:-1]
    assert await ServerStore(database).audit(HOME, 3, skip=3) == acts[:1]


async def test_player_setting_for_cards_in_words_is_stored(database: Database) -> None:
    assert await PersonalSettingsStore(database).people_in_words() == frozenset()
    await PersonalSettingsStore(database).set_in_words(ANN, in_words=True)
    await PersonalSettingsStore(database).set_in_words(BEN, in_words=True)
    await PersonalSettingsStore(database).set_in_words(ANN, in_words=False)
    assert await PersonalSettingsStore(database).people_in_words() == {BEN}


async def test_player_setting_for_turn_notices_is_stored(database: Database) -> None:
    assert await PersonalSettingsStore(database).pings() == {}
    await PersonalSettingsStore(database).set_in_words(ANN, in_words=True)
    assert not await OwnDataStore(database).knows(BEN)
    for person, wanted in ((ANN, Pings.MESSAGE), (BEN, Pings.NONE), (ANN, Pings.NONE), (BEN, Pings.CHANNEL)):
        await PersonalSettingsStore(database).set_pings(person, wanted)
    assert await PersonalSettingsStore(database).pings() == {ANN: Pings.NONE}
    assert await PersonalSettingsStore(database).people_in_words() == {ANN}
    assert await OwnDataStore(database).knows(BEN)


async def test_player_setting_for_playing_the_last_card_is_stored(database: Database) -> None:
    await PersonalSettingsStore(database).set_pings(ANN, Pings.NONE)
    for person, by_hand in ((ANN, True), (BEN, True), (BEN, False)):
        await PersonalSettingsStore(database).set_by_hand(person, by_hand=by_hand)
    assert await PersonalSettingsStore(database).people_by_hand() == {ANN}
    assert await PersonalSettingsStore(database).pings() == {ANN: Pings.NONE}


async def test_player_settings_for_slow_reminders_and_no_reminders_are_stored(
    database: Database,
) -> None:
    quiet = QuietHours(22 * 60, 8 * 60, "America/New_York")
    await PersonalSettingsStore(database).set_pings(ANN, Pings.NONE)
    for person, wanted in (
        (ANN, SlowSettings(SlowReminder.HALF, quiet)),
        (BEN, SlowSettings(SlowReminder.NEVER)),
        (BEN, SlowSettings(SlowReminder.SOON, quiet)),
        (EVE, SlowSettings(SlowReminder.HOUR, quiet)),
        (EVE, SlowSettings()),
    ):
        await PersonalSettingsStore(database).set_slow_settings(person, wanted)
    assert await PersonalSettingsStore(database).slow_settings() == {
        ANN: SlowSettings(SlowReminder.HALF, quiet),
        BEN: SlowSettings(SlowReminder.SOON, quiet),
    }
    assert await PersonalSettingsStore(database).pings() == {ANN: Pings.NONE}


async def test_server_settings_for_new_tables_are_stored(database: Database) -> None:
    assert await ServerStore(database).server_settings(HOME) == ServerSettings()
    settled = ServerSettings(counted=True, leaving=Leaving.ALONE, in_threads=True, level="club")
    await ServerStore(database).set_server_settings(HOME, settled)
    assert await ServerStore(database).server_settings(HOME) == settled
    assert await ServerStore(database).server_settings(AWAY) == ServerSettings()
    await ServerStore(database).set_server_settings(HOME, ServerSettings())
    assert await ServerStore(database).server_settings(HOME) == ServerSettings()


@pytest.mark.parametrize("ending", Ending)
async def test_counted_and_closed_reasons_of_a_table_are_kept(database: Database, ending: Ending) -> None:
    table = (
        (await new_table(database))
        ._replace(counted=True, leaving=Leaving.PLAYED, turn_hours=8, seed=MatchSeed(bytes(32)))
        ._replace(parent_id=17, rules_name="Grandma's", allowed=Allowed(hints=False))
        .closed(ending, BEN)
    )
    await TableStore(database).save_table(table)
    assert await TableStore(database).table(table.id) == table


async def test_time_since_a_table_is_unreachable_is_kept_until_cleared(database: Database) -> None:
    first, other = [await new_table(database, channel_id=channel) for channel in (1, 2)]
    await ShownStore(database).note_unseen(first.id, 1700.5)
    await ShownStore(database).note_unseen(other.id, 1800.0)
    await ShownStore(database).note_unseen(first.id, 1900.0)

    assert await ShownStore(database).unseen() == {first.id: 1700.5, other.id: 1800.0}
    assert {first.id, other.id} <= {one.table_id for one in await ShownStore(database).stale_tables()}

    await ShownStore(database).note_seen(first.id)
    assert await ShownStore(database).unseen() == {other.id: 1800.0}


async def test_table_opened_in_the_future_is_taken_to_begin_now(database: Database) -> None:
    """The machine's clock was set back by hours since."""
    now = 1.7e9
    later, before, over = [await new_table(database, channel_id=place) for place in (1, 2, 3)]
    for table, at in ((later, now + 3600), (before, now - 60), (over, now + 3600)):
        await TableStore(database).append(table.id, [LogEntry(1, 0, ANN, SECRET_ACTION, at)])
        await TableStore(database).note_unloaded(table.id, 1, at + 60)
    await TableStore(database).save_table(over._replace(status=Status.FINISHED))

    await TableStore(database).clamp_times(now)

    begun = [
        [entry.at for entry in await TableStore(database).log(table.id)] for table in (later, before, over)
    ]
    assert begun == [[now], [now - 60], [now + 3600]]
    known = {
        one.table_id: one.is_known
        for one in await TableStore(database).unloaded_tables()
        if isinstance(one, UnloadedTable)
    }
    assert known == {later.id: False, before.id: True}, "when it is due is worked out again"
