"""CPU time of one press on a card, against a bare discord.py button that edits its message.

Both run on SimCord, so both figures include its work. The bare button is discord.py's own example of one
that survives a restart (a ``DynamicItem`` that counts), as ours do; against a ``View`` kept in memory, which
is cheaper and lost with the process, the figure is told without a bound. discord.py and SimCord take longer
for a larger message: against bare buttons under one as large as a hand, what is left is the work of our code.

A press and its answer: the action is checked, stored durably and the hand redrawn. The last figure adds what
a press sets off in the background at a table of four people: an edit of the table message (in use merged to
one in 1.1 seconds) and the refreshed hand of the next player.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any, ClassVar

import discord
import simcord
from discord import ui
from discord.ext import commands

from bot.common.loop import collect_seldom
from tests.bench.counting_button import CardCounter, Counter, CountingHand, CountingView
from tests.bench.hurry import run_in_a_hurry
from tests.bench.match import a_match
from tests.bench.measure import Figure, Pair, all_interleaved, interleaved

PRESSES = 25


def click() -> list[Figure]:
    """Measure presses on cards in a running match."""
    collect_seldom()  # as in the bot
    small, large = _bare(CountingView, "counter:{}"), _bare(CountingHand, "card:0:{}")
    kept_in_memory = _bare(_KeptInMemory, _KeptInMemory.ID)
    persistent, hand, kept = all_interleaved(_ours(people=1), (small, large, kept_in_memory), rounds=5)
    followed = interleaved(_ours(people=4), small, rounds=2)
    return [
        _figure("CPU of one press on a card", persistent, 2.0),
        _figure("the same against a button of as large a message", hand, 1.6),
        _figure("the same against a button kept in memory", kept, None),
        _figure("the same with both edits that follow it", followed, None),
    ]


def _figure(name: str, pair: Pair, bound: float | None) -> Figure:
    ours, bare = f"{pair.ours * 1000:.2f} ms", f"{pair.baseline * 1000:.2f} ms of a bare button"
    return Figure(name, ours, bare, pair.ratio, bound)


def _ours(people: int) -> Callable[[], float]:
    async def presses() -> float:
        async with a_match(people) as match:
            return await match.seconds_a_press(PRESSES)

    return lambda: run_in_a_hurry(presses())


def _bare(make: Callable[[], ui.View | ui.LayoutView], custom_id: str) -> Callable[[], float]:
    """``custom_id``: the pressed button's id, with ``{}`` for the number of presses so far."""
    return lambda: run_in_a_hurry(_bare_presses(make, custom_id))


async def _bare_presses(make: Callable[[], ui.View | ui.LayoutView], custom_id: str) -> float:
    bot = commands.Bot(command_prefix="!", intents=discord.Intents(guilds=True), max_messages=None)
    bot.add_dynamic_items(Counter, CardCounter)

    @bot.tree.command(name="show", description="Show a button")
    async def show(interaction: discord.Interaction[Any]) -> None:
        view = make()
        if isinstance(view, ui.LayoutView):  # its text is in it
            await interaction.response.send_message(view=view)
        else:
            await interaction.response.send_message("0", view=view)

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
            await ann.click(shown, custom_id=custom_id.format(count))
            spent += process_time() - began
        return spent / PRESSES


class _KeptInMemory(ui.View):
    """A view with a button that counts as long as the process lives."""

    ID: ClassVar = "kept"

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="0", custom_id=ID)
    async def press(self, interaction: discord.Interaction[Any], button: ui.Button[Any]) -> None:
        button.label = str(int(button.label or 0) + 1)
        await interaction.response.edit_message(view=self)
