"""A newcomer takes the first lesson, asks for a hint and claims the rest, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Visitor, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.mark.parametrize(("width", "height"), [(1100, 1000), (400, 1300)], ids=["wide", "phone"])
async def test_newcomer_takes_lesson_asks_for_hint_and_claims(
    width: int, height: int, tmp_path: Path, chromium: Path
) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=height, scale=2)
        ann = Visitor(person, pictures, width)
        await person.type_command("/rook learn")
        await person.wait_until_shown("Lesson 1 of 5: The bid")
        lesson = person.page.locator("#channel-message-list article").filter(has_text="Lesson 1 of 5").last
        while not await lesson.locator("img.custom-emoji").count():  # until the cards' faces are drawn
            await person.type_command("/rook learn")
        await ann.picture("lesson")
        await person.click_button("Bid 70")
        await person.wait_until_shown("That's what the computer does, too.")
        await ann.picture("lesson-answered")
        await person.click_button("Next lesson")
        await person.wait_until_shown("Lesson 2 of 5: The nest")
        await ann.picture("lesson-nest")

        await ann.open_a_table()
        await ann.hand()
        await person.click_button("Hint", among="Your hand")
        await person.wait_until_shown("💡")
        await ann.picture("hint")
        while "Claim the rest" not in await ann.hand():
            await ann.answer()
        await ann.picture("claim")
        await person.click_button("Claim the rest", among="Your hand")
        await person.page.wait_for_function(
            """() => /could still take a trick|All the tricks that were left/.test(
                document.querySelector('#channel-message-list').innerText)"""
        )
        await ann.picture("claimed")
