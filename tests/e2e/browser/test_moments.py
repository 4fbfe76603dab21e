"""The pictures of the tour and the README are made: ``make shots``, or SHOTS=folder with -m slow."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.browser.browser import Person, a_browser
from tests.e2e.browser.moments import MOMENTS, SIZES, Newcomer
from tests.e2e.browser.shots import IMAGES, used_names
from tests.e2e.browser.test_browser import a_playground
from tests.e2e.browser.verbs import VerbUser


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_newcomer_sees_all_moments(tmp_path: Path, chromium: Path) -> None:
    folder = Path(os.environ.get("SHOTS", tmp_path))
    settings = {
        "ROOKERY_DEAL_PAUSE": "600",
        "ROOKERY_PAUSE_AFTER": "0",
        "ROOKERY_NEW_TABLES": "100",
        "ROOKERY_TURN_LIMIT": "600",
    }
    async with a_playground(**settings) as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=1100, height=900, scale=2)
        ann = Newcomer(VerbUser(person), folder)
        await ann.see_everything()
    assert sorted(ann.taken) == sorted(MOMENTS)
    assert len(MOMENTS) == 24
    for moment in MOMENTS:
        for width, _ in SIZES:
            assert (folder / f"{moment}-{width}.png").stat().st_size > 5_000


def test_pages_and_folder_have_the_same_pictures() -> None:
    names = {f"{moment}-{width}.png" for moment in MOMENTS for width, _ in SIZES}
    assert used_names() == {picture.name for picture in IMAGES.glob("*.png")}
    assert used_names() <= names, "make shots takes them all"
    assert all(picture.stat().st_size < 200_000 for picture in IMAGES.glob("*.png"))
