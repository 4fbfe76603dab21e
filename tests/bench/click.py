"""CPU time of one press on a card, against a bare discord.py button that edits its message.

Both run on SimCord, whose own work is in both figures. The bare button is discord.py's own example of one
that survives a restart (a ``DynamicItem`` that counts), as ours do; against a ``View`` kept in memory, which
is cheaper and lost with the process, the figure is told without a bound.

A press and its answer: the action is checked, stored durably and the hand redrawn. The last figure adds what
a press sets off in the background at a table of four people: an edit of the table message (in use merged to
one in 1.1 seconds) and the refreshed hand of the next player.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import discord
import simcord
from discord.ext import commands

from bot.app import open_app
from bot.client import RookeryBot
from bot.computers.worker import InlineComputers
from bot.settings import Settings
from tests.bench.measure import Figure, Pair, interleaved

PRESSES = 60
PARKED = 30
"""Seconds that SimCord does not wait for; it is told when they are over."""
NAMES = ("ann", "bob", "cleo", "dan")


def click() -> list[Figure]:
    """Measure presses on cards in a running match."""
    persistent = interleaved(lambda: _run(_ours(people=1)), lambda: _run(_bare(_Persistent)), rounds=5)
    kept = interleaved(lambda: _run(_ours(people=1)), lambda: _run(_bare(_KeptInMemory)), rounds=5)
    followed = interleaved(lambda: _run(_ours(people=4)), lambda: _run(_bare(_Persistent)), rounds=3)
    return [
        _figure("CPU of one press on a card", persistent, 2.0),
        _figure("the same against a button kept in memory", kept, None),
        _figure("the same with both edits that follow it", followed, None),
    ]


def _run(measured: Coroutine[Any, Any, float]) -> float:
    return asyncio.run(measured)


def _figure(name: str, pair: Pair, bound: float | None) -> Figure:
    ours, bare = f"{pair.ours * 1000:.2f} ms", f"{pair.baseline * 1000:.2f} ms of a bare button"
    return Figure(name, ours, bare, pair.ratio, bound)


async def _ours(people: int) -> float:
    """One person among computers, whose turns and edits wait for the clock; or four people and no clock."""
    wait = PARKED if people == 1 else 0
    with TemporaryDirectory() as folder:
        settings = Settings(
            database=Path(folder) / "bench.sqlite3",
            pace=wait,
            edit_interval=min(wait, 60),
            remind_after=0,
            turn_limit=0,
        )
        async with (
            open_app(settings, computers=InlineComputers(), random=Random(1)) as app,
            simcord.run(RookeryBot(app), settle_timeout=20) as env,
        ):
            return await _Match(env, people).seconds_a_press()


class _Match:
    """A match of people who press the first button they may; computers take the empty seats."""

    def __init__(self, env: simcord.Env, people: int) -> None:
        self._env = env
        guild = env.create_guild()
        self._channel = guild.create_text_channel("card-table")
        self._players = [guild.add_member(env.create_user(name)) for name in NAMES[:people]]

    async def seconds_a_press(self) -> float:
        await self._players[0].slash(self._channel, "rook new", deals=50)
        for player in self._players[1:]:
            await player.slash(self._channel, "rook sit")
        if empty := len(NAMES) - len(self._players):
            await self._players[0].slash(self._channel, "rook computers", number=empty)
        await self._players[0].slash(self._channel, "rook start")
        for player in self._players[1:]:
            await player.slash(self._channel, "rook hand")
        spent = 0.0
        pressed = 0
        while pressed < PRESSES:
            while (asked := self._asked()) is None:
                await self._env.advance_time(PARKED)
            player, message, control = asked
            began = process_time()
            await _press(player, message, control)
            if ":play" in control["custom_id"]:
                spent += process_time() - began
                pressed += 1
        return spent / pressed

    def _asked(self) -> tuple[simcord.MemberActor, discord.Message, dict[str, Any]] | None:
        """The player whose hand shows a control that answers, that message and that control."""
        for player in self._players:
            for message in reversed(self._channel.history(viewer=player)):
                shown = self._env.backend.get_message(self._channel.id, message.id)
                for control in _controls(shown.components):
                    if ":do:" in control["custom_id"] or ":lay:" in control["custom_id"]:
                        return player, message, control
        return None


async def _press(player: simcord.MemberActor, message: discord.Message, control: dict[str, Any]) -> None:
    if "options" in control:
        values = [option["value"] for option in control["options"][: control["max_values"]]]
        await player.select(message, values, custom_id=control["custom_id"])
    else:
        await player.click(message, custom_id=control["custom_id"])


async def _bare(make: Callable[[], discord.ui.View]) -> float:
    bot = commands.Bot(command_prefix="!", intents=discord.Intents(guilds=True), max_messages=None)
    bot.add_dynamic_items(_Counter)

    @bot.tree.command(name="show", description="Show a button")
    async def show(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("0", view=make())

    async def sync() -> None:
        await bot.tree.sync()

    bot.setup_hook = sync  # type: ignore[method-assign]
    async with simcord.run(bot, settle_timeout=20) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("card-table")
        ann = guild.add_member(env.create_user("ann"))
        shown = (await ann.slash(channel, "show")).response
        assert shown is not None
        spent = 0.0
        for count in range(PRESSES):
            began = process_time()
            await ann.click(shown, label=str(count))
            spent += process_time() - began
        return spent / PRESSES


class _Counter(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"counter:(?P<count>[0-9]+)"):
    """A button that carries its count in its id, after discord.py's example ``dynamic_counter``."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(discord.ui.Button(label=str(count), custom_id=f"counter:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> _Counter:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=_Persistent(self.count + 1))


class _Persistent(discord.ui.View):
    """A view with a button that survives a restart."""

    def __init__(self, count: int = 0) -> None:
        super().__init__(timeout=None)
        self.add_item(_Counter(count))


class _KeptInMemory(discord.ui.View):
    """A view whose button counts for as long as the process lives."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="0")
    async def press(self, interaction: discord.Interaction[Any], button: discord.ui.Button[Any]) -> None:
        button.label = str(int(button.label or 0) + 1)
        await interaction.response.edit_message(view=self)


def _controls(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The buttons and menus of a message that can be used."""
    found = []
    for component in components:
        if component.get("type") in (2, 3) and not component.get("disabled"):
            found.append(component)
        found += _controls(component.get("components", []))
    return found
