"""A database that refuses writes: no change is made, the player is told, the next press works."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from time import monotonic

import pytest

from bot.table.store.tables import TableStore
from rules.core.decisions import ChooseCards
from tests.database.samples import stored_tables
from tests.e2e.players import Club
from tests.e2e.secrecy.secrets import check_own_hand, check_screens
from tests.table.troubled import disk_full, reads_of, writes_to

UNSAVED = "That couldn't be saved, so it didn't happen"
UNREAD = "That couldn't be read just now"


async def test_unsaved_answer_changes_no_match(club: Club) -> None:
    await club.begin()
    player, before = club.asked, await club.snapshot()
    with club.database.refusing(writes_to("actions")):
        reply = await player.press_hand("70")
        assert UNSAVED in reply.sentence
        assert UNSAVED in (await player.move("pass")).sentence
        assert await club.snapshot() == before
        assert "70" not in (await club.table_message()).text().replace("1970", "")
    assert await club.snapshot() == before
    await player.press_hand("70")
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "bid 70"
    check_screens(club)


async def test_unsaved_lobby_change_has_no_effect(club: Club) -> None:
    ann, bob, *_ = club.everyone
    await ann.command("new")
    before, shown = await club.snapshot(), (await club.table_message()).text()
    with club.database.refusing(writes_to("tables", "actions")):
        assert UNSAVED in (await ann.press("Fill with computers")).sentence
        for label in ("Add a computer", "Leave"):
            assert UNSAVED in (await ann.press_in_more(label)).sentence
        assert UNSAVED in (await bob.take_seat(2)).sentence
        assert UNSAVED in (await ann.press("Close table", on=(await ann.press("More")).seen)).sentence
    assert await club.snapshot() == before
    assert (await club.table_message()).text() == shown
    await bob.take_seat(2)
    assert "Bob" in (await club.table_message()).text()


async def test_match_with_unsaved_start_has_not_started(club: Club) -> None:
    await club.sit_down()
    before = await club.snapshot()
    with club.database.refusing(writes_to("tables", "actions")):
        assert UNSAVED in (await club["Ann"].press("Start")).sentence
    assert await club.snapshot() == before
    await club["Ann"].press("Start")
    check_own_hand(club["Ann"])


async def test_unsaved_table_is_not_open_and_can_be_opened_later(club: Club) -> None:
    with club.database.refusing(writes_to("tables")):
        assert UNSAVED in (await club["Ann"].command("new")).sentence
        assert not club.has_table
    await club["Bob"].command("new", game="one_high")
    assert club.table.record.host_id == club["Bob"].id
    assert club.table.record.game == "one_high"
    assert [who.name for who in club.table.record.seats] == ["Bob", "", "", ""]
    await club["Ann"].take_seat(2)
    assert len(await stored_tables(club.database)) == 1


async def test_unsaved_leaving_returning_and_voting_have_no_effect(club: Club) -> None:
    await club.begin()
    ann, bob, _, dan, _ = club.everyone
    with club.database.refusing(writes_to("tables")):
        assert UNSAVED in (await ann.command("leave")).sentence
    assert not club.table.record.seats[0].is_away
    for player in (ann, bob):
        await player.command("ask", what="close")
    with club.database.refusing(writes_to("tables", "actions")):
        assert UNSAVED in (await dan.command("ask", what="close")).sentence
    assert club.has_table
    assert not any(dan.id in vote.yes for vote in club.table.voting.votes.values())
    await dan.command("ask", what="close")
    assert not club.has_table


async def test_hand_with_unsaved_token_is_shown(club: Club) -> None:
    await club.begin()
    with club.database.refusing(writes_to("hand_messages")):
        reply = await club.asked.press_hand("70")
        assert UNSAVED not in reply.text
        await club.asked.press("My hand")
        await club.asked.move("pass")
    actions = [entry.action for entry in await TableStore(club.database).log(club.table.record.id)]
    assert actions[-2:] == ["bid 70", "pass"]
    await club.play_until(lambda decision: isinstance(decision, ChooseCards))


async def test_unsaved_table_message_is_deleted(club: Club) -> None:
    await club.begin()
    before = (await club.table_message()).id
    with club.database.refusing(writes_to("tables")):
        await club["Ann"].command("table")
        assert (await club.table_message()).id == before
    await club.world.env.advance_time(6)
    tables = [seen for seen in club.messages() if "Deal 1" in seen.text()]
    assert [seen.id for seen in tables] == [(await club.table_message()).id]
    assert tables[0].id != before, "the one that was posted takes its place"


async def test_computers_continue_once_database_is_writable(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new", deals=1)
    await ann.press("Fill with computers")
    await ann.press("Start")
    with club.database.refusing(writes_to("actions")):
        await ann.command("leave")
        await club.app.tables.presence.keep_going(
            club.channel_id
        )  # as for evenings, with other tables that wait
        revision = club.table.revision
        await club.world.env.advance_time(20)
        assert club.table.revision == revision
    await club.world.env.advance_time(6)
    assert not club.has_table or club.table.revision > revision


async def test_unreadable_statistics_are_reported(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    more = await ann.press("More")
    with club.database.refusing(reads_of("tallies")):
        for command in ("stats show", "stats leaderboard"):
            assert UNREAD in (await ann.typed(command)).sentence
        assert UNREAD in (await ann.press("Leaderboard", on=more.seen)).sentence


async def test_locked_database_answers_presses_in_time(club: Club) -> None:
    """Discord waits for three seconds: users who press in that time are told that no change was stored."""
    await club.begin()
    player, before = club.asked, await club.snapshot()
    database = club.app.settings.database
    assert isinstance(database, Path)
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            began = monotonic()
            assert UNSAVED in (await player.press_hand("70")).sentence
            assert monotonic() - began < 2.5
        assert await club.snapshot() == before
    await player.press_hand("70")
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "bid 70"


async def test_failed_autocompletion_logs_one_line_without_names(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    ann = club["Ann"]
    with club.database.refusing(reads_of("saved_rules")):
        assert await ann.actor.autocomplete(club.world.channel, "rook new", "rules", "what ann types") == []
    assert [record.getMessage() for record in caplog.records] == [f"the store refused: {disk_full()}"]
    assert not any(said in caplog.text for said in (str(ann.id), "what ann types", "Traceback"))
