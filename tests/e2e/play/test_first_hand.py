"""The first hand: one command and at most three presses, and no player is left out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Seen


@pytest.fixture
async def reminded(tmp_path: Path) -> AsyncIterator[Club]:
    """Players are mentioned when they are asked."""
    async with a_club(tmp_path, remind_after=60) as club:
        yield club


def calls(club: Club) -> list[Seen]:
    """Messages that call players to their hands."""
    return [seen for seen in club.messages() if "The match has started" in seen.text()]


async def test_one_player_gets_first_hand_by_two_presses(club: Club) -> None:
    ann = club["Ann"]
    await ann.command("new")
    await ann.press("Fill with computers")
    await ann.press("Start")
    assert ann.has_hand()


async def test_two_players_get_first_hands_by_three_presses(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    await bob.take_seat(3)
    await ann.press("Fill with computers")
    await ann.press("Start")
    assert ann.has_hand()
    assert bob.has_hand()
    assert [seen.text() for seen in club.messages()] == [(await club.table_message()).text()]


async def test_player_who_left_the_lobby_gets_no_hand(club: Club) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await ann.command("new")
    await bob.take_seat(3)
    await bob.press_in_more("Leave")
    await ann.press("Fill with computers")
    await ann.press("Start")
    assert not bob.has_hand()


async def test_player_without_sendable_hand_is_mentioned_until_they_look(reminded: Club) -> None:
    ann, bob, cleo = (reminded[name] for name in ("Ann", "Bob", "Cleo"))
    await ann.command("new")
    await bob.take_seat(2)
    await cleo.take_seat(3)
    await reminded.world.let_tokens_expire()
    await cleo.take_seat(4)  # any press by Cleo lets a hand be sent again
    await ann.press("Fill with computers")
    await ann.press("Start")
    [call] = calls(reminded)
    assert [user["id"] for user in call.payload["mentions"]] == [str(bob.id)]
    assert cleo.has_hand()
    assert not bob.has_hand()
    await bob.press("My hand")
    await reminded.world.env.settle()
    player = reminded.asked
    assert player.decision is not None
    await player.answer(next(iter(player.decision.answers())))
    assert not calls(reminded)


async def test_call_to_hands_names_no_forgotten_player(reminded: Club) -> None:
    ann, bob, cleo = (reminded[name] for name in ("Ann", "Bob", "Cleo"))
    await ann.command("new")
    await bob.take_seat(2)
    await cleo.take_seat(3)
    await reminded.world.let_tokens_expire()
    await ann.press("Fill with computers")
    await ann.press("Start")
    [call] = calls(reminded)
    assert str(bob.id) in call.text()
    asked = await bob.ask_to_be_forgotten()
    await bob.press("Forget me", on=asked.seen)
    await reminded.world.env.settle()
    [call] = calls(reminded)
    assert str(bob.id) not in call.text()
    assert str(cleo.id) in call.text()


async def test_one_sit_button_takes_any_seat_without_fixed_partners(club: Club) -> None:
    await club["Ann"].command("new", game="regular_1988", seats=5)
    lobby = await club.table_message()
    await club["Bob"].press("Sit")
    await club["Cleo"].press("Sit", on=lobby)  # the message from before Bob sat down
    assert [who.user_id for who in club.table.record.seats[:3]] == [
        club[name].id for name in ("Ann", "Bob", "Cleo")
    ]
    assert "already" in (await club["Bob"].press("Sit")).sentence
