"""If the answer to a press is lost, its player still learns the result once, and has one hand."""

from __future__ import annotations

import logging
from random import Random

import pytest

from bot.table.store.tables import TableStore
from rules.core.actions import Bid
from tests.e2e.players import HAND, Club, Player
from tests.e2e.secrecy.secrets import check_own_hand, check_screens
from tests.e2e.worlds import Call

BID = "✅ You bid 75."


def hands_of(player: Player) -> list[int]:
    """The private hands on a player's screen."""
    return [seen.id for seen in player.messages() if seen.text().startswith(HAND)]


def told(player: Player) -> int:
    """How many times a player reads the bid."""
    return sum(BID in seen.text() for seen in player.messages())


def is_asked_again(player: Player) -> bool:
    """Whether a player is asked to retry an action that was carried out."""
    return any("try again" in seen.text() or "once more" in seen.text() for seen in player.messages())


async def bid_75(club: Club) -> Player:
    """Let the asked player press 75; the action is stored, even if Discord refuses the answer."""
    player = club.asked
    hand = player.hand()
    await player.press_id(hand.buttons()["75"], on=hand)
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "bid 75"
    return player


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (500, 0), (503, 0), (429, 0)], ids=["replaced", "500", "503", "429"]
)
async def test_unredrawable_hand_is_sent_again_with_the_result(club: Club, status: int, code: int) -> None:
    await club.begin()
    club.world.make_fail(Call.ANSWER, status=status, code=code)
    player = await bid_75(club)
    assert told(player) == 1
    assert len(hands_of(player)) == 1
    assert not is_asked_again(player)
    check_own_hand(player)
    while club.asked is not player:
        await club.asked.move("pass")
    assert told(player) == 0  # it was said once
    check_screens(club)


async def test_unanswerable_press_is_confirmed_in_existing_hand(club: Club) -> None:
    await club.begin()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    player = await bid_75(club)
    assert told(player) == 1
    assert len(hands_of(player)) == 1
    assert not is_asked_again(player)


async def test_unanswerable_press_is_confirmed_in_next_hand(club: Club) -> None:
    await club.begin()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    club.world.make_fail(Call.EDIT_HAND, status=503, times=None)
    player = await bid_75(club)
    assert told(player) == 0
    club.world.end_trouble()
    await player.press("My hand")
    assert told(player) == 1
    await player.press("My hand")
    assert told(player) == 0
    assert len(hands_of(player)) == 1


async def test_answer_with_lost_receipt_is_not_repeated(club: Club) -> None:
    await club.begin()
    club.world.lose_answers(Call.ANSWER)
    player = await bid_75(club)
    assert len(hands_of(player)) == 1
    assert not is_asked_again(player)
    check_own_hand(player)


async def test_unanswerable_bid_command_is_confirmed_too(club: Club) -> None:
    await club.begin()
    player = club.asked
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    await player.move("75")
    assert told(player) == 1
    assert not is_asked_again(player)


async def test_lost_answers_are_logged_and_counted(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.begin()
    caplog.set_level(logging.INFO)
    caplog.clear()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    await bid_75(club)
    await club["Eve"].press("Score sheet")
    assert dict(club.app.delivery.lost_answers.counts) == {"10062": 2}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING or record.exc_info]


async def test_five_presses_on_a_broken_connection_leave_one_hand(club: Club) -> None:
    await club.begin()
    player = club.asked
    for _ in range(5):
        club.world.lose_answers(Call.ANSWER)
        await player.press("My hand")
    assert len(hands_of(player)) == 1
    await player.answer(Bid(75))
    assert len(hands_of(player)) == 1


async def test_old_hand_replaces_newer_one_when_pressed(club: Club) -> None:
    await club.begin()
    player = club.asked
    old = player.hand()
    club.world.make_fail(Call.DELETE_HAND)
    await player.press("My hand")
    assert len(hands_of(player)) == 2
    await player.press_id(old.buttons()["75"], on=old)
    assert hands_of(player) == [old.id]
    random = Random(3)
    await club.asked.answer(club.sensible(club.asked.decision, random))  # type: ignore[arg-type]
    check_screens(club)
