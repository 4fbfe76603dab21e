"""A user at the playground's page who finds controls by their verbs, not by their labels."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.async_api import Error, Locator, Response

from cogs.ui.controls import Verb
from tests.e2e.browser.browser import Person

_CUSTOM_ID = re.compile(r"rk1[sm]?:(?P<verb>[^:]+):[^:]*:[^:]*:(?P<argument>.*)", re.DOTALL)
_SECONDS = 90
_SHOW = """
([key, message]) => {
    const control = key && document.querySelector(`[data-control-key="${key}"]`);
    const all = [...document.querySelectorAll('#channel-message-list article')];
    const article = control ? control.closest('article') : all.at(message);
    const view = document.querySelector('#channel-timeline');
    const fits = article.getBoundingClientRect().height <= view.clientHeight;
    if (!document.querySelector('.modal-dialog')) document.activeElement.blur();
    article.scrollIntoView({block: fits ? 'end' : 'start'});
}
"""


class Shown(NamedTuple):
    """A control on the page."""

    verb: str
    argument: str
    key: str
    is_enabled: bool


class VerbUser:
    """Wraps a ``Person``; it reads the states that the page asks for."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._state: dict[str, Any] = {}
        self._is_read = asyncio.Event()
        person.page.on("response", self._read)

    async def _read(self, response: Response) -> None:
        if response.url.endswith("/api/state") and response.ok:
            with contextlib.suppress(Error):  # Chromium keeps no answer that the page has dropped
                self._state = await response.json()
            self._is_read.set()

    async def _news(self) -> None:
        """Wait until the page has asked for its state again."""
        self._is_read.clear()
        await self._is_read.wait()

    def controls(self, *verbs: Verb, argument: str = "") -> list[Shown]:
        """The enabled controls of these verbs with an argument that begins so, from top to bottom."""
        return [
            control
            for control in _shown(self._state.get("messages", {}))
            if control.verb in verbs and control.argument.startswith(argument) and control.is_enabled
        ]

    async def wait_for(self, *verbs: Verb, argument: str = "", most: float = _SECONDS) -> list[Shown]:
        """Wait until there is such a control; returns all there are."""
        await self.wait_until(lambda: bool(self.controls(*verbs, argument=argument)), most=most)
        return self.controls(*verbs, argument=argument)

    async def wait_until(self, is_so: Callable[[], bool], *, most: float = _SECONDS) -> None:
        """Wait until a condition holds for the controls on the page."""
        async with asyncio.timeout(most):
            while not is_so():
                await self._news()

    async def wait_until_gone(self, control: Shown) -> None:
        """Wait until a control is no longer shown."""
        await self.wait_until(lambda: control not in _shown(self._state.get("messages", {})))

    async def press(self, *verbs: Verb, argument: str = "", place: int = -1) -> None:
        """Press the lowest such control, or the one at ``place``, and wait for the answer."""

        async def click() -> None:
            found = await self.wait_for(*verbs, argument=argument)
            await self._locator(found[place]).click()

        await self.person.do(click)

    async def picture(self, path: Path, *verbs: Verb) -> None:
        """Take a picture of the window, with the lowest message that has such a control, or the last one."""
        found = self.controls(*verbs)
        await self.person.wait_until_drawn()
        await self.person.page.evaluate(_SHOW, [found[-1].key if found else None, -1])
        await self.person.screenshot(path)

    def _locator(self, control: Shown) -> Locator:
        return self.person.page.locator(f'button[data-control-key="{control.key}"]')


def _shown(part: Any) -> Iterator[Shown]:
    """The controls of the page's messages."""
    if isinstance(part, dict):
        if match := _CUSTOM_ID.fullmatch(str(part.get("custom_id"))):
            is_enabled = not part.get("disabled")
            yield Shown(match["verb"], match["argument"], str(part.get("control_key")), is_enabled)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _shown(inner)
