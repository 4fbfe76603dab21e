"""A newcomer opens the playground in a real browser and plays by clicking and typing.

With ROOKERY_SCREENSHOTS=docs/images and -m "slow or not slow" the pictures of the README are taken again.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from cogs.hand.nest_choice import CHOSEN
from rules.codes import encode
from rules.core.protocol import OptionValue
from tests.e2e.browser.browser import Person, a_browser

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

ROOT = Path(__file__).parents[3]
CARD = re.compile(r"(?:[RYGB](?:1[0-4]|[1-9])|Rook)⁺?(?: •)?$")


@asynccontextmanager
async def a_playground(**settings: str) -> AsyncIterator[str]:
    """Run ``python -m bot play``, perhaps with other settings, and yield the address it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "play",
        cwd=ROOT,
        env={
            **os.environ,
            "ROOKERY_PACE": "0.1",
            "ROOKERY_EDIT_INTERVAL": "0.1",
            "ROOKERY_TRICK_PAUSE": "0",
            "ROOKERY_LAST_CARD_PAUSE": "0",
            "ROOKERY_DEAL_PAUSE": "0",
            **settings,
        },
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            if address := re.search(rb"http://\S+", line):
                yield address[0].decode()
                break
    finally:
        process.terminate()
        assert await process.wait() == 0, "the playground ends cleanly when it is told to"


MOST_DEALS = 4


class Newcomer:
    """Ann, who has never used the bot, at the page of the playground."""

    def __init__(self, person: Person, pictures: Path | None, width: int, *, hand: str = "Your hand") -> None:
        """``pictures``: their folder; None to take none. ``hand``: text that only her hand message has."""
        self.person = person
        self._hand_says = hand
        self._pictures = pictures
        self._width = width
        self._taken: set[str] = set()

    async def picture(self, name: str) -> None:
        """Take a picture of this moment the first time it comes."""
        if self._pictures is None or name in self._taken:
            return
        self._taken.add(name)
        await self.person.screenshot(self._pictures / f"{name}-{self._width}.png", table_only=True)

    async def open_a_table(self, **options: str) -> None:
        await self.person.type_command("/rook new", **options)
        await self.person.wait_until_shown("3 seats are open")
        await self.picture("lobby")
        await self.person.click_button("Fill with computers")
        await self.person.wait_until_shown("Everyone is here")
        await self.person.click_button("Start")
        await self.person.wait_until_shown("Your hand")

    async def open_a_table_for(self, game: str, seats: int) -> None:
        await self.person.type_command("/rook new", game=game)
        if seats != 4:
            await self.person.type_command("/table setup", seats=seats)
        if seats > 1:
            await self.person.wait_until_shown(f"{seats - 1} seat")
            await self.person.click_button("Fill with computers")
            await self.person.wait_until_shown("Everyone is here")
        await self.person.click_button("Start")
        await self.person.wait_until_shown("Your hand")

    async def play_a_deal(self, number: int = 1) -> set[str]:
        """Answer every question until a deal is over; returns the kinds of questions asked."""
        asked: set[str] = set()
        end = f"Deal {number} is over|Deal {number + 1}"
        while not re.search(end, await self.person.visible_text()):
            asked.add(await self.answer_next(end))
        return asked

    async def read_the_recap(self, number: int = 1) -> None:
        """Look at the end of a deal and its picture, and start the next deal."""
        await self.person.page.get_by_alt_text(f"Deal {number}, as played").wait_for()
        await self.picture("deal")
        await self.person.click_button("Next deal")
        await self.person.wait_until_shown(f"Deal {number + 1}")

    async def answer_next(self, end: str) -> str:
        """Answer the question, unless the pattern of an end comes first; returns the kind of question."""
        await self.person.page.wait_for_function(
            """end => { const text = document.querySelector('#channel-message-list').innerText;
                return /Bid or pass|to the nest|Name the trump|(Lead|Play) a card/.test(text)
                    || new RegExp(end).test(text); }""",
            arg=end,
        )
        text = await self.person.visible_text()
        if "Bid or pass" in text:
            return await self._bid()
        if "to the nest" in text:
            return await self._discard(5)
        if "Name the trump" in text:
            await self.person.click_button("Red")
            return "trump"
        cards = [name for name in await self._buttons() if CARD.search(name)]
        if cards:
            if await self.person.page.get_by_text("ahead").count():
                await self.picture("play")
            await self.person.click_button(cards[0])
        return "card"

    async def _bid(self) -> str:
        """Bid as high as the buttons go, so that Ann gets the nest."""
        bids = [name for name in await self._buttons() if name.isdigit()]
        await self.picture("bid")
        await self.person.click_button(bids[-1])
        return "bid"

    async def _discard(self, number: int) -> str:
        for chosen in range(1, number + 1):
            names = await self.person.buttons(among=self._hand_says)
            cards = [name for name in names if CARD.search(name) and CHOSEN not in name]
            await self.person.click_button(_bare(cards[-1]), among=self._hand_says)
            await self.person.wait_until_shown(f"{chosen} of {number}:")
        await self.picture("nest")
        await self.person.click_button(f"Discard these {number}" if number > 1 else "Discard it")
        return "nest"

    async def _buttons(self) -> list[str]:
        return [_bare(name) for name in await self.person.buttons()]


