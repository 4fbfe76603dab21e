"""Data about people on every database: exported, forgotten, and expired."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.common.text import FORMER_PLAYER
from bot.daily.store import DailyStore
from bot.daily.stored import DailyDeal, DailyPlace
from bot.database.database import Damaged, Database, Statement
from bot.database.packed_logs import packed, unpacked
from bot.delivery.store import HandMessage, HandMessageStore, LooseMessageStore
from bot.evening.store.evenings import EveningStore
from bot.learn.store import LessonStore
from bot.maintenance.copies import forget_unused
from bot.maintenance.store import RetentionStore
from bot.models.endings import Ending, Managed
from bot.models.shuffles import MatchSeed
from bot.models.stored_evenings import EveningGuest
from bot.models.stored_messages import LooseMessage, PastMessage, ShownMessage
from bot.models.stored_results import Results
from bot.models.stored_settings import AuditEntry, ServerSettings
from bot.models.stored_tables import LogEntry, SeatRecord, Status, Waiting
from bot.people.store.own_data import OwnDataStore
from bot.people.store.people import PeopleStore
from bot.people.store.personal_settings import PersonalSettingsStore
from bot.server.store import ServerStore
from bot.table.store.people import PAGE
from bot.table.store.results import ResultStore
from bot.table.store.shown_messages import ShownStore
from bot.table.store.tables import TableStore
from bot.table.store.waiting import WaitingStore
from rules.core.decisions import REFEREE
from tests.database.ledgers import leaders
from tests.database.samples import (
    AWAY,
    BEN,
    HOME,
    an_evening,
    deal,
    entries,
    finish_match,
    match,
    new_table,
    player,
)

CARA = 2**60 + 5
"""A player with an id as large as Discord's."""


async def a_match(database: Database, channel_id: int = 1, guild_id: int = HOME, at: float = 1.7e9) -> int:
    """A finished match of Cara's and Ben's, with a ruling against her; returns its table's number."""
    table = await new_table(database, channel_id, guild_id)
    seats = (SeatRecord(CARA, "Cara"), SeatRecord(BEN, "Ben"), *table.seats[2:])
    log = [
        LogEntry(1, -1, None, "deal R1 R2", at),
        LogEntry(2, 0, CARA, "bid 75", at + 1),
        LogEntry(3, REFEREE, BEN, "penalty 0 20 Cara told her cards", at + 2),
    ]
    result = match(player(CARA, won=True, name="Cara"), player(BEN, won=False, seat=1), at=at + 3)
    over = table._replace(seats=seats, status=Status.FINISHED, host_id=CARA)
    await TableStore(database).append(
        table.id,
        log,
        results=Results((deal(1, CARA, BEN, None, None),), replace(result, guild_id=guild_id)),
        table=over,
    )
    await ShownStore(database).save_shown(ShownMessage(70 + table.id, table.id, "table", 1, 3))
    await ShownStore(database).finish_shown([70 + table.id])
    await ShownStore(database).note_past(170 + table.id, table.id, BEN)
    return table.id


async def everything(database: Database) -> str:
    """All rows of all tables that may name a player, as text."""
    tables = (
        "tables",
        "actions",
        "deals",
        "deal_players",
        "match_players",
        "matches",
        "hand_messages",
        "packed_logs",
        "audit",
        "personal_settings",
        "lessons_done",
        "waiting",
        "daily_attempts",
        "past_messages",
    )
    rows = [await database.read(Statement(f"SELECT * FROM {name}")) for name in (*tables, "forgetting")]
    return str([tuple(row) for some in rows for row in some])


