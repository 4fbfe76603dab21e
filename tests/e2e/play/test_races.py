"""Races on Discord: the order is that of the presses at Discord, not of their arrival."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.core.decisions import ChooseCard
from tests.e2e.players import Club, Player, a_club, controls
from tests.e2e.worlds import Call, Seen, all_at_once

CROWD = [f"Guest {number}" for number in range(1, 21)]


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[Club]:
    async with a_club(tmp_path, people=CROWD) as club:
        yield club


async def play_asked_card(club: Club) -> list[Player]:
    """Let the asked player play a card; returns the others, who may doubt it now."""
    player = club.asked
    assert isinstance(player.decision, ChooseCard)
    await player.move(str(next(iter(player.decision.cards))))
    return [other for other in club.seated if other is not player]


async def a_window(club: Club, seats: int = 4) -> list[Player]:
    """A card is played in I Doubt It among users; returns those who may doubt it."""
    host, *guests = club.everyone
    await host.command("new", game="doubt_old", seats=seats)
    for guest in guests[: seats - 1]:
        await guest.command("sit")
    await host.command("start")
    return await play_asked_card(club)


async def call_of(club: Club, seen: Seen | None = None) -> str:
    """The custom id of the button to doubt with, which comes before the one that lets the card pass."""
    call, _ = [
        control for control in controls(seen or await club.table_message()) if ":call:" in control.custom_id
    ]
    return call.custom_id


async def pass_of(club: Club) -> str:
    _, let_pass = [
        control for control in controls(await club.table_message()) if ":call:" in control.custom_id
    ]
    return let_pass.custom_id


def doubter(club: Club) -> str:
    """The player who doubted first, as the table shows."""
    view = club.table.match.table_view()
    assert view is not None
    texts = (club.table.match.game.words.event(event) for event in reversed(view.news))
    said = next(text for text in texts if "doubts" in text)
    return club.seated[int(said[1])].name


async def test_earlier_call_wins_even_if_it_arrives_last(club: Club) -> None:
    late, early, third = await a_window(club)
    seen, call = await club.table_message(), await call_of(club)
    await club.world.press(late.actor, seen, call, late_by=10)
    await club.world.press(early.actor, seen, call, late_by=900)
    await third.press_id(await pass_of(club))

    assert doubter(club) == early.name


async def test_one_of_twenty_simultaneous_presses_wins_and_all_are_answered(crowd: Club) -> None:
    callers = await a_window(crowd, seats=8)
    seen, call = await crowd.table_message(), await call_of(crowd)
    delays = {player: 10 + 37 * (place % 11) for place, player in enumerate(crowd.everyone)}
    results = await all_at_once(
        *(crowd.world.press(player.actor, seen, call, late_by=delays[player]) for player in crowd.everyone)
    )

    assert len(results) == 20
    first = max(delays[player] for player in callers)
    assert delays[next(player for player in callers if player.name == doubter(crowd))] == first
    log = (await crowd.snapshot()).log
    shouts = [entry.user_id for entry in log if entry.action.startswith("shout")]
    assert sorted(user for user in shouts if user) == sorted(player.id for player in callers)


async def test_call_after_the_window_changes_no_result(club: Club) -> None:
    callers = await a_window(club)
    seen, call = await club.table_message(), await call_of(club)
    for player in callers:
        await player.press_id(await pass_of(club))
    before = await club.snapshot()
    reply = await callers[0].press_id(call, on=seen)

    assert "too late" in reply.text
    assert await club.snapshot() == before


async def test_press_for_one_card_never_counts_for_next(club: Club) -> None:
    callers = await a_window(club)
    seen, call = await club.table_message(), await call_of(club)
    for player in callers:
        await player.press_id(await pass_of(club))
    again = await play_asked_card(club)
    caller = next(player for player in again if player in callers)
    reply = await caller.press_id(call, on=seen)

    assert "too late" in reply.text
    assert club.table.match.table_view().calls  # type: ignore[union-attr]


async def test_clock_closes_the_window(club: Club) -> None:
    caller, _, _ = await a_window(club)
    await caller.press_id(await call_of(club))
    await club.world.env.advance_time(6)

    assert doubter(club) == caller.name


async def test_buttons_of_open_window_work_after_restart(club: Club) -> None:
    late, early, third = await a_window(club)
    seen, call = await club.table_message(), await call_of(club)
    await club.world.press(early.actor, seen, call, late_by=900)
    await club.restart()
    await club.world.press(late.actor, seen, call, late_by=10)
    await third.press_id(await pass_of(club))

    assert doubter(club) == early.name


@pytest.mark.parametrize("viewer", ["the table", "a hand"])
async def test_panels_are_equal_for_right_and_wrong_doubt(tmp_path: Path, viewer: str) -> None:
    panels = []
    for truth in (True, False):
        folder = tmp_path / str(truth)
        folder.mkdir()
        async with a_club(folder) as club:
            caller = await a_window_after(club, truth=truth)
            await caller.command("hand")
            seen = caller.hand() if viewer == "a hand" else await club.table_message()
            panels.append((seen.text(), [control.label for control in controls(seen)]))
    assert panels[0] == panels[1]


async def a_window_after(club: Club, *, truth: bool) -> Player:
    """Play until a player can tell the truth or lie, and let them; returns the next player."""
    callers = await a_window(club)
    number = 1
    while True:
        for player in callers:
            await player.press_id(await pass_of(club))
        number = number % 14 + 1
        player = club.asked
        true = [card for card in player.view.hand if card.rank == number]
        false = [card for card in player.view.hand if card.rank != number]
        card = (true if truth and true else false)[0]
        await player.move(str(card))
        callers = [other for other in club.seated if other is not player]
        if true:
            return callers[0]


async def test_late_answer_leaves_no_lobby_over_a_match(club: Club) -> None:
    await club["Ann"].command("new")
    lobby = await club.table_message()
    club.world.delay_call(Call.ANSWER)
    await club["Ann"].press("Fill with computers", on=lobby)
    await club["Ann"].command("start")
    await club.world.let_through()
    shown = await club.table_message()
    assert "Deal 1" in shown.text()
    assert "Start" not in shown.buttons()


async def test_delayed_table_is_posted_once_and_current(club: Club) -> None:
    club.world.delay_call(Call.ANSWER)
    await club["Ann"].command("new")
    await club["Bob"].command("sit")
    await club.world.let_through()
    [shown] = club.messages()
    assert "2. **Bob**" in shown.text()
    assert shown == await club.table_message()


async def test_table_closed_before_it_is_shown_says_so(club: Club) -> None:
    club.world.delay_call(Call.ANSWER)
    await club["Ann"].command("new")
    await club["Ann"].command("ask", what="close")
    await club.world.let_through()
    assert [seen.text().splitlines()[1:] for seen in club.messages()] == [
        ["The host closed this table before the match.", "`/rook new` opens another."]
    ]
    assert not any(seen.buttons() for seen in club.messages())
