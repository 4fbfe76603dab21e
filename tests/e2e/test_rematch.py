"""A rematch by the buttons of the result: one press each, and it begins."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.store.stored import Status
from tests.e2e.players import Club, a_club
from tests.e2e.worlds import Seen, all_at_once


async def play_out(club: Club) -> Seen:
    """Play the match to its end; returns the message that tells its result."""
    random = Random(5)
    while club.has_table:
        decision = club.asked.decision
        assert decision is not None
        await club.asked.answer(club.sensible(decision, random))
    return await club.table_message()


async def test_four_press_rematch_and_the_match_begins_with_the_last_one(club: Club) -> None:
    await club.begin(deals=1)
    over = await play_out(club)
    ann, bob, cleo, dan, eve = club.everyone
    assert "series" not in over.text()

    refused = await eve.press("Rematch", on=over)
    assert refused.sentence == "You didn't play in that match. `/rook new` opens a table of your own."
    await bob.press("Rematch", on=over)
    lobby = await club.table_message()
    assert "*kept for Ann*" in lobby.text()
    assert "Rematch: waiting for Ann, Cleo and Dan." in lobby.text()
    assert (await eve.take_seat(1)).sentence.startswith("That seat is kept for Ann.")
    assert (await bob.press("Rematch", on=over)).sentence.startswith("You're in already.")
    await club.restart()
    assert (await ann.press("Rematch", on=over)).sentence.startswith("You're in. Rematch: waiting for")
    await cleo.take_seat(3)
    await dan.press("Rematch", on=over)
    assert dan.has_hand()
    assert club.seated == [ann, bob, cleo, dan]

    for player in (ann, bob, cleo):
        await player.press("My hand")
    text = (await play_out(club)).text()
    assert "the series 2–0." in text or "The series is tied 1–1." in text


async def test_alone_with_computers_one_press_plays_again(tmp_path: Path) -> None:
    async with a_club(tmp_path, people=("Ann", "Eve")) as club:
        ann = club["Ann"]
        await club.begin_with_computers(deals=1)
        await play_out(club)
        await ann.press("Rematch")
        assert club.has_table
        assert ann.hand().text()


async def test_a_rematch_says_which_table_has_the_channel(club: Club) -> None:
    await club.begin(deals=1)
    over = await play_out(club)
    await club["Eve"].command("new")
    refused = await club["Ann"].press("Rematch", on=over)
    assert refused.sentence.startswith("This channel already has a table: https://")


@pytest.mark.parametrize("number", [2, 4])
async def test_all_who_press_rematch_at_the_same_moment_are_in(club: Club, number: int) -> None:
    if number == 4:
        await club.begin(deals=1)
    else:
        await club.sit_down(2, game="tennessee", deals=1)
        await club["Ann"].press("Start")
        await club["Bob"].press("My hand")
    players, over = club.seated, await play_out(club)
    rematch = over.buttons()["Rematch"]
    await all_at_once(*(club.world.press(one.actor, over, rematch) for one in players))

    assert club.seated == players
    assert club.table.record.status is Status.PLAYING
    public = [seen for seen in club.messages() if seen.id != over.id]
    assert [seen.id for seen in public] == [(await club.table_message()).id]
    assert all(one.has_hand() for one in players)
