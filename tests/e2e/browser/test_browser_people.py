"""Players change in a real browser: a rematch, an onlooker, a computer's seat taken over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules.codes import encode
from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.test_browser import Newcomer, a_playground

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.mark.parametrize(("width", "height"), [(1100, 1500), (400, 1900)], ids=["wide", "phone"])
async def test_rematch_watching_and_taking_over_work_in_browser(
    width: int, height: int, tmp_path: Path, chromium: Path
) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground(ROOKERY_PAUSE_AFTER="0") as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=height, scale=2)
        ann = Newcomer(person, pictures, width)
        await person.type_command("/rook new", rules=encode("kentucky", {"deals": 1}))
        await person.click_button("Fill with computers")
        await person.click_button("Start")
        await person.wait_until_shown("Your hand")
        await person.type_command("/rook leave")
        await person.wait_until_shown("🏆")  # computers play on here, for the picture of the result
        await ann.picture("people-result")
        await person.click_button("Rematch")
        await person.wait_until_shown("Bid or pass")

        await person.view_as("Bob")
        await person.click_button("Watch")
        await person.wait_until_shown("Watching")
        assert "Your hand" not in await person.visible_text()
        await ann.picture("people-watch")
        taken = next(name for name in await person.buttons(among="Watching") if name.startswith("Take"))
        await person.click_button(taken, among="Watching")
        await person.wait_until_shown("take over")
        await ann.picture("people-vote")
        await person.view_as("Ann")
        await person.click_button("Yes")
        await person.wait_until_shown("takes over")

        await person.type_command("/table mine")
        await person.wait_until_shown("My tables")
        await person.type_command("/me settings")
        await person.wait_until_shown("Mute the pings")
        await person.type_command("/rook ask", what="deal again")
        await person.view_as("Bob")
        await person.wait_until_shown("Your hand")
        await ann.picture("people-taken-over")