async def test_forgotten_player_is_a_former_player_everywhere(database: Database) -> None:
    table_id = await a_match(database)
    await HandMessageStore(database).save_hand(HandMessage(table_id, CARA, 5, "token", 1.8e9))
    await PersonalSettingsStore(database).set_in_words(CARA, in_words=True)
    await LessonStore(database).note_lesson(CARA, 3)
    await WaitingStore(database).wait(Waiting(9, CARA, HOME, 1.7e9))
    assert (await OwnDataStore(database).data_of(CARA))["settings"] == [
        {
            "cards_in_words": 1,
            "pings": "channel",
            "slow_reminder": "soon",
            "quiet_begins": None,
            "quiet_ends": None,
            "quiet_zone": None,
            "lays_last_card": 0,
        }
    ]
    before = [line.figures for line in await leaders(database)]
    await forget_unused(database, CARA)

    left = await everything(database)
    assert str(CARA) not in left
    assert "Cara" not in left
    board = await leaders(database)
    assert [line.figures for line in board] == before
    assert (FORMER_PLAYER,) in {line.who.names for line in board}
    stored = await TableStore(database).table(table_id)
    assert stored is not None
    assert stored.seats[0] == SeatRecord(
        1 + BEN, FORMER_PLAYER
    )  # the people of these tests have small numbers
    assert [entry.action for entry in await TableStore(database).log(table_id)][1:] == [
        "bid 75",
        "penalty 0 20 -",
    ]
    result = await ResultStore(database).match(table_id)
    assert result is not None
    assert result.players[0].points == 0


async def test_forgotten_manager_is_in_no_audit_list_and_closed_no_table(database: Database) -> None:
    table = await new_table(database)
    ruled = AuditEntry(HOME, table.id, CARA, Managed.RULED, 1.7e9, "told the cards")
    await TableStore(database).append(
        table.id, [], results=Results(audit=ruled), table=table.closed(Ending.MANAGER, CARA)
    )
    data = await OwnDataStore(database).data_of(CARA)
    assert [(one["what"], one["reason"]) for one in data["managed"]] == [("ruled", "told the cards")]
    assert [one["ended"] for one in data["closed"]] == ["manager"]
    await forget_unused(database, CARA)

    assert str(CARA) not in await everything(database)
    assert await ServerStore(database).audit(HOME, 5) == [ruled._replace(user_id=1, reason="-")]
    closed = await TableStore(database).table(table.id)
    assert closed is not None
    assert (closed.ended, closed.ended_by) == (Ending.MANAGER, 1)


async def test_audit_reason_names_no_forgotten_player(database: Database) -> None:
    table_id = await a_match(database)
    told = AuditEntry(HOME, table_id, BEN, Managed.RULED, 1.7e9, "CARA told her cards")
    other = told._replace(reason="too slow")
    await TableStore(database).append(table_id, [], results=Results(audit=told))
    await TableStore(database).append(table_id, [], results=Results(audit=other))
    await forget_unused(database, CARA)
    assert await ServerStore(database).audit(HOME, 5) == [other, told._replace(reason="-")]


async def test_forgotten_players_words_at_other_tables_are_deleted(
    database: Database,
) -> None:
    """A player who asks for a seat, or shows a deal, need not have played there."""
    table = await new_table(database)
    await ShownStore(database).note_past(71, table.id, CARA)
    await ShownStore(database).note_past(72, table.id, BEN)
    assert (await OwnDataStore(database).data_of(CARA))["notes"] == [{"table_id": table.id, "message_id": 71}]
    await forget_unused(database, CARA)
    assert await ShownStore(database).stale_past() == [PastMessage(71, table.id, 1, "note", 0)]
    assert str(CARA) not in await everything(database)


async def test_message_of_no_table_is_deleted_after_its_correction(database: Database) -> None:
    told = [
        LooseMessage(81, 1, HOME, "daily", first=CARA),
        LooseMessage(82, 1, HOME, "partners", first=BEN, second=CARA),
        LooseMessage(83, 1, HOME, "daily", first=BEN),
    ]
    for one in told:
        await LooseMessageStore(database).note_loose(one)
    await LooseMessageStore(database).note_loose(told[0]._replace(first=BEN))  # it is stored already
    assert [one["kind"] for one in (await OwnDataStore(database).data_of(CARA))["named_in"]] == [
        "daily",
        "partners",
    ]
    await forget_unused(database, CARA)
    wrong = [one._replace(first=None, second=None) for one in told[:2]]
    assert await LooseMessageStore(database).stale() == wrong
    await LooseMessageStore(database).delete(81)
    assert await LooseMessageStore(database).stale() == wrong[1:]
    assert [one["message_id"] for one in (await OwnDataStore(database).data_of(BEN))["named_in"]] == [83]


