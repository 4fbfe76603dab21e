"""A process that works for the bot beside its event loop: started when needed, ended at once; it may die.

It is asked through a socket, one question after the other. No thread of the bot has a part in that: it would
take the interpreter from the event loop for as long as it packs a question or unpacks an answer.
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
from typing import Any, Final, NamedTuple, TypeVar, cast

from bot.background import Background

T = TypeVar("T")

CONTEXT: Final = get_context("spawn")
"""How they are started: anew, with nothing of the bot in them."""
STARTING: Final = 30.0
"""Seconds until a process must be there: on a small or busy machine that takes longer than any answer."""
NICE: Final = 5
"""How far it stands back behind the event loop where there are too few cores for both."""
SIZE: Final = Struct("!Q")
"""What goes before each message: its size in bytes."""


class WorkerDied(Exception):
    """The process died, or was given up by whoever had waited too long, or is closed."""


class _Question(NamedTuple):
    """A question, what it is about, and what will be the answer."""

    question: Callable[..., Any]
    about: tuple[object, ...]
    answer: asyncio.Future[Any]


class _Running(asyncio.Protocol):
    """A process that runs, what it is asked, and what waits its turn."""

    def __init__(self) -> None:
        self.start: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()
        """Done once it is there."""
        self.start.add_done_callback(_look_at)
        self._asked: _Question | None = None
        self._waiting: Final = deque[_Question]()
        self._received: Final = bytearray()
        self._transport: asyncio.Transport | None = None
        self._is_over = False
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process: Final = CONTEXT.Process(target=_work, args=(theirs, _set_up_worker), daemon=True)
            self._process.start()
        self._connecting: Final = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        connect = loop.create_unix_connection if os.name == "posix" else loop.create_connection
        await connect(lambda: self, sock=self._line)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Have what questions are put through."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by name

    def put(self, question: Callable[..., T], *about: object) -> asyncio.Future[T]:
        """What will be the answer to a question."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        answer.add_done_callback(_look_at)
        if self._is_over:
            answer.set_exception(WorkerDied("this process has died"))
        else:
            self._waiting.append(_Question(question, about, answer))
            self._ask_next()
        return answer

    def data_received(self, data: bytes) -> None:
        """Take what the process says: that it is there, then one answer after the other."""
        self._received.extend(data)
        while len(self._received) >= SIZE.size:
            [size] = SIZE.unpack_from(self._received)
            end = SIZE.size + size
            if len(self._received) < end:
                return
            said = bytes(self._received[SIZE.size : end])
            del self._received[:end]
            if self._asked is None:
                self.start.set_result(None)
            else:
                _hand_on(said, self._asked.answer)
                self._asked = None
            self._ask_next()

    def connection_lost(self, error: Exception | None) -> None:
        """Let go of a process that has died."""
        self._let_go()

    async def end(self) -> None:
        """End the process, at once; whoever waits for it is told that it died."""
        self._connecting.cancel()
        self._let_go()
        await asyncio.to_thread(self._process.join)

    def _ask_next(self) -> None:
        """Put the next question that somebody still waits for, if the process is free."""
        while self._asked is None and self._waiting:
            asked = self._waiting.popleft()
            if asked.answer.done():
                continue
            try:
                packed = pickle.dumps((asked.question, asked.about), pickle.HIGHEST_PROTOCOL)
            except Exception as error:  # noqa: BLE001  (whatever it is, it is for whoever asks)
                asked.answer.set_exception(error)
                continue
            assert self._transport is not None, "nothing is put to it before it has said that it is there"
            self._asked = asked
            self._transport.write(SIZE.pack(len(packed)) + packed)

    def _let_go(self) -> None:
        if self._is_over:
            return
        self._is_over = True
        self._process.kill()
        if self._transport is None:
            self._line.close()
        else:
            self._transport.abort()
        answers = [one.answer for one in (self._asked, *self._waiting) if one is not None]
        for future in (self.start, *answers):
            if not future.done():
                future.set_exception(WorkerDied("this process has died"))


