"""A newcomer takes the first lesson, asks for a hint and claims the rest, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.async_api import expect

from cogs.hand.claims import CLAIM_MOST
from rules.codes import encode
from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.moments import CLAIMED_IN
from tests.e2e.browser.test_browser import CARD, Visitor, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]

DEALS = 15
"""Deals of the match: a claim is offered only if it is sure, in about every second one."""


class Claimer(Visitor):
    """Ann, who bids high, names red and plays her reds last, so that the last tricks are often hers."""

    async def answer(self) -> None:
        text, buttons = await self.hand(), await self._hand_buttons()
        if "to the nest" in text:
            await self._discard(5)
        elif "Name the trump" in text:
            await self.person.click_button("Red", among="Your hand")
        else:
            choices = [button for button in buttons if button.isdigit() or CARD.search(button)]
            await self.person.click_button(choices[-1], among="Your hand")

    async def may_claim(self) -> bool:
        """Whether the hand offers a claim, within ``CLAIMED_IN`` seconds after its question."""
        await self.hand()
        hand = self.person.page.locator("#channel-message-list article").filter(has_text="Your hand").last
        names = await hand.locator("button.component-button").all_inner_texts()
        if not 1 < sum(CARD.search(name) is not None for name in names) <= CLAIM_MOST:
            return False
        try:
            await expect(hand).to_contain_text("Claim the rest", timeout=CLAIMED_IN * 1_000)
        except AssertionError:
            return False
        return True


@pytest.mark.parametrize(("width", "height"), [(1100, 1000), (400, 1300)], ids=["wide", "phone"])
async def test_newcomer_takes_lesson_asks_for_hint_and_claims(
    width: int, height: int, tmp_path: Path, chromium: Path
) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=height, scale=2)
        ann = Claimer(person, pictures, width)
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

        await person.type_command("/rook new", rules=encode("kentucky", {"deals": DEALS}))
        await person.click_button("Fill with computers")
        await person.wait_until_shown("Everyone is here")
        await person.click_button("Start")
        await ann.hand()
        await person.click_button("Hint", among="Your hand")
        await person.wait_until_shown("💡")
        await ann.picture("hint")
        while not await ann.may_claim():
            await ann.answer()
        await ann.picture("claim")
        await person.click_button("Claim the rest", among="Your hand")
        await person.page.wait_for_function(
            """() => /could still take a trick|All the tricks that were left/.test(
                document.querySelector('#channel-message-list').innerText)"""
        )
        await ann.picture("claimed")
