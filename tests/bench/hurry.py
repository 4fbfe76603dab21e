"""A loop with short pauses: SimCord waits 50 ms after each event, which is long for many presses.

Only its pauses are shorter; what is measured is CPU time, which passes as ever.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, Final, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PAUSE: Final = 0.05
"""Seconds SimCord waits before it checks again whether all is done."""
SHORTER: Final = 0.01


def run_in_a_hurry(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine like ``asyncio.run``, with short pauses."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(main)


class _Loop(asyncio.SelectorEventLoop):
    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> TimerHandle:
        wait = SHORTER if SHORTER < delay <= PAUSE else delay
        return super().call_later(wait, callback, *args, context=context)