def _bare(name: str) -> str:
    """The label of a button without its emoji."""
    return name.rsplit("\n", maxsplit=1)[-1].strip()


FOUR_TRICKS: dict[str, OptionValue] = {"numbers": "10-14", "counters": "10:10 14:10"}
"""Four cards to a hand and five to the nest: every question of a deal comes, and its end comes soon."""


@pytest.mark.parametrize("width", [1100, 400], ids=["wide", "phone"])
async def test_newcomer_plays_deal_of_four_tricks_in_browser(width: int, chromium: Path) -> None:
    await play_one_deal(width, None, chromium, rules=encode("kentucky", FOUR_TRICKS))


@pytest.mark.slow
@pytest.mark.parametrize("width", [1100, 400], ids=["wide", "phone"])
async def test_newcomer_plays_one_full_deal_in_browser(width: int, tmp_path: Path, chromium: Path) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    await play_one_deal(width, pictures, chromium)


async def play_one_deal(width: int, pictures: Path | None, chromium: Path, **options: str) -> None:
    """Ann opens a table, answers every question of a deal, and looks at its end; Bob sees no hand."""
    async with a_playground(ROOKERY_DEAL_PAUSE="600") as address, a_browser(chromium) as browser:
        height = {1100: 1150, 400: 1300}[width]
        person = await Person.open(browser, address, width=width, height=height, scale=2 if pictures else 1)
        ann = Newcomer(person, pictures, width)
        await ann.open_a_table(**options)

        asked = await ann.play_a_deal()
        await ann.read_the_recap()
        number = 1
        while "bid" not in asked and number < MOST_DEALS:  # where three have passed, the fourth is not asked
            number += 1
            asked |= await ann.play_a_deal(number)
            await ann.read_the_recap(number)

        assert {"bid", "card"} <= asked
        await person.view_as("Bob")
        text = await person.visible_text()
        assert "Official Tournament Rook" in text
        assert "Your hand" not in text, "another viewer sees no hand"


# Tables of other games and sizes -----------------------------------------------------------------------

ASKED = re.compile(r"Bid or pass|You must bid|to the nest|Name the trump|(?:Lead|Play) a card|Draw a card")
COLORED = re.compile(r"\d+ (?:red|yellow|green|black)$")
SEAT = re.compile(r"(\w+)(?: 🤖)? · [^\n]*🎴\s\d+$", re.MULTILINE)
"""A seat's line before the first trick: its player's name, and the number of cards."""


class Scene(NamedTuple):
    """A moment worth a picture: its table, and a pattern of the asked player's hand then."""

    game: str
    seats: int
    heights: dict[int, int]
    """Width of the window."""
    moment: re.Pattern[str]


SCENES = {
    "boston": Scene(
        "boston",
        4,
        {1100: 1200, 400: 1480},
        re.compile(r"now \w+'s hand.*This trick.*from \w+'s hand", re.DOTALL),
    ),
    "regular-eight": Scene(
        "regular_old",
        8,
        {1100: 1010, 400: 1260},
        re.compile(r"This trick.* led.* ahead.*Play a card", re.DOTALL),
    ),
    "over-the-top": Scene(
        "over_the_top_1988",
        2,
        {1100: 1310, 400: 1600},
        re.compile(r"now \w+'s battery.*This trick.*Play a card", re.DOTALL),
    ),
}


