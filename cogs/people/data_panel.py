"""The private message about stored personal data, with buttons to get it and to be forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from bot.common.text import plain
from bot.league.service import NAME_LIMIT, League
from cogs.ui.controls import Control, Verb
from cogs.ui.items import MENU_LIMIT, TableButton, TableSelect, panel
from rules.core.words import counted

if TYPE_CHECKING:
    from bot.common.settings import Settings

SURE: Final = """### Forget you?
Your id and your names go from everything the bot keeps, in every server. That's tables, hands, scores, \
backups and the messages it can still edit.
Backups kept somewhere else stay as they are: ask whoever runs the bot.
The matches you played stay, as played by “a former player”. Other results stay as they are.
You leave every table you sit at. In a match, a computer takes your seat for good. A counted match \
counts as left.
**There's no way back.** For your data as a file first, press *My file*."""

RESULTS: Final = "My results in a league"


def privacy_text(settings: Settings) -> str:
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


def sure_panel() -> ui.LayoutView:
    """The question whether the user is sure that they want to be forgotten."""
    mine = TableButton(Control(Verb.MY_FILE, 0, 0), "My file")
    button = TableButton(Control(Verb.FORGET, 0, 0), "Forget me", style=discord.ButtonStyle.danger)
    return panel(ui.TextDisplay(SURE), ui.ActionRow(mine, button))


def _days(days: float) -> str:
    return counted(round(days), "day")
