"""Discord's trouble: old tokens, missing permissions, deleted messages, failing calls. The game continues."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.models.endings import Ending
from bot.table.store.tables import TableStore
from rules.core.decisions import ChooseCard
from tests.database.samples import stored_tables
from tests.e2e.players import HAND, Club, Player
from tests.e2e.secrecy.secrets import check_own_hand, check_screens
from tests.e2e.worlds import Call

TABLE_RETRY = 6


def calls(club: Club, method: str, path: str) -> int:
    return sum(call.method == method and path in call.path for call in club.world.env.http_requests)


async def one_answer(club: Club) -> Player:
    """Let the asked player answer; the answer is in the log even if the reply fails."""
    player = club.asked
    decision, table = player.decision, club.table
    assert decision is not None
    before = table.revision
    await player.answer(club.sensible(decision, Random(3)))
    assert table.revision > before
    log = await TableStore(club.database).log(table.record.id)
    assert log[-1].revision == table.revision
    return player


# Old tokens -----------------------------------------------------------------------------------------


async def test_hands_with_expired_tokens_return_by_one_press(club: Club) -> None:
    await club.begin()
    await club.world.let_tokens_expire()
    await club.load_tables()
    before = calls(club, "PATCH", "/webhooks/")
    await one_answer(club)
    assert calls(club, "PATCH", "/webhooks/") == before
    player = club.asked
    assert player.hand_buttons() == []  # the hand could not be refreshed
    await player.press("My hand")
    check_own_hand(player)
    await player.answer(club.sensible(player.decision, Random(1)))  # type: ignore[arg-type]
    check_screens(club)


@pytest.mark.parametrize("status_and_code", [(401, 50027), (404, 10015), (403, 50001)])
async def test_refused_token_is_not_retried(club: Club, status_and_code: tuple[int, int]) -> None:
    await club.begin()
    status, code = status_and_code
    club.world.make_fail(Call.EDIT_HAND, status=status, code=code, times=None)
    await one_answer(club)
    refused = club.asked
    assert refused.hand_buttons() == []
    tried = f"/messages/{refused.hand().id}"
    before = calls(club, "PATCH", tried)
    await refused.move("120")  # a new token, of a new hand
    club.world.end_trouble()
    assert calls(club, "PATCH", tried) == before
    check_own_hand(refused)
    await club.play_until(lambda decision: isinstance(decision, ChooseCard))
    check_screens(club)


async def test_outdated_hand_without_token_is_redrawn_by_first_press(club: Club) -> None:
    await club.begin()
    player = club.asked
    old = player.hand()
    await club.world.let_tokens_expire()
    await player.move("75")
    while club.asked is not player:
        await club.asked.move("pass")
    reply = await player.press_id(old.buttons()["80"], on=old)
    assert "moved on" in reply.sentence
    assert "to the nest" in club.world.look_at(reply.messages[0]).text()


# Permissions, deleted messages and channels ---------------------------------------------------------


@pytest.mark.parametrize(
    ("permission", "name"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")]
)
async def test_table_is_not_opened_without_required_permissions(
    club: Club, permission: str, name: str
) -> None:
    await club.world.forbid_bot(**{permission: False})
    refused = await club["Ann"].command("new")
    assert f"I need the permission {name}" in refused.sentence
    assert not club.has_table
    await club.world.forbid_bot()
    await club["Ann"].command("new")
    assert club.has_table


async def test_all_missing_permissions_are_named(club: Club) -> None:
    await club.world.forbid_bot(view_channel=False, send_messages=False)
    refused = await club["Ann"].command("new")
    assert "I need the permissions View Channel and Send Messages in this channel" in refused.sentence


async def test_uneditable_table_message_does_not_stop_the_game(club: Club) -> None:
    await club.begin()
    club.world.make_fail(Call.EDIT_MESSAGE, status=403, code=50001, times=None)
    for _ in range(3):
        await one_answer(club)
    assert "bid 70" not in (await club.table_message()).text().replace("**", "")
    club.world.end_trouble()
    await club.world.env.advance_time(TABLE_RETRY)
    assert "70" in (await club.table_message()).text()


async def test_reopened_locked_thread_shows_its_table_at_once(club: Club) -> None:
    await club.begin()
    for call in (Call.EDIT_MESSAGE, Call.POST_MESSAGE):
        club.world.make_fail(call, status=400, code=50083, times=None)
    for _ in range(3):
        await one_answer(club)
    await club.world.env.advance_time(600)
    club.world.end_trouble()
    tell: Any = club.world.env.bot._connection.parsers["THREAD_UPDATE"]
    with club.world.as_bot():
        tell(opened_thread(club))
    await club.world.env.advance_time(2)
    assert "70" in (await club.table_message()).text()


def opened_thread(club: Club) -> dict[str, Any]:
    """Discord's event for a thread that is no longer archived."""
    return {
        "id": "5",
        "type": 11,
        "name": "rook",
        "owner_id": "1",
        "guild_id": str(club.world.guild.id),
        "parent_id": str(club.world.channel.id),
        "message_count": 1,
        "member_count": 1,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 60,
            "archive_timestamp": "2026-01-01T00:00:00+00:00",
        },
    }


