"""The 24 moments of a newcomer's way, each as a picture of a phone and of a wide window.

Controls are found by their verbs, so that other words change no picture's making.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cogs.ui.controls import Verb
from rules.codes import encode
from tests.e2e.browser.verbs import VerbUser

SIZES: Final = ((400, 800), (1100, 900))
"""Width and height of the windows."""
MOMENTS: Final = (
    *("welcome", "lobby", "lobby-full", "set-up", "whole-rule"),
    *("bidding", "other-bid", "nest", "trump", "first-trick"),
    *("trick", "play", "hint", "last-trick", "recap", "score-sheet"),
    *("match-over", "replay", "rules", "help", "statistics"),
    *("solitaire", "daily-deal", "evening"),
)
BIDS: Final = (105, 120)
"""A bid that is seldom topped, and the highest."""
TURN: Final = 3
"""The trick in which the hand and the table are taken: its leader is another player, mostly."""


class Newcomer:
    """Ann, who sees each moment once."""

    def __init__(self, user: VerbUser, folder: Path) -> None:
        self._user = user
        self._person = user.person
        self._folder = folder
        self.taken: list[str] = []

    async def see(self, moment: str, *verbs: Verb) -> None:
        """Take a moment's picture in both sizes, with the lowest message that has such a control."""
        for width, height in SIZES:
            await self._person.page.set_viewport_size({"width": width, "height": height})
            await self._user.picture(self._folder / f"{moment}-{width}.png", *verbs)
        self.taken.append(moment)

    async def see_everything(self) -> None:
        """Go the whole way."""
        await self.see("welcome")
        await self.open_a_table()
        await self.bid_and_discard()
        await self.play()
        await self.look_back()
        await self.look_up()
        await self.play_otherwise()

    async def open_a_table(self) -> None:
        """From the lobby to the first hand."""
        user = self._user
        await self._person.type_command("/rook new")
        await user.wait_for(Verb.FILL)
        await self.see("lobby")
        await user.press(Verb.OPTIONS)
        await user.wait_for(Verb.CHOOSE)
        await self.see("set-up", Verb.CHOOSE)
        await user.press(Verb.SECTION, argument="ask-more")
        await self.see("whole-rule")
        await user.press(Verb.FILL)
        await user.wait_for(Verb.START)
        await self.see("lobby-full", Verb.START)
        await self._person.type_command("/table setup", rules=encode("kentucky", {"deals": 2}))
        await user.press(Verb.START)

    async def bid_and_discard(self) -> None:
        """From the first hand to the trump."""
        user, page = self._user, self._person.page
        await user.wait_for(Verb.OTHER_BID)
        await self.see("bidding", Verb.OTHER_BID)
        for bid in BIDS:
            if (await user.wait_for(Verb.OTHER_BID, Verb.LAY))[-1].verb == Verb.LAY:
                break
            await user.press(Verb.OTHER_BID)
            await page.locator(".modal-dialog input").first.fill(str(bid))
            if bid == BIDS[0]:
                await self.see("other-bid")
            asked = user.controls(Verb.OTHER_BID)[-1]
            await self._person.submit_modal()
            await user.wait_until_gone(asked)
        await user.wait_for(Verb.LAY)
        for place in range(5):
            if place == 2:
                await self.see("nest", Verb.LAY)
            before = user.controls(Verb.LAY)[-1]
            await user.press(Verb.LAY, place=place)
            await user.wait_until_gone(before)
        await user.press(Verb.ANSWER, argument="discard")
        await user.wait_for(Verb.ANSWER, argument="trump")
        await self.see("trump", Verb.ANSWER)
        await user.press(Verb.ANSWER, argument="trump")

    async def play(self) -> None:
        """From the first card to the score sheet."""
        user = self._user
        for number in range(1, 10):
            found = (await user.wait_for(Verb.ANSWER, Verb.NEXT_DEAL, argument=""))[-1]
            if found.verb == Verb.NEXT_DEAL:
                break
            if number == 1:
                await self.see("first-trick", Verb.WATCH, Verb.HAND)
            if number == TURN:
                await self.see("trick", Verb.WATCH)
                await self.see("play", Verb.ANSWER)
                await user.press(Verb.HINT)
                await self.see("hint", Verb.ANSWER)
                await self._person.type_command("/rook show", what="last")
                await self.see("last-trick")
            card = user.controls(Verb.ANSWER)[-1]
            await user.press(Verb.ANSWER)
            await user.wait_until_gone(card)
        await user.wait_for(Verb.NEXT_DEAL)
        await self.see("recap", Verb.WATCH)
        await user.press(Verb.SHEET)
        await self.see("score-sheet")

    async def look_back(self) -> None:
        """Leave the second deal to the computers, to its end and its replay."""
        user = self._user
        await user.press(Verb.NEXT_DEAL)
        await self._person.type_command("/rook leave")
        # The hand may offer a rematch before the table is redrawn; only the table's result offers the replay.
        await user.wait_for(Verb.REPLAY, most=90)
        await self.see("match-over", Verb.REPLAY)
        await user.press(Verb.REPLAY)
        await self.see("replay")

    async def look_up(self) -> None:
        """What is looked up at any time."""
        commands = {"rules": "/rook rules", "help": "/rook help", "statistics": "/stats show"}
        for moment, command in commands.items():
            await self._person.type_command(command)
            await self.see(moment)

    async def play_otherwise(self) -> None:
        """Alone, the deal of the day, and an evening of four."""
        user, person = self._user, self._person
        await person.type_command("/rook new", game="new_solitaire")
        await user.press(Verb.START)
        await user.wait_for(Verb.ANSWER)
        await self.see("solitaire", Verb.ANSWER)
        await person.type_command("/rook daily")
        await user.press(Verb.DAILY_PLAY)
        await user.wait_for(Verb.DAILY_ANSWER)
        await self.see("daily-deal", Verb.DAILY_ANSWER)
        await person.type_command("/night new", kind="progressive", rounds=2, deals=1)
        for name in ("Bob", "Cleo", "Dan"):
            await person.view_as(name)
            await user.press(Verb.JOIN_EVENING)
        await person.view_as("Ann")
        await user.press(Verb.START_EVENING)
        await user.wait_for(Verb.MY_EVENING_TABLE)
        await self.see("evening", Verb.MY_EVENING_TABLE)
