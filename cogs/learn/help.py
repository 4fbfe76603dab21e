"""The help, on one screen of a phone: first steps, and a menu of topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import discord
from discord import app_commands, ui

from cogs.framework.extension import ROOK, Commands, Extension, Press, Topic
from cogs.framework.interactions import show_privately
from cogs.framework.old_names import renamings
from cogs.framework.permissions import SHOWS
from cogs.ui.controls import Control, Verb
from cogs.ui.items import Interaction, TableButton, TableSelect, choice, panel, rows_of

FIRST_STEPS: Final = """### Playing Rook here
**1.** `/rook new` opens a table in this channel, or with `place:` in a thread of its own.
**2.** Press *Sit*. *Fill with computers* fills the rest; *Set up* sets how strong they play.
**3.** The host presses *Start*. Then *My hand* shows your cards, to you alone.
**4.** On your turn, your hand shows what you can do.

**New to Rook?** `/rook learn` teaches it in five short lessons, to you alone.
**On your own?** `/rook daily` deals everyone here the same cards, once a day, and compares you.
**A button does nothing, or your hand is gone?** `/rook table` and `/rook hand` bring them back.

-# ❤️ R red · ⭐ Y yellow · 🍀 G green · 🌑 B black · 🐦 the Rook. \
Rook is a trademark of Hasbro; Rookery is not affiliated with it."""
TOPICS: Final[Mapping[str, str]] = {
    "On your turn": """\
Your hand shows what you can do: bid, discard, name trump, play. What anyone can call, like a doubt or \
a slap, is a button on the table. The earliest call counts.
**Not sure what to do?** *Hint* in your hand says what a computer would do, and why. Counted \
matches and evenings have none.
**Something to say?** *Say …* in your hand has polite phrases. They stay on the table for a while.
**Sure of the rest?** *Claim the rest* takes all the tricks that are left. If that isn't certain, everyone \
has to agree, and the cards have to allow it. With computers it has to be certain.
**Waiting for others?** Your hand lets you decide ahead. Pass when it's your turn, or once the bid is high. \
Or choose a card for this trick. Only you see it.
**Down to one card?** It plays itself after a moment. `/me settings` leaves it to you.
**Rather read your cards?** `/me settings` shows them in words, to you alone.""",
    "Rules and house rules": """\
`/rook rules` explains any game and its words, and how it differs from another.
**House rules**: press *Set up* before the match, or give `/rook new rules:` a code or a name. Every table \
shows its code.
The host can turn hints or phrases off in *Set up*.""",
    "Turns that take hours or days": """\
**No time to sit down together?** *Set up* makes a slow table of it.
**Your turn somewhere?** `/table mine` lists your tables. `/me settings` has you mentioned, sent a message, \
or left alone, and keeps your nights free.""",
    "Watching, and joining later": """\
**Just watching?** *Watch* shows you the table, and lets you ask for a computer's seat or wait for one. \
So do `/table watch`, `/rook sit` and `/table wait`.""",
    "When something is stuck": """\
**Misdealt, or no time left?** `/rook ask` deals again or closes the table, if most agree.
**Someone used up their time?** It also goes on without them, and asks to let you back.
**A slip of the finger?** It takes back your last card or bid, where the house rules allow it.
**A button does nothing, or your hand is gone?** `/rook table` and `/rook hand` bring them back.""",
    "After a match": """\
**Play again?** *Rematch* keeps everyone's seat, one press each. *Other partners* changes the sides.
**Look back**: `/table history` lists your matches. *Replay* steps through each deal, with all hands, \
and *Play it again* deals its cards at a new table. *Analysis* shows what could have been. \
*Check the shuffle* proves that no one arranged them.
**How everyone is doing**: `/stats show`, `rating` and `leaderboard`, or press *More*.""",
    "Evenings and leagues": """\
**An evening together**: `/night new` opens one: progressive, rotating or duplicate. *Join* gets \
you in.
**Leagues**: `/league show` shows the one here, `/league join` puts you in, `/league play` opens a table \
for a match. Managers start one with `/league create`.""",
    "Every button as a command": """\
**Playing**: `/rook hand`, `play`, `show`, `ask`, `claim`, `hint`, `say`, `leave`.
**Before the match**: `/rook sit`, `start`. `/table setup`, `seats`, `rematch`.
**Watching**: `/table watch`, `wait`.""",
    "Commands with another name now": renamings(),
    "Your data": """\
*My data* below, or `/me data`, shows what's kept about you. You can have it as a file, or have \
it forgotten.""",
}
"""The topics, by their label in the menu."""


def help_panel(topic: str = "") -> ui.LayoutView:
    """The text of a topic, with a menu of topics; the first steps for an empty or unknown one."""
    text = f"### {topic}\n{TOPICS[topic]}" if topic in TOPICS else FIRST_STEPS
    topics = [choice(name, default=name == topic) for name in TOPICS]
    menu = TableSelect(Control(Verb.HELP, 0, 0), topics, placeholder="What else do you want to know?")
    begin = [TableButton(Control(Verb.HELP, 0, 0), "How to begin")] if topic in TOPICS else []
    buttons = [
        *begin,
        TableButton(Control(Verb.LESSONS, 0, 0), "Learn", style=discord.ButtonStyle.primary),
        TableButton(Control(Verb.DAILY, 0, 0), "Daily deal"),
        TableButton(Control(Verb.MY_DATA, 0, 0), "My data"),
    ]
    return panel(ui.TextDisplay(text), ui.ActionRow(menu), *rows_of(buttons))


async def press_help(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
    """Show the topic chosen in the menu, or the first steps."""
    await show_privately(interaction, help_panel("".join(values[:1])))


@app_commands.command(name="help", description="How to play here")
async def help_(interaction: Interaction) -> None:
    """Show the first steps."""
    await show_privately(interaction, help_panel())


class Help(Extension):
    """The ``/rook help`` command and its button."""

    typed: ClassVar = (Commands(ROOK, Topic.ANY_TIME, SHOWS, (help_,)),)
    presses: ClassVar = {Verb.HELP: Press(press_help, SHOWS)}


setup = Help.setup
