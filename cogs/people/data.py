"""A user's own data: what is stored and why, all of it as a file, and forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import ClassVar, Final

import discord
from discord import app_commands

from bot.people.service import Forgotten
from cogs.framework.extension import ME, Commands, Extension, Press, Topic
from cogs.framework.interactions import guild_of, number_chosen
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.framework.replies import answer_privately
from cogs.league.files import ask_export
from cogs.people.data_panel import my_data_panel, privacy_text, sure_panel
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction

FORGOTTEN: Final = (
    "You're forgotten. Old messages that name you are being changed. "
    "Backups on a machine where the bot isn't running stay as they are: ask whoever runs it. "
    "Play again whenever you like."
)
SO_FAR: Final = {
    Forgotten.EVERYWHERE: FORGOTTEN,
    Forgotten.BUT_FOR_COPIES: (
        "You're forgotten, but for a backup that can't be changed now. The bot tries again by itself. "
        "Old messages that name you are being changed. Play again whenever you like."
    ),
    Forgotten.IN_PART: (
        "The bot has begun to forget you, but its database refused a part. It goes on by itself. "
        "Until then, whatever you play is forgotten, too."
    ),
}
FILES_IN: Final = 60.0
"""Seconds in which a user gets the file at most twice."""
FILE: Final = "This is everything Rookery keeps about you."


@app_commands.command(
    name="data", description="What Rookery keeps about you: to read, to have as a file, to be forgotten"
)
async def data(interaction: Interaction) -> None:
    """Show the privacy notice, with buttons to get or delete the user's own data."""
    await _tell(interaction)


async def press_data(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the privacy notice, with buttons to get or delete the user's own data."""
    await _tell(interaction)


async def _tell(interaction: Interaction) -> None:
    app = interaction.client.app
    leagues = [] if interaction.guild_id is None else await app.league.leagues.of_server(interaction.guild_id)
    await answer_privately(interaction, my_data_panel(privacy_text(app.settings), leagues))


async def press_file(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Send the user their data as a file, in a private message."""
    app, user_id = interaction.client.app, interaction.user.id
    with app.delivery.cooldowns.doing(("file", user_id), FILES_IN, "You got your file a moment ago.", most=2):
        await answer_of(interaction).load()
        stored = await app.people.own_data.data_of(user_id)
        attached = discord.File(BytesIO(stored.content), stored.name)
        await answer_of(interaction).send_file(FILE, attached)


async def choose_results(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask which file of the user's own results in the chosen league they want."""
    leagues = interaction.client.app.league.leagues
    league = await leagues.by_id(guild_of(interaction), number_chosen(values, 12))
    await ask_export(interaction, league, is_mine=True)


async def press_ask_forget(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Ask the user to confirm that they want to be forgotten."""
    await answer_privately(interaction, sure_panel())


async def press_forget(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Forget the user. Only the user who was asked can press: the button is on a private message."""
    await answer_of(interaction).load()
    so_far = await interaction.client.app.people.own_data.forget(interaction.user.id)
    await answer_privately(interaction, SO_FAR[so_far])


class Privacy(Extension):
    """The command and controls about a user's own data."""

    typed: ClassVar = (Commands(ME, Topic.YOURS, SHOWS, (data,), "/me data"),)
    presses: ClassVar = {
        Verb.MY_DATA: Press(press_data, SHOWS),
        Verb.MY_FILE: Press(press_file, SHOWS),
        Verb.MY_RESULTS: Press(choose_results, SHOWS),
        Verb.ASK_FORGET: Press(press_ask_forget, SHOWS),
        Verb.FORGET: Press(press_forget, OF_ONESELF, "/me data"),
    }


setup = Privacy.setup
