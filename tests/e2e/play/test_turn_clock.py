"""The turn clock, and people who leave, come back and end a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.models.stored import Status
from bot.table.store.results import ResultStore
from bot.table.store.tables import TableStore
from tests.e2e.players import Club, a_club, controls
from tests.e2e.worlds import Call, Seen

REMINDER, LIMIT, PACE = 60, 180, 30


@pytest.fixture
async def slow(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, pace=PACE, remind_after=REMINDER, turn_limit=LIMIT) as club:
        await club.begin()
        yield club


def reminders(club: Club) -> list[Seen]:
    return [seen for seen in club.messages() if "Your turn:" in seen.text()]


async def wait(club: Club, seconds: float) -> None:
    await club.world.env.advance_time(seconds)


async def hears(club: Club, event: str) -> None:
    """Let the bot be told what became of its connection to Discord."""
    with club.world.as_bot():
        club.world.env.bot.dispatch(event)
    await wait(club, 1)


async def test_whoever_keeps_the_table_waiting_is_mentioned_once(slow: Club) -> None:
    await wait(slow, REMINDER - 1)
    assert not reminders(slow)
    await wait(slow, 2)
    (reminder,) = reminders(slow)
    mentioned = [user["id"] for user in reminder.payload["mentions"]]
    assert mentioned == [str(slow.asked.id)]
    assert f"<@{slow.asked.id}>" in reminder.text()
    await wait(slow, LIMIT - REMINDER - 10)
    assert [seen.id for seen in reminders(slow)] == [reminder.id]


async def test_nothing_moves_and_nobody_is_reminded_while_discord_is_out_of_reach(slow: Club) -> None:
    await hears(slow, "disconnect")
    await wait(slow, 10 * LIMIT)
    assert not reminders(slow)
    assert not slow.table.record.seats[slow.asked.seat].is_away
    await hears(slow, "resumed")
    await wait(slow, LIMIT + 1)
    assert any(seat.is_away for seat in slow.table.record.seats)


async def test_the_reminder_goes_when_the_turn_passes_and_the_next_one_gets_an_own(slow: Club) -> None:
    first = slow.asked
    await wait(slow, REMINDER + 1)
    await first.press_hand("70")
    assert not reminders(slow)
    await wait(slow, REMINDER + 1)
    (reminder,) = reminders(slow)
    assert f"<@{slow.asked.id}>" in reminder.text()
    assert f"<@{first.id}>" not in reminder.text()


async def test_comings_and_goings_of_others_neither_repeat_nor_remove_the_reminder(slow: Club) -> None:
    await wait(slow, REMINDER + 1)
    (reminder,) = reminders(slow)
    other = slow.others(slow.asked)[0]
    await other.command("leave")
    await wait(slow, 5)
    await other.press("My hand")
    await wait(slow, 5)
    assert [seen.id for seen in reminders(slow)] == [reminder.id]


async def test_a_reminder_overtaken_by_the_answer_is_not_left_behind(slow: Club) -> None:
    await wait(slow, REMINDER - 0.5)
    slow.world.make_fail(Call.DELETE_MESSAGE)
    await wait(slow, 1)
    await slow.asked.press_hand("70")  # the reminder cannot be removed: the game goes on
    await wait(slow, REMINDER + 1)
    (reminder,) = reminders(slow)  # the old one has gone meanwhile
    assert f"<@{slow.asked.id}>" in reminder.text()
    await slow.asked.press_hand("Pass")
    assert not reminders(slow)


@pytest.mark.parametrize(
    ("game", "how"), [("donkey", "press *My hand*"), ("panjandrum_1988", "buttons on the table")]
)
async def test_a_reminder_says_where_the_answer_is_given(tmp_path: Path, game: str, how: str) -> None:
    async with a_club(tmp_path, remind_after=REMINDER) as club:
        await club.sit_down(game=game)
        await club.everyone[0].press("Start")
        await wait(club, REMINDER + 1)
        (reminder,) = reminders(club)
        assert how in reminder.text()


async def test_without_a_turn_limit_people_are_reminded_and_nobody_stands_in(tmp_path: Path) -> None:
    async with a_club(tmp_path, remind_after=REMINDER, turn_limit=0) as club:
        await club.begin()
        await wait(club, REMINDER + 1)
        assert len(reminders(club)) == 1
        await wait(club, 10 * LIMIT)
        assert len(reminders(club)) == 1
        await club.wake()
        assert not any(who.is_away for who in club.table.record.seats)


async def test_after_the_limit_a_computer_plays_until_my_hand_takes_the_seat_back(slow: Club) -> None:
    player = slow.asked
    seat, revision = player.seat, slow.table.revision
    await wait(slow, LIMIT + 1)
    assert slow.table.record.seats[seat].is_away
    assert "(away)" in (await slow.table_message()).text()
    assert not reminders(slow)
    await wait(slow, PACE + 1)
    log = await TableStore(slow.database).log(slow.table.record.id)
    assert log[-1].revision > revision
    assert log[-1].user_id is None
    assert log[-1].seat == seat
    await player.press("My hand")
    assert not slow.table.record.seats[seat].is_away
    assert "(away)" not in (await slow.table_message()).text()


async def test_who_comes_back_before_the_computer_has_answered_goes_on_with_what_is_left(slow: Club) -> None:
    player = slow.asked
    await wait(slow, LIMIT + 1)
    await player.press("My hand")
    await wait(slow, LIMIT / 6 - 2)
    assert slow.asked is player
    assert not slow.table.record.seats[player.seat].is_away
    assert not reminders(slow)
    await player.press_hand("70")
    assert slow.asked is not player


async def test_leaving_and_coming_back_keeps_the_others_waiting_for_one_time_bank(slow: Club) -> None:
    """Until now each coming back began a new turn, and three others waited for as long as one liked."""
    cheat, revision = slow.asked, slow.table.record.revision
    log = await TableStore(slow.database).log(slow.table.record.id)
    for _ in range(20):
        await cheat.command("leave")
        await wait(slow, PACE / 3)
        await cheat.press("My hand")
        await wait(slow, PACE / 3)
        if slow.table.record.seats[cheat.seat].is_away:
            break
    await wait(slow, PACE + 1)

    assert slow.table.record.revision > revision
    entry = (await TableStore(slow.database).log(slow.table.record.id))[len(log)]
    assert (entry.seat, entry.user_id) == (cheat.seat, None)
    assert entry.at - log[-1].at <= LIMIT / 6 + LIMIT + 2 * PACE
    hand = await cheat.press("My hand")
    assert "*My hand* takes your seat back in the next deal" in hand.text
    assert "(away until the next deal)" in (await slow.table_message()).text()


async def test_who_left_may_answer_from_the_old_hand_and_is_back(slow: Club) -> None:
    player = slow.asked
    await player.command("leave")
    assert slow.table.record.seats[player.seat].is_away
    refused = await player.command("leave")
    assert "A computer is playing for you" in refused.sentence
    await player.command("bid", points="70")
    assert not slow.table.record.seats[player.seat].is_away
    assert (await TableStore(slow.database).log(slow.table.record.id))[-1].user_id == player.id


async def test_leaving_by_button_and_coming_back_by_my_hand(slow: Club) -> None:
    player = slow.others(slow.asked)[1]
    more = (await player.press("More")).seen
    reply = await player.press("Leave", on=more)
    assert "*My hand* takes your seat back" in reply.sentence
    assert slow.table.record.seats[player.seat].is_away
    await player.press("My hand")
    assert not slow.table.record.seats[player.seat].is_away


async def test_a_match_ends_without_a_winner_when_most_of_those_present_agree(slow: Club) -> None:
    ann, bob, cleo, dan, _ = slow.everyone
    table_id = slow.table.record.id
    await dan.command("leave")
    more = (await ann.press("More")).seen
    noted = await ann.press("End the match", on=more)
    assert "Yes: Ann\nWaiting for: Bob and Cleo" in noted.text
    assert "No: Bob\nWaiting for: Cleo" in (await bob.press("No", on=noted.seen)).text
    over = await cleo.press("Yes", on=noted.seen)
    assert "The match is over, with no winner.\n-# Yes: Ann and Cleo\n-# No: Bob" in over.text
    assert not slow.has_table
    assert "ended by agreement" in (await slow.table_message()).text()
    assert [control.label for control in controls(await slow.table_message())] == ["New table"]
    assert await ResultStore(slow.database).match(table_id) is None
    assert await ResultStore(slow.database).deals(table_id) == []
    await wait(slow, 10 * LIMIT)
    assert not reminders(slow)
    assert all(record.id != table_id for record in await TableStore(slow.database).open_tables())


async def test_whoever_goes_on_with_the_match_is_against_its_end(slow: Club) -> None:
    first, others = slow.asked, slow.others(slow.asked)
    await others[0].command("close")
    await first.press_hand("70")
    assert f"No: {first.name.capitalize()}" in (await others[1].command("close")).text
    assert slow.table.record.status is Status.PLAYING


async def test_a_vote_nobody_answers_ends_in_two_minutes_and_its_message_says_so(slow: Club) -> None:
    ann, *_ = slow.everyone
    noted = await ann.command("close")
    assert "Anyone who hasn't answered <t:" in noted.text
    await wait(slow, 121)
    assert not slow.table.voting.votes
    [message] = [seen for seen in slow.messages() if "The match goes on." in seen.text()]
    assert not list(controls(message))


async def test_the_host_may_leave_the_lobby_and_the_next_one_is_host(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:
        ann, bob, _, _, _ = club.everyone
        await ann.command("new")
        await bob.take_seat(2)
        await ann.press_in_more("Leave")
        assert "**Bob** · host" in (await club.table_message()).text()
        assert "Only the table's host" in (await ann.command("close")).sentence
        await bob.press_in_more("Leave")
        assert not club.has_table
        assert "closed before the match" in (await club.table_message()).text()


async def test_when_all_have_left_the_computers_play_the_match_to_its_end(tmp_path: Path) -> None:
    async with a_club(tmp_path) as club:
        await club.begin(deals=1)
        for player in club.seated:
            await player.command("leave")
        assert not club.has_table
        assert "🏆" in (await club.table_message()).text()