async def test_player_removed_by_a_manager_is_kept_and_forgotten(database: Database) -> None:
    """Removed from a lobby, they are in no other row."""
    table = await new_table(database)
    act = AuditEntry(HOME, table.id, BEN, Managed.REMOVED, 1.7e9, "not here", CARA)
    await TableStore(database).append(table.id, [], results=Results(audit=act))
    assert await ServerStore(database).audit(HOME, 5) == [act]
    await forget_unused(database, CARA)
    assert await ServerStore(database).audit(HOME, 5) == [act._replace(removed=1 + BEN, reason="-")]


async def test_reason_at_another_table_of_the_server_names_no_forgotten_player(
    database: Database,
) -> None:
    await a_match(database)
    here, away = await new_table(database, 7), await new_table(database, 8, AWAY)
    acts = [
        AuditEntry(HOME, here.id, BEN, Managed.RULED, 1.7e9, "Cara's seat"),
        AuditEntry(HOME, here.id, BEN, Managed.RULED, 1.7e9, "a carafe was spilled"),
        AuditEntry(AWAY, away.id, BEN, Managed.RULED, 1.7e9, "another Cara"),
        AuditEntry(AWAY, away.id, BEN, Managed.RULED, 1.7e9, f"<@{CARA}> was here"),
    ]
    for act in acts:
        await TableStore(database).append(act.table_id, [], results=Results(audit=act))
    await forget_unused(database, CARA)
    assert [act.reason for act in await ServerStore(database).audit(HOME, 5)] == ["a carafe was spilled", "-"]
    assert [act.reason for act in await ServerStore(database).audit(AWAY, 5)] == ["-", "another Cara"]


async def test_reason_is_scrubbed_of_names_known_only_from_evenings_or_dailies(
    database: Database,
) -> None:
    sample = an_evening()
    await EveningStore(database).create_evening(
        replace(sample, guests=(*sample.guests, EveningGuest(CARA, "Cara")))
    )
    daily = DailyDeal(DailyPlace(HOME, 0), "2026-11-23", "kentucky", {}, 2, MatchSeed(bytes(32)))
    place = (await DailyStore(database).draw_daily(daily)).place
    await DailyStore(database).begin_daily(place, CARA, "Carolina", [])
    table_id = (await new_table(database, 7)).id
    for reason in ("Cara looked at the cards", "So did Carolina", "a carafe was spilled"):
        ruled = AuditEntry(HOME, table_id, BEN, Managed.RULED, 1.7e9, reason)
        await TableStore(database).append(table_id, [], results=Results(audit=ruled))
    await forget_unused(database, CARA)
    assert [act.reason for act in await ServerStore(database).audit(HOME, 5)] == [
        "a carafe was spilled",
        "-",
        "-",
    ]


async def test_reason_is_kept_where_a_forgotten_player_no_longer_sits(database: Database) -> None:
    table_id = await a_match(database)
    ruled = AuditEntry(HOME, table_id, BEN, Managed.RULED, 1.7e9, "20 points for Cara: told her cards")
    table = await TableStore(database).table(table_id)
    assert table is not None
    left = table._replace(seats=(SeatRecord(None, "Pearl", "steady"), *table.seats[1:]))
    await TableStore(database).append(table_id, [], results=Results(audit=ruled), table=left)
    await forget_unused(database, CARA)
    assert "Cara" not in await everything(database)


async def test_forgotten_players_table_messages_are_stale_until_shown_again(
    database: Database,
) -> None:
    table_id = await a_match(database)
    await finish_match(database, player(BEN, won=True), channel_id=2)
    assert await ShownStore(database).stale_past() == []
    await forget_unused(database, CARA)

    shown, note = 70 + table_id, 170 + table_id
    assert await ShownStore(database).stale_past() == [
        PastMessage(shown, table_id, 1, "table", 1),
        PastMessage(note, table_id, 1, "note", 0),
    ]
    await ShownStore(database).mark_past_correct(shown)
    await ShownStore(database).forget_shown([note])
    assert await ShownStore(database).stale_past() == []


async def test_last_message_sent_during_forgetting_is_stale_too(database: Database) -> None:
    """It was rendered before and arrives after; no other event would render it again."""
    table_id = await a_match(database)
    await ShownStore(database).save_shown(ShownMessage(75, table_id, "table", 1, 3))
    await forget_unused(database, CARA)
    await ShownStore(database).finish_shown([75])
    assert PastMessage(75, table_id, 1, "table", 1) in await ShownStore(database).stale_past()


