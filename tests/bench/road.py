"""The road of a press or a command: which of the bot's own functions it goes through, in order.

A card that is played is followed from where its press is handled through the tasks the press starts, up to
the answer with the hand redrawn; a command from where discord.py calls it. Computers and edits of the table
message wait for the clock. It is counted, not timed, so it is the same in each run;
``python -m tests.bench.road`` tells every function.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple, TypeVar

from discord import app_commands

from bot.database.group_commit import GroupCommit
from cogs.hand.panel import hand_panel
from tests.bench.hurry import run_in_a_hurry
from tests.bench.match import a_match

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("bot", "cogs", "rules")
EARLIER: Final = 5
"""Cards played before the followed one, so that caches are filled."""
T = TypeVar("T")
_is_followed: ContextVar[bool] = ContextVar("_is_followed", default=False)


class Bounds(NamedTuple):
    """The most files a stretch may use, and the most changes of file."""

    files: int
    changes: int

    def __str__(self) -> str:
        return f"≤ {self.files} files, ≤ {self.changes} changes"


STORED: Final = Bounds(18, 48)
DRAWN: Final = Bounds(41, 159)
LOOKED_UP: Final = Bounds(25, 348)


class Stretch(NamedTuple):
    """The length of a part of the road."""

    name: str
    way: tuple[tuple[str, str], ...]
    """File and name of each call of an own function, in order."""
    changes: int
    """Number of calls and returns that pass from one file to another."""
    bounds: Bounds | None
    """None for a stretch that is only reported."""

    @property
    def files(self) -> int:
        """Number of files it uses."""
        return len({file for file, _ in self.way})

    @property
    def holds(self) -> bool:
        """Whether it is within its bounds."""
        return self.bounds is None or (
            self.files <= self.bounds.files and self.changes <= self.bounds.changes
        )

    def __str__(self) -> str:
        figures = f"{len(self.way)} functions, {self.files} files, {self.changes} changes of file"
        verdict = "no bound" if self.bounds is None else f"{self.bounds}: {'ok' if self.holds else 'MISSED'}"
        return f"{self.name}: {figures} ({verdict})"

    def told(self) -> str:
        """The calls of functions, a line each."""
        return "\n".join(f"    {file:32} {name}" for file, name in self.way)


class Road:
    """A profiler that records calls and returns of the bot's own functions."""

    def __init__(self, drawn: CodeType | None = None) -> None:
        """The first call of ``drawn`` ends the stretch until the answer is drawn."""
        self._drawn: Final = drawn
        self._way: list[tuple[str, str]] = []
        self._changes = 0
        self._here = ""
        self._begun: dict[int, FrameType] = {}
        self.stretches: Final[list[Stretch]] = []

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """A profile function, see ``sys.setprofile``."""
        if event not in {"call", "return"} or not _is_followed.get():
            return
        there = _own_file(frame if event == "call" else frame.f_back)
        if there is not None and there != self._here:
            self._changes += bool(self._here)
            self._here = there
        if event == "call" and _is_own_function(frame.f_code) and id(frame) not in self._begun:
            self._begun[id(frame)] = frame  # a coroutine is called once and resumed often
            if frame.f_code is self._drawn:
                self.end_stretch("A press until its answer is drawn", DRAWN)
            self._way.append((_file(frame.f_code), frame.f_code.co_qualname))

    def end_stretch(self, name: str, bounds: Bounds | None) -> None:
        """End the stretch of a name here; later calls with the same name are ignored."""
        if all(stretch.name != name for stretch in self.stretches):
            self.stretches.append(Stretch(name, tuple(self._way), self._changes, bounds))


def road() -> list[Stretch]:
    """Follow one play of a card and one command; returns all stretches."""
    return [*run_in_a_hurry(_press()).stretches, *run_in_a_hurry(_command()).stretches]


def show() -> None:
    """Print the roads function by function, and the figures of all stretches."""
    for found in (run_in_a_hurry(_press()), run_in_a_hurry(_command())):
        print(found.stretches[0].told(), *found.stretches, sep="\n")


async def _press() -> Road:
    """The road of a press on a card, after ``EARLIER`` others."""
    async with a_match(people=1) as match:
        for _ in range(EARLIER):
            await (await match.card()).press()
        button = await match.card()
        found = Road(drawn=hand_panel.__code__)
        with _follow(found, match.front, "_handle"), _note_commit(found):
            await button.press()
        found.end_stretch("A press until it is answered", None)
        return found


async def _command() -> Road:
    """The road of ``/stats show``, asked a second time."""
    async with a_match(people=1) as match:
        await match.look_up("stats show")
        found = Road()
        with _follow(found, app_commands.Command, "_invoke_with_namespace"):
            await match.look_up("stats show")
        found.end_stretch("/stats show until it is answered", LOOKED_UP)
        return found


@contextmanager
def _follow(found: Road, owner: object, method: str) -> Iterator[None]:
    """Profile each call of a method and the tasks it starts."""

    async def call(begin: Callable[[], Awaitable[T]]) -> T:
        _is_followed.set(True)
        sys.setprofile(found)
        try:
            return await begin()
        finally:
            sys.setprofile(None)

    with _around(owner, method, call):
        yield


@contextmanager
def _note_commit(found: Road) -> Iterator[None]:
    """End the stretch *stored* when the first commit has returned."""

    async def call(begin: Callable[[], Awaitable[T]]) -> T:
        rows = await begin()
        if _is_followed.get():
            found.end_stretch("A press until it is stored", STORED)
        return rows

    with _around(GroupCommit, "_commit", call):
        yield


@contextmanager
def _around(
    owner: object, method: str, call: Callable[[Callable[[], Awaitable[Any]]], Awaitable[Any]]
) -> Iterator[None]:
    """Replace a method by ``call``, which is given the original call."""
    original = getattr(owner, method)

    async def wrapped(*args: Any, **named: Any) -> Any:
        return await call(lambda: original(*args, **named))

    setattr(owner, method, wrapped)
    try:
        yield
    finally:
        setattr(owner, method, original)


def _own_file(frame: FrameType | None) -> str | None:
    """The file of the innermost own function on the stack; None without one."""
    while frame is not None and not _is_own(frame.f_code):
        frame = frame.f_back
    return None if frame is None else _file(frame.f_code)


def _is_own(code: CodeType) -> bool:
    path = Path(code.co_filename)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PACKAGES


def _is_own_function(code: CodeType) -> bool:
    """Whether code is a written function of the bot, not a comprehension or generator expression."""
    return _is_own(code) and (not code.co_name.startswith("<") or code.co_name == "<lambda>")


def _file(code: CodeType) -> str:
    return Path(code.co_filename).relative_to(ROOT).as_posix()


if __name__ == "__main__":
    show()
