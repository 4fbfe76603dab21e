"""The daily deal from its first page to its end, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Newcomer, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

ENDED = "The next one comes"


@pytest.mark.parametrize(("width", "height"), [(1100, 1000), (400, 1300)], ids=["wide", "phone"])
async def test_daily_deal_is_played_to_its_end_in_browser(
    width: int, height: int, tmp_path: Path, chromium: Path
) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=height, scale=2)
        ann = Newcomer(person, pictures, width, hand="Daily deal")
        await person.type_command("/rook daily")
        await person.wait_until_shown("No one has played it yet")
        await ann.picture("daily-before")
        await person.click_button("Play")
        asked = set[str]()
        while ENDED not in await person.visible_text():
            asked.add(await ann.answer_next(ENDED))
            await ann.picture(f"daily-{sorted(asked)[-1]}")
        assert "card" in asked
        await ann.picture("daily-after")
