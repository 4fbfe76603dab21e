"""Four players open the thread of their table from the channel of an evening, and play there."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from cogs.ui.controls import Verb
from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import a_playground
from tests.e2e.browser.verbs import VerbUser

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

PLAYERS = ("Ann", "Bob", "Cleo", "Dan", "Eve")
"""Players for two tables, at which computers take three seats."""


class Guest:
    """A browser of an evening's players, in the channel and in the threads of their tables."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.user = VerbUser(person)
        self._back = person.page.locator("#back-to-channel")

    async def open_own_table(self, name: str) -> str:
        """Become a player, and open the thread that *My table* links to; returns the thread's address."""
        await self.person.view_as(name)
        await self.user.press(Verb.MY_EVENING_TABLE)
        await self.person.page.locator("#channel-message-list article").last.locator(".markdown-link").click()
        await expect(self._back).to_be_visible()
        await self.user.wait_for(Verb.HAND)
        return self.person.page.url

    async def return_to_channel(self) -> None:
        await self._back.click()
        await self.user.wait_for(Verb.MY_EVENING_TABLE, Verb.ANOTHER_EVENING)

    async def play_the_deal(self) -> None:
        """Pass, and play the first card that may be played, until the match of the thread is over."""
        user = self.user
        await user.press(Verb.HAND)
        while True:
            await user.wait_until(lambda: bool(user.controls(Verb.ANSWER, Verb.REPLAY)), most=90)
            if user.controls(Verb.REPLAY):
                return
            asked = user.controls(Verb.ANSWER, argument="pass") or user.controls(Verb.ANSWER)
            await user.press(Verb.ANSWER, argument=asked[0].argument)
            await user.wait_until_gone(asked[0])


async def test_evening_of_two_tables_is_played_in_its_threads_to_its_end(chromium: Path) -> None:
    async with a_playground() as address, a_browser(chromium) as browser:
        guest = Guest(await Person.open(browser, address, width=1100, height=900))
        person, user = guest.person, guest.user
        await person.type_command("/night new", kind="progressive", rounds=2, deals=1)
        for name in PLAYERS[1:]:
            await person.view_as(name)
            await user.press(Verb.JOIN_EVENING)
        await person.view_as("Ann")
        await user.press(Verb.START_EVENING)
        await user.wait_for(Verb.MY_EVENING_TABLE)
        await user.press(Verb.END_EVENING)
        await person.wait_until_shown("Round 1, the last one")

        threads = set[str]()
        for name in PLAYERS[1:]:
            threads.add((await guest.open_own_table(name)).partition("channel=")[2])
            await person.type_command("/rook leave")
            await guest.return_to_channel()
        threads.add((await guest.open_own_table("Ann")).partition("channel=")[2])
        assert len({thread.partition("#")[0] for thread in threads}) == 2
        await guest.play_the_deal()
        await guest.return_to_channel()

        await user.wait_for(Verb.ANOTHER_EVENING, most=90)
        board = await person.visible_text()
        assert "The evening is over" in board
        assert all(name in board for name in PLAYERS)
