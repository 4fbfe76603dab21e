"""When hands are shown anew: changes merged, one edit at a time for each person, whoever is asked first.

To draw one takes longer than most of what the event loop does, and the answer to a press takes many turns of
the loop. So one is drawn every few turns, and presses are answered in between, however many hands are wanted.
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
"""Seconds after which a hand Discord could not be given is tried again; the pauses grow."""
LONGEST_PAUSE: Final = 10.0
SOONER: Final = 0.6
"""The part of the usual interval after which whoever is asked something new is shown it."""
TURNS: Final = 6
"""Turns of the event loop for each hand that is drawn."""


class Whose(NamedTuple):
    """One person at the tables of one channel."""

    channel_id: int
    user_id: int


class Wanted(NamedTuple):
    """A hand that is to be shown again, as it is at a revision of its table or later."""

    revision: int
    anew: bool = False
    """Whether in a message of its own, at the bottom of the channel."""
    is_asked: bool = False
    """Whether its owner is asked something that the message does not say yet."""

    def merged(self, later: Wanted) -> Wanted:
        """What is to be shown once this and something later are wanted."""
        return Wanted(later.revision, self.anew or later.anew, self.is_asked or later.is_asked)


Show = Callable[[Whose, int, Wanted], Coroutine[Any, Any, bool]]
"""Shows the hand of a table; False where it is worth another try."""


@dataclass
class _Slot:
    """What is to be shown to one person."""

    wanted: dict[int, Wanted] = field(default_factory=dict)
    """By table: a channel may have had another one just before."""
    answers: int = 0
    """How many of the person's own presses are being answered."""
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
    """Shows hands again, as often as Discord likes and no sooner than their owners' presses are answered."""

    def __init__(self, show: Show, interval: float, merged: Callable[[], None]) -> None:
        """``interval`` is in seconds between two edits of a hand; ``merged`` is told of each one saved."""
        self._show = show
        self._interval = interval
        self._merged = merged
        self._slots: defaultdict[Whose, _Slot] = defaultdict(_Slot)
        self._turns = _Turns()
        self._is_closing = False

    def want(self, whose: Whose, table_id: int, wanted: Wanted) -> None:
        """Have a hand shown again, soon."""
        slot = self._slots[whose]
        before = slot.wanted.get(table_id)
        if before is not None:
            self._merged()
        slot.wanted[table_id] = wanted if before is None else before.merged(wanted)
        if wanted.is_asked:
            self._turns.hurry(whose)
        self._schedule(whose, slot)

    def is_answering(self, whose: Whose) -> bool:
        """Whether a person's own press is being answered."""
        return whose in self._slots and self._slots[whose].answers > 0

    @contextmanager
    def answering(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """While a person's own press is answered, leave that person's hand to the answer.

        What happens after the answer was drawn is shown once it is given.
        """
        whose = Whose(interaction.channel_id or 0, interaction.user.id)
        slot = self._slots[whose]
        slot.answers += 1
        try:
            yield
        finally:
            slot.answers -= 1
            self._schedule(whose, slot)

    def have_shown(self, whose: Whose, table_id: int, shown: Wanted) -> None:
        """Let go of the wish for what is being shown: a hand of a table as it was then or is since.

        While another press of the same person is answered the wish stays: that answer was drawn earlier
        perhaps, and may arrive as the last.
        """
        slot = self._slots.get(whose)
        wanted = None if slot is None else slot.wanted.get(table_id)
        if slot is None or wanted is None or slot.answers > 1:
            return
        if wanted.revision <= shown.revision and (shown.anew or not wanted.anew):
            del slot.wanted[table_id]

    def want_again(self, whose: Whose, table_id: int, wanted: Wanted) -> None:
        """Have a hand shown once more, where nothing newer is wanted."""
        self._slots[whose].wanted.setdefault(table_id, wanted)

    def drop_idle(self) -> None:
        """Forget when hands were last shown of which nothing is wanted."""
        for whose in [whose for whose, slot in self._slots.items() if slot.is_idle]:
            del self._slots[whose]

    async def close(self, patience: float) -> None:
        """Show what is wanted within so many seconds, and stop."""
        self._is_closing = True
        for whose, slot in tuple(self._slots.items()):
            self._schedule(whose, slot)
        at_work = [slot.at_work for slot in self._slots.values() if slot.at_work is not None]
        if at_work:
            await asyncio.wait(at_work, timeout=patience)
        for slot in self._slots.values():
            slot.wanted.clear()
            if slot.at_work is not None:
                slot.at_work.cancel()

    def _schedule(self, whose: Whose, slot: _Slot) -> None:
        if slot.alarm is not None:
            slot.alarm.cancel()
            slot.alarm = None
        if slot.at_work is not None or slot.answers or not slot.wanted:
            return
        loop = asyncio.get_running_loop()
        interval = self._interval * (SOONER if slot.is_asked else 1)
        waited = loop.time() - slot.last_edit
        if 0 <= waited < interval and not self._is_closing:
            slot.alarm = loop.call_later(interval - waited, self._begin, whose, slot)
        else:
            self._begin(whose, slot)

    async def _may_show(self, whose: Whose, slot: _Slot) -> bool:
        """Wait for a turn; whether something is to be shown still, and no press is being answered with it."""
        await self._turns.next(whose, is_asked=slot.is_asked)
        return bool(slot.wanted) and not slot.answers

    def _begin(self, whose: Whose, slot: _Slot) -> None:
        slot.alarm = None
        slot.at_work = asyncio.create_task(self._work(whose, slot))

    async def _work(self, whose: Whose, slot: _Slot) -> None:
        pause = FIRST_PAUSE
        try:
            while await self._may_show(whose, slot):
                table_id, wanted = slot.wanted.popitem()
                slot.last_edit = asyncio.get_running_loop().time()
                if await self._show(whose, table_id, wanted):
                    break
                slot.wanted.setdefault(table_id, wanted)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            slot.at_work = None
            self._schedule(whose, slot)


class _Turns:
    """Lets one hand after the other be drawn, those whose owners are asked something first."""

    def __init__(self) -> None:
        self._asked: dict[Whose, asyncio.Future[None]] = {}
        self._others: dict[Whose, asyncio.Future[None]] = {}
        self._is_giving = False

    async def next(self, whose: Whose, *, is_asked: bool) -> None:
        """Wait for a turn."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        (self._asked if is_asked else self._others)[whose] = turn
        if not self._is_giving:
            self._is_giving = True
            loop.call_soon(self._give)
        await turn

    def hurry(self, whose: Whose) -> None:
        """Somebody who waits is asked something by now."""
        if (turn := self._others.pop(whose, None)) is not None:
            self._asked[whose] = turn

    def _give(self) -> None:
        waiting = self._asked or self._others
        self._is_giving = bool(waiting)
        if not waiting:
            return
        turn = waiting.pop(next(iter(waiting)))
        if not turn.done():  # cancelled
            turn.set_result(None)
        self._pause(TURNS)

    def _pause(self, turns: int) -> None:
        """Give the next turn so many turns of the loop later."""
        if turns:
            asyncio.get_running_loop().call_soon(self._pause, turns - 1)
        else:
            self._give()
