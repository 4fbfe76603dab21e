"""Evenings by commands and buttons: a progressive party of eight, rotating partners, duplicate deals."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.database.database import Insert, Statement
from bot.evening.shown import ShownEvening
from bot.models.evening_kinds import EveningKind
from bot.table.desk.table import Table
from rules.core.actions import Pass
from rules.core.decisions import ChooseNumber
from tests.e2e.limits import check_everything_sent
from tests.e2e.players import Club, Reply, a_club
from tests.e2e.worlds import Call, Seen

EIGHT = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
THREE = EIGHT[:3]
HOUR = 3600
NEWS = 5
"""The type of an announcement channel."""


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, people=(*EIGHT, "Ivy")) as club:
        yield club


async def night(club: Club, name: str, command: str, **options: object) -> Reply:
    """Type a command of ``/night`` in the channel."""
    actor = club[name].actor
    is_kind = command in set(EveningKind)
    name, kind = ("new", {"kind": command}) if is_kind else (command, {})
    return Reply(club.world, await actor.slash(club.world.channel, f"night {name}", **kind, **options))


async def evening(club: Club) -> ShownEvening:
    """The channel's evening as it is now."""
    evenings = club.app.evenings
    return await evenings.shown(await evenings.newest(club.channel_id))


async def board(club: Club) -> Seen:
    """The board message of the evening."""
    await club.world.env.settle()
    shown = await evening(club)
    return next(seen for seen in club.messages() if seen.id == shown.place.message_id)


async def press(club: Club, name: str, label: str) -> Reply:
    """Press a button of the board."""
    return await club[name].press(label, on=await board(club))


async def play_tables(club: Club) -> None:
    """Play every open table to its end, by its asked players."""
    random = Random(3)
    shown = await evening(club)
    for place in shown.tables:
        if place.channel_id is not None and not place.is_over:
            table = await club.app.tables.desk.awake(place.channel_id)
            with club.world.as_bot():
                while table.record.status == "playing":
                    await step(club, table, random)
            await club.world.env.settle()


async def step(club: Club, table: Table, random: Random) -> None:
    seat, decision = next(iter(table.match.asked.items()))
    stands = isinstance(decision, ChooseNumber) and decision.accepts(Pass()) and random.random() < 0.6
    action = Pass() if stands else decision.sample(random)
    who = table.record.seats[seat]
    if who.computer is not None:
        await club.app.tables.due.act_for_computer(table, seat, action, table.revision)
    elif who.user_id is not None:
        await club.app.tables.play.act(table.record.channel_id, who.user_id, action)


async def test_progressive_party_of_eight_runs_to_its_final_board(club: Club) -> None:
    opened = await night(club, "Ann", "progressive", rounds=2, deals=1)
    assert "Progressive Rook" in opened.text
    for name in EIGHT[1:7]:
        assert "joined" in (await press(club, name, "Join")).sentence
    assert "joined" in (await night(club, "Hal", "join")).sentence
    assert "already" in (await press(club, "Hal", "Join")).sentence
    assert "8 players" in (await board(club)).text()
    assert "Only the evening's host" in (await press(club, "Bob", "Start")).sentence
    await press(club, "Ann", "Start")

    shown = await evening(club)
    text = (await board(club)).text()
    assert "Round 1 of 2" in text
    assert len(shown.tables) == 2
    for table in shown.tables:
        assert f"<#{table.channel_id}>" in text
        [live] = club.world.visible_messages(channel_id=table.channel_id)[-1:]
        assert "My hand" in live.buttons()
    where = (await press(club, "Ann", "My table")).sentence
    [own] = [table for table in shown.tables if club["Ann"].id in table.seats]
    assert f"you play at table {own.number}" in where
    assert f"<#{own.channel_id}>" in where

    assert "next round" in (await press(club, "Ivy", "Join")).sentence
    assert "left" in (await press(club, "Bob", "Leave")).sentence
    await play_tables(club)
    text = (await board(club)).text()
    assert "Round 2 of 2" in text
    assert "Scores" in text
    moves = text.partition("### After round 1")[2].partition("### Scores")[0]
    assert "Bob" not in moves, "he left"
    assert re.search(r"\b(moves up|goes down|stays)\b", moves)
    for table in shown.tables:
        ended = club.world.visible_messages(channel_id=table.channel_id)
        [over] = [seen for seen in ended if "Score sheet" in seen.buttons() and "🏆" in seen.text()]
        assert not {"Rematch", "New table"} & set(over.buttons()), "the evening opens the next table"
    second = await evening(club)
    assert [table.channel_id for table in second.tables] == [table.channel_id for table in shown.tables]
    assert club["Ivy"].id in {who for table in second.tables for who in table.seats}
    assert club["Bob"].id not in {who for table in second.tables for who in table.seats}

    await play_tables(club)
    final = await board(club)
    assert "🏆" in final.text()
    assert "Join" not in final.buttons()
    page = await press(club, "Bob", "All scores")
    assert all(name in page.text for name in (*EIGHT, "Ivy"))
    assert "for tables won" in page.text
    assert "All scores" in (await night(club, "Cleo", "board")).text
    check_everything_sent(club)


