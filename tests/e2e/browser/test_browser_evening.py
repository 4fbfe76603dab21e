"""Four players open the thread of their table from the channel of an evening, and play there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from cogs.ui.controls import Verb
from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import a_playground
from tests.e2e.browser.verbs import VerbUser

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


async def test_evenings_table_is_played_in_its_thread(chromium: Path) -> None:
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=1100, height=900)
        user = VerbUser(person)
        await person.type_command("/night new", kind="progressive", rounds=2, deals=1)
        for name in PLAYERS[1:]:
            await person.view_as(name)
            await user.press(Verb.JOIN_EVENING)
        await person.view_as("Ann")
        await user.press(Verb.START_EVENING)
        await user.wait_for(Verb.MY_EVENING_TABLE)

        await person.page.locator(".markdown-link, .thread-summary").last.click()
        await expect(person.page.locator("#back-to-channel")).to_be_visible()
        for name in PLAYERS:
            await person.view_as(name)
            await user.press(Verb.HAND)
        for name in PLAYERS * 2:  # one of them is asked first; then all bid or pass in turn
            await person.view_as(name)
            if user.controls(Verb.ANSWER, argument="pass"):
                await user.press(Verb.ANSWER, argument="pass")
                break
        else:
            raise AssertionError("no one was asked")

        await person.page.locator("#back-to-channel").click()
        await user.wait_for(Verb.MY_EVENING_TABLE, Verb.ANOTHER_EVENING)
