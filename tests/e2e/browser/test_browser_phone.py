"""On a phone one screen is enough: the table and the hand in the middle of a trick."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Visitor, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]

WIDTH, HEIGHT = 400, 800
HAND_FITS, TABLE_FITS = 640, 560
QUESTIONS = ("Bid or pass", "You must bid", "to the nest", "Name the trump", "Lead a card", "Play a card")


async def height_of(person: Person, words: str) -> float:
    """The height of the lowest message with these words."""
    await person.wait_until_drawn()
    box = (
        await person.page.locator("#channel-message-list article").filter(has_text=words).last.bounding_box()
    )
    assert box is not None
    return box["height"]


async def test_discard_of_fourteen_cards_fits_a_phone(tmp_path: Path, chromium: Path) -> None:
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=WIDTH, height=1400, scale=1)
        ann = Visitor(person, tmp_path, WIDTH)
        await ann.open_a_table_for("kentucky", 4)
        while "to the nest" not in await ann.hand():
            bids = [name for name in await person.buttons(among="Your hand") if name.strip().isdigit()]
            await person.click_button(bids[-1].strip(), among="Your hand")
        hand = person.page.locator("#channel-message-list article").filter(has_text="Your hand").last
        cards = await hand.get_by_role("button").all_inner_texts()
        assert len([card for card in cards if card.strip()]) >= 14
        assert await height_of(person, "Your hand") <= HAND_FITS


async def test_hand_of_nine_cards_and_each_question_on_it_fit_a_phone(tmp_path: Path, chromium: Path) -> None:
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=WIDTH, height=1400, scale=1)
        ann = Visitor(person, tmp_path, WIDTH)
        await ann.open_a_table_for("kentucky", 4)
        asked = set[str]()
        while "Last trick" not in (told := await ann.hand()):
            question = next(words for words in QUESTIONS if words in told)
            heights = (
                await height_of(person, "Your hand"),
                await height_of(person, "Official Tournament Rook"),
            )
            assert heights[0] <= HAND_FITS, f"{question}: {heights}"
            assert heights[1] <= TABLE_FITS, f"{question}: {heights}"
            asked.add(question)
            await ann.answer()
        assert asked & {"Play a card", "Lead a card"}


async def test_line_of_a_player_who_is_away_led_and_wins_is_one_line(tmp_path: Path, chromium: Path) -> None:
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=WIDTH, height=1400, scale=1)
        ann = Visitor(person, tmp_path, WIDTH)
        await person.type_command("/rook new", game="kentucky")
        await person.view_as("Cleo")
        await person.click_button("Sit")
        await person.view_as("Ann")
        await person.click_button("Fill with computers")
        await person.click_button("Start")
        await person.view_as("Cleo")
        await person.type_command("/rook leave")
        await person.view_as("Ann")
        hand = person.page.locator("#channel-message-list article").filter(has_text="Your hand").last
        longest = hand.get_by_role("heading", level=2).filter(has_text=re.compile("Cleo.+led.+ahead"))
        while True:
            text = await ann.hand()
            if await longest.count():
                break
            await ann.answer()
            assert "The match is over" not in text
        line, other = await longest.bounding_box(), hand.get_by_role("heading", level=2)
        heights = {box["height"] for each in await other.all() if (box := await each.bounding_box())}
        assert line is not None
        assert line["height"] < 1.5 * min(heights)


async def test_trick_under_way_and_its_question_fit_a_phone(tmp_path: Path, chromium: Path) -> None:
    """The glance test's screen: turn, trump, bid, live trick, points, last trick and partner."""
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=WIDTH, height=HEIGHT, scale=2)
        ann = Visitor(person, pictures, WIDTH)
        await ann.open_a_table_for("kentucky", 4)
        while not {"This trick", "Last trick", "led", "Play a card"} <= set(await _lines(ann)):
            await ann.answer()
        await ann.picture("glance-hand")
        await person.page.set_viewport_size({"width": WIDTH, "height": 1300})
        await ann.picture("glance-both")
        assert await height_of(person, "Your hand") <= HAND_FITS
        assert await height_of(person, "Official Tournament Rook") <= TABLE_FITS


async def _lines(ann: Visitor) -> list[str]:
    text = await ann.hand()
    return [words for words in ("This trick", "Last trick", "led", "Play a card") if words in text]
