"""However many hands need a refresh, presses are answered in between, and asked players come first."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from cogs.hand.refreshes import TURNS, HandRefreshes, Viewer, Wanted

TABLE = 1
CROWD = [Viewer(7, user_id) for user_id in range(50)]


class Shown:
    """Hand refreshes with an instant display that records the order of the hands."""

    def __init__(self) -> None:
        self.order: list[Viewer] = []
        self.of_turn: list[int] = []
        self.refreshes = HandRefreshes(self._show, 60, lambda: None)

    async def all_of(self, people: list[Viewer]) -> None:
        """Record how many hands are shown in each turn of the event loop, until all are shown."""
        while len(self.order) < len(people):
            before = len(self.order)
            await asyncio.sleep(0)
            self.of_turn.append(len(self.order) - before)

    async def _show(self, viewer: Viewer, table_id: int, wanted: Wanted) -> bool:
        self.order.append(viewer)
        return True


async def test_event_loop_handles_presses_between_two_hands() -> None:
    shown = Shown()
    for viewer in CROWD:
        shown.refreshes.request(viewer, TABLE, Wanted(1))
    await shown.all_of(CROWD)
    assert shown.order == CROWD
    assert max(shown.of_turn) == 1
    assert len(shown.of_turn) >= TURNS * (len(CROWD) - 1)


async def test_asked_player_is_shown_first_even_if_already_waiting() -> None:
    shown = Shown()
    for viewer in CROWD:
        shown.refreshes.request(viewer, TABLE, Wanted(1))
    await asyncio.sleep(0)
    shown.refreshes.request(CROWD[40], TABLE, Wanted(2, is_asked=True))
    asked = Viewer(7, 99)
    shown.refreshes.request(asked, TABLE, Wanted(2, is_asked=True))
    await shown.all_of([*CROWD, asked])
    assert {asked, CROWD[40]} <= set(shown.order[:4])
    assert len(shown.order) == len({*CROWD, asked})


async def test_close_without_time_leaves_no_task_waiting() -> None:
    shown = Shown()
    for viewer in CROWD:
        shown.refreshes.request(viewer, TABLE, Wanted(1))
    await shown.all_of(CROWD[:2])
    await shown.refreshes.close(0, is_over=False)
    await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})
    assert len(shown.order) < len(CROWD)


async def test_close_for_the_next_process_begins_no_refresh() -> None:
    shown = Shown()
    for viewer in CROWD:
        shown.refreshes.request(viewer, TABLE, Wanted(1))
    await shown.refreshes.close(1, is_over=True)
    assert shown.order == []


async def test_hand_shown_by_a_press_is_not_redrawn() -> None:
    shown = Shown()
    for viewer in CROWD[:3]:
        shown.refreshes.request(viewer, TABLE, Wanted(1))
    shown.refreshes.mark_shown(CROWD[1], TABLE, Wanted(1))
    await shown.all_of(CROWD[:2])
    assert shown.order == [CROWD[0], CROWD[2]]


async def test_hand_shown_by_one_of_two_presses_is_shown_again() -> None:
    shown, viewer = Shown(), CROWD[0]
    press: Any = SimpleNamespace(channel_id=viewer.channel_id, user=SimpleNamespace(id=viewer.user_id))
    with shown.refreshes.answering(press):
        shown.refreshes.request(viewer, TABLE, Wanted(2))  # the first answer was drawn before that
        with shown.refreshes.answering(press):
            shown.refreshes.mark_shown(viewer, TABLE, Wanted(2, at_bottom=True))
    await asyncio.wait_for(shown.all_of([viewer]), 5)
    assert shown.order == [viewer]