async def test_forgetting_in_progress_is_known_until_it_has_ended(database: Database) -> None:
    await a_match(database)
    first = await PeopleStore(database).begin_forgetting(CARA)
    assert await PeopleStore(database).begin_forgetting(CARA) == first
    assert await PeopleStore(database).being_forgotten() == [first]
    assert (await PeopleStore(database).begin_forgetting(CARA + 1)).former_id != first.former_id
    await PeopleStore(database).end_forgetting(CARA + 1)
    await PeopleStore(database).end_forgetting(CARA)
    assert await PeopleStore(database).being_forgotten() == []


async def test_former_players_are_not_mixed_up(database: Database) -> None:
    await a_match(database)
    await forget_unused(database, CARA)
    await a_match(database, channel_id=2)
    await forget_unused(database, CARA)
    names = [line.who.names for line in await leaders(database)]
    assert names.count((FORMER_PLAYER,)) == 2


async def test_player_who_only_acted_is_found_among_many_tables(database: Database) -> None:
    last = 0
    for number in range(PAGE + 2):
        last = (await new_table(database, channel_id=number)).id
    await TableStore(database).append(last, [LogEntry(1, 0, CARA, "bid 75", 1.7e9)])
    assert await PeopleStore(database).tables_of(CARA) == [last]


async def test_data_file_holds_all_of_ones_own_data(database: Database) -> None:
    table_id = await a_match(database)
    await HandMessageStore(database).save_hand(HandMessage(table_id, CARA, 5, "s3cret", 1.8e9))
    data = await OwnDataStore(database).data_of(CARA)
    assert [act["action"] for act in data["acts"]] == ["bid 75"]
    assert [one["name"] for one in data["matches"]] == ["Cara"]
    assert [one["table_id"] for one in data["hands"]] == [table_id]
    assert [one["bid"] for one in data["bids"]] == [120]
    assert "s3cret" not in str(data)
    assert str(BEN) not in str(data)
    assert set(await OwnDataStore(database).data_of(4)) == set(data)


async def test_old_log_is_compacted_without_names_and_times_and_still_replays(database: Database) -> None:
    old, young = await a_match(database), await a_match(database, channel_id=2, at=1.75e9)
    acts = [AuditEntry(HOME, young, BEN, Managed.RULED, at) for at in (1.71e9, 1.73e9)]
    for act in acts:
        await TableStore(database).append(young, [], results=Results(audit=act))
    assert await RetentionStore(database).pack_logs(1.72e9) == 1
    assert await RetentionStore(database).pack_logs(1.72e9) == 0
    assert await ServerStore(database).audit(HOME, 5) == acts[1:]

    log = await TableStore(database).log(old)
    assert [(one.revision, one.seat, one.user_id, one.at) for one in log] == [
        (1, -1, None, 0.0),
        (2, 0, None, 0.0),
        (3, REFEREE, None, 0.0),
    ]
    assert log[1].action == "bid 75"
    assert (await TableStore(database).log(young))[1].user_id == CARA
    assert (await ResultStore(database).match(old)) is not None


async def test_compacted_log_forgets_players_named_in_it(database: Database) -> None:
    table_id = await a_match(database)
    await RetentionStore(database).pack_logs(1.8e9)
    await forget_unused(database, CARA)
    assert (await TableStore(database).log(table_id))[-1].action == "penalty 0 20 -"


async def test_compacted_reason_at_another_table_names_no_forgotten_player(
    database: Database,
) -> None:
    await a_match(database)
    others = {HOME: await new_table(database, 7), AWAY: await new_table(database, 8, AWAY)}
    for table in others.values():
        ruling = LogEntry(1, REFEREE, BEN, "penalty 0 20 Cara told them", 1.7e9)
        await TableStore(database).append(table.id, [ruling], table=table._replace(status=Status.FINISHED))
    assert await RetentionStore(database).pack_logs(1.8e9) == 3
    await forget_unused(database, CARA)
    told = {guild: (await TableStore(database).log(table.id))[0].action for guild, table in others.items()}
    assert told == {HOME: "penalty 0 20 -", AWAY: "penalty 0 20 Cara told them"}


