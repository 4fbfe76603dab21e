"""Schedule of hand refreshes: merged, at most one edit per user at a time, players with a question first.

Drawing a hand takes longer than most steps of the event loop, and the answer to a press takes many steps. So
one hand is drawn every ``TURNS`` steps, and presses are answered in between.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import discord

FIRST_PAUSE: Final = 4.5
"""Seconds until the first retry of a failed refresh; each later pause is twice as long."""
LONGEST_PAUSE: Final = 10.0
ASKED_FACTOR: Final = 0.6
"""Factor on the interval for a hand with a new question."""
TURNS: Final = 6
"""Steps of the event loop between two hands drawn."""


class Viewer(NamedTuple):
    """A user in a channel with tables."""

    channel_id: int
    user_id: int


class Wanted(NamedTuple):
    """A requested refresh of a hand, at a revision of its table or later."""

    revision: int
    at_bottom: bool = False
    """Whether to send a new message at the bottom of the channel."""
    is_asked: bool = False
    """Whether its owner has a question that the message does not show yet."""

    def merged(self, later: Wanted) -> Wanted:
        """One refresh for both requests: the later's revision; at the bottom, or asked, if either is."""
        return Wanted(later.revision, self.at_bottom or later.at_bottom, self.is_asked or later.is_asked)


Show = Callable[[Viewer, int, Wanted], Coroutine[Any, Any, bool]]
"""Redraws a user's hand of a table (by id); returns False if it should be tried again."""


@dataclass
class _Slot:
    """Pending refreshes of one user."""

    wanted: dict[int, Wanted] = field(default_factory=dict)
    """By table id: the channel's table before this one may still have a hand message."""
    answers: int = 0
    """Presses of the user that are being answered."""
    alarm: asyncio.TimerHandle | None = None
    at_work: asyncio.Task[None] | None = None
    last_edit: float = float("-inf")

    @property
    def is_asked(self) -> bool:
        return any(wanted.is_asked for wanted in self.wanted.values())

    @property
    def is_idle(self) -> bool:
        return not (self.wanted or self.answers or self.alarm or self.at_work)


