"""A newcomer plays games without bidding in a real browser: melds, a window to call in, a solitaire.

With ROOKERY_SCREENSHOTS=docs/images and -m "slow or not slow" the pictures of the README are taken again.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Newcomer, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


class Scene(NamedTuple):
    """A moment worth a picture: its game, and a pattern of the screen then."""

    game: str
    seats: int
    moment: re.Pattern[str]
    heights: dict[int, int]
    """Width of the window."""


SCENES = {
    "club": Scene(
        "club", 4, re.compile(r"Ann &.*#2.*#2.*Discard a card", re.DOTALL), {1100: 1330, 400: 1740}
    ),
    "tuxedo": Scene(
        "tuxedo_1924",
        4,
        re.compile(r"Just taken.*Is it Orange\?", re.DOTALL),
        {1100: 1080, 400: 1240},
    ),
    "new-solitaire": Scene(
        "new_solitaire",
        1,
        re.compile(r"Columns [3-9].*Play onto .*, column \d", re.DOTALL),
        {1100: 1160, 400: 1300},
    ),
}


class Guest(Newcomer):
    """Ann at an unfamiliar game: she presses the first button that acts."""

    async def text(self) -> str:
        """Text of the screen, as soon as Ann is asked a question there."""
        await self.person.page.wait_for_function(
            """() => {
                const all = [...document.querySelectorAll('#channel-message-list article')];
                const hand = all.filter(each => each.innerText.includes('Your hand')).pop();
                return hand && !/Waiting for/.test(hand.innerText)
                    && hand.querySelector('button.component-button:enabled');
            }"""
        )
        return await self.person.visible_text()

    async def answer(self) -> None:
        """Press the first button of the hand; in a race, the one that lets it pass."""
        buttons = await self.person.buttons(among="Your hand")
        labels = [name.split("\n")[-1].strip() for name in buttons]
        await self.person.click_button("No Orange" if "No Orange" in labels else labels[0], among="Your hand")


@pytest.mark.parametrize(
    "width", [pytest.param(1100, id="wide", marks=pytest.mark.long), pytest.param(400, id="phone")]
)
@pytest.mark.parametrize("name", SCENES)
async def test_newcomer_plays_game_without_bidding_in_browser(
    name: str, width: int, tmp_path: Path, chromium: Path
) -> None:
    pictures, scene = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path)), SCENES[name]
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=scene.heights[width], scale=2)
        ann = Guest(person, pictures, width)
        await ann.open_a_table_for(scene.game, scene.seats)
        for _ in range(60):
            if scene.moment.search(await ann.text()):
                break
            await ann.answer()
        else:
            raise AssertionError(f"the moment of {name} never came")
        await ann.picture(name)
