"""An evening is played in the thread of its table, which opens from the channel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from cogs.ui.controls import Verb
from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import a_playground
from tests.e2e.browser.verbs import VerbUser

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400)]

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")
MOST_TURNS = 80


async def act(user: VerbUser) -> None:
    """Answer the question of a hand, if it asks one: pass, or take the first choice."""
    if laid := user.controls(Verb.LAY):
        chosen = max(len(control.argument) for control in laid) // 2 - 1
        if not user.controls(Verb.ANSWER, argument="discard"):
            await user.press(Verb.LAY, place=chosen)
            return
    for argument in ("pass", ""):
        if user.controls(Verb.ANSWER, argument=argument):
            await user.press(Verb.ANSWER, argument=argument, place=0)
            return


async def test_evening_is_played_in_thread_of_its_table(chromium: Path) -> None:
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
        for turn in range(MOST_TURNS):
            if not user.controls(Verb.WATCH):
                break
            await person.view_as(PLAYERS[turn % len(PLAYERS)])
            await act(user)
        text = await person.visible_text()
        assert re.search(r"🏆|won|wins", text), text

        await person.page.locator("#back-to-channel").click()
        await user.wait_for(Verb.MY_EVENING_TABLE, Verb.ANOTHER_EVENING)
