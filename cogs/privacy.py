"""One's own data: what is kept and why, all of it as a file, and to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, ClassVar, Final

import discord
from discord import app_commands, ui

from cogs.extension import Extension
from cogs.groups import MINE
from cogs.interactions import screens
from cogs.replies import answer_privately
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, panel
from rules.core.words import counted

if TYPE_CHECKING:
    from bot.client import RookeryBot
    from bot.settings import Settings

SURE: Final = """### Forget you?
Your id and your names go from everything the bot keeps, in every server. That's tables, hands, scores, \
backups and the messages it can still edit.
The matches you played stay, as played by “a former player”. Other results stay as they are.
You leave every table you sit at. In a match, a computer takes your seat for good. A counted match \
counts as left.
**There's no way back.** For your data as a file first, use `/my-data file`."""
FORGOTTEN: Final = (
    "You're forgotten. Old messages that name you are being changed. Play again whenever you like."
)
FILES_IN: Final = 60.0
"""Seconds in which a person gets the file twice."""
FILE: Final = "This is everything Rookery keeps about you."


def privacy_text(settings: Settings) -> str:
    """What is kept, why and for how long, as the settings say."""
    return f"""### What Rookery keeps
**Of you**: your Discord id and the name you play under. The tables you sat at. What you bid and played \
there, and when. The results, and the evenings you joined. The bot needs that to deal, to keep score \
and to go on after a restart.
**Not**: messages (the bot can't read them), pictures, or anything from outside its tables and commands.
**How long**: results stay until you or your server goes. {_days(settings.keep_logs)} after a match, its \
record no longer says who did what and when. Tables closed before a deal was over go after \
{_days(settings.keep_closed)}. If a server removes the bot, everything of it goes after \
{_days(settings.keep_servers)}.
**Where**: in this bot's database and its backups, with whoever runs it. It goes nowhere else.
**Yours to decide**: `/my-data file` gives you everything. `/my-data forget` has the bot forget you."""


@app_commands.command(name="privacy", description="What Rookery keeps about you, why and for how long")
async def privacy(interaction: Interaction) -> None:
    """Tell what is kept."""
    text = privacy_text(interaction.client.app.settings)
    await answer_privately(interaction, panel(ui.TextDisplay(text)))


@app_commands.command(name="file", description="Get everything Rookery keeps about you, as a file")
async def file(interaction: Interaction) -> None:
    """Give a person their data, to them alone."""
    app, user_id = interaction.client.app, interaction.user.id
    with app.cooldowns.doing(("file", user_id), FILES_IN, "You got your file a moment ago.", most=2):
        await interaction.response.defer(ephemeral=True, thinking=True)
        data = await app.people.data_of(user_id)
        attached = discord.File(BytesIO(data.content), data.name)
        await interaction.followup.send(FILE, file=attached, ephemeral=True)


@app_commands.command(name="forget", description="Have Rookery forget you")
async def forget(interaction: Interaction) -> None:
    """Ask whether somebody is sure."""
    button = TableButton(Control(Verb.FORGET, 0, 0), "Forget me", style=discord.ButtonStyle.danger)
    await answer_privately(interaction, panel(ui.TextDisplay(SURE), ui.ActionRow(button)))


async def press_forget(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Forget whoever presses: that is always the one who was asked, for nobody else sees the button."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.client.app.people.forget(interaction.user.id)
    await screens(interaction).forget_person(interaction.user.id)
    await answer_privately(interaction, FORGOTTEN)


def _days(days: float) -> str:
    return counted(round(days), "day")


class Privacy(Extension):
    """One's own data."""

    groups: ClassVar = {MINE: (privacy, file, forget)}
    presses: ClassVar = {Verb.FORGET: press_forget}


async def setup(bot: RookeryBot) -> None:
    """Load the cog."""
    await bot.add_cog(Privacy(bot))