class Visitor(Newcomer):
    """Ann at an unfamiliar table: she answers every question of her hand."""

    async def hand(self) -> str:
        """Text of the hand, as soon as it asks a question."""
        await self.person.page.wait_for_function(
            """asked => {
                const all = [...document.querySelectorAll('#channel-message-list article')];
                const hand = all.filter(each => each.innerText.includes('Your hand')).pop();
                return hand && new RegExp(asked).test(hand.innerText) && !/Waiting for/.test(hand.innerText);
            }""",
            arg=ASKED.pattern,
        )
        hands = self.person.page.locator("#channel-message-list article").filter(has_text="Your hand")
        return await hands.last.inner_text()

    async def table(self) -> str:
        """Text of the table message."""
        tables = self.person.page.locator("#channel-message-list article").filter(has_text="Score sheet")
        return await tables.last.inner_text()

    async def answer(self) -> None:
        """Give the first answer that continues the game; bid only if no seat has."""
        text = await self.hand()
        buttons = await self._hand_buttons()
        if "to the nest" in text:
            await self._discard(int(re.search(r"Discard (\d+) cards? to", text)[1]))  # type: ignore[index]
        elif "Bid or pass" in text or "You must bid" in text:
            await self._bid_once(text, buttons)
        elif "Name the trump" in text:
            await self.person.click_button("Green", among="Your hand")
        else:
            await self.person.click_button(buttons[0], among="Your hand")

    async def _bid_once(self, text: str, buttons: list[str]) -> None:
        """Bid high where a bid has a color, so that Ann gets the dummy; else low, if no seat has bid."""
        if any(COLORED.match(button) for button in buttons):
            await self.person.click_button("Another bid …", among="Your hand")
            await self.person.fill_modal(Points="180", Color=await self._longest_color())
            await self.person.submit_modal()
        elif re.search(r"Bid\s\d", text) and "Pass" in buttons:
            await self.person.click_button("Pass", among="Your hand")
        else:
            await self.person.click_button(buttons[0], among="Your hand")

    async def _hand_buttons(self) -> list[str]:
        return [name.split("\n")[-1].strip() for name in await self.person.buttons(among="Your hand")]

    async def _longest_color(self) -> str:
        """The color with most cards, of those in which 180 may be bid."""
        hands = self.person.page.locator("#channel-message-list article").filter(has_text="Your hand")
        faces = await hands.last.locator("img").evaluate_all("all => all.map(one => one.alt)")
        lengths = {
            color: sum(re.match(rf"{color.lower()}_\d+_", face) is not None for face in faces)
            for color in ("Red", "Green", "Black")
        }
        return max(lengths, key=lengths.__getitem__)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1100, 400], ids=["wide", "phone"])
@pytest.mark.parametrize("name", SCENES)
async def test_newcomer_plays_at_tables_of_every_shape(
    name: str, width: int, tmp_path: Path, chromium: Path
) -> None:
    pictures, scene = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path)), SCENES[name]
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=scene.heights[width], scale=2)
        ann = Visitor(person, pictures, width)
        await ann.open_a_table_for(scene.game, scene.seats)
        await ann.hand()
        seats = set(SEAT.findall(await ann.table()))
        assert len(seats) == scene.seats, "every seat's cards are counted before the first trick"
        for _ in range(80):
            if scene.moment.search(await ann.hand()):
                break
            await ann.answer()
        else:
            raise AssertionError(f"the moment of {name} never came")
        await ann.picture(name)
        table = await ann.table()
        assert all(name in table for name in seats), "every seat is seen in the middle of a trick"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1100, 1120), (400, 1340)], ids=["wide", "phone"])
async def test_four_players_play_an_evening_in_browser(
    width: int, height: int, tmp_path: Path, chromium: Path
) -> None:
    pictures = Path(os.environ.get("ROOKERY_SCREENSHOTS", tmp_path))
    async with a_playground() as address, a_browser(chromium) as browser:
        person = await Person.open(browser, address, width=width, height=height, scale=2)
        ann = Newcomer(person, pictures, width)
        await person.type_command("/night new", kind="progressive", rounds=2, deals=1)
        for name in ("Bob", "Cleo", "Dan"):
            await person.view_as(name)
            await person.click_button("Join")
        await person.view_as("Ann")
        await person.wait_until_shown("4 players")
        await ann.picture("evening-sign-up")
        await person.click_button("Start")
        await person.wait_until_shown("deal 1 of 1")
        await ann.picture("evening-board")
        await person.type_command("/night score", table=1)
        await person.wait_until_shown("The evening is over")
        await ann.picture("evening-over")
