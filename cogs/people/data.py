"""A user's own data: the privacy notice, all of it as a file, and forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, ClassVar, Final

import discord
from discord import app_commands, ui

from bot.common.text import plain
from bot.league.service import NAME_LIMIT
from bot.models.stored_league import League
from bot.people.service import Forgotten
from cogs.framework.extension import ME, Commands, Extension, Press, Topic, same_as
from cogs.framework.interactions import guild_of, number_chosen
from cogs.framework.permissions import OF_ONESELF, SHOWS
from cogs.framework.replies import answer_privately
from cogs.league.files import ask_export
from cogs.ui.answers import answer_of
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, Interaction, TableButton, TableSelect, panel
from rules.core.words import counted

if TYPE_CHECKING:
    from bot.common.settings import Settings

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
SURE: Final = """### Forget you?
Your id and your names go from everything the bot keeps, in every server. That's tables, hands, scores, \
backups and the messages it can still edit.
Backups kept somewhere else stay as they are: ask whoever runs the bot.
The matches you played stay, as played by “a former player”. Other results stay as they are.
You leave every table you sit at. In a match, a computer takes your seat for good. A counted match \
counts as left.
**There's no way back.** For your data as a file first, press *My file*."""

RESULTS: Final = "My results in a league"


def _privacy_text(settings: Settings) -> str:
    """The privacy notice: what is stored, why and for how long, by the settings."""
    return f"""### What Rookery keeps
**Of you**: your Discord id and the name you play under. The tables you sat at. What you bid and played \
there, and when. The results. The leagues, evenings and daily deals you joined. What you chose for \
yourself, like quiet hours. The bot needs that to deal, to keep score and to go on after a restart.
**Not**: messages (the bot can't read them), pictures, or anything from outside its tables and commands.
**How long**: results stay until you or your server goes. {_days(settings.keep_logs)} after a match, its \
record says only what each seat did. You can still look back at it. Tables closed before a deal was over \
go after {_days(settings.keep_closed)}. If a server removes the bot, everything of it goes after \
{_days(settings.keep_servers)}.
**Where**: in this bot's database and its backups, with whoever runs it. It goes nowhere else.
**Yours to decide**: *My file* gives you everything. *Forget me …* has the bot forget you. `/me data` \
brings this back."""


def my_data_panel(text: str, leagues: Sequence[League]) -> ui.LayoutView:
    """The privacy notice with its buttons, and menus of ``leagues`` for the user's results there."""
    mine = TableButton(Control(Verb.MY_FILE, 0, 0), "My file", style=discord.ButtonStyle.primary)
    rows: list[ui.ActionRow[Any]] = [
        ui.ActionRow(mine, TableButton(Control(Verb.ASK_FORGET, 0, 0), "Forget me …"))
    ]
    menus = [leagues[first : first + MENU_LIMIT] for first in range(0, len(leagues), MENU_LIMIT)]
    for number, some in enumerate(menus, start=1):
        names = [plain(one.name, NAME_LIMIT) for one in some]
        options = [
            discord.SelectOption(label=name, value=str(one.id)) for name, one in zip(names, some, strict=True)
        ]
        called = RESULTS if len(menus) == 1 else f"{RESULTS}: {names[0]} to {names[-1]}"
        control = Control(Verb.MY_RESULTS, 0, 0, str(number))
        rows.append(ui.ActionRow(TableSelect(control, options, placeholder=called)))
    return panel(ui.TextDisplay(text), *rows)


def _days(days: float) -> str:
    return counted(round(days), "day")


@app_commands.command(
    name="data", description="What Rookery keeps about you: to read, to have as a file, to be forgotten"
)
async def data(interaction: Interaction) -> None:
    """Show the privacy notice, with buttons to get or delete the user's own data."""
    app = interaction.client.app
    leagues = [] if interaction.guild_id is None else await app.league.leagues.of_server(interaction.guild_id)
    await answer_privately(interaction, my_data_panel(_privacy_text(app.settings), leagues))


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
    mine = TableButton(Control(Verb.MY_FILE, 0, 0), "My file")
    button = TableButton(Control(Verb.FORGET, 0, 0), "Forget me", style=discord.ButtonStyle.danger)
    await answer_privately(interaction, panel(ui.TextDisplay(SURE), ui.ActionRow(mine, button)))


async def press_forget(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Forget the user. Only the user who was asked can press: the button is on a private message."""
    await answer_of(interaction).load()
    so_far = await interaction.client.app.people.own_data.forget(interaction.user.id)
    await answer_privately(interaction, SO_FAR[so_far])


class Privacy(Extension):
    """The command and controls about a user's own data."""

    typed: ClassVar = (Commands(ME, Topic.YOURS, SHOWS, (data,), "/me data"),)
    presses: ClassVar = {
        Verb.MY_DATA: Press(same_as(data), SHOWS),
        Verb.MY_FILE: Press(press_file, SHOWS),
        Verb.MY_RESULTS: Press(choose_results, SHOWS),
        Verb.ASK_FORGET: Press(press_ask_forget, SHOWS),
        Verb.FORGET: Press(press_forget, OF_ONESELF, "/me data"),
    }


setup = Privacy.setup
