"""A match on SimCord in which people press the first button offered, for measuring presses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any, NamedTuple

import discord
import simcord

from bot.app import open_app
from bot.client import RookeryBot
from bot.common.settings import Settings
from bot.computers.levels import NEW
from rules.codes import encode
from tests.inline import InlineComputers

PARKED = 12
"""Delays this long are not awaited by SimCord, which is told when they end. With four or five of them between
two presses of a player, those come a minute apart, as at a table of people.
"""
UNBOUNDED = 10_000
"""A budget of requests that never waits: SimCord would take waiting for work and not continue."""
SIMCORDS_DAY = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""The time of SimCord's messages; old ones are edited less often."""
NAMES = ("ann", "bob", "cleo", "dan")


class Button(NamedTuple):
    """A button or menu on a player's private message."""

    player: simcord.MemberActor
    message: discord.Message
    control: dict[str, Any]

    @property
    def plays_a_card(self) -> bool:
        """Whether pressing it plays a card."""
        return ":play" in self.control["custom_id"]

    async def press(self) -> None:
        """Press the button, or choose as many of the menu's options as allowed."""
        if "options" in self.control:
            values = [option["value"] for option in self.control["options"][: self.control["max_values"]]]
            await self.player.select(self.message, values, custom_id=self.control["custom_id"])
        else:
            await self.player.click(self.message, custom_id=self.control["custom_id"])


class Match:
    """A match in progress; computers take the seats without people."""

    def __init__(self, env: simcord.Env, people: int) -> None:
        self._env = env
        guild = env.create_guild()
        self._channel = guild.create_text_channel("card-table")
        self._players = [guild.add_member(env.create_user(name)) for name in NAMES[:people]]

    @property
    def front(self) -> Any:
        """The bot's front desk, which handles presses."""
        bot: Any = self._env.bot
        return bot.front

    async def begin(self) -> None:
        """Take the seats and start the match."""
        await self._players[0].slash(self._channel, "rook new", rules=encode("kentucky", {"deals": 50}))
        for player in self._players[1:]:
            await player.slash(self._channel, "rook sit")
        if empty := len(NAMES) - len(self._players):
            least = {"number": empty, "level": NEW.key}  # their thinking is in no figure, only in the wait
            await self._players[0].slash(self._channel, "table seats", what="computers", **least)
        await self._players[0].slash(self._channel, "rook start")
        for player in self._players[1:]:
            await player.slash(self._channel, "rook hand")

    async def look_up(self, command: str) -> None:
        """Type a command without options."""
        await self._players[0].slash(self._channel, command)

    async def card(self) -> Button:
        """Play until a player may play a card; returns that card's button."""
        while not (button := await self._asked()).plays_a_card:
            await button.press()
        return button

    async def seconds_a_press(self, presses: int) -> float:
        """The CPU time of one press on a card."""
        spent = 0.0
        for _ in range(presses):
            button = await self.card()
            began = process_time()
            await button.press()
            spent += process_time() - began
        return spent / presses

    async def _asked(self) -> Button:
        """The first button of the next player who is asked; computers play until then."""
        while (button := self._first_button()) is None:
            await self._env.advance_time(PARKED)
        return button

    def _first_button(self) -> Button | None:
        for player in self._players:
            for message in reversed(self._channel.history(viewer=player)):
                shown = self._env.backend.get_message(self._channel.id, message.id)
                controls = _controls(shown.components)
                answers = [control for control in controls if ":do:" in control["custom_id"]]
                toggles = [control for control in controls if ":lay:" in control["custom_id"]]
                toggles.sort(key=lambda one: -len(one["custom_id"]))  # first one that is not chosen yet
                if answers or toggles:
                    return Button(player, message, [*answers, *toggles][0])
        return None


@asynccontextmanager
async def a_match(people: int) -> AsyncIterator[Match]:
    """A match of one person among computers, with turns and edits by the clock, or of four people."""
    wait = PARKED if people == 1 else 0
    began = monotonic()

    def now() -> float:
        return SIMCORDS_DAY + monotonic() - began

    with TemporaryDirectory() as folder:
        settings = Settings(
            database=Path(folder) / "bench.sqlite3",
            pace=wait,
            trick_pause=0,
            last_card_pause=0,
            deal_pause=0,
            edit_interval=min(wait, 60),
            hand_interval=min(wait, 60),
            requests_a_second=UNBOUNDED,
            remind_after=0,
            turn_limit=0,
            pause_after=0,
        )
        async with (
            open_app(settings, computers=InlineComputers(), random=Random(1), now=now) as app,
            simcord.run(RookeryBot(app), settle_timeout=PARKED / 3) as env,
        ):
            match = Match(env, people)
            await match.begin()
            yield match


def _controls(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The buttons and menus of a message that can be used."""
    found = []
    for component in components:
        if component.get("type") in (2, 3) and not component.get("disabled"):
            found.append(component)
        found += _controls(component.get("components", []))
    return found
