"""Worker processes: they answer questions outside the event loop, start on demand, and may die.

Questions wait in one queue, urgent ones first. A free process gets the next one through a socket, one at a
time. No thread of the bot takes part: it would hold the interpreter while it pickles a question or unpickles
an answer.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
from collections import deque
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from struct import Struct
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar, TypeVarTuple, Unpack, cast

from bot.common import metrics
from bot.common.background import Background

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

CONTEXT: Final = get_context("spawn")
"""How processes are started: as new interpreters that inherit nothing of the bot."""
STARTING: Final = 30.0
"""Seconds a process may take to start: on a small or busy machine longer than any answer."""
NICE: Final = 1
"""Niceness of a worker: the event loop comes first if there are too few cores for both."""
SIZE: Final = Struct("!Q")
"""Header of each message: its size in bytes."""


class WorkerDied(Exception):
    """The process that worked at the question died, or none could be started, or all are closed."""


class _Question(NamedTuple):
    """A question with its arguments, and the future of its answer."""

    question: Callable[..., Any]
    about: tuple[object, ...]
    answer: asyncio.Future[Any]


class _Process(asyncio.Protocol):
    """One worker process and the question it works at.

    ``on_free`` is called when it can take a question, ``on_end`` once when it has ended, with the reason.
    """

    def __init__(
        self,
        pool: str,
        prepare: Callable[[], object] | None,
        on_free: Callable[[_Process], None],
        on_end: Callable[[_Process, Exception], None],
    ) -> None:
        self._pool: Final = pool
        self._asked_at = 0.0
        self._on_free = on_free
        self._on_end = on_end
        self._asked: _Question | None = None
        self.has_started = False
        """Whether it has taken or can take questions."""
        self._has_ended = False
        self._received: Final = bytearray()
        self._transport: asyncio.Transport | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._line, theirs = socket.socketpair()
        self._process: Final = CONTEXT.Process(
            target=_work, args=(theirs, _set_up_worker, prepare), daemon=True
        )
        with theirs:
            try:
                self._process.start()
            except OSError:
                self._line.close()
                raise
        self._connecting: Final = asyncio.create_task(self._connect())
        self.set_alarm(STARTING, self.end, TimeoutError("the process did not start in time"))

    @property
    def is_free(self) -> bool:
        """Whether it can take a question now."""
        return self.has_started and self._asked is None and not self._has_ended

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        connect = loop.create_unix_connection if os.name == "posix" else loop.create_connection
        await connect(lambda: self, sock=self._line)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport that questions are written to."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's class is no subclass of it

    def put(self, asked: _Question, time_limit: float) -> None:
        """Have a free process work at a question, for at most ``time_limit`` seconds; then it is ended.

        A question that cannot be pickled fails at once and leaves the process free.
        """
        try:
            packed = pickle.dumps((asked.question, asked.about), pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001  (of any kind: the caller gets it)
            asked.answer.set_exception(error)
            return
        assert self._transport is not None, "a process that has started is connected"
        self._asked, self._asked_at = asked, asyncio.get_running_loop().time()
        self._transport.write(SIZE.pack(len(packed)) + packed)
        self.set_alarm(time_limit, self.end, TimeoutError(f"no answer within {time_limit:g} s"))

    def set_alarm(self, seconds: float, act: Callable[[Unpack[Ts]], object], *about: *Ts) -> None:
        """Call ``act`` after so many seconds, unless the process starts, answers or is asked before."""
        self._clear_alarm()
        self._alarm = asyncio.get_running_loop().call_later(seconds, act, *about)

    def _clear_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def data_received(self, data: bytes) -> None:
        """Take the start message, then one answer after the other."""
        self._received.extend(data)
        while len(self._received) >= SIZE.size and not self._has_ended:
            [size] = SIZE.unpack_from(self._received)
            end = SIZE.size + size
            if len(self._received) < end:
                return
            said = bytes(self._received[SIZE.size : end])
            del self._received[:end]
            self._clear_alarm()
            if self._asked is None:
                self.has_started = True
            else:
                metrics.WORKER_SECONDS.observe(asyncio.get_running_loop().time() - self._asked_at, self._pool)
                _hand_on(said, self._asked.answer)
                self._asked = None
            self._on_free(self)

    def connection_lost(self, error: Exception | None) -> None:
        """The process has died."""
        self.end(WorkerDied("the process died"))

    def end(self, reason: Exception) -> None:
        """Kill the process. The question it works at fails with ``reason``."""
        if self._has_ended:
            return
        self._has_ended = True
        self._clear_alarm()
        self._connecting.cancel()
        self._process.kill()
        if self._transport is None:
            self._line.close()
        else:
            self._transport.abort()
        if self._asked is not None:
            _fail(self._asked, reason)
        self._on_end(self, reason)

    async def join(self) -> None:
        """Wait until the operating system's process has ended."""
        await asyncio.to_thread(self._process.join)