class HandRefreshes:
    """Schedules refreshes of hands: rate-limited per user, and never while their press is answered."""

    def __init__(self, show: Show, interval: float, merged: Callable[[], None]) -> None:
        """``interval``: seconds between edits of a hand; ``merged`` is called for each merged request."""
        self._show = show
        self._interval = interval
        self._on_merged = merged
        self._slots: defaultdict[Viewer, _Slot] = defaultdict(_Slot)
        self._turns = _Turns()
        self._is_closing = False

    def request(self, viewer: Viewer, table_id: int, wanted: Wanted) -> None:
        """Request a refresh of a hand; merged with one that is pending."""
        slot = self._slots[viewer]
        before = slot.wanted.get(table_id)
        if before is not None:
            self._on_merged()
        slot.wanted[table_id] = wanted if before is None else before.merged(wanted)
        if wanted.is_asked:
            self._turns.prioritize(viewer)
        self._schedule(viewer, slot)

    def is_answering(self, viewer: Viewer) -> bool:
        """Whether a press of the user is being answered."""
        return viewer in self._slots and self._slots[viewer].answers > 0

    @contextmanager
    def answering(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Hold back refreshes of the presser's hand while the press is answered; pending ones follow."""
        viewer = Viewer(interaction.channel_id or 0, interaction.user.id)
        slot = self._slots[viewer]
        slot.answers += 1
        try:
            yield
        finally:
            slot.answers -= 1
            self._schedule(viewer, slot)

    def mark_shown(self, viewer: Viewer, table_id: int, shown: Wanted) -> None:
        """Drop a pending refresh that the answer being sent satisfies.

        It stays while another press of the same user is answered: that answer may be drawn earlier and arrive
        last.
        """
        slot = self._slots.get(viewer)
        wanted = None if slot is None else slot.wanted.get(table_id)
        if slot is None or wanted is None or slot.answers > 1:
            return
        if wanted.revision <= shown.revision and (shown.at_bottom or not wanted.at_bottom):
            del slot.wanted[table_id]

    def request_again(self, viewer: Viewer, table_id: int, wanted: Wanted) -> None:
        """Request a refresh again, unless a newer one is pending."""
        self._slots[viewer].wanted.setdefault(table_id, wanted)

    def drop_idle(self) -> None:
        """Drop users without pending work, and with them the times of their last edits."""
        for viewer in [viewer for viewer, slot in self._slots.items() if slot.is_idle]:
            del self._slots[viewer]

    async def close(self, seconds: float, *, is_over: bool) -> None:
        """Finish pending refreshes within ``seconds``, cancel the rest, and stop.

        With ``is_over`` only those under way: the next process makes the pending ones.
        """
        self._is_closing = True
        for viewer, slot in tuple(self._slots.items()):
            if is_over:
                slot.wanted.clear()
            self._schedule(viewer, slot)
        at_work = [slot.at_work for slot in self._slots.values() if slot.at_work is not None]
        if at_work:
            await asyncio.wait(at_work, timeout=seconds)
        for slot in self._slots.values():
            slot.wanted.clear()
            if slot.at_work is not None:
                slot.at_work.cancel()

    def _schedule(self, viewer: Viewer, slot: _Slot) -> None:
        if slot.alarm is not None:
            slot.alarm.cancel()
            slot.alarm = None
        if slot.at_work is not None or slot.answers or not slot.wanted:
            return
        loop = asyncio.get_running_loop()
        interval = self._interval * (ASKED_FACTOR if slot.is_asked else 1)
        waited = loop.time() - slot.last_edit
        if 0 <= waited < interval and not self._is_closing:
            slot.alarm = loop.call_later(interval - waited, self._begin, viewer, slot)
        else:
            self._begin(viewer, slot)

    async def _wait_for_turn(self, viewer: Viewer, slot: _Slot) -> bool:
        """Wait for a turn; returns whether a refresh is still pending and no press is being answered."""
        await self._turns.next(viewer, is_asked=slot.is_asked)
        return bool(slot.wanted) and not slot.answers

    def _begin(self, viewer: Viewer, slot: _Slot) -> None:
        slot.alarm = None
        slot.at_work = asyncio.create_task(self._work(viewer, slot))

    async def _work(self, viewer: Viewer, slot: _Slot) -> None:
        pause = FIRST_PAUSE
        try:
            while await self._wait_for_turn(viewer, slot):
                table_id, wanted = slot.wanted.popitem()
                slot.last_edit = asyncio.get_running_loop().time()
                if await self._show(viewer, table_id, wanted):
                    break
                slot.wanted.setdefault(table_id, wanted)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            slot.at_work = None
            self._schedule(viewer, slot)


class _Turns:
    """Queue of users with a hand to draw, those with a new question first."""

    def __init__(self) -> None:
        self._asked: dict[Viewer, asyncio.Future[None]] = {}
        self._others: dict[Viewer, asyncio.Future[None]] = {}
        self._is_giving = False

    async def next(self, viewer: Viewer, *, is_asked: bool) -> None:
        """Wait for the user's turn."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        (self._asked if is_asked else self._others)[viewer] = turn
        if not self._is_giving:
            self._is_giving = True
            loop.call_soon(self._give_turn)
        await turn

    def prioritize(self, viewer: Viewer) -> None:
        """Move a waiting user to the front queue: there is a question for them now."""
        if (turn := self._others.pop(viewer, None)) is not None:
            self._asked[viewer] = turn

    def _give_turn(self) -> None:
        waiting = self._asked or self._others
        self._is_giving = bool(waiting)
        if not waiting:
            return
        turn = waiting.pop(next(iter(waiting)))
        if not turn.done():  # cancelled
            turn.set_result(None)
        self._pause(TURNS)

    def _pause(self, turns: int) -> None:
        """Give the next turn after so many steps of the event loop."""
        if turns:
            asyncio.get_running_loop().call_soon(self._pause, turns - 1)
        else:
            self._give_turn()
