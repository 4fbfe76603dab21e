"""The road of a press: which of the bot's own functions a card that is played goes through, in order.

It begins with the callback of the button and is followed through the tasks the press starts, up to the
answer with the hand redrawn. Computers and edits of the table message wait for the clock meanwhile. It is
counted, not timed, so it is the same in each run; ``python -m tests.bench.road`` tells every function.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, NamedTuple

from cogs.ui.items import TableButton
from tests.bench.hurry import run_in_a_hurry
from tests.bench.match import a_match

ROOT: Final = Path(__file__).parents[2]
STORE: Final = "bot/store/"
PACKAGES: Final = ("bot", "cogs", "rules")
EARLIER: Final = 5
"""Cards played before the one that is followed: what is kept is kept by then."""
_is_followed: ContextVar[bool] = ContextVar("_is_followed", default=False)


class Stretch(NamedTuple):
    """How long a part of the road is."""

    name: str
    way: tuple[tuple[str, str], ...]
    """File and name of the own functions called, in order, each as often as it is."""
    changes: int
    """How often the work passes from one file to another, by a call or by its return."""
    most: int | None
    """Changes of file there may be; without a bound it is told for what it is worth."""

    @property
    def holds(self) -> bool:
        """Whether the road is as short as it shall be."""
        return self.most is None or self.changes <= self.most

    def __str__(self) -> str:
        files = len({file for file, _ in self.way})
        figures = f"{len(self.way)} functions, {files} files, {self.changes} changes of file"
        verdict = "no bound" if self.most is None else f"≤ {self.most}: {'ok' if self.holds else 'MISSED'}"
        return f"{self.name}: {figures} ({verdict})"

    def told(self) -> str:
        """The way function by function."""
        return "\n".join(f"    {file:32} {name}" for file, name in self.way)


class Road:
    """Listens to calls and returns, and notes those of the bot's own functions."""

    def __init__(self) -> None:
        self._way: list[tuple[str, str]] = []
        self._changes = 0
        self._here = ""
        self._begun: dict[int, FrameType] = {}
        self._stretches: list[Stretch] = []

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
            self._go_on(_file(frame.f_code), frame.f_code.co_qualname)

    def _go_on(self, file: str, name: str) -> None:
        has_stored = any(one.endswith(".append") for _, one in self._way) and not file.startswith(STORE)
        if not self._stretches and has_stored:
            self._end_stretch("A press until it is stored", 66)
        elif len(self._stretches) == 1 and name == "hand_panel":
            self._end_stretch("A press until its answer is drawn", 185)
        self._way.append((file, name))

    def _end_stretch(self, name: str, most: int | None) -> None:
        self._stretches.append(Stretch(name, tuple(self._way), self._changes, most))

    def stretches(self) -> tuple[Stretch, ...]:
        """The road to the store, to the answer being drawn, and all of it."""
        self._end_stretch("A press until it is answered", None)
        return tuple(self._stretches)


def road() -> list[Stretch]:
    """Follow one card that is played."""
    return list(run_in_a_hurry(_followed()).stretches())


def show() -> None:
    """Print the road to the store function by function, and the figures of all stretches."""
    stretches = run_in_a_hurry(_followed()).stretches()
    print(stretches[0].told(), *stretches, sep="\n")


async def _followed() -> Road:
    """The road of the button of a card, after some others."""
    async with a_match(people=1) as match:
        for _ in range(EARLIER):
            await (await match.card()).press()
        button = await match.card()
        with _following(TableButton) as found:
            await button.press()
        return found


@contextmanager
def _following(item: type[TableButton]) -> Iterator[Road]:
    """Follow the presses of a kind of item."""
    found, callback = Road(), item.callback

    async def followed(self: TableButton, interaction: Any) -> None:
        _is_followed.set(True)
        sys.setprofile(found)
        try:
            await callback(self, interaction)
        finally:
            sys.setprofile(None)

    item.callback = followed  # type: ignore[method-assign]
    try:
        yield found
    finally:
        item.callback = callback  # type: ignore[method-assign]


def _own_file(frame: FrameType | None) -> str | None:
    """The file of the innermost own function at work, if any."""
    while frame is not None and not _is_own(frame.f_code):
        frame = frame.f_back
    return None if frame is None else _file(frame.f_code)


def _is_own(code: CodeType) -> bool:
    path = Path(code.co_filename)
    return path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PACKAGES


def _is_own_function(code: CodeType) -> bool:
    """Whether it is a function that somebody wrote, no comprehension or generator inside one."""
    return _is_own(code) and (not code.co_name.startswith("<") or code.co_name == "<lambda>")


def _file(code: CodeType) -> str:
    return Path(code.co_filename).relative_to(ROOT).as_posix()


if __name__ == "__main__":
    show()
