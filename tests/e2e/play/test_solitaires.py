"""Solitaires: in the channel, in private, and never lost by an accidental press."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.codes import encode
from rules.core.actions import Say
from tests.cards_read import cards_in
from tests.e2e.play.other_games import wait_for_the_clock
from tests.e2e.players import Club, a_club

MORE_RULES = -1
"""The last menu of the main questions."""


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Club]:
    """Ann plays alone, and Bob looks on."""
    async with a_club(tmp_path, people=("Ann", "Bob")) as club:
        yield club


async def test_solitaire_without_hidden_cards_sends_no_hand(pair: Club) -> None:
    ann = pair["Ann"]
    await ann.command("new", game="clock", seats=1)
    begun = await ann.press("Start")
    assert begun.sentence == "The match has started."
    assert not ann.has_hand()
    await pair.world.env.advance_time(5)
    assert "1 o'clock" in (await pair.table_message()).text()


async def test_private_clock_solitaire_is_played_in_own_message(pair: Club) -> None:
    ann = pair["Ann"]
    await ann.command("new", game=encode("clock", {"private": True}), seats=1)
    await ann.press("Start")
    assert ann.hand_buttons() == ["Turn", "Turn all"]
    for _ in range(3):
        await ann.answer(Say("turn"))
    assert "o'clock" in ann.hand().text()
    assert cards_in(ann.hand().text())
    assert not cards_in((await pair.table_message()).text())
    assert "3 of 56" in (await pair.table_message()).text()
    await ann.press("My hand")
    await ann.answer(Say("all"))
    assert not pair.has_table


async def test_giving_up_is_confirmed_first(pair: Club) -> None:
    ann = pair["Ann"]
    await ann.command("new", game="old_solitaire", seats=1)
    await ann.press("Start")
    before = await pair.snapshot()
    await ann.press_hand("Give up")
    assert "**Give up?** You can't take it back." in ann.hand().text()
    assert ann.hand_buttons() == ["Give up", "Choose again"]
    assert await pair.snapshot() == before
    await ann.press_hand("Choose again")
    assert "Take back" not in ann.hand_buttons()
    await ann.answer(Say("quit"))
    assert not pair.has_table


@pytest.mark.parametrize("game", ["old_solitaire", "new_solitaire", "clock"])
async def test_solitaire_waits_for_the_player_who_left_it(pair: Club, game: str) -> None:
    """Bug: a computer played on, and even solved it in the name of the player, who read that it waits."""
    ann = pair["Ann"]
    await ann.command("new", game=game, seats=1)
    await ann.press("Start")
    before = pair.table.match.table_view()
    assert "the match waits" in (await ann.command("leave")).sentence
    await pair.world.env.advance_time(60)
    assert "Everyone has left, so the match waits." in (await pair.table_message()).text()
    assert pair.table.match.table_view() == before
    await ann.press("My hand")
    assert "Everyone has left" not in (await pair.table_message()).text()


async def test_deal_is_played_again_by_its_number(pair: Club) -> None:
    ann = pair["Ann"]
    await ann.command("new", game="clock", seats=1)
    await ann.press("Start")
    while pair.has_table:
        await wait_for_the_clock(pair)
    first = (await pair.table_message()).text()
    told = re.search(r"deal number (\d+)\. To play it again, set it in \*Set up\*, page \*Deck\*\.", first)
    assert told is not None

    again = encode("clock", {"turning": "button", "deal_number": int(told[1])})
    await ann.command("new", game=again, seats=1)
    await ann.press("Start")
    await ann.call(Say("all"))
    home = re.compile(r"\d+ of 56 cards home")
    assert home.findall((await pair.table_message()).text()) == home.findall(first) != []


async def test_other_deal_number_is_typed_into_empty_field(pair: Club) -> None:
    ann = pair["Ann"]
    await ann.command("new", game="old_solitaire", seats=1)
    panel = await ann.typed("table setup")
    panel = await ann.choose("Deck", on=panel.seen, menu=MORE_RULES)
    panel = await ann.choose("deal_number", on=panel.seen, menu=1)
    shown = await ann.press("Another value …", on=panel.seen)
    assert "'value': 'None'" not in str(shown.result.modal)
    await ann.submit(shown, "483112")
    assert pair.table.match.game.changes() == {"deal_number": 483_112}