async def test_duplicate_without_a_comparable_deal_has_no_winner(club: Club) -> None:
    await night(club, "Ann", "duplicate", rounds=1, deals=1)
    for name in EIGHT[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    await night(club, "Ann", "score", table=2)
    await play_tables(club)

    text = (await board(club)).text()
    assert "### No deal could be compared, so no one wins" in text
    assert "🥇" not in text
    assert "%" not in text.partition("no one wins")[2]
    assert "0 of 0 match points" in (await press(club, "Bob", "All scores")).text
    deal = (await press(club, "Bob", "Deals")).text
    assert "isn't compared" in deal
    assert "In brackets" not in deal


async def test_progressive_party_says_that_a_rest_scores_the_average(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=2, deals=1, filling="rests")
    assert (await press(club, "Ann", "Start")).sentence == "At least 4 players have to join first."
    for name in EIGHT[1:5]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    assert "players left over rest in turn and score the average" in (await board(club)).text()
    [resting] = (await evening(club)).guests.rests
    name = next(one.name for one in club.everyone if one.id == resting).capitalize()
    where = (await press(club, name, "My table")).sentence
    assert where == "You rest this round and score the average. You play again in the next one."


async def test_first_press_on_finished_evening_opens_similar_evening(
    club: Club,
) -> None:
    wanted = {"rounds": 1, "deals": 2, "filling": "rests", "rules": "boston"}
    await night(club, "Ann", "progressive", **wanted)
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    await play_tables(club)
    first, over = await evening(club), await board(club)
    await press(club, "Bob", "Another evening")
    second = await evening(club)
    assert second.id > first.id
    assert (second.host_id, second.guests.here) == (club["Bob"].id, (club["Bob"].id,))
    assert (await board(club)).text().split("\n")[2] == over.text().split("\n")[1], "it is the same game"
    assert "already has an evening" in (await club["Cleo"].press("Another evening", on=over)).sentence
    await press(club, "Bob", "Call it off")
    assert (await press(club, "Cleo", "Another evening")).text.startswith("## Progressive Rook")
    assert (await evening(club)).host_id == club["Cleo"].id


async def test_board_is_one_message_and_survives_restart(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    before = await board(club)
    await club.restart()
    assert (await board(club)).id == before.id
    await play_tables(club)
    assert "🏆" in (await board(club)).text()
    boards = [seen for seen in club.messages() if "Progressive Rook" in seen.text()]
    assert [seen.id for seen in boards] == [before.id]


async def test_rotating_partners_play_in_the_channel_itself(club: Club) -> None:
    await night(club, "Ann", "rotating", deals=1)
    for name in THREE[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    shown = await evening(club)
    assert [table.channel_id for table in shown.tables] == [club.channel_id]
    refused = await club["Eve"].command("new")
    assert "next table opens by itself" in refused.sentence
    for _ in range(3):
        await play_tables(club)
    assert "🏆" in (await board(club)).text()
    check_everything_sent(club)


async def test_duplicate_tables_are_private_until_all_have_played(club: Club) -> None:
    await night(club, "Ann", "duplicate", rounds=1, deals=2, partners="joined")
    for name in EIGHT[1:]:
        await press(club, name, "Join")
    assert "1\\. Ann & Bob" in (await board(club)).text()
    await press(club, "Ann", "Start")
    shown = await evening(club)
    backend = club.world.env.backend
    for table in shown.tables:
        assert table.channel_id is not None
        thread = backend.channels[table.channel_id]
        assert thread.type == 12, "a private thread"
        assert {who for who in thread.thread_members if who != backend.bot_user.id} == set(table.seats)
    assert "every table has finished" in (await press_deal(club, "Ann")).sentence
    await play_tables(club)
    assert "%" in (await board(club)).text()
    page = await press(club, "Bob", "Deals")
    assert "Deal 1 of 2" in page.text
    assert page.text.count("Table ") == 2
    turned = await club["Bob"].press("Next", on=page.seen)
    assert "Deal 2 of 2" in turned.text
    check_everything_sent(club)


async def start_while_players_are_not_let_in(club: Club) -> None:
    """Start a duplicate at two tables; the connection is lost as their players are let into the threads."""
    await night(club, "Ann", "duplicate", rounds=1, deals=1)
    for name in EIGHT[1:]:
        await press(club, name, "Join")
    club.world.lose_answers(Call.LET_INTO_THREAD)
    await press(club, "Ann", "Start")


async def test_connection_lost_while_players_are_let_in_makes_no_second_private_thread(club: Club) -> None:
    """Its id was stored after the last of them: the retry made another thread, and the first one stayed."""
    await start_while_players_are_not_let_in(club)
    await club.world.env.advance_time(HOUR)
    shown, backend = await evening(club), club.world.env.backend
    private = {thread.id: thread.thread_members for thread in backend.channels.values() if thread.type == 12}
    assert set(private) == {table.channel_id for table in shown.tables}
    for table in shown.tables:
        assert table.channel_id is not None
        assert set(private[table.channel_id]) == {backend.bot_user.id, *table.seats}


async def test_private_thread_deleted_before_its_table_opens_is_made_again(club: Club) -> None:
    await start_while_players_are_not_let_in(club)
    first, _ = (await evening(club)).tables
    assert first.channel_id is not None
    assert first.table_id is None
    club.world.env.backend.delete_channel(first.channel_id)
    await club.world.env.advance_time(HOUR)
    await play_tables(club)
    assert "🏆" in await board_text(club)


async def press_deal(club: Club, name: str) -> Reply:
    """Press the button of a deal that is not there yet."""
    shown = await evening(club)
    return await club[name].press_id(f"rk1:ndeals:{shown.id}:1:1", on=await board(club))


async def test_unsuitable_evening_command_is_refused_with_reason(club: Club) -> None:
    assert "no evening" in (await night(club, "Ann", "join")).sentence
    assert "two pairs" in (await night(club, "Ann", "progressive", game="donkey")).sentence
    await night(club, "Ann", "rotating")
    assert "already has an evening" in (await night(club, "Bob", "progressive")).sentence
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    assert "Four play" in (await press(club, "Eve", "Join")).sentence
    assert "called off" in (await press(club, "Ann", "Call it off")).sentence
    assert "called this evening off" in (await board_text(club))


async def board_text(club: Club) -> str:
    return (await board(club)).text()


async def test_missing_permission_is_named_and_evening_kept(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    await club.world.forbid_bot(create_public_threads=False)
    assert "Create Public Threads" in (await press(club, "Ann", "Start")).sentence
    assert "4 players" in await board_text(club)
    await club.world.forbid_bot()
    club.world.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013, times=1)
    await press(club, "Ann", "Start")
    assert "Ask whoever manages the server, then press *Open tables*" in await board_text(club)
    await press(club, "Bob", "Open tables")
    assert (await evening(club)).tables[0].table_id is not None
    assert "Open tables" not in (await board(club)).buttons()


async def test_permission_lost_between_rounds_is_the_only_one_named(club: Club) -> None:
    await a_party_that_grows(club)
    await club.world.forbid_bot(create_public_threads=False)
    await play_tables(club)
    assert "I need the permission Create Public Threads in this channel" in await board_text(club)
    assert opened_for(club, 2) == []
    await club.world.forbid_bot()
    await club.world.env.settle()
    assert len(opened_for(club, 2)) == 1
    assert "Open tables" not in (await board(club)).buttons()


async def test_message_without_its_thread_is_deleted(club: Club) -> None:
    """The thread is retried for hours, and Discord deduplicates a message only for minutes."""
    await a_party_that_grows(club)
    making = "/channels/*/messages/*/threads"
    club.world.env.inject_error("POST", making, status=400, code=160006, times=None)
    await play_tables(club)
    assert "too many open threads" in await board_text(club)
    await club.world.env.advance_time(HOUR)
    assert opened_for(club, 2) == []
    club.world.end_trouble()
    await press(club, "Bob", "Open tables")
    assert len(opened_for(club, 2)) == 1
    assert (await evening(club)).tables[1].table_id is not None


async def a_party_that_grows(club: Club) -> None:
    """Start a party of four, which needs a second table in its second round."""
    await night(club, "Ann", "progressive", rounds=2, deals=1)
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    for name in EIGHT[4:]:
        await press(club, name, "Join")


def opened_for(club: Club, table: int) -> list[Seen]:
    """The channel's messages that carry a table's thread, or were posted to carry one."""
    return [seen for seen in club.messages() if seen.text() == f"### Table {table}"]


async def test_cancelled_evening_promises_no_scores(club: Club) -> None:
    await night(club, "Ann", "progressive")
    assert "Scores come with the end of the round" in (await night(club, "Bob", "board")).text
    await press(club, "Ann", "Call it off")
    assert "ended before anything was scored" in (await night(club, "Bob", "board")).text


async def test_evening_thread_opens_no_second_evening(club: Club) -> None:
    """`/night leave` there means the evening of the thread."""
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    [thread] = club.world.channel.threads
    refused = Reply(club.world, await club["Ivy"].actor.slash(thread, "night new", kind="rotating"))
    assert "already has an evening" in refused.sentence
    left = Reply(club.world, await club["Bob"].actor.slash(thread, "night leave"))
    assert "You keep your score" in left.sentence


async def test_deleted_thread_gets_its_table_again(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    for name in EIGHT[1:4]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    [first] = (await evening(club)).tables
    assert first.channel_id is not None
    club.world.env.backend.delete_channel(first.channel_id)
    await club.world.env.settle()
    [again] = (await evening(club)).tables
    assert again.table_id not in {None, first.table_id}
    assert again.channel_id != first.channel_id
    await play_tables(club)
    assert "🏆" in await board_text(club)


async def test_host_scores_stuck_table_and_ends_evening(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=3, deals=1)
    for name in EIGHT[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    assert "Only" in (await night(club, "Bob", "score", table=1)).sentence
    assert "is scored as it stands" in (await night(club, "Ann", "score", table=1)).sentence
    assert "no such table" in (await night(club, "Ann", "score", table=9)).sentence
    assert "ends with this round" in (await press(club, "Ann", "End after this round")).sentence
    assert "Only" in (await press(club, "Bob", "Score a table")).sentence
    menu = await press(club, "Ann", "Score a table")
    assert "is scored as it stands" in (await club["Ann"].choose("2", on=menu.seen)).sentence
    assert "The host or a manager ended it" in await board_text(club)


async def test_evening_ends_with_its_channel(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    await press(club, "Bob", "Join")
    await press(club, "Ann", "Start")
    shown = await evening(club)
    await club.world.delete_channel()
    assert (await club.app.evenings.shown(shown.id)).is_over
    assert not club.app.tables.reading.places()


async def test_deleted_board_is_posted_again_once(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=1, deals=1)
    await club.world.delete_as_admin(await board(club))
    club.world.lose_answers(Call.POST_MESSAGE)
    await night(club, "Bob", "join")
    await club.world.env.advance_time(60)
    boards = [seen for seen in club.messages() if "Progressive Rook" in seen.text()]
    assert len(boards) == 1
    assert "2 players" in boards[0].text()


async def test_deleted_board_returns_while_it_explains_unopened_table(
    club: Club,
) -> None:
    await club["Eve"].command("new")
    await night(club, "Ann", "rotating", deals=1)
    await press(club, "Bob", "Join")
    await press(club, "Ann", "Start")
    await club.world.delete_as_admin(await board(club))
    await club.world.env.advance_time(60)
    assert "already has a table" in await board_text(club)


async def test_table_opens_when_other_table_in_channel_closes(club: Club) -> None:
    await club["Eve"].command("new")
    await night(club, "Ann", "rotating", deals=1)
    await press(club, "Bob", "Join")
    await press(club, "Ann", "Start")
    assert "already has a table" in await board_text(club)
    before = len(club.world.env.http_requests)
    assert "trying again" in (await press(club, "Ann", "Open tables")).sentence
    assert "already has a table" in await board_text(club)
    edits = [
        call.path for call in club.world.env.http_requests[before:] if call.path.startswith("/channels/")
    ]
    assert not edits, "it says so already"
    await club["Eve"].command("ask", what="close")
    assert (await evening(club)).tables[0].table_id is not None
    assert "already has a table" not in await board_text(club)


async def test_onlooker_of_evening_table_is_offered_no_seat(club: Club) -> None:
    await night(club, "Ann", "rotating", deals=1)
    for name in THREE[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    ivy, stays = club["Ivy"], "This table belongs to an evening, so its seats stay as they are."
    for _ in range(2):
        watched = (await ivy.typed("table watch")).seen
        assert stays in watched.text()
        assert not watched.buttons()
        for command in ("table wait", "rook sit"):
            assert (await ivy.typed(command)).sentence == stays
        await club.restart()


async def test_last_player_leaving_evening_table_reads_computers_play_on(club: Club) -> None:
    await night(club, "Ann", "rotating", deals=1)
    for name in THREE[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    *others, last = (club[name] for name in THREE)
    for other in others:
        await other.command("leave")
    assert "**Leave**: a computer plays for you." in (await last.press("More")).text
    assert (await last.command("leave")).sentence.startswith("You left, and a computer plays for you.")
    assert "the match waits" not in (await last.typed("table mine")).text


async def test_duplicate_evening_is_refused_without_private_threads(club: Club) -> None:
    news = club.world.guild.create_news_channel("news")
    ann = club["Ann"].actor
    refused = Reply(club.world, await ann.slash(news, "night new", kind="duplicate"))
    assert "in a text channel, not in an announcement channel" in refused.sentence
    opened = Reply(club.world, await ann.slash(news, "night new", kind="progressive"))
    assert "Progressive Rook" in opened.text


async def test_board_says_that_private_threads_are_not_possible_now(club: Club) -> None:
    await night(club, "Ann", "duplicate", rounds=2, deals=1)
    for name in EIGHT[1:]:
        await press(club, name, "Join")
    await press(club, "Ann", "Start")
    club.world.env.backend.edit_channel(club.channel_id, {"type": NEWS})
    await club.world.env.settle()
    await play_tables(club)
    assert "not in an announcement channel" in await board_text(club)


async def test_score_menu_of_one_round_scores_no_later_table(club: Club) -> None:
    await night(club, "Ann", "progressive", rounds=2, deals=1)
    for name in EIGHT[1:]:
        await night(club, name, "join")
    await press(club, "Ann", "Start")
    menu = (await press(club, "Ann", "Score a table")).seen
    await play_tables(club)
    assert (await evening(club)).rounds.number == 2
    late = await club["Ann"].choose("1", on=menu)
    assert late.sentence == "That round is over. *Score a table* lists the tables of this one."
    assert not any(table.is_over for table in (await evening(club)).tables)
    now = (await press(club, "Ann", "Score a table")).seen
    assert (await club["Ann"].choose("1", on=now)).sentence == "Table 1 is scored as it stands."


async def test_delayed_evening_board_is_posted_once_and_current(club: Club) -> None:
    club.world.delay_call(Call.ANSWER)
    await night(club, "Ann", "progressive", rounds=2, deals=1)
    await night(club, "Bob", "join")
    await club.world.let_through()
    [shown] = club.messages()
    assert shown == await board(club)
    assert "2 players" in shown.text()


def boards(club: Club) -> list[Seen]:
    """All public messages of the channel with a button to join an evening."""
    return [seen for seen in club.messages() if "Join" in seen.buttons()]


async def test_board_that_a_kill_left_unstored_is_deleted_once_it_is_pressed(club: Club) -> None:
    """Bug: after a kill between the reply and its id, a second board was posted, and the first stayed."""
    await night(club, "Ann", "progressive")
    first = await board(club)
    await club.database.write(Statement("UPDATE evenings SET message_id = NULL"))
    await club.restart()
    assert len(boards(club)) == 2

    await club["Bob"].press("Join", on=first)

    left = await board(club)
    assert left.id != first.id
    assert [seen.id for seen in boards(club)] == [left.id]
    assert "2 players" in left.text()


async def test_reply_stays_the_board_though_its_id_could_not_be_stored(club: Club) -> None:
    def is_update(statement: Statement | Insert) -> bool:
        return isinstance(statement, Statement) and statement.sql.lstrip().startswith("UPDATE evenings")

    with club.database.refusing(is_update):
        await night(club, "Ann", "progressive")
    await club.world.env.advance_time(HOUR)

    assert [seen.id for seen in boards(club)] == [(await board(club)).id]
