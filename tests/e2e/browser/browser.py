"""A user at the playground's page: a small driver over async Playwright.

Every helper waits as Playwright waits, for an element to be visible, and never sleeps.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

from playwright.async_api import Browser, Error, Locator, Page, async_playwright, expect

_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_TIMEOUT_MS = 90_000  # on a busy machine a computer takes long for the daily deal
_OFFER_MS = 6_000
_TRIES = 10

# The page's own report (window.simcordPreview) of the user's last action, once it is over.
_OUTCOME = """
before => {
    const page = window.simcordPreview, last = page.lastAction;
    if (page.transport.uncertainRequestId) return {settlement: "uncertain", diagnostics: []};
    if (!page.ready || page.pendingAction || !last || last.requestId === before) return null;
    return last;
}
"""
_READY_FOR = """
viewer => {
    const page = window.simcordPreview;
    return page.ready && !page.pendingAction && page.viewerId === viewer;
}
"""
_DRAWN = """
() => window.simcordPreview.ready && [...document.images].every(image => image.complete)
"""
_LAST_REQUEST = "() => window.simcordPreview?.lastAction?.requestId ?? null"


@asynccontextmanager
async def a_browser(chromium: Path) -> AsyncIterator[Browser]:
    """Start Chromium without a window, and close it at the end."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


class Person:
    """A user at the playground in a browser tab, as one player at a time."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    async def open(
        cls, browser: Browser, url: str, *, width: int = 1100, height: int = 800, scale: float = 1
    ) -> Self:
        """Open the playground's address in a new tab and wait until it can be used.

        ``scale`` is the number of picture pixels to a pixel of the page: 2 for crisp screenshots.
        """
        page = await browser.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=scale, reduced_motion="reduce"
        )
        page.set_default_timeout(_TIMEOUT_MS)
        await page.goto(url)
        await page.locator("#channel-composer-input").wait_for()
        await page.wait_for_function("() => window.simcordPreview.ready")
        return cls(page)

    async def view_as(self, name: str) -> None:
        """Become another player: only that player's ephemeral messages are shown then."""
        chosen = await self.page.get_by_label("Viewing as").select_option(label=name)
        await self.page.wait_for_function(_READY_FOR, arg=chosen[0])

    async def type_command(self, command: str, **options: str | int | bool) -> None:
        """Type a slash command, fill its options and send it.

        For an option with choices or autocompletion, the first suggestion of that value is taken, or that
        contains the text.
        """
        page = self.page
        await page.locator("#channel-composer-input").fill("")
        await page.locator("#channel-composer-input").press_sequentially(command)
        title = page.locator(".command-entry-title strong").get_by_text(command, exact=True)
        await title.click()
        row = page.locator(".command-row")
        for name, value in options.items():
            field = row.locator(f'.command-option-input[data-option="{name}"]')
            if not await field.count():
                await row.locator(".command-chip").click()
                await page.locator(f'.command-suggestion[data-value="{name}"]').click()
            await field.fill(str(value))
            if await field.get_attribute("role") == "combobox":
                offers = page.locator(".command-suggestion")
                exact = page.locator(f'.command-suggestion[data-value="{value}"]')
                with contextlib.suppress(Error):  # what is not offered is sent as typed: a code of rules
                    offer = exact.or_(offers.filter(has_text=str(value))).first
                    await offer.click(timeout=_OFFER_MS)
        await self.do(page.locator("#send-message").click)

    async def say(self, words: str) -> None:
        """Send a plain message to the channel."""
        await self.page.locator("#channel-composer-input").fill(words)
        await self.do(self.page.locator("#send-message").click)

    async def click_button(self, label: str, *, among: str = "") -> None:
        """Press the lowest button with that label, or the lowest in a message that contains ``among``."""
        name = re.compile(rf"(^|\s){re.escape(label)}$")  # an emoji may stand before it
        button = self._message(among).get_by_role("button", name=name).last
        await self.do(button.click)

    async def choose(self, *options: str, menu: str) -> None:
        """Choose options in the lowest select menu with that placeholder or label."""

        async def pick() -> None:
            owner = self.page.locator(".modal-dialog, #channel-message-list").last
            await owner.get_by_role("combobox", name=menu).last.click()
            shown = self.page.locator(".select-option:visible")
            for option in options:
                label = self.page.locator(".option-label").get_by_text(option, exact=True)
                await shown.filter(has=label).click()
            confirm = self.page.locator(".select-apply:visible")
            if await confirm.count():
                await confirm.click()

        if await self.page.locator(".modal-dialog").count():
            await pick()
        else:
            await self.do(pick)

    async def fill_modal(self, **answers: str) -> None:
        """Fill the open modal; a field is named by its label, with ``_`` for a space."""
        dialog = self.page.locator(".modal-dialog")
        await dialog.wait_for()
        for name, answer in answers.items():
            wanted = name.replace("_", " ")
            field = dialog.locator(".modal-field").filter(has=self.page.get_by_text(wanted)).first
            if await field.locator("input[type=radio], input[type=checkbox]").count():
                await field.get_by_label(answer, exact=True).check()
            elif await field.get_by_role("combobox").count():
                await self.choose(answer, menu=wanted)
            else:
                await field.locator("input, textarea").fill(answer)

    async def submit_modal(self) -> None:
        """Send the open modal off."""
        await self.do(lambda: self.page.locator(".modal-dialog").get_by_role("button", name="Submit").click())

    async def wait_until_shown(self, words: str) -> None:
        """Wait until the conversation or an open modal contains these words."""
        await expect(self.page.locator("#preview-app")).to_contain_text(words, timeout=_TIMEOUT_MS)

    async def visible_text(self) -> str:
        """The text of the conversation as this player sees it."""
        return await self.page.locator("#preview-app").inner_text()

    async def buttons(self, *, among: str = "") -> list[str]:
        """Labels of the enabled buttons, from top to bottom."""
        found = self._message(among).locator("button.component-button:enabled")
        return [name.strip() for name in await found.all_inner_texts()]

    async def wait_until_drawn(self) -> None:
        """Wait until the layout is stable: a card's face that is not loaded is as wide as its name."""
        await self.page.wait_for_function(_DRAWN)

    async def screenshot(self, path: Path, *, table_only: bool = False) -> None:
        """Take a picture of the window, or of the conversation alone."""
        await self.wait_until_drawn()
        await self.page.mouse.move(0, 0)  # the message under the mouse shows buttons of Discord's own
        part = self.page.locator("#preview-stage")
        await (part.screenshot(path=path) if table_only else self.page.screenshot(path=path))

    def _message(self, words: str) -> Locator:
        messages = self.page.locator("#channel-message-list")
        return messages.locator("article").filter(has_text=words).last if words else messages

    async def do(self, act: Callable[[], Awaitable[object]]) -> None:
        """Act, and wait until the bot has answered.

        The page refuses a click while its state or its size changes; a user presses again.
        """
        for _ in range(_TRIES):
            before = await self.page.evaluate(_LAST_REQUEST)
            await act()
            outcome = await self.page.wait_for_function(_OUTCOME, arg=before)
            receipt: dict[str, Any] = await outcome.json_value()
            if receipt["settlement"] == "settled":
                return
            if receipt.get("dispatch") != "not_dispatched":
                break
        raise AssertionError(f"the page says the action did not work: {receipt}")
