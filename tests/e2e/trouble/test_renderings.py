"""A message never shows an older state after a newer one, even on a slow line with presses in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from tests.e2e.players import Club
from tests.e2e.worlds import Call, Seen


@contextmanager
def history(club: Club, read: Callable[[], str]) -> Iterator[list[str]]:
    """All texts of a message one after another, read after each request that Discord carries out."""
    shown = [read()]
    wire = club.world._wire
    carry_out = wire._dispatch

    def dispatch(*args: Any, **named: Any) -> Any:
        answer = carry_out(*args, **named)
        if (now := read()) != shown[-1]:
            shown.append(now)
        return answer

    wire._dispatch = dispatch
    try:
        yield shown
    finally:
        wire._dispatch = carry_out


def text_of(club: Club, message: Seen, viewer: int | None = None) -> str:
    return next((seen.text() for seen in club.messages(viewer=viewer) if seen.id == message.id), "")


async def sit_down(club: Club, name: str, seat: int, lobby: Seen) -> None:
    """Press the button of a seat, as drawn for the newest state of the lobby."""
    table = club.table
    await club[name].press_id(f"rk1:sit:{table.record.id}:{table.revision}:{seat}", on=lobby)


@pytest.mark.parametrize("held", [Call.EDIT_MESSAGE, Call.ANSWER])
async def test_seat_taken_during_a_lobby_edit_is_never_shown_free(club: Club, held: Call) -> None:
    """In version 2.0 an edit on a slow line showed a taken seat as free again."""
    await club["Ann"].command("new")
    lobby = await club.table_message()
    with history(club, lambda: text_of(club, lobby)) as shown:
        club.world.delay_call(held)
        await sit_down(club, "Bob", 1, lobby)
        await sit_down(club, "Cleo", 2, lobby)
        await club.world.let_through()

    assert "Bob" in shown[-1]
    assert "Cleo" in shown[-1]
    for name in ("Bob", "Cleo"):
        seen = [name in text for text in shown]
        assert seen == sorted(seen), f"{name} stood up again: {shown}"


async def test_simultaneous_vote_presses_are_both_shown(club: Club) -> None:
    await club.begin()
    vote = (await club["Ann"].command("ask", what="deal again")).seen
    with history(club, lambda: text_of(club, vote)) as shown:
        club.world.delay_call(Call.ANSWER)
        await club["Bob"].press("Yes", on=vote)
        await club["Cleo"].press("No", on=vote)
        await club.world.let_through()
    bob = ["Bob" in text.rpartition("Yes")[2] for text in shown]
    assert bob == sorted(bob)


async def test_hand_edited_during_a_press_never_shows_an_older_trick(club: Club) -> None:
    """An edit of a hand under way when its owner pressed arrived after the answer."""
    await club.begin()
    asked = club.asked
    hand = asked.hand()
    revisions = []

    def drawn() -> str:
        now = next((seen for seen in asked.messages() if seen.id == hand.id), None)
        return "" if now is None else now.text()

    assert asked.decision is not None
    with history(club, drawn) as shown:
        club.world.delay_call(Call.EDIT_HAND)
        with club.world.as_bot():
            club.bot.front.screens.hands.refresh(
                await club.app.tables.reading.shown(club.channel_id), [asked.id]
            )
        await club.world.env.settle()
        before = shown[-1]
        await asked.answer(club.sensible(asked.decision, Random(3)))
        await club.world.let_through()
    revisions = [text for text in shown if text != before]
    assert shown[-1] != before
    assert shown == [before, *revisions], "the hand went back to what it showed before the press"


async def test_crossing_pages_of_side_message_show_the_last_pressed(club: Club) -> None:
    await club.begin()
    page = (await club["Ann"].command("help")).seen
    menu = page.menus()[0]
    values = sorted(page.menu_values()[0])
    club.world.delay_call(Call.ANSWER)
    await club["Ann"].press_id(menu, on=page, values=[values[0]])
    await club["Ann"].press_id(menu, on=page, values=[values[1]])
    await club.world.let_through()
    crossed = text_of(club, page, club["Ann"].id)
    await club["Ann"].press_id(menu, on=page, values=[values[1]])
    assert text_of(club, page, club["Ann"].id) == crossed