class Workers:
    """Up to ``most`` processes that answer questions from one queue.

    A process is started when a question waits and none is free. One that dies or is too slow costs its own
    question alone: those that wait are answered by another.
    """

    def __init__(
        self,
        *,
        time_limit: float,
        pool: str = "worker",
        most: int = 1,
        idle: float | None = None,
        stay: int = 0,
        prepare: Callable[[], object] | None = None,
    ) -> None:
        """Start no process yet.

        Args:
            time_limit: Seconds for the work at one question. Time in the queue does not count.
            pool: What the processes do, as metrics name it.
            most: Processes at a time.
            idle: Seconds after which a process without a question ends; None for never.
            stay: Processes that never end for being idle.
            prepare: Called in a new process before its first question; its time counts for the start.
        """
        self.pool: Final = pool
        self.most: Final = most
        self._time_limit = time_limit
        self._idle = idle
        self._stay = stay
        self._prepare = prepare
        self._urgent: Final = deque[_Question]()
        self._patient: Final = deque[_Question]()
        self._processes: list[_Process] = []
        self.waiting = 0
        """Number of questions without an answer yet."""
        self._ending = Background()
        self.is_closed = False
        """Whether new questions are refused."""

    @property
    def running(self) -> int:
        """Number of processes that run or start."""
        return len(self._processes)

    async def ask(self, question: Callable[..., T], *about: object, is_urgent: bool = True) -> T:
        """The answer of a process to a question. Exceptions of the question are raised here.

        One that is not urgent waits until no urgent one waits.

        Raises:
            WorkerDied: the process died over this question, or none could be started, or all are closed.
            TimeoutError: the work took more than ``time_limit`` seconds, or no process started in time.
        """
        if self.is_closed:
            raise WorkerDied("the processes are closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        queue = self._urgent if is_urgent else self._patient
        queue.append(_Question(question, about, answer))
        self._count(+1)
        try:
            self._serve()
            return await answer
        finally:
            self._count(-1)
            answer.cancel()  # a question that its caller has given up is not put to a process

    async def close(self) -> None:
        """Kill all processes now; questions without an answer fail."""
        self.is_closed = True
        for process in self._processes[:]:
            process.end(WorkerDied("the processes are closed"))
        await self._ending.finish()

    def _count(self, change: int) -> None:
        self.waiting += change
        metrics.WORKER_QUEUE.set(self.waiting, self.pool)

    def _serve(self, free: _Process | None = None) -> None:
        """Put questions to free processes; start one more if questions wait, else let a free one idle."""
        for process in self._processes:
            while process.is_free and (asked := self._next()) is not None:
                process.put(asked, self._time_limit)
        starting = sum(not process.has_started for process in self._processes)
        if len(self._urgent) + len(self._patient) > starting and len(self._processes) < self.most:
            self._start_one()
        if self._idle is not None and free is not None and free.is_free:
            free.set_alarm(self._idle, self._end_idle, free)

    def _start_one(self) -> None:
        try:
            self._processes.append(_Process(self.pool, self._prepare, self._serve, self._replace))
        except OSError as error:  # no memory, or no file descriptor left
            if not self._processes:
                self._fail_all(WorkerDied(f"no process could be started: {type(error).__name__}"))

    def _end_idle(self, process: _Process) -> None:
        if len(self._processes) > self._stay:
            process.end(WorkerDied("the process was idle"))

    def _next(self) -> _Question | None:
        """Remove and return the first question with a caller still waiting; None without one."""
        while queue := self._urgent or self._patient:
            asked = queue.popleft()
            if not asked.answer.done():
                return asked
        return None

    def _replace(self, process: _Process, reason: Exception) -> None:
        """Drop a process that has ended; the others or a new one answer the queued questions.

        One that could not start is not replaced: others would fail as well, one after the other. If it was
        the last, all queued questions fail.
        """
        self._processes.remove(process)
        self._ending.begin(process.join())
        if self.is_closed or not (process.has_started or self._processes):
            self._fail_all(reason)
        elif process.has_started:
            self._serve()

    def _fail_all(self, reason: Exception) -> None:
        while (asked := self._next()) is not None:
            _fail(asked, type(reason)(*reason.args))


def _fail(asked: _Question, reason: Exception) -> None:
    """Answer a question with an exception, if its caller still waits."""
    if not asked.answer.done():
        asked.answer.set_exception(reason)


def _hand_on(packed: bytes, answer: asyncio.Future[Any]) -> None:
    """Resolve a question's future with the answer or the exception, if its caller still waits."""
    said, wrong = pickle.loads(packed)  # noqa: S301  (our own process)
    if answer.done():
        return
    if isinstance(wrong, StopIteration):  # no future takes one
        wrong = RuntimeError("StopIteration outside an iterator")
    if wrong is None:
        answer.set_result(said)
    else:
        answer.set_exception(wrong)


def _work(line: socket.socket, set_up: Callable[[], None], prepare: Callable[[], object] | None) -> None:
    """In the process: answer one question after the other."""
    set_up()
    if prepare is not None:
        prepare()
    with line, line.makefile("rb") as questions:
        line.sendall(SIZE.pack(0))
        while header := questions.read(SIZE.size):
            [size] = SIZE.unpack(header)
            answer = _answer(questions.read(size))
            line.sendall(SIZE.pack(len(answer)) + answer)


def _answer(packed: bytes) -> bytes:
    """In the process: the packed answer to a question, or its exception."""
    try:
        question, about = pickle.loads(packed)  # noqa: S301  (the bot's own)
        return pickle.dumps((question(*about), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001  (of any kind: the caller gets it)
        try:
            pickle.loads(packed := pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL))  # noqa: S301
        except Exception:  # noqa: BLE001  (not every error can be sent)
            return pickle.dumps((None, RuntimeError(type(error).__name__)), pickle.HIGHEST_PROTOCOL)
        return packed


def _set_up_worker() -> None:
    """In the process: ignore Ctrl-C, yield to the event loop, and never outlive the bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        os.nice(NICE)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
