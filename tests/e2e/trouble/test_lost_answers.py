"""Whatever becomes of the answer to a press, its player learns what was done, once, and has one hand."""

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
    """The private hands on a person's screen."""
    return [seen.id for seen in player.messages() if seen.text().startswith(HAND)]


def told(player: Player) -> int:
    """How often a person reads what was bid."""
    return sum(BID in seen.text() for seen in player.messages())


def asks_again(player: Player) -> bool:
    """Whether a person is asked to try something again that was done."""
    return any("try again" in seen.text() or "once more" in seen.text() for seen in player.messages())


async def bid_75(club: Club) -> Player:
    """Let whoever is asked press 75; the answer is stored, whatever Discord says to it."""
    player = club.asked
    hand = player.hand()
    await player.press_id(hand.buttons()["75"], on=hand)
    assert (await TableStore(club.database).log(club.table.record.id))[-1].action == "bid 75"
    return player


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (500, 0), (503, 0), (429, 0)], ids=["replaced", "500", "503", "429"]
)
async def test_a_hand_that_cannot_be_redrawn_comes_anew_and_says_what_was_done(
    club: Club, status: int, code: int
) -> None:
    await club.begin()
    club.world.make_fail(Call.ANSWER, status=status, code=code)
    player = await bid_75(club)
    assert told(player) == 1
    assert len(hands_of(player)) == 1
    assert not asks_again(player)
    check_own_hand(player)
    while club.asked is not player:
        await club.asked.command("pass")
    assert told(player) == 0  # once
    check_screens(club)


async def test_who_can_not_be_answered_any_more_is_told_in_the_hand_there_is(club: Club) -> None:
    await club.begin()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    player = await bid_75(club)
    assert told(player) == 1
    assert len(hands_of(player)) == 1
    assert not asks_again(player)


async def test_or_in_the_next_one(club: Club) -> None:
    await club.begin()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    club.world.make_fail(Call.EDIT_HAND, status=503, times=None)
    player = await bid_75(club)
    assert told(player) == 0
    club.world.be_well_again()
    await player.press("My hand")
    assert told(player) == 1
    await player.press("My hand")
    assert told(player) == 0
    assert len(hands_of(player)) == 1


async def test_an_answer_of_which_only_the_receipt_was_lost_is_not_given_twice(club: Club) -> None:
    await club.begin()
    club.world.lose_answers(Call.ANSWER)
    player = await bid_75(club)
    assert len(hands_of(player)) == 1
    assert not asks_again(player)
    check_own_hand(player)


async def test_one_who_bids_by_command_is_told_too(club: Club) -> None:
    await club.begin()
    player = club.asked
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    await player.command("bid", points="75")
    assert told(player) == 1
    assert not asks_again(player)


async def test_lost_answers_are_a_line_each_and_counted(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.begin()
    caplog.set_level(logging.INFO)
    caplog.clear()
    club.world.make_fail(Call.ANSWER, status=404, code=10062, times=None)
    await bid_75(club)
    await club["Eve"].press("Score sheet")
    assert dict(club.app.delivery.lost_answers.counts) == {"10062": 2}
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING or record.exc_info]


async def test_my_hand_pressed_five_times_into_a_dying_connection_leaves_one_hand(club: Club) -> None:
    await club.begin()
    player = club.asked
    for _ in range(5):
        club.world.lose_answers(Call.ANSWER)
        await player.press("My hand")
    assert len(hands_of(player)) == 1
    await player.answer(Bid(75))
    assert len(hands_of(player)) == 1


async def test_an_old_hand_ends_the_newer_one_when_it_is_met(club: Club) -> None:
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
