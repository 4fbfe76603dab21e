"""Calls on the table message: silent if they count, a private sentence if they do not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.core.actions import PASS, SHOUT, Shout
from rules.core.decisions import ChooseOption
from tests.e2e.play.other_games import wait_for_the_clock
from tests.e2e.players import Club, a_club, call_of, controls


@pytest.fixture
async def doubting(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann, Bob and Cleo play I Doubt It; a card has just been played, and Dan looks on."""
    async with a_club(tmp_path, people=("Ann", "Bob", "Cleo", "Dan")) as club:
        await club.sit_down(3, game="doubt_old")
        await club.everyone[0].press("Start")
        for player in club.everyone[1:3]:
            await player.press("My hand")
        await play_a_card(club)
        yield club


async def play_a_card(club: Club) -> None:
    player = club.asked
    assert player.decision is not None
    (card, *_) = player.decision.answers()
    await player.answer(card)


async def test_call_is_silent_and_table_shows_who_must_answer(doubting: Club) -> None:
    first, second = [player for player in doubting.seated if isinstance(player.decision, ChooseOption)]
    before = await doubting.snapshot()
    reply = await first.call(PASS)
    assert reply.is_answered
    assert reply.result.followups == []
    assert [message.id for message in reply.messages] == [(await doubting.table_message()).id]
    assert len((await doubting.snapshot()).log) == len(before.log) + 1
    asked = [line for line in (await doubting.table_message()).text().split("\n") if "➤" in line]
    assert [line for line in asked if f"**{second.name.title()}**" in line] == asked
    assert first.hand_buttons() == []
    assert second.hand_buttons() == ["I doubt it", "Believe it"]
    await second.call(SHOUT)
    assert f"{second.name.title()} doubts it" in (await doubting.table_message()).text()


async def test_call_carries_the_time_of_its_press(doubting: Club) -> None:
    first, second = [player for player in doubting.seated if isinstance(player.decision, ChooseOption)]
    await first.call(SHOUT)
    now = doubting.now()
    entry = (await doubting.snapshot()).log[-1]
    assert entry.action == str(Shout(int(entry.action.split()[1])))
    assert abs(int(entry.action.split()[1]) / 1000 - now) < 2
    await second.move("call")
    assert "doubts it" in (await doubting.table_message()).text()


async def test_late_repeated_or_foreign_call_gets_private_sentence(doubting: Club) -> None:
    first, second = [player for player in doubting.seated if isinstance(player.decision, ChooseOption)]
    old = await doubting.table_message()
    early = call_of(old, SHOUT)
    await first.call(PASS)
    before = await doubting.snapshot()
    assert "nothing for you to answer now" in (await first.press_id(early.custom_id, on=old)).sentence
    assert "aren't at" in (await doubting["Dan"].press_id(early.custom_id, on=old)).sentence
    assert await doubting.snapshot() == before
    await second.call(PASS)
    await play_a_card(doubting)
    late = await doubting.snapshot()
    asked = [player for player in doubting.seated if isinstance(player.decision, ChooseOption)]
    for player in doubting.seated:
        sentence = (await player.press_id(early.custom_id, on=old)).sentence
        assert "too late" in sentence if player in asked else sentence
    assert await doubting.snapshot() == late


async def test_expired_window_removes_buttons_from_table_and_hands(doubting: Club) -> None:
    (bystander, *_) = [player for player in doubting.seated if isinstance(player.decision, ChooseOption)]
    assert {"I doubt it", "Believe it"} <= {
        control.label for control in controls(await doubting.table_message())
    }
    await wait_for_the_clock(doubting)
    assert not {"I doubt it", "Believe it"} & {
        control.label for control in controls(await doubting.table_message())
    }
    for player in doubting.seated:
        assert not {"I doubt it", "Believe it"} & set(player.hand_buttons())
    assert bystander.has_hand()


async def test_call_by_command_needs_an_open_window(doubting: Club) -> None:
    await wait_for_the_clock(doubting)
    before = await doubting.snapshot()
    assert "nothing to call" in (await doubting.asked.move("call")).sentence
    other = doubting.others(doubting.asked)[0]
    assert (await other.move("call")).sentence
    assert "aren't at" in (await doubting["Dan"].move("call")).sentence
    assert await doubting.snapshot() == before


async def test_forged_call_or_choice_of_cards_is_refused(doubting: Club) -> None:
    table = doubting.table
    before = await doubting.snapshot()
    for player in doubting.everyone:
        for custom_id in (
            f"rk1:call:1:{table.revision}:deal R5",
            f"rk1:call:1:{table.revision}:play R5 R6",
            "rk1:call:1:zzzzzz:shout 1",
            "rk1:call:9:1:shout",
            "rk1:group:1:1:R5 !!",
        ):
            reply = await player.press_id(custom_id)
            assert reply.sentence
        assert (await player.press_id("rk1s:group:1:1:R5 zz", values=("R5",))).sentence
    assert await doubting.snapshot() == before
