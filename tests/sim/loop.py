"""An event loop with virtual time: when nothing is ready, time jumps to the next timer. Nothing waits.

Every callback belongs to an owner, by its context: the bot's process, or the world around it. What a
dead owner has left on the loop is never run.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncGenerator, Callable
from contextvars import Context, ContextVar, copy_context
from functools import partial
from typing import Any, Final, Protocol

from tests.sim.threads import SimThread

SPINNING: Final = 100_000
"""Callbacks at one moment of virtual time after which nothing will come of it any more."""

IN_THREADS: Final = 0.002
"""Seconds until a thread begins."""


class Owner(Protocol):
    """Whose callbacks run on the loop."""

    is_dead: bool
    """Whether nothing of it may run any more."""

    def may_run(self) -> bool:
        """Whether the next callback is run; said of each one."""
        ...

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Know of a task of one's own."""
        ...

    def adopt_thread(self, thread: SimThread) -> None:
        """Know of a thread of one's own."""
        ...


OWNER: Final[ContextVar[Owner | None]] = ContextVar("owner", default=None)
"""Whose code is running; None for the world's."""


class _Handle(asyncio.Handle):
    """A callback on the loop. There are so many of them that the usual care for debugging is left out."""

    __slots__ = ()

    def __init__(
        self,
        callback: Callable[..., Any],
        args: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
    ) -> None:
        self._context = copy_context() if context is None else context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = None
        self._source_traceback = None


class _Timer(_Handle, asyncio.TimerHandle):
    """The same at a moment of virtual time."""

    __slots__ = ()

    def __init__(
        self,
        when: float,
        callback: Callable[..., Any],
        args: tuple[Any, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
    ) -> None:
        super().__init__(callback, args, loop, context)
        self._when = when
        self._scheduled = False


class VirtualLoop(asyncio.BaseEventLoop):
    """A loop without selector, clock and threads of its own, on which the same code does the same things."""

    def __init__(self) -> None:
        super().__init__()
        self.callbacks = 0
        """How many have been run."""
        self._now = 0.0
        self._at_this_moment = 0
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        """A heap: of those for one moment the one that was set first comes first."""
        self._timers_set = 0
        self._owners: dict[int, Owner | None] = {}
        """Of asynchronous generators, by their numbers: one that ends knows no weak references any more."""

    def time(self) -> float:
        """Seconds of virtual time."""
        return self._now

    def create_task(self, coro: Any, *, context: Context | None = None, **named: Any) -> asyncio.Task[Any]:
        """Make a task, and tell its owner."""
        task: asyncio.Task[Any] = super().create_task(coro, context=context, **named)
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is not None:
            owner.adopt(task)
        return task

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As any loop's, without looking whether it is closed, or whose thread this is."""
        handle = _Handle(callback, args, self, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As any loop's, in virtual time."""
        return self.call_at(self._now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """As any loop's, in virtual time."""
        timer = _Timer(when, callback, args, self, context)
        self._timers_set += 1
        heapq.heappush(self._timers, (when, self._timers_set, timer))
        return timer

    def call_soon_threadsafe(self, callback: Callable[..., Any], *args: Any, **named: Any) -> asyncio.Handle:  # type: ignore[override]
        """As ``call_soon``: there are no threads."""
        return self.call_soon(callback, *args, **named)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Run something in a thread that takes turns with the loop."""
        thread = SimThread(self, partial(func, *args))
        owner = OWNER.get()
        if owner is not None:
            owner.adopt_thread(thread)
        self.call_later(IN_THREADS, thread.go_on)
        return thread.result

    def _run_once(self) -> None:
        """Run what is ready, or go on to the next timer."""
        ready: Any = self._ready  # type: ignore[attr-defined]
        if not ready:
            self._go_on()
        while ready and not self._stopping:  # type: ignore[attr-defined]
            self._at_this_moment += 1
            if self._at_this_moment > SPINNING:
                raise RuntimeError("the loop spins: virtual time stands still")
            handle = ready.popleft()
            owner = handle._context.get(OWNER)
            if not handle._cancelled and (owner is None or owner.may_run()):
                self.callbacks += 1
                handle._run()

    def _asyncgen_firstiter_hook(self, agen: AsyncGenerator[Any, Any]) -> None:
        self._owners[id(agen)] = OWNER.get()
        super()._asyncgen_firstiter_hook(agen)  # type: ignore[misc]

    def _asyncgen_finalizer_hook(self, agen: AsyncGenerator[Any, Any]) -> None:
        """Close a generator, unless it went with its owner."""
        owner = self._owners.get(id(agen))
        if owner is None or not owner.is_dead:
            super()._asyncgen_finalizer_hook(agen)  # type: ignore[misc]

    def _go_on(self) -> None:
        timers = self._timers
        while timers and timers[0][2].cancelled():
            heapq.heappop(timers)
        if not timers:
            if self._stopping:  # type: ignore[attr-defined]
                return
            raise RuntimeError("the loop is dead: nothing is ready, and nothing ever will be")
        if timers[0][0] > self._now:
            self._now = timers[0][0]
            self._at_this_moment = 0
        while timers and timers[0][0] <= self._now:
            self._ready.append(heapq.heappop(timers)[2])  # type: ignore[attr-defined]

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Leave it where it is: it is dropped when its time comes."""

    def _process_events(self, event_list: Any) -> None:
        """There are none: nothing is waited for but time."""

    def _write_to_self(self) -> None:
        """Nobody sleeps in a selector."""
