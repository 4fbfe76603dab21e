"""On a phone the hand is one screen: facts of the table, fourteen cards and the question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Visitor, a_playground

WIDTH, FITS = 400, 640


@pytest.mark.slow
async def test_facts_cards_and_question_fit_a_phone(tmp_path: Path, chromium: Path) -> None:
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=WIDTH, height=1400, scale=1)
        ann = Visitor(person, tmp_path, WIDTH)
        await ann.open_a_table_for("kentucky", 4)
        while "to the nest" not in await ann.hand():
            bids = [name for name in await person.buttons(among="Your hand") if name.strip().isdigit()]
            await person.click_button(bids[-1].strip(), among="Your hand")
        hand = person.page.locator("#channel-message-list article").filter(has_text="Your hand").last
        await person.wait_until_drawn()
        box = await hand.bounding_box()
        cards = await hand.get_by_role("button").all_inner_texts()
        await ann.picture("hand")
    assert len([card for card in cards if card.strip()]) >= 14
    assert box is not None
    assert box["height"] <= FITS