async def test_damaged_compacted_log_is_reported() -> None:
    assert unpacked(packed(entries(1, 2, 9)))[-1].revision == 9
    for damaged in ("no log", "", 7, packed(entries(1))[:-3]):
        with pytest.raises(Damaged):
            unpacked(damaged)


async def test_compacted_log_holds_every_character_a_line_may_hold() -> None:
    said = [replace(one, action="penalty 0 10 late\u2028again\x85") for one in entries(1, 2)]
    assert [one.action for one in unpacked(packed(said))] == [one.action for one in said]


async def test_open_matches_are_never_compacted(database: Database) -> None:
    table = await new_table(database)
    await TableStore(database).append(table.id, entries(1, 2), table=table._replace(status=Status.PLAYING))
    assert await RetentionStore(database).pack_logs(1.8e9) == 0


async def test_tables_closed_before_a_deal_are_removed_in_time(database: Database) -> None:
    empty = await new_table(database)
    await ShownStore(database).save_shown(ShownMessage(70, empty.id, "table", 0, 0))
    await TableStore(database).save_table(empty._replace(status=Status.CANCELLED, message_id=70))
    played = await a_match(database, channel_id=2)
    open_still = await new_table(database, channel_id=3)
    assert await RetentionStore(database).remove_never_played(1.6e9) == 0
    assert await RetentionStore(database).remove_never_played(1.8e9) == 0, (
        "its message is still to be changed"
    )
    await ShownStore(database).finish_shown([70])
    await ShownStore(database).note_past(71, empty.id, BEN)
    assert await RetentionStore(database).mark_expired_messages(1.6e9) == 0
    assert await RetentionStore(database).mark_expired_messages(1.8e9) == 2
    assert await RetentionStore(database).mark_expired_messages(1.8e9) == 0
    assert [(past.message_id, past.kind) for past in await ShownStore(database).stale_past()] == [
        (70, "note"),
        (71, "note"),
    ]
    await ShownStore(database).forget_shown([70])
    assert await RetentionStore(database).remove_never_played(1.8e9) == 0, "a message still names people"
    await ShownStore(database).forget_shown([71])
    assert await RetentionStore(database).remove_never_played(1.8e9) == 1
    assert await TableStore(database).table(empty.id) is None
    await ShownStore(database).note_past(72, empty.id, BEN)  # stored late: no row is left to keep
    assert await TableStore(database).table(played) is not None
    assert await TableStore(database).table(open_still.id) is not None


async def test_departed_server_is_removed_whole_and_no_other(database: Database) -> None:
    theirs, ours = await a_match(database, guild_id=AWAY), await a_match(database, channel_id=2)
    await ServerStore(database).set_default_rules(AWAY, "kentucky")
    for number, guild_id in ((91, AWAY), (92, HOME)):
        await LooseMessageStore(database).note_loose(LooseMessage(number, 1, guild_id, "daily", first=CARA))
    await ServerStore(database).set_server_settings(AWAY, ServerSettings(counted=True))
    await TableStore(database).append(
        theirs, [], results=Results(audit=AuditEntry(AWAY, theirs, BEN, Managed.RULED, 1.7e9))
    )
    assert sorted(await RetentionStore(database).servers()) == [HOME, AWAY]
    assert len(await leaders(database, AWAY)) == 2
    await RetentionStore(database).note_left(AWAY, 100.0)
    await RetentionStore(database).note_left(AWAY, 900.0)
    assert await RetentionStore(database).servers_left(500.0) == [AWAY]
    assert await RetentionStore(database).remove_server(AWAY) == 1
    assert await TableStore(database).table(theirs) is None
    assert await TableStore(database).table(ours) is not None
    assert await RetentionStore(database).servers() == [HOME]
    assert await RetentionStore(database).servers_left(500.0) == []
    assert await leaders(database, AWAY) == ()
    assert await ServerStore(database).audit(AWAY, 5) == []
    assert [one["message_id"] for one in (await OwnDataStore(database).data_of(CARA))["named_in"]] == [92]
    assert await ServerStore(database).server_settings(AWAY) == ServerSettings()


async def test_returned_server_is_kept(database: Database) -> None:
    await a_match(database)
    await RetentionStore(database).note_left(HOME, 100.0)
    await RetentionStore(database).note_came_back(HOME)
    assert await RetentionStore(database).servers_left(500.0) == []
