"""An event loop with virtual time: when no callback is ready, time jumps to the next timer.

Every callback belongs to an owner, by its context: the bot's process or, without one, the world. Callbacks of
a dead owner never run.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncGenerator, Callable, Iterable
from contextvars import Context, ContextVar, copy_context
from functools import partial
from typing import Any, Final, Protocol

from tests.sim.threads import SimThread

SPINNING: Final = 100_000
"""Callbacks at one moment of virtual time after which the loop counts as stuck."""

IN_THREADS: Final = 0.002
"""Virtual seconds until a thread starts."""


class Owner(Protocol):
    """An owner of callbacks on the loop."""

    is_dead: bool
    """Whether its callbacks may no longer run."""

    def may_run(self, handle: asyncio.Handle) -> bool:
        """Whether the owner's next callback may run now; asked before each. It may keep one for later."""
        ...

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Register a task of the owner."""
        ...

    def adopt_thread(self, thread: SimThread) -> None:
        """Register a thread of the owner."""
        ...


OWNER: Final[ContextVar[Owner | None]] = ContextVar("owner", default=None)
"""The owner of the running code; None for the world."""


class _Handle(asyncio.Handle):
    """A callback on the loop, without asyncio's debugging support, for speed."""

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
    """A callback at a moment of virtual time."""

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
    """A deterministic loop without selector, real clock or real threads."""

    def __init__(self) -> None:
        super().__init__()
        self.callbacks = 0
        """Number of callbacks run."""
        self._now = 0.0
        self._at_this_moment = 0
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        """A heap of timers by time, then by order of creation."""
        self._timers_set = 0
        self._owners: dict[int, Owner | None] = {}
        """Owners of asynchronous generators by id; an ending generator has no weak references."""

    def time(self) -> float:
        """Seconds of virtual time."""
        return self._now

    def create_task(self, coro: Any, *, context: Context | None = None, **named: Any) -> asyncio.Task[Any]:
        """Create a task and register it with its owner."""
        task: asyncio.Task[Any] = super().create_task(coro, context=context, **named)
        owner = OWNER.get() if context is None else context.get(OWNER)
        if owner is not None:
            owner.adopt(task)
        return task

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        """As in asyncio, without checks for a closed loop or another thread."""
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

    def run_again(self, handles: Iterable[asyncio.Handle]) -> None:
        """Run callbacks that were kept."""
        self._ready.extend(handles)  # type: ignore[attr-defined]

    def call_soon_threadsafe(self, callback: Callable[..., Any], *args: Any, **named: Any) -> asyncio.Handle:  # type: ignore[override]
        """As ``call_soon``: there are no threads."""
        return self.call_soon(callback, *args, **named)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Run a function in a thread that takes turns with the loop."""
        thread = SimThread(self, partial(func, *args))
        owner = OWNER.get()
        if owner is not None:
            owner.adopt_thread(thread)
        self.call_later(IN_THREADS, thread.resume)
        return thread.result

    def _run_once(self) -> None:
        """Run the ready callbacks, or jump to the next timer."""
        ready: Any = self._ready  # type: ignore[attr-defined]
        if not ready:
            self._advance()
        while ready and not self._stopping:  # type: ignore[attr-defined]
            self._at_this_moment += 1
            if self._at_this_moment > SPINNING:
                raise RuntimeError("the loop spins: virtual time stands still")
            handle = ready.popleft()
            owner = handle._context.get(OWNER)
            if not handle._cancelled and (owner is None or owner.may_run(handle)):
                self.callbacks += 1
                handle._run()

    def _asyncgen_firstiter_hook(self, agen: AsyncGenerator[Any, Any]) -> None:
        self._owners[id(agen)] = OWNER.get()
        super()._asyncgen_firstiter_hook(agen)  # type: ignore[misc]

    def _asyncgen_finalizer_hook(self, agen: AsyncGenerator[Any, Any]) -> None:
        """Close a generator, unless its owner is dead."""
        owner = self._owners.get(id(agen))
        if owner is None or not owner.is_dead:
            super()._asyncgen_finalizer_hook(agen)  # type: ignore[misc]

    def _advance(self) -> None:
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
        """Keep a cancelled timer in the heap until its time."""

    def _process_events(self, event_list: Any) -> None:
        """There are no events: only time is awaited."""

    def _write_to_self(self) -> None:
        """No selector needs waking."""