class WorkerProcess:
    """A process that answers questions, started when first asked and replaced when it dies."""

    def __init__(self, *, time_limit: float, idle: float | None = None) -> None:
        """``idle`` are the seconds after which it ends if nothing is asked; without them it stays."""
        self._time_limit = time_limit
        self._idle = idle
        self._asked = 0
        self._idle_end: asyncio.TimerHandle | None = None
        self._running: _Running | None = None
        self._ending = Background()
        self._closed = False

    @property
    def is_closed(self) -> bool:
        """Whether nothing may be asked any more."""
        return self._closed

    @property
    def is_running(self) -> bool:
        """Whether there is a process, or will be in a moment."""
        return self._running is not None

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""
        return self._asked

    async def ask(self, question: Callable[..., T], *about: object) -> T:
        """Put a question to the process and wait for the answer, but not for ever.

        Whatever the question raises is raised here.

        Raises:
            WorkerDied: the process died, or was given up by whoever had waited too long.
            TimeoutError: there was no answer within ``time_limit`` seconds once a process was there, or none
                was in time; the process is given up.
        """
        if self._closed:
            raise WorkerDied("this process is closed")
        if self._running is None:
            self._running = _Running()
        running = self._running
        self._begin()
        answer: asyncio.Future[T] | None = None
        try:
            await _result(running.start, STARTING)
            answer = running.put(question, *about)
            return await _result(answer, self._time_limit)
        except (WorkerDied, TimeoutError):
            self._drop(running)
            raise
        finally:
            if answer is not None:
                answer.cancel()  # where nobody waits for it any more it need not be asked
            self._end()

    async def close(self) -> None:
        """End the process, at once and for good: nobody waits for what it works at."""
        self._closed = True
        self._stay()
        if self._running is not None:
            self._drop(self._running)
        await self._ending.finish()

    def _begin(self) -> None:
        self._asked += 1
        self._stay()

    def _end(self) -> None:
        """Have the process end some time after the last question that waits."""
        self._asked -= 1
        if self._idle is not None and not self._asked and self._running is not None:
            loop = asyncio.get_running_loop()
            self._idle_end = loop.call_later(self._idle, self._drop, self._running)

    def _stay(self) -> None:
        """Let the process stay for now."""
        if self._idle_end is not None:
            self._idle_end.cancel()
            self._idle_end = None

    def _drop(self, running: _Running) -> None:
        """Give up a process, once; whoever else waits for it is told that it died."""
        if running is not self._running:
            return
        self._running = None
        self._ending.begin(running.end())


def _hand_on(packed: bytes, answer: asyncio.Future[Any]) -> None:
    """Give an answer, or what went wrong, to whoever asked, if anybody waits for it."""
    said, wrong = pickle.loads(packed)  # noqa: S301  (our own process)
    if answer.done():
        return
    if isinstance(wrong, StopIteration):  # no future takes one
        wrong = RuntimeError("StopIteration outside an iterator")
    if wrong is None:
        answer.set_result(said)
    else:
        answer.set_exception(wrong)


async def _result(future: asyncio.Future[T], seconds: float) -> T:
    """What comes of something; nobody's waiting takes it back.

    Raises:
        TimeoutError: nothing has, in time.
    """
    await asyncio.wait((future,), timeout=seconds)
    if not future.done():
        raise TimeoutError
    return future.result()


def _look_at(future: asyncio.Future[Any]) -> None:
    """Look at what came of something for which nobody may wait any more, so that nothing is logged of it."""
    if not future.cancelled():
        future.exception()


def _work(line: socket.socket, set_up: Callable[[], None]) -> None:
    """In the process: answer one question after the other."""
    set_up()
    with line, line.makefile("rb") as questions:
        line.sendall(SIZE.pack(0))
        while header := questions.read(SIZE.size):
            [size] = SIZE.unpack(header)
            answer = _answer(questions.read(size))
            line.sendall(SIZE.pack(len(answer)) + answer)


def _answer(packed: bytes) -> bytes:
    """In the process: the answer to a question, or what went wrong."""
    try:
        question, about = pickle.loads(packed)  # noqa: S301  (the bot's own)
        return pickle.dumps((question(*about), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001  (whatever it is, it is for whoever asks)
        try:
            pickle.loads(packed := pickle.dumps((None, error), pickle.HIGHEST_PROTOCOL))  # noqa: S301
        except Exception:  # noqa: BLE001  (not every error can be sent)
            return pickle.dumps((None, RuntimeError(type(error).__name__)), pickle.HIGHEST_PROTOCOL)
        return packed


def _set_up_worker() -> None:
    """In the process: Ctrl-C is the bot's business, presses come first, and no worker outlives its bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.name == "posix":
        os.nice(NICE)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