async def test_deleted_table_message_is_posted_again(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    reply = await ann.command("new")
    await club.world.delete_as_admin(reply.seen)
    await bob.command("sit", seat=2)
    assert "Bob" in (await club.table_message()).text()
    await ann.press("Fill with computers")
    await ann.press("Start")
    lost = await club.table_message()
    await club.world.delete_as_admin(lost)
    await club.asked.command("hand")
    await club.asked.answer(club.sensible(club.asked.decision, Random(1)))  # type: ignore[arg-type]
    assert (await club.table_message()).id != lost.id


async def test_deleted_channel_closes_its_table(club: Club) -> None:
    await club.begin()
    await club.world.delete_channel()
    assert not club.has_table
    assert await stored_tables(club.database) == []


async def test_server_that_removes_the_bot_closes_its_tables(club: Club) -> None:
    await club.begin()
    table_id = club.table.record.id
    await club.world.remove_bot()
    assert not club.has_table
    assert await stored_tables(club.database) == []
    ended = await TableStore(club.database).table(table_id)
    assert ended is not None
    assert ended.ended is Ending.NO_SERVER


# Failing calls ----------------------------------------------------------------------------------------

EACH = [call for call in Call if call is not Call.ANY]


@pytest.mark.parametrize("status", [500, 503, 429])
@pytest.mark.parametrize("call", EACH, ids=lambda call: call.name.lower())
async def test_failing_call_loses_no_answer_and_next_press_works(club: Club, call: Call, status: int) -> None:
    await club.begin(deals=2)
    await club.play_until(lambda d: isinstance(d, ChooseCard) and len(d.held) == 1)
    for _ in range(6):  # over the end of a deal, when messages are posted, retired and sent again
        club.world.make_fail(call, status=status)
        await one_answer(club)
        club.world.end_trouble()
        await club.world.env.advance_time(TABLE_RETRY)
        await club.asked.command("hand")
        check_own_hand(club.asked)
        check_screens(club)
    assert (await club.replayed()).seats == (await club.snapshot()).seats
    assert "Deal 2" in (await club.table_message()).text()


async def test_complete_outage_of_discord_keeps_every_answer(club: Club) -> None:
    await club.begin()
    club.world.make_fail(Call.ANY, times=None)
    player = club.asked
    await player.press_id(player.hand().buttons()["70"], on=player.hand())
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "bid 70"
    club.world.end_trouble()
    await club.world.env.advance_time(TABLE_RETRY)
    assert "70" in (await club.table_message()).text()
    await club.asked.press("My hand")
    await club.asked.press_hand("Pass")
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "pass"


async def test_unanswered_hand_is_shown_at_next_press(club: Club) -> None:
    await club.begin()
    player = club.asked
    hand = player.hand()
    club.world.make_fail(Call.ANSWER, times=2)  # the redrawn hand, and the apology
    await player.press_id(hand.buttons()["70"], on=hand)
    club.world.end_trouble()
    reply = await player.press_id(hand.buttons()["75"], on=hand)
    assert "moved on" in reply.sentence
    assert club.world.look_at(reply.messages[0]).text().startswith(HAND)
    assert player.hand_buttons() == []


async def test_unanswered_opening_of_a_table_is_shown_in_channel(club: Club) -> None:
    ann, bob = club.everyone[:2]
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=2)  # the table, and the apology
    await ann.command("new", game="kentucky")
    club.world.end_trouble()
    assert "Ann" in (await club.table_message()).text()
    await bob.take_seat(2)
    assert "Bob" in (await club.table_message()).text()


async def test_lobby_never_shown_is_shown_after_restart(club: Club) -> None:
    ann = club.everyone[0]
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=2)
    club.world.make_fail(Call.POST_MESSAGE, status=403, code=50013, times=None)
    await ann.command("new", game="kentucky")
    club.world.end_trouble()
    await club.restart()
    assert "Ann" in (await club.table_message()).text()
