"""The 24 moments of a newcomer's way, each as a picture of a phone and of a wide window.

Controls are found by their verbs, so that other words change no picture's making.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from cogs.hand.claims import CLAIM_MOST
from cogs.ui.controls import Verb
from rules.codes import encode
from rules.core.cards import Card, Color
from tests.e2e.browser.verbs import VerbUser

SIZES: Final = ((400, 800), (1100, 900))
"""Width and height of the windows."""
MOMENTS: Final = (
    *("welcome", "lobby", "set-up", "whole-rule"),
    *("bidding", "other-bid", "nest", "trump"),
    *("trick", "play", "hint", "last-trick", "claim", "recap", "score-sheet"),
    *("match-over", "replay", "rules", "help", "statistics"),
    *("solitaire", "daily-deal", "evening", "league"),
)
BIDS: Final = (105, 120)
"""A bid that is seldom topped, and the highest."""
TABLES: Final = 30
"""The most tables of one deal until one can be claimed."""
ASKING: Final = (Verb.OTHER_BID, Verb.LAY, Verb.ANSWER, Verb.NEXT_DEAL)
TRICK_1: Final = 3
"""The step of a replay with the first trick: before it come the cards, the bidding and the nest."""
CLAIMED_IN: Final = 3
"""Seconds until a claim that is sure is offered."""


class Newcomer:
    """Ann, who sees each moment once."""

    def __init__(self, user: VerbUser, folder: Path) -> None:
        self._user = user
        self._person = user.person
        self._folder = folder
        self.taken: list[str] = []

    async def see(self, moment: str, *verbs: Verb) -> None:
        """Take a moment's picture in both sizes the first time it comes.

        It shows the lowest message that has a control of these verbs.
        """
        if moment in self.taken:
            return
        for width, height in SIZES:
            await self._person.page.set_viewport_size({"width": width, "height": height})
            await self._user.picture(self._folder / f"{moment}-{width}.png", *verbs)
        self.taken.append(moment)

    async def see_everything(self) -> None:
        """Go the whole way."""
        await self.see("welcome")
        await self.open_a_table()
        await self.play_a_deal()
        await self._person.page.locator("img[alt*='as played']").wait_for()
        await self.see("recap", Verb.WATCH)
        await self._user.press(Verb.SHEET)
        await self.see("score-sheet")
        await self.look_back()
        await self.look_up()
        for _ in range(TABLES):
            if {"claim", "play"} <= {*self.taken}:
                break
            await self.start(deals=1)
            await self.play_a_deal()
        await self.play_otherwise()
        await self.play_a_league()

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
        await self.start(deals=2)

    async def start(self, *, deals: int) -> None:
        """Start a match of so many deals with computers, in a new table if there is none."""
        user = self._user
        if not user.controls(Verb.FILL):
            await self._person.type_command("/rook new")
        await user.press(Verb.FILL)
        await user.wait_for(Verb.START)
        await self._person.type_command("/table setup", rules=encode("kentucky", {"deals": deals}))
        await user.press(Verb.START)

    async def play_a_deal(self) -> None:
        """Bid high, discard, name the longest color and play its cards first, to the end of the deal."""
        user, trump = self._user, Color.RED
        over = len(user.controls(Verb.REPLAY))
        while True:
            await user.wait_until(
                lambda: bool(user.controls(*ASKING)) or len(user.controls(Verb.REPLAY)) > over
            )
            asked = user.controls(*ASKING)
            verbs = {control.verb for control in asked}
            if not asked or Verb.NEXT_DEAL in verbs:
                return
            if Verb.OTHER_BID in verbs:
                await self.bid()
            elif Verb.LAY in verbs:
                trump = await self.discard()
            elif answers := [one for one in asked if one.argument.startswith("trump")]:
                await self.see("trump", Verb.ANSWER)
                await user.press(Verb.ANSWER, argument=f"trump {trump.word}")
                await user.wait_until_gone(answers[-1])
            elif cards := [one.argument for one in asked if one.argument.startswith("play ")]:
                await self.play(trump, [Card.parse(card.removeprefix("play ")) for card in cards])
            else:
                await user.wait_until_gone(asked[-1])

    async def bid(self) -> None:
        """Type a bid: the next one of ``BIDS``."""
        user = self._user
        await self.see("bidding", Verb.OTHER_BID)
        asked = user.controls(Verb.OTHER_BID)[-1]
        await user.press(Verb.OTHER_BID)
        await self._person.page.locator(".modal-dialog input").first.fill(
            str(BIDS["other-bid" in self.taken])
        )
        await self.see("other-bid")
        await self._person.submit_modal()
        await user.wait_until_gone(asked)

    async def discard(self) -> Color:
        """Discard five low cards outside of the longest color, and return that color."""
        user = self._user
        held = [Card(int(one.argument, 36)) for one in user.controls(Verb.LAY)]
        colors = [card.color for card in held if card.color is not None]
        trump = max(Color, key=colors.count)
        low = sorted(held, key=lambda card: (card.color in {trump, None}, card.rank))
        for number, card in enumerate(low[:5]):
            if number == 2:
                await self.see("nest", Verb.LAY)
            before = user.controls(Verb.LAY)[-1]
            await user.press(Verb.LAY, place=held.index(card))
            await user.wait_until_gone(before)
        await user.press(Verb.ANSWER, argument="discard")
        await user.wait_for(Verb.ANSWER, argument="trump")
        return trump

    async def play(self, trump: Color, cards: list[Card]) -> None:
        """Play a card, the bird and high trumps first, and look around at some moments."""
        user, best = self._user, max(cards, key=lambda card: (card.is_bird, card.color == trump, card.rank))
        is_second = bool(user.controls(Verb.LAST_TRICK))  # it is offered while another trick lies there
        if "play" not in self.taken and is_second and len(cards) > 1:
            await self.see("trick", Verb.WATCH)
            await self.see("play", Verb.ANSWER)
            await user.press(Verb.HINT)
            await self.see("hint", Verb.ANSWER)
            await self._person.type_command("/rook show", what="last")
            await self.see("last-trick")
        if "claim" not in self.taken and len(cards) < CLAIM_MOST:
            with contextlib.suppress(TimeoutError):  # it is offered only if it is sure
                await user.wait_for(Verb.CLAIM, most=CLAIMED_IN)
                await self.see("claim", Verb.CLAIM)
        asked = user.controls(Verb.ANSWER)[-1]
        await user.press(Verb.ANSWER, argument=f"play {best}")
        await user.wait_until_gone(asked)

    async def look_back(self) -> None:
        """Leave the second deal to the computers, to its end and its replay."""
        user = self._user
        await user.press(Verb.NEXT_DEAL)
        await self._person.type_command("/rook leave")
        # The hand may offer a rematch before the table is redrawn; only the table's result offers the replay.
        await user.wait_for(Verb.REPLAY, most=90)
        await self.see("match-over", Verb.REPLAY)
        await user.press(Verb.REPLAY)
        await self._person.choose("Deal 1", menu="Choose a deal to look at")
        for step in range(TRICK_1):
            await user.press(Verb.REPLAY_STEP, argument="next")
            await user.wait_for(Verb.REPLAY_STEP, argument=f"next.{step + 2}")
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

    async def play_a_league(self) -> None:
        """A league of four after its first match, played with real cards."""
        user, person = self._user, self._person
        await person.type_command("/league create", name="Tuesday League")
        await user.press(Verb.LEAGUE_POST)
        for name in ("Bob", "Cleo", "Dan", "Ann"):
            await person.view_as(name)
            await user.press(Verb.LEAGUE_JOIN)
        await person.type_command("/league record", players="Ann, Bob, Cleo, Dan", points="310, 245")
        await person.view_as("Cleo")
        await user.press(Verb.PAPER_CONFIRM)
        await person.view_as("Ann")
        await user.press(Verb.LEAGUE_STANDINGS)
        await self.see("league")
