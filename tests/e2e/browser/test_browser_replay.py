"""A player plays a deal at the playground's page, then views its replay trick by trick, with a picture."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Newcomer, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.mark.parametrize(("width", "height"), [(1100, 900), (400, 900)], ids=["wide", "phone"])
async def test_finished_deal_is_replayed_in_browser(
    width: int, height: int, tmp_path: Path, chromium: Path
) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=height, scale=2)
        ann = Newcomer(person, pictures, width)
        await ann.open_a_table()
        await ann.play_a_deal()
        await person.click_button("More")
        await person.choose("Replay of this match", menu="Look up …")
        await person.wait_until_shown("Deal 1 · The cards")
        await person.page.locator("#channel-message-list img[alt^='Deal 1 · The cards.']").wait_for()
        await ann.picture("replay-cards")
        for shown in ("The bidding", "Before the first card", "Trick 1 of 9", "Trick 2 of 9"):
            await person.click_button("Next")
            await person.wait_until_shown(shown)
        await person.page.locator("#channel-message-list img[alt^='Deal 1 · Trick 2 of 9.']").wait_for()
        await ann.picture("replay-picture")
        await person.click_button("Hide the picture")
        await person.wait_until_shown("Show a picture")
        await ann.picture("replay-trick")
        await person.click_button("Last")
        await person.wait_until_shown("The score")
        await ann.picture("replay-score")
        await person.click_button("Analysis")
        await person.wait_until_shown("With good play on both sides")
        await ann.picture("replay-analysis")
        await person.click_button("Back to the deal")
        await person.type_command("/table history")
        await person.wait_until_shown("History")
        await ann.picture("history")
